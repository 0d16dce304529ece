"""Ratings against simulated players of known strength, and against an independent library."""

from collections.abc import Sequence
from itertools import pairwise, permutations
from math import exp, log

import choix
import numpy as np
import pytest

from palio.tournament.ratings import ELO, Likelihood, choice_sets, rate
from palio.tournament.result import GameResult
from palio.tournament.schedule import GAMES_IN_BLOCK, seatings
from palio.tournament.standings import Mean


def finished(number: int, bots: tuple[int, ...], ranks: tuple[int, ...]) -> GameResult:
    """A game without anything but its ranks."""
    none = (0,) * len(bots)
    last = max(len(bots) - 1, 1)
    returns = tuple(1 - (sum(r < rank for r in ranks) + 0.5 * (ranks.count(rank) - 1)) / last for rank in ranks)
    reasons = ("finished",) * len(bots)
    return GameResult(number, 0, 1, bots, ranks, none, returns, reasons, none, none, none, 10, 0.1, "")


def simulated(
    strengths: Sequence[float], seats: Sequence[float], line_ups: Sequence[tuple[int, ...]], blocks: int, seed: int
) -> list[GameResult]:
    """Blocks of games drawn from the model itself; strengths in Elo."""
    random = np.random.default_rng(seed)
    results = []
    for block in range(blocks):
        for place, bots in enumerate(seatings(line_ups[block % len(line_ups)], "cyclic")):
            values = np.array([strengths[bot] + seats[seat] for seat, bot in enumerate(bots)]) / ELO
            order = np.argsort(-(values + random.gumbel(size=len(bots))))
            ranks = [0] * len(bots)
            for rank, seat in enumerate(order, 1):
                ranks[seat] = rank
            results.append(finished(block * GAMES_IN_BLOCK + place, bots, tuple(ranks)))
    return results


FOUR = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_known_strengths_and_seats_are_found() -> None:
    strengths, seats = [150.0, 50.0, -50.0, -150.0], [60.0, 0.0, -60.0]
    ratings = rate(simulated(strengths, seats, FOUR, 3000, seed=1), resamples=100)
    assert ratings is not None
    for bot, strength in enumerate(strengths):
        assert ratings.bots[bot].elo == pytest.approx(strength, abs=12)
        assert ratings.bots[bot].error < 6
    for seat, advantage in enumerate(seats):
        assert ratings.seats[seat].elo == pytest.approx(advantage, abs=12)
    assert list(ratings.bots) == [0, 1, 2, 3]
    assert ratings.better(0, 1) == 1.0


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    strengths = [80.0, 0.0, -80.0, 0.0]
    held = total = 0
    for seed in range(40):
        ratings = rate(simulated(strengths, [20.0, 0.0, -20.0], FOUR, 60, seed), resamples=50)
        assert ratings is not None
        for bot, strength in enumerate(strengths):
            held += ratings.bots[bot].low <= strength <= ratings.bots[bot].high
            total += 1
    assert 0.89 <= held / total <= 0.98


def test_blocks_whose_games_agree_widen_the_error_bars() -> None:
    """The same games as one block of many or as many blocks: copies of a game tell nothing new."""
    results = simulated([40.0, 0.0], [0.0, 0.0], [(0, 1)], 100, seed=3)
    again = [finished(result.number + 2 * copy, result.bots, result.ranks) for result in results for copy in range(4)]
    alone, copied = rate(results), rate(again)
    assert alone is not None
    assert copied is not None
    assert copied.bots[0].elo == pytest.approx(alone.bots[0].elo, abs=0.5)
    assert copied.bots[0].error == pytest.approx(alone.bots[0].error, rel=0.1)


def test_strengths_equal_those_of_choix_for_orders() -> None:
    """choix fits Plackett-Luce without seats; a fixed seat order has no seat term to find."""
    random = np.random.default_rng(5)
    rankings = [tuple(int(bot) for bot in random.permutation(5)[:4]) for _ in range(200)]
    alpha = 0.05
    expected = choix.opt_rankings(5, rankings, alpha=alpha, tol=1e-10)
    orders = [balanced_order(ranking) for ranking in rankings]
    likelihood = Likelihood(orders, 5, prior=ELO / (2 * alpha) ** 0.5)
    found = fit_without_seats(likelihood, len(orders))
    assert found == pytest.approx(expected - expected.mean(), abs=2e-4)


