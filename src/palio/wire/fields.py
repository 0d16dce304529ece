"""What a message's fields may hold: each kind checks a value and says the same as a JSON schema."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from palio.errors import WireError

SAFE_INTEGER = 2**53 - 1
"""The largest integer that every language with doubles for numbers can hold."""


class Kind(Protocol):
    """The kind of a field."""

    def check(self, value: object, path: str) -> Any:
        """The value, or a WireError that names the path."""
        ...

    def schema(self) -> dict[str, Any]:
        """The same rule as JSON schema."""
        ...


def wrong(path: str, expected: str, value: object) -> WireError:
    return WireError(f"expected {expected}, got {value!r:.60}", path)


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number within bounds; true and false are none."""

    low: int = 0
    high: int = SAFE_INTEGER

    def check(self, value: object, path: str) -> int:
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise wrong(path, f"an integer {self.low} to {self.high}", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Real:
    """A finite number; integers count."""

    low: float = -1e18
    high: float = 1e18

    def check(self, value: object, path: str) -> float:
        if type(value) in (int, float) and isfinite(value) and self.low <= value <= self.high:  # type: ignore[arg-type, operator]
            return value  # type: ignore[return-value]
        raise wrong(path, f"a number {self.low:g} to {self.high:g}", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.low, "maximum": self.high}


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def check(self, value: object, path: str) -> bool:
        if type(value) is bool:
            return value
        raise wrong(path, "true or false", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Text:
    """Text of a bounded length, counted in characters."""

    most: int
    least: int = 0

    def check(self, value: object, path: str) -> str:
        if type(value) is str and self.least <= len(value) <= self.most:
            return value
        raise wrong(path, f"text of {self.least} to {self.most} characters", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "minLength": self.least, "maxLength": self.most}


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few texts."""

    values: tuple[str, ...]

    def check(self, value: object, path: str) -> str:
        if type(value) is str and value in self.values:
            return value
        raise wrong(path, f"one of {', '.join(self.values)}", value)

    def schema(self) -> dict[str, Any]:
        return {"enum": list(self.values)}


@dataclass(frozen=True, slots=True)
class Either:
    """Any of several kinds; `expected` says so in words."""

    kinds: tuple[Kind, ...]
    expected: str

    def check(self, value: object, path: str) -> Any:
        for kind in self.kinds:
            try:
                return kind.check(value, path)
            except WireError:
                continue
        raise wrong(path, self.expected, value)

    def schema(self) -> dict[str, Any]:
        return {"anyOf": [kind.schema() for kind in self.kinds]}


@dataclass(frozen=True, slots=True)
class Items:
    """A list of one kind."""

    kind: Kind
    most: int
    least: int = 0

    def check(self, value: object, path: str) -> list[Any]:
        if type(value) is not list or not self.least <= len(value) <= self.most:
            raise wrong(path, f"a list of {self.least} to {self.most} items", value)
        check = self.kind.check
        return [check(item, f"{path}[{index}]") for index, item in enumerate(value)]

    def schema(self) -> dict[str, Any]:
        return {"type": "array", "items": self.kind.schema(), "minItems": self.least, "maxItems": self.most}


@dataclass(frozen=True, slots=True)
class AnyMap:
    """A map whose contents are somebody else's matter: a view, a state, a game's options."""

    def check(self, value: object, path: str) -> dict[str, Any]:
        if type(value) is dict:
            return value
        raise wrong(path, "a map", value)

    def schema(self) -> dict[str, Any]:
        return {"type": "object"}


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map from names to values of one kind."""

    kind: Kind
    most: int

    def check(self, value: object, path: str) -> dict[str, Any]:
        if type(value) is not dict or len(value) > self.most:
            raise wrong(path, f"a map of at most {self.most} entries", value)
        return {name: self.kind.check(item, f"{path}.{name:.60}") for name, item in value.items()}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.kind.schema(), "maxProperties": self.most}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a record: its name, kind, and whether it may be left out or null."""

    name: str
    kind: Kind
    text: str
    """What it means, in one line."""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Record:
    """A map with known fields; unknown ones are ignored, so that later versions can add some."""

    fields: tuple[Field, ...]

    def check(self, value: object, path: str) -> dict[str, Any]:
        if type(value) is not dict:
            raise wrong(path, "a map", value)
        return take_fields(self.fields, value, f"{path}.")

    def schema(self) -> dict[str, Any]:
        return record_schema(self.fields)


def take_fields(fields: Sequence[Field], source: dict[str, Any], prefix: str) -> dict[str, Any]:
    """The known fields that are there, checked; a missing or null field is left out if it may be."""
    found: dict[str, Any] = {}
    for field in fields:
        value = source.get(field.name)
        if value is not None:
            found[field.name] = field.kind.check(value, prefix + field.name)
        elif field.required:
            raise WireError("missing", prefix + field.name)
    return found


def record_schema(fields: Sequence[Field], **constants: str) -> dict[str, Any]:
    properties: dict[str, Any] = {name: {"const": value} for name, value in constants.items()}
    for field in fields:
        kind = field.kind.schema()
        if not field.required:
            kind = {"anyOf": [kind, {"type": "null"}]}
        properties[field.name] = {**kind, "description": field.text}
    required = [*constants, *(field.name for field in fields if field.required)]
    return {"type": "object", "properties": properties, "required": required}
