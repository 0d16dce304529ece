"""Lorenzo in the middle of games with leaders in play: what a seat knows and the worlds that fit it.

Random games from the deal rarely get leaders into play, so these start in the positions of tests/rules/lorenzo.
"""

from random import Random

import pytest

import palio
from tests.games.test_lorenzo_worlds import after_draft, with_shown
from tests.rules.lorenzo.test_model import lively_move, random_position
from tests.support import scaled, texts


def assert_worlds_fit(state: palio.State, seed: int) -> None:
    """Each seat's worlds are sound, look the same to it and give the one to decide the same moves."""
    for seat in range(state.game.seats):
        view = state.view(seat)
        world = view.world(seed)
        world.check()
        assert world.view(seat) == view
        if seat == state.actor:
            assert world.legal_moves() == view.legal_moves() == state.legal_moves()


@pytest.mark.parametrize("block", range(4))
def test_worlds_fit_views_while_leaders_are_played_and_discarded(block: int) -> None:
    """From a random position to the end, also inside chains of decisions."""
    for seed in range(1000 * block, 1000 * block + scaled(100)):
        state, random = random_position(seed), Random(seed)
        while not state.is_over:
            assert_worlds_fit(state, seed)
            if state.actor == palio.CHANCE:
                state.apply(f"roll {random.randint(1, 6)} {random.randint(1, 6)} {random.randint(1, 6)}")
            else:
                state.apply(lively_move(random, texts(state)))
        state.check()


def same_places(first: palio.State, second: palio.State) -> int:
    """In how many picks of the draft the same leader was kept."""
    packs = zip(first.to_map()["draft"], second.to_map()["draft"], strict=True)
    return sum(a == b for pack, other in packs for a, b in zip(pack, other, strict=True))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_shown_leaders_leave_truth_and_worlds_alike(players: int) -> None:
    """After random discards the true draft meets a world's pick by pick as often as two worlds meet each other."""
    real = drawn = 0
    number = scaled(1500)
    for seed in range(number):
        random = Random(seed)
        state = after_draft(players, seed)
        state.apply("roll 1 2 3")
        rows = state.to_map()["players"]
        state = with_shown(
            state, {seat: random.sample(rows[seat]["hand"], random.randint(0, 4)) for seat in range(players)}
        )
        view = state.view(random.randrange(players))
        first, second = view.world(2 * seed), view.world(2 * seed + 1)
        real += same_places(state, first)
        drawn += same_places(first, second)
    assert abs(real - drawn) < 5 * (number * players) ** 0.5
