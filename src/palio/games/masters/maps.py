"""Masters of Renaissance: maps back to states and views, field by field; maps.pxi makes them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from palio.core.info import OptionValue
from palio.core.maps import MapReader, choice_item, integer_item, short
from palio.errors import NotationError
from palio.games.masters.info import INFO
from palio.games.masters.rules import (
    CARD_NUMBERS,
    COLORS,
    LEADER_NUMBERS,
    MARBLES,
    PHASES,
    RESOURCES,
    TOKEN_NUMBERS,
    option_codes,
    pack,
)

NOBODY = 255
SLOTS, ROWS, COLUMNS, LEVELS = 3, 3, 4, 3
FAITH_SPACES = 24
MOST = 31  # resources of one kind in an action
Options = Mapping[str, OptionValue]


def options_of(data: bytes) -> dict[str, OptionValue]:
    """The options that a state's bytes hold."""
    return INFO.decode(option_codes(data))


def from_map(source: object, options: Options) -> bytes:
    """The bytes of the state or view that to_map made the map of; the game checks the rest."""
    reader = MapReader(source, INFO.name)
    reader.choice("game", (INFO.name,))
    reader.integer("rules", INFO.rules_version, INFO.rules_version)
    given = reader.take("options")
    if given != options:
        raise reader.fail("options", str(dict(options)), given)
    seats = int(options["players"])
    viewer = reader.optional_integer("seat", 0, seats - 1)
    first = reader.optional_integer("first_player", 0, seats - 1)
    fields: dict[str, Any] = {
        "seats": seats,
        "max_turns": int(options["max_turns"]),
        "viewer": NOBODY if viewer is None else viewer,
        "turn": reader.integer("round", 0, 10000),
        "phase": reader.choice("phase", PHASES),
        "actor": reader.actor(seats),
        "turn_seat": reader.integer("turn_player", 0, seats - 1),
        "first": NOBODY if first is None else first,
        "ending": read_flag(reader, "last_round"),
        "reports": reader.integer("reports", 0, 3),
        "market": read_market(reader.take("market")),
        "stacks": read_stacks(reader),
        **read_action(reader.take("action")),
        **read_solo(reader, seats),
        "players": reader.items("players", read_player, seats, seats),
    }
    reader.done()
    for seat, row in enumerate(fields["players"]):
        fill_hidden(row, seat, viewer in (None, seat))
    return pack(fields)


def fill_hidden(row: dict[str, Any], seat: int, shown: bool) -> None:
    """Dealt leaders and hands are null exactly where the viewer cannot see them."""
    for name in ("dealt", "hand"):
        if (row[name] is not None) != shown:
            expected = "a list" if shown else "null, it is hidden"
            raise NotationError(f"{INFO.name}.players[{seat}].{name}: expected {expected}, got {short(row[name])}")
        row[name] = row[name] or []


def read_flag(reader: MapReader, name: str) -> int:
    value = reader.take(name)
    if not isinstance(value, bool):
        raise reader.fail(name, "true or false", value)
    return int(value)


def read_market(source: object) -> list[int]:
    reader = MapReader(source, f"{INFO.name}.market")

    def read_row(value: object, path: str) -> list[int]:
        return MapReader({"row": value}, path).items("row", choice_item(MARBLES), COLUMNS, COLUMNS)

    rows = reader.items("rows", read_row, ROWS, ROWS)
    market = [marble for row in rows for marble in row] + [reader.choice("slide", MARBLES)]
    reader.done()
    return market


