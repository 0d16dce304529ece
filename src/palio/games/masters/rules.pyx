"""Masters of Renaissance: the rules behind the GameOps table, and states and views as maps.

The parts are included, so that the C compiler sees the game whole.
"""

import json
from importlib import resources

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from palio.core.cgame cimport *
from palio.core.cmaps cimport *
from palio.games.masters.state cimport *

from palio.errors import NotationError
from palio.games.masters.info import INFO

include "data.pxi"
include "setup.pxi"
include "effects.pxi"
include "moves.pxi"
include "apply.pxi"
include "score.pxi"
include "view.pxi"
include "check.pxi"
include "policy.pxi"
include "prior.pxi"
include "fields.pxi"
include "maps.pxi"


cdef int masters_seats(const void *memory) noexcept nogil:
    return (<const MastersState *>memory).seats


cdef int masters_actor(const void *memory) noexcept nogil:
    return (<const MastersState *>memory).actor


cdef GameOps masters_ops = GameOps(
    name=b"masters",
    state_size=sizeof(MastersState),
    setup=masters_setup,
    seats=masters_seats,
    actor=masters_actor,
    legal_moves=masters_legal_moves,
    apply=masters_apply,
    sample_chance=masters_sample_chance,
    chance_probability=masters_chance_probability,
    result=masters_result,
    hide=masters_hide,
    viewer=masters_viewer,
    determinize=masters_determinize,
    seen=masters_seen,
    playout=masters_playout,
    playout_informed=masters_playout_informed,
    evaluate=masters_evaluate,
    check=masters_check,
)

OPS = PyCapsule_New(&masters_ops, "palio.GameOps", NULL)

cdef SearchOps masters_search_ops = SearchOps(
    view_key=NULL,
    weight=NULL,
    belief_size=0,
    believe=NULL,
    draw_believed=NULL,
    prior=masters_prior,
    phase=masters_phase,
)

SEARCH_OPS = PyCapsule_New(&masters_search_ops, "palio.SearchOps", NULL)
