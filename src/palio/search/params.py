"""What a search can be told: methods by name, and one dataclass of parameters with their defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from palio.core.info import GameInfo
from palio.errors import OptionError

KNOBS = 8
MAX_THREADS = 256
WORLD_ITERATIONS = 200
"""Iterations that a determinized search gives each world at least."""


@dataclass(frozen=True, slots=True)
class Method:
    """How the core is switched for one method."""

    text: str
    """What it does, in one line."""
    observer: int = 0
    """Whose knowledge a node stands for: 0 the root seat, 1 the acting seat, 2 everybody (determinized)."""
    rule: int | None = None
    """Selection: 0 UCB, 1 PUCT, 2 each move in turn; None: as Params.selection says."""
    depth: int = 512
    """Decisions in the tree."""
    weighted: bool = True
    """Whether worlds are weighted by what the other seats have done."""
    evaluation: float | None = None
    """Share of the evaluation at leaves; None: as in the parameters."""
    by_value: bool = False
    """Plays the move with the best value instead of the most visits."""
    searches: bool = True
    """False for the method that does not look at all."""


METHODS: Mapping[str, Method] = {
    "ismcts": Method("information-set tree search, a single observer"),
    "mo-ismcts": Method("information-set tree search, each seat an observer of its own", observer=1),
    "pimc": Method("determinized tree search over several worlds", observer=2, rule=0, weighted=False),
    "puct-determinized": Method("the same, guided by priors", observer=2, rule=1, weighted=False),
    "flat": Method("flat Monte Carlo: every move alike often", rule=2, depth=1, weighted=False, by_value=True),
    "greedy": Method("one move deep on the evaluation", rule=2, depth=1, weighted=False, evaluation=1.0, by_value=True),
    "random": Method("a random legal move", searches=False),
}


@dataclass(frozen=True, slots=True)
class Params:
    """Parameters of a search; a game's info.py changes some of the defaults, a caller any of them."""

    selection: str = "ucb"
    """`ucb` (UCB1 with availability counts) or `puct` (priors guide the search)."""
    exploration: float = 0.7
    """UCB's c, for rewards in 0 to 1."""
    puct: float = 2.0
    """PUCT's c."""
    prior_bias: float = 0.0
    """Adds bias x prior / (visits + 1) to UCB; needs a game with priors."""
    fpu_moves: int = 12
    """Up to so many moves UCB tries each once before it looks at values."""
    fpu: float = 0.1
    """With more moves, and in PUCT: how far below its parent's mean an untried move is taken to be."""
    playout: str = "informed"
    """`informed` (the game's playout policy) or `random`."""
    evaluation: float = 0.0
    """Share of the game's evaluation in a leaf's value; 1 leaves the playouts out."""
    keys: str = "path"
    """Which decisions share a node: `path` (the same moves seen since the root) or `view` (the same view)."""
    open_loop: bool = True
    """With path keys: chance outcomes do not part the tree."""
    worlds: int = 40
    """Most worlds of the determinized methods, in equal shares; an iteration limit gives each at least 200."""
    weighted: bool = True
    """Whether worlds are weighted by what the other seats have done, in the methods that do so."""
    knobs: tuple[float, ...] = ()
    """The game's own parameters of these weights, in the order that its info gives."""
    win_weights: tuple[float, float, float] = (0.5, 0.7, 0.9)
    """The reward's share of the place, the rest being the lead in points, by third of the game."""
    place_value: float = 0.3
    """Reward of the second place at a table where all others are beaten; the last place has 0."""
    solo_points: float = 80.0
    """Points that count as perfect in a won solo game."""
    memory_mb: int = 256
    """Cap of the trees of all threads together; at the cap the search goes on with the tree it has."""
    reuse: bool = True
    """Whether a Search keeps its tree from decision to decision."""
    early_stop: bool = False
    """With a time limit and one thread: end as soon as no move can overtake the most visited one in the time left, were
    the search twice as fast from now on. An iteration limit is always used up."""

    def __post_init__(self) -> None:
        for name, low, high in BOUNDS:
            check_number(name, getattr(self, name), low, high)
        for name, values in CHOICES:
            if getattr(self, name) not in values:
                raise OptionError(f"{name}: expected one of {', '.join(values)}, got {getattr(self, name)!r}")
        for name in ("fpu_moves", "worlds", "memory_mb"):
            if not isinstance(getattr(self, name), int):
                raise OptionError(f"{name}: expected a whole number, got {getattr(self, name)!r}")
        for name in ("open_loop", "weighted", "reuse", "early_stop"):
            if not isinstance(getattr(self, name), bool):
                raise OptionError(f"{name}: expected true or false, got {getattr(self, name)!r}")
        for name in ("win_weights", "knobs"):
            if not isinstance(getattr(self, name), tuple | list):
                raise OptionError(f"{name}: expected a list of numbers, got {getattr(self, name)!r}")
        if len(self.win_weights) != 3:
            raise OptionError(f"win_weights: expected three numbers, got {self.win_weights!r}")
        if len(self.knobs) > KNOBS:
            raise OptionError(f"knobs: expected at most {KNOBS} numbers, got {len(self.knobs)}")
        for name in ("win_weights", "knobs"):
            for value in getattr(self, name):
                check_number(name, value, 0, 1)