def number_item(known: Sequence[int], what: str) -> Callable[[object, str], int]:
    """Reads a list's items as printed numbers of cards, leaders or tokens."""

    def read(value: object, path: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in known:
            raise NotationError(f"{path}: expected the number of a {what}, got {short(value)}")
        return list(known).index(value)

    return read


def distinct(reader: MapReader, name: str, read: Callable[[object, str], int], most: int) -> list[int]:
    """A list without repetitions."""
    found = reader.items(name, read, most)
    if len(set(found)) != len(found):
        raise reader.fail(name, "no item twice", found)
    return found


def read_stacks(reader: MapReader) -> list[list[int]]:
    """The twelve stacks, level by level; cards of a stack lie in that stack."""

    def read(value: object, path: str) -> list[int]:
        stack = MapReader(value, path)
        color, level = stack.choice("color", COLORS), stack.integer("level", 1, LEVELS)
        index = len(COLORS) * (level - 1) + color
        cards = distinct(stack, "cards", number_item(CARD_NUMBERS[4 * index : 4 * index + 4], "card of the stack"), 4)
        stack.done()
        return [index, *(4 * index + card for card in cards)]

    stacks = reader.items("stacks", read, len(COLORS) * LEVELS, len(COLORS) * LEVELS)
    if [stack[0] for stack in stacks] != list(range(len(stacks))):
        raise reader.fail("stacks", f"level by level the colours {', '.join(COLORS)}", [stack[0] for stack in stacks])
    return [stack[1:] for stack in stacks]


def read_amounts(source: object, path: str, most: int) -> list[int]:
    reader = MapReader(source, path)
    counts = [reader.integer(name, 0, most) for name in RESOURCES]
    reader.done()
    return counts


def read_action(source: object) -> dict[str, Any]:
    path = f"{INFO.name}.action"
    reader = MapReader(source, path)
    card = reader.take("card")
    slot = reader.optional_integer("slot", 1, SLOTS)
    fields = {
        "pending": read_amounts(reader.take("pending"), f"{path}.pending", MOST),
        "gain": read_amounts(reader.take("gain"), f"{path}.gain", MOST),
        "faith_due": reader.integer("faith", 0, 255),
        "whites": reader.integer("whites", 0, COLUMNS),
        "spends": reader.integer("spends", 0, 3),
        "receives": reader.integer("receives", 0, 3),
        "card": -1 if card is None else number_item(CARD_NUMBERS, "card")(card, f"{path}.card"),
        "slot": -1 if slot is None else slot - 1,
    }
    reader.done()
    return fields


def read_solo(reader: MapReader, seats: int) -> dict[str, Any]:
    source = reader.take("solo")
    if (source is None) != (seats > 1):
        raise reader.fail("solo", "a map in the solo game, else null", source)
    if source is None:
        return {"cross": 0, "tokens": []}
    solo = MapReader(source, f"{INFO.name}.solo")
    tokens = distinct(solo, "tokens", number_item(TOKEN_NUMBERS, "token"), len(TOKEN_NUMBERS))
    fields = {"cross": solo.integer("black_cross", 0, FAITH_SPACES), "tokens": tokens}
    solo.done()
    return fields


def read_player(source: object, path: str) -> dict[str, Any]:
    reader = MapReader(source, path)
    leader, card = number_item(LEADER_NUMBERS, "leader"), number_item(CARD_NUMBERS, "card")

    def read_pile(value: object, where: str) -> list[int]:
        return distinct(MapReader({"cards": value}, where), "cards", card, LEVELS)

    def optional_leaders(name: str) -> list[int] | None:
        value = reader.take(name)
        return None if value is None else distinct(MapReader({name: value}, path), name, leader, 4)

    row = {
        "warehouse": read_amounts(reader.take("warehouse"), f"{path}.warehouse", 5),
        "chest": read_amounts(reader.take("chest"), f"{path}.chest", 65535),
        "faith": reader.integer("faith", 0, FAITH_SPACES),
        "favor": [number - 1 for number in distinct(reader, "favor", integer_item(1, 3), 3)],
        "slots": reader.items("slots", read_pile, SLOTS, SLOTS),
        "dealt": optional_leaders("dealt"),
        "hand": optional_leaders("hand"),
        "held": reader.integer("in_hand", 0, 2),
        "played": distinct(reader, "played", leader, 2),
    }
    reader.done()
    return row
