"""Game, State and View: any game's rules as Python objects over its GameOps table."""

import secrets
from dataclasses import dataclass

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy

from palio.core.cgame cimport *

from palio.errors import IllegalMoveError, NotationError, OptionError

CHANCE = PALIO_CHANCE
OVER = PALIO_OVER


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, one entry per seat."""

    ranks: tuple[int, ...]
    points: tuple[int, ...]
    returns: tuple[float, ...]


cdef uint64_t checked_seed(object seed, str what) except? 0:
    """A seed as 64 bits; anything but an integer of that range is an OptionError."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2 ** 64:
        raise OptionError(f"{what}: expected an integer 0 to 2**64 - 1, got {seed!r}")
    return seed


cdef class Random:
    """A random stream, named by a seed and a stream number: the same names give the same draws everywhere."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        rng_seed(&self.rng, checked_seed(seed, "seed"), checked_seed(stream, "stream"))

    def below(self, n: int) -> int:
        """A uniform integer 0 to n - 1."""
        if not 0 < n < 2 ** 32:
            raise OptionError(f"below: expected 1 to 2**32 - 1, got {n!r}")
        return rng_below(&self.rng, n)

    def uniform(self) -> float:
        """A uniform number in [0, 1)."""
        return rng_double(&self.rng)

    def choice(self, items):
        """A uniformly random item of a sequence that is not empty."""
        return items[self.below(len(items))]


cdef SearchOps NO_SEARCH_OPS     # static, hence zero


cdef class Game:
    """A game with its options: makes states, reads moves and maps."""

    def __init__(self, info, rules, notation, options) -> None:
        self.info = info
        self.notation = notation
        self.ops = <const GameOps *>PyCapsule_GetPointer(rules.OPS, "palio.GameOps")
        self.search_ops = &NO_SEARCH_OPS
        if hasattr(rules, "SEARCH_OPS"):
            self.search_ops = <const SearchOps *>PyCapsule_GetPointer(rules.SEARCH_OPS, "palio.SearchOps")
        self.codes = info.encode(options)
        self.options = info.decode(self.codes)
        self.seats = self.codes[0]

    @property
    def name(self) -> str:
        return self.info.name

    @property
    def state_bytes(self) -> int:
        """The size of a state."""
        return self.ops.state_size

    def start(self, seed=None):
        """The first state of a new game; the seed decides the deal, by default a random one."""
        cdef int32_t options[16]
        cdef Rng rng
        cdef State state = State.__new__(State, self)
        for index, code in enumerate(self.codes):
            options[index] = code
        rng_seed(&rng, checked_seed(secrets.randbits(64) if seed is None else seed, "seed"), 0)
        self.ops.setup(state.data, options, &rng)
        return state

    def world(self, View view not None, seed: int):
        """A full state that fits the view; what is hidden is drawn with its true probability."""
        self.check_own(view)
        return view.world(seed)

    def move_text(self, move: int) -> str:
        """A move or chance outcome as text."""
        return self.notation.move_text(move, self.options)

    def parse_move(self, text: str) -> int:
        """The move that a text names; it need not be legal anywhere."""
        return self.notation.parse_move(text, self.options)

    def state_from_map(self, source):
        """The state that State.to_map made the map of."""
        return self.position_from_map(source, State)

    def view_from_map(self, source):
        """The view that View.to_map made the map of."""
        return self.position_from_map(source, View)

    def state_from_bytes(self, data: bytes):
        return self.position_from_bytes(data, State)

    def view_from_bytes(self, data: bytes):
        return self.position_from_bytes(data, View)

    cdef object position_from_map(self, object source, object kind):
        return self.position_from_bytes(self.notation.from_map(source, self.options), kind)

    cdef object position_from_bytes(self, bytes data, object kind):
        cdef Position position = kind.__new__(kind, self)
        cdef const char *error
        if len(data) != <Py_ssize_t>self.ops.state_size:
            raise NotationError(f"a {self.name} state has {self.ops.state_size} bytes, got {len(data)}")
        memcpy(position.data, <const char *>data, self.ops.state_size)
        error = self.ops.check(position.data)
        if error != NULL:
            raise NotationError(f"not a {self.name} position: {error.decode()}")
        if self.notation.options_of(data) != self.options:
            raise NotationError(f"the position has other options than the game: {self.notation.options_of(data)}")
        if (self.ops.viewer(position.data) >= 0) != (kind is View):
            raise NotationError("expected a full state, got a view" if kind is State
                                else "expected a view, got a full state")
        return position

    cdef int check_own(self, Position position) except -1:
        if position.game.ops != self.ops or position.game.options != self.options:
            raise OptionError(f"the position belongs to another game: expected {self!r}, got {position.game!r}")
        return 0

    def __eq__(self, other):
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self):
        return hash((self.name, tuple(self.options.items())))

    def __repr__(self) -> str:
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        return f"palio.load({self.name!r}, {options})"

    def __reduce__(self):
        return load_pickled, (self.name, self.options)


def load_pickled(name, options):
    from palio.games import load

    return load(name, **options)


cdef class Position:
    """What State and View share: one flat block of memory and the game that reads it."""

    def __cinit__(self, Game game not None, *_):
        self.game = game
        self.data = calloc(1, game.ops.state_size)
        if self.data == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.data)

    @property
    def seats(self) -> int:
        return self.game.seats

    @property
    def actor(self) -> int:
        """The seat to decide, CHANCE or OVER."""
        return self.game.ops.actor(self.data)

    @property
    def is_over(self) -> bool:
        return self.game.ops.actor(self.data) == PALIO_OVER

    def move_text(self, move: int) -> str:
        return self.game.move_text(move)

    def to_map(self) -> dict:
        """Everything in plain maps, lists, texts and numbers."""
        return self.game.notation.to_map(self.to_bytes(), self.game.options)

    def to_bytes(self) -> bytes:
        """The raw memory; its layout may change with every version, maps are for keeping."""
        return (<const char *>self.data)[:self.game.ops.state_size]

    cdef list list_moves(self):
        cdef Move moves[PALIO_MAX_MOVES]
        cdef int i, n = self.game.ops.legal_moves(self.data, moves)
        return [moves[i] for i in range(n)]

    def __eq__(self, other):
        cdef Position mine = self, theirs
        if type(self) is not type(other):
            return NotImplemented
        theirs = other
        return mine.game == theirs.game and memcmp(mine.data, theirs.data, mine.game.ops.state_size) == 0

    def __hash__(self):
        """Of the present contents: a state that is applied moves to must not be a dict's key."""
        return hash(self.to_bytes())


