"""Coup positions made by hand, and their exact values with open cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import palio

DECK = ("duke", "assassin", "captain", "{third}", "contessa")


def position(
    players: Sequence[tuple[int, Sequence[str], Sequence[str]]],
    *,
    known: Sequence[str] = (),
    claims: Sequence[Sequence[str]] = (),
    options: dict[str, Any] | None = None,
    turn: int = 0,
) -> palio.State:
    """Seat 0 to declare; each player is (coins, hand, face up). `known`: what seat 0 was shown of seat 1's hand."""
    game = palio.load("coup", players=len(players), **(options or {}))
    source = game.start(1).to_map()
    court = [role.format(third=game.options["roles"]) for role in DECK for _ in range(3)]
    for row, (coins, hand, up) in zip(source["players"], players, strict=True):
        row.update(coins=coins, hand=list(hand), face_up=list(up), face_down=len(hand))
        for role in (*hand, *up):
            court.remove(role)
    for row, roles in zip(source["players"], claims, strict=False):
        row["claims"] = list(roles)
    losses = 0
    for row in source["players"]:
        losses += len(row["face_up"])
        row["out"] = losses if not row["hand"] else 0
    source["court"], source["losses"], source["turn"] = court, losses, turn
    source["memory"][0]["holds"][1] = list(known)
    source["memory"][1]["shown_to"][0] = list(known)
    return game.state_from_map(source)


class OpenCards:
    """Exact values with all cards open: each seat plays for its own share of the win, chance is averaged."""

    def __init__(self) -> None:
        self._values: dict[bytes, tuple[float, ...]] = {}

    def value(self, state: palio.State) -> tuple[float, ...]:
        key = state.to_bytes()
        if key not in self._values:
            self._values[key] = self._solve(state)
        return self._values[key]

    def _solve(self, state: palio.State) -> tuple[float, ...]:
        if state.is_over:
            ranks = state.outcome().ranks
            return tuple((rank == 1) / ranks.count(1) for rank in ranks)
        moves = state.legal_moves()
        children = [self.value(state.child(move)) for move in moves]
        if state.actor == palio.CHANCE:
            shares = [state.chance_probability(move) for move in moves]
            return tuple(
                sum(share * child[seat] for share, child in zip(shares, children, strict=True))
                for seat in range(state.seats)
            )
        return max(children, key=lambda child: child[state.actor])
