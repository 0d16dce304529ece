"""Coup, the options of a game, the limit of turns, and the ranks."""

import pytest

import palio
from palio import OVER, OptionError, State

from .table import all_allow, coins, field, influence, play, position

HANDS = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"], ["contessa", "assassin"]]


def test_defaults() -> None:
    """Options: 2 players, Ambassador, no draft, block after the own challenge, 500 turns."""
    assert palio.load("coup").options == {
        "players": 2,
        "roles": "ambassador",
        "draft": "off",
        "block_after_own_challenge": "on",
        "max_turns": 500,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", 1),
        ("players", 7),
        ("players", True),
        ("roles", "bishop"),
        ("draft", "maybe"),
        ("block_after_own_challenge", 2),
        ("max_turns", 0),
        ("max_turns", 10001),
        ("coins", 3),
    ],
)
def test_values_out_of_bounds_are_refused(name: str, value: object) -> None:
    """Options: the values of the table and no others."""
    with pytest.raises(OptionError, match=name):
        palio.load("coup", **{name: value})


@pytest.mark.parametrize(("name", "value"), [("players", 2), ("players", 6), ("max_turns", 1), ("max_turns", 10000)])
def test_the_bounds_themselves_are_taken(name: str, value: int) -> None:
    game = palio.load("coup", **{name: value})
    assert game.options[name] == value
    assert field(game.start(seed=1), "phase") == "declare"


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_draft_is_for_two_players_only(players: int) -> None:
    """Options: draft: 2 players only."""
    with pytest.raises(OptionError, match="draft"):
        palio.load("coup", players=players, draft="on")


# The limit of turns


def limited(
    hands: list[list[str]], coins: list[int], up: list[list[str]] | None = None, turn: int = 0, limit: int = 1
) -> State:
    return position(hands, coins=coins, face_up=up, turn=turn, max_turns=limit)


def test_a_turn_is_one_declared_action() -> None:
    """max_turns: after that many declared actions the game is over."""
    state = palio.load("coup", players=3, max_turns=4).start(seed=1)
    play(state, "0 income", "1 income")
    all_allow(play(state, "2 tax"))
    assert field(state, "turn") == 3
    play(state, "0 income")
    assert state.actor == OVER
    assert field(state, "turn") == 4


def test_the_last_turn_is_played_to_its_end() -> None:
    """max_turns: the last action's challenges and losses still happen."""
    state = play(limited(HANDS[:3], [2, 2, 2]), "0 tax")
    assert state.actor == 1
    play(state, "1 challenge", "draw contessa", "1 lose captain")
    assert state.actor == OVER
    assert (influence(state), coins(state)) == ([2, 1, 2], [5, 2, 2])


def test_survivors_are_ranked_by_influence_first() -> None:
    """max_turns: by influence, then coins."""
    state = limited([["duke"], ["captain", "duke"], ["captain"]], [8, 0, 3], [["duke"], [], ["contessa"]])
    play(state, "0 income")
    assert state.outcome().ranks == (2, 1, 3)


def test_survivors_with_equal_influence_are_ranked_by_coins() -> None:
    """max_turns: by influence, then coins."""
    state = play(limited(HANDS, [3, 7, 2, 5]), "0 income")
    assert state.outcome().ranks == (3, 1, 4, 2)


def test_ties_are_shared() -> None:
    """max_turns: equal influence and coins share the better rank, and the value of their places."""
    outcome = play(limited(HANDS, [4, 5, 2, 2]), "0 income").outcome()
    assert outcome.ranks == (1, 1, 3, 3)
    assert outcome.returns == pytest.approx((5 / 6, 5 / 6, 1 / 6, 1 / 6))


def test_a_tie_of_all() -> None:
    """max_turns: everybody shares."""
    outcome = play(limited(HANDS[:3], [1, 2, 2]), "0 income").outcome()
    assert outcome.ranks == (1, 1, 1)
    assert outcome.returns == pytest.approx((0.5, 0.5, 0.5))


