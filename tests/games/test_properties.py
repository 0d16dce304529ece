"""What holds for every game, every seat and every reachable position (docs/architecture.md)."""

import pickle
from copy import copy, deepcopy

import pytest

import palio
from palio.core.properties import check_random_games
from tests.support import TABLES, label, random_states, scaled

tables = pytest.mark.parametrize("game", TABLES, ids=label)


@tables
def test_every_property_holds_at_every_position_of_random_games(game: palio.Game) -> None:
    """Soundness, ascending moves, worlds that fit views, moves that look alike, results, endings."""
    assert check_random_games(game, scaled(2000)) > 0


@tables
def test_maps_and_texts_round_trip(game: palio.Game) -> None:
    for state in random_states(game, seed=11):
        assert game.state_from_map(state.to_map()) == state
        for move in state.legal_moves():
            assert game.parse_move(game.move_text(move)) == move
        texts = [game.move_text(move) for move in state.legal_moves()]
        assert len(set(texts)) == len(texts)
        for seat in range(game.seats):
            view = state.view(seat)
            assert game.view_from_map(view.to_map()) == view


@tables
def test_copies_and_pickles_are_equal_and_independent(game: palio.Game) -> None:
    state = game.start(3)
    for twin in (state.copy(), copy(state), deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin is not state
    child = state.child(state.legal_moves()[0])
    assert child != state
    assert state == game.start(3)
    view = state.view(0)
    assert pickle.loads(pickle.dumps(view)) == view


@tables
def test_a_record_replays_without_a_random_stream(game: palio.Game) -> None:
    """Options, first state, decisions and chance outcomes lead to the same end."""
    state = game.start(21)
    first, moves = state.to_map(), []
    random = palio.Random(21, stream=3)
    while not state.is_over:
        chance = state.actor == palio.CHANCE
        move = state.sample_chance(random) if chance else random.choice(state.legal_moves())
        moves.append(game.move_text(move))
        state.apply(move)
    replayed = palio.load(game.name, **game.options).state_from_map(first)
    for text in moves:
        replayed.apply(text)
    assert replayed == state
    assert replayed.outcome() == state.outcome()


@tables
def test_playouts_end_and_repeat(game: palio.Game) -> None:
    for informed in (False, True):
        ends = []
        for _ in range(2):
            state = game.start(5)
            assert state.playout(palio.Random(8), informed=informed) > 0
            assert state.is_over
            state.check()
            ends.append(state)
        assert ends[0] == ends[1]


@tables
def test_same_seed_same_game_and_other_seed_other_game(game: palio.Game) -> None:
    assert game.start(1) == game.start(1)
    assert len({game.start(seed).to_bytes() for seed in range(20)}) > 10


@tables
def test_evaluation_stays_between_0_and_1_and_knows_a_finished_game(game: palio.Game) -> None:
    states = random_states(game, seed=17)
    for state in states:
        assert all(0 <= value <= 1 for value in state.evaluate())
    assert states[-1].evaluate() == pytest.approx(states[-1].returns())
