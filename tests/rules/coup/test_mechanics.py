"""Coup, Mecánica del juego: turns, what comes first, exile and the end."""

import pytest

import palio
from palio import OVER, IllegalMoveError, State

from .table import all_allow, at_turn_of, coins, field, influence, play, position, texts

HANDS = [["duke", "contessa"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "captain"]]
VERBS = {"income", "foreign_aid", "coup", "tax", "assassinate", "steal", "exchange"}


def test_play_goes_clockwise() -> None:
    """Mecánica: play goes clockwise, which is by ascending seat, the first after the last."""
    state = position(HANDS)
    play(state, "0 income", "1 income", "2 income", "3 income", "0 income")
    assert at_turn_of(state, 1)


def test_play_skips_those_who_are_out() -> None:
    """Mecánica, Influencia: the next player is the next who is still in the game."""
    state = position([HANDS[0], [], [], HANDS[3]], face_up=[[], ["duke", "duke"], ["captain", "captain"], []])
    play(state, "0 income", "3 income")
    assert at_turn_of(state, 0)


def test_a_turn_is_one_action() -> None:
    """Mecánica: in each turn a player carries out one action only."""
    state = position(HANDS)
    all_allow(play(state, "0 tax"))
    assert at_turn_of(state, 1)
    assert field(state, "turn") == 1


@pytest.mark.parametrize("held", range(0, 13))
def test_nobody_may_pass(held: int) -> None:
    """Mecánica: passing is not allowed; every move of a turn is an action."""
    state = position(HANDS, coins=[held, 2, 2, 2])
    assert {text.split()[0] for text in texts(state)} <= VERBS
    for word in ("allow", "leave", "challenge"):
        with pytest.raises(IllegalMoveError):
            state.apply(word)


@pytest.mark.parametrize(
    ("action", "after"),
    [("foreign_aid", [4, 2, 2, 2]), ("tax", [5, 2, 2, 2]), ("steal 2", [4, 2, 0, 2])],
)
def test_an_action_that_nobody_challenges_or_blocks_succeeds(action: str, after: list[int]) -> None:
    """Mecánica: if the other players do not challenge or counteract the action, it succeeds."""
    state = all_allow(play(position(HANDS), f"0 {action}"))
    assert coins(state) == after
    assert at_turn_of(state, 1)


def test_challenges_are_resolved_before_counteractions() -> None:
    """Mecánica: challenges are resolved first; nobody is asked for a block while a challenge is possible."""
    state = play(position(HANDS), "0 steal 1")
    asked = []
    while field(state, "phase") == "challenge":
        asked.append(state.actor)
        assert texts(state) == ["allow", "challenge"]
        state.apply("allow")
    assert asked == [1, 2, 3]
    assert (state.actor, texts(state)) == (1, ["allow", "block captain", "block ambassador"])


def test_a_challenge_is_resolved_before_the_block() -> None:
    """Mecánica: a failed challenge costs its influence before the target is asked for a block."""
    state = position([["captain", "duke"], *HANDS[1:]])
    play(state, "0 steal 1", "1 allow", "2 challenge", "draw duke", "2 lose ambassador")
    assert influence(state) == [2, 2, 1, 2]
    assert field(state, "phase") == "block"
    play(state, "1 block captain")
    assert coins(state) == [2, 2, 2, 2]


def test_exile_is_immediate_and_costs_all_money() -> None:
    """Mecánica: with both cards face up the player is out at once and leaves the money in the bank."""
    state = position([HANDS[0], ["captain"], *HANDS[2:]], coins=[7, 9, 2, 2], face_up=[[], ["assassin"], [], []])
    play(state, "0 coup 1")
    assert coins(state) == [0, 0, 2, 2]
    assert at_turn_of(state, 2)


def test_a_player_in_exile_is_neither_asked_nor_a_target() -> None:
    """Mecánica: the player leaves the game."""
    state = position([HANDS[0], [], *HANDS[2:]], coins=[7, 0, 2, 2], face_up=[[], ["assassin", "duke"], [], []])
    assert [text for text in texts(state) if text.endswith(" 1")] == []
    assert "coup 2" in texts(state)
    play(state, "0 foreign_aid", "2 allow", "3 allow")
    assert at_turn_of(state, 2)


def test_the_game_goes_on_while_two_are_left() -> None:
    """Mecánica: the game ends only when one player is left."""
    state = position(
        [["duke"], ["captain"], ["contessa"]],
        coins=[7, 2, 2],
        face_up=[["captain"], ["assassin"], ["assassin"]],
    )
    play(state, "0 coup 1")
    assert at_turn_of(state, 2)


def two_left() -> State:
    return position([["duke"], [], ["contessa"]], coins=[7, 0, 2], face_up=[["captain"], ["duke"] * 2, ["assassin"]])


def test_the_last_player_wins() -> None:
    """Mecánica: the game ends when one player is left; only one family can remain."""
    state = play(two_left(), "0 coup 2")
    assert state.actor == OVER
    assert state.is_over
    assert texts(state) == []
    assert state.outcome().ranks == (1, 3, 2)


def test_nothing_can_be_played_after_the_end() -> None:
    """Mecánica: the game is over."""
    state = play(two_left(), "0 coup 2")
    with pytest.raises(IllegalMoveError, match="over"):
        state.apply("income")


def test_the_outcome_exists_only_at_the_end() -> None:
    with pytest.raises(IllegalMoveError, match="not over"):
        palio.load("coup").start(seed=1).outcome()


def test_every_random_game_ends_with_one_survivor_or_at_the_turn_limit() -> None:
    """Mecánica: the game ends when one player is left (or at the limit of the option max_turns)."""
    ends = set()
    for seed in range(60):
        state = palio.load("coup", players=2 + seed % 5, max_turns=40).start(seed=seed)
        random = palio.Random(seed)
        while not state.is_over:
            chance = state.actor == palio.CHANCE
            state.apply(state.sample_chance(random) if chance else random.choice(state.legal_moves()))
            state.check()
        left = sum(count > 0 for count in influence(state))
        assert left == 1 or field(state, "turn") == 40
        ends.add(left == 1)
    assert True in ends
