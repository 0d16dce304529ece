"""A position and its moves for the terminal: what the games' board modules say, drawn with rich."""

from collections.abc import Collection, Sequence
from itertools import groupby

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from palio.core.boards import Grid
from palio.core.game import Position
from palio.games import board_of

GAP = 3
"""Blanks between columns of moves."""
LONG = 20
"""Lists of more moves than this are shortened where they can be."""
Entry = tuple[int, str, str]
"""A move's number, text and explanation."""


def show_table(console: Console, position: Position, known: Collection[Grid] = ()) -> tuple[Grid, ...]:
    """The position as its game draws it, without the tables that are known; null fields of its map stay unknown."""
    board = board_of(position.game.name).draw(position.to_map())
    for grid in board.grids:
        if grid not in known:
            console.print(rich_table(grid))
            console.print()
    for line in board.lines:
        console.print(Text(line))
    return board.grids


def rich_table(grid: Grid) -> Table:
    table = Table(
        title=Text(grid.title, style="bold") if grid.title else None,
        title_justify="left",
        show_lines=grid.ruled,
        box=box.SQUARE if grid.ruled else box.SIMPLE_HEAD,
        show_edge=grid.ruled,
        pad_edge=grid.ruled,
    )
    for heading in grid.columns:
        table.add_column(Text(heading), overflow="fold")
    for row in grid.rows:
        table.add_row(*(Text(text) for text in row))
    return table


def show_moves(console: Console, position: Position, moves: Sequence[int]) -> None:
    """The moves with their numbers and explanations in as many columns as fit; a long list is cut by verbs."""
    explain = board_of(position.game.name).explain
    content = position.to_map()
    entries = [
        (number, text, explain(text, content))
        for number, text in enumerate((position.move_text(move) for move in moves), 1)
    ]
    verbs = groupby(entries, key=lambda entry: entry[1].split()[0] if len(entries) > LONG else "")
    for alike in (list(kind) for _, kind in verbs):
        if len(entries) > LONG and is_crossed(alike):
            show_crossed(console, alike)
        else:
            show_columns(console, alike)


def is_crossed(entries: list[Entry]) -> bool:
    """Do the moves combine each of some words with each of some places, as members with spaces?"""
    tails = [text.split()[2:] for _, text, _ in entries]
    return all(tail and tail[0].isalpha() for tail in tails) and len(set(map(tuple, tails))) < len(tails)


def show_crossed(console: Console, entries: list[Entry]) -> None:
    """A line per place, on it the numbers of the moves by their second word."""
    rows: dict[tuple[str, str], dict[str, int]] = {}
    for number, text, remark in entries:
        verb, word, tail = text.split(maxsplit=2)
        rows.setdefault((tail, remark), {})[word] = number
    names = list(dict.fromkeys(word for row in rows.values() for word in row))
    widest = max(len(tail) for tail, _ in rows)
    for (tail, remark), row in rows.items():
        line = Text(verb)
        for name in names:
            line.append(f" {row.get(name, ''):3}", "bold")
            line.append(f" {name if name in row else '':{len(name)}} ")
        line.append(f" {tail:{widest}}  ")
        line.append(remark, "dim")
        line.rstrip()
        console.print(line)


def show_columns(console: Console, entries: list[Entry]) -> None:
    """The entries down the columns, each column as wide as its own entries."""
    for height in range(1, len(entries) + 1):
        columns = [column_of(entries[first : first + height]) for first in range(0, len(entries), height)]
        width = sum(column[0].cell_len for column in columns) + GAP * (len(columns) - 1)
        if width <= console.width or height == len(entries):
            break
    for line in range(height):
        text = Text(" " * GAP).join(column[line] for column in columns if line < len(column))
        text.rstrip()
        console.print(text)


def column_of(entries: list[Entry]) -> list[Text]:
    """Entries one below the other, filled up to one width."""
    widest = max(len(name) for _, name, _ in entries)
    lines = []
    for number, name, remark in entries:
        shown = f"{name:{widest}}  " if remark else name
        lines.append(Text.assemble((f"{number:3}", "bold"), f" {shown}", (remark, "dim")))
    width = max(line.cell_len for line in lines)
    for line in lines:
        line.pad_right(width - line.cell_len)
    return lines
