"""Count decision sequences: a fingerprint of the rules.

`palio perft coup 4` counts all sequences of four decisions from the deal of a fixed seed. Draws of chance on
the way are fixed by the seed too, so the count is the same on every machine. `--divide` shows it by first move,
which finds the move where two versions of the rules part.
"""

import argparse
import time

from rich.console import Console
from rich.table import Table

from palio.cli.options import add_game, add_seed, load_game
from palio.core.game import perft_divide


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("depth", type=int, metavar="DEPTH", help="number of decisions, 1 to 60")
    parser.add_argument("--divide", action="store_true", help="show the count of each first move")
    add_seed(parser, default=1)


def run(arguments: argparse.Namespace) -> int:
    game = load_game(arguments)
    state = game.start(arguments.seed)
    begin = time.perf_counter()
    counts = perft_divide(state, arguments.depth, arguments.seed)
    seconds = time.perf_counter() - begin
    total = sum(counts.values())
    if arguments.divide:
        table = Table("first move", "sequences")
        table.columns[1].justify = "right"
        for move, count in counts.items():
            table.add_row(state.move_text(move), f"{count:,}")
        Console().print(table)
    print(f"perft {game.name} {arguments.depth}: {total}")
    print(f"{total / max(seconds, 1e-9):,.0f} sequences per second")
    return 0
