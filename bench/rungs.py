"""Play the whole ladder of a game, match by match, and write each match to bench/results/.

    python bench/rungs.py lorenzo --jobs 2
    python bench/rungs.py masters --seats 3 4 --scale 0.5

The rungs are random < greedy < flat < pimc < ismcts, each against the one below it, at every player count and, in
Lorenzo, by both sets of rules; then, at two seats,
four times the iterations against one and the search against random.
Each match is a call of bench/ladder.py with a fixed number of blocks: what it scores has no say in when it ends.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

BENCH = Path(__file__).resolve().parent
RUNGS = (  # first, second, games
    ("greedy", "random", 200),
    ("flat:iterations=200", "greedy", 60),
    ("pimc:iterations=400", "flat:iterations=400", 60),
    ("ismcts:iterations=400", "pimc:iterations=400", 60),
)
AT_TWO = (("ismcts:iterations=400", "ismcts:iterations=100", 60), ("ismcts:iterations=100", "random", 400))
VARIANTS = {"masters": ((),), "lorenzo": ((), ("rules=basic",))}
FIRST_DEAL = 500000


def name_of(spec: str) -> str:
    return spec.partition(":")[0]


def matches(game: str, seats: list[int], scale: float) -> Iterator[list[str]]:
    """The arguments of bench/ladder.py for every match."""
    for options in VARIANTS[game]:
        chosen = [word for option in options for word in ("--option", option)]
        for count in seats:
            for first, second, games in (*RUNGS, *(AT_TWO if count == 2 and not options else ())):
                label = "four-times" if name_of(first) == name_of(second) else f"{name_of(first)}-{name_of(second)}"
                words = [game, *(option.split("=")[1] for option in options), str(count), label]
                blocks = max(2, round(scale * games / count))
                limits = [
                    "--seats",
                    str(count),
                    "--blocks",
                    str(blocks),
                    "--seed",
                    str(FIRST_DEAL),
                    "--minutes",
                    "1000",
                ]
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
    parser.add_argument("game", choices=VARIANTS)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4))
    parser.add_argument("--scale", type=float, default=1.0, help="games played, as a multiple of the usual number")
    parser.add_argument("--jobs", type=int, default=1, help="matches at a time")
    args = parser.parse_args()
    with ThreadPoolExecutor(args.jobs) as pool:
        running = [pool.submit(play, match) for match in matches(args.game, args.seats, args.scale)]
        for match in as_completed(running):
            print(match.result(), flush=True)


if __name__ == "__main__":
    main()
