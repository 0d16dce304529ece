"""Measure this build: random playouts of every game, the referee's own cost, and one signature.

The signature is a count of decisions over fixed seeds: equal on every machine, changed only by a change of the
rules, the random stream or the order of moves. Speeds are of one thread. The referee's cost is its CPU time per
decision with bots that answer at once, referee and bots on one core. `--json` prints one object for scripts.
"""

import argparse
import json
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from palio.core.bench import PlayoutSpeed, playout_speed, signature
from palio.core.game import Game
from palio.errors import OptionError
from palio.games import GAMES, game_info, load
from palio.referee.bench import RefereeCost, referee_cost


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each line (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.seconds <= 3600:
        raise OptionError(f"--seconds: expected more than 0 and at most 3600, got {arguments.seconds}")
    tables = seat_tables(arguments.games or list(GAMES))
    steps = track(tables.items(), description="measuring", transient=True, console=Console(stderr=True))
    speeds = {label: playout_speed(game, arguments.seconds) for label, game in steps}
    costs = {label: referee_cost(tables[label], arguments.seconds) for label in fewest_and_most(list(tables))}
    count = signature(tables.values())
    if arguments.json:
        print(json.dumps(report(count, speeds, costs)))
    else:
        show(count, speeds, costs)
    return 0


def fewest_and_most(labels: list[str]) -> list[str]:
    """The smallest table of at least two seats, and the largest, of each game."""
    found: dict[str, list[str]] = {}
    for label in labels:
        if not label.endswith("-1"):
            found.setdefault(label.rpartition("-")[0], []).append(label)
    return [label for tables in found.values() for label in sorted({tables[0], tables[-1]})]


def seat_tables(names: list[str]) -> dict[str, Game]:
    """Every game with every number of seats, labelled like `coup-2`."""
    tables: dict[str, Game] = {}
    for name in names:
        players = game_info(name).players
        for seats in range(players.low, players.high + 1):
            tables[f"{name}-{seats}"] = load(name, players=seats)
    return tables


def report(count: int, speeds: dict[str, PlayoutSpeed], costs: dict[str, RefereeCost]) -> dict[str, Any]:
    """The JSON object."""
    return {
        "signature": count,
        "playouts": {
            label: {
                "decisions_per_second": round(speed.decisions_per_second),
                "playouts_per_second": round(speed.playouts_per_second),
                "state_bytes": speed.state_bytes,
            }
            for label, speed in speeds.items()
        },
        "referee": {
            label: {"cpu_microseconds": round(cost.cpu, 1), "wall_microseconds": round(cost.wall, 1)}
            for label, cost in costs.items()
        },
    }


def show(count: int, speeds: dict[str, PlayoutSpeed], costs: dict[str, RefereeCost]) -> None:
    table = Table(title="random playouts, one thread")
    for heading in ("game-seats", "decisions/s", "playouts/s", "decisions/playout", "bytes/state"):
        table.add_column(heading, justify="left" if heading == "game-seats" else "right")
    for label, speed in speeds.items():
        table.add_row(
            label,
            f"{speed.decisions_per_second:,.0f}",
            f"{speed.playouts_per_second:,.0f}",
            f"{speed.decisions_per_playout:.1f}",
            str(speed.state_bytes),
        )
    Console().print(table)
    Console().print(cost_table(costs))
    print(f"signature: {count}")


def cost_table(costs: dict[str, RefereeCost]) -> Table:
    table = Table(title="referee, per decision, bots that answer at once")
    for heading in ("game-seats", "CPU of the referee", "round trip"):
        table.add_column(heading, justify="left" if heading == "game-seats" else "right")
    for label, cost in costs.items():
        table.add_row(label, f"{cost.cpu:.0f} µs", f"{cost.wall:.0f} µs")
    return table
