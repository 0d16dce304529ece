"""Step through the record of a game.

`palio replay FILE` shows everything; `--seat 1` shows what that seat saw. At the prompt: Enter goes on, `b` back,
a number jumps to that move, `e` to the end, `q` leaves. Without a terminal it prints all moves and the end;
`--tables` prints the whole table before each.
"""

import argparse
import sys
from pathlib import Path

from rich.console import Console

from palio.cli.board import show_table
from palio.core.game import State
from palio.errors import OptionError
from palio.referee.record import Entry, Record, placing, read_record
from palio.referee.verify import replay, verify

Steps = list[tuple[Entry, State]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a record, as palio match and palio tournament write them"
    )
    parser.add_argument(
        "--record", type=int, default=1, metavar="N", help="which one, of a file of several (default: 1)"
    )
    parser.add_argument("--seat", type=int, metavar="N", help="see what this seat saw (default: everything)")
    parser.add_argument("--tables", action="store_true", help="print the table before each move")


def run(arguments: argparse.Namespace) -> int:
    record = read_record(arguments.file, arguments.record)
    final = verify(record)
    if arguments.seat is not None and not 0 <= arguments.seat < final.seats:
        raise OptionError(f"--seat: expected 0 to {final.seats - 1}, got {arguments.seat}")
    steps = list(replay(record))
    console = Console()
    console.print(title(record), highlight=False)
    if is_terminal():
        walk(console, steps, arguments.seat)
    else:
        for number, (entry, state) in enumerate(steps, 1):
            if arguments.tables:
                show_position(console, state, arguments.seat)
            console.print(line(number, entry, state, arguments.seat), highlight=False, markup=False)
    show_end(console, record, final)
    return 0


def title(record: Record) -> str:
    players = ", ".join(f"{seat} {player['name']}" for seat, player in enumerate(record.seats))
    return f"{record.header['game']}, {record.header['date']}: {players}"


def is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def walk(console: Console, steps: Steps, seat: int | None) -> None:
    """Step by step, as the person at the terminal wants."""
    at = 0
    while at < len(steps):
        entry, state = steps[at]
        show_position(console, state, seat)
        console.print(line(at + 1, entry, state, seat), highlight=False, markup=False)
        try:
            text = console.input(f"[dim]{at + 1}/{len(steps)}> [/]").strip().lower()
        except EOFError:
            return
        if text in ("q", "quit", "e", "end"):
            return
        if text in ("b", "back"):
            at = max(at - 1, 0)
        elif text.isdecimal():
            at = min(max(int(text) - 1, 0), len(steps) - 1)
        else:
            at += 1


def show_position(console: Console, state: State, seat: int | None) -> None:
    show_table(console, state if seat is None else state.view(seat))


def line(number: int, entry: Entry, state: State, seat: int | None) -> str:
    """One entry, redacted for the seat."""
    who = "chance" if entry.kind == "chance" else f"{entry.kind} {entry.actor}"
    text = entry.text
    if seat is not None and entry.kind != "fault":
        text = state.move_text(state.seen(entry.text, seat))
    if seat is not None and entry.kind == "seat" and entry.actor != seat:
        return f"{number} {who}: {text}"
    return f"{number} {who}: {text}{remark(entry)}"


def remark(entry: Entry) -> str:
    """What is known about an entry besides the move."""
    if entry.kind == "fault":
        return f" ({entry.details.get('text', '')})"
    thought = entry.details.get("thought") or {}
    values = ", ".join(f"{item['seat']}: {item['value']:.2f}" for item in thought.get("values", []))
    line = " ".join(thought.get("pv", [])[:6])
    return "".join(f"   {part}" for part in (values, line) if part)


def show_end(console: Console, record: Record, final: State) -> None:
    show_table(console, final)
    for seat, end in enumerate(record.ends):
        reason = "" if end["reason"] == "finished" else f", {end['reason']}"
        name = record.seats[seat]["name"]
        how = placing(end, len(record.ends))
        console.print(f"{how}: {name} (seat {seat}), {end['points']} points{reason}", highlight=False)
