"""Coup: worlds of the 2-player draft, against the count of what may have been dealt and chosen."""

from collections import Counter
from itertools import product

import pytest

import palio
from palio import State
from tests.games.coup_belief import Hands, assert_fits, sampled
from tests.rules.coup.table import BASE, INQUISITOR, court, field, hands, play


def drafted(seed: int = 2) -> State:
    return play(palio.load("coup", draft="on").start(seed=seed), "0 choose duke", "1 choose assassin")


def draft_chances(state: State, lost: str | None = None) -> dict[Hands, float]:
    """Seat 1's hands for seat 0: chosen of five, dealt of the four roles that seat 0 was not dealt."""
    own = tuple(hands(state)[0])
    dealt = state.view(0).to_map()["memory"][0]["dealt"]
    found: dict[Hands, float] = {}
    for chosen, other in product(BASE, (role for role in BASE if role != dealt)):
        pair = [chosen, other]
        for index in range(2) if lost else [None]:
            if index is None or pair[index] == lost:
                left = tuple(sorted(pair if index is None else [pair[1 - index]]))
                found[own, left] = found.get((own, left), 0.0) + 1
    total = sum(found.values())
    return {way: weight / total for way, weight in found.items()}


def test_draft_worlds() -> None:
    """The other's chosen role is uniform over five, its dealt card over the four others of the third set."""
    state = drafted()
    assert_fits(sampled(state, 0), draft_chances(state))


def test_draft_worlds_have_the_own_unchosen_cards_in_the_court() -> None:
    view = drafted().view(0)
    for seed in range(300):
        assert Counter(["assassin", "captain", "ambassador", "contessa"]) <= court(view.world(seed))


def test_draft_worlds_while_choosing() -> None:
    """Before its choice seat 1 knows that seat 0 has one of five and one of the four others."""
    state = play(palio.load("coup", draft="on").start(seed=2), "0 choose duke")
    dealt = hands(state)[1][0]
    chances: dict[Hands, float] = {}
    for chosen, other in product(BASE, (role for role in BASE if role != dealt)):
        way = (tuple(sorted((chosen, other))), (dealt,))
        chances[way] = chances.get(way, 0.0) + 1 / 20
    assert_fits(sampled(state, 1), chances)


@pytest.mark.parametrize("seed", range(6))
def test_draft_worlds_after_the_other_lost_a_card(seed: int) -> None:
    """The lost card was the chosen or the dealt one: both are counted."""
    state = drafted(seed)
    (lost,) = set(hands(state)[1]) - {"assassin"} or {"assassin"}
    while field(state, "players")[0]["coins"] < 7:
        play(state, "0 income", "1 income")
    play(state, "0 coup 1", f"1 lose {lost}")
    assert_fits(sampled(state, 0), draft_chances(state, lost))


def test_draft_worlds_after_the_other_showed_a_card() -> None:
    """A card of two was shown at random: two equal ones count twice as much as two different ones."""
    game = palio.load("coup", draft="on", roles="inquisitor")
    state = play(game.start(seed=2), "0 choose duke", "1 choose assassin")
    shown = "assassin"
    play(state, "0 examine 1", "1 allow", f"1 show {shown}", "0 leave")
    own, dealt = tuple(hands(state)[0]), field(state, "memory")[0]["dealt"]
    weights: Counter[Hands] = Counter()
    for pair in product(INQUISITOR, (role for role in INQUISITOR if role != dealt)):
        weights[own, tuple(sorted(pair))] += pair.count(shown)
    assert_fits(sampled(state, 0), {way: weight / weights.total() for way, weight in weights.items() if weight})
