"""What an event is: bots, tables, format, limits and seeds."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from palio.core.info import OptionValue
from palio.errors import BotError, OptionError
from palio.games import load
from palio.games.fingerprint import data_hash
from palio.referee.bot import HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.launch import BotSpec, find_bot, palio_command

FORMATS = ("round-robin", "gauntlet", "swiss", "fixed")
ROTATIONS = ("cyclic", "all")
FAULT_POLICIES = ("count", "stop")
NAME_MARK = ":="
"""`strong:=palio engine` gives a bot a name of its own on the command line."""
MOST_BLOCKS = 10**7
SAFE_SEED = 2**53


@dataclass(frozen=True, slots=True)
class BotEntry:
    """One bot of an event."""

    name: str
    source: str
    """As the user wrote it."""
    spec: BotSpec | None = None
    """How to start its program; None for a player that lives in the worker's process."""

    def to_map(self) -> dict[str, Any]:
        found: dict[str, Any] = {"name": self.name, "bot": self.source, "process": self.spec is not None}
        if self.spec is not None and self.spec.options:
            found["options"] = dict(self.spec.options)
        return found


@dataclass(frozen=True, slots=True)
class TableSpec:
    """A game with all its options: what is played at a table."""

    game: str
    options: Mapping[str, OptionValue]
    """Every option of the game, `players` among them."""
    label: str
    """Such as `coup-4`; unlike all others of the event."""

    @property
    def seats(self) -> int:
        return int(self.options["players"])

    def to_map(self) -> dict[str, Any]:
        info = load(self.game, **self.options).info
        rules = {"rules": info.rules_version, "data": data_hash(self.game)}
        return {"game": self.game, "options": dict(self.options), "label": self.label, **rules}


@dataclass(frozen=True, slots=True)
class Event:
    """A whole event. All that decides which games are played is in `to_map`."""

    bots: tuple[BotEntry, ...]
    tables: tuple[TableSpec, ...]
    name: str = "tournament"
    format: str = "round-robin"
    blocks: int = 10
    """Deals for each line-up; in a Swiss event for each table of a round."""
    rounds: int = 5
    """Of a Swiss event."""
    heroes: tuple[int, ...] = (0,)
    """The bots that run a gauntlet."""
    rotations: str = "cyclic"
    """`cyclic`: a block has one game for each turn of the table; `all`: one for each way to sit."""
    line_up: tuple[int, ...] | None = None
    """Of a fixed table: bots by seat, of which some may sit twice; by default each bot once."""
    seed: int = 1
    control: TimeControl = field(default_factory=TimeControl)
    settings: HostSettings = field(default_factory=HostSettings)
    faults: str = "count"
    """`count`: a fault is a lost game and play goes on; `stop`: the event ends when a bot has too many."""
    max_faults: int = 0
    """With `stop`: faults that a bot may have."""

    def __post_init__(self) -> None:
        check_choice("format", self.format, FORMATS)
        check_choice("rotations", self.rotations, ROTATIONS)
        check_choice("faults", self.faults, FAULT_POLICIES)
        check_range("blocks", self.blocks, 1, MOST_BLOCKS)
        check_range("rounds", self.rounds, 1, 10_000)
        check_range("seed", self.seed, 0, SAFE_SEED)
        check_range("max_faults", self.max_faults, 0, MOST_BLOCKS)
        if not self.bots or not self.tables:
            raise OptionError("an event needs at least one bot and one game")
        check_unique("bot", [bot.name for bot in self.bots])
        check_unique("game", [table.label for table in self.tables])

    def to_map(self) -> dict[str, Any]:
        """What decides the games: a stored event goes on only with the same map.

        `blocks` and `rounds` are left out, so that a finished event can be made longer.
        """
        found: dict[str, Any] = {
            "format": self.format,
            "rotations": self.rotations,
            "seed": self.seed,
            "bots": [bot.to_map() for bot in self.bots],
            "tables": [table.to_map() for table in self.tables],
            "limits": self.control.to_map(),
        }
        if self.format == "gauntlet":
            found["heroes"] = [self.bots[hero].name for hero in self.heroes]
        if self.format == "swiss":
            found["blocks"] = self.blocks
        if self.format == "fixed" and self.line_up is not None:
            found["line_up"] = list(self.line_up)
        return found


