"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from palio.core.game import Game, Random
from palio.search.core import REWARD_UNIT


@dataclass(frozen=True, slots=True)
class RootMove:
    """One legal move at the root."""

    move: int
    text: str
    visits: int
    """Iterations that went through it, those of an earlier search of the same tree included."""
    value: tuple[float, ...]
    """Mean reward per seat, 0 to 1; empty for a move without a visit."""
    prior: float
    """The policy's share of it."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The state of a search: the move it would play now, and why."""

    method: str
    move: int
    text: str
    moves: tuple[RootMove, ...]
    """Every legal move, the best first."""
    variation: tuple[str, ...]
    """The most visited moves from the root on, in one of the worlds."""
    iterations: int
    worlds: int
    """Worlds sampled."""
    seconds: float
    nodes: int
    tree_bytes: int
    full: bool
    """Whether the tree reached its memory cap."""

    @property
    def iterations_per_second(self) -> float:
        return self.iterations / self.seconds if self.seconds > 0 else 0.0


def merge(reports: list[dict[str, Any]], game: Game, method: str, seat: int, by_value: bool, worlds: int,
          seed: int) -> SearchResult:  # fmt: skip
    """The threads' findings as one: visits and rewards of each root move are added."""
    first = reports[0]
    moves = []
    for index, move in enumerate(first["moves"]):
        counted = sum(report["counted"][index] for report in reports)
        sums = [sum(column) for column in zip(*(report["sums"][index] for report in reports), strict=True)]
        value = tuple(total * REWARD_UNIT / counted for total in sums) if counted else ()
        visits = sum(report["visits"][index] for report in reports)
        moves.append(RootMove(move, game.move_text(move), visits, value, first["priors"][index]))
    ranked = rank(moves, seat, by_value, seed)
    iterations = sum(report["iterations"] for report in reports)
    return SearchResult(
        method=method,
        move=ranked[0].move,
        text=ranked[0].text,
        moves=ranked,
        variation=tuple(game.move_text(move) for move in variation(reports, ranked[0].move)),
        iterations=iterations,
        worlds=min(worlds, iterations) if worlds else iterations,
        seconds=max(report["seconds"] for report in reports),
        nodes=sum(report["nodes"] for report in reports),
        tree_bytes=sum(report["tree_bytes"] for report in reports),
        full=any(report["full"] for report in reports),
    )


def rank(moves: list[RootMove], seat: int, by_value: bool, seed: int) -> tuple[RootMove, ...]:
    """The best first: by visits, then by the seat's own value, or by value alone; equals in random order."""
    random = Random(seed, 1)
    luck = {move.move: random.uniform() for move in moves}

    def worth(move: RootMove) -> tuple[float, float, float]:
        own = move.value[seat] if move.value else -1.0
        return (own, 0.0, luck[move.move]) if by_value else (move.visits, own, luck[move.move])

    return tuple(sorted(moves, key=worth, reverse=True))


def variation(reports: list[dict[str, Any]], best: int) -> list[int]:
    """The line of a thread that agrees with the merged choice."""
    for report in reports:
        if report["line"] and report["line"][0] == best:
            return list(report["line"])
    return [best]
