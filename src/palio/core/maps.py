"""Reading maps that come from outside, field by field, with errors that name the field."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from palio.errors import NotationError

T = TypeVar("T")


class MapReader:
    """Takes the fields out of one map; `done` complains about what nobody asked for."""

    def __init__(self, source: object, path: str) -> None:
        if not isinstance(source, Mapping):
            raise NotationError(f"{path}: expected a map, got {short(source)}")
        self._left: dict[str, Any] = dict(source)
        self._path = path

    def fail(self, name: str, expected: str, got: object) -> NotationError:
        """The error for a field with a wrong value."""
        return NotationError(f"{self._path}.{name}: expected {expected}, got {short(got)}")

    def take(self, name: str) -> Any:
        """The field's raw value, which must be there."""
        if name not in self._left:
            raise NotationError(f"{self._path}.{name}: missing")
        return self._left.pop(name)

    def integer(self, name: str, low: int, high: int) -> int:
        value = self.take(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.fail(name, f"an integer {low} to {high}", value)
        return value

    def optional_integer(self, name: str, low: int, high: int) -> int | None:
        """An integer, or None where the map has null."""
        if self._left.get(name, 0) is None:
            self.take(name)
            return None
        return self.integer(name, low, high)

    def choice(self, name: str, values: Sequence[str]) -> int:
        """The index of a text among the values."""
        value = self.take(name)
        if not isinstance(value, str) or value not in values:
            raise self.fail(name, f"one of {', '.join(values)}", value)
        return list(values).index(value)

    def optional_choice(self, name: str, values: Sequence[str]) -> int | None:
        if self._left.get(name, "") is None:
            self.take(name)
            return None
        return self.choice(name, values)

    def actor(self, seats: int) -> int:
        """The field `actor` of a position: a seat, or the numbers that stand for chance and the end."""
        value = self.take("actor")
        if value in ("chance", "over"):
            return -1 if value == "chance" else -2
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < seats:
            raise self.fail("actor", f"a seat 0 to {seats - 1}, 'chance' or 'over'", value)
        return value

    def items(self, name: str, read: Callable[[object, str], T], most: int, least: int = 0) -> list[T]:
        """A list, each item read by `read(item, path)`."""
        value = self.take(name)
        if not isinstance(value, Sequence) or isinstance(value, str | bytes) or not least <= len(value) <= most:
            count = str(most) if least == most else f"{least} to {most}"
            raise self.fail(name, f"a list of {count} items", value)
        return [read(item, f"{self._path}.{name}[{index}]") for index, item in enumerate(value)]

    def __contains__(self, name: str) -> bool:
        """Whether the field is there and has not been taken."""
        return name in self._left

    def done(self) -> None:
        """Every field has been taken."""
        if self._left:
            raise NotationError(f"{self._path}: unknown field {sorted(map(str, self._left))[0]!r}")


def integer_item(low: int, high: int) -> Callable[[object, str], int]:
    """Reads a list's items as integers."""

    def read(value: object, path: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise NotationError(f"{path}: expected an integer {low} to {high}, got {short(value)}")
        return value

    return read


def choice_item(values: Sequence[str]) -> Callable[[object, str], int]:
    """Reads a list's items as indices of the given texts."""

    def read(value: object, path: str) -> int:
        if not isinstance(value, str) or value not in values:
            raise NotationError(f"{path}: expected one of {', '.join(values)}, got {short(value)}")
        return list(values).index(value)

    return read


def short(value: object) -> str:
    """A value for an error message, cut to a readable length."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
