"""Coup, Nota: Los peligros del Asesinato, and every row of the table of losses."""

from typing import Any

import pytest

from palio import OVER, IllegalMoveError, State

from .table import at_turn_of, coins, face_up, field, hands, influence, play, position, texts

ASSASSIN = ["assassin", "duke"]
LIAR = ["captain", "duke"]
CONTESSA = ["contessa", "captain"]
PLAIN = ["captain", "ambassador"]
THIRD = ["duke", "ambassador"]


def attack(killer: list[str], target: list[str], up: list[str] | None = None, **options: Any) -> State:
    """Seat 0 has declared an assassination of seat 1 and paid for it; seat 2 looks on."""
    state = position([killer, target, THIRD], coins=[4, 2, 2], face_up=[[], up or [], []], **options)
    play(state, "0 assassinate 1")
    assert coins(state) == [1, 2, 2]
    return state


def test_a_failed_challenge_of_the_assassin_can_cost_two_influences() -> None:
    """Peligros: whoever challenges a true Assassin loses one card for that, another by the assassination."""
    state = play(attack(ASSASSIN, PLAIN), "1 challenge", "draw contessa", "1 lose captain")
    play(state, "1 allow")
    assert face_up(state)[1] == ["ambassador", "captain"]
    assert influence(state) == [2, 0, 2]
    assert coins(state) == [1, 0, 2]
    assert at_turn_of(state, 2)


def test_a_false_contessa_that_is_challenged_costs_two_influences() -> None:
    """Peligros: the liar loses one card by the challenge and one more by the assassination."""
    state = play(attack(ASSASSIN, PLAIN), "1 allow", "2 allow", "1 block contessa", "2 allow", "0 challenge")
    assert texts(state) == ["lose captain", "lose ambassador"]
    play(state, "1 lose ambassador")
    assert influence(state) == [2, 0, 2]
    assert coins(state) == [1, 0, 2]
    assert at_turn_of(state, 2)


