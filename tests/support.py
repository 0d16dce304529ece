"""What several test modules share."""

import os
import subprocess
from contextlib import suppress
from itertools import product

import palio
from palio.core.info import Choice
from palio.games import GAMES, game_info, load

SCALE = float(os.environ.get("PALIO_TEST_SCALE", "1"))
"""Sizes of random tests are multiplied by this: slow builds use a smaller one."""


def scaled(count: int) -> int:
    return max(1, int(count * SCALE))


def processes(column: str) -> list[tuple[int, str]]:
    """A number of each living process, such as its pgid, and its command; zombies are left out."""
    bare = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}  # ps hangs under a sanitizer
    words = ["ps", "-eww", "-o", f"{column}=,stat=,args="]
    listed = subprocess.run(words, env=bare, capture_output=True, text=True, check=True).stdout
    rows = [line.split(None, 2) for line in listed.splitlines()]
    return [(int(row[0]), row[2]) for row in rows if not row[1].startswith("Z")]


def all_tables() -> list[palio.Game]:
    """Every game with every number of seats and every combination of its choices."""
    tables: list[palio.Game] = []
    for name in GAMES:
        info = game_info(name)
        choices = [option for option in info.options if isinstance(option, Choice)]
        for seats in range(info.players.low, info.players.high + 1):
            for values in product(*(choice.values for choice in choices)):
                options = dict(zip((choice.name for choice in choices), values, strict=True))
                with suppress(palio.OptionError):  # values that need another number of seats
                    tables.append(load(name, players=seats, **options))
    return tables


def label(game: palio.Game) -> str:
    """A test id such as coup-3-inquisitor-off-on."""
    choices = [str(game.options[option.name]) for option in game.info.options if isinstance(option, Choice)]
    return "-".join([game.name, str(game.seats), *choices])


TABLES = all_tables()


def texts(state: palio.State | palio.View) -> list[str]:
    """The legal moves as text."""
    return [state.move_text(move) for move in state.legal_moves()]


def random_states(game: palio.Game, seed: int, every: int = 1) -> list[palio.State]:
    """Positions of one random game from the deal to the end."""
    state = game.start(seed)
    random = palio.Random(seed, stream=5)
    states = [state.copy()]
    while not state.is_over:
        chance = state.actor == palio.CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_moves()))
        states.append(state.copy())
    return states[::every]
