"""Lorenzo il Magnifico: maps back to states and views, field by field; maps.pxi makes them."""

from collections.abc import Callable, Mapping
from typing import Any

from palio.core.info import OptionValue
from palio.core.maps import MapReader, choice_item, integer_item
from palio.errors import NotationError
from palio.games.lorenzo.info import INFO
from palio.games.lorenzo.rules import (
    BASIC_TILE,
    LANE_NAMES,
    MEMBER_NAMES,
    PRIVILEGE_NAMES,
    SOURCES,
    SPACES,
    STEPS,
    TYPE_NAMES,
    option_codes,
    pack,
)

NONE = 255
GOODS = LANE_NAMES[:6]
CARDS, DECK, FLOORS, ROW, PICKS, LEADERS = 96, 24, 4, 6, 4, 20
SEATS = 4
MOST = (127, 127, 127, 127, 25, 15)
"""Most of each good that a player can have: the tracks end there."""

Options = Mapping[str, OptionValue]


def none_as(value: int | None) -> int:
    return NONE if value is None else value


def bit_set(indices: list[int]) -> int:
    return sum(1 << index for index in set(indices))


def options_of(data: bytes) -> dict[str, OptionValue]:
    """The options that a state's bytes hold."""
    return INFO.decode(option_codes(data))


def from_map(source: object, options: Options) -> bytes:
    """The bytes of the state or view that to_map made the map of; the game checks the rest."""
    reader = MapReader(source, "lorenzo")
    reader.choice("game", (INFO.name,))
    reader.integer("rules", INFO.rules_version, INFO.rules_version)
    given = reader.take("options")
    if given != options:
        raise reader.fail("options", str(dict(options)), given)
    seats = int(options["players"])
    codes = INFO.encode(options)
    fields: dict[str, Any] = {
        "seats": seats,
        "options": codes[1] | codes[2] << 1,
        "viewer": none_as(reader.optional_integer("seat", 0, seats - 1)),
        "step": reader.choice("step", STEPS),
        "actor": reader.actor(seats),
        "round": reader.integer("round", 1, 6) - 1,
        "lap": reader.integer("lap", 0, 4),
        "turn": reader.integer("turn", 0, seats - 1),
        "placed": read_flag(reader, "placed"),
        "order": padded(reader.items("order", integer_item(0, seats - 1), seats, seats), SEATS),
        "council": padded(reader.items("council", integer_item(0, seats - 1), seats), SEATS),
        "dice": read_dice(reader),
        "tiles": [tile - 1 for tile in reader.items("excommunications", integer_item(1, 7), 3, 3)],
    }
    fields["deck"] = read_decks(reader)
    fields["left"] = read_towers(reader, fields)
    fields["draft"] = read_draft(reader, seats, options["rules"] == "advanced")
    rows = reader.items("players", read_player, seats, seats)
    read_action(reader.take("action"), fields)
    reader.done()
    for seat, row in enumerate(rows):
        visible = fields["viewer"] in (NONE, seat)
        if (row["hand"] is not None) != visible:
            expected = "a list" if visible else "null, it is hidden"
            raise NotationError(f"lorenzo.players[{seat}].hand: expected {expected}")
        row["hand"] = row["hand"] or 0
    fields["used"] = 0
    for row in rows:
        fields["used"] |= row.pop("used")
    fields["players"] = rows + [dict(EMPTY_SEAT) for _ in range(SEATS - seats)]
    return pack(fields)


EMPTY_SEAT: Mapping[str, Any] = {
    "goods": [0] * 8, "owned": [0] * 4, "hand": 0, "played": 0, "discarded": 0, "points": 0,
    "row": [[NONE] * ROW, [NONE] * ROW], "place": [NONE] * 4, "raised": 0, "copied": NONE, "banned": 0,
    "tile": NONE,
}  # fmt: skip


def padded(values: list[int], count: int) -> list[int]:
    return values + [NONE] * (count - len(values))


def distinct(reader: MapReader, name: str, read: Callable[[object, str], int], most: int) -> list[int]:
    """A list without repetitions."""
    found = reader.items(name, read, most)
    if len(set(found)) < len(found):
        raise reader.fail(name, "each item once", found)
    return found


def read_set(reader: MapReader, name: str, read: Callable[[object, str], int], most: int) -> int:
    """A list without repetitions as a bit set."""
    return bit_set(distinct(reader, name, read, most))


def read_flag(reader: MapReader, name: str) -> int:
    value = reader.take(name)
    if not isinstance(value, bool):
        raise reader.fail(name, "true or false", value)
    return int(value)


def read_dice(reader: MapReader) -> list[int]:
    dice = reader.take("dice")
    if dice is None:
        return [0, 0, 0]
    return MapReader({"dice": dice}, "lorenzo").items("dice", integer_item(1, 6), 3, 3)


def known_or_null(low: int, high: int) -> Any:
    """Reads a list's items as integers or null."""
    read = integer_item(low, high)
    return lambda value, path: NONE if value is None else read(value, path)


def read_decks(reader: MapReader) -> list[list[int]]:
    decks = MapReader(reader.take("decks"), "lorenzo.decks")
    found = [
        decks.items(name, known_or_null(index * DECK, index * DECK + DECK - 1), DECK, DECK)
        for index, name in enumerate(TYPE_NAMES)
    ]
    decks.done()
    return found


