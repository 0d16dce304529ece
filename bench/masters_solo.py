"""Play the solo game of Masters of Renaissance and write down score and share of games won.

    python bench/masters_solo.py random playout ismcts:iterations=500 --games 40 --out bench/results/masters-1.txt

`playout` is the playout policy alone; every other player is one of bench/ladder.py.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ladder import interval, make_player, play_game

import palio


def play(game: palio.Game, player: str, deal: int) -> palio.Outcome:
    if player != "playout":
        return play_game(game, [make_player(player, game, deal * 64)], deal)
    state = game.start(deal)
    state.playout(palio.Random(deal, 1), informed=True)
    return state.outcome()


def measure(args: argparse.Namespace, player: str) -> str:
    """The line of one player; points count in lost games too."""
    game = palio.load("masters", players=1)
    begin = time.perf_counter()
    outcomes: list[palio.Outcome] = []
    while len(outcomes) < args.games and time.perf_counter() - begin < args.minutes * 60:
        outcomes.append(play(game, player, args.seed + len(outcomes)))
    won, won_half = interval([outcome.returns[0] for outcome in outcomes])
    points, points_half = interval([float(outcome.points[0]) for outcome in outcomes])
    scores = f"won {won:.3f} +- {won_half:.3f}   points {points:.1f} +- {points_half:.1f}"
    return f"{player:<32}{len(outcomes):>6}   {scores}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1, help="number of the first deal")
    parser.add_argument("--minutes", type=float, default=1.0, help="stop each player after so long")
    parser.add_argument("--out", type=Path, help="write the report here as well")
    args = parser.parse_args()
    lines = [f"command   python bench/masters_solo.py {' '.join(sys.argv[1:])}", ""]
    lines += [measure(args, player) for player in args.players]
    report = "\n".join(lines)
    print(report)
    if args.out:
        args.out.write_text(report + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