cdef class State(Position):
    """A full position: all cards, seen and unseen. `apply` changes it; `child` and `copy` make new ones."""

    def legal_moves(self) -> list:
        """The moves of the current decision in ascending order, or the possible outcomes at CHANCE."""
        return self.list_moves()

    def apply(self, move) -> None:
        """Carry out a legal move, given as number or text, and all that follows by itself.

        Raises IllegalMoveError with the legal moves if it is none of them.
        """
        cdef Move found = self.legal(move)
        self.game.ops.apply(self.data, found)

    cdef Move legal(self, object move) except 0:
        number = self.game.parse_move(move) if isinstance(move, str) else move
        moves = self.list_moves()
        if number not in moves:
            raise IllegalMoveError(self.complaint(move, moves))
        return number

    def complaint(self, move, moves) -> str:
        if not moves:
            return f"illegal move {move!r}: the game is over"
        texts = [self.game.move_text(legal) for legal in moves]
        listed = ", ".join(texts[:20]) + (f" and {len(texts) - 20} more" if len(texts) > 20 else "")
        return f"illegal move {move!r}: expected one of {listed}"

    def child(self, move):
        """A copy of this state with the move carried out."""
        state = self.copy()
        state.apply(move)
        return state

    def copy(self):
        cdef State state = State.__new__(State, self.game)
        memcpy(state.data, self.data, self.game.ops.state_size)
        return state

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def sample_chance(self, Random random not None) -> int:
        """An outcome of the chance event at hand, with its true probability."""
        if self.actor != PALIO_CHANCE:
            raise IllegalMoveError(f"no chance event: the actor is {self.actor}")
        return self.game.ops.sample_chance(self.data, &random.rng)

    def chance_probability(self, move) -> float:
        """The probability of one of the possible outcomes at CHANCE."""
        cdef Move found = self.legal(move)
        if self.actor != PALIO_CHANCE:
            raise IllegalMoveError(f"no chance event: the actor is {self.actor}")
        return self.game.ops.chance_probability(self.data, found)

    def view(self, seat: int):
        """What this seat knows: everything else is hidden, in the view and in its map."""
        cdef View view = View.__new__(View, self.game)
        self.check_seat(seat)
        memcpy(view.data, self.data, self.game.ops.state_size)
        self.game.ops.hide(view.data, seat)
        return view

    def seen(self, move, seat: int) -> int:
        """A legal move as the seat sees it being made."""
        cdef Move found = self.legal(move)
        self.check_seat(seat)
        return self.game.ops.seen(self.data, found, seat)

    cdef int check_seat(self, object seat) except -1:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise OptionError(f"seat: expected 0 to {self.game.seats - 1}, got {seat!r}")
        return 0

    def outcome(self):
        """Ranks, points and returns of a finished game."""
        cdef Result result
        cdef int seats = self.game.seats
        if self.actor != PALIO_OVER:
            raise IllegalMoveError("the game is not over")
        self.game.ops.result(self.data, &result)
        return Outcome(
            ranks=tuple(result.rank[i] for i in range(seats)),
            points=tuple(result.points[i] for i in range(seats)),
            returns=tuple(result.value[i] for i in range(seats)),
        )

    def returns(self) -> list:
        """The result per seat of a finished game: 1 for the winner down to 0 for the last."""
        return list(self.outcome().returns)

    def evaluate(self) -> list:
        """The rules' own quick estimate of the returns."""
        cdef float out[PALIO_MAX_SEATS]
        self.game.ops.evaluate(self.data, out)
        return [out[i] for i in range(self.game.seats)]

    def playout(self, Random random not None, informed: bool = False) -> int:
        """Play on to the end, at random or by the game's playout policy; returns the decisions made."""
        cdef bint policy = informed
        cdef int64_t decisions
        with nogil:
            if policy:
                decisions = self.game.ops.playout_informed(self.data, &random.rng)
            else:
                decisions = self.game.ops.playout(self.data, &random.rng)
        return decisions

    def check(self) -> None:
        """Raises NotationError if an invariant of the game is broken."""
        cdef const char *error = self.game.ops.check(self.data)
        if error != NULL:
            raise NotationError(f"broken {self.game.name} state: {error.decode()}")

    def __reduce__(self):
        return unpickle_state, (self.game, self.to_bytes())

    def __repr__(self) -> str:
        return f"<palio.State of {self.game.name}: {actor_text(self.actor)}>"


