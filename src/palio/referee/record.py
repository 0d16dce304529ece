"""Records of games: text that people can read, and that shows where it was changed.

Every line but the last ends in a check value, which depends on all that stands before it; the last line is the
digest of the whole file before it.
"""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from palio.errors import RecordError

RECORD_VERSION = 1
FIRST_LINE = f"palio record {RECORD_VERSION}"
CHECK_DIGITS = 8
HEADER_FIELDS = ("game", "rules", "data", "options", "palio", "date", "deal", "clock", "first")
ENTRY = re.compile(r"(\d+) (?:(seat|stand-in|fault) (\d+)|(chance)): ([^{]*?)(?: (\{.*\}))?")
BEGIN = re.compile(rb"^(?P<line>game (?P<number>\d{1,18}) #.*\n)?(?P<record>palio record )", re.MULTILINE)
KINDS = ("seat", "stand-in", "fault", "chance")


@dataclass(slots=True)
class Entry:
    """One thing that happened, in order."""

    kind: str
    """`seat`: a player's decision; `stand-in`: a decision for it; `chance`: a draw; `fault`: why a seat was taken."""
    actor: int
    """The seat; -1 for chance."""
    text: str
    """The move in the game's notation, or the name of the fault."""
    details: dict[str, Any] = field(default_factory=dict)
    """`ms` spent, `clock` left in ms, `thought`; of a fault `text` and `stderr`."""


@dataclass(slots=True)
class Record:
    """One game, complete: the header by field name, the players, what happened, how each seat ended."""

    header: dict[str, Any]
    seats: list[dict[str, Any]]
    entries: list[Entry]
    ends: list[dict[str, Any]]
    """By seat: `reason`, `rank`, `points`, `return`."""

    def lines(self) -> Iterator[str]:
        """The lines without their check values."""
        yield FIRST_LINE
        for name in HEADER_FIELDS[:-1]:
            yield f"{name}: {dump(self.header[name])}"
        for seat, player in enumerate(self.seats):
            yield f"player {seat}: {dump(player)}"
        yield f"first: {dump(self.header['first'])}"
        for number, entry in enumerate(self.entries, 1):
            who = "chance" if entry.kind == "chance" else f"{entry.kind} {entry.actor}"
            yield f"{number} {who}: {entry.text}{dump_details(entry.details)}"
        for seat, end in enumerate(self.ends):
            yield f"end {seat}: {dump(end)}"

    def to_text(self) -> str:
        """The whole file."""
        chain = Chain()
        checked = [f"{line} #{chain.add(line)}\n" for line in self.lines()]
        body = "".join(checked)
        return f"{body}digest sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"

    def write(self, path: Path) -> None:
        """Write the file whole or not at all; a record on disk is never half a game.

        Raises RecordError if the disk does not take it.
        """
        draft = path.with_name(f".{path.name}.{os.getpid()}")
        try:
            with draft.open("w", encoding="utf-8", newline="\n") as file:
                file.write(self.to_text())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            with contextlib.suppress(OSError):  # a read-only disk refuses this as well
                draft.unlink()
            raise RecordError(f"cannot write the record {path}: {error.strerror or error}") from None


def is_win(end: dict[str, Any]) -> bool:
    """Whether an end of a record is a win: the first rank, but neither of a solo player whom the game has beaten, nor
    of seats that share it because none of them has begun to play."""
    return bool(end["rank"] == 1 and end["return"] > 0 and end["reason"] == "finished")


def placing(end: dict[str, Any], seats: int) -> str:
    """How a seat finished, in words: its rank, alone at the table `won` or `lost`."""
    if seats > 1:
        return f"rank {end['rank']}"
    return "won" if is_win(end) else "lost"


class Chain:
    """Check values: each is the start of a hash over all lines so far."""

    def __init__(self) -> None:
        self._state = b""

    def add(self, line: str) -> str:
        self._state = hashlib.sha256(self._state + line.encode()).digest()
        return self._state[: CHECK_DIGITS // 2].hex()


ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False)


def dump(value: object) -> str:
    return ENCODER.encode(value)


def dump_details(details: dict[str, Any]) -> str:
    """The details of an entry behind a space, nothing if there are none; most have their time alone."""
    spent = details.get("ms")
    if len(details) == 1 and type(spent) is float and isfinite(spent):
        return f' {{"ms":{spent!r}}}'
    return f" {dump(details)}" if details else ""


def read_record(path: Path, place: int = 1) -> Record:
    """The record in a file, or one of several, counted from 1.

    Raises RecordError that names the line, and the move if it is one, where the file was changed or is damaged.
    """
    pieces = read_pieces(path)
    if not 1 <= place <= len(pieces):
        raise RecordError(f"{path}: expected a record from 1 to {len(pieces)}, got {place}")
    return parse_record(pieces[place - 1])


