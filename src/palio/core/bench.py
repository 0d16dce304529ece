"""Fixed work, timed: playouts from fixed deals.

The signature counts the decisions of a fixed number of playouts from fixed seeds: it is equal on every machine and
changes exactly when the rules, the random stream or the order of legal moves change.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from palio.core.game import Game, run_playouts

SIGNATURE_PLAYOUTS = 2000
DEAL_SEEDS = (1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class PlayoutSpeed:
    """How fast random playouts of one game with one number of seats are."""

    decisions_per_second: float
    playouts_per_second: float
    decisions_per_playout: float
    state_bytes: int


def signature(games: Iterable[Game]) -> int:
    """Decisions in a fixed set of playouts, over all the games."""
    return sum(run_playouts(game.start(seed), SIGNATURE_PLAYOUTS, seed) for game in games for seed in DEAL_SEEDS)


def playout_speed(game: Game, seconds: float, clock: Callable[[], float] = time.perf_counter) -> PlayoutSpeed:
    """Time playouts in growing batches, over fixed deals, until `seconds` have passed."""
    states = [game.start(seed) for seed in DEAL_SEEDS]
    batch, playouts, decisions, spent = 64, 0, 0, 0.0
    run_playouts(states[0], batch, 0)  # warm caches
    while spent < seconds:
        begin = clock()
        for state in states:
            decisions += run_playouts(state, batch, playouts)
        spent += clock() - begin
        playouts += batch * len(states)
        batch *= 2
    return PlayoutSpeed(
        decisions_per_second=decisions / spent,
        playouts_per_second=playouts / spent,
        decisions_per_playout=decisions / playouts,
        state_bytes=game.state_bytes,
    )
