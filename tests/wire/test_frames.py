"""Frames: cutting a stream into messages, and refusing what is none."""

import random

import pytest

from palio.errors import WireError
from palio.wire import MAX_DEPTH, MAX_FRAME, FrameReader, pack_frame, unpack_body


def nested(levels: int) -> dict[str, object]:
    value: object = 0
    for _ in range(levels - 1):
        value = [value]
    return {"x": value}


def test_a_stream_is_cut_at_any_point() -> None:
    messages = [{"type": "ping", "id": number, "text": "ä" * number} for number in range(60)]
    stream = b"".join(map(pack_frame, messages))
    rng = random.Random(1)
    for _ in range(50):
        reader, found, at = FrameReader(), [], 0
        while at < len(stream):
            size = rng.choice([1, 2, 3, 5, 50, 5000])
            reader.feed(stream[at : at + size])
            at += size
            while (message := reader.next()) is not None:
                found.append(message)
        assert found == messages
        assert reader.leftover() == ""


def test_a_message_that_is_too_large_is_not_packed() -> None:
    assert len(pack_frame({"x": "a" * (MAX_FRAME - 8)})) == MAX_FRAME + 4
    with pytest.raises(WireError, match="too large: expected at most 1048576 bytes"):
        pack_frame({"x": "a" * (MAX_FRAME + 1)})


def test_a_length_out_of_bounds_is_refused_before_its_bytes_come() -> None:
    reader = FrameReader()
    reader.feed((MAX_FRAME + 1).to_bytes(4, "big"))
    with pytest.raises(WireError, match="too large"):
        reader.next()


def test_the_deepest_nesting_that_is_allowed() -> None:
    assert unpack_body(pack_frame(nested(MAX_DEPTH))[4:]) == nested(MAX_DEPTH)
    with pytest.raises(WireError, match="nested too deep"):
        unpack_body(pack_frame(nested(MAX_DEPTH + 1))[4:])


def test_text_is_called_text() -> None:
    reader = FrameReader()
    reader.feed(b"info depth 1\n")
    with pytest.raises(WireError, match=r"looks like text on stdout: 'info depth 1\\n'"):
        reader.next()


def test_what_is_left_of_an_unfinished_message() -> None:
    reader = FrameReader()
    reader.feed(b"ok\n")
    assert reader.leftover() == r"looks like text on stdout: 'ok\n'"
    reader = FrameReader()
    reader.feed(b"\0\0\0\x09\x81")
    assert reader.leftover() == "5 bytes of an unfinished message"
