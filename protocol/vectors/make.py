"""Writes vectors.json: messages beside their bytes. Uses nothing of palio and no MessagePack library.

Run `python3 protocol/vectors/make.py` after a change of the protocol and read the diff.
"""

import json
import struct
from pathlib import Path
from typing import Any

MAX_FRAME = 1 << 20


def encode(value: Any) -> bytes:
    """A value in the shortest MessagePack encoding."""
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return encode_integer(value)
    if isinstance(value, float):
        return b"\xcb" + struct.pack(">d", value)
    if isinstance(value, str):
        data = value.encode()
        return head(len(data), (0xA0, 31), (0xD9, 0xDA, 0xDB)) + data
    if isinstance(value, list):
        return head(len(value), (0x90, 15), (None, 0xDC, 0xDD)) + b"".join(map(encode, value))
    pairs = b"".join(encode(key) + encode(item) for key, item in value.items())
    return head(len(value), (0x80, 15), (None, 0xDE, 0xDF)) + pairs


def encode_integer(value: int) -> bytes:
    if -32 <= value < 128:
        return struct.pack("b" if value < 0 else "B", value)
    unsigned = ((8, ">BB", 0xCC), (16, ">BH", 0xCD), (32, ">BI", 0xCE), (64, ">BQ", 0xCF))
    signed = ((7, ">Bb", 0xD0), (15, ">Bh", 0xD1), (31, ">Bi", 0xD2), (63, ">Bq", 0xD3))
    for bits, layout, tag in unsigned if value >= 0 else signed:
        if -(1 << bits) <= value < 1 << bits:
            return struct.pack(layout, tag, value)
    raise OverflowError(value)


def head(size: int, small: tuple[int, int], tags: tuple[int | None, int, int]) -> bytes:
    """The head of a text, list or map: one byte if it is small, else a tag and a length of 1, 2 or 4 bytes."""
    base, most = small
    if size <= most:
        return bytes([base | size])
    for tag, layout, bits in zip(tags, (">BB", ">BH", ">BI"), (8, 16, 32), strict=True):
        if tag is not None and size < 1 << bits:
            return struct.pack(layout, tag, size)
    raise OverflowError(size)


