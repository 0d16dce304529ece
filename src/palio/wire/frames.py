"""Frames: a 4-byte big-endian length, then one MessagePack map with text keys."""

from collections.abc import Mapping
from typing import Any

import msgpack  # type: ignore[import-untyped]

from palio.errors import WireError

HEADER_BYTES = 4
MAX_FRAME = 1 << 20
"""The most bytes behind one header."""
MAX_DEPTH = 32
"""The most maps and lists inside each other, the outermost map included."""

PREVIEW_BYTES = 60
PACKER = msgpack.Packer(use_bin_type=True)  # kept, since making one allocates its whole buffer anew
CONTAINERS = frozenset((dict, list, msgpack.Timestamp))  # what needs a second look; timestamps bypass ext_hook


def pack_frame(content: Mapping[str, Any]) -> bytes:
    """One message as bytes, ready to be written.

    Raises WireError if it is larger than MAX_FRAME.
    """
    body: bytes = PACKER.pack(content)
    if len(body) > MAX_FRAME:
        raise WireError(f"message too large: expected at most {MAX_FRAME} bytes, got {len(body)}")
    return len(body).to_bytes(HEADER_BYTES, "big") + body


def unpack_body(body: bytes | memoryview) -> dict[str, Any]:
    """The map behind a header.

    Raises WireError for anything but exactly one map with text keys, nested at most MAX_DEPTH deep.
    """
    try:
        content = msgpack.unpackb(body, raw=False, strict_map_key=False, ext_hook=refuse_extension)
    except WireError:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        reason = str(error) or type(error).__name__
        raise WireError(f"not one MessagePack value of {len(body)} bytes: {reason}") from None
    if not isinstance(content, dict):
        raise WireError(f"expected a map, got {type(content).__name__}")
    check_shape(content)
    return content


def refuse_extension(code: int, data: bytes) -> Any:
    raise WireError(f"extension types are not allowed, got type {code}")


def check_shape(content: dict[Any, Any]) -> None:
    """Every key is text, and no value lies deeper than MAX_DEPTH."""
    level: list[Any] = [content]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for item in level:
            values = item
            if type(item) is dict:
                for key in item:
                    if type(key) is not str:
                        raise WireError(f"expected text keys, got {key!r:.60}")
                values = item.values()
            deeper += [value for value in values if type(value) in CONTAINERS]
        if not deeper:
            return
        if msgpack.Timestamp in map(type, deeper):
            refuse_extension(-1, b"")
        level = deeper
    raise WireError(f"nested too deep: expected at most {MAX_DEPTH} levels")


class FrameReader:
    """Cuts a stream of bytes into messages; holds at most one frame and what was fed last.

    >>> reader = FrameReader()
    >>> reader.feed(pack_frame({"type": "quit"})[:3])
    >>> reader.next() is None
    True
    >>> reader.feed(pack_frame({"type": "quit"})[3:])
    >>> reader.next()
    {'type': 'quit'}
    """

    def __init__(self, limit: int = MAX_FRAME) -> None:
        self._buffer = bytearray()
        self._limit = limit

    def feed(self, data: bytes) -> None:
        """Add bytes in the order they came in."""
        self._buffer += data

    def next(self) -> dict[str, Any] | None:
        """The next whole message, or None until more bytes have come.

        Raises WireError for a broken frame; the stream cannot be read any further then.
        """
        buffer = self._buffer
        if len(buffer) < HEADER_BYTES:
            return None
        size = int.from_bytes(buffer[:HEADER_BYTES], "big")
        if size > self._limit:
            raise self.oversized(size)
        end = HEADER_BYTES + size
        if len(buffer) < end:
            return None
        body = bytes(buffer[HEADER_BYTES:end])
        del buffer[:end]
        return unpack_body(body)

    def oversized(self, size: int) -> WireError:
        """A length out of bounds: nearly always a program that prints text."""
        head = bytes(self._buffer[:PREVIEW_BYTES])
        if looks_like_text(head[:HEADER_BYTES]):
            return WireError(f"looks like text on stdout: {head.decode(errors='replace')!r}")
        return WireError(f"message too large: expected at most {self._limit} bytes, got {size}")

    def leftover(self) -> str:
        """What is known about bytes that never became a message; empty if there are none."""
        head = bytes(self._buffer[:PREVIEW_BYTES])
        if not head:
            return ""
        if looks_like_text(head[:HEADER_BYTES]):
            return f"looks like text on stdout: {head.decode(errors='replace')!r}"
        return f"{len(self._buffer)} bytes of an unfinished message"


def looks_like_text(head: bytes) -> bool:
    """True for four bytes that a terminal would show; as a length they are far beyond every limit."""
    return all(32 <= byte < 127 or byte in b"\t\r\n" for byte in head)
