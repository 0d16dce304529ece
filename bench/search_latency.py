"""How soon a running search answers: `stop` and `snapshot`, and what ten snapshots a second cost it.

python bench/search_latency.py
python bench/search_latency.py --game lorenzo --threads 2
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import palio
from palio.search.bench import first_decision

WARM_SECONDS = 0.05
SHOWN_EVERY = 0.1


def timed(ask: Callable[[], object]) -> float:
    begin = time.perf_counter()
    ask()
    return time.perf_counter() - begin


def answers(searcher: palio.Search, view: palio.View, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds that each snapshot and each stop took."""
    snapshots, stops = [], []
    for _ in range(rounds):
        searcher.start(view)
        time.sleep(WARM_SECONDS)
        snapshots.append(timed(searcher.snapshot))
        stops.append(timed(searcher.stop))
    return snapshots, stops


def speed(searcher: palio.Search, view: palio.View, seconds: float, shown: bool) -> float:
    """Iterations a second of CPU time with or without ten snapshots a second."""
    searcher.clear()
    begin, end = time.process_time(), time.perf_counter() + seconds
    searcher.start(view)
    while (left := end - time.perf_counter()) > 0:
        time.sleep(min(left, SHOWN_EVERY))
        if shown:
            searcher.snapshot()
    return searcher.stop().iterations / (time.process_time() - begin)


def line(name: str, times: list[float]) -> str:
    ranked = sorted(1000 * seconds for seconds in times)
    middle, late = ranked[len(ranked) // 2], ranked[int(0.95 * len(ranked))]
    return f"{name:<10} median {middle:.2f} ms, 95 % within {late:.2f} ms, most {ranked[-1]:.2f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="coup")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=100)
    arguments = parser.parse_args()
    state = first_decision(palio.load(arguments.game))
    view = state.view(state.actor)
    searcher = palio.Search(state.game, threads=arguments.threads)
    snapshots, stops = answers(searcher, view, arguments.rounds)
    print(line("stop", stops))
    print(line("snapshot", snapshots))
    rates = [max(speed(searcher, view, 1.0, shown) for _ in range(3)) for shown in (False, True)]
    print(f"ten snapshots a second: {rates[1] / rates[0]:.3f} of the iterations")
    return 0


if __name__ == "__main__":
    sys.exit(main())
