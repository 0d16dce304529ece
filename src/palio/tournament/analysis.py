"""Everything that is said about an event, derived from its stored games."""

from collections.abc import Sequence
from dataclasses import dataclass

from palio.tournament.event import Event, TableSpec
from palio.tournament.ratings import RESAMPLES, Ratings, rate
from palio.tournament.result import GameResult
from palio.tournament.standings import BotLine, Mean, bot_lines, complete_blocks, cross_table, seat_wins


@dataclass(frozen=True, slots=True)
class TableAnalysis:
    """The games of one table; incomplete blocks are left out."""

    index: int
    spec: TableSpec
    results: list[GameResult]
    lines: list[BotLine]
    """Best rating first."""
    ratings: Ratings | None
    """None where nobody can be compared."""
    cross: dict[tuple[int, int], Mean]
    seats: list[Mean]
    """Shares of first places by seat."""
    left_out: int
    """Games of incomplete blocks."""


def analyse(event: Event, results: Sequence[GameResult], resamples: int = RESAMPLES) -> list[TableAnalysis]:
    """One analysis for each table that has a finished block."""
    found = []
    for index, spec in enumerate(event.tables):
        stored = [result for result in results if result.table == index]
        whole = complete_blocks(event, stored)
        if not whole:
            continue
        ratings = rate(whole, resamples)
        lines = bot_lines(whole)
        if ratings is not None:
            places = {bot: place for place, bot in enumerate(ratings.bots)}
            lines.sort(key=lambda line: places[line.bot])
        found.append(
            TableAnalysis(
                index=index,
                spec=spec,
                results=whole,
                lines=lines,
                ratings=ratings,
                cross=cross_table(whole),
                seats=seat_wins(whole),
                left_out=len(stored) - len(whole),
            )
        )
    return found
