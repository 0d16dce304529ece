"""What must hold for every game, checked over random games at C speed."""

from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from palio.core.cgame cimport *
from palio.core.game cimport Game, State

from palio.errors import PalioError


class BrokenPropertyError(PalioError):
    """A property of the game interface does not hold; the message says where to find it again."""


cdef struct Bench:
    const GameOps *ops
    char *state         # the game being played
    char *view          # scratch
    char *world         # scratch
    char *other         # scratch
    const char *error   # the property that broke
    int seats
    int64_t ply


cdef bint fail(Bench *bench, const char *error) noexcept nogil:
    bench.error = error
    return False


cdef bint check_sound(Bench *bench, const void *state) noexcept nogil:
    cdef const char *error = bench.ops.check(state)
    if error != NULL:
        return fail(bench, error)
    return True


cdef bint check_moves(Bench *bench, const Move *moves, int n) noexcept nogil:
    cdef int i
    if n < 1 or n > PALIO_MAX_MOVES:
        return fail(bench, b"a position that is not over has 1 to 512 moves")
    for i in range(n):
        if moves[i] == 0 or (i and moves[i] <= moves[i - 1]):
            return fail(bench, b"moves are ascending and none is 0")
    return True


cdef bint check_view(Bench *bench, int seat, const Move *moves, int n, Rng *rng) noexcept nogil:
    """A world drawn from the seat's view is sound, shows it the same view and gives it the same moves."""
    cdef const GameOps *ops = bench.ops
    cdef Move again[PALIO_MAX_MOVES]
    memcpy(bench.view, bench.state, ops.state_size)
    ops.hide(bench.view, seat)
    if ops.viewer(bench.view) != seat:
        return fail(bench, b"a view names its seat")
    if not check_sound(bench, bench.view):
        return False
    memcpy(bench.world, bench.view, ops.state_size)
    ops.determinize(bench.world, rng)
    if ops.viewer(bench.world) != -1:
        return fail(bench, b"a world is a full state")
    if not check_sound(bench, bench.world):
        return False
    if ops.actor(bench.world) != ops.actor(bench.state):
        return fail(bench, b"a world has the same actor")
    if seat == ops.actor(bench.state):
        if ops.legal_moves(bench.world, again) != n or memcmp(again, moves, n * sizeof(Move)) != 0:
            return fail(bench, b"a world gives the seat to decide the same moves")
        if ops.legal_moves(bench.view, again) != n or memcmp(again, moves, n * sizeof(Move)) != 0:
            return fail(bench, b"a view gives the seat to decide the same moves")
    ops.hide(bench.world, seat)
    if memcmp(bench.world, bench.view, ops.state_size) != 0:
        return fail(bench, b"a world shows the seat the same view")
    return True


cdef bint check_alike(Bench *bench, Move first, Move second) noexcept nogil:
    """Two moves that a seat cannot tell apart leave it with the same view."""
    cdef const GameOps *ops = bench.ops
    cdef int seat
    for seat in range(bench.seats):
        if ops.seen(bench.state, first, seat) != ops.seen(bench.state, second, seat):
            continue
        if seat == ops.actor(bench.state):
            return fail(bench, b"a seat sees its own move")
        memcpy(bench.view, bench.state, ops.state_size)
        memcpy(bench.other, bench.state, ops.state_size)
        ops.apply(bench.view, first)
        ops.apply(bench.other, second)
        ops.hide(bench.view, seat)
        ops.hide(bench.other, seat)
        if memcmp(bench.view, bench.other, ops.state_size) != 0:
            return fail(bench, b"moves that look alike leave the same view")
    return True


cdef bint check_chance(Bench *bench, const Move *moves, int n) noexcept nogil:
    cdef double total = 0.0
    cdef int i
    for i in range(n):
        total += bench.ops.chance_probability(bench.state, moves[i])
    if total < 1 - 1e-9 or total > 1 + 1e-9:
        return fail(bench, b"the outcomes of chance have probability 1 together")
    return True


cdef bint check_result(Bench *bench) noexcept nogil:
    cdef Result result
    cdef Move moves[PALIO_MAX_MOVES]
    cdef double total = 0.0
    cdef int seat
    cdef bint winner = False
    if bench.ops.legal_moves(bench.state, moves) != 0:
        return fail(bench, b"a finished game has no moves")
    bench.ops.result(bench.state, &result)
    for seat in range(bench.seats):
        if result.rank[seat] < 1 or result.rank[seat] > bench.seats:
            return fail(bench, b"ranks are 1 to the number of seats")
        winner = winner or result.rank[seat] == 1
        total += result.value[seat]
    if not winner:
        return fail(bench, b"somebody is first")
    if bench.seats > 1 and (total < 0.5 * bench.seats - 1e-4 or total > 0.5 * bench.seats + 1e-4):
        return fail(bench, b"the values have the mean 1/2")
    return True


cdef bint check_position(Bench *bench, const Move *moves, int n, Rng *rng) noexcept nogil:
    cdef int seat, actor = bench.ops.actor(bench.state)
    if not check_moves(bench, moves, n):
        return False
    if actor == PALIO_CHANCE and not check_chance(bench, moves, n):
        return False
    if n > 1 and not check_alike(bench, moves[0], moves[1 + rng_below(rng, n - 1)]):
        return False
    for seat in range(bench.seats):
        if not check_view(bench, seat, moves, n, rng):
            return False
    return True


cdef bint play_checked(Bench *bench, int64_t longest, Rng *rng) noexcept nogil:
    """One random game; False at the first broken property."""
    cdef const GameOps *ops = bench.ops
    cdef Move moves[PALIO_MAX_MOVES]
    cdef int n
    cdef Move move
    while ops.actor(bench.state) != PALIO_OVER:
        if not check_sound(bench, bench.state):
            return False
        n = ops.legal_moves(bench.state, moves)
        if not check_position(bench, moves, n, rng):
            return False
        move = ops.sample_chance(bench.state, rng) if ops.actor(bench.state) == PALIO_CHANCE \
            else moves[rng_below(rng, n)]
        ops.apply(bench.state, move)
        bench.ply += 1
        if bench.ply > longest:
            return fail(bench, b"the game does not end")
    return check_sound(bench, bench.state) and check_result(bench)


def check_random_games(Game game not None, count: int, first_seed: int = 0, longest: int = 100_000) -> int:
    """Play `count` random games and check every property at every position; returns the positions seen.

    Raises BrokenPropertyError with the seed and the ply of the first violation.
    """
    cdef Bench bench
    cdef Rng rng
    cdef State start
    cdef int64_t limit = longest, positions = 0
    cdef int64_t seed
    cdef bint sound
    cdef char *memory = <char *>calloc(4, game.ops.state_size)
    if memory == NULL:
        raise MemoryError
    bench.ops = game.ops
    bench.seats = game.seats
    bench.state = memory
    bench.view = memory + game.ops.state_size
    bench.world = memory + 2 * game.ops.state_size
    bench.other = memory + 3 * game.ops.state_size
    try:
        for seed in range(first_seed, first_seed + count):
            start = game.start(seed)
            memcpy(bench.state, start.data, game.ops.state_size)
            bench.ply = 0
            bench.error = NULL
            rng_seed(&rng, seed, 99)
            with nogil:
                sound = play_checked(&bench, limit, &rng)
            if not sound:
                raise BrokenPropertyError(f"{game!r}, seed {seed}, ply {bench.ply}: {bench.error.decode()}")
            positions += bench.ply
    finally:
        free(memory)
    return positions