def event_from_map(content: Mapping[str, Any], name: str) -> Event:
    """A stored event for looking at: its bots have names and sources, but cannot be started."""
    bots = tuple(BotEntry(bot["name"], bot["bot"]) for bot in content["bots"])
    names = [bot.name for bot in bots]
    line_up = content.get("line_up")
    return Event(
        bots,
        tuple(TableSpec(table["game"], table["options"], table["label"]) for table in content["tables"]),
        name=name,
        format=content["format"],
        rotations=content["rotations"],
        seed=content["seed"],
        heroes=tuple(names.index(hero) for hero in content.get("heroes", names[:1])),
        line_up=None if line_up is None else tuple(line_up),
    )


def check_choice(name: str, value: object, values: Sequence[str]) -> None:
    if value not in values:
        raise OptionError(f"{name}: expected one of {', '.join(values)}, got {value!r}")


def check_range(name: str, value: object, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise OptionError(f"{name}: expected {low} to {high}, got {value!r}")


def check_unique(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two entries of the event are called {what} {name!r}")


def mix(*parts: object) -> int:
    """A 53-bit number that depends on all parts, equal on every machine."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big") >> 11


def bot_entries(sources: Iterable[str | Mapping[str, Any]], processes: bool = False) -> tuple[BotEntry, ...]:
    """Bots as a user names them; a source that comes twice gets a number behind its name.

    With `processes` built-in players run as programs too.
    """
    entries: list[BotEntry] = []
    for source in sources:
        entry = bot_entry(source, processes)
        taken = {known.name for known in entries}
        number, name = 1, entry.name
        while name in taken:
            number += 1
            name = f"{entry.name}-{number}"
        entries.append(BotEntry(name, entry.source, entry.spec))
    return tuple(entries)


def bot_entry(source: str | Mapping[str, Any], processes: bool) -> BotEntry:
    """One bot from `BOT`, `NAME:=BOT` or a table with bot, name, options, process."""
    if isinstance(source, str):
        name, mark, text = source.partition(NAME_MARK)
        source = {"name": name, "bot": text} if mark else {"bot": name}
    unknown = set(source) - {"name", "bot", "options", "process"}
    if unknown:
        raise BotError(f"bots: unknown field {min(unknown)!r}; the fields are bot, name, options, process")
    text, options = source.get("bot", ""), source.get("options", {})
    if not text or not isinstance(text, str) or not isinstance(options, Mapping):
        raise BotError(f"bots: expected a text `bot` and a table `options`, got {dict(source)!r}")
    found = find_bot(text)
    if isinstance(found, str) and (processes or source.get("process")):
        found = BotSpec(found, palio_command("engine"), None, {"method": found})
    if isinstance(found, str) and options:
        raise BotError(f"bot {text!r}: a player without a program of its own has no options; set process = true")
    name = str(source.get("name") or (found if isinstance(found, str) else found.name))
    if isinstance(found, str):
        return BotEntry(name, text)
    return BotEntry(name, text, BotSpec(name, found.command, found.directory, {**found.options, **options}))


def table_specs(games: Iterable[tuple[str, Sequence[int | str] | None, Mapping[str, object]]]) -> tuple[TableSpec, ...]:
    """Tables from (game, numbers of players, options); no numbers: the game's own default."""
    found: list[tuple[str, Mapping[str, OptionValue], Mapping[str, object]]] = []
    for name, players, given in games:
        for extra in [{"players": count} for count in players or ()] or [{}]:
            found.append((name, dict(load(name, **{**given, **extra}).options), given))
    labels = [f"{name}-{options['players']}" for name, options, _ in found]
    return tuple(
        TableSpec(name, options, label if labels.count(label) == 1 else long_label(label, given))
        for label, (name, options, given) in zip(labels, found, strict=True)
    )


def long_label(label: str, given: Mapping[str, object]) -> str:
    """A label that also shows the options that were asked for."""
    chosen = [f"{name}={value}" for name, value in sorted(given.items()) if name != "players"]
    return " ".join([label, *chosen])
