"""Lorenzo il Magnifico: a position's map as tables of words, and moves explained."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from palio.core.boards import NOTHING, UNKNOWN, Board, Grid, amount, does, goods, seat_grid, seat_name, who, words
from palio.games.lorenzo.words import (
    BOARD,
    CARDS,
    LEADERS,
    TILES,
    arrow,
    ban,
    card_cost,
    card_effect,
    card_names,
    leader_ability,
    leader_name,
    leader_needs,
    price,
    tile_bonus,
)

TOWERS: list[str] = BOARD["tower_order_left_to_right"]
FLOORS: list[int] = BOARD["tower_floor_values"]
DICE: list[str] = BOARD["dice"]
STEPS = {
    "draft": "choose a leader to keep",
    "tile": "choose a bonus tile",
    "roll": "roll the dice",
    "turn": "take a turn",
    "servants": "choose how many servants to add",
    "cost": "choose which price to pay",
    "discount": "choose the discount",
    "privilege": "choose what a privilege gives",
    "exchange": "choose whether a building exchanges",
    "take": "choose the card of a bonus action",
    "run": "may use a bonus harvest or production",
    "raise": "choose the member that the leader raises",
    "copy": "choose the leader to copy",
    "after": "may still use leaders",
    "support": "choose whether to support the Church",
}

Map = Mapping[str, Any]


def draw(position: Map) -> Board:
    """The board from the towers down, the seats, the leaders, what happens now."""
    grids = [tower_grid(position, tower) for tower in TOWERS]
    grids += [space_grid(position), ban_grid(position), players_grid(position), leader_grid(position)]
    return Board(tuple(grid for grid in grids if grid.rows), (round_line(position), now_line(position)))


def standing(position: Map, space: str) -> str:
    """The members on a space."""
    found = [
        f"seat {seat} {member}"
        for seat, player in enumerate(position["players"])
        for member, place in player["members"].items()
        if place == space
    ]
    return ", ".join(found) or NOTHING


# The board


def tower_grid(position: Map, tower: str) -> Grid:
    """The floors from the top; no rows while the tower is empty."""
    rows = tuple(floor_row(position, tower, floor) for floor in reversed(range(len(FLOORS))))
    empty = all(card == NOTHING for _, _, card, _, _ in rows)
    return Grid("", (tower, "value", "card", "cost", "effect"), () if empty else rows)


def floor_row(position: Map, tower: str, floor: int) -> tuple[str, ...]:
    number = position["towers"][tower][floor]
    bonus = goods(BOARD["tower_floor_bonus"][tower][floor])
    value = f"{FLOORS[floor]}{'' if bonus == NOTHING else f' +{bonus}'}"
    here = standing(position, f"{tower} {floor + 1}")
    taken = "" if here == NOTHING else f"taken by {here}"
    if number is None:
        return str(floor + 1), value, taken or NOTHING, "", ""
    card = CARDS[number]
    return str(floor + 1), value, f"{card['name']} {taken}".strip(), card_cost(card), card_effect(card)


def space_grid(position: Map) -> Grid:
    rows = [(space, text, standing(position, space)) for space, text in spaces(len(position["players"]))]
    return Grid("", ("space", "gives", "members"), tuple(rows))


def spaces(seats: int) -> Iterator[tuple[str, str]]:
    """The spaces of this many seats beside the towers, and what they do."""
    for kind in ("harvest", "production"):
        for space in BOARD[f"{kind}_spaces"]:
            if seats in space["players"]:
                large = space["space"] == "large"
                penalty = f"any number, value -{space['penalty']}" if large else "one member"
                yield f"{kind} large" if large else kind, penalty
    for space in BOARD["market"]:
        if seats in space["players"]:
            yield f"market {space['space']}", goods(space["gain"])
    yield "council", f"{goods(BOARD['council_palace']['gain'])}, next turn order"


def ban_grid(position: Map) -> Grid:
    rows = []
    for period, number in enumerate(position["excommunications"], 1):
        banned = [seat for seat, player in enumerate(position["players"]) if period in player["excommunicated"]]
        needed = f"{BOARD['faith_required'][period - 1]} faith"
        rows.append((str(period), needed, ban(period, number), words([f"seat {seat}" for seat in banned])))
    return Grid("", ("period", "needs", "excommunication", "on"), tuple(rows))


# The seats


def players_grid(position: Map) -> Grid:
    players = position["players"]
    fields: dict[str, Callable[[Map], str]] = {
        "points": lambda player: str(player["points"]),
        "goods": lambda player: goods({name: player["goods"][name] for name in ("wood", "stone", "servants", "coins")}),
        "tracks": lambda player: f"{player['goods']['military']} military, {player['goods']['faith']} faith",
        "at home": lambda player: members_text(player, position),
        "territories": lambda player: card_names(player["territories"]),
        "buildings": lambda player: card_names(player["buildings"]),
        "characters": lambda player: card_names(player["characters"]),
        "ventures": lambda player: card_names(player["ventures"]),
        "tile: harvest": lambda player: tile_bonus(player["bonus_tile"], "harvest"),
        "production": lambda player: tile_bonus(player["bonus_tile"], "production"),
        "leaders": lambda player: leader_count(player, position),
    }
    rows = {label: [text(player) for player in players] for label, text in fields.items()}
    return seat_grid("", rows, [seat_name(seat, position["seat"]) for seat in range(len(players))])


def leader_count(player: Map, position: Map) -> str:
    """Leaders still in hand, a public number once the draft is over."""
    if position["options"]["rules"] == "basic" or position["step"] == "draft":
        return NOTHING
    return f"{BOARD['leaders_per_player'] - len(player['played']) - len(player['discarded'])} in hand"


def members_text(player: Map, position: Map) -> str:
    """The family members at home with their values, before the servants."""
    if position["dice"] is None:
        return NOTHING
    values = member_values(player, position)
    return ", ".join(f"{name} {values[name]}" for name, place in player["members"].items() if place is None) or "none"


def member_values(player: Map, position: Map) -> dict[str, int]:
    """The die or what a leader sets, then what leaders and excommunications add."""
    rules = abilities(player)
    bans = [TILES[period, position["excommunications"][period - 1]]["effect"] for period in player["excommunicated"]]
    values = dict(zip(DICE, position["dice"], strict=True))
    for rule in rules:
        change = rule.get("family_member_set", {})
        names = DICE if change.get("members") == "colored" else ()
        values |= dict.fromkeys(names, change.get("value", 0))
    for rule in rules:
        if rule.get("family_member_set", {}).get("members") == "one_colored":
            values |= dict.fromkeys(player["raised"], rule["family_member_set"]["value"])
    values["neutral"] = BOARD["uncolored_member_value"]
    for rule in (*rules, *bans):
        change = rule.get("family_member_bonus", {})
        for name in {"colored": DICE, "uncolored": ["neutral"]}.get(change.get("members"), []):
            values[name] += change["value"]
    return values


def abilities(player: Map) -> list[Map]:
    """Of the leaders in play, with the copied one."""
    active = [*player["played"], *([] if player["copied"] is None else [player["copied"]])]
    return [LEADERS[number]["ability"] for number in active]


def leader_grid(position: Map) -> Grid:
    """Leaders in play and in the hands that the seat may see."""
    rows = []
    for seat, player in enumerate(position["players"]):
        owner = who(seat, position["seat"])
        for number in player["played"]:
            rows.append(leader_row(owner, "used" if number in player["used"] else "in play", number, position))
        rows += [leader_row(owner, "in hand", number, position) for number in player["hand"] or []]
        if player["copied"] is not None:
            rows.append(leader_row(owner, "copied", player["copied"], position))
    return Grid("", ("leaders", "", "", "name", "needs", "ability"), tuple(rows))


def leader_row(owner: str, place: str, number: int, position: Map) -> tuple[str, ...]:
    needs = leader_needs(number, position["options"]["edition"])
    return owner, place, str(number), leader_name(number), needs, leader_ability(number)


# Lines


def round_line(position: Map) -> str:
    period = (position["round"] + 1) // 2
    dice = position["dice"]
    rolled = ", ".join(f"{name} {value}" for name, value in zip(DICE, dice, strict=True)) if dice else "not rolled"
    order = " ".join(str(seat) for seat in position["order"])
    council = f" Council: {words(position['council'])}." if position["council"] else ""
    return f"Round {position['round']} of {BOARD['rounds']}, period {period}. Dice: {rolled}. Order: {order}.{council}"


def now_line(position: Map) -> str:
    if position["actor"] == "over":
        return "The game is over."
    text = does(position["actor"], position["seat"], STEPS[position["step"]])
    action = position["action"]
    about = [CARDS[number]["name"] for number in (action["card"], action["bonus_of_card"]) if number is not None]
    about += [leader_name(action["bonus_of_leader"])] if action["bonus_of_leader"] is not None else []
    about += [f"{action['member']} on {action['space']}"] if action["member"] and action["space"] else []
    return f"{text}{f' ({words(about)})' if about else ''}."


# Moves


def explain(move: str, position: Map) -> str:
    """What is behind a number or a place."""
    verb, *rest = move.split()
    if UNKNOWN in rest or not rest:
        return church_text(verb, position)
    if verb in ("place", "take"):
        return space_text(rest[1:] if verb == "place" else rest, position)
    if rest[0] == "leader":
        return leader_text(verb, int(rest[1]))
    if verb == "cost" and position["action"]["card"] is not None:
        return price(CARDS[position["action"]["card"]]["costs"][int(rest[0]) - 1])
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
    """The card on a floor, or what a market space gives."""
    if place[0] in position["towers"]:
        number = position["towers"][place[0]][int(place[1]) - 1]
        return CARDS[number]["name"] if number is not None else ""
    return goods(BOARD["market"][int(place[1]) - 1]["gain"]) if place[0] == "market" else ""


def leader_text(verb: str, number: int) -> str:
    if verb == "discard":
        return f"{leader_name(number)}, for {goods(BOARD['discard_leader_gain'])}"
    return f"{leader_name(number)}: {leader_ability(number)}"


def exchange_text(number: int, choice: str) -> str:
    card = CARDS[number]
    if choice == "none":
        return str(card["name"])
    return f"{card['name']}: {arrow(card['production']['exchange'][int(choice) - 1])}"
