"""Lorenzo: the playout policy takes cards, keeps the Pope content and scores; the evaluation sees who is ahead."""

from statistics import correlation, mean
from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import LISTS, position
from tests.support import scaled


def final_rows(game: palio.Game, informed: bool, number: int) -> list[dict[str, Any]]:
    """The players of so many finished playouts."""
    rows: list[dict[str, Any]] = []
    for seed in range(number):
        state = game.start(seed)
        state.playout(palio.Random(seed), informed=informed)
        rows += state.to_map()["players"]
    return rows


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_the_policy_plays_better_than_chance(players: int, rules: str) -> None:
    """More points, more cards that score, fewer excommunications; with leaders, some are played."""
    game = palio.load("lorenzo", players=players, rules=rules)
    informed, random = (final_rows(game, policy, scaled(100)) for policy in (True, False))
    assert mean(row["points"] for row in informed) > 1.6 * mean(row["points"] for row in random)
    assert mean(len(row["ventures"]) for row in informed) > mean(len(row["ventures"]) for row in random)
    cards = [mean(sum(len(row[name]) for name in LISTS) for row in rows) for rows in (informed, random)]
    assert cards[0] > cards[1]
    bans = [mean(len(row["excommunicated"]) for row in rows) for rows in (informed, random)]
    assert bans[0] < 0.6 * bans[1]
    assert any(row["played"] for row in informed) == (rules == "advanced")


def middle_state(game: palio.Game, seed: int) -> palio.State:
    """A position somewhere in the second half of a random game."""
    state = game.start(seed)
    random = palio.Random(seed, stream=2)
    last = 4 + seed % 3
    while not state.is_over and (state.to_map()["round"] < last or state.actor < 0):
        state.apply(state.sample_chance(random) if state.actor < 0 else random.choice(state.legal_moves()))
    return state


def test_the_evaluation_predicts_playouts() -> None:
    """It goes with the mean result of the policy's playouts."""
    game = palio.load("lorenzo", rules="basic")
    guesses, results = [], []
    for seed in range(scaled(150)):
        state = middle_state(game, seed)
        random = palio.Random(seed, stream=3)
        total = 0.0
        for _ in range(20):
            end = state.copy()
            end.playout(random, informed=True)
            total += end.returns()[0]
        guesses.append(state.evaluate()[0])
        results.append(total / 20)
    assert correlation(guesses, results) > 0.7


@pytest.mark.parametrize("better", [
    {"points": 10}, {"cards": ["Sacred War"]}, {"cards": ["Bank", "Garden"]}, {"faith": 10}, {"coins": 20},
    {"military": 5},
])  # fmt: skip
def test_the_evaluation_likes_what_is_good(better: dict[str, Any]) -> None:
    values = position(better, {}, round=6).evaluate()
    assert values[0] > 0.5 > values[1]
