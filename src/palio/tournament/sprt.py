"""Is one bot stronger than another? Sequential tests and fixed matches on blocks.

A block's score is the new bot's mean over its games, so blocks are independent and equally distributed whatever luck
the deal has. The test is the generalised sequential probability ratio test with the normal approximation: with n
blocks of mean x and variance v, the log-likelihood ratio of the score s1 against s0 is
n (s1 - s0) (2x - s0 - s1) / (2v).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf, log, log10, sqrt

from palio.errors import OptionError
from palio.tournament.result import GameResult
from palio.tournament.schedule import GAMES_IN_BLOCK
from palio.tournament.standings import NORMAL_95

SCORES = ("wins", "ranks")
LEAST_BLOCKS = 50
"""Before so many blocks the variance is not known well enough to decide."""


@dataclass(frozen=True, slots=True)
class Scale:
    """How Elo and the score of a block belong together, in the model of the ratings (Plackett-Luce).

    `wins`: the share of games that the new bot's copies win. `ranks`: how often a copy of the new bot finishes ahead of
    a copy of the base; it uses the whole finishing order.
    """

    score: str
    seats: int
    copies: int
    """Seats of the new bot."""

    def __post_init__(self) -> None:
        if self.score not in SCORES:
            raise OptionError(f"score: expected one of {', '.join(SCORES)}, got {self.score!r}")
        if not self.seats >= 2 or not 1 <= self.copies < self.seats:
            raise OptionError(f"copies: expected 1 to {self.seats - 1} at a table of {self.seats}, got {self.copies}")

    @property
    def odds(self) -> float:
        """Seats of the base for each seat of the new bot, as far as they compete for the score."""
        return (self.seats - self.copies) / self.copies if self.score == "wins" else 1.0

    def from_elo(self, elo: float) -> float:
        """The expected score of a new bot that is so much stronger.

        >>> round(Scale("wins", 4, 1).from_elo(100), 3)
        0.372
        """
        return 1 / (1 + self.odds * 10 ** (-elo / 400))

    def to_elo(self, score: float) -> float:
        """The inverse; infinite for a score of 0 or 1."""
        if not 0 < score < 1:
            return inf if score >= 1 else -inf
        return 400 * log10(self.odds * score / (1 - score))

    def of_game(self, result: GameResult, new: int) -> float:
        """The new bot's score in one game."""
        mine = [seat for seat, bot in enumerate(result.bots) if bot == new]
        if self.score == "wins":
            return sum(result.win_share(seat) for seat in mine)
        others = [seat for seat, bot in enumerate(result.bots) if bot != new]
        pairs = [result.ranks[other] - result.ranks[seat] for seat in mine for other in others]
        return sum(0.5 if difference == 0 else float(difference > 0) for difference in pairs) / len(pairs)


class Verdict(StrEnum):
    """What a sequential test says."""

    BETTER = "H1"
    """The new bot is as strong as the upper bound."""
    NOT_BETTER = "H0"
    """It is no stronger than the lower bound."""
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class SequentialTest:
    """A sequential test between two Elo bounds."""

    scale: Scale
    low: float
    """Elo of H0."""
    high: float
    """Elo of H1."""
    alpha: float = 0.05
    """Chance to accept H1 when H0 is true."""
    beta: float = 0.05
    """Chance to accept H0 when H1 is true."""
    least: int = LEAST_BLOCKS

    def __post_init__(self) -> None:
        if not -2000 <= self.low < self.high <= 2000:
            raise OptionError(f"bounds: expected two Elo values, the lower first, got {self.low} {self.high}")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise OptionError(f"{name}: expected more than 0 and less than 0.5, got {value}")
        if self.least < 2:
            raise OptionError(f"least blocks: expected 2 or more, got {self.least}")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which H0 and H1 are accepted."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, count: int, mean: float, variance: float) -> float:
        """The log-likelihood ratio of H1 against H0 after so many blocks."""
        if count < 2:
            return 0.0
        low, high = self.scale.from_elo(self.low), self.scale.from_elo(self.high)
        known = max(variance, 0.25 / count)  # scores that never vary would be taken for certainty
        return count * (high - low) * (2 * mean - low - high) / (2 * known)

    def verdict(self, count: int, ratio: float) -> Verdict:
        lower, upper = self.bounds
        if count < self.least or lower < ratio < upper:
            return Verdict.OPEN
        return Verdict.BETTER if ratio >= upper else Verdict.NOT_BETTER


