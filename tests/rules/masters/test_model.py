"""Masters of Renaissance: whole games, position by position, against the second telling of the rules."""

import pytest

import palio
from palio import CHANCE, Random, State
from tests.rules.masters.model import Model
from tests.rules.masters.table import position, texts

EAGER = ("play", "buy", "produce", "store", "end")
RICH = (
    {"played": [57, 59], "slots": [[4, 20], [3, 19]], "warehouse": {"coins": 1, "stones": 2}},
    {"played": [61, 64], "slots": [[8, 24], [1, 17]], "chest": {"coins": 3, "shields": 3, "stones": 12}},
    {"played": [53, 54], "warehouse": {"stones": 5, "servants": 3, "coins": 2}},
    {"played": [49, 52], "slots": [[5], [12], [2]], "chest": {"servants": 4}, "faith": 3},
)


def choose(state: State, random: Random, eager: bool) -> str:
    """A random move; eager players like to play, buy and produce."""
    if state.actor == CHANCE:
        return str(state.move_text(state.sample_chance(random)))
    found = texts(state)
    if eager and random.below(6):
        found = [move for move in found if move.startswith(EAGER)] or found
    chosen: str = random.choice(found)
    return chosen


def compare(state: State, random: Random, eager: bool) -> int:
    """Play both to the end; returns the positions compared."""
    model, count = Model(state.to_map()), 0
    while True:
        assert set(texts(state)) == model.moves()
        assert state.to_map() == model.map
        count += 1
        if state.is_over:
            break
        move = choose(state, random, eager)
        state.apply(move)
        model.apply(move)
    assert state.outcome().points == tuple(model.points(seat) for seat in range(state.seats))
    return count


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_agree_with_the_model(players: int) -> None:
    game = palio.load("masters", players=players)
    positions = sum(compare(game.start(seed), Random(seed), eager=bool(seed % 3)) for seed in range(24))
    assert positions > 500


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_games_with_many_leaders_agree_with_the_model(players: int) -> None:
    for seed in range(24):
        order = [(seed + place) % 4 for place in range(players)]
        state = position(*(RICH[index] for index in order))
        compare(state, Random(seed, stream=1), eager=bool(seed % 3))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_short_games_agree_with_the_model(players: int) -> None:
    game = palio.load("masters", players=players, max_turns=3)
    for seed in range(10):
        compare(game.start(seed), Random(seed, stream=2), eager=False)
