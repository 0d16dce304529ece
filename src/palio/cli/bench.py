"""Measure this build: random playouts and search of every game, the referee's own cost, and one signature.

The signature is a count of decisions over fixed seeds: equal on every machine, changed only by a change of the
rules, the random stream or the order of moves. Playouts are timed on one thread; a search iteration is compared with
bare playouts from the same position, and two threads with one. The referee's cost is its CPU time per decision with
bots that answer at once, referee and bots on one core. `--json` prints one object for scripts.
"""

import argparse
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from palio.core.bench import PlayoutSpeed, playout_speed, signature
from palio.core.game import Game
from palio.errors import OptionError
from palio.games import GAMES, game_info, load
from palio.referee.bench import RefereeCost, referee_cost
from palio.search.bench import search_speed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="time for each line (default: 0.5)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    if not 0 < arguments.seconds <= 3600:
        raise OptionError(f"--seconds: expected more than 0 and at most 3600, got {arguments.seconds}")
    found = measure(seat_tables(arguments.games or list(GAMES)), arguments.seconds)
    if arguments.json:
        print(json.dumps(report(found)))
    else:
        show(found)
    return 0


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one run measured, by labels like `coup-2`."""

    signature: int
    playouts: dict[str, PlayoutSpeed]
    search: dict[str, dict[str, float]]
    referee: dict[str, RefereeCost]


def measure(tables: dict[str, Game], seconds: float) -> Figures:
    def steps(labels: Iterable[str], what: str) -> Iterable[str]:
        return track(list(labels), description=what, transient=True, console=Console(stderr=True))

    return Figures(
        signature=signature(tables.values()),
        playouts={label: playout_speed(tables[label], seconds) for label in steps(tables, "playouts")},
        search={label: search_speed(tables[label], seconds) for label in steps(tables, "search")},
        referee={label: referee_cost(tables[label], seconds) for label in steps(tables, "referee")},
    )


def seat_tables(names: list[str]) -> dict[str, Game]:
    """Every game with every number of seats, labelled like `coup-2`."""
    tables: dict[str, Game] = {}
    for name in names:
        players = game_info(name).players
        for seats in range(players.low, players.high + 1):
            tables[f"{name}-{seats}"] = load(name, players=seats)
    return tables


def report(found: Figures) -> dict[str, Any]:
    """The JSON object."""
    return {
        "signature": found.signature,
        "playouts": {
            label: {
                "decisions_per_second": round(speed.decisions_per_second),
                "playouts_per_second": round(speed.playouts_per_second),
                "state_bytes": speed.state_bytes,
            }
            for label, speed in found.playouts.items()
        },
        "search": {
            label: {
                "iterations_per_second": round(speed["iterations_per_second"]),
                "iteration_over_playout": round(speed["iteration_over_playout"], 3),
                "thread_scaling": round(speed["thread_scaling"], 3),
            }
            for label, speed in found.search.items()
        },
        "referee": {
            label: {"cpu_microseconds": round(cost.cpu, 1), "wall_microseconds": round(cost.wall, 1)}
            for label, cost in found.referee.items()
        },
    }


def show(found: Figures) -> None:
    console = Console()
    playouts = numbers_table(
        "random playouts, one thread", "decisions/s", "playouts/s", "decisions/playout", "bytes/state"
    )
    for label, speed in found.playouts.items():
        playouts.add_row(
            label,
            f"{speed.decisions_per_second:,.0f}",
            f"{speed.playouts_per_second:,.0f}",
            f"{speed.decisions_per_playout:.1f}",
            str(speed.state_bytes),
        )
    console.print(playouts)
    search = numbers_table("search, the game's default method", "iterations/s", "playouts per iteration", "two threads")
    for label, rates in found.search.items():
        search.add_row(
            label,
            f"{rates['iterations_per_second']:,.0f}",
            f"{rates['iteration_over_playout']:.2f}",
            f"x {rates['thread_scaling']:.2f}",
        )
    console.print(search)
    referee = numbers_table("referee, per decision, bots that answer at once", "CPU of the referee", "round trip")
    for label, cost in found.referee.items():
        referee.add_row(label, f"{cost.cpu:.0f} µs", f"{cost.wall:.0f} µs")
    console.print(referee)
    print(f"signature: {found.signature}")


def numbers_table(title: str, *headings: str) -> Table:
    table = Table(title=title)
    table.add_column("game-seats")
    for heading in headings:
        table.add_column(heading, justify="right")
    return table
