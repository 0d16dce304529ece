"""The duel, one hidden card each, solved exactly: the game tree in sequence form and one linear program.

Every deal of the closed cards is played through the real rules up to the turn limit. An information set is what its
seat has seen since the deal (Koller, Megiddo, von Stengel 1996).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, hstack

import palio
from tests.search.positions import DECK, position

Seen = tuple[Any, ...]


@dataclass
class Plan:
    """A seat's sequences: 0 is the empty one, each other is a move in an information set."""

    number: dict[tuple[Seen, int], int] = field(default_factory=dict)
    sets: dict[Seen, int] = field(default_factory=dict)
    """Number of each information set, from 0."""
    before: list[int] = field(default_factory=list)
    """The sequence that leads to each information set."""

    def sequence(self, seen: Seen, move: int, parent: int) -> int:
        if seen not in self.sets:
            self.sets[seen] = len(self.sets)
            self.before.append(parent)
        return self.number.setdefault((seen, move), len(self.number) + 1)

    def constraints(self) -> coo_matrix:
        """Row 0: the empty sequence is played once. Row 1 + s: a set's moves are played as often as the set is met."""
        entries = [(0, 0, 1.0), *((1 + at, parent, -1.0) for at, parent in enumerate(self.before))]
        entries += [(1 + self.sets[seen], number, 1.0) for (seen, _), number in self.number.items()]
        rows, columns, values = zip(*entries, strict=True)
        return coo_matrix((values, (rows, columns)), shape=(1 + len(self.sets), 1 + len(self.number)))


class Duel:
    """Seat 0 declares with `coins`, seat 1 has `other_coins`; `up` are the face-up cards of the two."""

    def __init__(self, coins: int, other_coins: int, up: tuple[str, str], options: dict[str, Any]) -> None:
        self.coins, self.other_coins, self.up, self.options = coins, other_coins, up, options
        third = str(options.get("roles", "ambassador"))
        self.closed = Counter({role.format(third=third): 3 for role in DECK}) - Counter(up)
        self.game = palio.load("coup", players=2, **options)
        self._plans = (Plan(), Plan())
        self._payoff: defaultdict[tuple[int, int], float] = defaultdict(float)
        for own, other, chance in self.deals():
            self._walk(self.state(own, other), chance, ((own,), (other,)), (0, 0))
        self.value = self._solve({})

    def state(self, own: str, other: str) -> palio.State:
        players = [(self.coins, [own], [self.up[0]]), (self.other_coins, [other], [self.up[1]])]
        return position(players, options=self.options)

    def deals(self) -> Iterator[tuple[str, str, float]]:
        total = self.closed.total()
        for own, count in self.closed.items():
            for other, others in (self.closed - Counter([own])).items():
                yield own, other, count / total * others / (total - 1)

    def loss(self, moves: dict[str, str]) -> float:
        """Win probability that seat 0 gives away if it always declares so with these cards, at its best otherwise."""
        return self.value - self._solve(moves)

    def _walk(self, state: palio.State, chance: float, seen: tuple[Seen, Seen], sequences: tuple[int, int]) -> None:
        if state.is_over:
            ranks = state.outcome().ranks
            self._payoff[sequences] += chance * (ranks[0] == 1) / ranks.count(1)
            return
        actor, moves = state.actor, state.legal_moves()
        for move in moves:
            after = (seen[0] + (state.seen(move, 0),), seen[1] + (state.seen(move, 1),))
            share = chance * state.chance_probability(move) if actor == palio.CHANCE else chance
            numbers = list(sequences)
            if actor != palio.CHANCE and len(moves) > 1:
                numbers[actor] = self._plans[actor].sequence(seen[actor], move, sequences[actor])
            self._walk(state.child(move), share, after, (numbers[0], numbers[1]))

    def _solve(self, moves: dict[str, str]) -> float:
        """The value for seat 0 when its declarations with some cards are given.

        Least p with E'p >= A y over plans y of seat 1: p is what seat 0 can still get in each of its sets. A move that
        seat 0 never makes sets no bound.
        """
        mine, theirs = (plan.constraints() for plan in self._plans)
        (rows, columns), values = np.array(list(self._payoff)).T, list(self._payoff.values())
        payoff = coo_matrix((values, (rows, columns)), shape=(mine.shape[1], theirs.shape[1]))
        made = [0, *(number for key, number in self._plans[0].number.items() if self._is_made(key, moves))]
        sets, plans = mine.shape[0], theirs.shape[1]
        found = linprog(
            np.concatenate([np.eye(1, sets)[0], np.zeros(plans)]),
            A_ub=hstack([-mine.T, payoff]).tocsr()[made],
            b_ub=np.zeros(len(made)),
            A_eq=hstack([coo_matrix((theirs.shape[0], sets)), theirs]).tocsr(),
            b_eq=np.eye(1, theirs.shape[0])[0],
            bounds=[(None, None)] * sets + [(0, None)] * plans,
            method="highs",
        )
        assert found.success, found.message
        return float(found.fun)

    def _is_made(self, key: tuple[Seen, int], moves: dict[str, str]) -> bool:
        seen, move = key
        return len(seen) > 1 or moves.get(seen[0]) in (None, self.game.move_text(move))
