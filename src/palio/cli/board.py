"""A position as tables for the terminal, whatever the game."""

from typing import Any

from rich.console import Console
from rich.table import Table

from palio.core.game import Position

HIDDEN_FIELDS = {"game", "rules", "options", "players", "memory", "seat", "next"}
SEAT_FIELDS = {"actor", "turn_player", "target", "blocker", "challenger"}


def show_table(console: Console, position: Position) -> None:
    """The players as columns, the rest as a line each; null fields are unknown or empty and left out."""
    content = position.to_map()
    console.print(seat_table(content))
    print_facts(console, "", {name: value for name, value in content.items() if shown(name, value)})
    if content["seat"] is not None and content.get("memory"):
        memory = content["memory"][content["seat"]] or {}
        print_facts(console, "you remember   ", {name: value for name, value in memory.items() if telling(value)})


def print_facts(console: Console, heading: str, facts: dict[str, Any]) -> None:
    if facts:
        texts = [f"{name.replace('_', ' ')}: {brief(value)}" for name, value in facts.items()]
        console.print(f"[dim]{heading}{'   '.join(texts)}[/]", highlight=False)


def seat_table(content: dict[str, Any]) -> Table:
    players: list[dict[str, Any]] = content["players"]
    table = Table(show_lines=False)
    table.add_column("")
    for seat in range(len(players)):
        mark = " (you)" if seat == content["seat"] else ""
        table.add_column(f"seat {seat}{mark}", style="bold" if seat == content["actor"] else "")
    for name in players[0]:
        if any(telling(player[name]) or player[name] is None for player in players):
            table.add_row(name.replace("_", " "), *(brief(player[name]) for player in players))
    return table


def shown(name: str, value: object) -> bool:
    if name in SEAT_FIELDS:
        return value is not None
    return name not in HIDDEN_FIELDS and telling(value)


def telling(value: object) -> bool:
    """True unless the value is empty, or a list of empty or `none` values."""
    if isinstance(value, list):
        return any(telling(item) for item in value)
    return bool(value) and value != "none"


def brief(value: object) -> str:
    """A value in few characters; unknown is a question mark."""
    if value is None:
        return "?"
    if isinstance(value, bool):
        return "yes" if value else "-"
    if isinstance(value, list):
        return ", ".join(brief(item) for item in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{key} {brief(item)}" for key, item in value.items())
    return str(value)
