"""The core against tiny games with known values."""

from typing import Any

import pytest

from palio.core.game import Game
from palio.search import Search, SearchResult, search
from tests.search.tiny import LOSS, WIN, End, Turn, chance, tiny_game

WINNER_ONLY: dict[str, Any] = {"win_weights": (1.0, 1.0, 1.0), "place_value": 0.0}


def think(game: Game, method: str, iterations: int = 4000, **params: Any) -> SearchResult:
    view = game.start(1).view(0)
    return search(view, method, iterations=iterations, seed=3, **{**WINNER_ONLY, **params})


def value_of(result: SearchResult, text: str, seat: int = 0) -> float:
    return next(move.value[seat] for move in result.moves if move.text == text)


def winner(seat: int, seats: int = 3) -> End:
    return End([1 if at == seat else 2 for at in range(seats)])


TREE_METHODS = ("ismcts", "mo-ismcts", "pimc", "puct-determinized")
KEYS = ("path", "view")


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("method", TREE_METHODS)
def test_each_seat_plays_for_itself(method: str, keys: str) -> None:
    """max^n: behind m0 seat 1 can give the win to seat 0 or take it; behind m1 seat 2 takes 2 of 3 from seat 0."""
    game = tiny_game(
        Turn(0, [Turn(1, [winner(0), winner(1)]), Turn(2, [chance(winner(0), winner(2), winner(2)), winner(0)])]), 3
    )
    result = think(game, method, keys=keys, worlds=1)
    assert result.text == "m1"
    best = result.moves[0]
    assert best.value[0] == pytest.approx(1 / 3, abs=0.03)
    assert best.value[2] == pytest.approx(2 / 3, abs=0.03)
    assert value_of(result, "m0") < 0.2


SAFE = chance(WIN, WIN, LOSS)
GUESS = Turn(0, [End([[1, 2], [2, 1]]), End([[2, 1], [1, 2]])])


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("method", ["ismcts", "mo-ismcts"])
def test_information_sets_do_not_guess_what_nobody_knows(method: str, keys: str) -> None:
    result = think(tiny_game(Turn(0, [SAFE, GUESS]), types=2), method, keys=keys)
    assert result.text == "m0"
    assert value_of(result, "m0") == pytest.approx(2 / 3, abs=0.03)


def test_determinized_search_has_strategy_fusion() -> None:
    """It believes that it will know the type: the reason to search information sets."""
    result = think(tiny_game(Turn(0, [SAFE, GUESS]), types=2), "pimc")
    assert result.text == "m1"
    assert value_of(result, "m1") > 0.9


BET = Turn(1, [End([[2, 1], [1, 2]]), End([[1, 2], [2, 1]])])
FOLD = chance(WIN, LOSS, LOSS)


@pytest.mark.parametrize("keys", KEYS)
def test_only_multiple_observers_give_the_opponent_its_own_knowledge(keys: str) -> None:
    """Seat 1 knows the type and always answers right; a single observer thinks that it guesses."""
    game = tiny_game(Turn(0, [BET, FOLD]), types=2, known_by=(1,))
    assert think(game, "mo-ismcts", keys=keys).text == "m1"
    blind = think(game, "ismcts", keys=keys)
    assert blind.text == "m0"
    assert value_of(blind, "m0") == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("keys", KEYS)
def test_moves_that_are_seldom_legal_get_their_share(keys: str) -> None:
    """In one type of four seat 1 has a winning reply, else it wins half: 1 - (3/4 x 1/2 + 1/4) = 3/8."""
    reply = Turn(1, [chance(WIN, LOSS), LOSS], illegal=[(1, [1, 2, 3])])
    game = tiny_game(Turn(0, [reply, LOSS]), types=4, known_by=(1,))
    result = think(game, "ismcts", 20000, keys=keys)
    assert value_of(result, "m0") == pytest.approx(3 / 8, abs=0.02)


def test_a_node_takes_in_moves_that_other_worlds_bring() -> None:
    """Each type has a move of its own that wins for seat 1: a single observer's node must learn all eight."""
    moves = list(range(8))
    reply = Turn(1, [LOSS] * 8, illegal=[(move, [kind for kind in moves if kind != move]) for move in moves])
    pair = Turn(
        1, [*[LOSS] * 7, WIN], illegal=[(move, [kind for kind in range(7) if kind != move]) for move in range(7)]
    )
    game = tiny_game(Turn(0, [pair, chance(WIN, LOSS)]), types=7)
    result = think(game, "ismcts", 20000)
    assert value_of(result, "m0") < 0.1
    assert result.text == "m1"
    assert think(tiny_game(Turn(0, [reply, WIN]), types=8), "ismcts").text == "m1"


def test_chance_has_its_true_weight_with_open_and_closed_loop() -> None:
    """After m0 a coin shows which of two replies wins: a closed loop knows it, an open loop cannot."""
    shown = chance(Turn(0, [WIN, LOSS]), Turn(0, [LOSS, WIN]))
    game = tiny_game(Turn(0, [shown, chance(WIN, WIN, WIN, LOSS)]))
    assert think(game, "ismcts", open_loop=False).text == "m0"
    assert think(game, "ismcts", open_loop=True).text == "m1"
    assert think(game, "ismcts", keys="view").text == "m0"


