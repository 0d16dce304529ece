"""Lorenzo il Magnifico: a position's map as tables of words."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from palio.core.boards import NOTHING, Board, Grid, amount, does, goods, seat_grid, seat_name, who, words
from palio.games.lorenzo.remarks import explain
from palio.games.lorenzo.words import (
    BOARD,
    CARDS,
    TILES,
    abilities,
    ban,
    card_cost,
    card_effect,
    card_names,
    lasting_effect,
    leader_ability,
    leader_name,
    leader_needs,
    tile_bonus,
)

__all__ = ["draw", "explain"]

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

CARD_LISTS = ("territories", "buildings", "characters", "ventures")

Map = Mapping[str, Any]


def draw(position: Map) -> Board:
    """The board from the towers down, the seats, the leaders, what happens now."""
    grids = [tower_grid(position, tower) for tower in TOWERS]
    grids += [space_grid(position), ban_grid(position), players_grid(position)]
    grids += [card_grid(position), leader_grid(position)]
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
        "territories": territories_text,
        "buildings": lambda player: card_names(player["buildings"]),
        "characters": lambda player: card_names(player["characters"]),
        "ventures": lambda player: card_names(player["ventures"]),
        "tile: harvest": lambda player: tile_bonus(player["bonus_tile"], "harvest"),
        "production": lambda player: tile_bonus(player["bonus_tile"], "production"),
        "leaders": lambda player: leader_count(player, position),
    }
    rows = {label: [text(player) for player in players] for label, text in fields.items()}
    return seat_grid("", rows, [seat_name(seat, position["seat"]) for seat in range(len(players))])


def territories_text(player: Map) -> str:
    """The territories, and the military points that one more needs."""
    cards = player["territories"]
    needs = 0 if len(cards) == BOARD["card_limit_per_type"] else BOARD["territory_slot_military"][len(cards)]
    if not needs or any("no_territory_military" in rule for rule in abilities(player)):
        return card_names(cards)
    return f"{card_names(cards)} (the next needs {amount(needs, 'military')})"


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


def card_grid(position: Map) -> Grid:
    """What the seat's own cards still do; the names of everyone's are with the seats."""
    if position["seat"] is None:
        return Grid("", (), ())
    player = position["players"][position["seat"]]
    mine = [CARDS[number] for name in CARD_LISTS for number in player[name]]
    rows = ((card["type"], card["name"], lasting_effect(card)) for card in mine)
    return Grid("", ("your cards", "name", "effect"), tuple(row for row in rows if row[-1] != NOTHING))


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
    edition = position["options"]["edition"]
    needs, ability = leader_needs(number, edition), leader_ability(number, edition)
    return owner, place, str(number), leader_name(number), needs, ability


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
