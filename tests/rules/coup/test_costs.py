"""Coup, costs of an action, and the end as soon as a single player is left."""

import pytest

from palio import OVER

from .table import at_turn_of, coins, influence, play, position

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "assassin"]]


def test_a_blocked_assassination_stays_paid_also_after_a_lost_challenge_of_the_block() -> None:
    """Costs: blocked, also after the turn player's own lost challenge of the block: 3 stay spent."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), "0 assassinate 3")
    play(state, "1 allow", "2 allow", "3 allow")
    play(state, "3 block contessa", "1 allow", "2 allow", "0 challenge", "draw duke", "0 lose captain")
    assert coins(state) == [0, 2, 2, 2]
    assert influence(state) == [1, 2, 2, 2]


def test_a_coup_is_never_refunded() -> None:
    """Costs: Coup: 7, never refunded."""
    state = play(position(HANDS, coins=[7, 2, 2, 2]), "0 coup 3", "3 lose contessa")
    assert coins(state) == [0, 2, 2, 2]


def test_an_assassination_of_someone_already_gone_stays_paid() -> None:
    """Costs: the target is gone before it is killed: 3 stay spent."""
    state = position(
        [["assassin", "duke"], ["captain"], *HANDS[2:]], coins=[3, 2, 2, 2], face_up=[[], ["duke"], [], []]
    )
    play(state, "0 assassinate 1", "1 challenge", "draw captain")
    assert coins(state) == [0, 0, 2, 2]
    assert at_turn_of(state, 2)


def test_a_proven_assassin_is_not_refunded() -> None:
    """Costs: only a successful challenge gives the cost back."""
    state = play(position(HANDS, coins=[2, 3, 2, 2], turn_player=1), "1 assassinate 0", "2 challenge")
    play(state, "draw duke", "2 lose duke", "0 allow", "0 lose duke")
    assert coins(state) == [2, 0, 2, 2]


# A single survivor


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        (("0 coup 1",), 0),
        (("0 tax", "1 challenge", "draw captain"), 0),
        (("0 assassinate 1", "1 challenge"), 1),
        (("0 assassinate 1", "1 allow", "1 allow"), 0),
        (("0 assassinate 1", "1 allow", "1 block contessa", "0 challenge"), 0),
        (("0 steal 1", "1 challenge"), 1),
        (("0 steal 1", "1 allow", "1 block ambassador", "0 challenge"), 0),
        (("0 steal 1", "1 allow", "1 block captain", "0 challenge", "draw duke"), 1),
        (("0 foreign_aid", "1 block duke", "0 challenge"), 0),
        (("0 exchange", "1 challenge"), 1),
    ],
)
def test_the_game_ends_with_the_loss_that_leaves_one_player(moves: tuple[str, ...], winner: int) -> None:
    """State machine: a single survivor after any step 7 ends the game at once; open steps are dropped."""
    state = position([["duke"], ["captain"]], coins=[8, 5], face_up=[["captain"], ["assassin"]])
    play(state, *moves)
    assert state.actor == OVER
    assert state.outcome().ranks[winner] == 1
    assert coins(state)[1 - winner] == 0


def test_open_steps_are_dropped_at_the_end() -> None:
    """State machine: the steal is not carried out when the target's loss ends the game."""
    state = position([["captain"], ["duke"]], coins=[2, 2], face_up=[["duke"], ["assassin"]])
    play(state, "0 steal 1", "1 challenge", "draw duke")
    assert state.actor == OVER
    assert coins(state) == [2, 0]


def test_tax_is_not_paid_when_the_challenge_ends_the_game() -> None:
    """State machine: open steps are dropped."""
    state = position([["duke"], ["captain"]], face_up=[["captain"], ["assassin"]], coins=[2, 2])
    play(state, "0 tax", "1 challenge", "draw duke")
    assert coins(state) == [2, 0]
