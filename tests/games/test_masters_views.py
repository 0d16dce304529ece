"""Masters of Renaissance: what a seat knows, and worlds drawn with their true probabilities."""

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations, permutations
from typing import Any

import pytest
from scipy.stats import chisquare

import palio
from tests.rules.masters.table import play, player, position, to_turns

EMPTY: dict[str, Any] = {}


def count_worlds(view: palio.View, feature: Callable[[palio.State], Hashable], draws: int) -> Counter[Hashable]:
    random = palio.Random(7)
    return Counter(feature(view.sample_world(random)) for _ in range(draws))


def assert_uniform(counts: Counter[Hashable], outcomes: int) -> None:
    """Every outcome occurs, and their frequencies are those of equal chances."""
    assert len(counts) == outcomes
    assert outcomes == 1 or chisquare(list(counts.values())).pvalue > 1e-4


def test_a_view_hides_leaders_of_others_and_stack_orders() -> None:
    state = to_turns(palio.load("masters", players=3).start(4))
    full, seen = state.to_map(), state.view(1).to_map()
    assert seen["seat"] == 1
    for seat in (0, 2):
        assert (seen["players"][seat]["hand"], seen["players"][seat]["dealt"]) == (None, None)
    assert seen["players"][1] == full["players"][1]
    for hidden, shown in zip(seen["stacks"], full["stacks"], strict=True):
        assert hidden["cards"][0] == shown["cards"][0]
        assert hidden["cards"][1:] == sorted(shown["cards"][1:])
    public = ("round", "phase", "actor", "market", "action", "solo", "reports", "first_player")
    assert all(seen[name] == full[name] for name in public)


def test_the_order_below_the_top_changes_no_byte_of_a_view() -> None:
    state = to_turns(palio.load("masters").start(4))
    changed = state.to_map()
    for stack in changed["stacks"]:
        stack["cards"] = [stack["cards"][0], *reversed(stack["cards"][1:])]
    other = state.game.state_from_map(changed)
    assert other != state
    assert [other.view(seat) for seat in (0, 1)] == [state.view(seat) for seat in (0, 1)]


def test_leaders_of_another_seat_change_no_byte_of_a_view() -> None:
    first = position({"hand": [49, 50]}, {"hand": [53]})
    second = position({"hand": [61, 62]}, {"hand": [53]}).to_map()
    second["players"][1] = first.to_map()["players"][1]
    dealt = [leader for leader in range(49, 65) if leader not in second["players"][1]["dealt"]]
    second["players"][0] |= {"dealt": dealt[-4:], "hand": dealt[-2:]}
    other = first.game.state_from_map(second)
    assert other.view(0) != first.view(0)
    assert other.view(1) == first.view(1)


@pytest.mark.parametrize("stack", [0, 5, 11])
def test_orders_below_the_top_are_equally_likely(stack: int) -> None:
    state = to_turns(palio.load("masters").start(4))
    cards = state.to_map()["stacks"][stack]["cards"]
    counts = count_worlds(state.view(0), lambda world: tuple(world.to_map()["stacks"][stack]["cards"]), 1500)
    assert set(counts) == {(cards[0], *rest) for rest in permutations(cards[1:])}
    assert_uniform(counts, 6)


def test_orders_of_two_stacks_are_independent() -> None:
    view = to_turns(palio.load("masters").start(4)).view(0)

    def feature(world: palio.State) -> Hashable:
        stacks = world.to_map()["stacks"]
        return tuple(stacks[2]["cards"]), tuple(stacks[3]["cards"])

    assert_uniform(count_worlds(view, feature, 3600), 36)


@pytest.mark.parametrize(("gone", "orders"), [(1, 2), (2, 1), (3, 1)])
def test_orders_of_smaller_stacks(gone: int, orders: int) -> None:
    slots = [[card] for card in (1, 5, 9)[:gone]]
    state = position({"slots": slots}, EMPTY)
    counts = count_worlds(state.view(0), lambda world: tuple(world.to_map()["stacks"][0]["cards"]), 600)
    assert_uniform(counts, orders)


