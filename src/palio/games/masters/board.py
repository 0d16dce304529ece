"""Masters of Renaissance: a position's map as tables of words, and moves explained."""

from collections.abc import Callable, Sequence
from functools import partial

from palio.core.boards import NOTHING, UNKNOWN, Board, Grid, amount, does, goods, seat_grid, seat_name, who
from palio.games.masters.words import (
    CARDS,
    COLORS,
    DATA,
    GIVES,
    LEADERS,
    TRACK,
    Map,
    ability,
    faith_points,
    leader_text,
    pile_text,
    points,
    production,
    requirement,
    token,
)

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


def draw(position: Map) -> Board:
    """The market, the stacks, the seats, the leaders that are known, what happens now."""
    grids = [market_grid(position), stack_grid(position), players_grid(position), leader_grid(position)]
    lines = [*report_lines(position), *solo_lines(position), now_line(position)]
    return Board(tuple(grid for grid in grids if grid.rows), tuple(lines))


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
        "points" if position["actor"] == "over" else "points so far": lambda player: f"{points(player)} VP",
        **{f"slot {slot + 1}": partial(slot_cell, slot) for slot in range(DATA["slots"])},
        "leaders": leaders_text,
    }
    rows = {label: [text(player) for player in players] for label, text in fields.items()}
    return seat_grid("", rows, [seat_name(seat, viewer) for seat in range(len(players))])


def slot_cell(slot: int, player: Map) -> str:
    return pile_text(player["slots"][slot])


def faith_text(player: Map) -> str:
    return f"{player['faith']} of {TRACK['last']} ({faith_points(player)} VP)"


def favor_text(tiles: Sequence[int]) -> str:
    return ", ".join(f"{tile} ({TRACK['reports'][tile - 1]['points']} VP)" for tile in tiles) or NOTHING


def leaders_text(player: Map) -> str:
    parts = [f"{player['in_hand']} in hand"] if player["in_hand"] else []
    parts += [f"{len(player['played'])} in play"] if player["played"] else []
    return ", ".join(parts) or NOTHING


def leader_grid(position: Map) -> Grid:
    """Leaders in play and those that the seat may see; before the choice those it was dealt."""
    rows = []
    for seat, player in enumerate(position["players"]):
        owner = who(seat, position["seat"])
        hand = player["dealt"] if position["phase"] == "keep" and not player["in_hand"] else player["hand"]
        rows += [leader_row(owner, "in play", number) for number in player["played"]]
        rows += [leader_row(owner, "in hand", number) for number in hand or []]
    return Grid("", ("leaders", "", "", "VP", "needs", "ability"), tuple(rows))


def leader_row(owner: str, place: str, number: int) -> tuple[str, ...]:
    leader = LEADERS[number]
    return owner, place, str(number), str(leader["vp"]), requirement(leader), ability(leader)


# Lines


def report_lines(position: Map) -> list[str]:
    """Where the next Vatican report comes, and who gets its tile."""
    if position["actor"] == "over" or position["reports"] == len(TRACK["reports"]):
        return []
    report = TRACK["reports"][position["reports"]]
    tile = f"a tile of {report['points']} VP for everyone on space {report['from']} or beyond"
    return [f"Next report when a marker reaches space {report['pope_space']}: {tile}."]


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
        return card_text(int(rest[0]), position)
    if verb == "play":
        return leader_text(int(rest[0]))
    if verb == "discard":
        return f"for {amount(DATA['discard_leader_faith'], 'faith')}; gives up: {leader_text(int(rest[0]))}"
    if verb == "keep":
        return "; ".join(ability(LEADERS[int(number)]) for number in rest)
    if verb == "token":
        return token(int(rest[0]))
    if verb == "market":
        return market_text(rest[0], int(rest[1]) - 1, position)
    if verb == "store":
        return store_text(rest, position)
    if verb == "pay":
        return pay_text(rest, position)
    if verb == "first":
        return does(int(rest[0]), position["seat"], "start the game")
    if verb == "slot":
        return slot_text(int(rest[0]) - 1, position)
    return "; ".join(power_text(name, position) for name in rest) if verb == "produce" else ""


def actor_of(position: Map) -> Map | None:
    """The player whose move it is; None while chance moves or when the game is over."""
    actor = position["actor"]
    return position["players"][actor] if isinstance(actor, int) else None


def abilities(kind: str, position: Map) -> list[Map]:
    """Those of the acting player's leaders in play."""
    player = actor_of(position)
    powers = [LEADERS[number]["ability"] for number in player["played"]] if player else []
    return [power for power in powers if power["kind"] == kind]


def card_text(number: int, position: Map) -> str:
    """The card with the price that the acting player pays."""
    card = CARDS[number]
    cost = dict(card["cost"])
    for power in abilities("discount", position):
        if power["resource"] in cost:
            cost[power["resource"]] = max(cost[power["resource"]] - power["amount"], 0)
    return f"{card['color']} {card['level']}, {card['vp']} VP, costs {goods(cost)}: {production(card['production'])}"


def market_text(line: str, index: int, position: Map) -> str:
    """What the marbles give; white ones are resources with one white-marble leader, a choice with two."""
    rows = position["market"]["rows"]
    whiteners = abilities("white_marble", position)
    white = whiteners[0]["resource"] if len(whiteners) == 1 else "white"
    marbles = rows[index] if line == "row" else [row[index] for row in rows]
    counts: dict[str, int] = {}
    for color in marbles:
        name = GIVES[color] or white
        counts[name] = counts.get(name, 0) + 1
    return goods(counts)


def pending_without(rest: Sequence[str], position: Map) -> dict[str, int]:
    """The resources to store or to pay that a move's text does not name."""
    named = {} if len(rest) < 2 else dict(zip(rest[::2], map(int, rest[1::2]), strict=True))
    return {name: count - named.get(name, 0) for name, count in position["action"]["pending"].items()}


def store_text(rest: Sequence[str], position: Map) -> str:
    """What is discarded, each resource a step for the others."""
    lost = pending_without(rest, position)
    if not any(lost.values()):
        return ""
    winner = "the black cross" if position["solo"] else "each other player"
    return f"discards {goods(lost)}: {amount(sum(lost.values()), 'faith')} for {winner}"


def pay_text(rest: Sequence[str], position: Map) -> str:
    return f"from the chest: {goods(pending_without(rest, position))}"


def slot_text(slot: int, position: Map) -> str:
    pile = slot_pile(slot, position)
    return f"covers {pile_text(pile[-1:])}" if pile else "empty"


def slot_pile(slot: int, position: Map) -> Sequence[int]:
    player = actor_of(position)
    return player["slots"][slot] if player else ()


def power_text(name: str, position: Map) -> str:
    if name.startswith("leader"):
        return ability(LEADERS[int(name.removeprefix("leader"))])
    if name == "base":
        return production(DATA["base_production"])
    pile = slot_pile(int(name.removeprefix("card")) - 1, position)
    return production(CARDS[pile[-1]]["production"]) if pile else UNKNOWN
