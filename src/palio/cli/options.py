"""Command-line arguments that several subcommands share."""

import argparse

from palio.core.game import Game
from palio.errors import OptionError
from palio.games import GAMES, load


def add_game(parser: argparse.ArgumentParser) -> None:
    """A game and its options: `coup --players 3 --option roles=inquisitor`."""
    parser.add_argument("game", metavar="GAME", help=f"one of {', '.join(GAMES)}")
    add_game_options(parser)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-p", "--players", metavar="N", help="number of seats (default: the game's own)")
    parser.add_argument(
        "-o",
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game; may be repeated. A wrong name lists the right ones",
    )


def load_game(arguments: argparse.Namespace) -> Game:
    """The game that the arguments name."""
    options: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise OptionError(f"--option: expected NAME=VALUE, got {text!r}")
        options[name] = value
    if arguments.players is not None:
        options["players"] = arguments.players
    return load(arguments.game, **options)


def add_seed(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    text = "random" if default is None else str(default)
    parser.add_argument("--seed", type=int, default=default, metavar="N", help=f"seed of the deal (default: {text})")