@dataclass(slots=True)
class Tally:
    """Scores of blocks as they come in order."""

    count: int = 0
    mean: float = 0.0
    _squares: float = 0.0
    _games: int = 0
    _game_squares: float = 0.0

    def add(self, games: Sequence[float]) -> None:
        """One block: the new bot's score in each of its games."""
        score = sum(games) / len(games)
        self.count += 1
        step = score - self.mean
        self.mean += step / self.count
        self._squares += step * (score - self.mean)
        self._games += len(games)
        self._game_squares += sum(value * value for value in games)

    @property
    def games(self) -> int:
        return self._games

    @property
    def variance(self) -> float:
        """Of a block's score."""
        return self._squares / max(self.count - 1, 1)

    @property
    def gain(self) -> float:
        """How many independent games a game in a block is worth: more than 1 if luck cancels."""
        alone = self._game_squares / max(self._games, 1) - self.mean**2
        together = self.variance * self._games / max(self.count, 1)
        return alone / together if together > 0 else inf

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return NORMAL_95 * sqrt(self.variance / self.count) if self.count > 1 else inf


@dataclass(slots=True)
class Comparison:
    """Collects games of two bots and counts blocks in the order of their numbers.

    Blocks that finish early wait for those before them: short games would otherwise count sooner than long ones.
    """

    scale: Scale
    size: int
    """Games of a block."""
    new: int = 0
    """Which bot of the event is the new one."""
    test: SequentialTest | None = None
    tally: Tally = field(default_factory=Tally)
    verdict: Verdict = Verdict.OPEN
    ratio: float = 0.0
    _waiting: dict[int, list[float]] = field(default_factory=dict)
    _next: int = 0

    def add(self, results: Iterable[GameResult]) -> None:
        """Take in games; a verdict that has been reached stays."""
        for _ in self.add_in_steps(results):
            pass

    def add_in_steps(self, results: Iterable[GameResult]) -> Iterator[tuple[int, float]]:
        """Take in games; yields the number of blocks and their mean after each block that was completed."""
        for result in results:
            block = result.number // GAMES_IN_BLOCK
            self._waiting.setdefault(block, []).append(self.scale.of_game(result, self.new))
        while len(self._waiting.get(self._next, ())) == self.size and self.verdict is Verdict.OPEN:
            self.tally.add(self._waiting.pop(self._next))
            self._next += 1
            if self.test is not None:
                self.ratio = self.test.ratio(self.tally.count, self.tally.mean, self.tally.variance)
                self.verdict = self.test.verdict(self.tally.count, self.ratio)
            yield self.tally.count, self.tally.mean

    @property
    def elo(self) -> tuple[float, float, float]:
        """The difference in Elo with its 95 % interval: value, low, high."""
        mean, margin = self.tally.mean, self.tally.margin
        return self.scale.to_elo(mean), self.scale.to_elo(mean - margin), self.scale.to_elo(mean + margin)


def expected_blocks(test: SequentialTest, variance: float) -> float:
    """Blocks that the test needs on average if one of its two hypotheses is true (Wald)."""
    lower, upper = test.bounds
    distance = test.scale.from_elo(test.high) - test.scale.from_elo(test.low)
    drift = distance * distance / (2 * variance)
    return ((1 - test.beta) * upper + test.beta * lower) / drift