def test_the_eliminated_rank_behind_the_survivors() -> None:
    """max_turns, ranks: survivors first, then the eliminated, the last one out before the others."""
    state = limited(
        [["duke"], [], [], ["captain"]], [2, 0, 0, 5], [["duke"], ["captain"] * 2, ["contessa"] * 2, ["duke"]]
    )
    play(state, "0 income")
    assert state.outcome().ranks == (2, 4, 3, 1)


def test_a_win_in_the_last_turn_is_a_win() -> None:
    """max_turns: a single survivor ends the game by itself."""
    state = limited([["duke"], ["captain"]], [7, 9], [["duke"], ["contessa"]])
    play(state, "0 coup 1")
    assert state.outcome().ranks == (1, 2)


def test_the_limit_in_the_middle_of_a_long_game() -> None:
    """max_turns: the count goes on from the position's own."""
    state = limited(HANDS[:3], [2, 2, 2], turn=499, limit=500)
    assert field(state, "turn") == 499
    play(state, "0 income")
    assert state.actor == OVER


# Ranks


def test_the_last_one_out_ranks_before_the_others() -> None:
    """Ranks: the winner first, then the eliminated, the last one out before the others."""
    state = position(
        [["duke"], ["captain"], ["contessa"], ["assassin"]],
        coins=[7, 7, 7, 2],
        face_up=[["duke"], ["captain"], ["contessa"], ["assassin"]],
    )
    play(state, "0 coup 2", "1 coup 3", "0 income", "1 income")
    all_allow(play(state, "0 tax"))
    play(state, "1 income")
    all_allow(play(state, "0 tax"))
    play(state, "1 income", "0 coup 1")
    assert state.is_over
    assert state.outcome().ranks == (1, 2, 4, 3)
    assert state.outcome().returns == pytest.approx((1, 2 / 3, 0, 1 / 3))


def test_two_eliminations_in_one_turn_rank_in_the_order_of_their_losses() -> None:
    """Ranks: two in one turn: in the order of their losses: the first to lose ranks behind."""
    state = position(
        [["assassin"], ["captain"], ["ambassador"]],
        coins=[3, 4, 6],
        face_up=[["duke"], ["duke"], ["duke"]],
    )
    play(state, "0 assassinate 2", "1 challenge", "draw captain", "2 block contessa", "0 challenge")
    assert state.is_over
    assert state.outcome().ranks == (1, 3, 2)


def test_a_liar_who_dies_before_a_later_loss_of_the_same_turn_ranks_behind() -> None:
    """Ranks: the same with the lower seat dying later."""
    state = position(
        [["assassin"], ["ambassador"], ["captain"]],
        coins=[3, 4, 6],
        face_up=[["duke"], ["duke"], ["duke"]],
    )
    play(state, "0 assassinate 1", "1 allow", "2 challenge", "draw captain", "1 block contessa", "0 challenge")
    assert state.outcome().ranks == (1, 2, 3)


def test_the_dead_hold_no_coins_in_the_final_state() -> None:
    """Ranks: when the game ends at once, the dead hold no coins in the final state."""
    state = position([["duke"], ["captain"]], coins=[7, 9], face_up=[["duke"], ["captain"]])
    play(state, "0 coup 1")
    assert coins(state) == [0, 0]


@pytest.mark.parametrize(("players", "values"), [(2, (1, 0)), (3, (1, 0.5, 0)), (6, (1, 0.8, 0.6, 0.4, 0.2, 0))])
def test_returns_follow_the_ranks(players: int, values: tuple[float, ...]) -> None:
    """Ranks: 1 for the winner down to 0 for the last in equal steps."""
    hands = [["duke", "captain"], ["captain", "assassin"], ["ambassador", "duke"]]
    hands += [["contessa", "assassin"], ["contessa", "ambassador"], ["contessa", "ambassador"]]
    state = limited(hands[:players], list(range(players, 0, -1)))
    play(state, "0 income")
    assert state.outcome().ranks == tuple(range(1, players + 1))
    assert state.outcome().returns == pytest.approx(values)
    assert state.returns() == pytest.approx(list(values))
