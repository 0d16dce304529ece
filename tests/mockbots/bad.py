"""A bot with one bad habit, named on the command line. Uses no library, so that it starts in a few milliseconds."""

import os
import signal
import struct
import sys
import time
from collections.abc import Callable

HABIT = sys.argv[1]
INPUT, OUTPUT = 0, 1


def read(size: int) -> bytes:
    data = b""
    while len(data) < size:
        part = os.read(INPUT, size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


def receive() -> tuple[str, int]:
    """Type and id of the next message, found without decoding all of it."""
    body = read(struct.unpack(">I", read(4))[0])
    start = body.index(b"\xa4type") + 6
    kind = body[start : start + (body[start - 1] & 31)].decode()
    at = body.find(b"\xa2id") + 3
    if at < 3:
        return kind, 0
    wide = {0xCC: 1, 0xCD: 2, 0xCE: 4}.get(body[at], 0)
    return kind, int.from_bytes(body[at + 1 : at + 1 + wide], "big") if wide else body[at]


def text(value: str) -> bytes:
    return bytes([0xD9, len(value)]) + value.encode()


def number(value: int) -> bytes:
    return b"\xce" + struct.pack(">I", value)


def frame(**fields: bytes) -> bytes:
    body = bytes([0x80 | len(fields)]) + b"".join(text(name) + value for name, value in fields.items())
    return struct.pack(">I", len(body)) + body


def send(**fields: bytes) -> None:
    write(frame(**fields))


def write(data: bytes) -> None:
    while data:
        data = data[os.write(OUTPUT, data) :]


def move(decision: int, choice: bytes = b"\x00") -> None:
    send(type=text("move"), id=number(decision), move=choice)


def sleep_on() -> None:
    while True:
        time.sleep(60)


def eat_memory(decision: int) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(1 << 24))


def flood(decision: int) -> None:
    while True:
        write(frame(type=text("thought"), id=number(decision), thought=b"\x80") * 1000)


def stderr_flood(decision: int) -> None:
    for _ in range(40):
        os.write(2, b"trouble " * 4096)
    move(decision)


def close(descriptor: int) -> None:
    os.close(descriptor)
    sleep_on()


def stale(decision: int) -> None:
    move(decision - 1)
    move(decision)


def error(asked: int) -> None:
    send(type=text("error"), id=number(asked), code=text("internal"), text=text("tired"), retry=b"\xc2")


def leave_child(decision: int) -> None:
    if not CHILDREN:
        CHILDREN.append(os.fork())
        if CHILDREN[0] == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            sleep_on()
    move(decision)


def nonsense(decision: int) -> None:
    send(type=text("thought"), id=number(decision), thought=b"\x81" + text("speed") + b"\xcb\x7f\xf8\0\0\0\0\0\0")


def twice(decision: int) -> None:
    move(decision)
    move(decision)


def hang_after(data: bytes) -> None:
    write(data)
    sleep_on()


def say_unknown(decision: int) -> None:
    send(type=text("weather"), sky=text("blue"))
    move(decision)


CHILDREN: list[int] = []
AT_DECISION: dict[str, Callable[[int], object]] = {
    "slow": lambda decision: sleep_on(),
    "crash": lambda decision: os.kill(os.getpid(), signal.SIGSEGV),
    "exit": lambda decision: sys.exit(3),
    "illegal": lambda decision: move(decision, b"\xcd\xff\xff"),
    "illegal-text": lambda decision: move(decision, text("steal everything")),
    "stale": stale,
    "future": lambda decision: move(decision + 1),
    "twice": twice,
    "text": lambda decision: write(b"Hello, I think I play tax\n"),
    "short-text": lambda decision: hang_after(b"ok\n"),
    "huge": lambda decision: write(struct.pack(">I", 10_000_000) + bytes(10_000_000)),
    "half": lambda decision: hang_after(b"\0\0\0\x20\x83"),
    "flood": flood,
    "stderr-flood": stderr_flood,
    "nan": nonsense,
    "close-stdin": lambda decision: close(0),
    "close-stdout": lambda decision: close(1),
    "child": leave_child,
    "memory": eat_memory,
    "error": error,
    "unknown": say_unknown,
}


def main() -> None:
    if HABIT == "silent":
        sleep_on()
    if HABIT in ("stay", "stay-hard"):
        signal.signal(signal.SIGTERM, signal.SIG_IGN if HABIT == "stay-hard" else signal.SIG_DFL)
    while True:
        kind, asked = receive()
        if kind == "hello":
            send(type=text("hello"), protocol=b"\x01", name=text(HABIT), version=text("1"), games=b"\x90")
        elif kind == "start":
            error(asked) if HABIT == "refuse" else send(type=text("ok"), id=number(asked))
            if HABIT == "close-early":
                close(0)
        elif kind == "decide":
            AT_DECISION.get(HABIT, move)(asked)
        elif kind in ("ping", "ready"):
            send(type=text("pong" if kind == "ping" else kind), id=number(asked))
        elif kind == "quit":
            if HABIT in ("stay", "stay-hard"):
                sleep_on()
            return


main()
