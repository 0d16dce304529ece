"""Random playouts of palio's Coup beside OpenSpiel's own C++ loop, in one run.

    pip install 'palio[bench]'
    python bench/playouts_vs_openspiel.py

OpenSpiel's leduc_poker and liars_dice are about as big as two-player Coup: hidden cards or dice, a handful of moves,
few decisions. Its rollouts run inside its C++ core: an MCTSBot with a single simulation evaluates the root once, by
many random rollouts of RandomRolloutEvaluator, so that no Python call is timed per decision. Chance does not count.
"""

import argparse
import sys
import time
from typing import Any

import palio
from palio.core.bench import playout_speed

GAMES = ("leduc_poker", "liars_dice")


ROLLOUTS = 20_000
"""Random games of one call into OpenSpiel."""


def openspiel_speed(pyspiel: Any, name: str, seconds: float) -> float:
    """Decisions per second of random rollouts inside OpenSpiel's C++ core."""
    game = pyspiel.load_game(name)
    state = first_decision(game)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False)
    played, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        bot.step(state)
        played += ROLLOUTS
    seconds = time.perf_counter() - begin
    return played * mean_decisions(state) / seconds


def first_decision(game: Any) -> Any:
    """The state after the first deal of chance."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def mean_decisions(start: Any) -> float:
    """Player decisions in a random game from here, counted in Python."""
    random, total, games = palio.Random(1), 0, 4000
    for _ in range(games):
        state = start.clone()
        while not state.is_terminal():
            total += not state.is_chance_node()
            state.apply_action(random.choice(state.legal_actions()))
    return total / games


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="time for each line (default: 2)")
    arguments = parser.parse_args()
    try:
        import pyspiel
    except ImportError:
        print("this comparison needs OpenSpiel: pip install 'palio[bench]'", file=sys.stderr)
        return 2
    ours = playout_speed(palio.load("coup"), arguments.seconds).decisions_per_second
    print(f"palio coup, 2 players     {ours:>14,.0f} decisions/s")
    for name in GAMES:
        theirs = openspiel_speed(pyspiel, name, arguments.seconds)
        print(f"OpenSpiel {name:<15} {theirs:>14,.0f} decisions/s   palio is {ours / theirs:.1f} times as fast")
    return 0


if __name__ == "__main__":
    sys.exit(main())
