"""Ways to think behind one small interface, by name."""

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from palio.core.game import View
from palio.core.players import make_player
from palio.engine.budget import Budget
from palio.engine.honest import HonestPlayer
from palio.errors import OptionError

ThoughtMap = dict[str, Any]
"""A thought as the protocol sends it."""


@dataclass(frozen=True, slots=True)
class Task:
    """One decision to think about."""

    view: View
    moves: list[int]
    """The legal moves, two or more."""
    budget: Budget
    seed: int
    candidates: int
    threads: int
    memory: int
    """In MiB."""


class Thinker(Protocol):
    """One way to think; it holds nothing of any game, so one serves many at once."""

    instant: bool
    """True if it answers in the time of a message and needs no thread of its own."""

    def think(self, task: Task, stop: Event, report: Callable[[ThoughtMap], None]) -> tuple[int, ThoughtMap]:
        """A legal move, and the thought behind it, which may be empty.

        Returns soon after `stop` is set or the budget is spent; may call `report` on the way.
        """
        ...


class PlayerThinker:
    """A player that looks no further than the position."""

    instant = True

    def __init__(self, name: str) -> None:
        self._name = name

    def think(self, task: Task, stop: Event, report: Callable[[ThoughtMap], None]) -> tuple[int, ThoughtMap]:
        return make_player(self._name, task.seed).choose(task.view), {}


class HonestThinker:
    """The Coup player that never bluffs."""

    instant = True

    def think(self, task: Task, stop: Event, report: Callable[[ThoughtMap], None]) -> tuple[int, ThoughtMap]:
        if task.view.game.name != "coup":
            raise OptionError(f"method honest plays coup alone, got {task.view.game.name}")
        return HonestPlayer(task.seed).choose(task.view), {}


THINKERS: dict[str, Callable[[], Thinker]] = {
    "random": lambda: PlayerThinker("random"),
    "greedy": lambda: PlayerThinker("greedy"),
    "honest": HonestThinker,
}
"""Makers of thinkers by the name that the option `method` takes."""
DEFAULT_METHOD = "greedy"
