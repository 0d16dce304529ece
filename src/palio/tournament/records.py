"""Files of records: every worker appends its finished games to a file of its own, one record after the other.

A `game_line` with its number stands before each record. A record is written with one call when its game ends, and
flushed to the disk together with others. What a killed process leaves at the end of a file fails its digest.
"""

import contextlib
import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from threading import Lock

from palio.errors import RecordError, StoreError
from palio.referee.record import Record, game_line, parse_record, split_records
from palio.tournament.result import Place

FOLDER = "records"
MOST_BYTES = 64 << 20
"""A file that has grown so large is followed by another."""


def file_path(folder: Path, number: int) -> Path:
    """Where a file of records is in an event's folder."""
    return folder / FOLDER / f"{number:05}.txt"


def file_numbers(folder: Path) -> list[int]:
    """The files that an event's folder has."""
    return sorted(int(path.stem) for path in (folder / FOLDER).glob("*.txt") if path.stem.isdecimal())


class RecordWriter:
    """Appends records to files that nobody else writes to. One thread may append while another flushes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._handle: int | None = None
        self._number = 0
        self._size = 0
        self._lock = Lock()

    def append(self, number: int, text: str) -> Place:
        """Write a game's record; it outlives this process, after `flush` the power too.

        Raises StoreError if the disk does not take it whole.
        """
        head = game_line(number).encode()
        data = text.encode()
        try:
            if self._handle is None or self._size >= MOST_BYTES:
                self.begin_file()
            assert self._handle is not None
            self.write(self._handle, head + data)
        except OSError as error:
            raise self.failure(error) from None
        place = Place(self._number, self._size + len(head), len(data))
        self._size += len(head) + len(data)
        return place

    def write(self, handle: int, data: bytes) -> None:
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left) :]
        except OSError:
            with contextlib.suppress(OSError):
                os.ftruncate(handle, self._size)
            raise

    def begin_file(self) -> None:
        """Open the first file that is free; the one before it is flushed."""
        self.flush()
        self.close()
        numbers = file_numbers(self._folder)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND
        file_path(self._folder, 0).parent.mkdir(parents=True, exist_ok=True)
        for number in count(numbers[-1] + 1 if numbers else 0):
            with contextlib.suppress(FileExistsError):
                self._handle = os.open(file_path(self._folder, number), flags, 0o644)
                self._number, self._size = number, 0
                break
        flush_path(self._folder / FOLDER)

    def flush(self) -> None:
        """Wait until all that was appended is on the disk; raises StoreError if it does not get there."""
        with self._lock:
            if self._handle is not None:
                try:
                    os.fsync(self._handle)
                except OSError as error:
                    raise self.failure(error) from None

    def close(self) -> None:
        with self._lock:
            if self._handle is not None:
                os.close(self._handle)
                self._handle = None

    def failure(self, error: OSError) -> StoreError:
        path = error.filename or file_path(self._folder, self._number)
        return StoreError(f"cannot write {path}: {error.strerror or error}")


def flush_path(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk, where that can be asked for."""
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_bytes(folder: Path, place: Place) -> bytes:
    """The text of one record; raises RecordError if it cannot be read."""
    path = file_path(folder, place.file)
    try:
        with path.open("rb") as file:
            file.seek(place.at)
            return file.read(place.size)
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None


def whole_records(folder: Path, number: int, begin: int = 0) -> Iterator[tuple[int, Place, Record]]:
    """The games in a file from a place on, with their numbers; damaged ones are left out."""
    try:
        with file_path(folder, number).open("rb") as file:
            file.seek(begin)
            data = file.read()
    except OSError:
        return
    for game, at, piece in split_records(data):
        with contextlib.suppress(RecordError):
            if game is not None:
                yield game, Place(number, begin + at, len(piece)), parse_record(piece)
