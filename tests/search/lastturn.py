"""The last turn of a game solved by trying everything."""

from __future__ import annotations

from dataclasses import dataclass, field

import palio

Worth = tuple[float, float]
"""Share of the first place, then points ahead of the best other seat."""


class UnsolvedError(Exception):
    """There are more positions than are worth trying, or another seat has a say after all."""


@dataclass
class LastTurn:
    """One seat decides to the end, chance is averaged; equal positions are solved once."""

    seat: int
    most: int = 20000
    _known: dict[bytes, Worth] = field(default_factory=dict)

    def worth(self, state: palio.State) -> Worth:
        if state.is_over:
            return self._result(state)
        key = state.to_bytes()
        if key not in self._known:
            if len(self._known) >= self.most:
                raise UnsolvedError
            self._known[key] = (0.0, 0.0)
            self._known[key] = self._try_all(state)
        return self._known[key]

    def moves(self, state: palio.State) -> dict[str, Worth]:
        """What each legal move leads to."""
        return {state.move_text(move): self.worth(state.child(move)) for move in state.legal_moves()}

    def _try_all(self, state: palio.State) -> Worth:
        moves = state.legal_moves()
        if state.actor == palio.CHANCE:
            parts = [(state.chance_probability(move), self.worth(state.child(move))) for move in moves]
            return sum(share * win for share, (win, _) in parts), sum(share * lead for share, (_, lead) in parts)
        if state.actor != self.seat and len(moves) > 1:
            raise UnsolvedError
        return max(self.worth(state.child(move)) for move in moves)

    def _result(self, state: palio.State) -> Worth:
        outcome = state.outcome()
        others = [points for seat, points in enumerate(outcome.points) if seat != self.seat]
        win = (outcome.ranks[self.seat] == 1) / outcome.ranks.count(1)
        return win, outcome.points[self.seat] - max(others)


def last_turn(game: palio.Game, seed: int) -> palio.State:
    """The first position of a random game's end from which on only one seat decides."""
    state, random = game.start(seed), palio.Random(seed, 7)
    path = [state.copy()]
    while not state.is_over:
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else random.choice(state.legal_moves()))
        path.append(state.copy())
    deciders = [at.actor if at.actor >= 0 and len(at.legal_moves()) > 1 else None for at in path]
    last = next(seat for seat in reversed(deciders) if seat is not None)
    first = max((at for at, seat in enumerate(deciders) if seat not in (None, last)), default=-1)
    return next(path[at] for at in range(first + 1, len(path)) if deciders[at] == last)
