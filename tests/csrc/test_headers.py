"""The C headers against plain Python, lane by lane and bit by bit."""

import ctypes
import subprocess
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

HEADERS = Path(__file__).parents[2] / "csrc"

SHIM = """
#include "bits.h"
#include "lanes.h"
uint64_t t_one8(int l) { return lanes8_one(l); }
int t_get8(uint64_t a, int l) { return lanes8_get(a, l); }
int t_covers8(uint64_t a, uint64_t b) { return lanes8_covers(a, b); }
uint64_t t_minus8(uint64_t a, uint64_t b) { return lanes8_minus_floor(a, b); }
uint64_t t_min8(uint64_t a, uint64_t b) { return lanes8_min(a, b); }
int t_sum8(uint64_t a) { return lanes8_sum(a); }
int t_covers3(uint32_t a, uint32_t b) { return lanes3_covers(a, b); }
int t_sum3(uint32_t a) { return lanes3_sum(a); }
int t_nth3(uint32_t a, int n) { return lanes3_nth(a, n); }
int t_get3(uint32_t a, int l) { return lanes3_get(a, l); }
int t_count(uint64_t s) { return bits_count(s); }
int t_nth(uint64_t s, int n) { return bits_nth(s, n); }
int t_next(uint64_t s, int from) { return bits_next_circular(s, from); }
"""

values8 = st.lists(st.integers(0, 127), min_size=8, max_size=8)
values3 = st.lists(st.integers(0, 3), min_size=5, max_size=5)
bit_sets = st.sets(st.integers(0, 63), min_size=1)


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("shim")
    source, library = folder / "shim.c", folder / "shim.so"
    source.write_text(SHIM)
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    warnings = ["-Wall", "-Wextra", "-Werror"]
    subprocess.run(
        [compiler, "-std=c11", *warnings, "-shared", "-fPIC", f"-I{HEADERS}", source, "-o", library], check=True
    )
    loaded = ctypes.CDLL(str(library))
    word, half, number = ctypes.c_uint64, ctypes.c_uint32, ctypes.c_int
    for name, (result, *arguments) in {
        "t_one8": (word, number),
        "t_get8": (number, word, number),
        "t_covers8": (number, word, word),
        "t_minus8": (word, word, word),
        "t_min8": (word, word, word),
        "t_sum8": (number, word),
        "t_covers3": (number, half, half),
        "t_sum3": (number, half),
        "t_nth3": (number, half, number),
        "t_get3": (number, half, number),
        "t_count": (number, word),
        "t_nth": (number, word, number),
        "t_next": (number, word, number),
    }.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def pack(values: list[int], width: int) -> int:
    return sum(value << width * lane for lane, value in enumerate(values))


@given(a=values8, b=values8)
def test_lanes8(shim: ctypes.CDLL, a: list[int], b: list[int]) -> None:
    have, need = pack(a, 8), pack(b, 8)
    assert bool(shim.t_covers8(have, need)) == all(x >= y for x, y in zip(a, b, strict=True))
    assert shim.t_minus8(have, need) == pack([max(x - y, 0) for x, y in zip(a, b, strict=True)], 8)
    assert shim.t_min8(have, need) == pack([min(x, y) for x, y in zip(a, b, strict=True)], 8)
    assert [shim.t_get8(have, lane) for lane in range(8)] == a
    assert sum(shim.t_one8(lane) * a[lane] for lane in range(8)) == have
    small = [value % 32 for value in a]
    assert shim.t_sum8(pack(small, 8)) == sum(small)


@given(a=values3, b=values3)
def test_lanes3(shim: ctypes.CDLL, a: list[int], b: list[int]) -> None:
    have, need = pack(a, 3), pack(b, 3)
    assert bool(shim.t_covers3(have, need)) == all(x >= y for x, y in zip(a, b, strict=True))
    assert shim.t_sum3(have) == sum(a)
    assert [shim.t_get3(have, lane) for lane in range(5)] == a
    cards = [lane for lane in range(5) for _ in range(a[lane])]
    assert [shim.t_nth3(have, n) for n in range(len(cards))] == cards


@given(members=bit_sets, start=st.integers(0, 63))
def test_bit_sets(shim: ctypes.CDLL, members: set[int], start: int) -> None:
    word = sum(1 << member for member in members)
    ordered = sorted(members)
    assert shim.t_count(word) == len(ordered)
    assert [shim.t_nth(word, n) for n in range(len(ordered))] == ordered
    after = [member for member in ordered if member > start] or ordered
    assert shim.t_next(word, start) == after[0]
