"""Ratings from finishing orders: Plackett-Luce by maximum likelihood, with a term for each seat.

The finishing order of a table is drawn from the top: the next place goes to a seat with probability proportional to
exp(strength of its bot + advantage of the seat). So the chance that one finishes ahead of another is Elo's formula.
Equal ranks count as the mean over all orders of the tied seats. Error bars come from drawing whole blocks with
replacement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, log
from typing import TYPE_CHECKING, Any

from palio.tournament.result import GameResult
from palio.tournament.schedule import GAMES_IN_BLOCK

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[np.float64]]

ELO = 400 / log(10)
"""Elo points of one natural unit of strength."""
PRIOR_ELO = 2000.0
"""Standard deviation of a weak prior: it keeps those who never lose finite, and is felt nowhere else."""
RESAMPLES = 200
EXACT, NEAR = 1e-7, 1e-6
"""The slope of a game's log-likelihood at a maximum; in a resample a hundredth of an Elo point will do."""
MOST_STEPS = 40
"""In a resample, before the slow way is taken."""


@dataclass(frozen=True, slots=True)
class Rating:
    """An estimate on the Elo scale with its 95 % interval."""

    elo: float
    low: float
    high: float
    error: float
    """Standard error."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of one table; the mean of all bots is 0, and so is that of all seats."""

    bots: dict[int, Rating]
    """By bot, best first."""
    seats: list[Rating]
    blocks: int
    samples: dict[int, list[float]]
    """Elo by bot in each resample."""

    def better(self, bot: int, other: int) -> float:
        """The share of resamples in which the first bot is stronger."""
        pairs = list(zip(self.samples[bot], self.samples[other], strict=True))
        return sum((mine > theirs) + 0.5 * (mine == theirs) for mine, theirs in pairs) / max(len(pairs), 1)


def choice_sets(ranks: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], float], ...]:
    """The sets of seats that a finishing order chose from, with weights.

    The log-likelihood of an order is the sum of all strengths less the weighted sum of log(sum of exp(strength)) over
    these sets. A tied group contributes all its subsets, since its members could have come in any order.

    >>> choice_sets((2, 1))
    (((0,), 1.0), ((0, 1), 1.0))
    """
    found: list[tuple[tuple[int, ...], float]] = []
    behind: tuple[int, ...] = ()
    for rank in sorted(set(ranks), reverse=True):
        tied = tuple(seat for seat, value in enumerate(ranks) if value == rank)
        for size in range(1, len(tied) + 1):
            weight = 1 / comb(len(tied), size)
            found += [(tuple(sorted(behind + part)), weight) for part in combinations(tied, size)]
        behind += tied
    return tuple(found)


cached_choice_sets = cache(choice_sets)


class Likelihood:
    """The penalised log-likelihood of finishing orders as a function of strengths, with weights that can change."""

    def __init__(self, orders: Sequence[tuple[tuple[int, ...], tuple[int, ...]]], bots: int, prior: float) -> None:
        """`orders` are (bots by seat, ranks by seat), bots counted from 0; `prior` is a standard deviation in Elo."""
        import numpy as np

        self._np = np
        self.seats = len(orders[0][0])
        self.bots = bots
        self.size = bots + self.seats
        self._ridge = (ELO / prior) ** 2
        sets: dict[tuple[tuple[int, int], ...], int] = {}
        terms = [
            (index, sets.setdefault(tuple((seat, who[seat]) for seat in members), len(sets)), weight)
            for index, (who, ranks) in enumerate(orders)
            for members, weight in cached_choice_sets(ranks)
        ]
        self._order, self._set = (np.array([term[part] for term in terms]) for part in (0, 1))
        self._weight = np.array([term[2] for term in terms])
        self._who = np.zeros((len(sets), self.seats), dtype=np.intp)
        self._outside = np.full((len(sets), self.seats), -np.inf)
        for members, row in sets.items():
            for seat, bot in members:
                self._who[row, seat] = bot
                self._outside[row, seat] = 0.0
        self._sums = np.zeros((len(orders), self.size))
        for index, (who, _) in enumerate(orders):
            for seat, bot in enumerate(who):
                self._sums[index, bot] += 1
                self._sums[index, bots + seat] += 1

    def totals(self, counts: "Array") -> "tuple[Array, Array]":
        """All that is needed of the games: the weight of each choice set, and how often each parameter came."""
        weights = self._np.bincount(self._set, self._weight * counts[self._order], len(self._who))
        return weights.astype(self._np.float64), counts @ self._sums

    def evaluate(self, strengths: "Array", counts: "Array") -> "tuple[float, Array, Array]":
        """Minus the log-likelihood, its gradient and its Hessian; `counts` is how often each order came."""
        return self.evaluate_totals(strengths, *self.totals(counts))

    def evaluate_totals(self, strengths: "Array", weights: "Array", sums: "Array") -> "tuple[float, Array, Array]":
        np = self._np
        value, gradient, shares = self.slope(strengths, weights, sums)
        means = self.spread(shares)
        hessian = self.diagonal(shares * weights[:, None]) - (means * weights[:, None]).T @ means
        return value, gradient, hessian + self._ridge * np.eye(self.size)

    def slope(self, strengths: "Array", weights: "Array", sums: "Array") -> "tuple[float, Array, Array]":
        """Minus the log-likelihood, its gradient, and each seat's chance in each choice set."""
        np = self._np
        logits = strengths[self._who] + strengths[self.bots :] + self._outside
        highest = logits.max(axis=1, keepdims=True)
        shares = np.exp(logits - highest)
        totals = shares.sum(axis=1, keepdims=True)
        shares /= totals
        value = weights @ (highest + np.log(totals))[:, 0] - sums @ strengths
        value += 0.5 * self._ridge * float(strengths @ strengths)
        expected = shares * weights[:, None]
        by_bot = np.bincount(self._who.ravel(), expected.ravel(), self.bots)
        gradient = np.concatenate([by_bot, expected.sum(axis=0)]) - sums + self._ridge * strengths
        return float(value), gradient, shares

    def spread(self, shares: "Array") -> "Array":
        """Shares by seat as shares by parameter, row by row."""
        np = self._np
        rows = np.arange(len(shares))[:, None] * self.bots
        by_bot = np.bincount((rows + self._who).ravel(), shares.ravel(), len(shares) * self.bots)
        found: Array = np.hstack([by_bot.reshape(len(shares), self.bots), shares])
        return found

    def diagonal(self, shares: "Array") -> "Array":
        """The sum of share times the outer product of a seat's own parameters."""
        np = self._np
        found: Array = np.zeros((self.size, self.size))
        places = self._who * self.seats + np.arange(self.seats)
        pairs = np.bincount(places.ravel(), shares.ravel(), self.bots * self.seats).reshape(self.bots, self.seats)
        found[: self.bots, self.bots :] = pairs
        found[self.bots :, : self.bots] = pairs.T
        found[np.diag_indices(self.size)] = np.concatenate([pairs.sum(axis=1), pairs.sum(axis=0)])
        return found

    def maximum(self, counts: "Array") -> "Array":
        """The strengths of greatest likelihood, in natural units; bots first, then seats."""
        from scipy.optimize import minimize

        totals = self.totals(counts)
        known: dict[bytes, tuple[float, Array, Array]] = {}

        def at(strengths: "Array") -> "tuple[float, Array, Array]":
            key = strengths.tobytes()
            if key not in known:
                known.clear()
                known[key] = self.evaluate_totals(strengths, *totals)
            return known[key]

        found = minimize(
            lambda x: at(x)[0],
            self._np.zeros(self.size),
            jac=lambda x: at(x)[1],
            hess=lambda x: at(x)[2],
            method="trust-exact",
            options={"gtol": EXACT * max(float(counts.sum()), 1.0), "initial_trust_radius": 2.0},
        )
        strengths: Array = found.x
        return strengths

    def maximum_near(self, counts: "Array", start: "Array", curvature: "Array") -> "Array":
        """The same from a point close to it, with the Hessian of another sample inverted: steps without a new Hessian.

        They converge fast where the samples are alike; where they are not, the slow way is taken.
        """
        np = self._np
        weights, sums = self.totals(counts)
        enough = NEAR * max(float(counts.sum()), 1.0)
        strengths, slope = start, np.inf
        for _ in range(MOST_STEPS):
            _, gradient, _ = self.slope(strengths, weights, sums)
            before, slope = slope, float(np.abs(gradient).max())
            if slope <= enough:
                return strengths
            if slope > before / 2:
                return self.maximum(counts)
            strengths = strengths - curvature @ gradient
        return self.maximum(counts)


