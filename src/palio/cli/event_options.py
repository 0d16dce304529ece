"""Arguments that tournament, sprt and tune share: limits, workers, output."""

import argparse
from pathlib import Path
from typing import Any

from palio.errors import OptionError
from palio.tournament.event import Event
from palio.tournament.manager import MakeRunner, local_runner

LIMITS = ("clock", "move_time", "reaction_time", "iterations", "margin", "stall", "memory", "start")


def add_limits(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_argument_group("limits of a decision and of a bot")
    limits.add_argument("--clock", metavar="S+I", help="seconds for the game, plus seconds after each decision")
    limits.add_argument("--move-time", type=float, metavar="S", help="seconds for each decision")
    limits.add_argument("--reaction-time", type=float, metavar="S", help="seconds for decisions in others' turns")
    limits.add_argument("--iterations", type=int, metavar="N", help="iterations of search for each decision")
    limits.add_argument("--margin", type=float, metavar="S", help="lateness allowed (default: 0.05)")
    limits.add_argument("--stall", type=float, metavar="S", help="deadline without a clock (default: 60)")
    limits.add_argument("--memory", type=int, metavar="MB", help="memory limit of each bot program")
    limits.add_argument("--start", type=float, metavar="S", help="time for a bot program to start (default: 10)")


def given_limits(arguments: argparse.Namespace) -> dict[str, Any]:
    """The limits that were given on the command line."""
    return {name: getattr(arguments, name) for name in LIMITS if getattr(arguments, name) is not None}


def add_run(parser: argparse.ArgumentParser) -> None:
    run = parser.add_argument_group("where and how to run")
    run.add_argument("-j", "--concurrency", type=int, metavar="N", help="games at the same time (default: all cores)")
    run.add_argument("--cluster", metavar="ADDRESS", help="play on the Dask cluster with this scheduler")
    run.add_argument("--processes", action="store_true", default=None, help="built-in players as programs too")
    run.add_argument("--quiet", action="store_true", help="no live table")


def make_runner(cluster: str | None, concurrency: int | None) -> MakeRunner:
    """What plays the games: this machine or a cluster."""
    if concurrency is not None and not 1 <= concurrency <= 4096:
        raise OptionError(f"--concurrency: expected 1 to 4096, got {concurrency}")
    if cluster is None:
        return local_runner(concurrency)
    from palio.tournament.cluster import cluster_runner

    return cluster_runner(cluster)


def game_parts(arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """The games that flags name: `--game coup --players 2,4 -o roles=inquisitor`."""
    options: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option: expected NAME=VALUE, got {text!r}")
        options[name] = value
    found = []
    for name in arguments.game or []:
        game: dict[str, Any] = {"game": name, "options": options}
        if arguments.players:
            words = [arguments.players] if isinstance(arguments.players, str) else arguments.players
            game["players"] = [count for word in words for count in word.split(",")]
        found.append(game)
    return found


def default_folder(event: Event) -> Path:
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in event.name)
    return Path(f"{safe or 'event'}.palio")