def read_pieces(path: Path) -> list[bytes]:
    """The bytes of each record in a file; raises RecordError if it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"cannot read {path}: {error.strerror or error}") from None
    return [piece for _, _, piece in split_records(data)]


def split_records(data: bytes) -> Iterator[tuple[int | None, int, bytes]]:
    """The records in a file of several: the number in a `game_line` before it if there is one, begin, bytes.

    What stands before the first record, or follows one that is damaged, is part of a piece that is no record.
    """
    found = [(number_before(match), match) for match in BEGIN.finditer(data)]
    ends = [match.start("record" if number is None else "line") for number, match in found]
    if not ends or ends[0] > 0:
        yield None, 0, data[: ends[0]] if ends else data
    for (number, match), end in zip(found, [*ends[1:], len(data)], strict=False):
        begin = match.start("record")
        yield number, begin, data[begin:end]


def game_line(number: int) -> str:
    """The line before the record of an event's game, with a check value of its own."""
    line = f"game {number}"
    return f"{line} #{Chain().add(line)}\n"


def number_before(match: re.Match[bytes]) -> int | None:
    """The number in the line before a record, if there is such a line and nobody has changed it."""
    number = int(match["number"] or 0)
    return number if match["line"] == game_line(number).encode() else None


def parse_record(data: bytes) -> Record:
    """The record in a file's bytes; raises RecordError like read_record."""
    body, digest = split_digest(data)
    record = Record({}, [], [], [])
    chain = Chain()
    for number, raw in enumerate(body.split(b"\n")[:-1], 1):
        text = unchecked(raw, chain, number, len(record.entries))
        take_line(record, text, number)
    if hashlib.sha256(body).hexdigest() != digest:
        raise RecordError("the last line: the digest does not fit the file")
    missing = [name for name in HEADER_FIELDS if name not in record.header]
    if missing or len(record.ends) != len(record.seats) or not record.seats:
        raise RecordError(f"the record is incomplete: no {', '.join(missing) or 'end of a seat'}")
    return record


def split_digest(data: bytes) -> tuple[bytes, str]:
    """All lines but the last, and the digest in the last; a file without one is damaged further up or cut."""
    start = data.rfind(b"\n", 0, len(data) - 1) + 1
    match = re.fullmatch(rb"digest sha256 ([0-9a-f]{64})\n", data[start:])
    if match is None:
        return (data if data.endswith(b"\n") else data + b"\n"), ""
    return data[:start], match[1].decode()


def unchecked(raw: bytes, chain: Chain, number: int, moves: int) -> str:
    """A line without its check value, which must be right."""
    try:
        line = raw.decode()
    except UnicodeDecodeError:
        line = ""
    text, mark, value = line[: -CHECK_DIGITS - 2], line[-CHECK_DIGITS - 2 : -CHECK_DIGITS], line[-CHECK_DIGITS:]
    if number == 1 and text != FIRST_LINE:
        raise RecordError(f"line 1: expected {FIRST_LINE!r}, got {raw[:60]!r}")
    if mark == " #" and chain.add(text) == value:
        return text
    move = moves + 1 if re.match(rb"\d+ ", raw) else None
    where = f"line {number}" if move is None else f"line {number}, move {move}"
    raise RecordError(f"{where}: the line was changed or is damaged: {raw[:60].decode(errors='replace')!r}", move)


def take_line(record: Record, text: str, number: int) -> None:
    """Put one checked line where it belongs."""
    name, colon, rest = text.partition(": ")
    if number == 1:
        return
    try:
        if name in HEADER_FIELDS and colon:
            record.header[name] = json.loads(rest)
        elif name == f"player {len(record.seats)}":
            record.seats.append(dict(json.loads(rest)))
        elif name == f"end {len(record.ends)}":
            record.ends.append(dict(json.loads(rest)))
        else:
            record.entries.append(take_entry(text, len(record.entries) + 1))
    except (ValueError, TypeError) as error:
        raise RecordError(f"line {number}: {error}") from None


def take_entry(text: str, number: int) -> Entry:
    match = ENTRY.fullmatch(text)
    if match is None or int(match[1]) != number:
        raise RecordError(f"move {number}: expected 'NUMBER seat SEAT: MOVE', got {text[:60]!r}", number)
    details = dict(json.loads(match[6])) if match[6] else {}
    return Entry(match[2] or match[4], -1 if match[4] else int(match[3]), match[5], details)
