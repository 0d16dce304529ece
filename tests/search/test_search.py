"""Limits, threads, reports, reuse, memory and bad input of a search."""

from __future__ import annotations

import threading
import time
from types import ModuleType

import pytest

import palio
from palio.core.game import Game
from palio.games.coup import notation, rules
from palio.games.coup.info import INFO
from palio.search import METHODS, Search, SearchResult, search
from tests.search.positions import position

COUP = palio.load("coup")


def start_view(seats: int = 2, seed: int = 1) -> palio.View:
    return palio.load("coup", players=seats).start(seed).view(0)


def numbers(result: SearchResult) -> list[tuple[int, int, tuple[float, ...]]]:
    return [(move.move, move.visits, move.value) for move in result.moves]


# What comes out


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_method_answers_with_a_legal_move(method: str, seats: int) -> None:
    view = start_view(seats)
    result = search(view, method, iterations=400)
    assert result.move in view.legal_moves()
    assert result.text == view.move_text(result.move)
    assert sorted(move.move for move in result.moves) == view.legal_moves()
    assert result.variation[0] == result.text
    if method not in ("random", "greedy"):
        assert result.iterations == sum(move.visits for move in result.moves) == 400
        assert sum(move.prior for move in result.moves) == pytest.approx(1)
        assert all(len(move.value) == seats for move in result.moves)
        assert all(0 <= value <= 1 for move in result.moves for value in move.value)
        assert result.nodes >= 1
        assert result.tree_bytes > 0
        assert result.iterations_per_second > 0


def test_two_seats_share_one_win() -> None:
    result = search(start_view(), iterations=2000)
    assert all(sum(move.value) == pytest.approx(1) for move in result.moves)


def test_worlds_are_counted() -> None:
    assert search(start_view(), "mo-ismcts", iterations=300).worlds == 300
    assert search(start_view(), "pimc", iterations=2000, worlds=5).worlds == 5
    assert search(start_view(), "pimc", iterations=700, worlds=5).worlds == 3


@pytest.mark.parametrize("seed", range(3))
def test_whole_games_are_played(seed: int) -> None:
    """Searches at every decision of a game, each seat with its own tree, for every kind of table."""
    for seats, options in ((2, {"draft": "on"}), (3, {"roles": "inquisitor"}), (6, {})):
        game = palio.load("coup", players=seats, **options)
        searchers = [Search(game) for _ in range(seats)]
        state, chance = game.start(seed), palio.Random(seed)
        while not state.is_over:
            if state.actor == palio.CHANCE:
                state.apply(state.sample_chance(chance))
            else:
                state.apply(searchers[state.actor].run(state.view(state.actor), iterations=60, seed=seed).move)
        state.check()


# Repeatability


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_result(method: str) -> None:
    view = start_view(3)
    first, second = (search(view, method, iterations=700, seed=9) for _ in range(2))
    assert numbers(first) == numbers(second)
    assert first.variation == second.variation
    assert first.nodes == second.nodes


def test_seeds_differ() -> None:
    first, second = (search(start_view(), iterations=700, seed=seed) for seed in (1, 2))
    assert numbers(first) != numbers(second)


def test_a_search_is_the_same_on_every_machine() -> None:
    """Pinned numbers: they change with the rules, the playouts or the parameters, never with the machine."""
    result = search(start_view(), "mo-ismcts", iterations=5000, seed=42)
    visits = {"exchange": 1771, "foreign_aid": 1906, "income": 1026, "steal 1": 173, "tax": 124}
    assert {move.text: move.visits for move in result.moves} == visits


def test_only_the_view_counts() -> None:
    """Two different deals that look alike to the seat give one result."""
    view = start_view(4)
    worlds = [view.world(seed) for seed in (1, 2)]
    assert worlds[0] != worlds[1]
    results = [search(world.view(0), iterations=1500) for world in worlds]
    assert numbers(results[0]) == numbers(results[1])


@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
def test_a_game_without_hints_for_search_is_searched_the_same_way(roles: str) -> None:
    """The fallback for view_key parts the decisions exactly as Coup's own does."""
    without_hints = ModuleType("rules")
    vars(without_hints)["OPS"] = rules.OPS
    bare = Game(INFO, without_hints, notation, {"players": 3, "roles": roles})
    state, random = palio.load("coup", players=3, roles=roles).start(5), palio.Random(5)
    for _ in range(12):
        while state.actor == palio.CHANCE:
            state.apply(state.sample_chance(random))
        view = state.view(state.actor)
        twin = bare.view_from_bytes(view.to_bytes())
        for method in ("mo-ismcts", "ismcts"):
            results = [search(each, method, iterations=300, weighted=False) for each in (view, twin)]
            assert numbers(results[0]) == numbers(results[1])
            assert results[0].nodes == results[1].nodes
        state.apply(random.choice(state.legal_moves()))
        if state.is_over:
            break


# Threads


def test_threads_share_the_iterations_and_merge_their_roots() -> None:
    view = start_view()
    results = [search(view, iterations=3001, threads=3, seed=4) for _ in range(2)]
    assert results[0].iterations == sum(move.visits for move in results[0].moves) == 3001
    assert numbers(results[0]) == numbers(results[1])


def test_merged_values_are_the_mean_over_threads() -> None:
    """Flat search has no tree: its threads together see exactly the worlds and playouts of one."""
    view = start_view()
    one, two = (search(view, "flat", iterations=1000, threads=threads, seed=4) for threads in (1, 2))
    assert {(m.move, m.visits) for m in one.moves} == {(m.move, m.visits) for m in two.moves}
    assert {m.move: m.value for m in one.moves} == {m.move: m.value for m in two.moves}


# Limits and the background


