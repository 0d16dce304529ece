"""Which games an event plays: line-ups, blocks of one deal, seats.

A schedule depends on the event alone, in a Swiss event on the stored results of earlier rounds as well. A block's
number, deal and seats stay the same when the event is made longer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, combinations_with_replacement, permutations
from typing import TypeVar

from palio.core.game import Random
from palio.errors import OptionError
from palio.tournament.event import Event, TableSpec, mix
from palio.tournament.result import GameResult
from palio.tournament.swiss import SwissTable

GAMES_IN_BLOCK = 1000
"""A game's number is its block's number times this, plus its place in the block."""
MOST_LINE_UPS = 100_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GameJob:
    """One game to play."""

    number: int
    table: int
    """Index of the event's tables."""
    bots: tuple[int, ...]
    """Who sits where: indices of the event's bots by seat."""
    deal: int
    """Seed of cards and dice, the same in the whole block."""

    @property
    def block(self) -> int:
        return self.number // GAMES_IN_BLOCK

    @property
    def place(self) -> int:
        return self.number % GAMES_IN_BLOCK


@dataclass(frozen=True, slots=True)
class Block:
    """One deal with every way to sit."""

    number: int
    table: int
    line_up: tuple[int, ...]
    games: tuple[GameJob, ...]


def seatings(line_up: tuple[int, ...], rotations: str) -> list[tuple[int, ...]]:
    """The different ways to sit: each turn of the table, or each order."""
    if rotations == "all":
        found: Iterable[tuple[int, ...]] = permutations(line_up)
    else:
        found = (line_up[turn:] + line_up[:turn] for turn in range(len(line_up)))
    return list(dict.fromkeys(found))


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """The items in a random order that the seed decides."""
    left, order, random = list(items), [], Random(seed, 3)
    while left:
        order.append(left.pop(random.below(len(left))))
    return order


def round_robin_line_ups(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Every choice of bots for a table; with too few of them every mixture that has each at least once."""
    if bots >= seats:
        return limited(combinations(range(bots), seats))
    return limited(found for found in combinations_with_replacement(range(bots), seats) if len(set(found)) == bots)


def gauntlet_line_ups(bots: int, seats: int, heroes: Sequence[int]) -> list[tuple[int, ...]]:
    """Each hero with every choice of the others; with too few of them every mixture that has each."""
    others = [bot for bot in range(bots) if bot not in heroes]
    if not others:
        raise OptionError("a gauntlet needs a bot that is not a hero")
    tables = round_robin_line_ups(len(others), seats - 1) if seats > 1 else [()]
    return limited((hero, *(others[index] for index in table)) for hero in heroes for table in tables)


def limited(found: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
    line_ups: list[tuple[int, ...]] = []
    for line_up in found:
        line_ups.append(line_up)
        if len(line_ups) > MOST_LINE_UPS:
            raise OptionError(f"more than {MOST_LINE_UPS} line-ups: use fewer bots, or the format swiss")
    return line_ups


def line_ups_of(event: Event, table: TableSpec) -> list[tuple[int, ...]]:
    """The line-ups of a table in a format without rounds."""
    bots, seats = len(event.bots), table.seats
    if event.format == "gauntlet":
        return gauntlet_line_ups(bots, seats, event.heroes)
    if event.format == "fixed":
        line_up = event.line_up or tuple(range(bots))
        if len(line_up) != seats:
            raise OptionError(f"{table.label}: a fixed table needs {seats} bots, got {len(line_up)}")
        return [line_up]
    return round_robin_line_ups(bots, seats)


class Schedule:
    """The blocks of an event, round by round; only Swiss events have more than one round."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self._swiss: list[SwissTable] = []
        if event.format == "swiss":
            bots = range(len(event.bots))
            self._swiss = [
                SwissTable(shuffled(bots, mix(event.seed, "swiss", index)), table.seats)
                for index, table in enumerate(event.tables)
            ]
            self._line_ups: list[tuple[int, tuple[int, ...]]] = []
        else:
            self._line_ups = [
                (index, line_up)
                for index, table in enumerate(event.tables)
                for line_up in solo_merged(line_ups_of(event, table), table.seats)
            ]

    @property
    def rounds(self) -> int:
        return self.event.rounds if self._swiss else 1

    def round(self, number: int, results: Callable[[], Sequence[GameResult]]) -> Iterator[Block]:
        """The blocks of a round, counted from 0; a Swiss round needs the results of all earlier ones."""
        line_ups = self.swiss_line_ups(number, results() if number else ()) if self._swiss else self._line_ups
        first = number * self.blocks_in_round()
        for repeat in range(self.event.blocks):
            for place, (table, line_up) in enumerate(line_ups):
                yield self.block(first + repeat * len(line_ups) + place, table, line_up)

    def swiss_line_ups(self, number: int, results: Sequence[GameResult]) -> list[tuple[int, tuple[int, ...]]]:
        found: list[tuple[int, tuple[int, ...]]] = []
        for index, swiss in enumerate(self._swiss):
            mine = [result for result in results if result.table == index]
            found += [(index, line_up) for line_up in swiss.line_ups(number, partial(self.before, mine))]
        return found

    def before(self, games: Sequence[GameResult], number: int) -> list[GameResult]:
        """The results of the rounds before this one."""
        end = number * self.blocks_in_round() * GAMES_IN_BLOCK
        return [game for game in games if game.number < end]

    def blocks_in_round(self) -> int:
        if self._swiss:
            return sum(swiss.tables for swiss in self._swiss) * self.event.blocks
        return len(self._line_ups) * self.event.blocks

    def block(self, number: int, table: int, line_up: tuple[int, ...]) -> Block:
        """Seats are shuffled before they rotate, so that neighbours change from block to block."""
        seed, seats = self.event.seed, self.event.tables[table].seats
        deal = mix(seed, "deal", number)
        if seats == 1:
            found: list[tuple[int, ...]] = [(bot,) for bot in line_up]
        else:
            found = seatings(tuple(shuffled(line_up, mix(seed, "seats", number))), self.event.rotations)
        games = tuple(
            GameJob(number * GAMES_IN_BLOCK + place, table, seating, deal) for place, seating in enumerate(found)
        )
        return Block(number, table, line_up, games)

    def size(self) -> tuple[int, int]:
        """Blocks and games of the whole event."""
        blocks = self.rounds * self.blocks_in_round()
        if self._swiss:
            return blocks, self.rounds * self.event.blocks * sum(
                swiss.tables * games_in_block(tuple(range(swiss.seats)), self.event.rotations) for swiss in self._swiss
            )
        tables = self.event.tables
        games = sum(
            len(line_up) if tables[table].seats == 1 else games_in_block(line_up, self.event.rotations)
            for table, line_up in self._line_ups
        )
        return blocks, games * self.event.blocks


def solo_merged(line_ups: list[tuple[int, ...]], seats: int) -> list[tuple[int, ...]]:
    """With one seat, a block is one deal that every bot plays alone."""
    return [tuple(line_up[0] for line_up in line_ups)] if seats == 1 else line_ups


def games_in_block(line_up: tuple[int, ...], rotations: str) -> int:
    return len(seatings(line_up, rotations))
