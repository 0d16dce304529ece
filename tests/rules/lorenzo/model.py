"""A slow second implementation of Lorenzo il Magnifico on the maps of positions, written from the rules alone.

This part answers questions about a position: values, payments and legal moves. model_play.py carries moves out.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tests.rules.lorenzo.table import CARD_ROWS, DATA, GOODS, LEADER_ROWS, LISTS, MEMBERS, TYPES

Map = dict[str, Any]
Amounts = Mapping[str, int]

BOARD = DATA["board"]
COLORED = MEMBERS[:3]
LIST_OF = dict(zip(TYPES, LISTS, strict=True))
PRIVILEGES = {"+".join(name for name in GOODS if name in option): option for option in BOARD["privilege_options"]}
LAST_STEP = {"military": 25, "faith": 15}
NO_BONUS: Mapping[str, None] = {"bonus_of_card": None, "bonus_of_leader": None}


def acting(game: Map) -> Map:
    player: Map = game["players"][game["actor"]]
    return player


def area_of(space: str) -> str:
    """The tower or area that a space belongs to."""
    return space.split(maxsplit=1)[0]


def floor_of(space: str) -> int:
    return int(space.split()[1]) - 1


# What a player has


def excommunications(game: Map, player: Map) -> list[Map]:
    tiles = DATA["excommunication_tiles"]
    return [
        next(
            tile["effect"]
            for tile in tiles
            if (tile["period"], tile["n"]) == (period, game["excommunications"][period - 1])
        )
        for period in player["excommunicated"]
    ]


def copies(leader: int) -> bool:
    return "copy_leader" in LEADER_ROWS[leader]["ability"]


def effective(player: Map, leader: int) -> int | None:
    """Whose ability the leader has: its own, or the one that it copies."""
    return player["copied"] if copies(leader) else leader


def abilities(player: Map) -> list[Map]:
    found = [effective(player, leader) for leader in player["played"]]
    return [LEADER_ROWS[leader]["ability"] for leader in found if leader is not None]


def has(player: Map, ability: str) -> bool:
    return any(ability in row for row in abilities(player))


def lasting(player: Map) -> list[Map]:
    """Permanent effects of the player's characters."""
    return [CARD_ROWS[card]["permanent"] for card in player["characters"] if "permanent" in CARD_ROWS[card]]


# Values


def member_value(game: Map, player: Map, member: str) -> int:
    """The die or what a leader sets, then what leaders and tiles add."""
    rows = [*abilities(player), *excommunications(game, player)]
    value: int = 0 if member == "neutral" else game["dice"][COLORED.index(member)]
    if member != "neutral":
        for row in rows:
            if row.get("family_member_set", {}).get("members") == "colored":
                value = row["family_member_set"]["value"]
        if member in player["raised"]:
            value = 6
    for row in rows:
        bonus = row.get("family_member_bonus")
        if bonus and (bonus["members"] == "colored") == (member != "neutral"):
            value += bonus["value"]
    return value


def action_bonus(game: Map, player: Map, action: str, cards: bool = True) -> int:
    """What cards and tiles add to an action."""
    rows = [*(lasting(player) if cards else []), *excommunications(game, player)]
    return sum(bonus["value"] for row in rows for bonus in row.get("action_bonus", []) if bonus["on"] == action)


def leader_run_value(game: Map, player: Map, leader: int) -> int:
    action = LEADER_ROWS[leader]["ability"]["action"]
    spanish = game["options"]["edition"] == "spanish"
    return int(action["value"]) + action_bonus(game, player, action["kind"], spanish)


def value_of(game: Map, player: Map, space: str, member: str | None, action: Mapping[str, Any]) -> int:
    """The action's value without servants."""
    bonus = action_bonus(game, player, area_of(space))
    if member is not None:
        return member_value(game, player, member) + bonus - (3 if space.endswith("large") else 0)
    if action["bonus_of_leader"] is not None:
        return leader_run_value(game, player, action["bonus_of_leader"])
    return int(CARD_ROWS[action["bonus_of_card"]]["immediate"]["action"]["value"]) + bonus


def servants_per_point(game: Map, player: Map) -> int:
    return 2 if any("servants_per_value" in tile for tile in excommunications(game, player)) else 1


def value_needed(space: str) -> int:
    return (1, 3, 5, 7)[floor_of(space)] if area_of(space) in TYPES else 1


# Towers


def less_fines(game: Map, player: Map, gain: Amounts) -> dict[str, int]:
    """A source's gain under the 'one fewer' tiles."""
    left = dict(gain)
    for tile in excommunications(game, player):
        for name, fewer in tile.get("gain_penalty", {}).items():
            if name in left:
                left[name] = max(0, left[name] - fewer)
    return left


def add_goods(goods: dict[str, int], gain: Amounts) -> None:
    """Markers stop at the last steps of their tracks."""
    for name in GOODS:
        goods[name] = min(goods[name] + gain.get(name, 0), LAST_STEP.get(name, 127))


def standing(game: Map) -> list[str]:
    return [space for player in game["players"] for space in player["members"].values() if space]


def goods_at(game: Map, player: Map, space: str) -> dict[str, int] | None:
    """What the player has after the fee and the floor's bonus; None where it cannot go."""
    tower, floor = area_of(space), floor_of(space)
    if game["towers"][tower][floor] is None or len(player[LIST_OF[tower]]) == 6:
        return None
    goods = dict(player["goods"])
    if any(area_of(other) == tower for other in standing(game)) and not has(player, "no_tower_fee"):
        goods["coins"] -= 3
    if goods["coins"] < 0:
        return None
    if not any(row.get("no_floor_bonus") for row in lasting(player)):
        add_goods(goods, less_fines(game, player, BOARD["tower_floor_bonus"][tower][floor]))
    return goods


