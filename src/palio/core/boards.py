"""A position as tables of words: what a game's board module makes and the terminal renders."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

UNKNOWN = "?"
NOTHING = "-"
SINGULAR = {"coins": "coin", "stones": "stone", "servants": "servant", "shields": "shield", "privileges": "privilege"}
"""Names of goods that lose their plural for one; the others have one form."""


@dataclass(frozen=True)
class Grid:
    """One table of text."""

    title: str
    columns: tuple[str, ...]
    """The headings."""
    rows: tuple[tuple[str, ...], ...]
    """As many texts per row as there are headings; a text may have several lines."""
    ruled: bool = False
    """True to separate the rows by lines."""


@dataclass(frozen=True)
class Board:
    """What a person looks at: the tables, then the lines."""

    grids: tuple[Grid, ...]
    lines: tuple[str, ...]


class BoardModule(Protocol):
    """What each game's board module offers; both functions read nothing but the map and the game's data."""

    def draw(self, position: Mapping[str, Any]) -> Board:
        """The tables and lines of a state's or view's map."""
        ...

    def explain(self, move: str, position: Mapping[str, Any]) -> str:
        """A few words about a move's text; empty where it needs none."""
        ...


def read_data(module_file: str) -> dict[str, Any]:
    """The data.json beside a module."""
    data: dict[str, Any] = json.loads(Path(module_file).with_name("data.json").read_text(encoding="utf-8"))
    return data


def amount(count: int, name: str) -> str:
    """`2 coins`, `1 coin`, `3 VP`."""
    if name == "vp":
        return f"{count} VP"
    return f"{count} {SINGULAR.get(name, name) if abs(count) == 1 else name}"


def goods(amounts: Mapping[str, int]) -> str:
    """`2 coins, 1 stone`; a dash for nothing."""
    return ", ".join(amount(count, name) for name, count in amounts.items() if count) or NOTHING


def words(items: Sequence[object] | None) -> str:
    """The items with commas; a dash for none, a question mark where the seat cannot know."""
    return UNKNOWN if items is None else ", ".join(str(item) for item in items) or NOTHING


def seat_name(seat: int, viewer: int | None) -> str:
    return f"seat {seat} (you)" if seat == viewer else f"seat {seat}"


def who(seat: object, viewer: int | None) -> str:
    """The seat in a sentence."""
    return "you" if seat == viewer else f"seat {seat}"


def does(seat: object, viewer: int | None, phrase: str) -> str:
    """`You choose a card`, `Seat 1 chooses a card`, `Chance turns up a token`, from `choose a card`."""
    name = "Chance" if seat == "chance" else who(seat, viewer).capitalize()
    verb, _, rest = phrase.partition(" ")
    ending = "" if seat == viewer or verb == "may" else "s"
    return f"{name} {verb}{ending} {rest}"


def seat_grid(title: str, labels: Mapping[str, Sequence[str]], names: Sequence[str]) -> Grid:
    """Seats as columns, a row per label; rows in which no seat has anything are left out."""
    rows = tuple((label, *texts) for label, texts in labels.items() if any(text != NOTHING for text in texts))
    return Grid(title, ("", *names), rows)
