"""The sequential test: its scale, its arithmetic, and its error rates by simulation."""

from itertools import combinations

import numpy as np
import pytest
from scipy.optimize import brentq

from palio.errors import OptionError
from palio.tournament.ratings import ELO
from palio.tournament.schedule import GAMES_IN_BLOCK
from palio.tournament.sprt import Comparison, Scale, SequentialTest, Tally, Verdict, expected_blocks
from tests.tournament.test_ratings import finished

TABLES = [(2, 1), (3, 1), (4, 1), (4, 2), (5, 2), (6, 1), (6, 3)]
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def seatings_of(seats: int, copies: int) -> "np.ndarray[tuple[int, int], np.dtype[np.float64]]":
    """Every way in which the new bot's copies can sit, one row each."""
    rows = [[float(seat in new) for seat in range(seats)] for new in combinations(range(seats), copies)]
    return np.array(rows)


def block_scores(random: np.random.Generator, scale: Scale, elo: float, shape: tuple[int, int], luck: float) -> Floats:
    """Scores of blocks drawn from the ratings' model.

    Each deal favours seats by `luck` (standard deviation in Elo), alike in all games of the block.
    """
    new = seatings_of(scale.seats, scale.copies)
    deal = random.normal(0, luck / ELO, (*shape, 1, scale.seats))
    values = random.gumbel(size=(*shape, *new.shape)) + deal + new * elo / ELO
    if scale.score == "wins":
        winner = values.argmax(axis=-1)
        scores = np.take_along_axis(np.broadcast_to(new, values.shape), winner[..., None], axis=-1)[..., 0]
    else:
        ahead = values[..., :, None] > values[..., None, :]
        pairs = new[:, :, None] * (1 - new[:, None, :])
        scores = (ahead * pairs).sum(axis=(-1, -2)) / pairs.sum(axis=(-1, -2))
    found: Floats = scores.mean(axis=-1)
    return found


@pytest.mark.parametrize("score", ["wins", "ranks"])
@pytest.mark.parametrize(("seats", "copies"), TABLES)
def test_the_scale_is_that_of_the_model(seats: int, copies: int, score: str) -> None:
    random = np.random.default_rng(seats * 10 + copies)
    scale = Scale(score, seats, copies)
    for elo in (-80.0, 0.0, 150.0):
        scores = block_scores(random, scale, elo, (100, 60), luck=0.0)
        error = scores.std() / scores.size**0.5
        assert scores.mean() == pytest.approx(scale.from_elo(elo), abs=4.5 * error)
        assert scale.to_elo(scale.from_elo(elo)) == pytest.approx(elo)


@pytest.mark.parametrize(("seats", "shares"), [(2, (0.529, 0.640)), (3, (0.359, 0.471)), (6, (0.183, 0.262))])
def test_shares_of_wins_against_equals(seats: int, shares: tuple[float, float]) -> None:
    scale = Scale("wins", seats, 1)
    assert (round(scale.from_elo(20), 3), round(scale.from_elo(100), 3)) == shares
    assert scale.from_elo(0) == pytest.approx(1 / seats)


def decide(test: SequentialTest, scores: Floats) -> tuple[float, float, float]:
    """Shares of H1 and H0 among many tests at once, and the mean number of blocks; each row is one test."""
    count = np.arange(1, scores.shape[1] + 1)
    mean = scores.cumsum(axis=1) / count
    variance = ((scores**2).cumsum(axis=1) - count * mean**2) / np.maximum(count - 1, 1)
    low, high = test.scale.from_elo(test.low), test.scale.from_elo(test.high)
    ratio = count * (high - low) * (2 * mean - low - high) / (2 * np.maximum(variance, 0.25 / count))
    lower, upper = test.bounds
    ended = ((ratio <= lower) | (ratio >= upper)) & (count >= test.least)
    first = np.where(ended.any(axis=1), ended.argmax(axis=1), scores.shape[1] - 1)
    final = ratio[np.arange(len(scores)), first]
    return float((final >= upper).mean()), float((final <= lower).mean()), float(first.mean() + 1)


def strength_for(scale: Scale, elo: float, luck: float) -> float:
    """The strength within a deal whose mean score over all deals is that of `elo`: luck hides a part of it."""

    def excess(strength: float) -> float:
        scores = block_scores(np.random.default_rng(4), scale, strength, (200, 100), luck)
        return float(scores.mean()) - scale.from_elo(elo)

    return float(brentq(excess, elo - 100, 3 * elo + 100, xtol=0.5))


@pytest.mark.parametrize("score", ["wins", "ranks"])
@pytest.mark.parametrize(("seats", "copies"), TABLES)
def test_errors_are_no_more_frequent_than_asked_for(seats: int, copies: int, score: str) -> None:
    """With H0 true H1 is accepted in 5 % of tests at most, and the other way round; deals are unfair."""
    random = np.random.default_rng(seats + 100 * copies)
    scale = Scale(score, seats, copies)
    test = SequentialTest(scale, 0.0, 80.0)
    tests = 1200
    for true, wrong in ((0.0, 0), (80.0, 1)):
        strength = strength_for(scale, true, luck=120.0)
        scores = block_scores(random, scale, strength, (tests, 350 if copies == 1 else 120), luck=120.0)
        found = decide(test, scores)
        assert found[wrong] <= 0.05
        assert found[0] + found[1] > 0.97, "nearly all tests end"


