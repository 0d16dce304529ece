"""A bot to copy: plays any game from the list of legal moves. Needs Python and msgpack, nothing of palio.

Change `choose`; everything around it is the protocol.
"""

import random
import struct
import sys

import msgpack

INPUT, OUTPUT = sys.stdin.buffer, sys.stdout.buffer
sys.stdout = sys.stderr  # a stray print must not get between the messages


def choose(decision: dict, rng: random.Random) -> int:
    """The index of the move to play.

    decision["moves"] has the legal moves as text, decision["view"] all that your seat knows, decision["limit"] how
    long you may think, decision["events"] what has happened since you were asked last.
    """
    return rng.randrange(len(decision["moves"]))


def receive() -> dict | None:
    """The host's next message; None when the host has gone."""
    header = INPUT.read(4)
    if len(header) < 4:
        return None
    (size,) = struct.unpack(">I", header)
    body = INPUT.read(size)
    return msgpack.unpackb(body) if len(body) == size else None


def send(message: dict) -> None:
    body = msgpack.packb(message)
    OUTPUT.write(struct.pack(">I", len(body)) + body)
    OUTPUT.flush()


def fail(asked: dict, code: str, text: str, field: str) -> None:
    error = {"type": "error", "code": code, "text": text, "field": field, "retry": False}
    send(error if asked.get("id") is None else {**error, "id": asked["id"]})


def main() -> None:
    tables: dict[int, random.Random] = {}
    while (asked := receive()) is not None:
        kind = asked.get("type")
        if kind == "hello":
            # No games listed: it plays every game, with any number of seats.
            send({"type": "hello", "protocol": 1, "name": "python example", "version": "1.0", "games": []})
        elif kind == "start":
            tables[asked["table"]] = random.Random(asked["seed"])
            send({"type": "ok", "id": asked["id"]})
        elif kind == "decide":
            rng = tables.get(asked["table"])
            if rng is None:
                fail(asked, "unknown_id", "no game at this table", "table")
            else:
                send({"type": "move", "id": asked["id"], "move": choose(asked, rng)})
        elif kind == "ping":
            send({"type": "pong", "id": asked["id"]})
        elif kind == "ready":
            send({"type": "ready", "id": asked["id"]})
        elif kind == "set":
            fail(asked, "invalid", "there are no options", "options")
        elif kind == "result":
            tables.pop(asked["table"], None)
        elif kind == "quit":
            return
        elif kind not in ("stop", "error"):  # every decision is answered at once: there is nothing to stop
            fail(asked, "unsupported", f"unknown message {kind!r}", "type")


if __name__ == "__main__":
    main()
