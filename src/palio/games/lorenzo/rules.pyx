"""Lorenzo il Magnifico: the rules behind the GameOps table, and states and views as maps.

The parts are included, so that the C compiler sees the game whole.
"""

import json
from importlib import resources

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from palio.core.cgame cimport *
from palio.core.cmaps cimport *
from palio.games.lorenzo.state cimport *

from palio.errors import NotationError
from palio.games.lorenzo.info import INFO

include "data.pxi"
include "cards.pxi"
include "leaders.pxi"
include "setup.pxi"
include "effects.pxi"
include "moves.pxi"
include "towers.pxi"
include "apply.pxi"
include "score.pxi"
include "view.pxi"
include "check.pxi"
include "check_action.pxi"
include "worth.pxi"
include "policy.pxi"
include "prior.pxi"
include "fields.pxi"
include "maps.pxi"


cdef int lorenzo_seats(const void *memory) noexcept nogil:
    return (<const LorenzoState *>memory).seats


cdef int lorenzo_actor(const void *memory) noexcept nogil:
    return (<const LorenzoState *>memory).actor


cdef GameOps lorenzo_ops = GameOps(
    name=b"lorenzo",
    state_size=sizeof(LorenzoState),
    setup=lorenzo_setup,
    seats=lorenzo_seats,
    actor=lorenzo_actor,
    legal_moves=lorenzo_legal_moves,
    apply=lorenzo_apply,
    sample_chance=lorenzo_sample_chance,
    chance_probability=lorenzo_chance_probability,
    result=lorenzo_result,
    hide=lorenzo_hide,
    viewer=lorenzo_viewer,
    determinize=lorenzo_determinize,
    seen=lorenzo_seen,
    playout=lorenzo_playout,
    playout_informed=lorenzo_playout_informed,
    evaluate=lorenzo_evaluate,
    check=lorenzo_check,
)

OPS = PyCapsule_New(&lorenzo_ops, "palio.GameOps", NULL)

cdef SearchOps lorenzo_search_ops = SearchOps(
    view_key=NULL,
    weight=NULL,
    belief_size=0,
    believe=NULL,
    draw_believed=NULL,
    prior=lorenzo_prior,
    phase=lorenzo_phase,
)

SEARCH_OPS = PyCapsule_New(&lorenzo_search_ops, "palio.SearchOps", NULL)
