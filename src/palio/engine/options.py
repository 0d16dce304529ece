"""The engine's options: what they take, and their present values."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from palio.errors import WireError
from palio.search.params import MAX_THREADS
from palio.wire.fields import SAFE_INTEGER

OptionValue = int | str

MOST_THREADS = min(4 * (os.cpu_count() or 1), MAX_THREADS)
"""What a search takes on this machine."""


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An integer within bounds, one of a few texts, or any text."""

    name: str
    default: OptionValue
    text: str
    """What it changes, in one line."""
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()
    free: bool = False
    """Takes any text up to `high` characters."""

    def check(self, value: object) -> OptionValue:
        """The value, or a WireError that names `options.NAME`."""
        if self.values:
            if isinstance(value, str) and value in self.values:
                return value
            expected = f"one of {', '.join(self.values)}"
        elif self.free:
            if isinstance(value, str) and len(value) <= self.high:
                return value
            expected = f"a text of at most {self.high} characters"
        else:
            if type(value) is int and self.low <= value <= self.high:
                return value
            expected = f"an integer {self.low} to {self.high}"
        raise WireError(f"expected {expected}, got {value!r:.60}", f"options.{self.name}")

    def offer(self) -> dict[str, Any]:
        """The option as the greeting shows it."""
        shown: dict[str, Any] = {"name": self.name, "default": self.default, "text": self.text}
        if self.values:
            return {**shown, "kind": "choice", "values": list(self.values)}
        if self.free:
            return {**shown, "kind": "text"}
        return {**shown, "kind": "integer", "low": self.low, "high": self.high}


class Settings:
    """The options' values; `set` changes all that it is given, or nothing."""

    def __init__(self, options: tuple[EngineOption, ...]) -> None:
        self._options = {option.name: option for option in options}
        self._values = {option.name: option.default for option in options}

    def set(self, given: Mapping[str, object]) -> None:
        """Raises WireError for an unknown name or a value out of bounds, and then changes nothing."""
        checked: dict[str, OptionValue] = {}
        for name, value in given.items():
            option = self._options.get(name)
            if option is None:
                known = ", ".join(self._options)
                raise WireError(f"unknown option; the options are {known}", f"options.{name:.60}")
            checked[name] = option.check(value)
        self._values.update(checked)

    def preset(self, given: Mapping[str, object]) -> None:
        """Like `set`, and the values become the defaults that the greeting shows."""
        self.set(given)
        self._options = {name: replace(option, default=self._values[name]) for name, option in self._options.items()}

    def number(self, name: str) -> int:
        return int(self._values[name])

    def text(self, name: str) -> str:
        return str(self._values[name])

    def offers(self) -> list[dict[str, Any]]:
        return [option.offer() for option in self._options.values()]


def engine_options(methods: tuple[str, ...], default: str, styles: tuple[str, ...]) -> tuple[EngineOption, ...]:
    """The options of an engine with these methods of thinking and scripted styles."""
    return (
        EngineOption("method", default, "how it thinks; auto is the game's best", values=methods),
        EngineOption("style", styles[0], "a scripted player instead of the method", values=styles),
        EngineOption("search", "", "parameters of the search, such as exploration=0.7,worlds=20", high=1000, free=True),
        EngineOption("iterations", 20_000, "iterations for a decision without any limit", 1, 10**9),
        EngineOption("threads", 1, "threads of one search", 1, MOST_THREADS),
        EngineOption("memory", 256, "memory for one search tree, in MiB", 1, 1 << 20),
        EngineOption("seed", 0, "added to the seed that each game brings", 0, SAFE_INTEGER),
        EngineOption("overhead", 20, "time kept back for the way to the host, in ms", 0, 10_000),
        EngineOption("thoughts", 250, "least time between two thoughts, in ms; 0 sends none", 0, 60_000),
    )
