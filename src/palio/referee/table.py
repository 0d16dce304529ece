"""One game from the deal to the outcome, with players in this process."""

from collections.abc import Callable, Sequence

from palio.core.game import CHANCE, OVER, Game, Random, State
from palio.referee.players import Player

CHANCE_STREAM = 1
"""Chance draws come from this stream of the deal's seed, the deal itself from stream 0."""


def play_game(
    game: Game,
    players: Sequence[Player],
    seed: int,
    watch: Callable[[State, int], None] = lambda state, move: None,
) -> State:
    """Play one deal to its end and return the final state.

    `watch(state, move)` is called with every decision and chance outcome before it is carried out.
    """
    state = game.start(seed)
    dice = Random(seed, CHANCE_STREAM)
    while state.actor != OVER:
        move = state.sample_chance(dice) if state.actor == CHANCE else decide(state, players)
        watch(state, move)
        state.apply(move)
    return state


def decide(state: State, players: Sequence[Player]) -> int:
    """Ask the actor, who gets to see its own view and nothing else."""
    return players[state.actor].choose(state.view(state.actor))
