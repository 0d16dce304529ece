"""Players that live in this process, by name."""

from collections.abc import Callable
from typing import Protocol

from palio.core.game import Random, View
from palio.errors import OptionError


class Player(Protocol):
    """Anyone who can choose a move from a view."""

    def choose(self, view: View) -> int:
        """One of view.legal_moves(); called when the view's own seat is to decide."""
        ...


class RandomPlayer:
    """Any legal move with equal chance."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed, stream=1)

    def choose(self, view: View) -> int:
        return self._random.choice(view.legal_moves())


class GreedyPlayer:
    """The move that looks best after it, on average over worlds that fit the view."""

    WORLDS = 16

    def __init__(self, seed: int) -> None:
        self._random = Random(seed, stream=2)

    def choose(self, view: View) -> int:
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        worlds = [view.sample_world(self._random) for _ in range(self.WORLDS)]
        worth = {move: sum(world.child(move).evaluate()[view.seat] for world in worlds) for move in moves}
        best = max(worth.values())
        return self._random.choice([move for move in moves if worth[move] >= best - 1e-9])


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
"""Makers of players by name; each takes a seed."""


def make_player(name: str, seed: int) -> Player:
    """The player of this name, with a random stream of its own."""
    if name not in PLAYERS:
        raise OptionError(f"unknown player {name!r}; the players are {', '.join(PLAYERS)}")
    return PLAYERS[name](seed)
