"""Coup, target or claimant eliminated in mid-action; ten coins or more."""

import pytest

from .table import all_allow, at_turn_of, coins, court, face_up, hands, influence, play, position, texts

CAPTAIN = ["captain", "duke"]
OTHER = ["contessa", "ambassador"]


def test_a_thief_is_paid_by_a_target_that_died_of_a_false_block() -> None:
    """Elimination, Ejemplo: the coins of the eliminated go to the bank at the end of the turn."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[2, 5, 2], face_up=[[], ["duke"], []])
    play(state, "0 steal 1", "1 allow", "2 allow", "1 block ambassador", "2 challenge")
    assert coins(state) == [4, 0, 2]
    assert influence(state) == [2, 0, 2]
    assert at_turn_of(state, 2)


def test_a_thief_is_paid_by_a_target_that_died_challenging() -> None:
    """Elimination: the same for a target that dies challenging a true Captain."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[2, 5, 2], face_up=[[], ["duke"], []])
    play(state, "0 steal 1", "1 challenge", "draw duke")
    assert coins(state) == [4, 0, 2]
    assert at_turn_of(state, 2)


def test_a_thief_gets_what_the_dead_target_has() -> None:
    """Elimination, Extorsión: one coin if there is only one."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[2, 1, 2], face_up=[[], ["duke"], []])
    play(state, "0 steal 1", "1 challenge", "draw duke")
    assert coins(state) == [3, 0, 2]


def test_a_dead_target_is_not_killed_again() -> None:
    """Elimination: an assassination has no effect on a dead target."""
    state = position([["assassin", "duke"], ["captain"], OTHER], coins=[3, 5, 2], face_up=[[], ["duke"], []])
    play(state, "0 assassinate 1", "1 challenge", "draw duke")
    assert face_up(state)[1] == ["captain", "duke"]
    assert coins(state) == [0, 0, 2]
    assert at_turn_of(state, 2)


def test_foreign_aid_is_paid_although_the_lying_blocker_is_out() -> None:
    """Elimination: the blocker was caught, the aid is paid even if he is out."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[2, 5, 2], face_up=[[], ["duke"], []])
    play(state, "0 foreign_aid", "1 block duke", "2 challenge")
    assert coins(state) == [4, 0, 2]
    assert influence(state) == [2, 0, 2]
    assert at_turn_of(state, 2)


def test_a_turn_player_who_dies_challenging_a_block_leaves_the_action_blocked() -> None:
    """Elimination: the turn player dies challenging a block: it stays blocked, the turn ends."""
    state = position([["duke"], ["captain", "assassin"], OTHER], coins=[2, 5, 2], face_up=[["duke"], [], []])
    play(state, "0 steal 1", "1 allow", "2 allow", "1 block captain", "2 allow", "0 challenge", "draw duke")
    assert coins(state) == [0, 5, 2]
    assert influence(state) == [0, 2, 2]
    assert at_turn_of(state, 1)


def test_a_third_player_who_dies_challenging_a_block_leaves_the_action_blocked() -> None:
    """Elimination: the same for any other challenger."""
    state = position([CAPTAIN, ["captain", "assassin"], ["duke"]], coins=[2, 5, 2], face_up=[[], [], ["duke"]])
    play(state, "0 steal 1", "1 allow", "2 allow", "1 block captain", "2 challenge", "draw contessa")
    assert coins(state) == [2, 5, 0]
    assert at_turn_of(state, 1)


def test_the_dead_neither_challenge_nor_block() -> None:
    """Elimination: dead players are not asked."""
    state = position([CAPTAIN, [], OTHER, ["assassin", "duke"]], face_up=[[], ["duke", "captain"], [], []])
    play(state, "0 tax", "2 allow", "3 allow", "2 foreign_aid", "3 allow", "0 allow", "3 income")
    assert coins(state) == [5, 0, 4, 3]
    assert at_turn_of(state, 0)


def test_a_challenger_who_dies_is_not_asked_for_a_block() -> None:
    """State 3: 4 only if the blocker lives; else the action is resolved."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[2, 2, 2], face_up=[[], ["duke"], []])
    play(state, "0 steal 1", "1 challenge", "draw duke")
    assert at_turn_of(state, 2)


def test_the_cards_of_the_dead_stay_face_up() -> None:
    """Elimination: never back into the court."""
    state = position([CAPTAIN, ["assassin"], OTHER], coins=[7, 5, 2], face_up=[[], ["duke"], []])
    before = court(state)
    play(state, "0 coup 1")
    assert court(state) == before
    assert face_up(state)[1] == ["assassin", "duke"]
    assert hands(state)[1] == []


def test_two_eliminations_in_one_turn() -> None:
    """Elimination: both lose their coins at the end of the turn and the next living player goes on."""
    state = position(
        [["assassin", "duke"], ["captain"], ["ambassador"], OTHER],
        coins=[5, 4, 6, 2],
        face_up=[[], ["duke"], ["duke"], []],
    )
    play(state, "0 assassinate 2", "1 challenge", "draw captain", "2 block contessa", "3 challenge")
    assert influence(state) == [2, 0, 0, 2]
    assert coins(state) == [2, 0, 0, 2]
    assert at_turn_of(state, 3)


# Ten coins or more


@pytest.mark.parametrize("held", [10, 11, 12])
def test_ten_coins_allow_only_a_coup_against_any_living_player(held: int) -> None:
    """Ten coins: only coup is legal, any living target."""
    state = position([CAPTAIN, [], OTHER, ["assassin", "duke"]], [held, 0, 2, 2], [[], ["duke", "captain"], [], []])
    assert texts(state) == ["coup 2", "coup 3"]


def test_nine_coins_leave_the_choice() -> None:
    """Ten coins: nine are not ten."""
    assert "income" in texts(position([CAPTAIN, OTHER], coins=[9, 2]))


def test_twelve_coins_are_the_most() -> None:
    """Ten coins: 12 is the most a player can hold: 9 and a tax."""
    state = all_allow(play(position([CAPTAIN, OTHER, ["assassin", "duke"]], coins=[9, 2, 2]), "0 tax"))
    assert coins(state) == [12, 2, 2]
    play(state, "1 income", "2 income", "0 coup 1", "1 lose contessa")
    assert coins(state) == [5, 3, 3]


def test_whoever_has_ten_coins_may_challenge_and_block_in_other_turns() -> None:
    """Ten coins: challenging and blocking in other players' turns stay free."""
    state = position([CAPTAIN, OTHER, ["assassin", "duke"]], coins=[2, 12, 2])
    play(state, "0 steal 1")
    assert texts(state) == ["allow", "challenge"]
    play(state, "1 allow", "2 allow")
    assert texts(state) == ["allow", "block captain", "block ambassador"]


def test_coins_that_are_stolen_below_ten_give_the_choice_back() -> None:
    """Acciones: what counts is the money at the beginning of the own turn."""
    state = all_allow(play(position([CAPTAIN, OTHER, ["assassin", "duke"]], coins=[2, 11, 2]), "0 steal 1"))
    assert coins(state) == [4, 9, 2]
    assert "income" in texts(state)
    state = all_allow(play(position([CAPTAIN, OTHER, ["assassin", "duke"]], coins=[2, 12, 2]), "0 steal 1"))
    assert texts(state) == ["coup 0", "coup 2"]