def frame(body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + body


VIEW = {"seat": 0, "phase": "declare", "players": [{"coins": 2, "hand": ["duke", "captain"]}, {"hand": None}]}
EVENTS = [
    {"number": 1, "actor": 1, "move": "tax"},
    {"number": 2, "actor": "chance", "move": "draw ?"},
    {"number": 3, "actor": 2, "fault": "timeout"},
]
THOUGHT = {
    "move": "tax",
    "values": [{"seat": 0, "value": 0.625}, {"seat": 1, "value": 0.375}],
    "candidates": [
        {"move": "tax", "visits": 900, "values": [{"seat": 0, "value": 0.625}], "prior": 0.5, "pv": ["tax", "allow"]},
        {"move": "income", "visits": 100},
    ],
    "pv": ["tax", "allow"],
    "visits": 1000,
    "worlds": 1000,
    "speed": 250000.5,
    "time": 4,
    "beliefs": [{"seat": 1, "what": "duke", "probability": 0.25}],
    "text": "Ich bin der Herzog, natürlich",
}
START = {
    "type": "start",
    "id": 3,
    "table": 1,
    "game": "coup",
    "rules": 1,
    "data": "0123456789abcdef",
    "options": {"players": 2, "roles": "ambassador", "fast": False, "ratio": 0.5},
    "seat": 1,
    "names": ["greedy", "Zoë"],
    "clock": {"initial": 60000, "increment": 500, "reaction": 1000},
    "seed": 9007199254740991,
}
DECIDE = {
    "type": "decide",
    "id": 128,
    "table": 65536,
    "kind": "declare",
    "reaction": False,
    "moves": ["income", "foreign_aid", "tax", "steal 1"],
    "view": VIEW,
    "events": EVENTS,
    "limit": {"time": 2500, "iterations": 20000},
    "clocks": [59000, 60000],
}
RESULT = {
    "type": "result",
    "table": 1,
    "ranks": [1, 2],
    "points": [2, -1],
    "returns": [1.0, 0.0],
    "ends": [{"seat": 0, "reason": "finished"}, {"seat": 1, "reason": "crash", "text": "exited with code 1"}],
    "first": {"seat": None},
    "events": [],
}
GREETING = {
    "type": "hello",
    "protocol": 1,
    "name": "example",
    "version": "1.0",
    "games": [{"game": "coup", "rules": 1, "data": "0123456789abcdef", "players": [2, 6]}, {"game": "masters"}],
    "abilities": ["analysis", "parallel"],
    "options": [
        {"name": "threads", "kind": "integer", "default": 1, "low": 1, "high": 64, "text": "threads of the search"},
        {"name": "method", "kind": "choice", "default": "ismcts", "values": ["flat", "ismcts"]},
        {"name": "ponder", "kind": "flag", "default": False},
        {"name": "c", "kind": "number", "default": 0.7, "low": 0, "high": 100},
    ],
}
GOOD: list[tuple[str, str, dict[str, Any]]] = [
    ("host", "hello", {"type": "hello", "protocol": 1, "name": "palio", "version": "0.1.0"}),
    ("host", "set", {"type": "set", "id": 1, "options": {"threads": 2, "method": "flat", "c": 0.5, "ponder": True}}),
    ("host", "set nothing", {"type": "set", "id": 2, "options": {}}),
    ("host", "start", START),
    ("host", "start without clock", {**START, "clock": {}, "seed": 0}),
    ("host", "decide", DECIDE),
    (
        "host",
        "decide without limits",
        {**{k: v for k, v in DECIDE.items() if k != "clocks"}, "limit": {}, "events": []},
    ),
    ("host", "decide with 40 moves", {**DECIDE, "moves": [f"move {number}" for number in range(40)]}),
    (
        "host",
        "analyse",
        {
            "type": "analyse",
            "id": 5,
            "game": "coup",
            "options": {},
            "view": VIEW,
            "limit": {"time": 1},
            "candidates": 3,
        },
    ),
    ("host", "analyse until stopped", {"type": "analyse", "id": 5, "game": "coup", "options": {}, "view": VIEW}),
    ("host", "stop", {"type": "stop", "id": 5}),
    ("host", "ping", {"type": "ping", "id": 4294967296}),
    ("host", "ready", {"type": "ready", "id": 255}),
    ("host", "result", RESULT),
    ("host", "quit", {"type": "quit"}),
    ("host", "an unknown field", {"type": "ping", "id": 1, "colour": {"deep": [1, 2, {"er": None}]}}),
    (
        "host",
        "a null optional field",
        {"type": "analyse", "id": 5, "game": "x", "options": {}, "view": {}, "limit": None},
    ),
    ("host", "error", {"type": "error", "code": "unsupported", "text": "type", "retry": False, "field": "type"}),
    ("bot", "hello", GREETING),
    (
        "bot",
        "hello of a bot for every game",
        {"type": "hello", "protocol": 1, "name": "x", "version": "1", "games": []},
    ),
    ("bot", "ok", {"type": "ok", "id": 65535}),
    ("bot", "pong", {"type": "pong", "id": 127}),
    ("bot", "ready", {"type": "ready", "id": 128}),
    ("bot", "move by index", {"type": "move", "id": 128, "move": 2}),
    ("bot", "move by text", {"type": "move", "id": 128, "move": "steal 1", "thought": THOUGHT}),
    ("bot", "thought", {"type": "thought", "id": 128, "thought": THOUGHT}),
    ("bot", "an empty thought", {"type": "thought", "id": 128, "thought": {}}),
    ("bot", "analysis", {"type": "analysis", "id": 5, "thought": THOUGHT}),
    (
        "bot",
        "error",
        {
            "type": "error",
            "id": 3,
            "code": "refused",
            "text": "too many seats",
            "retry": False,
            "field": "options.players",
        },
    ),
]
BAD_MAPS: list[tuple[str, str, dict[str, Any], str]] = [
    ("bot", "no type", {"id": 1}, "type"),
    ("bot", "a type that is no text", {"type": 5}, "type"),
    ("bot", "an unknown type", {"type": "hullo"}, "type"),
    ("bot", "a host's message", {"type": "quit"}, "type"),
    ("host", "a bot's message", {"type": "move", "id": 1, "move": 0}, "type"),
    ("bot", "move without id", {"type": "move", "move": 0}, "id"),
    ("bot", "move with a text as id", {"type": "move", "id": "1", "move": 0}, "id"),
    ("bot", "move with a negative id", {"type": "move", "id": -1, "move": 0}, "id"),
    ("bot", "move with an id beyond 2^53", {"type": "move", "id": 2**53, "move": 0}, "id"),
    ("bot", "move with true as id", {"type": "move", "id": True, "move": 0}, "id"),
    ("bot", "move that is null", {"type": "move", "id": 1, "move": None}, "move"),
    ("bot", "move that is a list", {"type": "move", "id": 1, "move": [0]}, "move"),
    ("bot", "move that is a fraction", {"type": "move", "id": 1, "move": 0.5}, "move"),
    ("bot", "move that is too long", {"type": "move", "id": 1, "move": "x" * 501}, "move"),
    ("bot", "thought that is a text", {"type": "move", "id": 1, "move": 0, "thought": "hm"}, "thought"),
    (
        "bot",
        "value above 1",
        {"type": "thought", "id": 1, "thought": {"values": [{"seat": 0, "value": 1.5}]}},
        "thought.values[0].value",
    ),
    (
        "bot",
        "value without seat",
        {"type": "thought", "id": 1, "thought": {"values": [{"value": 1}]}},
        "thought.values[0].seat",
    ),
    ("bot", "hello without games", {"type": "hello", "protocol": 1, "name": "x", "version": "1"}, "games"),
    (
        "bot",
        "option of an unknown kind",
        {**GREETING, "options": [{"name": "a", "kind": "colour", "default": 1}]},
        "options[0].kind",
    ),
    ("bot", "error of an unknown code", {"type": "error", "code": "oops", "text": "", "retry": True}, "code"),
    ("host", "start on seat 16", {**START, "seat": 16}, "seat"),
    ("host", "start with a negative time", {**START, "clock": {"initial": -1}}, "clock.initial"),
    ("host", "start with a list as option", {**START, "options": {"roles": []}}, "options.roles"),
    ("host", "decide without moves", {**DECIDE, "moves": []}, "moves"),
    ("host", "decide with an empty move", {**DECIDE, "moves": ["tax", ""]}, "moves[1]"),
    ("host", "decide with a list as view", {**DECIDE, "view": []}, "view"),
    ("host", "event number 0", {**DECIDE, "events": [{"number": 0, "actor": 1}]}, "events[0].number"),
    ("host", "result of an unknown reason", {**RESULT, "ends": [{"seat": 0, "reason": "tired"}]}, "ends[0].reason"),
]
NOT_A_NUMBER = (
    encode({"type": "thought", "id": 1}).replace(b"\x82", b"\x83", 1)
    + encode("thought")
    + (b"\x81" + encode("speed") + b"\xcb\x7f\xf8\0\0\0\0\0\0")
)
BAD_BYTES: list[tuple[str, bytes, str | None, str]] = [
    ("no map but a list", frame(encode([1, 2])), None, "expected a map"),
    ("an empty frame", frame(b""), None, "not one MessagePack value"),
    ("two values in one frame", frame(encode({"type": "quit"}) * 2), None, "not one MessagePack value"),
    ("a map that is cut off", frame(encode({"type": "ok", "id": 1})[:-1]), None, "not one MessagePack value"),
    ("a list that claims 2^32 - 1 items", frame(b"\x81\xa1x\xdd\xff\xff\xff\xff"), None, "not one MessagePack value"),
    ("the byte that MessagePack never uses", frame(b"\xc1"), None, "not one MessagePack value"),
    ("text that is no UTF-8", frame(b"\x81\xa4type\xa2\xff\xfe"), None, "not one MessagePack value"),
    ("a key that is a number", frame(b"\x82" + encode("type") + encode("ok") + b"\x01\x01"), None, "text key"),
    ("a key in a deeper map that is bytes", frame(b"\x81\xa1x\x81\xc4\x01y\x01"), None, "text keys"),
    ("an extension type", frame(b"\x81\xa1x\xd4\x05\x00"), None, "extension types"),
    ("a timestamp", frame(b"\x81\xa1x\xd6\xff\0\0\0\0"), None, "extension types"),
    ("33 levels", frame(b"\x81\xa1x" + b"\x91" * 31 + b"\x90"), None, "nested too deep"),
    ("1,000 levels", frame(b"\x81\xa1x" + b"\x91" * 999 + b"\x90"), None, "nested too deep"),
    ("a length of 1 MiB and 1", struct.pack(">I", MAX_FRAME + 1), None, "too large"),
    ("the greatest length", b"\xff\xff\xff\xff", None, "too large"),
    ("text", b"Hello, I am a bot\n", None, "looks like text on stdout: 'Hello, I am a bot"),
    ("a line break", b"\r\n\r\n", None, "looks like text on stdout"),
    ("JSON", b'{"type": "hello"}\n', None, "looks like text on stdout"),
    ("a number that is none", frame(NOT_A_NUMBER), "thought.speed", "expected a number"),
]
INCOMPLETE = [
    ("nothing", b""),
    ("half a length", b"\0\0"),
    ("a length alone", b"\0\0\0\x05"),
    ("all but the last byte", frame(encode({"type": "quit"}))[:-1]),
]


def vectors() -> dict[str, Any]:
    def good(side: str, name: str, message: dict[str, Any]) -> dict[str, Any]:
        return {"from": side, "name": name, "message": message, "bytes": frame(encode(message)).hex()}

    def bad(side: str, name: str, message: dict[str, Any], field: str) -> dict[str, Any]:
        return {**good(side, name, message), "field": field}

    return {
        "good": [good(*case) for case in GOOD],
        "wrong_fields": [bad(*case) for case in BAD_MAPS],
        "broken_frames": [
            {"name": name, "bytes": data.hex(), "field": field, "error": error}
            for name, data, field, error in BAD_BYTES
        ],
        "incomplete": [{"name": name, "bytes": data.hex()} for name, data in INCOMPLETE],
    }


if __name__ == "__main__":
    text = json.dumps(vectors(), indent=1, ensure_ascii=False)
    Path(__file__).with_name("vectors.json").write_text(text + "\n", encoding="utf-8")
