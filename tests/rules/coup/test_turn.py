"""Coup, the turn as a state machine: each row, who is asked in which order, and the cost of it."""

import pytest

from palio import CHANCE, State

from .table import at_turn_of, coins, field, influence, play, position

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "assassin"]]


def phase(state: State) -> str:
    return str(field(state, "phase"))


def asked(state: State) -> list[int]:
    """The seats that are asked in this window, in order; all of them let it go."""
    window, order = phase(state), []
    while state.actor >= 0 and phase(state) == window:
        order.append(state.actor)
        state.apply("allow")
    return order


# State 1, declare


def test_declaring_pays_the_cost() -> None:
    """State 1: the cost is paid on declaring."""
    assert coins(play(position(HANDS, coins=[9, 2, 2, 2]), "0 coup 1"))[0] == 2
    assert coins(play(position(HANDS, coins=[9, 2, 2, 2]), "0 assassinate 1"))[0] == 6


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ("income", "declare"),
        ("coup 1", "lose"),
        ("foreign_aid", "block"),
        ("tax", "challenge"),
        ("assassinate 1", "challenge"),
        ("steal 1", "challenge"),
        ("exchange", "challenge"),
    ],
)
def test_what_follows_a_declaration(action: str, expected: str) -> None:
    """State 1: income resolves, a coup costs influence, foreign aid may be blocked, claims challenged."""
    assert phase(play(position(HANDS, coins=[9, 2, 2, 2]), f"0 {action}")) == expected


def test_an_examination_may_be_challenged() -> None:
    """State 1: examine leads to state 2."""
    hands = [["duke", "captain"], ["captain", "assassin"]]
    assert phase(play(position(hands, roles="inquisitor"), "0 examine 1")) == "challenge"


# States 2 and 3, challenge and proof of an action


@pytest.mark.parametrize(
    ("action", "expected"),
    [("tax", "declare"), ("exchange", "draw"), ("steal 2", "block"), ("assassinate 2", "block")],
)
def test_without_a_challenge_the_block_comes_next_if_there_is_one(action: str, expected: str) -> None:
    """State 2: none: 4 if the action can be blocked, else 8."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), f"0 {action}")
    assert asked(state) == [1, 2, 3]
    assert phase(state) == expected


@pytest.mark.parametrize(("turn_player", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_challenges_are_asked_clockwise_from_the_turn_players_left(turn_player: int, order: list[int]) -> None:
    """Who is asked first: clockwise, starting left of the turn player."""
    state = play(position(HANDS, turn_player=turn_player), f"{turn_player} tax")
    assert asked(state) == order


@pytest.mark.parametrize(("turn_player", "order"), [(0, [1, 2, 3]), (1, [2, 3, 0]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_blocks_of_foreign_aid_are_asked_in_the_same_order(turn_player: int, order: list[int]) -> None:
    """Who is asked first, state 4: each other living player, in order."""
    state = play(position(HANDS, turn_player=turn_player), f"{turn_player} foreign_aid")
    assert asked(state) == order


@pytest.mark.parametrize(
    ("turn_player", "blocker", "order"),
    [
        (0, 1, [2, 3, 0]),
        (0, 2, [1, 3, 0]),
        (0, 3, [1, 2, 0]),
        (2, 0, [3, 1, 2]),
        (2, 3, [0, 1, 2]),
        (3, 1, [0, 2, 3]),
    ],
)
def test_in_the_challenge_of_a_block_the_turn_player_comes_last(
    turn_player: int, blocker: int, order: list[int]
) -> None:
    """State 5: clockwise from the left of the turn player, without the blocker, the turn player last."""
    state = play(position(HANDS, turn_player=turn_player), f"{turn_player} foreign_aid")
    while state.actor != blocker:
        state.apply("allow")
    state.apply("block duke")
    assert phase(state) == "challenge_block"
    assert asked(state) == order


def test_the_order_of_challenging_a_targets_block() -> None:
    """State 5: the same order when the blocker is the target."""
    state = play(position(HANDS), "0 steal 2", "1 allow", "2 allow", "3 allow", "2 block captain")
    assert asked(state) == [1, 3, 0]


def test_seats_that_are_out_are_not_asked() -> None:
    """Who is asked first: each other living player."""
    up = [[], ["captain", "assassin"], [], []]
    state = position([HANDS[0], [], HANDS[2], HANDS[3]], face_up=up)
    assert asked(play(state.copy(), "0 tax")) == [2, 3]
    assert asked(play(state.copy(), "0 foreign_aid")) == [2, 3]
    state = play(state, "0 foreign_aid", "2 block duke")
    assert asked(state) == [3, 0]


def test_a_pass_is_public() -> None:
    """Rulings: being asked tells that the seats before let it go."""
    state = play(position(HANDS), "0 tax", "1 allow")
    for seat in range(4):
        view = state.view(seat).to_map()
        assert (view["actor"], view["to_ask"]) == (2, [2, 3])


def test_a_proven_action_without_block_resolves() -> None:
    """State 3: the challenger loses, then 8 where the action cannot be blocked."""
    state = play(position(HANDS), "0 tax", "1 allow", "2 allow", "3 challenge", "draw duke", "3 lose contessa")
    assert coins(state) == [5, 2, 2, 2]
    assert at_turn_of(state, 1)


def test_a_proven_action_with_block_asks_the_target() -> None:
    """State 3: then 4 if it can be blocked and the blocker lives."""
    state = play(position(HANDS), "0 steal 2", "1 challenge", "draw duke", "1 lose captain")
    assert (phase(state), state.actor) == ("block", 2)


def test_the_proof_comes_before_the_challengers_loss() -> None:
    """State 3: show, return, shuffle, draw; then the challenger loses influence."""
    state = play(position(HANDS), "0 tax", "1 challenge")
    assert state.actor == CHANCE
    play(state, "draw duke")
    assert (phase(state), state.actor) == ("lose", 1)


def test_a_disproven_action_ends_the_turn() -> None:
    """State 3: has it not: refund, loses influence, then 9."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), "0 assassinate 2", "1 challenge", "0 lose duke")
    assert coins(state) == [3, 2, 2, 2]
    assert at_turn_of(state, 1)


