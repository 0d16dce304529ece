"""Masters of Renaissance: a position's map as tables of words, and moves explained."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from palio.core.boards import NOTHING, UNKNOWN, Board, Grid, amount, does, goods, read_data, seat_grid, seat_name

DATA = read_data(__file__)
CARDS: dict[int, Any] = {card["id"]: card for card in DATA["cards"]}
LEADERS: dict[int, Any] = {leader["id"]: leader for leader in DATA["leaders"]}
TOKENS: dict[int, Any] = {token["id"]: token for token in DATA["tokens"]}
GIVES: dict[str, str | None] = {marble["color"]: marble["gives"] for marble in DATA["marbles"]}
COLORS: list[str] = DATA["colors"]
TRACK = DATA["faith_track"]
PHASES = {
    "keep": "choose the leaders to keep",
    "first": "choose who starts",
    "take": "take resources to start with",
    "turn": "take a turn",
    "white": "choose what the white marbles become",
    "store": "store resources",
    "slot": "choose a slot for the new card",
    "spend": "choose what the production spends",
    "receive": "choose what the production gives",
    "pay": "choose what comes from the warehouse, the rest from the chest",
    "after": "may still play or discard leaders",
    "token": "turn up a token",
}

Map = Mapping[str, Any]


def draw(position: Map) -> Board:
    """The market, the stacks, the seats, the leaders that are known, what happens now."""
    grids = [market_grid(position), stack_grid(position), players_grid(position), leader_grid(position)]
    lines = [*solo_lines(position), now_line(position)]
    return Board(tuple(grid for grid in grids if grid.rows), tuple(lines))


# Words for cards


def side(amounts: Map) -> str:
    """One side of a production; resources of choice are `any`."""
    return goods({"any" if name == "choice" else name: count for name, count in amounts.items()})


def production(power: Map) -> str:
    return f"{side(power['input'])} > {side(power['output'])}"


def ability(leader: Map) -> str:
    power = leader["ability"]
    kind, resource = power["kind"], power.get("resource", "")
    if kind == "discount":
        return f"cards cost {amount(power['amount'], resource)} less"
    if kind == "depot":
        return f"stores {amount(power['size'], resource)} more"
    if kind == "white_marble":
        return f"white marbles give {amount(1, resource)}"
    return production(power)


def requirement(leader: Map) -> str:
    needs = [
        f"{card['count']} {card['color']}" + (f" of level {card['level']}" if card["level"] else "")
        for card in leader["requirement"]["cards"]
    ]
    resources = leader["requirement"]["resources"]
    return ", ".join(needs + ([goods(resources)] if resources else []))


def token(number: int) -> str:
    item = TOKENS[number]
    if item["kind"] == "discard":
        return f"discard {item['count']} {item['color']}"
    return f"black cross +{item['steps']}{' and shuffle' if item['reshuffle'] else ''}"


# Tables


def market_grid(position: Map) -> Grid:
    market = position["market"]
    rows = tuple((f"row {number}", *map(marble, row)) for number, row in enumerate(market["rows"], 1))
    columns = ("market", *(f"column {number}" for number in range(1, DATA["market"]["columns"] + 1)))
    return Grid("", columns, (*rows, ("slide", marble(market["slide"]), *[""] * (len(columns) - 2))))


def marble(color: str) -> str:
    gives = GIVES[color]
    return f"{color} ({amount(1, gives)[2:]})" if gives else color


def stack_grid(position: Map) -> Grid:
    """A row per level, highest first; of a stack only the top card and the number of cards are public."""
    tops = {(stack["level"], stack["color"]): stack["cards"] for stack in position["stacks"]}
    levels = sorted({level for level, _ in tops}, reverse=True)
    rows = tuple((str(level), *(stack_text(tops[level, color]) for color in COLORS)) for level in levels)
    return Grid("Cards by level: cost, production", ("", *COLORS), rows, ruled=True)


def stack_text(cards: Sequence[int]) -> str:
    if not cards:
        return NOTHING
    card = CARDS[cards[0]]
    return (
        f"buy {card['id']}: {card['vp']} VP, {len(cards)} left\n{goods(card['cost'])}\n{production(card['production'])}"
    )


def players_grid(position: Map) -> Grid:
    players, viewer = position["players"], position["seat"]
    fields: dict[str, Callable[[Map], str]] = {
        "warehouse": lambda player: goods(player["warehouse"]),
        "chest": lambda player: goods(player["chest"]),
        "faith": faith_text,
        "favor tiles": lambda player: favor_text(player["favor"]),
        **{f"slot {slot + 1}": partial(slot_cell, slot) for slot in range(DATA["slots"])},
        "leaders": leaders_text,
    }
    rows = {label: [text(player) for player in players] for label, text in fields.items()}
    return seat_grid("", rows, [seat_name(seat, viewer) for seat in range(len(players))])


def slot_cell(slot: int, player: Map) -> str:
    return pile_text(player["slots"][slot])


def faith_text(player: Map) -> str:
    """The space on the track, and the points of the last marked space that was reached."""
    points = max((count for space, count in TRACK["points"].items() if int(space) <= player["faith"]), default=0)
    return f"{player['faith']} of {TRACK['last']} ({points} VP)"


def favor_text(tiles: Sequence[int]) -> str:
    return ", ".join(f"{tile} ({TRACK['reports'][tile - 1]['points']} VP)" for tile in tiles) or NOTHING


def pile_text(pile: Sequence[int]) -> str:
    """The card on top works; those below count for requirements and points."""
    if not pile:
        return NOTHING
    top = CARDS[pile[-1]]
    below = "".join(f"\non {CARDS[card]['color']} {CARDS[card]['level']}" for card in reversed(pile[:-1]))
    return f"{top['color']} {top['level']}, {top['vp']} VP: {production(top['production'])}{below}"


def leaders_text(player: Map) -> str:
    parts = [f"{player['in_hand']} in hand"] if player["in_hand"] else []
    parts += [f"{len(player['played'])} in play"] if player["played"] else []
    return ", ".join(parts) or NOTHING


def leader_grid(position: Map) -> Grid:
    """Leaders in play and those that the seat may see; before the choice those it was dealt."""
    rows = []
    for seat, player in enumerate(position["players"]):
        owner = seat_name(seat, position["seat"])
        hand = player["dealt"] if position["phase"] == "keep" and not player["in_hand"] else player["hand"]
        rows += [leader_row(owner, "in play", number) for number in player["played"]]
        rows += [leader_row(owner, "in hand", number) for number in hand or []]
    return Grid("", ("leaders", "", "", "VP", "needs", "ability"), tuple(rows))


def leader_row(owner: str, place: str, number: int) -> tuple[str, ...]:
    leader = LEADERS[number]
    return owner, place, str(number), str(leader["vp"]), requirement(leader), ability(leader)


# Lines


def solo_lines(position: Map) -> list[str]:
    solo = position["solo"]
    if solo is None:
        return []
    tokens = "; ".join(token(number) for number in solo["tokens"]) or "none"
    return [f"Black cross: {solo['black_cross']} of {TRACK['last']}. Tokens left, in no order: {tokens}."]


def now_line(position: Map) -> str:
    actor, viewer, action = position["actor"], position["seat"], position["action"]
    if actor == "over":
        return "The game is over."
    facts = [f"Round {position['round'] + 1}{', the last' if position['last_round'] else ''}. "]
    facts.append(f"{does(actor, viewer, PHASES[position['phase']])}.")
    verb = "To store" if position["phase"] in ("white", "store") else "To pay"
    for label, value in ((verb, goods(action["pending"])), ("To come", goods(action["gain"]))):
        facts += [f" {label}: {value}."] if value != NOTHING else []
    facts += [f" Faith to come: {action['faith']}."] if action["faith"] else []
    return "".join(facts)


# Moves


def explain(move: str, position: Map) -> str:
    """What is behind a number or a place."""
    verb, *rest = move.split()
    if UNKNOWN in rest:
        return ""
    if verb == "buy":
        return card_text(int(rest[0]))
    if verb in ("play", "discard"):
        return leader_text(int(rest[0]))
    if verb == "keep":
        return "; ".join(ability(LEADERS[int(number)]) for number in rest)
    if verb == "token":
        return token(int(rest[0]))
    if verb == "market":
        return market_text(rest[0], int(rest[1]) - 1, position)
    if verb == "store":
        return store_text(rest, position)
    if verb == "slot":
        return slot_text(int(rest[0]) - 1, position)
    return "; ".join(power_text(name, position) for name in rest) if verb == "produce" else ""


def card_text(number: int) -> str:
    card = CARDS[number]
    price, power = goods(card["cost"]), production(card["production"])
    return f"{card['color']} {card['level']}, {card['vp']} VP, costs {price}: {power}"


def leader_text(number: int) -> str:
    leader = LEADERS[number]
    return f"{ability(leader)}; {leader['vp']} VP"


def market_text(line: str, index: int, position: Map) -> str:
    rows = position["market"]["rows"]
    marbles = rows[index] if line == "row" else [row[index] for row in rows]
    counts: dict[str, int] = {}
    for color in marbles:
        name = GIVES[color] or "white"
        counts[name] = counts.get(name, 0) + 1
    return goods(counts)


def store_text(rest: Sequence[str], position: Map) -> str:
    """What is discarded, each resource a step for the others."""
    kept = {} if len(rest) < 2 else dict(zip(rest[::2], map(int, rest[1::2]), strict=True))
    lost = goods({name: count - kept.get(name, 0) for name, count in position["action"]["pending"].items()})
    return "" if lost == NOTHING else f"discards {lost}"


def slot_text(slot: int, position: Map) -> str:
    actor = position["actor"]
    pile = position["players"][actor]["slots"][slot] if isinstance(actor, int) else []
    return f"covers {pile_text(pile[-1:])}" if pile else "empty"


def power_text(name: str, position: Map) -> str:
    if name.startswith("leader"):
        return ability(LEADERS[int(name.removeprefix("leader"))])
    if name == "base":
        return production(DATA["base_production"])
    actor = position["actor"]
    pile = position["players"][actor]["slots"][int(name.removeprefix("card")) - 1] if isinstance(actor, int) else []
    return production(CARDS[pile[-1]]["production"]) if pile else UNKNOWN
