"""What a machine would play with: rules, data and bots, to be compared between machines."""

import hashlib
import sys
from functools import cache
from pathlib import Path
from typing import Any

import palio
from palio.games import game_info
from palio.games.fingerprint import data_hash
from palio.referee.bot import BotSeat
from palio.referee.clocks import TimeControl
from palio.referee.faults import FaultError
from palio.referee.hub import Hub
from palio.referee.seats import Seating
from palio.tournament.event import BotEntry
from palio.tournament.player import Setup

Print = dict[str, Any]
"""Facts by name, such as `rules of coup` and `bot strong`."""


def fingerprint(setup: Setup) -> Print:
    """All facts on which machines must agree; starts every bot once.

    Paths and the Python version may differ: a cluster's machines need not look alike.
    """
    found: Print = {"palio": palio.__version__}
    for name in sorted({table.game for table in setup.tables}):
        found[f"rules of {name}"] = game_info(name).rules_version
        found[f"data of {name}"] = data_hash(name)
    for bot in setup.bots:
        found[f"bot {bot.name}"] = bot_print(setup, bot)
    return found


def bot_print(setup: Setup, bot: BotEntry) -> Print:
    """A bot's own name and version as it greets, its options, and a hash of the files that its command names."""
    if bot.spec is None:
        return {"player": bot.source}
    found: Print = {"files": [file_hash(path) for path in command_files(bot)], "options": dict(bot.spec.options)}
    with Hub() as hub:
        seat = BotSeat(bot.spec, hub, setup.settings)
        try:
            greet(seat, setup)
        except FaultError as error:
            found["fault"] = str(error.fault.kind)
        described = seat.describe()
        seat.close()
    return found | {name: described.get(name) for name in ("program", "version")}


def greet(seat: BotSeat, setup: Setup) -> None:
    from palio.games import load

    table = setup.tables[0]
    game = load(table.game, **table.options)
    seat.prepare()
    seat.start(Seating(game, 0, 0, [seat.name] * game.seats, TimeControl(), 0))


def command_files(bot: BotEntry) -> list[Path]:
    """The files among the words of a command, but for the interpreter itself."""
    assert bot.spec is not None, "only bots with a program have a command"
    folder = bot.spec.directory or Path()
    words = [word for word in bot.spec.command if word != sys.executable]
    return [folder / word for word in words if len(word) < 1000 and (folder / word).is_file()]


@cache
def file_hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def differences(mine: Print, theirs: Print) -> list[str]:
    """What differs, in words."""
    return [
        f"{name} is {theirs.get(name)!r}, here {mine.get(name)!r}"
        for name in sorted(mine.keys() | theirs.keys())
        if mine.get(name) != theirs.get(name)
    ]
