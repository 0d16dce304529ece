"""Stored games as tables for other programs: CSV and JSON Lines with fixed columns, and all records."""

import csv
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from palio.errors import StoreError
from palio.tournament.analysis import TableAnalysis
from palio.tournament.event import Event
from palio.tournament.result import GameResult
from palio.tournament.schedule import GAMES_IN_BLOCK
from palio.tournament.store import Store

Row = dict[str, Any]

COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "game": "int64", "block": "int64", "place": "int64", "table": "string", "seats": "int64", "deal": "int64",
        "moves": "int64", "seconds": "double", "digest": "string", "record": "string",
    },
    "seats": {
        "game": "int64", "block": "int64", "table": "string", "seat": "int64", "bot": "string", "rank": "int64",
        "points": "int64", "return": "double", "win_share": "double", "reason": "string", "decisions": "int64",
        "milliseconds": "double", "slowest_ms": "double",
    },
    "ratings": {
        "table": "string", "bot": "string", "place": "int64", "elo": "double", "low": "double", "high": "double",
        "error": "double", "games": "int64", "score": "double", "wins": "double", "faults": "int64",
    },
    "cross": {"table": "string", "bot": "string", "other": "string", "ahead": "double", "error": "double",
              "games": "int64"},
    "bots": {"bot": "string", "source": "string"},
}  # fmt: skip
"""Columns of every table with their types, named as Arrow and Parquet name them."""


def export(
    folder: Path, store: Store, event: Event, tables: Sequence[TableAnalysis], results: Sequence[GameResult]
) -> list[str]:
    """Write every table twice, the columns' types, and a copy of every record; returns the names."""
    rows = {
        "games": game_rows(event, results),
        "seats": seat_rows(event, results),
        "ratings": rating_rows(event, tables),
        "cross": cross_rows(event, tables),
        "bots": ({"bot": bot.name, "source": bot.source} for bot in event.bots),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, found in rows.items():
            write_table(folder, name, found)
        (folder / "schema.json").write_text(json.dumps(COLUMNS, indent=2) + "\n", encoding="utf-8")
        copy_records(folder, store, results)
    except OSError as error:
        raise StoreError(f"cannot export to {folder}: {error.strerror or error}") from None
    return [*(f"{name}.csv/.jsonl" for name in rows), "schema.json", "records"]


def write_table(folder: Path, name: str, rows: Iterator[Row]) -> None:
    columns = list(COLUMNS[name])
    with (
        (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as plain,
        (folder / f"{name}.jsonl").open("w", encoding="utf-8", newline="\n") as lines,
    ):
        table = csv.DictWriter(plain, columns, lineterminator="\n")
        table.writeheader()
        for row in rows:
            table.writerow(row)
            lines.write(json.dumps({column: row[column] for column in columns}, allow_nan=False) + "\n")


def copy_records(folder: Path, store: Store, results: Sequence[GameResult]) -> None:
    for result in results:
        target = folder / record_name(result.number)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(store.record_bytes(result.number))


def record_name(number: int) -> str:
    """A file for each game, at most a thousand blocks in a folder."""
    block, place = divmod(number, GAMES_IN_BLOCK)
    return f"records/{block // 1000:05}/{block:08}-{place:03}.txt"


def game_rows(event: Event, results: Sequence[GameResult]) -> Iterator[Row]:
    for result in results:
        block, place = divmod(result.number, GAMES_IN_BLOCK)
        yield {
            "game": result.number,
            "block": block,
            "place": place,
            "table": event.tables[result.table].label,
            "seats": len(result.bots),
            "deal": result.deal,
            "moves": result.moves,
            "seconds": result.seconds,
            "digest": result.digest,
            "record": record_name(result.number),
        }


def seat_rows(event: Event, results: Sequence[GameResult]) -> Iterator[Row]:
    for result in results:
        for seat, bot in enumerate(result.bots):
            yield {
                "game": result.number,
                "block": result.number // GAMES_IN_BLOCK,
                "table": event.tables[result.table].label,
                "seat": seat,
                "bot": event.bots[bot].name,
                "rank": result.ranks[seat],
                "points": result.points[seat],
                "return": result.returns[seat],
                "win_share": result.win_share(seat),
                "reason": result.reasons[seat],
                "decisions": result.decisions[seat],
                "milliseconds": result.milliseconds[seat],
                "slowest_ms": result.slowest[seat],
            }


def rating_rows(event: Event, tables: Sequence[TableAnalysis]) -> Iterator[Row]:
    for table in tables:
        for place, line in enumerate(table.lines, 1):
            rating = table.ratings.bots[line.bot] if table.ratings else None
            yield {
                "table": table.spec.label,
                "bot": event.bots[line.bot].name,
                "place": place,
                **{name: finite(getattr(rating, name, None)) for name in ("elo", "low", "high", "error")},
                "games": line.games,
                "score": round(line.score.value, 6),
                "wins": round(line.wins.value, 6),
                "faults": sum(line.faults.values()),
            }


def cross_rows(event: Event, tables: Sequence[TableAnalysis]) -> Iterator[Row]:
    for table in tables:
        for (bot, other), mean in sorted(table.cross.items()):
            names = {"bot": event.bots[bot].name, "other": event.bots[other].name}
            shares = {"ahead": round(mean.value, 6), "error": finite(mean.error), "games": mean.count}
            yield {"table": table.spec.label, **names, **shares}


def finite(value: float | None) -> float | None:
    """A rounded number; unknown and infinite values are null."""
    return None if value is None or abs(value) == float("inf") else round(value, 3)
