"""Events from TOML files and from flags: the same fields by the same names."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from palio.errors import OptionError
from palio.referee.bot import HostSettings
from palio.referee.clocks import TimeControl, parse_clock
from palio.referee.process import Limits
from palio.tournament.event import Event, bot_entries, table_specs

EVENT_FIELDS: dict[str, type] = {
    "name": str,
    "format": str,
    "blocks": int,
    "rounds": int,
    "heroes": list,
    "rotations": str,
    "seed": int,
    "faults": str,
    "max_faults": int,
    "processes": bool,
    "concurrency": int,
    "out": str,
}
LIMIT_FIELDS: dict[str, type | tuple[type, ...]] = {
    "clock": str,
    "move_time": (int, float),
    "reaction_time": (int, float),
    "iterations": int,
    "margin": (int, float),
    "stall": (int, float),
    "memory": int,
    "start": (int, float),
}
GAME_FIELDS: dict[str, type | tuple[type, ...]] = {"game": str, "players": (int, list), "options": dict}
PARTS = ("event", "limits", "games", "bots")


def read_event_file(path: Path) -> dict[str, Any]:
    """The parts of an event file, with the types of their fields checked; raises OptionError that names the field."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise OptionError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: {error}") from None
    for name in content:
        if name not in PARTS:
            raise OptionError(f"{path}: unknown part {name!r}; the parts are {', '.join(PARTS)}")
    found: dict[str, Any] = {"event": {"name": path.stem}, "limits": {}, "games": [], "bots": []}
    found["event"] |= checked(content.get("event", {}), EVENT_FIELDS, f"{path}: event")
    found["limits"] |= checked(content.get("limits", {}), LIMIT_FIELDS, f"{path}: limits")
    for number, game in enumerate(items(content, "games", path), 1):
        found["games"].append(checked(game, GAME_FIELDS, f"{path}: games {number}"))
    for number, bot in enumerate(items(content, "bots", path), 1):
        if not isinstance(bot, str | dict):
            raise OptionError(f"{path}: bots {number}: expected a text or a table, got {bot!r}")
        found["bots"].append(beside(bot, path.parent))
    return found


def items(content: Mapping[str, Any], name: str, path: Path) -> list[Any]:
    found = content.get(name, [])
    if not isinstance(found, list):
        raise OptionError(f"{path}: {name}: expected a list, got {found!r:.60}")
    return found


def beside(bot: str | dict[str, Any], folder: Path) -> str | dict[str, Any]:
    """A bot.toml is looked for beside the event's file."""
    source = bot if isinstance(bot, str) else bot.get("bot")
    if not isinstance(source, str) or not source.endswith(".toml"):
        return bot
    moved = str(folder / source)
    return moved if isinstance(bot, str) else {**bot, "bot": moved}


def checked(content: object, fields: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A table of a file whose fields are known and have the right types."""
    if not isinstance(content, dict):
        raise OptionError(f"{where}: expected a table, got {content!r:.60}")
    for name, value in content.items():
        if name not in fields:
            raise OptionError(f"{where}: unknown field {name!r}; the fields are {', '.join(fields)}")
        if not isinstance(value, fields[name]) or (isinstance(value, bool) and fields[name] is not bool):
            raise OptionError(f"{where}: {name}: got {value!r:.60}")
    return dict(content)


def build_event(parts: Mapping[str, Any]) -> Event:
    """The event of these parts; `concurrency` and `out` belong to a run and are left aside."""
    event = dict(parts["event"])
    bots = bot_entries(parts["bots"], processes=bool(event.pop("processes", False)))
    for name in ("concurrency", "out"):
        event.pop(name, None)
    names = [bot.name for bot in bots]
    heroes = event.pop("heroes", None) or names[:1]
    for hero in heroes:
        if hero not in names:
            raise OptionError(f"heroes: expected one of {', '.join(names)}, got {hero!r}")
    tables = table_specs(
        (game["game"], numbers(game.get("players")), game.get("options", {})) for game in named_games(parts["games"])
    )
    return Event(
        bots,
        tables,
        heroes=tuple(names.index(hero) for hero in heroes),
        control=time_control(parts["limits"]),
        settings=host_settings(parts["limits"]),
        **event,
    )


def named_games(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for game in games:
        if "game" not in game:
            raise OptionError("games: the field `game` is missing")
    return games


def numbers(players: object) -> list[int | str] | None:
    if players is None:
        return None
    return list(players) if isinstance(players, list) else [players]  # type: ignore[list-item]


def time_control(limits: Mapping[str, Any]) -> TimeControl:
    """Limits of a decision; times in seconds."""
    initial, increment = parse_clock(limits["clock"]) if limits.get("clock") else (None, 0)
    defaults = TimeControl()
    iterations = limits.get("iterations")
    if iterations is not None and not 1 <= iterations <= 10**12:
        raise OptionError(f"iterations: expected 1 to {10**12}, got {iterations}")
    margin, stall = milliseconds(limits, "margin"), milliseconds(limits, "stall")
    return TimeControl(
        initial=initial,
        increment=increment,
        move=milliseconds(limits, "move_time"),
        reaction=milliseconds(limits, "reaction_time"),
        iterations=iterations,
        margin=defaults.margin if margin is None else margin,
        stall=defaults.stall if stall is None else stall,
    )


def host_settings(limits: Mapping[str, Any]) -> HostSettings:
    memory, start = limits.get("memory"), limits.get("start")
    if memory is not None and not 1 <= memory <= 1 << 30:
        raise OptionError(f"memory: expected 1 to {1 << 30} MiB, got {memory}")
    if start is not None and not 0 < start <= 3600:
        raise OptionError(f"start: expected more than 0 and at most 3600 seconds, got {start}")
    return HostSettings(limits=Limits(memory), start_seconds=start or HostSettings().start_seconds)


def milliseconds(limits: Mapping[str, Any], name: str) -> int | None:
    seconds = limits.get(name)
    if seconds is None:
        return None
    if not 0 <= seconds <= 10**6:
        raise OptionError(f"{name}: expected 0 to 1000000 seconds, got {seconds}")
    return round(float(seconds) * 1000)
