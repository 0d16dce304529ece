"""Coup: simple scripted players, to measure others against."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from palio.core.game import Random, View
from palio.errors import OptionError
from palio.games.coup.notation import ALLOW, BLOCK, CHALLENGE, DECLARE
from palio.games.coup.rules import ACTION_NAMES, unpack

CLAIMS = {"tax": 0, "assassinate": 1, "steal": 2, "exchange": 3, "examine": 3}
HONEST_ORDER = ("coup", "assassinate", "tax", "steal", "foreign_aid", "income")
MANIAC_ORDER = (("coup",), ("assassinate",), ("tax", "steal"), ("income",))

Style = Callable[[View, Random], int]


def kind(move: int) -> int:
    return move >> 24


def action(move: int) -> str:
    """The name of a declared action."""
    return str(ACTION_NAMES[move >> 16 & 0xFF])


def own_roles(view: View) -> set[int]:
    hand = unpack(view.to_bytes())["hand"][view.seat]
    return {role for role in range(5) if hand >> 3 * role & 3}


def declared(moves: list[int], names: tuple[str, ...]) -> list[int]:
    return [move for move in moves if kind(move) == DECLARE and action(move) in names]


def play_random(view: View, random: Random) -> int:
    """Any legal move."""
    return random.choice(view.legal_moves())


def play_honest(view: View, random: Random) -> int:
    """Claims only what it holds, blocks whenever it truly can, never challenges; actions in a fixed order."""
    moves, roles = view.legal_moves(), own_roles(view)
    if kind(moves[0]) == DECLARE:
        for name in HONEST_ORDER:
            found = declared(moves, (name,))
            if found and (name not in CLAIMS or CLAIMS[name] in roles):
                return random.choice(found)
    blocks = [move for move in moves if kind(move) == BLOCK and move & 0xFFFF in roles]
    if blocks:
        return random.choice(blocks)
    return moves[0] if kind(moves[0]) == ALLOW else random.choice(moves)


def play_challenger(view: View, random: Random) -> int:
    """Challenges every claim, and is honest otherwise."""
    for move in view.legal_moves():
        if kind(move) == CHALLENGE:
            return move
    return play_honest(view, random)


def play_maniac(view: View, random: Random) -> int:
    """Taxes, steals, assassinates and blocks whatever it holds; coups when it can and never challenges."""
    moves = view.legal_moves()
    if kind(moves[0]) == DECLARE:
        for names in MANIAC_ORDER:
            found = declared(moves, names)
            if found:
                return random.choice(found)
    blocks = [move for move in moves if kind(move) == BLOCK]
    if blocks:
        return random.choice(blocks)
    return moves[0] if kind(moves[0]) == ALLOW else random.choice(moves)


STYLES: Mapping[str, Style] = {
    "random": play_random,
    "honest": play_honest,
    "always-challenge": play_challenger,
    "maniac": play_maniac,
}


def style(name: str, seed: int) -> Callable[[View], int]:
    """A scripted player as a function from view to move; the seed settles what the script leaves open.

    Raises OptionError for an unknown style.
    """
    if name not in STYLES:
        raise OptionError(f"unknown Coup style {name!r}; the styles are {', '.join(STYLES)}")
    play, random = STYLES[name], Random(seed, 2)
    return lambda view: play(view, random)
