"""How fast the search is, beside the bare playouts of the same position."""

from __future__ import annotations

import time
from collections.abc import Iterable

from palio.core.game import CHANCE, Game, Random, State, run_playouts
from palio.search.api import Search

THREADS = 2
"""Threads of the scaling line."""
ROUNDS = 3


def first_decision(game: Game) -> State:
    """The position after the deal of seed 1, at the first choice between several moves."""
    state, random = game.start(1), Random(1, 1)
    while state.actor == CHANCE or len(state.legal_moves()) == 1:
        state.apply(state.sample_chance(random) if state.actor == CHANCE else state.legal_moves()[0])
    return state


def playouts_per_second(state: State, informed: bool, seconds: float) -> float:
    """Bare playouts from the position, of the kind that the search uses."""
    played, count, begin = 0, 16, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        run_playouts(state, count, played, informed)
        played += count
        count = min(2 * count, 4096)
    return played / (time.perf_counter() - begin)


def iterations_per_second(state: State, method: str | None, threads: int, seconds: float) -> float:
    """Of at least one iteration, however little time there is."""
    searcher, view = Search(state.game, method, threads=threads), state.view(state.actor)
    found = searcher.run(view, seconds=seconds, seed=1)
    if not found.iterations:
        found = searcher.run(view, iterations=1, seed=1)
    return found.iterations_per_second


def search_speed(game: Game, seconds: float = 0.5, method: str | None = None) -> dict[str, float]:
    """One game's numbers with its default method, each the best of a few rounds: a busy machine only slows down.

    `iterations_per_second`: of one thread. `playouts_per_second`: bare ones from the same position.
    `iteration_over_playout`: how many playouts an iteration costs. `thread_scaling`: the iterations of two threads
    over those of one. Each is measured for `seconds` in all.
    """
    state = first_decision(game)
    informed = Search(game, method).params.playout == "informed"
    playouts = one = two = 0.0
    for _ in range(ROUNDS):
        playouts = max(playouts, playouts_per_second(state, informed, seconds / ROUNDS))
        one = max(one, iterations_per_second(state, method, 1, seconds / ROUNDS))
        two = max(two, iterations_per_second(state, method, THREADS, seconds / ROUNDS))
    return {
        "iterations_per_second": one,
        "playouts_per_second": playouts,
        "iteration_over_playout": playouts / one,
        "thread_scaling": two / one,
    }


def search_speeds(games: Iterable[Game], seconds: float = 0.5) -> dict[str, dict[str, float]]:
    """`search_speed` of every game, labelled like `coup-2`."""
    return {f"{game.name}-{game.seats}": search_speed(game, seconds) for game in games}
