"""Lorenzo il Magnifico: states and views as maps; reading.py goes the other way."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from palio.core.info import OptionValue
from palio.games.lorenzo.info import INFO
from palio.games.lorenzo.rules import LANE_NAMES, MEMBER_NAMES, PRIVILEGE_NAMES, TYPE_NAMES, unpack

NONE = 255
GOODS = LANE_NAMES[:6]
CARDS, DECK, FLOORS, ROW, PICKS, LEADERS = 96, 24, 4, 6, 4, 20
SPACES = (
    *(f"{name} {floor}" for name in TYPE_NAMES for floor in range(1, 5)),
    "harvest", "harvest large", "production", "production large",
    *(f"market {space}" for space in range(1, 5)), "council",
)  # fmt: skip
STEPS = (
    "draft", "tile", "roll", "turn", "servants", "cost", "discount", "privilege", "exchange", "take", "run",
    "raise", "copy", "after", "support", "over",
)  # fmt: skip
SOURCES = ("none", "space", "card", "harvest", "production", "leader")
BASIC_TILE = "basic"

Options = Mapping[str, OptionValue]


def or_none(value: int) -> int | None:
    return None if value == NONE else value


def cards_or_none(cards: list[int]) -> list[int | None]:
    return [None if card == NONE else card for card in cards]


@lru_cache(4096)
def members_of(bits: int, count: int) -> tuple[int, ...]:
    return tuple(index for index in range(count) if bits >> index & 1)


def members(bits: int, count: int) -> list[int]:
    return list(members_of(bits, count))


def bit_set(indices: list[int]) -> int:
    return sum(1 << index for index in set(indices))


def options_of(data: bytes) -> dict[str, OptionValue]:
    """The options that a state's bytes hold."""
    fields = unpack(data)
    return INFO.decode([fields["seats"], fields["options"] & 1, fields["options"] >> 1 & 1])


def to_map(data: bytes, options: Options) -> dict[str, Any]:
    """Everything that the state or view holds; null stands for what the seat does not know."""
    fields = unpack(data)
    seats = range(fields["seats"])
    viewer = or_none(fields["viewer"])
    advanced = options["rules"] == "advanced"
    return {
        "game": INFO.name,
        "rules": INFO.rules_version,
        "options": dict(options),
        "seat": viewer,
        "step": STEPS[fields["step"]],
        "actor": {-1: "chance", -2: "over"}.get(fields["actor"], fields["actor"]),
        "round": fields["round"] + 1,
        "lap": fields["lap"],
        "turn": fields["turn"],
        "placed": bool(fields["placed"]),
        "order": fields["order"][: len(seats)],
        "council": [seat for seat in fields["council"] if seat != NONE],
        "dice": fields["dice"] if fields["dice"][0] else None,
        "excommunications": [tile + 1 for tile in fields["tiles"]],
        "towers": {name: tower_list(fields, index) for index, name in enumerate(TYPE_NAMES)},
        "decks": {name: cards_or_none(fields["deck"][index]) for index, name in enumerate(TYPE_NAMES)},
        "draft": [cards_or_none(fields["draft"][pack]) for pack in seats] if advanced else None,
        "players": [player_map(fields, seat, viewer in (None, seat)) for seat in seats],
        "action": action_map(fields),
    }


def tower_list(fields: Mapping[str, Any], index: int) -> list[int | None]:
    """The cards that lie on the floors of a tower, from bottom to top."""
    first = fields["round"] * FLOORS
    return [
        or_none(fields["deck"][index][first + floor]) if fields["left"] >> index * FLOORS + floor & 1 else None
        for floor in range(FLOORS)
    ]


def player_map(fields: Mapping[str, Any], seat: int, shown: bool) -> dict[str, Any]:
    player = fields["players"][seat]
    tile = or_none(player["tile"])
    return {
        "goods": dict(zip(GOODS, player["goods"], strict=False)),
        "points": player["points"],
        "territories": [card for card in player["row"][0] if card != NONE],
        "buildings": [card for card in player["row"][1] if card != NONE],
        "characters": [2 * DECK + bit for bit in members(player["owned"][2], DECK)],
        "ventures": [3 * DECK + bit for bit in members(player["owned"][3], DECK)],
        "bonus_tile": None if tile is None else BASIC_TILE if tile == 4 else tile + 1,
        "members": {
            name: None if place == NONE else SPACES[place]
            for name, place in zip(MEMBER_NAMES, player["place"], strict=True)
        },
        "raised": [MEMBER_NAMES[index] for index in members(player["raised"], 3)],
        "excommunicated": [period + 1 for period in members(player["banned"], 3)],
        "hand": members(player["hand"], LEADERS) if shown else None,
        "played": members(player["played"], LEADERS),
        "used": members(player["played"] & fields["used"], LEADERS),
        "discarded": members(player["discarded"], LEADERS),
        "copied": or_none(player["copied"]),
    }


def action_map(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The action under way, all null, 0 or empty between actions."""
    origin = fields["origin"]
    return {
        "member": None if fields["member"] == NONE else MEMBER_NAMES[fields["member"]],
        "space": None if fields["space"] == NONE else SPACES[fields["space"]],
        "card": or_none(fields["card"]),
        "cost": fields["cost"],
        "bonus_of_card": origin if origin < CARDS else None,
        "bonus_of_leader": origin - CARDS if CARDS <= origin < NONE else None,
        "source": SOURCES[fields["source"]],
        "gain": {name: amount for name, amount in zip(LANE_NAMES, fields["gain"], strict=True) if amount},
        "chosen": [PRIVILEGE_NAMES[index] for index in members(fields["chosen"], len(PRIVILEGE_NAMES))],
        "cursor": fields["cursor"],
        "active": members(fields["active"], ROW),
        "exchanges": [fields["arrows"] >> 2 * place & 3 for place in range(ROW)],
    }
