"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from palio.core.game import Random, View
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
    view: View
    knobs: tuple[float, ...]

    @property
    def beliefs(self) -> list[Any] | None:
        """What the searching seat should believe about each seat's hidden part; None where a game has no such thing."""
        believe = getattr(self.view.game.notation, "beliefs", None)
        found: list[Any] | None = believe and believe(self.view.to_bytes(), self.view.game.options, self.knobs)
        return found

    @property
    def iterations_per_second(self) -> float:
        return self.iterations / self.seconds if self.seconds > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Question:
    """What was searched, and how."""

    view: View
    method: str
    by_value: bool
    """The best value decides instead of the most visits."""
    worlds: int
    """Worlds drawn once for the whole search; 0: one for each iteration."""
    seed: int
    knobs: tuple[float, ...]


def merge(reports: list[dict[str, Any]], question: Question) -> SearchResult:
    """The threads' findings as one: visits and rewards of each root move are added."""
    game, worlds = question.view.game, question.worlds
    first = reports[0]
    moves = []
    for index, move in enumerate(first["moves"]):
        counted = sum(report["counted"][index] for report in reports)
        sums = [sum(column) for column in zip(*(report["sums"][index] for report in reports), strict=True)]
        value = tuple(total * REWARD_UNIT / counted for total in sums) if counted else ()
        visits = sum(report["visits"][index] for report in reports)
        moves.append(RootMove(move, game.move_text(move), visits, value, first["priors"][index]))
    ranked = rank(moves, question)
    iterations = sum(report["iterations"] for report in reports)
    return SearchResult(
        method=question.method,
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
        view=question.view,
        knobs=question.knobs,
    )


def rank(moves: list[RootMove], question: Question) -> tuple[RootMove, ...]:
    """The best first: by visits, then by the seat's own value, or by value alone; equals in random order."""
    random = Random(question.seed, 1)
    seat = question.view.seat
    luck = {move.move: random.uniform() for move in moves}

    def worth(move: RootMove) -> tuple[float, float, float]:
        own = move.value[seat] if move.value else -1.0
        return (own, 0.0, luck[move.move]) if question.by_value else (move.visits, own, luck[move.move])

    return tuple(sorted(moves, key=worth, reverse=True))


def variation(reports: list[dict[str, Any]], best: int) -> list[int]:
    """The line of a thread that agrees with the merged choice."""
    for report in reports:
        if report["line"] and report["line"][0] == best:
            return list(report["line"])
    return [best]


def answer_at_once(moves: list[int], question: Question) -> SearchResult:
    """A random move, or the only one, without a search."""
    game = question.view.game
    order = list(moves)
    chosen = order.pop(Random(question.seed, 1).below(len(order)))
    root = tuple(RootMove(move, game.move_text(move), 0, (), 1 / len(moves)) for move in (chosen, *order))
    return SearchResult(
        method=question.method,
        move=chosen,
        text=root[0].text,
        moves=root,
        variation=(root[0].text,),
        iterations=0,
        worlds=0,
        seconds=0.0,
        nodes=0,
        tree_bytes=0,
        full=False,
        view=question.view,
        knobs=question.knobs,
    )