BOUNDS = (
    ("exploration", 0, 100),
    ("puct", 0, 100),
    ("prior_bias", 0, 100),
    ("fpu_moves", 0, 512),
    ("fpu", 0, 1),
    ("evaluation", 0, 1),
    ("worlds", 1, 10000),
    ("place_value", 0, 1),
    ("solo_points", 1, 10000),
    ("memory_mb", 1, 1 << 20),
)
CHOICES = (("selection", ("ucb", "puct")), ("playout", ("informed", "random")), ("keys", ("path", "view")))


def check_number(name: str, value: object, low: float, high: float) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise OptionError(f"{name}: expected {low} to {high}, got {value!r}")


def check_method(name: object) -> Method:
    """The method of that name; OptionError with the list of methods if there is none."""
    if not isinstance(name, str) or name not in METHODS:
        raise OptionError(f"unknown search method {name!r}; the methods are {', '.join(METHODS)}")
    return METHODS[name]


def default_method(info: GameInfo) -> str:
    """The method that plays this game best."""
    return str(info.search.get("method", "ismcts"))


def game_params(info: GameInfo, changes: Mapping[str, Any]) -> Params:
    """The defaults, changed as the game says and then as the caller says.

    Raises OptionError for an unknown parameter or a value out of bounds.
    """
    names = {field.name for field in fields(Params)}
    for name in changes:
        if name not in names:
            raise OptionError(f"search has no parameter {name!r}; its parameters are {', '.join(sorted(names))}")
    own = {name: value for name, value in info.search.items() if name != "method"}
    return replace(Params(), **{**own, **changes})


def world_count(params: Params, iterations: int | None) -> int:
    """Worlds of a determinized search with this limit: a tree of a few iterations tells nothing."""
    return params.worlds if iterations is None else min(params.worlds, max(1, iterations // WORLD_ITERATIONS))


def core_settings(method: Method, params: Params) -> dict[str, Any]:
    """Method and parameters as the core takes them."""
    rule = ("ucb", "puct").index(params.selection) if method.rule is None else method.rule
    return {
        "observer": method.observer,
        "rule": rule,
        "max_depth": method.depth,
        "fpu_moves": params.fpu_moves,
        "worlds": params.worlds,
        "path_keys": params.keys == "path" or method.observer == 2,
        "open_loop": params.open_loop,
        "informed": params.playout == "informed",
        "weighted": params.weighted and method.weighted,
        "exploration": params.exploration,
        "puct": params.puct,
        "fpu": params.fpu,
        "bias": params.prior_bias,
        "evaluation": params.evaluation if method.evaluation is None else method.evaluation,
        "place_value": params.place_value,
        "solo_points": params.solo_points,
        "knobs": params.knobs,
        "early_stop": params.early_stop,
    }
