"""Lorenzo il Magnifico: moves explained."""

from collections.abc import Mapping
from typing import Any

from palio.core.boards import UNKNOWN, amount, goods
from palio.games.lorenzo.words import (
    BOARD,
    CARDS,
    abilities,
    arrow,
    ban,
    leader_ability,
    leader_name,
    leader_needs,
    price,
    tile_bonus,
)

Map = Mapping[str, Any]


def explain(move: str, position: Map) -> str:
    """What is behind a number or a place."""
    verb, *rest = move.split()
    if UNKNOWN in rest or not rest:
        return church_text(verb, position)
    if verb in ("place", "take"):
        return space_text(rest[1:] if verb == "place" else rest, position)
    if rest[0] == "leader":
        return leader_text(verb, int(rest[1]), position["options"]["edition"])
    if verb == "cost" and position["action"]["card"] is not None:
        return price(CARDS[position["action"]["card"]]["costs"][int(rest[0]) - 1])
    if verb == "roll":
        return ", ".join(f"{die} {value}" for die, value in zip(BOARD["dice"], rest, strict=True))
    if verb == "exchange":
        return exchange_text(int(rest[0]), rest[1])
    if verb == "tile":
        return "; ".join(f"{kind} {tile_bonus(int(rest[0]), kind)}" for kind in ("harvest", "production"))
    if verb == "privilege":
        return next(goods(gain) for gain in BOARD["privilege_options"] if set(gain) == set(rest[0].split("+")))
    return ""


def church_text(verb: str, position: Map) -> str:
    actor = position["actor"]
    if position["step"] != "support" or not isinstance(actor, int):
        return ""
    if verb == "support":
        player = position["players"][actor]
        faith = player["goods"]["faith"]
        points = BOARD["faith_track_vp"][faith] + sum(rule.get("church_support_vp", 0) for rule in abilities(player))
        return f"give {faith} faith for {amount(points, 'vp')}"
    period = position["round"] // 2
    return ban(period, position["excommunications"][period - 1])


def space_text(place: list[str], position: Map) -> str:
    """The card on a floor with the fee of its tower, or what the market or the council gives."""
    if place[0] in position["towers"]:
        number = position["towers"][place[0]][int(place[1]) - 1]
        return "" if number is None else f"{CARDS[number]['name']}{fee_text(place[0], position)}"
    if place[0] == "council":
        return goods(BOARD["council_palace"]["gain"])
    return goods(BOARD["market"][int(place[1]) - 1]["gain"]) if place[0] == "market" else ""


def fee_text(tower: str, position: Map) -> str:
    """What an occupied tower asks of the actor."""
    players = position["players"]
    taken = [place for player in players for place in player["members"].values() if place and tower in place]
    rules = abilities(players[position["actor"]]) if isinstance(position["actor"], int) else []
    if not taken or any("no_tower_fee" in rule for rule in rules):
        return ""
    return f", fee {goods(BOARD['tower_occupied_fee'])}"


def leader_text(verb: str, number: int, edition: str) -> str:
    if verb == "discard":
        return f"{leader_name(number)}, for {goods(BOARD['discard_leader_gain'])}"
    needs = f"; needs {leader_needs(number, edition)}" if verb == "pick" else ""
    return f"{leader_name(number)}: {leader_ability(number, edition)}{needs}"


def exchange_text(number: int, choice: str) -> str:
    card = CARDS[number]
    if choice == "none":
        return str(card["name"])
    return f"{card['name']}: {arrow(card['production']['exchange'][int(choice) - 1])}"