cdef class View(Position):
    """What one seat knows of a state, its memory included: enough to go on playing from."""

    @property
    def seat(self) -> int:
        """Whose view this is."""
        return self.game.ops.viewer(self.data)

    def legal_moves(self) -> list:
        """The moves of the seat's own decision; empty when another seat or chance is to act."""
        return self.list_moves() if self.actor == self.seat else []

    def parse_move(self, text: str) -> int:
        return self.game.parse_move(text)

    def world(self, seed: int):
        """A full state that fits this view; what is hidden is drawn with its true probability."""
        cdef Rng rng
        rng_seed(&rng, checked_seed(seed, "seed"), 0)
        return self.draw_world(&rng)

    def sample_world(self, Random random not None):
        """Like `world`, drawing from a stream."""
        return self.draw_world(&random.rng)

    cdef State draw_world(self, Rng *rng):
        cdef State state = State.__new__(State, self.game)
        memcpy(state.data, self.data, self.game.ops.state_size)
        self.game.ops.determinize(state.data, rng)
        return state

    def copy(self):
        cdef View view = View.__new__(View, self.game)
        memcpy(view.data, self.data, self.game.ops.state_size)
        return view

    def __reduce__(self):
        return unpickle_view, (self.game, self.to_bytes())

    def __repr__(self) -> str:
        return f"<palio.View of {self.game.name} from seat {self.seat}: {actor_text(self.actor)}>"