def test_leaders_in_another_hand_are_equally_likely() -> None:
    """12 leaders are unseen: 66 pairs."""
    state = to_turns(palio.load("masters").start(9))
    own = set(player(state)["dealt"])
    counts = count_worlds(state.view(0), lambda world: tuple(player(world, 1)["hand"]), 6600)
    assert set(counts) == set(combinations([leader for leader in range(49, 65) if leader not in own], 2))
    assert_uniform(counts, 66)


def test_leaders_that_were_put_away_are_drawn_too() -> None:
    """Before choosing, a seat knows nothing of the four leaders dealt to the other: 495 sets."""
    view = palio.load("masters").start(9).view(0)
    counts = count_worlds(view, lambda world: tuple(player(world, 1)["dealt"]), 9900)
    assert_uniform(counts, 495)


def test_a_seat_remembers_what_it_put_away() -> None:
    """No world gives another seat a leader that the viewer was dealt, kept or not."""
    state = to_turns(palio.load("masters", players=4).start(2))
    own = set(player(state)["dealt"])
    random = palio.Random(3)
    for _ in range(200):
        world = state.view(0).sample_world(random)
        assert set(player(world)["dealt"]) == own
        assert sorted(leader for seat in range(4) for leader in player(world, seat)["dealt"]) == list(range(49, 65))


def test_played_leaders_are_known_and_the_rest_of_that_hand_is_not() -> None:
    """One of the other's leaders is face up, one in hand: 11 leaders are possible."""
    state = position(EMPTY, {"played": [53], "hand": [60]})
    own = set(player(state)["dealt"])
    counts = count_worlds(state.view(0), lambda world: tuple(player(world, 1)["hand"]), 2200)
    assert set(counts) == {(leader,) for leader in range(49, 65) if leader not in own and leader != 53}
    assert_uniform(counts, 11)


def test_a_leader_discarded_face_down_may_be_any() -> None:
    """The other discarded one for faith and holds one: all unseen leaders stay possible."""
    state = position(EMPTY, {"hand": [53, 60]}, turn_player=1)
    after = play(state, "discard 60")
    counts = count_worlds(after.view(0), lambda world: tuple(player(world, 1)["hand"]), 2400)
    assert_uniform(counts, 12)


def test_own_hand_and_other_seats_hands_in_one_world() -> None:
    """Three players: pairs of two hands are equally likely, counted by their first leaders' pair."""
    state = position(EMPTY, {"played": [53], "hand": [60]}, {"played": [54], "hand": [61]})
    counts = count_worlds(state.view(0), lambda world: (player(world, 1)["hand"][0], player(world, 2)["hand"][0]), 9000)
    assert_uniform(counts, 10 * 9)


def test_the_token_pile_has_no_hidden_order() -> None:
    """Solo: tokens are drawn by chance; a world has the same pile."""
    state = position(EMPTY, phase="token", tokens=[1, 5, 7])
    random = palio.Random(1)
    for _ in range(20):
        assert state.view(0).sample_world(random).to_map()["solo"] == state.to_map()["solo"]
    drawn = Counter(state.move_text(state.sample_chance(random)) for _ in range(900))
    assert set(drawn) == {"token 1", "token 5", "token 7"}
    assert chisquare(list(drawn.values())).pvalue > 1e-4


def test_equal_tokens_are_drawn_twice_as_often() -> None:
    state = position(EMPTY, phase="token")
    random = palio.Random(1)
    drawn = Counter(state.move_text(state.sample_chance(random)) for _ in range(3500))
    expected = {f"token {number}": 500 for number in (1, 2, 3, 4, 7)} | {"token 5": 1000}
    assert set(drawn) == set(expected)
    assert chisquare([drawn[name] for name in expected], list(expected.values())).pvalue > 1e-4
