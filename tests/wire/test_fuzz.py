"""Mutated and random frames: an error that names the field, or a message, and nothing else."""

import json
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from palio.errors import WireError
from palio.wire import FrameReader, pack_frame, read_message, unpack_body
from palio.wire.messages import BOT_MESSAGES, HOST_MESSAGES
from tests.support import scaled

VECTORS = json.loads((Path(__file__).parents[2] / "protocol" / "vectors" / "vectors.json").read_text("utf-8"))
SIDES = {"host": HOST_MESSAGES, "bot": BOT_MESSAGES}
KINDS = [(side, kind) for side, messages in SIDES.items() for kind in messages]
FRAMES = scaled(10_000)
ODD_VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 2**31, 2**53, 2**63, 0.5, -1e300, float("inf"), float("nan"), "", "x", "x" * 3000,
    b"x", [], [None], [[]], {}, {"seat": 0}, {"x": {}}, ["a"] * 2000, [{"seat": 99}],
    [{"number": 1, "actor": "chance"}],
]  # fmt: skip

NAMES = sorted({field.name for messages in SIDES.values() for found in messages.values() for field in found.FIELDS})


def samples(side: str, kind: str) -> list[dict[str, Any]]:
    return [case["message"] for case in VECTORS["good"] if case["from"] == side and case["message"]["type"] == kind]


def mutate(data: bytes, rng: random.Random) -> bytes:
    """Change, insert, delete or repeat a few bytes; the length in front is made to fit."""
    body = bytearray(data)
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(body) + 1)
        how = rng.randrange(4)
        if how == 0 and at < len(body):
            body[at] = rng.randrange(256)
        elif how == 1:
            body[at:at] = rng.randbytes(rng.randrange(1, 4))
        elif how == 2:
            del body[at : at + rng.randrange(1, 6)]
        else:
            body[at:at] = body[at : at + rng.randrange(20)]
    return len(body).to_bytes(4, "big") + bytes(body)


def read_all(data: bytes, side: str) -> None:
    """What a reader does with bytes; only WireError may come out."""
    reader = FrameReader()
    reader.feed(data)
    try:
        content = reader.next()
    except WireError:
        return
    if content is not None:
        error = error_of(content, side)
        assert error is None or error.field


def error_of(content: dict[str, Any], side: str) -> WireError | None:
    try:
        read_message(content, SIDES[side])
    except WireError as error:
        return error
    return None


@pytest.mark.parametrize(("side", "kind"), KINDS)
def test_mutated_frames(side: str, kind: str) -> None:
    rng = random.Random(f"{side} {kind}")
    bodies = [pack_frame(message)[4:] for message in samples(side, kind)]
    for _ in range(FRAMES):
        read_all(mutate(rng.choice(bodies), rng), side)


@pytest.mark.parametrize(("side", "kind"), KINDS)
def test_wrong_values_are_errors_that_name_the_field(side: str, kind: str) -> None:
    rng = random.Random(f"{side} {kind}")
    messages = samples(side, kind)
    for _ in range(FRAMES // 4):
        message = dict(rng.choice(messages))
        name = rng.choice([name for name in message if name != "type"] or ["colour"])
        message[name] = rng.choice(ODD_VALUES)
        error = error_of(message, side)
        if error is not None:
            assert error.field is not None
            assert error.field.split(".")[0].split("[")[0] == name
            assert name in str(error)


def random_value(rng: random.Random, depth: int = 0) -> Any:
    """Any value that MessagePack can hold, small and not deep."""
    if depth < 4 and rng.random() < 0.3:
        if rng.random() < 0.5:
            return [random_value(rng, depth + 1) for _ in range(rng.randrange(4))]
        return {rng.choice(NAMES): random_value(rng, depth + 1) for _ in range(rng.randrange(4))}
    return rng.choice(ODD_VALUES)


def random_frame(kind: str, rng: random.Random) -> bytes:
    """Noise, or noise behind the start of such a message, or a map of this type with random fields."""
    how = rng.randrange(3)
    if how == 2:
        names = rng.sample(NAMES, rng.randrange(6))
        return pack_frame({"type": kind, **{name: random_value(rng) for name in names}})
    noise = rng.randbytes(rng.choice([0, 1, 5, 40, 300]))
    if how == 1:
        noise = bytes([0x80 | rng.randrange(16)]) + pack_frame({"type": kind})[5:] + noise
    return len(noise).to_bytes(4, "big") + noise


@pytest.mark.parametrize(("side", "kind"), KINDS)
def test_random_frames_in_bounded_memory(side: str, kind: str) -> None:
    rng = random.Random(f"random {side} {kind}")
    for _ in range(FRAMES):
        read_all(random_frame(kind, rng), side)
    tracemalloc.start()
    try:
        for _ in range(FRAMES // 20):  # tracing is slow
            read_all(random_frame(kind, rng), side)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 << 20


def test_short_bytes_that_claim_much_take_no_memory() -> None:
    heads = [b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xdb\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"]
    tracemalloc.start()
    try:
        for head in heads:
            with pytest.raises(WireError):
                unpack_body(b"\x81\xa1x" + head)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()
