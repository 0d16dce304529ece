"""Coup: the rules behind the GameOps table, and states and views as maps.

The parts are included, so that the C compiler sees the game whole.
"""

import json
from importlib import resources

from cpython.pycapsule cimport PyCapsule_New
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from palio.core.cgame cimport *
from palio.core.cmaps cimport *
from palio.games.coup.state cimport *

from palio.errors import NotationError
from palio.games.coup.info import INFO

include "data.pxi"
include "setup.pxi"
include "moves.pxi"
include "memory.pxi"
include "apply.pxi"
include "score.pxi"
include "view.pxi"
include "check.pxi"
include "policy.pxi"
include "table.pxi"
include "belief.pxi"
include "fields.pxi"
include "maps.pxi"


cdef int coup_seats(const void *memory) noexcept nogil:
    return (<const CoupState *>memory).seats


cdef int coup_actor(const void *memory) noexcept nogil:
    return (<const CoupState *>memory).actor


cdef GameOps coup_ops = GameOps(
    name=b"coup",
    state_size=sizeof(CoupState),
    setup=coup_setup,
    seats=coup_seats,
    actor=coup_actor,
    legal_moves=coup_legal_moves,
    apply=coup_apply,
    sample_chance=coup_sample_chance,
    chance_probability=coup_chance_probability,
    result=coup_result,
    hide=coup_hide,
    viewer=coup_viewer,
    determinize=coup_determinize,
    seen=coup_seen,
    playout=coup_playout,
    playout_informed=coup_playout_informed,
    evaluate=coup_evaluate,
    check=coup_check,
)

OPS = PyCapsule_New(&coup_ops, "palio.GameOps", NULL)

cdef SearchOps coup_search_ops = SearchOps(
    view_key=coup_view_key,
    weight=coup_weight,
    belief_size=sizeof(CoupBelief),
    believe=coup_believe,
    draw_believed=coup_draw_believed,
    prior=NULL,
    phase=NULL,
)

SEARCH_OPS = PyCapsule_New(&coup_search_ops, "palio.SearchOps", NULL)
