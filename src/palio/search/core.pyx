"""The search core: one loop for every method and every game, without the GIL and without allocation.

A method is a setting of three switches: who observes a node (the root seat, the acting seat, or everybody), how an
edge is chosen, and how deep the tree goes. The parts are included, so that the C compiler sees the loop whole.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport fabs, sqrt
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memmove, memset

from palio.core.cgame cimport *
from palio.core.game cimport Game, View


cdef extern from "arena.h" nogil:
    enum:
        CACHE_LINE
    ctypedef struct Arena:
        unsigned char *base
        size_t used
        size_t cap
    void *block_reserve(size_t bytes) noexcept
    void prefetch(const void *address) noexcept
    int arena_open(Arena *arena, size_t cap) noexcept
    void arena_close(Arena *arena) noexcept
    void *arena_take(Arena *arena, size_t bytes) noexcept


cdef extern from "mailbox.h" nogil:
    ctypedef struct Mailbox:
        pass
    void mailbox_open(Mailbox *box) noexcept
    void mailbox_stop(Mailbox *box) noexcept
    bint mailbox_stopped(Mailbox *box) noexcept
    void mailbox_request(Mailbox *box) noexcept
    bint mailbox_requested(Mailbox *box) noexcept
    void mailbox_deliver(Mailbox *box) noexcept
    void mailbox_finish(Mailbox *box) noexcept
    bint mailbox_finished(Mailbox *box) noexcept
    int64_t clock_now() noexcept
    void clock_sleep(int64_t nanoseconds) noexcept


cdef enum:
    OBSERVER_ROOT = 0        # single observer: nodes are what the root seat has seen
    OBSERVER_ACTOR = 1       # multiple observers: nodes are what the acting seat has seen
    OBSERVER_ALL = 2         # determinized: nodes are positions of one world

cdef enum:
    RULE_UCB = 0
    RULE_PUCT = 1
    RULE_TURNS = 2           # one move after the other

cdef enum:
    MAX_DEPTH = 512          # decisions on a path
    MAX_EDGES = 4096         # different moves that one node can meet
    MAX_REFUSALS = 40        # worlds drawn until one is taken as it is
    LINE_LENGTH = 24         # moves of the principal variation
    MIN_LINE_VISITS = 8
    CHECKS = 32              # questions whether a search is decided, in its time
    BATCH = 64               # most iterations between two looks at the clock and the mailbox

cdef uint64_t WORLD_STREAM = <uint64_t>1 << 62     # random streams beside those of the iterations
cdef uint64_t LINE_STREAM = <uint64_t>1 << 63
cdef int64_t LOOK_AFTER = 200000                   # nanoseconds between two looks, aimed at
cdef int64_t SLICE = 50000000                      # nanoseconds between two looks at Python's signals
cdef double ONE = 1073741824.0                     # the fixed point's unit
cdef double UNIT = 1.0 / 1073741824.0

cdef struct Settings:        # params.py says what they mean
    int observer, rule, max_depth, fpu_moves, worlds
    bint path_keys, open_loop, informed, weighted, early_stop
    double exploration, puct, fpu, bias, evaluation
    double win_weight, place_value, solo_points
    float knobs[PALIO_KNOBS]

cdef struct RootMove:
    Move move
    uint32_t visits          # of this search
    float prior
    int64_t sum[PALIO_MAX_SEATS]

include "tree.pxi"

cdef struct Report:
    uint64_t iterations
    uint64_t elapsed         # nanoseconds
    int n
    Move move[PALIO_MAX_MOVES]
    uint32_t visits[PALIO_MAX_MOVES]                # those of a tree that is used again included
    uint32_t counted[PALIO_MAX_MOVES]               # those of this search
    int64_t sum[PALIO_MAX_MOVES][PALIO_MAX_SEATS]   # rewards of the counted visits
    float prior[PALIO_MAX_MOVES]
    Move line[LINE_LENGTH]
    int line_length
    uint32_t nodes
    uint64_t tree_bytes
    bint full

cdef struct Step:
    Edge *edge
    int seat, index

cdef struct Worker:          # one thread
    const GameOps *ops
    const SearchOps *search_ops
    Settings settings
    Tree tree
    Mailbox box
    int seat, seats          # whose view; at the table
    uint64_t seed
    uint64_t root_key        # of the root seat's path
    uint64_t next, stride    # number of the next iteration; threads take turns
    uint64_t limit           # iterations of all threads together
    uint64_t done
    int64_t started, deadline
    int64_t next_check       # when to ask whether the search is decided
    int batch
    bint full                # the tree refused a node
    bint revisits            # some root moves have only visits of earlier searches
    char *view               # one block of memory with the five parts below
    char *world
    char *scratch
    char *belief             # NULL where the game has none
    char *worlds             # room for settings.worlds states of a determinized search, else NULL
    int n_worlds             # of them in use in this search
    int n_root
    RootMove root[PALIO_MAX_MOVES]
    uint64_t path_key[PALIO_MAX_SEATS]
    Step path[MAX_DEPTH]
    uint16_t index[PALIO_MAX_MOVES]
    const uint16_t *match    # edges of the legal moves at the node just visited
    int64_t reward[PALIO_MAX_SEATS]
    uint64_t leads
    double lead_mean, lead_squares
    Report report

cdef uint16_t IDENTITY[PALIO_MAX_MOVES]
for _number in range(PALIO_MAX_MOVES):
    IDENTITY[_number] = _number

include "worlds.pxi"
include "select.pxi"
include "reward.pxi"
include "iterate.pxi"
include "report.pxi"
include "engine.pxi"