def test_errors_are_about_as_frequent_as_asked_for_when_the_test_is_long() -> None:
    """With close bounds neither the least number of blocks nor the last block's overshoot hides errors."""
    random = np.random.default_rng(12)
    scale = Scale("wins", 2, 1)
    test = SequentialTest(scale, 0.0, 40.0, alpha=0.1, beta=0.05)
    tests = 1000
    for true, wrong, asked in ((0.0, 0, 0.1), (40.0, 1, 0.05)):
        found = decide(test, block_scores(random, scale, true, (tests, 1500), luck=0.0))
        assert found[wrong] == pytest.approx(asked, abs=asked / 4 + 3 * (asked * (1 - asked) / tests) ** 0.5)


def test_a_far_better_bot_ends_the_test_sooner_than_a_slightly_better_one() -> None:
    random = np.random.default_rng(1)
    test = SequentialTest(Scale("wins", 2, 1), 0.0, 40.0)
    blocks = [decide(test, block_scores(random, test.scale, elo, (200, 1500), 0.0))[2] for elo in (200.0, 80.0, 40.0)]
    assert blocks[0] == pytest.approx(test.least, abs=0.5)
    assert blocks[0] < blocks[1] < blocks[2]


def test_the_length_is_what_wald_says() -> None:
    random = np.random.default_rng(2)
    test = SequentialTest(Scale("wins", 2, 1), 0.0, 40.0)
    scores = block_scores(random, test.scale, 40.0, (300, 2500), 0.0)
    assert decide(test, scores)[2] == pytest.approx(expected_blocks(test, float(scores.var())), rel=0.15)


def test_one_comparison_agrees_with_many_at_once() -> None:
    random = np.random.default_rng(7)
    scale = Scale("wins", 2, 1)
    test = SequentialTest(scale, 0.0, 60.0)
    wins = random.random((1000, 2)) < scale.from_elo(60.0)
    comparison = Comparison(scale, 2, new=0, test=test)
    for block, pair in enumerate(wins):
        for place, bots in enumerate([(0, 1), (1, 0)]):
            first_wins = bool(pair[place]) == (bots[0] == 0)
            comparison.add([finished(block * GAMES_IN_BLOCK + place, bots, (1, 2) if first_wins else (2, 1))])
    expected = decide(test, wins.mean(axis=1)[None, :])
    assert comparison.verdict is Verdict.BETTER
    assert expected == (1.0, 0.0, comparison.tally.count)


def test_blocks_count_in_their_order_and_only_whole() -> None:
    scale = Scale("wins", 2, 1)
    won = [finished(GAMES_IN_BLOCK + place, bots, (1, 2)) for place, bots in enumerate([(0, 1), (1, 0)])]
    first = [finished(place, bots, (2, 1)) for place, bots in enumerate([(0, 1), (1, 0)])]
    comparison = Comparison(scale, 2)
    comparison.add(won)
    assert comparison.tally.count == 0, "block 1 waits for block 0"
    comparison.add(first[:1])
    assert comparison.tally.count == 0
    comparison.add(first[1:])
    assert (comparison.tally.count, comparison.tally.mean) == (2, 0.5)


def test_a_verdict_stays() -> None:
    scale = Scale("wins", 2, 1)
    comparison = Comparison(scale, 1, test=SequentialTest(scale, 0.0, 100.0, least=5))
    comparison.add([finished(block * GAMES_IN_BLOCK, (0, 1), (1, 2)) for block in range(200)])
    blocks = comparison.tally.count
    assert comparison.verdict is Verdict.BETTER
    comparison.add([finished(block * GAMES_IN_BLOCK, (0, 1), (2, 1)) for block in range(200, 900)])
    assert (comparison.verdict, comparison.tally.count) == (Verdict.BETTER, blocks)


def test_the_interval_of_a_fixed_match_holds_the_truth() -> None:
    random = np.random.default_rng(11)
    scale = Scale("wins", 4, 1)
    held = 0
    for scores in block_scores(random, scale, 50.0, (400, 100), 150.0):
        tally = Tally()
        for score in scores:
            tally.add([float(score)])
        low, high = (scale.to_elo(tally.mean + side * tally.margin) for side in (-1, 1))
        held += low <= 50.0 <= high
    assert 0.92 <= held / 400 <= 0.98


def test_the_gain_of_blocks_is_seen() -> None:
    """Deals that decide the game: a mirrored pair is always split, single games are a coin."""
    random = np.random.default_rng(3)
    lucky, plain = Tally(), Tally()
    for _ in range(2000):
        side = float(random.random() < 0.5)
        lucky.add([side, 1 - side] if random.random() < 0.8 else [1.0, 1.0] if random.random() < 0.5 else [0.0, 0.0])
        plain.add([float(random.random() < 0.5), float(random.random() < 0.5)])
    assert lucky.gain == pytest.approx(2.5, rel=0.15)
    assert plain.gain == pytest.approx(1.0, rel=0.1)


def test_ties_are_shared() -> None:
    wins, ranks = Scale("wins", 3, 1), Scale("ranks", 3, 1)
    result = finished(0, (0, 1, 1), (1, 1, 3))
    assert wins.of_game(result, 0) == 0.5
    assert ranks.of_game(result, 0) == 0.75


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Scale("goals", 2, 1), "score: expected one of wins, ranks"),
        (lambda: Scale("wins", 3, 3), "copies: expected 1 to 2"),
        (lambda: SequentialTest(Scale("wins", 2, 1), 10, 10), "bounds: expected two Elo values"),
        (lambda: SequentialTest(Scale("wins", 2, 1), 0, 10, alpha=0.7), "alpha: expected more than 0"),
    ],
)
def test_impossible_tests_are_refused(make: "object", message: str) -> None:
    with pytest.raises(OptionError, match=message):
        make()  # type: ignore[operator]
