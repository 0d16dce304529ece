"""Scores, cross table and time use of the games at one table; the block is the unit of every interval."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt

from palio.tournament.event import Event
from palio.tournament.result import GameResult
from palio.tournament.schedule import GAMES_IN_BLOCK, seatings

NORMAL_95 = 1.959964
"""Half the width of a 95 % interval in standard errors."""


@dataclass(slots=True)
class Mean:
    """A mean over games whose error is estimated from whole blocks."""

    sums: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    counts: dict[int, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, block: int, value: float) -> None:
        self.sums[block] += value
        self.counts[block] += 1

    @property
    def count(self) -> int:
        return sum(self.counts.values())

    @property
    def value(self) -> float:
        return sum(self.sums.values()) / max(self.count, 1)

    @property
    def error(self) -> float:
        """The standard error; infinite with fewer than two blocks."""
        blocks = len(self.sums)
        if blocks < 2:
            return float("inf")
        return sqrt(self._squares() * blocks / (blocks - 1)) / self.count

    def _squares(self) -> float:
        """Squared distances of the blocks' sums from what the mean makes them."""
        mean = self.value
        return sum((self.sums[block] - mean * self.counts[block]) ** 2 for block in self.sums)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return NORMAL_95 * self.error

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of a mean of values between 0 and 1, always between 0 and 1; None before two blocks.

        Wilson's, with the blocks for trials, whose variance is measured instead of that of a coin. One more block with
        a coin's variance is put to them, so that few blocks that happen to be alike do not pass for certainty.
        """
        blocks, mean = len(self.sums), self.value
        if blocks < 2:
            return None
        coin = mean * (1 - mean)
        alike = self._squares() * (blocks / self.count) ** 2
        ratio = (alike / coin + 1) / blocks if 0 < mean < 1 else 1.0
        weight = NORMAL_95**2 * ratio / blocks
        centre, half = mean + weight / 2, sqrt(weight * coin + weight**2 / 4)
        return max((centre - half) / (1 + weight), 0.0), min((centre + half) / (1 + weight), 1.0)


@dataclass(slots=True)
class BotLine:
    """What one bot did at one table."""

    bot: int
    score: Mean = field(default_factory=Mean)
    wins: Mean = field(default_factory=Mean)
    """Shares of first places."""
    points: Mean = field(default_factory=Mean)
    faults: Counter[str] = field(default_factory=Counter)
    decisions: int = 0
    milliseconds: float = 0.0
    slowest: float = 0.0
    """The longest decision, in ms."""

    @property
    def games(self) -> int:
        return self.score.count

    @property
    def time(self) -> float:
        """Mean time of a decision, in ms."""
        return self.milliseconds / max(self.decisions, 1)

    def add(self, result: GameResult, seat: int) -> None:
        block = result.number // GAMES_IN_BLOCK
        self.score.add(block, result.returns[seat])
        self.wins.add(block, result.win_share(seat))
        self.points.add(block, result.points[seat])
        if result.reasons[seat] != "finished":
            self.faults[result.reasons[seat]] += 1
        self.decisions += result.decisions[seat]
        self.milliseconds += result.milliseconds[seat]
        self.slowest = max(self.slowest, result.slowest[seat])


def bot_lines(results: Iterable[GameResult]) -> list[BotLine]:
    """Every bot of the games, best score first."""
    lines: dict[int, BotLine] = {}
    for result in results:
        for seat, bot in enumerate(result.bots):
            lines.setdefault(bot, BotLine(bot)).add(result, seat)
    return sorted(lines.values(), key=lambda line: (-line.score.value, -line.points.value, line.bot))


def cross_table(results: Iterable[GameResult]) -> dict[tuple[int, int], Mean]:
    """How often the first bot of a pair finished ahead of the second; equal ranks are half."""
    found: dict[tuple[int, int], Mean] = defaultdict(Mean)
    for result in results:
        block = result.number // GAMES_IN_BLOCK
        for seat, bot in enumerate(result.bots):
            for other_seat, other in enumerate(result.bots):
                if bot != other:
                    difference = result.ranks[other_seat] - result.ranks[seat]
                    found[bot, other].add(block, 0.5 if difference == 0 else float(difference > 0))
    return dict(found)


def seat_wins(results: Iterable[GameResult]) -> list[Mean]:
    """Shares of first places by seat."""
    found: list[Mean] = []
    for result in results:
        found += [Mean() for _ in range(len(result.bots) - len(found))]
        for seat in range(len(result.bots)):
            found[seat].add(result.number // GAMES_IN_BLOCK, result.win_share(seat))
    return found


def by_block(results: Iterable[GameResult]) -> dict[int, list[GameResult]]:
    """The games of each block, in the order of the blocks' numbers."""
    blocks: dict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        blocks[result.number // GAMES_IN_BLOCK].append(result)
    return dict(sorted(blocks.items()))


def complete_blocks(event: Event, results: Sequence[GameResult]) -> list[GameResult]:
    """The games of finished blocks: half a block would favour whoever sat well in it."""
    size = block_size(event)
    whole = [games for games in by_block(results).values() if len(games) == size(games[0])]
    return [game for games in whole for game in games]


def block_size(event: Event) -> Callable[[GameResult], int]:
    """How many games the block of a game has."""
    solo = len(event.heroes if event.format == "gauntlet" else event.line_up or event.bots)
    known: dict[tuple[int, ...], int] = {}

    def size(result: GameResult) -> int:
        if len(result.bots) == 1:
            return solo
        if result.bots not in known:
            known[result.bots] = len(seatings(result.bots, event.rotations))
        return known[result.bots]

    return size