def deep_game() -> Game:
    leaves = [chance(WIN, LOSS), WIN, LOSS, chance(WIN, WIN, LOSS)]
    inner = [Turn(1, [leaves[i % 4], leaves[(i * 3 + 1) % 4], chance(WIN, LOSS, LOSS)]) for i in range(4)]
    return tiny_game(Turn(0, [Turn(0, inner[:2]), Turn(0, inner[2:]), inner[0]]), known_by=(0, 1))


def visits(result: SearchResult) -> dict[str, tuple[int, tuple[float, ...]]]:
    return {move.text: (move.visits, move.value) for move in result.moves}


def test_all_methods_are_one_where_nothing_is_hidden() -> None:
    """With open information and one world ISMCTS with either observer is UCT, visit for visit."""
    results = [visits(think(deep_game(), method, worlds=1)) for method in ("ismcts", "mo-ismcts", "pimc")]
    assert results[0] == results[1] == results[2]
    views = [visits(think(deep_game(), method, keys="view")) for method in ("ismcts", "mo-ismcts")]
    assert views[0] == views[1]


def test_weights_change_the_worlds() -> None:
    """The type is 0 with weight 1 or 1 with weight 1/4: m0 wins in type 0, so 4 times in 5."""
    game = tiny_game(Turn(0, [End([[1, 2], [2, 1]]), LOSS]), types=2, weights=[1.0, 0.25])
    assert value_of(think(game, "ismcts", 20000), "m0") == pytest.approx(0.8, abs=0.01)
    assert value_of(think(game, "ismcts", 20000, weighted=False), "m0") == pytest.approx(0.5, abs=0.01)


def test_priors_guide_puct_and_are_reported() -> None:
    game = tiny_game(Turn(0, [chance(WIN, LOSS), chance(WIN, LOSS), chance(WIN, LOSS)]), weights=[1.0])
    result = think(game, "ismcts", 300, selection="puct")
    assert result.text == "m0"
    assert [move.prior for move in result.moves] == pytest.approx([0.9, 0.05, 0.05], abs=1e-6)
    assert result.moves[0].visits > 200


def test_greedy_takes_the_best_evaluation() -> None:
    points = [[30, 70], [60, 40], [50, 50]]
    game = tiny_game(Turn(0, [Turn(1, [WIN, LOSS], points=points[i]) for i in range(3)]))
    result = think(game, "greedy")
    assert [move.text for move in result.moves] == ["m1", "m2", "m0"]
    assert result.moves[0].value == pytest.approx((0.6, 0.4), abs=1e-6)


def test_flat_divides_its_iterations_evenly() -> None:
    result = think(deep_game(), "flat", 3000)
    assert [move.visits for move in result.moves] == [1000, 1000, 1000]
    assert result.nodes == 1


def test_places_below_the_first_are_worth_a_part() -> None:
    game = tiny_game(Turn(0, [End([2, 1, 3]), End([3, 1, 2])]), 3)
    result = think(game, "ismcts", place_value=0.3)
    assert value_of(result, "m0") == pytest.approx(0.15)
    assert value_of(result, "m1") == pytest.approx(0.0)
    assert value_of(result, "m0", 1) == pytest.approx(1.0)


def test_a_shared_first_place_is_shared() -> None:
    assert value_of(think(tiny_game(Turn(0, [End([1, 1]), LOSS])), "ismcts"), "m0") == pytest.approx(0.5)


def test_points_break_the_tie_between_wins_but_never_beat_one() -> None:
    """Two seats: any win is worth more than any loss, and a higher win more than a lower one."""
    big, small = End([1, 2], [60, 20]), End([1, 2], [41, 40])
    close = End([2, 1], [40, 40])
    result = think(tiny_game(Turn(0, [small, big, close])), "ismcts", win_weights=(0.5, 0.7, 0.9))
    assert result.text == "m1"
    assert value_of(result, "m1") > value_of(result, "m0") > value_of(result, "m2")


def test_solo_games_play_for_points_once_they_are_won() -> None:
    won = [End([1], [points]) for points in (20, 60)]
    game = tiny_game(Turn(0, [*won, End([2], [70])]), 1)
    result = think(game, "ismcts")
    assert result.text == "m1"
    assert value_of(result, "m1") == pytest.approx(0.4 + 0.6 * 60 / 80)
    assert value_of(result, "m2") == 0


def test_a_chain_of_own_decisions_goes_on_in_the_same_tree() -> None:
    """With path keys the tree is found again after one's own best move."""
    game = deep_game()
    state = game.start(1)
    searcher = Search(game, "ismcts", **WINNER_ONLY)
    first = searcher.run(state.view(0), iterations=1000, seed=1)
    state.apply(first.move)
    assert state.actor == 0
    again = searcher.run(state.view(0), iterations=10, seed=1)
    assert sum(move.visits for move in again.moves) > 200
    assert all(move.value for move in again.moves)
    fresh = Search(game, "ismcts", reuse=False, **WINNER_ONLY).run(state.view(0), iterations=10, seed=1)
    assert sum(move.visits for move in fresh.moves) == 10


def test_the_only_move_is_answered_at_once() -> None:
    result = think(tiny_game(Turn(0, [WIN])), "ismcts")
    assert (result.text, result.iterations) == ("m0", 0)


def test_the_variation_follows_the_tree() -> None:
    result = think(tiny_game(Turn(0, [LOSS, Turn(1, [WIN, Turn(0, [LOSS, WIN]), WIN])])), "mo-ismcts")
    assert result.variation[0] == "m1"
    assert len(result.variation) >= 2
