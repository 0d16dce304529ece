"""Play a tournament: many bots, several games, ratings with error bars.

`palio tournament event.toml` plays what the file says (docs/tournament.md); flags say the same without a file:
`palio tournament --bot greedy --bot random --bot honest --game coup --players 2,3 --blocks 50`. A block is one deal
with every rotation of the seats. Games are stored as they finish: the same command goes on after an interruption.
Ctrl-C once ends after the running games, twice at once. A report is written beside the games.
"""

import argparse
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from palio.cli import EXIT_INTERRUPTED
from palio.cli.event_options import add_limits, add_run, default_folder, game_parts, given_limits, make_runner
from palio.errors import OptionError
from palio.tournament.analysis import TableAnalysis, analyse
from palio.tournament.config import build_event, read_event_file
from palio.tournament.estimate import event_seconds
from palio.tournament.event import FAULT_POLICIES, FORMATS, ROTATIONS, Event
from palio.tournament.export import export
from palio.tournament.live import LiveTable, duration, final_table, seat_line, usage_line
from palio.tournament.manager import Manager, available_cores, stop_on_signals
from palio.tournament.report import write_report
from palio.tournament.result import GameResult
from palio.tournament.schedule import Schedule
from palio.tournament.store import INDEX, Store

EVENT_FLAGS = ("name", "format", "blocks", "rounds", "heroes", "rotations", "seed", "faults", "max_faults", "processes")
SHOWN_LINE_UPS = 40


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.toml", help="the event; flags change its fields")
    event = parser.add_argument_group("the event")
    event.add_argument(
        "--bot", action="append", default=[], metavar="BOT", help="a bot as in palio match, or NAME:=BOT"
    )
    event.add_argument("--game", action="append", metavar="GAME", help="a game; may be repeated")
    event.add_argument(
        "-p", "--players", action="append", metavar="N,N", help="numbers of seats (default: the game's own)"
    )
    event.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="a game's option")
    event.add_argument("--format", choices=FORMATS, help="default: round-robin")
    event.add_argument("--blocks", type=int, metavar="N", help="deals for each line-up (default: 10)")
    event.add_argument("--rounds", type=int, metavar="N", help="rounds of a Swiss event (default: 5)")
    event.add_argument("--hero", action="append", dest="heroes", metavar="NAME", help="who runs the gauntlet")
    event.add_argument("--rotations", choices=ROTATIONS, help="ways to sit in a block (default: cyclic)")
    event.add_argument("--seed", type=int, metavar="N", help="decides deals, seats and bots' seeds (default: 1)")
    event.add_argument("--faults", choices=FAULT_POLICIES, help="count them as losses, or stop (default: count)")
    event.add_argument("--max-faults", type=int, metavar="N", help="faults of a bot before --faults stop acts")
    event.add_argument("--name", help="the event's name")
    add_limits(parser)
    add_run(parser)
    output = parser.add_argument_group("output")
    output.add_argument("--out", type=Path, metavar="DIR", help="where the games are stored (default: NAME.palio)")
    output.add_argument("--dry-run", action="store_true", help="show the schedule, its size and the expected time")
    output.add_argument("--report", type=Path, metavar="FILE", help="the HTML report (default: DIR/report.html)")
    output.add_argument("--export", type=Path, metavar="DIR", help="tables as CSV and JSON Lines, and all records")


def run(arguments: argparse.Namespace) -> int:
    if arguments.file is None and not arguments.bot:
        return look(arguments)
    parts = event_parts(arguments)
    event = build_event(parts)
    folder = Path(arguments.out or parts["event"].get("out") or default_folder(event))
    workers = parts["event"].get("concurrency") if arguments.concurrency is None else arguments.concurrency
    if arguments.dry_run:
        show_plan(event, folder, workers or available_cores())
        return 0
    with Store(folder, event) as store:
        manager = play(event, store, arguments, workers)
        finish(store, event, arguments)
    console = Console()
    if manager.progress.played:
        console.print(usage_line(manager.usage), highlight=False)
    else:
        console.print("every game was stored already" if manager.is_complete else "no game was finished in this run")
    if manager.reason:
        console.print(f"stopped: {manager.reason}", style="red", highlight=False, markup=False)
        return 1
    return 0 if manager.is_complete else EXIT_INTERRUPTED