def rate(results: Sequence[GameResult], resamples: int = RESAMPLES, prior: float = PRIOR_ELO) -> Ratings | None:
    """Ratings of the games at one table; None where nobody can be compared."""
    import numpy as np

    bots = sorted({bot for result in results for bot in result.bots})
    if len(bots) < 2 or len(results[0].bots) < 2:
        return None
    place = {bot: index for index, bot in enumerate(bots)}
    keys = [(tuple(place[bot] for bot in result.bots), result.ranks) for result in results]
    orders = list(dict.fromkeys(keys))
    rows = {key: row for row, key in enumerate(orders)}
    blocks = {block: index for index, block in enumerate(dict.fromkeys(r.number // GAMES_IN_BLOCK for r in results))}
    owner = np.array([blocks[result.number // GAMES_IN_BLOCK] for result in results])
    order = np.array([rows[key] for key in keys])
    likelihood = Likelihood(orders, len(bots), prior)
    once = np.bincount(order, minlength=len(orders)).astype(np.float64)
    best = likelihood.maximum(once)
    curvature: Array = np.linalg.inv(likelihood.evaluate(best, once)[2]).astype(np.float64)
    random = np.random.default_rng(0)
    samples = np.empty((resamples, likelihood.size))
    for row in range(resamples):
        drawn = np.bincount(random.integers(0, len(blocks), len(blocks)), minlength=len(blocks))
        counts = np.bincount(order, drawn[owner], len(orders))
        samples[row] = likelihood.maximum_near(counts.astype(np.float64), best, curvature)
    return summary(bots, len(blocks), centred(best[None, :], len(bots))[0], centred(samples, len(bots)))


def centred(strengths: "Array", bots: int) -> "Array":
    """Elo points around the mean of the bots, and of the seats."""
    import numpy as np

    parts = (strengths[:, :bots], strengths[:, bots:])
    return np.hstack([ELO * (part - part.mean(axis=1, keepdims=True)) for part in parts])


def summary(bots: list[int], blocks: int, best: "Array", samples: "Array") -> Ratings:
    import numpy as np

    if len(samples) and blocks > 1:
        lows, highs = np.percentile(samples, [2.5, 97.5], axis=0)
        errors = samples.std(axis=0)
    else:
        lows, highs, errors = best - np.inf, best + np.inf, best + np.inf
    found = [Rating(*(float(x[i]) for x in (best, lows, highs, errors))) for i in range(len(best))]
    ranking = sorted(range(len(bots)), key=lambda index: -best[index])
    return Ratings(
        bots={bots[index]: found[index] for index in ranking},
        seats=found[len(bots) :],
        blocks=blocks,
        samples={bot: samples[:, index].tolist() for index, bot in enumerate(bots)},
    )