def actor_text(actor: int) -> str:
    return {PALIO_CHANCE: "chance to act", PALIO_OVER: "game over"}.get(actor, f"seat {actor} to act")


def unpickle_state(game, data):
    return game.state_from_bytes(data)


def unpickle_view(game, data):
    return game.view_from_bytes(data)


cdef uint64_t count_leaves(const GameOps *ops, const void *state, int depth, uint64_t seed, uint64_t ply,
                           char *scratch) noexcept nogil:
    """Sequences of `depth` decisions from here; each draw of chance is fixed by the seed and the ply."""
    cdef Move moves[PALIO_MAX_MOVES]
    cdef void *child = scratch
    cdef uint64_t leaves = 0
    cdef int i, n = ops.legal_moves(state, moves)
    if depth == 1:
        return n
    for i in range(n):
        memcpy(child, state, ops.state_size)
        ops.apply(child, moves[i])
        settle_chance(ops, child, seed, ply + 1)
        if ops.actor(child) != PALIO_OVER:
            leaves += count_leaves(ops, child, depth - 1, seed, ply + 1, scratch + ops.state_size)
    return leaves


cdef void settle_chance(const GameOps *ops, void *state, uint64_t seed, uint64_t ply) noexcept nogil:
    """Play chance events until somebody decides; a ply has one stream, whatever led there."""
    cdef Rng rng
    if ops.actor(state) == PALIO_CHANCE:
        rng_seed(&rng, seed, ply)
        while ops.actor(state) == PALIO_CHANCE:
            ops.apply(state, ops.sample_chance(state, &rng))


def perft(State state not None, depth: int, seed: int = 0) -> int:
    """The number of decision sequences of this length: a fingerprint of the rules.

    Chance events on the way are drawn from streams of the seed, one per ply; games that end sooner do not count.
    """
    return sum(perft_divide(state, depth, seed).values()) if depth else 1


def perft_divide(State state not None, depth: int, seed: int = 0) -> dict:
    """The same count, by first move."""
    cdef State first
    cdef const GameOps *ops = state.game.ops
    cdef uint64_t stream = checked_seed(seed, "seed")
    cdef uint64_t leaves
    cdef int left
    cdef char *scratch
    if isinstance(depth, bool) or not isinstance(depth, int) or not 1 <= depth <= 60:
        raise OptionError(f"depth: expected 1 to 60, got {depth!r}")
    scratch = <char *>calloc(depth + 1, ops.state_size)
    if scratch == NULL:
        raise MemoryError
    counts = {}
    left = depth - 1
    try:
        for move in state.legal_moves():
            first = state.child(move)
            with nogil:
                settle_chance(ops, first.data, stream, 1)
                leaves = 1
                if left:
                    leaves = 0
                    if ops.actor(first.data) != PALIO_OVER:
                        leaves = count_leaves(ops, first.data, left, stream, 1, scratch)
            counts[move] = leaves
    finally:
        free(scratch)
    return counts


def run_playouts(State state not None, count: int, seed: int, informed: bool = False) -> int:
    """Play `count` playouts from copies of the state; returns the decisions made. For benchmarks."""
    cdef State copy = state.copy()
    cdef const GameOps *ops = state.game.ops
    cdef Rng rng
    cdef int64_t decisions = 0, left = count
    cdef bint policy = informed
    rng_seed(&rng, checked_seed(seed, "seed"), 0)
    with nogil:
        while left > 0:
            left -= 1
            memcpy(copy.data, state.data, ops.state_size)
            if policy:
                decisions += ops.playout_informed(copy.data, &rng)
            else:
                decisions += ops.playout(copy.data, &rng)
    return decisions
