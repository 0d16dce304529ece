"""Lorenzo il Magnifico: cards, leaders and tiles of data.json in few words."""

from collections.abc import Mapping, Sequence
from typing import Any

from palio.core.boards import NOTHING, amount, goods, read_data

DATA = read_data(__file__)
CARDS: dict[int, Any] = {card["id"]: card for card in DATA["development_cards"]}
LEADERS: list[Any] = DATA["leaders"]
TILES: dict[tuple[int, int], Any] = {(tile["period"], tile["n"]): tile for tile in DATA["excommunication_tiles"]}
BOARD = DATA["board"]
PLURAL = {"territory": "territories", "character": "characters", "building": "buildings", "venture": "ventures"}

Map = Mapping[str, Any]


def card_cost(card: Map) -> str:
    """`4 military (needs 7) or 3 coins, 2 wood`; a dash for a card without a price."""
    return " or ".join(price(cost) for cost in card["costs"]) or NOTHING


def price(cost: Map) -> str:
    needed = f" (needs {cost['need_military']})" if "need_military" in cost else ""
    return f"{goods(cost['pay'])}{needed}"


def card_effect(card: Map) -> str:
    """What the card gives at once, in a harvest or production, always, and at the end."""
    now = f"now {effect(card['immediate'])}" if "immediate" in card else NOTHING
    return "; ".join(part for part in (now, lasting_effect(card)) if part != NOTHING) or NOTHING


def lasting_effect(card: Map) -> str:
    """What the card does after it has been taken."""
    parts = []
    for kind in ("harvest", "production"):
        if kind in card:
            parts.append(f"{kind} {card['activation']}: {effect(card[kind])}")
    if "permanent" in card:
        parts.append(f"always {effect(card['permanent'])}")
    if "final_vp" in card:
        parts.append(f"end {card['final_vp']} VP")
    return "; ".join(parts) or NOTHING


def effect(rule: Map) -> str:
    """An effect of a card, leader or tile."""
    parts = [goods(rule["gain"])] if "gain" in rule else []
    parts += [per(item) for item in rule.get("per", ())]
    parts += [" or ".join(arrow(item) for item in rule["exchange"])] if "exchange" in rule else []
    parts += [action(rule["action"])] if "action" in rule else []
    parts += [bonus(item) for item in rule.get("action_bonus", ())]
    parts += [special(name, value) for name, value in rule.items() if name in SPECIAL]
    return ", ".join(parts)


def per(item: Map) -> str:
    every = "" if item["every"] == 1 else f"{item['every']} "
    return f"{goods(item['gain'])} per {every}{item['each']}"


def arrow(item: Map) -> str:
    return f"{goods(item['pay'])} > {goods(item['gain'])}"


def action(item: Map) -> str:
    """`take a venture with 6`, `harvest with 4`."""
    kind = item["kind"]
    what = f"take {'any card' if item['type'] == 'any' else 'a ' + item['type']}" if kind == "take" else kind
    return f"{what} with {item['value']}{discount(item)}"


def bonus(item: Map) -> str:
    return f"{item['value']:+} for {PLURAL.get(item['on'], item['on'])}{discount(item)}"


def discount(item: Map) -> str:
    choices = item.get("discount", ())
    return f", {' or '.join(goods(choice) for choice in choices)} less" if choices else ""


# Effects with one use; each gets the value in the data.

MEMBERS = {"colored": "coloured members", "uncolored": "neutral member", "one_colored": "one coloured member"}
PER = {
    "vp": "VP",
    "military": "military",
    "wood_and_stone_in_building_costs": "wood and stone in the costs of buildings",
    "wood_stone_coins_servants_in_supply": "wood, stone, coins and servants",
}


def lost_points(value: Map) -> str:
    every = "" if value["every"] == 1 else f"{value['every']} "
    return f"-{value['amount']} VP at the end per {every}{PER[value['per']]}"


def special(name: str, value: Any) -> str:
    text = SPECIAL[name]
    return text if isinstance(text, str) else str(text(value))


SPECIAL: dict[str, Any] = {
    "no_floor_bonus": "no bonus of tower floors",
    "ignore_occupied_spaces": "may place on occupied spaces",
    "no_tower_fee": "pays no 3 coins in occupied towers",
    "family_member_bonus": lambda value: f"{MEMBERS[value['members']]} {value['value']:+}",
    "family_member_set": lambda value: f"{MEMBERS[value['members']]} worth {value['value']}",
    "copy_leader": "copies a leader in play of another player",
    "church_support_vp": lambda value: f"{value} VP more for supporting the Church",
    "no_territory_military": "territories need no military",
    "double_card_immediate": lambda value: f"double {', '.join(value)} that cards give at once",
    "card_discount": lambda value: f"cards cost {goods(value)} less",
    "gain_penalty": lambda value: f"{goods(value)} fewer from each source",
    "no_market": "no placing in the market",
    "servants_per_value": lambda value: f"{value} servants to raise a value by 1",
    "skip_first_turn": "no first turn in each round, a last one instead",
    "no_final_vp": lambda value: f"no points for {PLURAL[value]} at the end",
    "lose_vp": lost_points,
}


# Leaders, tiles


def leader_ability(number: int, edition: str) -> str:
    """What the leader does; cards raise the actions of two of them in one edition only."""
    leader = LEADERS[number]
    often = "each round " if leader["kind"] == "once_per_round" else ""
    limit = "" if edited(leader, edition).get("card_bonuses_apply", True) else ", raised by servants only"
    return f"{often}{effect(leader['ability'])}{limit}"


def edited(leader: Map, edition: str) -> Map:
    """What an edition changes of the leader."""
    found: Map = leader.get("editions", {}).get("es" if edition == "spanish" else "en", {})
    return found


def leader_needs(number: int, edition: str) -> str:
    """What must be there to play the leader; one differs between editions."""
    leader = LEADERS[number]
    rule = edited(leader, edition).get("requirement", leader["requirement"])
    parts = []
    for name, value in rule.items():
        if name == "cards":
            parts += [f"{count} {kind if count == 1 else PLURAL[kind]}" for kind, count in value.items()]
        elif name == "same_type_cards":
            parts.append(f"{value} cards of one type")
        elif name == "any_type_cards":
            parts.append(f"{value} cards")
        else:
            parts.append(amount(value, name))
    return ", ".join(parts)


def abilities(player: Map) -> list[Map]:
    """Of the leaders in play, with the copied one."""
    active = [*player["played"], *([] if player["copied"] is None else [player["copied"]])]
    return [LEADERS[number]["ability"] for number in active]


def leader_name(number: int) -> str:
    return str(LEADERS[number]["name"])


def ban(period: int, number: int) -> str:
    """An excommunication."""
    return effect(TILES[period, number]["effect"])


def tile_bonus(tile: int | str | None, kind: str) -> str:
    """What a personal bonus tile adds to a harvest or production."""
    if tile is None:
        return NOTHING
    tiles = DATA["personal_bonus_tiles"]
    found = tiles["basic"] if isinstance(tile, str) else tiles["advanced"][tile - 1]
    return goods(found[kind])


def card_names(cards: Sequence[int]) -> str:
    return ", ".join(CARDS[card]["name"] for card in cards) or NOTHING
