"""What a user calls a bot: a player's name, a bot.toml file, or a command line."""

import shlex
import shutil
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from palio.core.players import PLAYERS
from palio.errors import BotError

FIELDS = {"name", "command", "directory", "options", "text"}
READY_BOTS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "honest": (("--set", "style=honest"), {}),  # as an argument, so that its greeting lists Coup alone
    "flat": ((), {"method": "flat"}),
    "pimc": ((), {"method": "pimc"}),
    "puct-determinized": ((), {"method": "puct-determinized"}),
    "ismcts": ((), {"method": "ismcts"}),
    "mo-ismcts": ((), {"method": "mo-ismcts"}),
}
"""Arguments and options of `palio engine` that are bots by their name alone."""


@dataclass(frozen=True, slots=True)
class BotSpec:
    """How to start a bot program."""

    name: str
    command: tuple[str, ...]
    directory: Path | None = None
    """Where it runs; by default where the referee runs."""
    options: dict[str, Any] = field(default_factory=dict)
    """Set after the greeting."""


def find_bot(text: str) -> str | BotSpec:
    """The name of a player in this process, or how to start the bot program.

    Raises BotError with what was expected.
    """
    if text in PLAYERS:
        return text
    if text in READY_BOTS:
        arguments, options = READY_BOTS[text]
        return BotSpec(text, palio_command("engine", *arguments), None, dict(options))
    if text.endswith(".toml"):
        return read_bot_file(Path(text))
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BotError(f"bot {text!r}: {error}") from None
    if not words or not (words[0] == "palio" or shutil.which(words[0])):
        names = ", ".join((*PLAYERS, *READY_BOTS))
        raise BotError(f"bot {text!r}: expected one of {names}, a bot.toml file or a command line")
    return BotSpec(short_name(words), resolve(words, None))


def short_name(words: list[str]) -> str:
    """The last part of the program that a command line runs, without folder and ending."""
    paths = [word for word in words if not word.startswith("-")]
    script = paths[1] if len(paths) > 1 and Path(paths[0]).name.startswith(("python", "node")) else paths[0]
    return Path(script).stem[:200] or "bot"


def read_bot_file(path: Path) -> BotSpec:
    """The bot that a bot.toml describes; its command runs in the file's folder unless it names another."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BotError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BotError(f"{path}: {error}") from None
    for name in content:
        if name not in FIELDS:
            raise BotError(f"{path}: unknown field {name!r}; the fields are {', '.join(sorted(FIELDS))}")
    command = content.get("command")
    if not isinstance(command, list) or not command or not all(isinstance(word, str) for word in command):
        raise BotError(f"{path}: command: expected a list of words, got {command!r}")
    options = content.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(v, bool | int | float | str) for v in options.values()):
        raise BotError(f"{path}: options: expected a table of numbers, texts and flags, got {options!r}")
    name = content.get("name", path.stem if path.stem != "bot" else path.resolve().parent.name)
    if not isinstance(name, str) or not 1 <= len(name) <= 200:
        raise BotError(f"{path}: name: expected text of 1 to 200 characters, got {name!r}")
    directory: Path | None = (path.parent / str(content.get("directory", "."))).resolve()
    if command[0] == "palio" and "directory" not in content:
        directory = None
    return BotSpec(name, resolve(command, directory), directory, options)


def resolve(words: list[str], directory: Path | None) -> tuple[str, ...]:
    """`palio` and `python3` are those that run the referee, so that a bot finds the same packages."""
    if words[0] == "palio":
        return palio_command(*words[1:])
    if words[0] in ("python", "python3") and sys.executable:
        return (sys.executable, *words[1:])
    if directory is not None and "/" in words[0]:
        return (str(directory / words[0]), *words[1:])
    return tuple(words)


def palio_command(*words: str) -> tuple[str, ...]:
    return (sys.executable, "-m", "palio", *words)
