"""Coup, Acciones and Acciones generales: what may be chosen and what it does."""

import pytest

from palio import IllegalMoveError

from .table import all_allow, at_turn_of, coins, face_up, field, hands, influence, play, position, texts

HANDS = [["duke", "contessa"], ["captain", "assassin"], ["ambassador", "duke"]]
FREE = ["income", "foreign_aid", "tax", "steal 1", "steal 2", "exchange"]
KILLS = ["assassinate 1", "assassinate 2"]
COUPS = ["coup 1", "coup 2"]


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (0, FREE),
        (2, FREE),
        (3, FREE + KILLS),
        (6, FREE + KILLS),
        (7, FREE + KILLS + COUPS),
        (9, FREE + KILLS + COUPS),
    ],
)
def test_every_action_that_can_be_paid_may_be_chosen(held: int, expected: list[str]) -> None:
    """Acciones: a player may choose any action that he can afford."""
    assert sorted(texts(position(HANDS, coins=[held, 2, 2]))) == sorted(expected)


@pytest.mark.parametrize("hand", [["duke", "duke"], ["contessa", "contessa"], ["assassin", "captain"]])
def test_the_choice_does_not_depend_on_the_cards(hand: list[str]) -> None:
    """Acciones: the player may tell the truth or lie about the character."""
    state = position([hand, ["ambassador", "captain"], ["ambassador", "duke"]], coins=[3, 2, 2])
    assert sorted(texts(state)) == sorted(FREE + KILLS)


@pytest.mark.parametrize(
    ("action", "role"),
    [("tax", "duke"), ("assassinate 1", "assassin"), ("steal 1", "captain"), ("exchange", "ambassador")],
)
def test_a_character_action_announces_its_character(action: str, role: str) -> None:
    """Acciones: whoever chooses a character action announces that the character is among his cards."""
    state = play(position(HANDS, coins=[3, 2, 2]), f"0 {action}")
    for seat in range(3):
        assert state.view(seat).to_map()["players"][0]["claims"] == [role]


@pytest.mark.parametrize("action", ["income", "foreign_aid", "coup 1"])
def test_a_general_action_announces_nothing(action: str) -> None:
    """Acciones generales: always available, whatever character cards the player has."""
    state = play(position(HANDS, coins=[7, 2, 2]), f"0 {action}")
    assert state.to_map()["players"][0]["claims"] == []


def test_cards_stay_hidden_unless_challenged() -> None:
    """Acciones: the player need not show his cards unless he is challenged."""
    state = all_allow(play(position(HANDS), "0 tax"))
    for seat in (1, 2):
        assert state.view(seat).to_map()["players"][0]["hand"] is None
    assert face_up(state) == [[], [], []]


@pytest.mark.parametrize("hand", [["duke", "contessa"], ["contessa", "contessa"]])
def test_an_unchallenged_claim_succeeds_true_or_false(hand: list[str]) -> None:
    """Acciones: if he is not challenged, his action succeeds automatically."""
    state = all_allow(play(position([hand, *HANDS[1:]]), "0 tax"))
    assert coins(state) == [5, 2, 2]
    assert hands(state)[0] == sorted(hand)


def test_income_takes_one_coin() -> None:
    """Ingreso: take 1 coin from the bank; it can be neither challenged nor blocked."""
    state = play(position(HANDS), "0 income")
    assert coins(state) == [3, 2, 2]
    assert at_turn_of(state, 1)


def test_foreign_aid_takes_two_coins() -> None:
    """Ayuda exterior: take 2 coins from the bank."""
    state = play(position(HANDS), "0 foreign_aid", "1 allow", "2 allow")
    assert coins(state) == [4, 2, 2]
    assert at_turn_of(state, 1)


def test_foreign_aid_can_be_blocked_by_the_duke() -> None:
    """Ayuda exterior: it can be blocked by the Duke, and by no other character."""
    state = play(position(HANDS), "0 foreign_aid")
    assert texts(state) == ["allow", "block duke"]


def test_foreign_aid_claims_nothing_and_cannot_be_challenged() -> None:
    """Open point 5: income, foreign aid and coup claim no character, so there is nothing to challenge."""
    state = play(position(HANDS), "0 foreign_aid")
    with pytest.raises(IllegalMoveError):
        state.apply("challenge")
    assert field(state, "phase") == "block"


def test_a_coup_costs_seven_coins_and_one_influence_of_the_target() -> None:
    """Coup: pay 7 coins; the other player loses influence at once and turns a card face up."""
    state = play(position(HANDS, coins=[8, 5, 2]), "0 coup 1")
    assert coins(state) == [1, 5, 2]
    assert (state.actor, field(state, "phase")) == (1, "lose")
    play(state, "1 lose captain")
    assert influence(state) == [2, 1, 2]
    assert coins(state) == [1, 5, 2]
    assert at_turn_of(state, 1)


def test_a_coup_always_succeeds() -> None:
    """Coup: it always succeeds: the target is asked for nothing but the card, not even with a Contessa."""
    state = position([["duke", "duke"], ["contessa", "contessa"], ["ambassador", "assassin"]], coins=[7, 2, 2])
    play(state, "0 coup 1")
    assert texts(state) == ["lose contessa"]


@pytest.mark.parametrize("held", range(7))
def test_a_coup_needs_seven_coins(held: int) -> None:
    """Coup: pay 7 coins to the bank."""
    assert not [text for text in texts(position(HANDS, coins=[held, 2, 2])) if text.startswith("coup")]


@pytest.mark.parametrize("held", [10, 11, 12])
def test_with_ten_coins_a_coup_must_be_launched(held: int) -> None:
    """Acciones, Coup: whoever begins the turn with 10 coins (or more) must launch a coup, and pay for it."""
    state = position(HANDS, coins=[held, 2, 2])
    assert texts(state) == COUPS
    play(state, "0 coup 2", "2 lose duke")
    assert coins(state) == [held - 7, 2, 2]


def test_nobody_can_target_himself() -> None:
    """Coup, Asesinato, Extorsión: against another player."""
    state = position(HANDS, coins=[2, 9, 2], turn_player=1)
    assert [text for text in texts(state) if text.endswith(" 1")] == []
    for action in ("coup 1", "assassinate 1", "steal 1"):
        with pytest.raises(IllegalMoveError):
            state.apply(action)


@pytest.mark.parametrize("action", ["steal 3", "steal 5", "coup 4"])
def test_a_target_must_be_at_the_table(action: str) -> None:
    """Coup, Extorsión: the target is a player of the game."""
    with pytest.raises(IllegalMoveError):
        position(HANDS, coins=[9, 2, 2]).apply(action)


def test_the_inquisitors_actions_need_the_inquisitor_game() -> None:
    """Personaje alternativo: without it nobody can examine."""
    assert not [text for text in texts(position(HANDS)) if text.startswith("examine")]
    with pytest.raises(IllegalMoveError):
        position(HANDS).apply("examine 1")
