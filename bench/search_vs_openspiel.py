"""Information-set tree search of palio beside OpenSpiel's C++ ISMCTSBot, in one run.

    pip install 'palio[bench]'
    python bench/search_vs_openspiel.py

Both search from first decisions; what is compared is decisions inside the search per second, of tree and playouts
together. The first line is palio's default for Coup; the next ones have random playouts as OpenSpiel has, so that the
second compares like with like. OpenSpiel's decisions are its simulations times the mean length of a random game from
there: it plays each simulation to the end, and with few simulations per node tree and playout are about as random.
palio's are its iterations times the mean length of its playouts from the root.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import palio
from palio.core.game import run_playouts
from palio.search.bench import first_decision

GAMES = ("leduc_poker", "euchre", "hearts")
SIMULATIONS = 1000
ROUNDS = 5
"""The lines take turns, and each keeps its best: a busy machine only slows down."""
LENGTHS = 2000
"""Random games for a mean length."""


def openspiel_start(game: Any, random: palio.Random) -> Any:
    """A state after the deal, at a choice between several moves."""
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(random.choice(state.legal_actions()))
    return state


def openspiel_length(start: Any, random: palio.Random) -> float:
    """Player decisions in a random game from here, counted in Python."""
    total, games = 0, LENGTHS // 10
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            total += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return total / games


def openspiel_speed(pyspiel: Any, name: str, seconds: float) -> tuple[float, float]:
    """Simulations and decisions per second of the C++ bot."""
    game, random = pyspiel.load_game(name), palio.Random(1)
    state = openspiel_start(game, random)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(
        1,
        evaluator,
        0.7,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    bot.step(state)
    simulations, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        bot.step(state)
        simulations += SIMULATIONS
    speed = simulations / (time.perf_counter() - begin)
    return speed, speed * openspiel_length(state, random)


def palio_speed(game: palio.Game, method: str, playout: str, seconds: float) -> tuple[float, float]:
    """Iterations and decisions per second, in searches of as many iterations as OpenSpiel's simulations."""
    state = first_decision(game)
    length = run_playouts(state, LENGTHS, 1, playout == "informed") / LENGTHS
    searcher = palio.Search(game, method, playout=playout, reuse=False)
    view = state.view(state.actor)
    iterations, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        iterations += searcher.run(view, iterations=SIMULATIONS, seed=iterations).iterations
    speed = iterations / (time.perf_counter() - begin)
    return speed, speed * length


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line (default: 2)")
    arguments = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print("this comparison needs OpenSpiel: pip install 'palio[bench]'", file=sys.stderr)
        return 2
    coup, part = palio.load("coup"), arguments.seconds / ROUNDS
    lines: dict[str, Callable[[], tuple[float, float]]] = {
        f"palio coup-2 {method}, {playout} playouts": partial(palio_speed, coup, method, playout, part)
        for method, playout in (("mo-ismcts", "informed"), ("mo-ismcts", "random"), ("ismcts", "random"))
    }
    lines |= {f"OpenSpiel {name} ISMCTSBot": partial(openspiel_speed, pyspiel, name, part) for name in GAMES}
    best = dict.fromkeys(lines, (0.0, 0.0))
    for _ in range(ROUNDS):
        best = {label: max(best[label], measure()) for label, measure in lines.items()}
    print(f"{SIMULATIONS} iterations a search, one thread, best of {ROUNDS} rounds")
    default, alike, *_ = (decisions for _, decisions in best.values())
    for label, (speed, decisions) in best.items():
        line = f"{label:<46} {speed:>10,.0f} iterations/s {decisions:>12,.0f} decisions/s"
        if label.startswith("OpenSpiel"):
            line += (
                f"   palio: {alike / decisions:.1f} times with random playouts, {default / decisions:.1f} by default"
            )
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
