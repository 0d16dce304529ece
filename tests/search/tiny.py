"""Tiny games in Python tables, compiled once and loaded as real games."""

from __future__ import annotations

import ctypes
import subprocess
import sysconfig
import tempfile
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from palio.core.game import CHANCE, OVER, Game
from palio.core.info import GameInfo, Number

NODES, MOVES, TYPES, SEATS = 64, 8, 16, 6
HERE = Path(__file__).parent


class Table(ctypes.Structure):
    """The C table of the same name."""

    _fields_ = [
        ("types", ctypes.c_int32),
        ("known_by", ctypes.c_int32),
        ("actor", ctypes.c_int32 * NODES),
        ("child", ctypes.c_int32 * MOVES * NODES),
        ("illegal", ctypes.c_int32 * MOVES * NODES),
        ("rank", ctypes.c_int32 * SEATS * TYPES * NODES),
        ("points", ctypes.c_int32 * SEATS * TYPES * NODES),
        ("weight", ctypes.c_double * TYPES),
    ]


@dataclass
class End:
    """A result: ranks per seat, one list for all types or one per type; points the same way."""

    ranks: Any
    points: Any = ()


@dataclass
class Turn:
    """A decision of a seat, or chance; `illegal` lists (move index, types) that are not legal."""

    seat: int
    children: list[Any]
    illegal: list[tuple[int, list[int]]] = field(default_factory=list)
    points: Any = ()


WIN, LOSS = End([1, 2]), End([2, 1])


def chance(*children: Any) -> Turn:
    return Turn(CHANCE, list(children))


@cache
def library() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp())
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = HERE.parents[1] / "csrc"
    target = folder / "tiny.so"
    flags = ["-std=c11", "-O1", "-Wall", "-Werror", "-shared", "-fPIC", f"-I{headers}"]
    subprocess.run([compiler, *flags, HERE / "tiny.c", "-o", target], check=True)
    return ctypes.CDLL(str(target))


@cache
def capsule(symbol: str, name: bytes) -> Any:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(ctypes.addressof(ctypes.c_char.in_dll(library(), symbol)), name, None)


def per_type(rows: Any, kind: int) -> list[int]:
    """The row of a type, where rows may be one row for all."""
    return list(rows[kind] if rows and isinstance(rows[0], list) else rows)


def lay_out(table: Table, item: Any, at: int, free: list[int]) -> None:
    """Write a node and everything below it into the table."""
    table.actor[at] = OVER if isinstance(item, End) else item.seat
    for kind in range(table.types):
        for seat, points in enumerate(per_type(item.points, kind)):
            table.points[at][kind][seat] = points
        if isinstance(item, End):
            for seat, rank in enumerate(per_type(item.ranks, kind)):
                table.rank[at][kind][seat] = rank
    if isinstance(item, End):
        return
    for move, types in item.illegal:
        table.illegal[at][move] = sum(1 << kind for kind in types)
    for move, child in enumerate(item.children):
        free[0] += 1
        table.child[at][move] = free[0]
        lay_out(table, child, free[0], free)


def tiny_game(
    root: Turn,
    seats: int = 2,
    types: int = 1,
    known_by: tuple[int, ...] = (),
    weights: list[float] | None = None,
) -> Game:
    """The game of this tree. There is one table: a new game replaces the one before."""
    table = Table.in_dll(library(), "table")
    ctypes.memset(ctypes.addressof(table), 0, ctypes.sizeof(table))
    table.types = types
    table.known_by = sum(1 << seat for seat in known_by)
    for kind, weight in enumerate(weights or []):
        table.weight[kind] = weight
    lay_out(table, root, 0, [0])
    rules = ModuleType("rules")
    vars(rules)["OPS"] = capsule("tiny_ops", b"palio.GameOps")
    if weights is not None:
        vars(rules)["SEARCH_OPS"] = capsule("tiny_search_ops", b"palio.SearchOps")
    info = GameInfo("tiny", "Tiny", 1, (Number("players", 1, 6, seats, "seats"),))
    notation = ModuleType("notation")
    vars(notation)["move_text"] = lambda move, _: f"m{move - 1}"
    return Game(info, rules, notation, {})
