"""The eurogames' priors: shares of one whole, from what the seat knows, in favour of what the policy favours."""

from __future__ import annotations

import pytest

import palio
from palio.core.game import CHANCE, Random

GAMES = (("masters", 1), ("masters", 2), ("masters", 4), ("lorenzo", 2), ("lorenzo", 4))


def priors(view: palio.View, seed: int = 0) -> dict[str, float]:
    """The root moves' priors by their text."""
    result = palio.search(view, "ismcts", iterations=1, seed=seed)
    return {move.text: move.prior for move in result.moves}


def decisions(name: str, players: int, deal: int) -> list[palio.View]:
    """The decisions of a random game that have a choice, as their seats see them."""
    state, random = palio.load(name, players=players).start(deal), Random(deal, 1)
    found = []
    while not state.is_over:
        if state.actor == CHANCE:
            state.apply(state.sample_chance(random))
            continue
        moves = state.legal_moves()
        if len(moves) > 1:
            found.append(state.view(state.actor))
        state.apply(random.choice(moves))
    return found


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_priors_are_shares(name: str, players: int) -> None:
    for view in decisions(name, players, 3):
        shares = priors(view).values()
        assert min(shares) > 0
        assert sum(shares) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_priors_do_not_depend_on_the_world(name: str, players: int) -> None:
    for view in decisions(name, players, 4)[::5]:
        assert priors(view, seed=1) == priors(view, seed=2)


def test_the_church_is_supported() -> None:
    asked = [
        shares for deal in range(8) for view in decisions("lorenzo", 2, deal) if "support" in (shares := priors(view))
    ]
    assert asked
    for shares in asked:
        assert shares["support"] > shares["refuse"]


def test_the_leaning_alone_beats_random_play() -> None:
    """Two games of every deal: the move with the largest prior against a random one."""
    for name in ("masters", "lorenzo"):
        won = sum(lean_against_random(name, deal, seat) for deal in range(4) for seat in range(2))
        assert won >= 7


def lean_against_random(name: str, deal: int, leaning: int) -> bool:
    """Whether the seat that follows the priors wins."""
    state, random = palio.load(name).start(deal), Random(deal, 2)
    while not state.is_over:
        if state.actor == CHANCE:
            state.apply(state.sample_chance(random))
        elif state.actor == leaning:
            shares = priors(state.view(leaning))
            state.apply(max(shares, key=shares.__getitem__))
        else:
            state.apply(random.choice(state.legal_moves()))
    return state.outcome().ranks[leaning] == 1
