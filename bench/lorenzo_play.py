"""Let a player of Lorenzo il Magnifico play against itself and write down what it does.

    python bench/lorenzo_play.py ismcts:iterations=500 --games 12 --out bench/results/lorenzo-play.txt

Prints for each player count the means per player: score, best score of the table, cards of each type, leaders played,
harvests and productions by a family member, and how many of the three Vatican reports found it without an
excommunication.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ladder import Player, make_player

import palio

TYPES = ("territories", "buildings", "characters", "ventures")
RUNS = ("harvest", "production")
REPORTS = 3
FACTS = ("score", "best", *TYPES, "leaders", *RUNS, "support")


def play_game(game: palio.Game, players: list[Player], deal: int) -> list[dict[str, float]]:
    """One game; each seat's facts at its end."""
    state, chance = game.start(deal), palio.Random(deal, 1)
    runs = [dict.fromkeys(RUNS, 0) for _ in players]
    while not state.is_over:
        if state.actor == palio.CHANCE:
            state.apply(state.sample_chance(chance))
            continue
        move = players[state.actor](state.view(state.actor))
        words = state.move_text(move).split()
        for kind in RUNS:
            runs[state.actor][kind] += words[0] == "place" and kind in words
        state.apply(move)
    points = state.outcome().points
    return [
        seat_facts(seat, score, max(points), run)
        for seat, score, run in zip(state.to_map()["players"], points, runs, strict=True)
    ]


def seat_facts(seat: dict[str, list[int]], score: int, best: int, runs: dict[str, int]) -> dict[str, float]:
    cards = {kind: len(seat[kind]) for kind in TYPES}
    support = REPORTS - len(seat["excommunicated"])
    return {"score": score, "best": best, "leaders": len(seat["played"]), "support": support, **cards, **runs}


def means(args: argparse.Namespace, seats: int) -> str:
    """The line of one player count."""
    game = palio.load("lorenzo", players=seats, rules=args.rules)
    found: list[dict[str, float]] = []
    begin, games = time.perf_counter(), 0
    while games < args.games and time.perf_counter() - begin < args.minutes * 60:
        deal = args.seed + games
        players = [make_player(args.player, game, deal * 64 + seat) for seat in range(seats)]
        found += play_game(game, players, deal)
        games += 1
    columns = "".join(f"{sum(seat[fact] for seat in found) / len(found):>13.1f}" for fact in FACTS)
    return f"{seats:<8}{games:<7}{columns}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player")
    parser.add_argument("--rules", default="advanced")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="number of the first deal")
    parser.add_argument("--minutes", type=float, default=1.0, help="stop each player count after so long")
    parser.add_argument("--out", type=Path, help="write the report here as well")
    args = parser.parse_args()
    lines = [f"command   python bench/lorenzo_play.py {' '.join(sys.argv[1:])}", ""]
    lines.append(f"{'players':<8}{'games':<7}" + "".join(f"{fact:>13}" for fact in FACTS))
    lines += [means(args, seats) for seats in (2, 3, 4)]
    report = "\n".join(lines)
    print(report)
    if args.out:
        args.out.write_text(report + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
