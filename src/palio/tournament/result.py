"""What is kept of a finished game beside its record."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from palio.referee.record import Record


class Place(NamedTuple):
    """Where a record is among an event's files of records."""

    file: int
    at: int
    """Of its first byte."""
    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game; the tuples are by seat."""

    number: int
    table: int
    deal: int
    bots: tuple[int, ...]
    ranks: tuple[int, ...]
    points: tuple[int, ...]
    returns: tuple[float, ...]
    """1 for the first place, 0 for the last."""
    reasons: tuple[str, ...]
    """How each seat's part ended: `finished` or the name of a fault."""
    decisions: tuple[int, ...]
    """Decisions that the bot itself made."""
    milliseconds: tuple[float, ...]
    """Time of these decisions together."""
    slowest: tuple[float, ...]
    """The longest of them, in ms."""
    moves: int
    """Decisions and draws of the game."""
    seconds: float
    """From the first message to the result."""
    digest: str
    """SHA-256 of the record's lines, as its last line has it."""
    record: Place | None = None
    """Where the record is stored; None before it is."""

    def win_share(self, seat: int) -> float:
        """1 for a win; winners that share the first rank share it equally. Alone, the result says whether it is one."""
        return 1 / self.ranks.count(1) if self.ranks[seat] == 1 and self.returns[seat] > 0 else 0.0


def summarize(
    record: Record,
    *,
    number: int,
    table: int,
    bots: Sequence[int],
    seconds: float | None,
    digest: str,
    place: Place | None = None,
) -> GameResult:
    """The result of a game from its record; without `seconds` the bots' own time stands for it."""
    seats = range(len(record.seats))
    spent: list[list[float]] = [[] for _ in seats]
    for entry in record.entries:
        if entry.kind == "seat":
            spent[entry.actor].append(float(entry.details.get("ms", 0.0)))
    ends: list[dict[str, Any]] = record.ends
    total = sum(sum(times) for times in spent) / 1000
    return GameResult(
        number=number,
        table=table,
        deal=int(record.header["deal"]),
        bots=tuple(bots),
        ranks=tuple(int(end["rank"]) for end in ends),
        points=tuple(int(end["points"]) for end in ends),
        returns=tuple(float(end["return"]) for end in ends),
        reasons=tuple(str(end["reason"]) for end in ends),
        decisions=tuple(len(times) for times in spent),
        milliseconds=tuple(round(sum(times), 1) for times in spent),
        slowest=tuple(max(times, default=0.0) for times in spent),
        moves=sum(entry.kind != "fault" for entry in record.entries),
        seconds=total if seconds is None else round(seconds, 6),
        digest=digest,
        record=place,
    )
