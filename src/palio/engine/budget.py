"""Time management: how long to think about one decision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

OWN_DECISIONS_LEFT = 24
"""The clock is shared among this many more decisions; so many small ones in a chain cannot use it up."""
REACTIONS_LEFT = 72
"""One action can ask every other seat for a reaction, so each gets a third of an own decision's time."""
INCREMENT_SHARE = 0.8
FULL_TIME_MOVES = 8
"""Decisions with fewer moves than this get less of the game clock, down to half of it for two."""
LEAST_SECONDS = 0.001


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop thinking: whichever comes first; None is no limit."""

    seconds: float | None
    iterations: int | None


def allot(
    limit: Mapping[str, Any],
    clock: Mapping[str, Any],
    *,
    left: int | None,
    moves: int,
    reaction: bool,
    overhead: int,
    iterations: int,
) -> Budget:
    """The budget of one decision.

    `limit` and `clock` are those of the protocol, `left` is the own time left in ms, `moves` the number of
    legal moves, `overhead` in ms, `iterations` what is used when nothing else limits the decision.
    """
    hard = limit.get("time")
    counted = limit.get("iterations")
    seconds = None if hard is None else max((hard - overhead) / 1000, LEAST_SECONDS)
    if left is not None and seconds is not None and "move" not in clock and counted is None:
        seconds = min(seconds, share(left, clock.get("increment", 0), moves, reaction))
    if seconds is None and counted is None:
        counted = iterations
    return Budget(seconds, counted)


def share(left: int, increment: int, moves: int, reaction: bool) -> float:
    """The part of the game clock for this decision, in seconds."""
    decisions = REACTIONS_LEFT if reaction else OWN_DECISIONS_LEFT
    weight = 0.5 + 0.5 * min(1.0, (moves - 2) / (FULL_TIME_MOVES - 2)) if moves > 2 else 0.5
    gain = increment * INCREMENT_SHARE * (0.5 if reaction else 1.0)
    return max(min(left / decisions + gain, left * 0.5) * weight / 1000, LEAST_SECONDS)


def own_time(clocks: Sequence[int] | None, seat: int) -> int | None:
    """The seat's time left in ms, if there is a game clock."""
    return clocks[seat] if clocks is not None and seat < len(clocks) else None