def lowered(cost: Amounts, *discounts: Amounts) -> dict[str, int]:
    return {name: max(0, amount - sum(row.get(name, 0) for row in discounts)) for name, amount in cost.items()}


def discounts_on(player: Map, type_: str, giver: int | None) -> list[list[Amounts]]:
    """All discounts on a type of cards, each as the list of its choices."""
    bonuses = [bonus for row in lasting(player) for bonus in row.get("action_bonus", [])]
    found = [bonus["discount"] for bonus in bonuses if bonus["on"] == type_ and "discount" in bonus]
    found += [[row["card_discount"]] for row in abilities(player) if "card_discount" in row]
    if giver is not None and "discount" in CARD_ROWS[giver]["immediate"]["action"]:
        found.append(CARD_ROWS[giver]["immediate"]["action"]["discount"])
    return found


def cost_choices(player: Map, card: int, option: int, giver: int | None) -> list[tuple[str | None, dict[str, int]]]:
    """Plain discounts first, then the kinds that a choice still lowers: the kind and what is left to pay."""
    found = discounts_on(player, CARD_ROWS[card]["type"], giver)
    plain = [choices[0] for choices in found if len(choices) == 1]
    cost = lowered(CARD_ROWS[card]["costs"][option]["pay"], *plain)
    for choices in found:
        lower = [(next(iter(row)), lowered(cost, row)) for row in choices if lowered(cost, row) != cost]
        if len(choices) > 1 and lower:
            return [*lower]
    return [(None, cost)]


def ways_to_pay(
    player: Map, goods: Amounts, card: int, giver: int | None
) -> list[tuple[int, str | None, dict[str, int]]]:
    """Every payment that the goods allow: which cost, which choice of discount, what is paid."""
    if CARD_ROWS[card]["type"] == "territory":
        need = BOARD["territory_slot_military"][len(player["territories"])]
        free = has(player, "no_territory_military") or goods["military"] >= need
        return [(0, None, {})] if free else []
    return [
        (option, kind, pay)
        for option, row in enumerate(CARD_ROWS[card]["costs"])
        for kind, pay in cost_choices(player, card, option, giver)
        if goods["military"] >= row.get("need_military", 0) and all(goods[name] >= pay[name] for name in pay)
    ]


def servants_that_do(
    game: Map, player: Map, space: str, member: str | None, action: Mapping[str, Any] = NO_BONUS
) -> list[int]:
    """The numbers of servants with which the action can be completed."""
    value, per = value_of(game, player, space, member, action), servants_per_point(game, player)
    numbers = range(player["goods"]["servants"] + 1)
    enough = [number for number in numbers if value + number // per >= value_needed(space)]
    if area_of(space) not in TYPES:
        return enough
    goods = goods_at(game, player, space)
    if goods is None:
        return []
    card = game["towers"][area_of(space)][floor_of(space)]
    have = goods["servants"]
    return [
        number
        for number in enough
        if ways_to_pay(player, {**goods, "servants": have - number}, card, action["bonus_of_card"])
    ]


# Placements


def open_spaces(players: int) -> list[str]:
    towers = [f"{tower} {floor}" for tower in TYPES for floor in range(1, 5)]
    large = ["harvest large", "production large"] if players > 2 else []
    market = [f"market {space}" for space in range(1, 5 if players == 4 else 3)]
    return [*towers, "harvest", "production", *large, *market, "council"]


def can_place(game: Map, player: Map, member: str, space: str) -> bool:
    area = area_of(space)
    mine = {area_of(place) for name, place in player["members"].items() if place and name != "neutral"}
    if area == "market" and any("no_market" in tile for tile in excommunications(game, player)):
        return False
    if area not in ("market", "council") and member != "neutral" and area in mine:
        return False
    single = area == "market" or space in ("harvest", "production")
    if single and space in standing(game) and not has(player, "ignore_occupied_spaces"):
        return False
    return bool(servants_that_do(game, player, space, member))


def at_home(player: Map, members: Iterable[str]) -> list[str]:
    return [member for member in members if player["members"][member] is None]


# Leaders


def leaders_of_others(game: Map) -> list[int]:
    return [leader for seat, row in enumerate(game["players"]) if seat != game["actor"] for leader in row["played"]]


def can_play(game: Map, player: Map, leader: int) -> bool:
    counts = {type_: len(player[LIST_OF[type_]]) for type_ in TYPES}
    if "same_type_cards" in LEADER_ROWS[leader]["requirement"]:
        spanish = game["options"]["edition"] == "spanish"
        return (sum if spanish else max)(counts.values()) >= 6
    have = {**player["goods"], "vp": player["points"]}
    for name, need in LEADER_ROWS[leader]["requirement"].items():
        if name == "cards" and any(counts[type_] < number for type_, number in need.items()):
            return False
        if name != "cards" and have[name] < need:
            return False
    return not copies(leader) or bool(leaders_of_others(game))


def can_activate(game: Map, player: Map, leader: int) -> bool:
    source = effective(player, leader)
    if leader in player["used"] or source is None or LEADER_ROWS[source]["kind"] == "permanent":
        return False
    ability = LEADER_ROWS[source]["ability"]
    if "family_member_set" in ability:
        return bool(at_home(player, COLORED))
    if "action" in ability:
        reach: int = player["goods"]["servants"] // servants_per_point(game, player)
        return leader_run_value(game, player, source) + reach >= 1
    return True


def leader_actions(game: Map) -> list[str]:
    player = acting(game)
    return [
        *(f"play leader {leader}" for leader in player["hand"] if can_play(game, player, leader)),
        *(f"activate leader {leader}" for leader in player["played"] if can_activate(game, player, leader)),
        *(f"discard leader {leader}" for leader in player["hand"]),
    ]
