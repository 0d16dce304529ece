"""Ways to think behind one small interface."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from threading import Event
from typing import Any, Protocol

from palio.core.game import Game, View
from palio.core.players import RandomPlayer
from palio.engine.budget import LEAST_SECONDS, Budget
from palio.engine.options import Settings
from palio.errors import OptionError
from palio.search import METHODS, Search, SearchResult

ThoughtMap = dict[str, Any]
"""A thought as the protocol sends it."""
Report = Callable[[ThoughtMap], None]

AUTO = "auto"
"""The method that the game's own info prefers."""
NO_STYLE = "none"
STYLES = (NO_STYLE, "honest", "always-challenge", "maniac")
"""Scripted ways to play; a game that has some keeps them in its `styles` module."""
LIST_PARAMS = {"knobs", "win_weights"}
POLL_SECONDS = 0.005
"""A search looks this often whether it has been stopped."""


@dataclass(frozen=True, slots=True)
class Task:
    """One decision to think about."""

    view: View
    budget: Budget
    seed: int
    candidates: int
    """How many moves to show."""
    asked: float
    """When the host's question arrived (time.monotonic); the budget's seconds count from then."""
    beliefs: bool = False
    """Whether to tell what is believed about hidden cards; takes some milliseconds."""

    def seconds_left(self) -> float | None:
        """What is left of the budget's time: decoding the question and starting a thread have used some."""
        if self.budget.seconds is None:
            return None
        return max(self.asked + self.budget.seconds - time.monotonic(), LEAST_SECONDS)


class Thinker(Protocol):
    """One way to think about the decisions of one seat."""

    instant: bool
    """True if it answers in the time of a message and needs no thread of its own."""

    def think(self, task: Task, stop: Event, report: Report) -> tuple[int, ThoughtMap]:
        """A legal move, and the thought behind it, which may be empty.

        Returns soon after `stop` is set or the budget is spent; may call `report` on the way.
        """
        ...


class RandomThinker:
    """Any legal move."""

    instant = True

    def think(self, task: Task, stop: Event, report: Report) -> tuple[int, ThoughtMap]:
        return RandomPlayer(task.seed).choose(task.view), {}


def has_styles(game: str) -> bool:
    return find_spec(f"palio.games.{game}.styles") is not None


class StyleThinker:
    """A scripted style of the game."""

    instant = True

    def __init__(self, game: Game, name: str) -> None:
        if not has_styles(game.name):
            raise OptionError(f"style {name}: {game.name} has no scripted styles")
        self._make = import_module(f"palio.games.{game.name}.styles").style
        self._name = name
        self._make(name, 0)

    def think(self, task: Task, stop: Event, report: Report) -> tuple[int, ThoughtMap]:
        return int(self._make(self._name, task.seed)(task.view)), {}


class SearchThinker:
    """Tree search; keeps its tree from decision to decision."""

    instant = False

    def __init__(self, game: Game, method: str | None, params: dict[str, Any], threads: int, memory: int) -> None:
        """`params` are fields of search.Params, `memory` is in MiB."""
        self._search = Search(game, method, threads=threads, **{"memory_mb": memory, **params})

    def think(self, task: Task, stop: Event, report: Report) -> tuple[int, ThoughtMap]:
        search = self._search
        search.start(task.view, iterations=task.budget.iterations, seconds=task.seconds_left(), seed=task.seed)
        while search.running and not stop.is_set():
            found = search.wait(POLL_SECONDS)
            if found.iterations and search.running:
                report(thought_map(found, task))
        found = search.stop()
        return found.move, thought_map(found, task)


def thought_map(found: SearchResult, task: Task) -> ThoughtMap:
    """What a search found, as the protocol tells it."""
    best = found.moves[0]
    thought: ThoughtMap = {
        "move": found.text,
        "values": seat_values(best.value),
        "candidates": [
            {
                "move": move.text,
                "visits": move.visits,
                "values": seat_values(move.value),
                "prior": unit(move.prior),
            }
            for move in found.moves[: task.candidates]
        ],
        "pv": list(found.variation[:200]),
        "visits": found.iterations,
        "worlds": found.worlds,
        "speed": round(found.iterations_per_second),
        "time": round(found.seconds * 1000),
    }
    if task.beliefs:
        thought["beliefs"] = belief_list(found.beliefs)
    return thought


def seat_values(values: tuple[float, ...]) -> list[dict[str, Any]]:
    return [{"seat": seat, "value": unit(value)} for seat, value in enumerate(values)]


def unit(value: float) -> float:
    """Within 0 to 1, with as many digits as mean something."""
    return round(min(max(value, 0.0), 1.0), 4)


def belief_list(beliefs: list[Any] | None) -> list[dict[str, Any]]:
    """How likely each seat holds each role, for games that know such a thing."""
    return [
        {"seat": seat, "what": name, "probability": unit(share)}
        for seat, belief in enumerate(beliefs or [])
        for name, share in (belief or {}).get("roles", {}).items()
    ]


def make_thinker(game: Game, settings: Settings) -> Thinker:
    """The thinker that the settings ask for; raises OptionError if the game has none such."""
    style, method = settings.text("style"), settings.text("method")
    if style != NO_STYLE:
        return StyleThinker(game, style)
    if method == "random":
        return RandomThinker()
    chosen = None if method == AUTO else method
    params = search_params(settings.text("search"))
    return SearchThinker(game, chosen, params, settings.number("threads"), settings.number("memory"))


def search_params(text: str) -> dict[str, Any]:
    """`exploration=0.5,playout=random,knobs=0.03/0.5` as parameters of a search; lists are parted by slashes.

    >>> search_params("worlds=20,knobs=0.03/0.5")
    {'worlds': 20, 'knobs': (0.03, 0.5)}
    """
    found: dict[str, Any] = {}
    for item in filter(None, text.split(",")):
        name, equals, value = item.partition("=")
        if not equals:
            raise OptionError(f"search: expected NAME=VALUE, got {item!r}")
        many = "/" in value or name in LIST_PARAMS
        found[name] = tuple(plain(part) for part in value.split("/")) if many else plain(value)
    return found


def plain(text: str) -> int | float | bool | str:
    """A number, true or false where the text is one."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def method_names() -> tuple[str, ...]:
    return (AUTO, *METHODS)
