"""Stored games: their records, and an SQLite index of the results.

A worker appends a game's record to its own file before it starts its next game. A game counts once the record is
flushed and the result is in the index. What a killed run had not yet entered is taken up from the records by the next
one; a record that a power cut damaged fails its digest and its game is played again. Nothing but results is stored:
every count and table is derived from them.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from palio.errors import RecordError, StoreError
from palio.referee.record import Record, parse_record
from palio.tournament.event import Event, event_from_map
from palio.tournament.player import Played, digest_of
from palio.tournament.records import RecordWriter, file_numbers, file_path, flush_path, read_bytes, whole_records
from palio.tournament.result import GameResult, Place, summarize
from palio.tournament.schedule import GameJob

INDEX = "games.sqlite"
LAYOUT = 2
"""Version of the folder's layout."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS event (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, deal INTEGER NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, digest TEXT NOT NULL, file INTEGER NOT NULL, at INTEGER NOT NULL, size INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, bot INTEGER NOT NULL, rank INTEGER NOT NULL,
    points INTEGER NOT NULL, result REAL NOT NULL, reason TEXT NOT NULL, decisions INTEGER NOT NULL,
    milliseconds REAL NOT NULL, slowest REAL NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
"""


class Store:
    """The folder of one event. One process at a time may have it open for writing."""

    def __init__(self, folder: Path, event: Event | None = None) -> None:
        """With an event: begin it here or go on with it. Without: read what is there.

        Raises StoreError if the folder is in use, cannot be read, or belongs to another event.
        """
        self.folder = folder
        self._lock: int | None = None
        self._writer = RecordWriter(folder)
        self._left: dict[int, tuple[Place, Record]] = {}
        """Games whose records a killed run has left without an entry."""
        if event is None and not (folder / INDEX).exists():
            raise StoreError(f"{folder}: expected a tournament's folder, found no {INDEX}")
        try:
            if event is not None:
                (folder / "records").mkdir(parents=True, exist_ok=True)
                self._lock = take_lock(folder)
            self._base = sqlite3.connect(folder / INDEX, isolation_level=None, timeout=30)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = FULL")
            self._base.executescript(SCHEMA)
            if event is not None:
                self.claim(event)
                flush_path(folder)
                self._left = self.find_left()
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise StoreError(f"{folder}: {error}") from None
        except StoreError:
            self.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        self._writer.close()
        if hasattr(self, "_base"):
            self._base.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # The event

    def claim(self, event: Event) -> None:
        """Write down the event, or check that it is the one that is stored here."""
        content = {"layout": LAYOUT, **event.to_map()}
        known = self.event_map() or content
        for key in sorted(content.keys() | known.keys()):
            if content.get(key) != known.get(key):
                raise StoreError(
                    f"{self.folder} holds another event: its {key} is {known.get(key)!r:.300}, "
                    f"this one's {content.get(key)!r:.300}; use another folder (--out)"
                )

        with self.transaction():
            entries = [("name", event.name), ("event", json.dumps(content))]
            self._base.executemany("INSERT OR REPLACE INTO event VALUES (?, ?)", entries)

    def event_map(self) -> dict[str, Any] | None:
        """The stored event as Event.to_map gives it."""
        row = self._base.execute("SELECT value FROM event WHERE key = 'event'").fetchone()
        if row is None:
            return None
        content = dict(json.loads(row[0]))
        if content.get("layout") != LAYOUT:
            raise StoreError(f"{self.folder} has layout {content.get('layout')}, this palio reads {LAYOUT}")
        return content

    def event(self) -> Event:
        """The stored event, for looking at it."""
        content = self.event_map()
        if content is None:
            raise StoreError(f"{self.folder} holds no event yet")
        name = self._base.execute("SELECT value FROM event WHERE key = 'name'").fetchone()[0]
        return event_from_map(content, name)

    # Games

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            with contextlib.suppress(sqlite3.Error):
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    def add(self, results: Iterable[GameResult]) -> list[GameResult]:
        """Enter finished games in one transaction; returns those that were new.

        Their records must be on disk. Raises StoreError if the disk does not take them.
        """
        new: list[GameResult] = []
        try:
            with self.transaction():
                for result in results:
                    if self.insert(result):
                        new.append(result)
        except sqlite3.Error as error:
            raise StoreError(f"cannot write {self.folder / INDEX}: {error}") from None
        return new

    def insert(self, result: GameResult) -> bool:
        assert result.record is not None, "the record comes first"
        game = (result.number, result.table, result.deal, result.moves, result.seconds, result.digest, *result.record)
        if self._base.execute("INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?,?,?,?)", game).rowcount == 0:
            return False
        by_seat = zip(
            result.bots, result.ranks, result.points, result.returns, result.reasons, result.decisions,
            result.milliseconds, result.slowest, strict=True,
        )  # fmt: skip
        rows = [(result.number, seat, *values) for seat, values in enumerate(by_seat)]
        self._base.executemany("INSERT INTO seats VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
        return True

    def placed(self, finished: Sequence[Played]) -> list[GameResult]:
        """The results of games, after the records of those that were played elsewhere are on the disk here."""
        results = [
            replace(played.result, record=self._writer.append(played.result.number, played.text))
            if played.text
            else played.result
            for played in finished
        ]
        self._writer.flush()
        return results

    def record_bytes(self, number: int) -> bytes:
        """The text of a finished game's record."""
        row = self._base.execute("SELECT file, at, size FROM games WHERE number = ?", (number,)).fetchone()
        if row is None:
            raise RecordError(f"{self.folder} has no game {number}")
        return read_bytes(self.folder, Place(*row))

    def read_record(self, number: int) -> Record:
        """The record of a finished game; raises RecordError if it is damaged."""
        return parse_record(self.record_bytes(number))

    def numbers(self) -> set[int]:
        """The numbers of all finished games."""
        return {row[0] for row in self._base.execute("SELECT number FROM games")}

    def results(self) -> list[GameResult]:
        """All finished games, by number."""
        seats: dict[int, list[tuple[Any, ...]]] = {}
        for row in self._base.execute("SELECT * FROM seats ORDER BY game, seat"):
            seats.setdefault(row[0], []).append(row[2:])
        games = self._base.execute("SELECT * FROM games ORDER BY number")
        return [stored_result(row, seats[row[0]]) for row in games]

    def find_left(self) -> dict[int, tuple[Place, Record]]:
        """The whole records without an entry; they stand behind those that have one, in any of the files."""
        known = self.numbers()
        ends = dict(self._base.execute("SELECT file, MAX(at + size) FROM games GROUP BY file"))
        left: dict[int, tuple[Place, Record]] = {}
        for file in file_numbers(self.folder):
            for number, place, record in whole_records(self.folder, file, ends.get(file, 0)):
                if number not in known:
                    left[number] = place, record
        for file in {place.file for place, _ in left.values()}:
            flush_path(file_path(self.folder, file))
        return left

    def adopt(self, job: GameJob, names: list[str]) -> GameResult | None:
        """The result of a game that has a record but no entry; None if there is no such record."""
        if job.number not in self._left:
            return None
        place, record = self._left.pop(job.number)
        if record.header["deal"] != job.deal or [seat["name"] for seat in record.seats] != names:
            return None
        digest = digest_of(read_bytes(self.folder, place).decode())
        return summarize(
            record, number=job.number, table=job.table, bots=job.bots, seconds=None, digest=digest, place=place
        )


def stored_result(game: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> GameResult:
    number, table, deal, moves, seconds, digest, *place = game
    by_field: list[Any] = list(zip(*seats, strict=True))
    bots, ranks, points, returns, reasons, decisions, milliseconds, slowest = by_field
    return GameResult(
        number=number, table=table, deal=deal, bots=bots, ranks=ranks, points=points, returns=returns, reasons=reasons,
        decisions=decisions, milliseconds=milliseconds, slowest=slowest, moves=moves, seconds=seconds, digest=digest,
        record=Place(*place),
    )  # fmt: skip


def take_lock(folder: Path) -> int | None:
    """Keep other managers out; the system frees the lock when this process ends, however it ends."""
    try:
        import fcntl
    except ImportError:
        return None
    number = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(number)
        raise StoreError(f"{folder} is in use by another palio") from None
    return number
