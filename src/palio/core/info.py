"""What a game says about itself: its seats, its options, its rules version."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from palio.errors import OptionError

OptionValue = int | str | bool


@dataclass(frozen=True, slots=True)
class Choice:
    """An option with a fixed list of values."""

    name: str
    values: tuple[str, ...]
    default: str
    text: str
    """What it changes, in one line."""
    only_players: int | None = None
    """A value other than the default needs this number of players."""

    def encode(self, value: object) -> int:
        """The value's index; on/off options also take booleans."""
        if isinstance(value, bool) and set(self.values) == {"off", "on"}:
            value = "on" if value else "off"
        if not isinstance(value, str) or value not in self.values:
            raise OptionError(f"option {self.name}: expected one of {', '.join(self.values)}, got {value!r}")
        return self.values.index(value)

    def decode(self, code: int) -> str:
        return self.values[code]

    @property
    def bounds(self) -> str:
        return " | ".join(self.values)


@dataclass(frozen=True, slots=True)
class Number:
    """An option with an integer value."""

    name: str
    low: int
    high: int
    default: int
    text: str
    """What it changes, in one line."""

    def encode(self, value: object) -> int:
        """The value itself; texts of digits are taken as well."""
        number = value
        if isinstance(value, str) and value.lstrip("-").isdecimal():
            number = int(value)
        if isinstance(number, bool) or not isinstance(number, int) or not self.low <= number <= self.high:
            raise OptionError(f"option {self.name}: expected {self.bounds}, got {value!r}")
        return number

    def decode(self, code: int) -> int:
        return code

    @property
    def bounds(self) -> str:
        return f"{self.low} to {self.high}"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game's name, rules version and options; the first option is always `players`."""

    name: str
    title: str
    rules_version: int
    """Rises when the rules change what is legal or what it leads to; stays for speed-ups."""
    options: tuple[Number | Choice, ...]
    search: Mapping[str, Any] = field(default_factory=dict)
    """`method`: the search method that plays this game best; else parameters of search with other defaults."""

    @property
    def players(self) -> Number:
        """The option for the number of seats."""
        option = self.options[0]
        if not isinstance(option, Number) or option.name != "players":
            raise TypeError(f"{self.name}: the first option must be the number `players`")
        return option

    def encode(self, given: Mapping[str, object]) -> list[int]:
        """All options as numbers in their order; what is not given has its default.

        Raises OptionError for unknown names and for values out of bounds.
        """
        known = {option.name for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(f"{self.name} has no option {name!r}; its options are {', '.join(sorted(known))}")
        codes = [option.encode(given.get(option.name, option.default)) for option in self.options]
        for option, code in zip(self.options, codes, strict=True):
            needed = option.only_players if isinstance(option, Choice) else None
            if needed not in (None, codes[0]) and option.decode(code) != option.default:
                raise OptionError(f"option {option.name}={option.decode(code)} needs {needed} players, got {codes[0]}")
        return codes

    def decode(self, codes: list[int]) -> dict[str, OptionValue]:
        """The inverse of encode: every option by name."""
        return {option.name: option.decode(code) for option, code in zip(self.options, codes, strict=True)}
