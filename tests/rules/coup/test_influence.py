"""Coup, Influencia: face-down cards, how they are lost, and exile."""

import pytest

from palio import IllegalMoveError, State

from .table import at_turn_of, coins, court, face_up, field, hands, influence, play, position, texts

HANDS = [["duke", "contessa"], ["captain", "assassin"], ["ambassador", "duke"]]


def couped() -> State:
    """Seat 0 has launched a coup against seat 1, which has yet to choose."""
    return play(position(HANDS, coins=[7, 2, 2]), "0 coup 1")


def test_the_player_who_loses_influence_chooses_the_card() -> None:
    """Influencia: each player chooses which card to reveal."""
    state = couped()
    assert state.actor == 1
    assert texts(state) == ["lose assassin", "lose captain"]


@pytest.mark.parametrize(("lost", "kept"), [("captain", "assassin"), ("assassin", "captain")])
def test_the_lost_card_is_turned_face_up(lost: str, kept: str) -> None:
    """Influencia: whoever loses influence turns a card over and reveals it; it stays face up."""
    state = play(couped(), f"1 lose {lost}")
    assert face_up(state) == [[], [lost], []]
    assert hands(state)[1] == [kept]
    assert influence(state) == [2, 1, 2]


def test_everybody_sees_a_face_up_card() -> None:
    """Influencia: the card is revealed and stays face up."""
    state = play(couped(), "1 lose captain")
    for seat in range(3):
        players = state.view(seat).to_map()["players"]
        assert [player["face_up"] for player in players] == [[], ["captain"], []]
        assert [player["face_down"] for player in players] == [2, 1, 2]


def test_a_card_that_the_player_does_not_have_cannot_be_lost() -> None:
    """Influencia: the card is one of the player's own."""
    with pytest.raises(IllegalMoveError):
        couped().apply("lose duke")


def test_a_face_up_card_gives_no_influence() -> None:
    """Influencia: a face-up card no longer serves: a face-up Duke does not prove a tax."""
    state = position([["contessa"], *HANDS[1:]], face_up=[["duke"], [], []])
    play(state, "0 tax", "1 challenge")
    assert influence(state) == [0, 2, 2]
    assert face_up(state)[0] == ["contessa", "duke"]


def test_the_last_card_is_lost_without_a_choice() -> None:
    """State 7: with one card left there is nothing to choose."""
    state = position([HANDS[0], ["captain"], HANDS[2]], coins=[7, 2, 2], face_up=[[], ["assassin"], []])
    play(state, "0 coup 1")
    assert face_up(state)[1] == ["assassin", "captain"]
    assert at_turn_of(state, 2)


def test_two_equal_cards_are_one_move_and_still_a_decision() -> None:
    """Rulings: cards have no position; skipping the decision would tell that the cards are equal."""
    state = position([HANDS[0], ["captain", "captain"], HANDS[2]], coins=[7, 2, 2])
    play(state, "0 coup 1")
    assert (state.actor, texts(state)) == (1, ["lose captain"])


def test_without_influence_a_player_is_out_of_the_game() -> None:
    """Influencia: with all influence lost only exile is left."""
    state = position([HANDS[0], ["captain"], HANDS[2]], coins=[7, 2, 2], face_up=[[], ["assassin"], []])
    play(state, "0 coup 1", "2 income", "0 income")
    assert at_turn_of(state, 2)
    assert coins(state)[1] == 0


def test_lost_cards_never_return_to_the_court() -> None:
    """Influencia: the card stays face up."""
    state = position([HANDS[0], ["captain"], HANDS[2]], coins=[7, 2, 2], face_up=[[], ["assassin"], []])
    before = court(state)
    play(state, "0 coup 1", "2 exchange", "0 allow", "draw duke captain", "2 keep duke captain")
    assert face_up(state)[1] == ["assassin", "captain"]
    assert court(state).total() == before.total()
    assert field(state, "losses") == 2
