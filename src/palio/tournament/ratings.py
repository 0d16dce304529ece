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
        terms = [
            (index, who, members, weight)
            for index, (who, ranks) in enumerate(orders)
            for members, weight in cached_choice_sets(ranks)
        ]
        self._order = np.array([term[0] for term in terms])
        self._who = np.array([term[1] for term in terms])
        self._outside = np.full((len(terms), self.seats), -np.inf)
        for row, term in enumerate(terms):
            self._outside[row, list(term[2])] = 0.0
        self._weight = np.array([term[3] for term in terms])
        self._sums = np.zeros((len(orders), self.size))
        for index, (who, _) in enumerate(orders):
            for seat, bot in enumerate(who):
                self._sums[index, bot] += 1
                self._sums[index, bots + seat] += 1

    def evaluate(self, strengths: "Array", counts: "Array") -> "tuple[float, Array, Array]":
        """Minus the log-likelihood, its gradient and its Hessian; `counts` is how often each order came."""
        np = self._np
        logits = strengths[self._who] + strengths[self.bots :] + self._outside
        highest = logits.max(axis=1, keepdims=True)
        shares = np.exp(logits - highest)
        totals = shares.sum(axis=1, keepdims=True)
        shares /= totals
        weights = self._weight * counts[self._order]
        sums = counts @ self._sums
        value = weights @ (highest + np.log(totals))[:, 0] - sums @ strengths
        value += 0.5 * self._ridge * float(strengths @ strengths)
        means = self.spread(shares)
        gradient = weights @ means - sums + self._ridge * strengths
        hessian = self.diagonal(shares * weights[:, None]) - (means * weights[:, None]).T @ means
        return float(value), gradient, hessian + self._ridge * np.eye(self.size)

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

    def maximum(self, counts: "Array", start: "Array | None" = None) -> "Array":
        """The strengths of greatest likelihood, in natural units; bots first, then seats.

        `start` is a point close to it: with it the search is shorter and less exact.
        """
        from scipy.optimize import minimize

        np = self._np
        begin = np.zeros(self.size) if start is None else start
        exact = 1e-7 if start is None else 1e-5  # from a good start a tenth of an Elo point is near enough
        known: dict[bytes, tuple[float, Array, Array]] = {}

        def at(strengths: "Array") -> "tuple[float, Array, Array]":
            key = strengths.tobytes()
            if key not in known:
                known.clear()
                known[key] = self.evaluate(strengths, counts)
            return known[key]

        found = minimize(
            lambda x: at(x)[0],
            begin,
            jac=lambda x: at(x)[1],
            hess=lambda x: at(x)[2],
            method="trust-exact",
            options={"gtol": exact * max(float(counts.sum()), 1.0), "initial_trust_radius": 2.0},
        )
        strengths: Array = found.x
        return strengths


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
    best = likelihood.maximum(np.bincount(order, minlength=len(orders)).astype(np.float64))
    random = np.random.default_rng(0)
    samples = np.empty((resamples, likelihood.size))
    for row in range(resamples):
        drawn = np.bincount(random.integers(0, len(blocks), len(blocks)), minlength=len(blocks))
        counts = np.bincount(order, drawn[owner], len(orders))
        samples[row] = likelihood.maximum(counts.astype(np.float64), best)
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
