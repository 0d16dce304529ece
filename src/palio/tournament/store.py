"""Stored games: one record file each, and an SQLite index of the results.

A worker writes a game's record before it starts its next game: aside, then renamed, so it is whole or not there. A
game counts once file and folder are flushed and the result is in the index. What a killed run had not yet entered is
taken up from the records by the next one; a record that a power cut damaged fails its digest and its game is played
again. Nothing but results is stored: every count and table is derived from them.
"""

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from palio.errors import RecordError, StoreError
from palio.referee.record import Record, parse_record
from palio.tournament.event import Event, event_from_map
from palio.tournament.result import GameResult, summarize
from palio.tournament.schedule import GAMES_IN_BLOCK, GameJob

INDEX = "games.sqlite"
FLUSHES = 32
"""Files that are flushed at the same time."""
LAYOUT = 1
"""Version of the folder's layout."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS event (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY, tab INTEGER NOT NULL, deal INTEGER NOT NULL, moves INTEGER NOT NULL,
    seconds REAL NOT NULL, digest TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    game INTEGER NOT NULL REFERENCES games, seat INTEGER NOT NULL, bot INTEGER NOT NULL, rank INTEGER NOT NULL,
    points INTEGER NOT NULL, result REAL NOT NULL, reason TEXT NOT NULL, decisions INTEGER NOT NULL,
    milliseconds REAL NOT NULL, slowest REAL NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
"""


def record_path(folder: Path, number: int) -> Path:
    """Where a game's record is: at most a thousand blocks in a folder."""
    block, place = divmod(number, GAMES_IN_BLOCK)
    return folder / f"records/{block // 1000:05}/{block:08}-{place:03}.txt"


def write_record(path: Path, text: str) -> None:
    """Write a file under its name, whole or not at all. It outlives this process, with `flush_records` the power too.

    Raises StoreError if the disk does not take it.
    """
    name = str(path)
    draft = os.path.join(os.path.dirname(name), f".{os.path.basename(name)}.{os.getpid()}")  # noqa: PTH118, PTH119, PTH120
    try:
        try:
            write_bytes(draft, text.encode())
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(draft, text.encode())
        os.replace(draft, name)  # noqa: PTH105
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(draft)  # noqa: PTH108
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None


def write_bytes(name: str, data: bytes) -> None:
    """Write a new file without buffers: records are small and written often."""
    number = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0), 0o644)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(number, left) :]
    finally:
        os.close(number)


def flush_records(paths: Sequence[Path]) -> None:
    """Wait until files and their names are on the disk; raises StoreError if they do not get there.

    All are flushed at the same time, so that the file system can write them in one go.
    """
    modes = dict.fromkeys(paths, os.O_RDWR)
    if os.name == "posix":  # elsewhere folders cannot be opened, and names are flushed with their files
        modes |= {path.parent: os.O_RDONLY for path in paths}
    try:
        for _ in flushers().map(flush, modes.keys(), modes.values()):
            pass
    except OSError as error:
        raise StoreError(f"cannot write {error.filename or paths[0]}: {error.strerror or error}") from None


@cache
def flushers() -> ThreadPoolExecutor:
    """Threads that wait for the disk."""
    return ThreadPoolExecutor(FLUSHES, "flush")


def flush(path: Path, mode: int) -> None:
    number = os.open(path, mode)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def digest_of(text: str) -> str:
    """The digest in a record's last line."""
    return text.rstrip("\n").rsplit(" ", 1)[-1]


class Store:
    """The folder of one event. One process at a time may have it open for writing."""

    def __init__(self, folder: Path, event: Event | None = None) -> None:
        """With an event: begin it here or go on with it. Without: read what is there.

        Raises StoreError if the folder is in use, cannot be read, or belongs to another event.
        """
        self.folder = folder
        self._lock: int | None = None
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
                flush(folder, os.O_RDONLY)
                self.remove_drafts()
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
        if hasattr(self, "_base"):
            self._base.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def remove_drafts(self) -> None:
        """Clear away the half-written files of workers that were killed."""
        for draft in (self.folder / "records").glob("*/.*"):
            draft.unlink(missing_ok=True)

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
        return None if row is None else dict(json.loads(row[0]))

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
        game = (result.number, result.table, result.deal, result.moves, result.seconds, result.digest)
        if self._base.execute("INSERT OR IGNORE INTO games VALUES (?,?,?,?,?,?)", game).rowcount == 0:
            return False
        by_seat = zip(
            result.bots, result.ranks, result.points, result.returns, result.reasons, result.decisions,
            result.milliseconds, result.slowest, strict=True,
        )  # fmt: skip
        rows = [(result.number, seat, *values) for seat, values in enumerate(by_seat)]
        self._base.executemany("INSERT INTO seats VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
        return True

    def write_records(self, texts: Mapping[int, str]) -> None:
        """Put the records of games that were played elsewhere on disk, by number."""
        for number, text in texts.items():
            write_record(record_path(self.folder, number), text)
        flush_records([record_path(self.folder, number) for number in texts])

    def read_record(self, number: int) -> Record:
        """The record of a finished game; raises RecordError if it is damaged."""
        path = record_path(self.folder, number)
        try:
            return parse_record(path.read_bytes())
        except OSError as error:
            raise RecordError(f"cannot read {path}: {error.strerror or error}") from None

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

    def adopt(self, job: GameJob, names: list[str]) -> GameResult | None:
        """The result of a game whose record is on disk but not in the index; None if there is no such record."""
        path = record_path(self.folder, job.number)
        if not path.exists():
            return None
        try:
            data = path.read_bytes()
            record = parse_record(data)
        except (OSError, RecordError):
            return None
        if record.header["deal"] != job.deal or [seat["name"] for seat in record.seats] != names:
            return None
        flush_records([path])
        digest = digest_of(data.decode())
        return summarize(record, number=job.number, table=job.table, bots=job.bots, seconds=None, digest=digest)


def stored_result(game: tuple[Any, ...], seats: list[tuple[Any, ...]]) -> GameResult:
    number, table, deal, moves, seconds, digest = game
    by_field: list[Any] = list(zip(*seats, strict=True))
    bots, ranks, points, returns, reasons, decisions, milliseconds, slowest = by_field
    return GameResult(
        number=number, table=table, deal=deal, bots=bots, ranks=ranks, points=points, returns=returns, reasons=reasons,
        decisions=decisions, milliseconds=milliseconds, slowest=slowest, moves=moves, seconds=seconds, digest=digest,
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
