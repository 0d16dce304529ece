"""Coup, 2 jugadores: the first player's coin and the variant with a chosen card."""

from collections import Counter

import pytest
from scipy.stats import chisquare

import palio
from palio import IllegalMoveError, State

from .table import BASE, INQUISITOR, cards, coins, court, field, hands, influence, play, texts


def drafting(seed: int = 1, roles: str = "ambassador") -> State:
    return palio.load("coup", draft="on", roles=roles).start(seed=seed)


@pytest.mark.parametrize("draft", ["off", "on"])
@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
def test_the_first_player_starts_with_one_coin(draft: str, roles: str) -> None:
    """2 jugadores: the player who opens the game has only 1 coin at the start."""
    assert coins(palio.load("coup", draft=draft, roles=roles).start(seed=1)) == [1, 2]


def test_the_other_rules_are_the_same() -> None:
    """2 jugadores: one rule is added, no other is changed."""
    state = palio.load("coup").start(seed=1)
    assert influence(state) == [2, 2]
    assert court(state).total() == 11
    play(state, "0 foreign_aid", "1 allow", "1 income")
    assert coins(state) == [3, 3]


@pytest.mark.parametrize("seed", range(10))
def test_each_player_is_dealt_one_card_of_the_third_set(seed: int) -> None:
    """2 jugadores: the third set, one card of each character, is shuffled and one dealt to each player."""
    state = drafting(seed)
    assert influence(state) == [1, 1]
    first, second = hands(state)
    assert first != second


def test_the_deal_of_the_third_set_is_uniform() -> None:
    """2 jugadores: shuffle it: all 20 deals of two different characters are equally likely."""
    found = Counter(tuple(hand[0] for hand in hands(drafting(seed))) for seed in range(2000))
    assert len(found) == 20
    assert chisquare(list(found.values())).pvalue > 1e-4


@pytest.mark.parametrize(("roles", "names"), [("ambassador", BASE), ("inquisitor", INQUISITOR)])
def test_each_player_chooses_one_card_of_its_own_set(roles: str, names: tuple[str, ...]) -> None:
    """2 jugadores: of the set that they took, with one card of each character, they choose one card."""
    state = drafting(roles=roles)
    for seat in (0, 1):
        assert (state.actor, field(state, "phase")) == (seat, "choose")
        assert texts(state) == [f"choose {name}" for name in names]
        play(state, f"{seat} choose duke")
    assert (state.actor, field(state, "phase")) == (0, "declare")


@pytest.mark.parametrize("seed", range(5))
def test_the_chosen_card_joins_the_dealt_one(seed: int) -> None:
    """2 jugadores: each player has one card at random and one that he chose."""
    state = drafting(seed)
    dealt = hands(state)
    play(state, "0 choose contessa", "1 choose contessa")
    assert hands(state) == [sorted([*hand, "contessa"]) for hand in dealt]
    assert influence(state) == [2, 2]


def test_a_player_may_choose_the_character_it_was_dealt() -> None:
    """2 jugadores: the own set has each character, also the dealt one."""
    state = drafting()
    dealt = hands(state)[0][0]
    play(state, f"0 choose {dealt}")
    assert hands(state)[0] == [dealt, dealt]


@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
def test_the_unchosen_cards_join_the_court(roles: str) -> None:
    """2 jugadores: 3 cards of the third set are the court; the 4 left over of each set are added to it."""
    state = drafting(roles=roles)
    play(state, "0 choose duke", "1 choose assassin")
    names = BASE if roles == "ambassador" else INQUISITOR
    held = sum((Counter(hand) for hand in hands(state)), Counter())
    assert court(state).total() == 11
    assert court(state) + held == Counter(dict.fromkeys(names, 3))


def test_the_choice_is_secret() -> None:
    """2 jugadores: the other sees that a card was chosen, not which."""
    state = drafting()
    assert state.move_text(state.seen("choose duke", 0)) == "choose duke"
    assert state.move_text(state.seen("choose duke", 1)) == "choose ?"
    views = {play(drafting(), f"0 choose {role}").view(1).to_bytes() for role in BASE}
    assert len(views) == 1


def test_the_choice_is_made_with_the_dealt_card_known() -> None:
    """2 jugadores: the deal comes first, then the choice."""
    state = drafting()
    dealt = hands(state)
    view = state.view(0).to_map()
    assert [player["hand"] for player in view["players"]] == [dealt[0], None]


def test_nothing_but_the_choice_is_legal_in_the_draft() -> None:
    state = drafting()
    for text in ("income", "tax", "allow"):
        with pytest.raises(IllegalMoveError):
            state.apply(text)


def test_the_draft_needs_no_turn() -> None:
    """Options: a turn is one declared action; the choices are none."""
    state = play(drafting(), "0 choose duke", "1 choose duke")
    assert field(state, "turn") == 0


def test_without_the_draft_both_cards_are_dealt() -> None:
    """2 jugadores: the variant is an extra."""
    state = palio.load("coup").start(seed=1)
    assert field(state, "phase") == "declare"
    assert influence(state) == [2, 2]


def test_the_chosen_card_is_played_like_any_other() -> None:
    """2 jugadores: it proves a claim and goes to the court then."""
    state = play(drafting(), "0 choose duke", "1 choose captain")
    before = court(state)
    play(state, "0 tax", "1 challenge")
    assert court(state) == before + cards("duke")