# States 4 to 6, block, challenge and proof of a block


def test_nobody_blocks_and_the_action_resolves() -> None:
    """State 4: none: 8."""
    state = play(position(HANDS), "0 foreign_aid")
    assert asked(state) == [1, 2, 3]
    assert coins(state) == [4, 2, 2, 2]


def test_a_target_is_not_asked_before_the_block_of_its_own() -> None:
    """State 4: steal and assassinate ask the target alone, after the challenges of all."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), "0 assassinate 3")
    assert asked(state) == [1, 2, 3]
    assert asked(state) == [3]


def test_an_unchallenged_block_ends_the_turn() -> None:
    """State 5: none: the action fails, its cost stays spent, 9."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), "0 assassinate 1")
    asked(state)
    play(state, "1 block contessa", "2 allow", "3 allow", "0 allow")
    assert coins(state) == [0, 2, 2, 2]
    assert at_turn_of(state, 1)


def test_a_proven_block_ends_the_turn() -> None:
    """State 6: has the role: redraw, the challenger loses, the action fails, the cost stays spent, 9."""
    state = play(position(HANDS, coins=[3, 2, 2, 2]), "0 assassinate 3")
    asked(state)
    play(state, "3 block contessa", "1 challenge", "draw captain", "1 lose captain")
    assert coins(state) == [0, 2, 2, 2]
    assert influence(state) == [2, 1, 2, 2]
    assert at_turn_of(state, 1)


def test_a_disproven_block_lets_the_action_go_on() -> None:
    """State 6: has it not: the blocker loses influence, the action goes on, 8."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke", "2 allow", "3 challenge", "1 lose captain")
    assert coins(state) == [4, 2, 2, 2]
    assert influence(state) == [2, 1, 2, 2]
    assert at_turn_of(state, 1)


# States 8 and 9, resolution and end of turn


def test_the_next_turn_belongs_to_the_next_living_player() -> None:
    """State 9: next living player clockwise, also when that player died in this turn."""
    state = position([HANDS[0], ["captain"], *HANDS[2:]], coins=[7, 2, 2, 2], face_up=[[], ["assassin"], [], []])
    play(state, "0 coup 1")
    assert at_turn_of(state, 2)


def test_a_turn_player_who_dies_hands_on_the_turn() -> None:
    """State 9: the turn goes on clockwise from the seat of the dead turn player."""
    state = position([HANDS[0], ["captain"], *HANDS[2:]], face_up=[[], ["assassin"], [], []], turn_player=1)
    play(state, "1 tax", "2 challenge")
    assert influence(state) == [2, 0, 2, 2]
    assert at_turn_of(state, 2)


def test_the_turn_state_is_clean_afterwards() -> None:
    """State 9: nothing of the last turn's action is left."""
    state = play(position(HANDS), "0 foreign_aid", "1 block duke", "2 challenge", "1 lose captain")
    source = state.to_map()
    for name in ("action", "target", "blocker", "block_role", "challenger", "shown"):
        assert source[name] is None
    assert (source["to_ask"], source["draw"]) == ([], "none")


def test_all_phases_are_reached_in_order_for_a_long_turn() -> None:
    """State machine: challenge, proof, loss, block, challenge, loss, resolution in one turn."""
    state = position(HANDS, coins=[2, 3, 2, 2], turn_player=1)
    seen = []
    for move in (
        "1 assassinate 2",
        "2 allow",
        "3 challenge",
        "draw duke",
        "3 lose contessa",
        "2 block contessa",
        "3 challenge",
        "2 lose duke",
    ):
        play(state, move)
        seen.append(phase(state))
    assert seen == [
        "challenge",
        "challenge",
        "draw",
        "lose",
        "block",
        "challenge_block",
        "lose",
        "declare",
    ]
    assert influence(state) == [2, 2, 0, 1]
    assert at_turn_of(state, 3)