def test_being_wounded_costs_one_influence() -> None:
    """Peligros: sometimes it is better to be wounded: without challenge and block the target loses 1."""
    state = play(attack(ASSASSIN, PLAIN), "1 allow", "2 allow", "1 allow", "1 lose captain")
    assert influence(state) == [2, 1, 2]
    assert coins(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


@pytest.mark.parametrize("moves", [("1 challenge",), ("1 allow", "2 challenge")])
def test_a_false_claim_costs_the_target_nothing(moves: tuple[str, ...]) -> None:
    """Table: the claim shown false by anyone: the turn player loses 1 and gets the 3 coins back."""
    state = play(attack(LIAR, PLAIN), *moves, "0 lose duke")
    assert influence(state) == [1, 2, 2]
    assert coins(state) == [4, 2, 2]
    assert at_turn_of(state, 1)


def test_after_a_third_players_vain_challenge_the_target_may_still_block() -> None:
    """Table: the third player loses 1, then the target may block."""
    state = play(attack(ASSASSIN, CONTESSA), "1 allow", "2 challenge", "draw contessa", "2 lose duke")
    assert (state.actor, texts(state)) == (1, ["allow", "block contessa"])
    play(state, "1 block contessa", "2 allow", "0 allow")
    assert influence(state) == [2, 2, 1]
    assert coins(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


def test_after_a_third_players_vain_challenge_the_unblocked_target_loses_one() -> None:
    """Table: the third player loses 1; unblocked, the target loses 1 too."""
    state = play(attack(ASSASSIN, PLAIN), "1 allow", "2 challenge", "draw contessa", "2 lose duke", "1 allow")
    play(state, "1 lose captain")
    assert influence(state) == [2, 1, 1]


def test_after_the_death_of_a_third_challenger_the_target_may_still_block() -> None:
    """Table: the same when the third player dies of the challenge."""
    state = position([ASSASSIN, CONTESSA, ["duke"]], coins=[3, 2, 2], face_up=[[], [], ["captain"]])
    play(state, "0 assassinate 1", "1 allow", "2 challenge", "draw duke")
    assert influence(state) == [2, 2, 0]
    play(state, "1 block contessa", "0 allow")
    assert coins(state) == [0, 2, 0]
    assert at_turn_of(state, 1)


def test_a_target_with_one_card_that_challenges_in_vain_is_out() -> None:
    """Table: it had 1: it is out, nothing is left to kill, the 3 coins stay spent."""
    state = play(attack(ASSASSIN, ["captain"], ["ambassador"]), "1 challenge", "draw contessa")
    assert influence(state) == [2, 0, 2]
    assert face_up(state)[1] == ["ambassador", "captain"]
    assert coins(state) == [1, 0, 2]
    assert at_turn_of(state, 2)


def test_a_target_with_two_cards_that_challenges_in_vain_may_block() -> None:
    """Table, open point 1: it loses 1, then it may claim the Contessa."""
    state = play(attack(ASSASSIN, CONTESSA), "1 challenge", "draw duke", "1 lose captain")
    assert (state.actor, texts(state)) == (1, ["allow", "block contessa"])
    play(state, "1 block contessa", "2 allow", "0 allow")
    assert influence(state) == [2, 1, 2]
    assert hands(state)[1] == ["contessa"]
    assert coins(state) == [1, 2, 2]


def test_the_block_after_the_own_challenge_can_be_challenged() -> None:
    """Table, open point 1: a true Contessa then costs the challenger, not the target."""
    state = play(attack(ASSASSIN, CONTESSA), "1 challenge", "draw duke", "1 lose captain", "1 block contessa")
    play(state, "2 challenge", "draw ambassador", "2 lose duke")
    assert influence(state) == [2, 1, 1]
    assert hands(state)[1] == ["ambassador"]
    assert at_turn_of(state, 1)


def test_the_switch_takes_the_block_after_the_own_challenge_away() -> None:
    """Open point 1 with the option off: 1 for the challenge, 1 for the assassination, no question."""
    state = attack(ASSASSIN, CONTESSA, block_after_own_challenge="off")
    play(state, "1 challenge", "draw duke", "1 lose captain")
    assert influence(state) == [2, 0, 2]
    assert coins(state) == [1, 0, 2]
    assert at_turn_of(state, 2)


def test_the_switch_leaves_the_other_blocks() -> None:
    """Open point 1 with the option off: without an own challenge the target may block as ever."""
    state = attack(ASSASSIN, CONTESSA, block_after_own_challenge="off")
    play(state, "1 allow", "2 challenge", "draw duke", "2 lose duke")
    assert texts(state) == ["allow", "block contessa"]


@pytest.mark.parametrize("switch", ["on", "off"])
def test_the_switch_also_covers_extortion(switch: str) -> None:
    """Options: may the target still claim a block after its own failed challenge."""
    state = position([["captain", "duke"], PLAIN, THIRD], block_after_own_challenge=switch)
    play(state, "0 steal 1", "1 challenge", "draw duke", "1 lose ambassador")
    if switch == "on":
        assert (state.actor, texts(state)) == (1, ["allow", "block captain", "block ambassador"])
        play(state, "1 allow")
    assert coins(state) == [4, 0, 2]
    assert at_turn_of(state, 1)


@pytest.mark.parametrize("moves", [("2 challenge", "draw duke", "2 lose duke"), ("2 allow", "0 challenge")])
def test_a_true_block_that_is_challenged_stands(moves: tuple[str, ...]) -> None:
    """Table: the target loses 0, the challenger 1, the 3 coins stay spent."""
    state = play(attack(ASSASSIN, CONTESSA), "1 allow", "2 allow", "1 block contessa", *moves)
    if moves[-1] == "0 challenge":
        play(state, "draw duke", "0 lose assassin")
    assert influence(state)[1] == 2
    assert sum(influence(state)) == 5
    assert coins(state) == [1, 2, 2]
    assert hands(state)[1] == ["captain", "duke"]
    assert at_turn_of(state, 1)


def test_a_false_block_of_a_target_with_one_card() -> None:
    """Table: it loses that card and is out; the 3 coins stay spent."""
    state = attack(ASSASSIN, ["captain"], ["ambassador"])
    play(state, "1 allow", "2 allow", "1 block contessa", "2 challenge")
    assert influence(state) == [2, 0, 2]
    assert coins(state) == [1, 0, 2]
    assert at_turn_of(state, 2)


@pytest.mark.parametrize("target", [CONTESSA, PLAIN])
def test_a_block_that_nobody_challenges_saves_the_target(target: list[str]) -> None:
    """Table: true or not, the target loses 0 and the 3 coins stay spent."""
    state = play(attack(ASSASSIN, target), "1 allow", "2 allow", "1 block contessa", "2 allow", "0 allow")
    assert influence(state) == [2, 2, 2]
    assert coins(state) == [1, 2, 2]
    assert at_turn_of(state, 1)


def test_the_second_loss_cannot_be_the_card_already_turned_up() -> None:
    """Table: two losses are two choices; the second turns up the other card."""
    state = play(attack(ASSASSIN, ["captain", "captain"]), "1 allow", "2 allow", "1 block contessa", "2 challenge")
    play(state, "1 lose captain")
    assert face_up(state)[1] == ["captain", "captain"]
    assert hands(state)[1] == []
    with pytest.raises(IllegalMoveError):
        state.apply("lose captain")


def test_a_turn_player_whose_last_card_was_a_lie_is_out() -> None:
    """Costs: whoever dies of a false claim gets the refund and loses it to the bank with the rest."""
    state = position([["duke"], PLAIN, THIRD], coins=[4, 2, 2], face_up=[["captain"], [], []])
    play(state, "0 assassinate 1", "1 challenge")
    assert coins(state) == [0, 2, 2]
    assert influence(state) == [0, 2, 2]
    assert at_turn_of(state, 1)


def test_two_players_end_at_once_without_the_assassination() -> None:
    """State machine: with one survivor the game ends at once and open steps are dropped."""
    state = position([["assassin"], ["captain"]], coins=[3, 2], face_up=[["duke"], ["duke"]])
    play(state, "0 assassinate 1", "1 challenge")
    play(state, "draw contessa")
    assert state.actor == OVER
    assert field(state, "losses") == 3
    assert state.outcome().ranks == (1, 2)
