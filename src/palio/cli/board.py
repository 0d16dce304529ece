"""A position and its moves for the terminal: what the games' board modules say, drawn with rich."""

from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from palio.core.boards import Grid
from palio.core.game import Position
from palio.games import board_of

GAP = 3
"""Blanks between columns of moves."""


def show_table(console: Console, position: Position) -> None:
    """The position as its game draws it; null fields of its map are unknown and stay so."""
    board = board_of(position.game.name).draw(position.to_map())
    for grid in board.grids:
        console.print(rich_table(grid))
        console.print()
    for line in board.lines:
        console.print(Text(line))


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
    """The moves with their numbers and explanations, down the columns where more than one fits."""
    entries = move_entries(position, moves)
    widest = max((entry.cell_len for entry in entries), default=0)
    columns = max(1, (console.width + GAP) // (widest + GAP))
    height = -(-len(entries) // columns)
    for line in range(height):
        text = Text()
        for entry in entries[line::height]:
            text.append_text(entry)
            text.append(" " * (widest + GAP - entry.cell_len))
        text.rstrip()
        console.print(text, highlight=False)


def move_entries(position: Position, moves: Sequence[int]) -> list[Text]:
    content = position.to_map()
    explain = board_of(position.game.name).explain
    names = [position.move_text(move) for move in moves]
    widest = max((len(name) for name in names), default=0)
    entries = []
    for number, name in enumerate(names, 1):
        remark = explain(name, content)
        text = f"{name:{widest}}" if remark else name
        entries.append(Text.assemble((f"{number:3}", "bold"), f" {text}", (f"  {remark}" if remark else "", "dim")))
    return entries