def test_a_time_limit_ends_the_search() -> None:
    begin = time.perf_counter()
    result = search(start_view(), seconds=0.05)
    assert 0.05 <= result.seconds < 2
    assert time.perf_counter() - begin < 2
    assert result.iterations > 64


def test_the_first_limit_counts() -> None:
    assert search(start_view(), iterations=100, seconds=60).iterations == 100


def test_a_decided_search_may_stop_early() -> None:
    """A coup wins at once: after half the time at the latest no other move can catch up."""
    state = position([(7, ["duke"], ["captain"]), (8, ["contessa"], ["assassin"])])
    for method in ("mo-ismcts", "ismcts", "pimc"):
        result = search(state.view(0), method, seconds=1.0, early_stop=True)
        assert result.text == "coup 1"
        assert result.seconds < 0.9
    assert search(state.view(0), "flat", seconds=0.05, early_stop=True).seconds >= 0.05
    assert search(state.view(0), seconds=0.05).seconds >= 0.05


def test_an_iteration_limit_is_used_up() -> None:
    results = [search(start_view(), iterations=3000, early_stop=early) for early in (False, True)]
    assert numbers(results[0]) == numbers(results[1])


@pytest.mark.parametrize("threads", [1, 2])
def test_an_endless_search_reports_and_stops(threads: int) -> None:
    searcher = Search(COUP, threads=threads)
    searcher.start(start_view())
    seen = []
    for _ in range(5):
        time.sleep(0.01)
        seen.append(searcher.snapshot().iterations)
    assert searcher.running
    assert seen == sorted(seen)
    assert seen[-1] > seen[0]
    begin = time.perf_counter()
    result = searcher.stop()
    assert time.perf_counter() - begin < 0.5
    assert not searcher.running
    assert result.iterations >= seen[-1]
    assert numbers(searcher.snapshot()) == numbers(result)


def test_a_background_search_can_be_waited_for() -> None:
    searcher = Search(COUP)
    searcher.start(start_view(), iterations=2000, seed=3)
    result = searcher.wait()
    assert result.iterations == 2000
    assert numbers(result) == numbers(search(start_view(), iterations=2000, seed=3))


def test_a_new_start_ends_the_search_before() -> None:
    searcher = Search(COUP)
    searcher.start(start_view())
    searcher.start(start_view(), iterations=50)
    assert searcher.wait().iterations == 50
    assert threading.active_count() < 10


def test_a_single_move_is_analysed_when_asked_without_a_limit() -> None:
    state = COUP.start(1)
    source = state.to_map()
    source["players"][0]["coins"] = 10
    view = COUP.state_from_map(source).view(0)
    assert search(view, iterations=1000).iterations == 0
    searcher = Search(COUP)
    searcher.start(view)
    time.sleep(0.02)
    result = searcher.stop()
    assert result.text == "coup 1"
    assert result.moves[0].visits > 0


# Reuse and memory


def played(moves: int) -> tuple[Search, palio.State, SearchResult]:
    """Seat 0 has searched and a few moves have been made, until it decides again."""
    searcher, state, random = Search(COUP), COUP.start(3), palio.Random(3)
    result = searcher.run(state.view(0), iterations=20000)
    state.apply(result.move)
    for _ in range(moves):
        if state.actor == 0:
            break
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else state.legal_moves()[0])
    return searcher, state, result


def test_the_tree_is_used_again() -> None:
    searcher, state, _ = played(20)
    assert state.actor == 0
    again = searcher.run(state.view(0), iterations=500, seed=1)
    fresh = search(state.view(0), iterations=500, seed=1)
    assert sum(move.visits for move in fresh.moves) == 500
    assert sum(move.visits for move in again.moves) > 600
    assert again.nodes > fresh.nodes
    assert all(move.value for move in again.moves)


def test_reuse_can_be_switched_off_and_cleared() -> None:
    searcher, state, _ = played(20)
    searcher.clear()
    assert sum(move.visits for move in searcher.run(state.view(0), iterations=500).moves) == 500
    plain = Search(COUP, reuse=False)
    for _ in range(2):
        assert sum(move.visits for move in plain.run(state.view(0), iterations=500).moves) == 500


def test_old_findings_fade() -> None:
    """Every search halves what the ones before it found."""
    searcher = Search(COUP)
    totals = [sum(m.visits for m in searcher.run(start_view(), iterations=1000, seed=s).moves) for s in range(8)]
    assert totals[0] == 1000
    assert 1450 <= totals[1] <= 1500
    assert max(totals) <= 2000


def test_trees_outlive_the_count_of_searches() -> None:
    """Nodes note the search that last came by in eight bits."""
    searcher = Search(COUP)
    for seed in range(600):
        visits = sum(move.visits for move in searcher.run(start_view(), iterations=40, seed=seed).moves)
        assert 40 <= visits <= 80


def test_the_tree_stays_within_its_memory_and_the_search_goes_on() -> None:
    result = search(start_view(), iterations=60000, memory_mb=1)
    assert result.full
    assert result.tree_bytes <= 1 << 20
    assert result.iterations == sum(move.visits for move in result.moves) == 60000
    roomy = search(start_view(), iterations=60000)
    assert not roomy.full
    assert roomy.nodes > result.nodes


def test_a_full_tree_makes_room_for_the_next_search() -> None:
    searcher = Search(COUP, memory_mb=1)
    state, random = COUP.start(3), palio.Random(4)
    while not state.is_over:
        if state.actor == palio.CHANCE:
            state.apply(state.sample_chance(random))
            continue
        result = searcher.run(state.view(state.actor), iterations=8000)
        assert result.tree_bytes <= 1 << 20
        assert result.nodes > 100 or len(result.moves) == 1
        state.apply(result.move)