def balanced_order(ranking: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A ranking as bots by seat and ranks by seat, with the bots seated by number."""
    bots = tuple(sorted(ranking))
    return bots, tuple(1 + ranking.index(bot) for bot in bots)


def fit_without_seats(likelihood: Likelihood, orders: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Newton's method on the bots alone."""
    strengths = np.zeros(likelihood.size)
    for _ in range(30):
        _, gradient, hessian = likelihood.evaluate(strengths, np.ones(orders))
        own = slice(0, likelihood.bots)
        strengths[own] -= np.linalg.solve(hessian[own, own], gradient[own])
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = (
        strengths[: likelihood.bots] - strengths[: likelihood.bots].mean()
    )
    return found


def test_two_players_equal_bradley_terry_of_choix() -> None:
    results = simulated([100.0, 0.0, -100.0], [0.0, 0.0], [(0, 1), (0, 2), (1, 2)], 150, seed=2)
    pairs = [(r.bots[r.ranks.index(1)], r.bots[r.ranks.index(2)]) for r in results]
    mirrored = results + [finished(r.number + 500_000, r.bots[::-1], r.ranks[::-1]) for r in results]
    expected = choix.opt_pairwise(3, pairs, alpha=1e-6)
    ratings = rate(mirrored, resamples=0, prior=1e6)
    assert ratings is not None
    for bot in range(3):
        assert ratings.bots[bot].elo == pytest.approx(float(expected[bot] - expected.mean()) * ELO, abs=0.1)
    assert ratings.seats[0].elo == pytest.approx(0, abs=0.1)


def test_the_maximum_has_no_slope_and_the_derivatives_are_right() -> None:
    orders = [((0, 1, 2), (1, 2, 2)), ((2, 1, 0), (1, 2, 3)), ((1, 0, 0), (3, 1, 1)), ((0, 1, 2), (1, 1, 1))]
    likelihood = Likelihood(orders, 3, prior=500)
    counts = np.array([2.0, 1.0, 3.0, 1.0])
    best = likelihood.maximum(counts)
    assert np.abs(likelihood.evaluate(best, counts)[1]).max() < 1e-5
    point = np.array([0.3, -0.2, 0.5, 0.1, -0.4, 0.2])
    value, gradient, hessian = likelihood.evaluate(point, counts)
    for index in range(6):
        step = np.zeros(6)
        step[index] = 1e-5
        up, down = likelihood.evaluate(point + step, counts), likelihood.evaluate(point - step, counts)
        assert gradient[index] == pytest.approx((up[0] - down[0]) / 2e-5, abs=1e-6)
        assert hessian[index] == pytest.approx((up[1] - down[1]) / 2e-5, abs=1e-5)
    assert value > 0


@pytest.mark.parametrize("blocks", [400, 12])
def test_resamples_find_the_maximum_that_the_exact_search_finds(blocks: int) -> None:
    """Also where few blocks make a resample unlike the whole."""
    results = simulated([200.0, 0.0, -100.0, -100.0], [30.0, 0.0, -30.0], FOUR, blocks, seed=8)
    orders = [(result.bots, result.ranks) for result in results]
    likelihood = Likelihood(orders, 4, prior=2000)
    once = np.ones(len(orders))
    best = likelihood.maximum(once)
    curvature = np.linalg.inv(likelihood.evaluate(best, once)[2])
    random = np.random.default_rng(1)
    for _ in range(10):
        counts = np.repeat(random.multinomial(blocks, [1 / blocks] * blocks), 3).astype(float)
        near, exact = likelihood.maximum_near(counts, best, curvature), likelihood.maximum(counts)
        assert ELO * np.abs(near - exact).max() < 0.05


@pytest.mark.parametrize("ranks", [(1, 2, 3), (1, 1, 3), (1, 2, 2), (1, 1, 1), (2, 1, 2), (1, 1, 3, 3), (1, 2, 2, 2)])
def test_ties_are_the_mean_over_all_orders(ranks: tuple[int, ...]) -> None:
    values = [0.4, -0.3, 0.1, 0.7][: len(ranks)]

    def log_likelihood(order: Sequence[int]) -> float:
        return sum(
            values[seat] - log(sum(exp(values[other]) for other in order[place:])) for place, seat in enumerate(order)
        )

    seats = range(len(ranks))
    fitting = [o for o in permutations(seats) if all(ranks[a] <= ranks[b] for a, b in pairwise(o))]
    expected = sum(log_likelihood(order) for order in fitting) / len(fitting)
    found = sum(values) - sum(w * log(sum(exp(values[i]) for i in who)) for who, w in choice_sets(ranks))
    assert found == pytest.approx(expected)


def test_draws_pull_together() -> None:
    wins = [finished(block * GAMES_IN_BLOCK, (0, 1), (1, 2)) for block in range(20)]
    draws = [finished((20 + block) * GAMES_IN_BLOCK, (0, 1), (1, 1)) for block in range(60)]
    ratings = rate(wins + draws, resamples=0)
    assert ratings is not None
    assert all(rating.elo == pytest.approx(0, abs=60) for rating in ratings.bots.values())
    mixed = rate(simulated_draws(), resamples=50)
    assert mixed is not None
    expected = ELO * log(0.625 / 0.375)
    assert mixed.bots[0].elo - mixed.bots[1].elo == pytest.approx(expected, abs=1)


def simulated_draws() -> list[GameResult]:
    """One win in four for the first bot, else draws, on both seats: a score of 0.625."""
    results = []
    for block in range(40):
        for place, bots in enumerate([(0, 1), (1, 0)]):
            ranks = (1, 1) if block % 4 else ((1, 2) if bots[0] == 0 else (2, 1))
            results.append(finished(block * GAMES_IN_BLOCK + place, bots, ranks))
    return results


def test_who_never_loses_stays_finite() -> None:
    results = [
        finished(block * GAMES_IN_BLOCK + place, bots, (1, 2) if bots[0] == 0 else (2, 1))
        for block in range(50)
        for place, bots in enumerate([(0, 1), (1, 0)])
    ]
    ratings = rate(results, resamples=20)
    assert ratings is not None
    assert 500 < ratings.bots[0].elo < 5000


def test_nobody_to_compare_with_has_no_rating() -> None:
    assert rate([finished(0, (0, 0), (1, 2))]) is None
    assert rate([finished(0, (0,), (1,)), finished(1, (1,), (1,))]) is None


def test_the_error_of_a_mean_comes_from_blocks() -> None:
    """Mirrored pairs that always split have no error at all."""
    even, uneven = Mean(), Mean()
    for block in range(100):
        even.add(block, 1.0)
        even.add(block, 0.0)
        uneven.add(block, float(block % 2))
        uneven.add(block, float(block % 2))
    assert (even.value, even.error) == (0.5, 0.0)
    assert uneven.value == 0.5
    assert uneven.error == pytest.approx(0.5 / 99**0.5)


@pytest.mark.parametrize("blocks", [2, 5, 20])
@pytest.mark.parametrize("luck", [0.0, 0.5])
@pytest.mark.parametrize("chance", [0.5, 0.8, 0.95])
def test_the_interval_of_a_score_holds_the_truth(blocks: int, luck: float, chance: float) -> None:
    """Blocks of four games; with luck, some deals decide all of them together."""
    random = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        mean = Mean()
        for block in range(blocks):
            together = random.random() < luck
            wins = [random.random() < chance] * 4 if together else random.random(4) < chance
            for won in wins:
                mean.add(block, float(won))
        assert mean.interval is not None
        low, high = mean.interval
        assert 0 <= low <= mean.value <= high <= 1
        held += low <= chance <= high
    assert held / 1000 >= 0.92


def test_the_interval_of_a_score_grows_narrow() -> None:
    """As wide as the error says once there are many blocks; none at all before the second."""
    mean = Mean()
    mean.add(0, 1.0)
    assert mean.interval is None
    for game in range(1, 4000):
        mean.add(game // 2, float(game % 5 > 0))
    assert mean.interval is not None
    low, high = mean.interval
    assert (high - low) / 2 == pytest.approx(mean.margin, rel=0.01)
    assert (low + high) / 2 == pytest.approx(mean.value, abs=0.001)
