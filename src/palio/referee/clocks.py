"""Time controls and the clocks of one game."""

import re
from dataclasses import dataclass
from typing import Any

from palio.errors import OptionError

STALL_MILLISECONDS = 60_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """What limits a decision; all times in milliseconds, None is no limit."""

    initial: int | None = None
    """Time for the whole game."""
    increment: int = 0
    """Added to the game clock after each decision."""
    move: int | None = None
    """Time for each decision."""
    reaction: int | None = None
    """Time for each decision in another seat's turn; by default as for every decision."""
    iterations: int | None = None
    """Iterations of search for each decision."""
    margin: int = 50
    """An answer may arrive so much after its limit: the way of a message is not the bot's fault."""
    stall: int = STALL_MILLISECONDS
    """The hard deadline where no time is set."""

    def to_map(self) -> dict[str, Any]:
        """The clock as `start` and records show it."""
        found = {
            "initial": self.initial,
            "increment": self.increment if self.initial is not None else None,
            "move": self.move,
            "reaction": self.reaction,
            "iterations": self.iterations,
        }
        return {name: value for name, value in found.items() if value is not None}


def parse_clock(text: str) -> tuple[int, int]:
    """`60+0.5` is 60 s for the game and 0.5 s more after each decision; returns milliseconds."""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:\+(\d+(?:\.\d+)?))?", text)
    if not match:
        raise OptionError(f"--clock: expected SECONDS or SECONDS+INCREMENT like 60+0.5, got {text!r}")
    return round(float(match[1]) * 1000), round(float(match[2] or 0) * 1000)


class Clocks:
    """The clocks of one game, one per seat."""

    def __init__(self, control: TimeControl, seats: int) -> None:
        self.control = control
        self._left = [float(control.initial or 0)] * seats

    def left(self) -> list[int] | None:
        """Time left by seat, in ms; None without a game clock."""
        return None if self.control.initial is None else [int(time) for time in self._left]

    def limit(self, seat: int, reaction: bool) -> int | None:
        """The time of this decision in ms, or None."""
        control = self.control
        own = control.reaction if reaction and control.reaction is not None else control.move
        if control.initial is None:
            return own
        left = max(int(self._left[seat]), 0)
        return left if own is None else min(own, left)

    def charge(self, seat: int, spent: float) -> None:
        """Take the time of a decision in ms from the seat's clock and add the increment."""
        if self.control.initial is not None:
            self._left[seat] = max(self._left[seat] - spent, 0.0) + self.control.increment