def read_towers(reader: MapReader, fields: Mapping[str, Any]) -> int:
    """Which floors have their card; a card that lies there must be the one of the deck."""
    towers = MapReader(reader.take("towers"), "lorenzo.towers")
    left = 0
    for index, name in enumerate(TYPE_NAMES):
        cards = towers.items(name, known_or_null(0, CARDS - 1), FLOORS, FLOORS)
        for floor, card in enumerate(cards):
            if card == NONE:
                continue
            expected = fields["deck"][index][fields["round"] * FLOORS + floor]
            if card != expected:
                shown = "null" if expected == NONE else f"card {expected} of the deck or null"
                raise towers.fail(name, f"{shown} on floor {floor + 1}", card)
            left |= 1 << index * FLOORS + floor
    towers.done()
    return left


def read_draft(reader: MapReader, seats: int, advanced: bool) -> list[list[int]]:
    if not advanced:
        if reader.take("draft") is not None:
            raise NotationError("lorenzo.draft: expected null in the basic game")
        return [[NONE] * PICKS] * SEATS
    packs = reader.items("draft", read_pack, seats, seats)
    return packs + [[NONE] * PICKS] * (SEATS - seats)


def read_pack(source: object, path: str) -> list[int]:
    return MapReader({"pack": source}, path).items("pack", known_or_null(0, LEADERS - 1), PICKS, PICKS)


def read_player(source: object, path: str) -> dict[str, Any]:
    reader = MapReader(source, path)
    goods = MapReader(reader.take("goods"), f"{path}.goods")
    lists = ("territories", "buildings", "characters", "ventures")
    rows = [distinct(reader, name, type_item(index), ROW) for index, name in enumerate(lists)]
    player: dict[str, Any] = {
        "goods": [goods.integer(name, 0, most) for name, most in zip(GOODS, MOST, strict=True)] + [0, 0],
        "points": reader.integer("points", 0, 999),
        "row": [padded(row, ROW) for row in rows[:2]],
        "owned": [bit_set([card % DECK for card in row]) for row in rows],
        "tile": read_tile(reader),
        "place": read_places(reader.take("members"), f"{path}.members"),
        "raised": read_set(reader, "raised", choice_item(MEMBER_NAMES[:3]), 3),
        "banned": read_set(reader, "excommunicated", integer_item(1, 3), 3) >> 1,
        "copied": none_as(reader.optional_integer("copied", 0, LEADERS - 1)),
    }
    goods.done()
    hand = reader.take("hand")
    player["hand"] = None if hand is None else read_set(MapReader({"hand": hand}, path), "hand", LEADER, PICKS)
    for name in ("played", "used", "discarded"):
        player[name] = read_set(reader, name, LEADER, PICKS)
    if player["used"] & ~player["played"]:
        raise NotationError(f"{path}.used: expected leaders that the player has in play")
    reader.done()
    return player


LEADER = integer_item(0, LEADERS - 1)


def type_item(index: int) -> Callable[[object, str], int]:
    return integer_item(index * DECK, index * DECK + DECK - 1)


def read_tile(reader: MapReader) -> int:
    tile = reader.take("bonus_tile")
    if tile is None:
        return NONE
    if tile == BASIC_TILE:
        return 4
    if isinstance(tile, bool) or not isinstance(tile, int) or not 1 <= tile <= 4:
        raise reader.fail("bonus_tile", "1 to 4, 'basic' or null", tile)
    return tile - 1


def read_places(source: object, path: str) -> list[int]:
    reader = MapReader(source, path)
    places = [none_as(reader.optional_choice(name, SPACES)) for name in MEMBER_NAMES]
    reader.done()
    return places


def read_action(source: object, fields: dict[str, Any]) -> None:
    reader = MapReader(source, "lorenzo.action")
    gain = MapReader(reader.take("gain"), "lorenzo.action.gain")
    fields["gain"] = [gain.integer(name, 1, 31) if name in gain else 0 for name in LANE_NAMES]
    gain.done()
    card = reader.optional_integer("bonus_of_card", 0, CARDS - 1)
    leader = reader.optional_integer("bonus_of_leader", 0, LEADERS - 1)
    if card is not None and leader is not None:
        raise NotationError("lorenzo.action: a bonus action comes from a card or from a leader, not from both")
    fields["origin"] = none_as(card) if leader is None else CARDS + leader
    fields["member"] = none_as(reader.optional_choice("member", MEMBER_NAMES))
    fields["space"] = none_as(reader.optional_choice("space", SPACES))
    fields["card"] = none_as(reader.optional_integer("card", 0, CARDS - 1))
    fields["cost"] = reader.integer("cost", 0, 1)
    fields["source"] = reader.choice("source", SOURCES)
    fields["chosen"] = read_set(reader, "chosen", choice_item(PRIVILEGE_NAMES), len(PRIVILEGE_NAMES))
    fields["cursor"] = reader.integer("cursor", 0, ROW)
    fields["active"] = read_set(reader, "active", integer_item(0, ROW - 1), ROW)
    arrows = reader.items("exchanges", integer_item(0, 2), ROW, ROW)
    fields["arrows"] = sum(arrow << 2 * place for place, arrow in enumerate(arrows))
    reader.done()
