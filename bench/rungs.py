"""Play the whole ladder of a game, match by match, and write each match to bench/results/.

    python bench/rungs.py lorenzo --jobs 2
    python bench/rungs.py masters --seats 3 4 --scale 0.5

The rungs are random < greedy < flat < pimc < ismcts, in Coup without flat and with mo-ismcts on top, each against the
one below it, at every player count and, in Lorenzo, by both sets of rules; then, at two seats, four times the
iterations against one and the search against random, in Coup against simple styles of play. Each match is a call of
bench/ladder.py with a fixed number of blocks: what it scores has no say in when it ends.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

BENCH = Path(__file__).resolve().parent
Rung = tuple[str, str, int]
"""First bot, second bot, games."""
EUROGAME: tuple[Rung, ...] = (
    ("greedy", "random", 200),
    ("flat:iterations=200", "greedy", 60),
    ("pimc:iterations=400", "flat:iterations=400", 60),
    ("ismcts:iterations=400", "pimc:iterations=400", 60),
)
EUROGAME_AT_TWO: tuple[Rung, ...] = (
    ("ismcts:iterations=400", "ismcts:iterations=100", 60),
    ("ismcts:iterations=100", "random", 400),
)
COUP: tuple[Rung, ...] = (
    ("greedy", "random", 1000),
    ("pimc", "greedy", 400),
    ("ismcts", "pimc", 240),
    ("mo-ismcts", "ismcts", 240),
)
COUP_AT_TWO: tuple[Rung, ...] = (
    ("mo-ismcts", "random", 1000),
    ("mo-ismcts", "honest", 1000),
    ("mo-ismcts", "always-challenge", 600),
    ("mo-ismcts", "maniac", 600),
    ("mo-ismcts", "mo-ismcts:weighted=false,playout=random", 400),
)
LADDERS = {"coup": (COUP, COUP_AT_TWO), "masters": (EUROGAME, EUROGAME_AT_TWO), "lorenzo": (EUROGAME, EUROGAME_AT_TWO)}
RULES = {"coup": ("",), "masters": ("",), "lorenzo": ("", "basic")}
FIRST_DEAL = 500000


def name_of(spec: str) -> str:
    return spec.partition(":")[0]


def label_of(first: str, second: str) -> str:
    if name_of(first) == name_of(second):
        return "four-times" if "iterations" in second else f"{name_of(first)}-plain"
    return f"{name_of(first)}-{name_of(second)}"


def matches(game: str, seats: list[int], scale: float) -> Iterator[list[str]]:
    """The arguments of bench/ladder.py for every match."""
    rungs, at_two = LADDERS[game]
    for rules in RULES[game]:
        chosen = ["--option", f"rules={rules}"] if rules else []
        for count in seats:
            for first, second, games in (*rungs, *(at_two if count == 2 and not rules else ())):
                words = [game, *([rules] if rules else []), str(count), label_of(first, second)]
                blocks = max(2, round(scale * games / count))
                limits = f"--seats {count} --blocks {blocks} --seed {FIRST_DEAL} --minutes 1000".split()
                yield [game, first, second, *limits, *chosen, "--out", f"bench/results/{'-'.join(words)}.txt"]


def play(arguments: list[str]) -> str:
    """One match in a process of its own; its line for the screen."""
    done = subprocess.run(
        [sys.executable, "bench/ladder.py", *arguments], cwd=BENCH.parent, capture_output=True, text=True, check=True
    )
    facts = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    return f"{Path(arguments[-1]).stem:40} {facts['score']}, {facts['games']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=LADDERS)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=range(2, 7))
    parser.add_argument("--scale", type=float, default=1.0, help="games played, as a multiple of the usual number")
    parser.add_argument("--jobs", type=int, default=1, help="matches at a time")
    args = parser.parse_args()
    with ThreadPoolExecutor(args.jobs) as pool:
        running = [pool.submit(play, match) for match in matches(args.game, args.seats, args.scale)]
        for match in as_completed(running):
            print(match.result(), flush=True)


if __name__ == "__main__":
    main()