def event_parts(arguments: argparse.Namespace) -> dict[str, Any]:
    """The file's parts with the flags put over them."""
    parts: dict[str, Any] = {"event": {}, "limits": {}, "games": [], "bots": []}
    if arguments.file is not None:
        parts = read_event_file(arguments.file)
    parts["event"] |= {name: getattr(arguments, name) for name in EVENT_FLAGS if getattr(arguments, name) is not None}
    parts["limits"] |= given_limits(arguments)
    parts["bots"] = arguments.bot or parts["bots"]
    if (arguments.players or arguments.option) and not arguments.game:
        if len(parts["games"]) > 1:
            raise OptionError("--players and --option need --game where the file has several games")
        arguments.game = [game["game"] for game in parts["games"]] or ["coup"]
    parts["games"] = game_parts(arguments) or parts["games"] or [{"game": "coup"}]
    return parts


def play(event: Event, store: Store, arguments: argparse.Namespace, workers: int | None) -> Manager:
    console = Console(stderr=True, quiet=arguments.quiet)
    live = LiveTable(event, Schedule(event).size()[1], console)
    manager = Manager(event, store, make_runner(arguments.cluster, workers), live.add)
    with live, stop_on_signals(manager.stop, live.say):
        if arguments.cluster is None and (workers or 1) > available_cores() and is_timed(event):
            live.say(f"{workers} games at once on {available_cores()} cores: bots will lose time to each other")
        manager.run()
    return manager


def is_timed(event: Event) -> bool:
    return event.control.initial is not None or event.control.move is not None


def look(arguments: argparse.Namespace) -> int:
    """Without an event: show, report and export what a folder has."""
    if arguments.out is None:
        raise OptionError("expected an event FILE.toml, bots (--bot) or the folder of a stored event (--out)")
    with Store(arguments.out) as store:
        finish(store, store.event(), arguments)
    return 0


def finish(store: Store, event: Event, arguments: argparse.Namespace) -> None:
    """Tables, report and export of what is stored."""
    results = store.results()
    tables = analyse(event, results)
    console = Console()
    show(console, event, tables)
    report = arguments.report or store.folder / "report.html"
    write_report(report, event, tables)
    console.print(f"report: {report}", highlight=False)
    if arguments.export:
        files = export(arguments.export, store, event, tables, results)
        console.print(f"exported {len(results)} games to {arguments.export}: {', '.join(files)}", highlight=False)


def show(console: Console, event: Event, tables: list[TableAnalysis]) -> None:
    for table in tables:
        console.print(final_table(event, table.index, table.lines, table.ratings, console.width))
        if table.ratings is not None:
            console.print(seat_line(table.ratings), highlight=False)
        if table.left_out:
            console.print(f"{table.left_out} games of unfinished blocks are not counted", highlight=False)


def show_plan(event: Event, folder: Path, workers: int) -> None:
    """The schedule, its size and the expected time."""
    schedule = Schedule(event)
    known: list[GameResult] = []
    if (folder / INDEX).exists():
        with Store(folder) as store:
            known = store.results()
    console = Console()
    blocks, games = schedule.size()
    plan = Table(title=f"{event.name}: {event.format}, seed {event.seed}", title_justify="left")
    for heading in ("block", "table", "deal", "seats of its games"):
        plan.add_column(heading)
    shown = 0
    for block in schedule.round(0, list):
        if shown == SHOWN_LINE_UPS:
            break
        shown += 1
        seats = "  ".join(" ".join(event.bots[bot].name for bot in job.bots) for job in block.games)
        plan.add_row(str(block.number), event.tables[block.table].label, str(block.games[0].deal), seats)
    console.print(plan)
    if shown < blocks:
        console.print(f"... and {blocks - shown} blocks more", highlight=False)
    seconds, measured = event_seconds(schedule, known, workers)
    how = "from the stored games" if measured else "a guess from random games and the limits"
    console.print(f"{blocks} blocks, {games} games, {len(known)} of them stored", highlight=False)
    console.print(f"expected time with {workers} workers: {duration(seconds)} ({how})", highlight=False)
