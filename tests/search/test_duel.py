"""Coup's duel with hidden cards, two actions to go: what the engine's declarations give away, exactly."""

import pytest

from palio.search import search
from tests.search.duel import Duel

TWO_ACTIONS = {"max_turns": 2}


def engine_moves(duel: Duel) -> dict[str, str]:
    """The engine's declaration with each card; what the other seat holds cannot matter."""
    deals = {own: other for own, other, _ in duel.deals()}
    return {own: search(duel.state(own, other).view(0), seed=1).text for own, other in deals.items()}


def test_the_solver_knows_the_last_column() -> None:
    """The other will coup, so only a real Assassin against no Contessa wins: 3/13 x 10/12."""
    duel = Duel(3, 9, ("contessa", "duke"), TWO_ACTIONS)
    assert duel.value == pytest.approx(30 / 156)
    assert duel.loss({"assassin": "assassinate 1"}) == pytest.approx(0)
    assert duel.loss({"assassin": "income"}) == pytest.approx(30 / 156)
    assert engine_moves(duel)["assassin"] == "assassinate 1"


@pytest.mark.parametrize(
    ("coins", "up", "value", "most"),
    [
        ((3, 3), ("contessa", "duke"), 86, 0.01),
        ((5, 5), ("contessa", "duke"), 78.5, 0.03),
        ((4, 2), ("assassin", "duke"), 123, 0.005),
        ((6, 6), ("contessa", "contessa"), 76.929, 0.055),
        ((2, 4), ("captain", "captain"), 36, 0.16),
        ((1, 3), ("duke", "duke"), 30, 0.12),
    ],
)
def test_declarations_of_the_duel_give_little_away(
    coins: tuple[int, int], up: tuple[str, str], value: float, most: float
) -> None:
    """Best play is worth `value` / 156 to the mover. Always declaring as the engine does costs it at most `most`, all
    cards together, against an opponent who knows. Behind (the last two) only bluffs help, which tree search does not
    learn.
    """
    duel = Duel(*coins, up, TWO_ACTIONS)
    assert duel.value * 156 == pytest.approx(value, abs=1e-3)
    assert -1e-6 <= duel.loss(engine_moves(duel)) <= most
