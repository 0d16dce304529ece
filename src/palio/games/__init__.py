"""The games, by name."""

from importlib import import_module
from typing import cast

from palio.core.boards import BoardModule
from palio.core.game import Game
from palio.core.info import GameInfo
from palio.errors import OptionError

GAMES = ("coup", "lorenzo", "masters")
"""Every game in this folder; each is a package with info, notation, rules and board."""


def load(name: str, **options: object) -> Game:
    """A game with its options, by default those of its info.

    >>> load("coup", players=3, roles="inquisitor").seats
    3

    Raises OptionError for an unknown game, an unknown option or a value out of bounds.
    """
    package = f"palio.games.{known(name)}"
    notation = import_module(f"{package}.notation")
    return Game(game_info(name), import_module(f"{package}.rules"), notation, options)


def game_info(name: str) -> GameInfo:
    """A game's seats and options without loading its rules."""
    info: GameInfo = import_module(f"palio.games.{known(name)}.info").INFO
    return info


def board_of(name: str) -> BoardModule:
    """What draws a game's positions and explains its moves to a person."""
    return cast(BoardModule, import_module(f"palio.games.{known(name)}.board"))


def known(name: str) -> str:
    if name not in GAMES:
        raise OptionError(f"unknown game {name!r}; the games are {', '.join(GAMES)}")
    return name
