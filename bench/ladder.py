"""Play seat-balanced blocks between two players in this process and write down the score.

A player is a search method with parameters, or a scripted style of the game:

    python bench/ladder.py coup "mo-ismcts:iterations=2000" honest --blocks 500
    python bench/ladder.py coup mo-ismcts pimc --seats 4 --blocks 150 --out bench/results/coup-4-pimc.txt

A block is one deal, played once with the first player in each seat and the second player in all the others. The score
is the first player's share of wins, with a 95 % interval over blocks.
"""

from __future__ import annotations

import argparse
import ast
import math
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import palio
from palio.search import METHODS, Search

DEFAULT_ITERATIONS = 2000
Player = Callable[[palio.View], int]


def make_player(spec: str, game: palio.Game, seed: int) -> Player:
    """`method:name=value,..` or the name of a style."""
    name, _, rest = spec.partition(":")
    styles = f"palio.games.{game.name}.styles"
    if name not in METHODS or (name == "random" and not rest):
        if find_spec(styles):
            found: Player = import_module(styles).style(name, seed)
            return found
        if name not in METHODS:
            raise SystemExit(f"{name!r} is neither a search method nor a style of {game.name}")
    options = {key: read_value(value) for key, value in (item.split("=") for item in rest.split(",") if item)}
    limits = {key: options.pop(key) for key in ("iterations", "seconds") if key in options}
    searcher = Search(game, name, **options)
    stream = palio.Random(seed, 3)
    limits = limits or {"iterations": DEFAULT_ITERATIONS}

    def play(view: palio.View) -> int:
        return searcher.run(view, seed=stream.below(1 << 31), **limits).move

    return play


def read_value(text: str) -> Any:
    """A number, true or false, numbers joined by `/` as a tuple, or a text."""
    if "/" in text:
        return tuple(float(part) for part in text.split("/"))
    if text in ("true", "false"):
        return text == "true"
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return text


def play_game(game: palio.Game, players: list[Player], deal: int) -> palio.Outcome:
    """One game; deal and later draws come from the deal's own streams."""
    state = game.start(deal)
    chance = palio.Random(deal, 1)
    while not state.is_over:
        if state.actor == palio.CHANCE:
            state.apply(state.sample_chance(chance))
        else:
            state.apply(players[state.actor](state.view(state.actor)))
    return state.outcome()


def share_of_win(outcome: palio.Outcome, seat: int) -> float:
    return (outcome.ranks[seat] == 1) / outcome.ranks.count(1)


def play_block(game: palio.Game, first: str, second: str, deal: int) -> list[float]:
    """The first player's share of the win from each seat."""
    scores = []
    for seat in range(game.seats):
        players = [
            make_player(first if at == seat else second, game, deal * 64 + at + 8 * seat) for at in range(game.seats)
        ]
        scores.append(share_of_win(play_game(game, players, deal), seat))
    return scores


def interval(blocks: list[float]) -> tuple[float, float]:
    """Mean and half the width of its 95 % interval."""
    mean = sum(blocks) / len(blocks)
    variance = sum((block - mean) ** 2 for block in blocks) / max(len(blocks) - 1, 1)
    return mean, 1.96 * math.sqrt(variance / len(blocks))


def run(args: argparse.Namespace) -> str:
    options = dict(item.split("=") for item in args.option)
    game = palio.load(args.game, players=args.seats, **options)
    begin = time.perf_counter()
    table = []
    for block in range(args.blocks):
        table.append(play_block(game, args.first, args.second, args.seed + block))
        if time.perf_counter() - begin > args.minutes * 60:
            break
    mean, half = interval([sum(scores) / game.seats for scores in table])
    seats = ", ".join(f"{sum(column) / len(table):.3f}" for column in zip(*table, strict=True))
    return "\n".join(
        [
            f"command   python bench/ladder.py {' '.join(args.command)}",
            f"game      {game!r}",
            f"first     {args.first}   (search: {DEFAULT_ITERATIONS} iterations unless said, one thread)",
            f"second    {args.second}",
            f"games     {len(table) * game.seats} in {len(table)} blocks, first deal {args.seed}",
            f"score     {mean:.3f} +- {half:.3f} (95 %), fair share {1 / game.seats:.3f}",
            f"by seat   {seats}",
            f"time      {time.perf_counter() - begin:.0f} s",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="number of the first deal")
    parser.add_argument("--minutes", type=float, default=3.0, help="stop after so long")
    parser.add_argument("--option", action="append", default=[], help="a game option as name=value")
    parser.add_argument("--out", type=Path, help="write the report here as well")
    args = parser.parse_args()
    args.command = sys.argv[1:]
    report = run(args)
    print(report)
    if args.out:
        args.out.parent.mkdir(parents=True, exist_ok=True)
        args.out.write_text(report + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
