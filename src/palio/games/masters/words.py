"""Masters of Renaissance: cards, leaders and tokens in words, and what a seat has scored."""

from collections.abc import Mapping, Sequence
from typing import Any

from palio.core.boards import NOTHING, amount, goods, read_data

DATA = read_data(__file__)
CARDS: dict[int, Any] = {card["id"]: card for card in DATA["cards"]}
LEADERS: dict[int, Any] = {leader["id"]: leader for leader in DATA["leaders"]}
TOKENS: dict[int, Any] = {token["id"]: token for token in DATA["tokens"]}
GIVES: dict[str, str | None] = {marble["color"]: marble["gives"] for marble in DATA["marbles"]}
COLORS: list[str] = DATA["colors"]
TRACK = DATA["faith_track"]

Map = Mapping[str, Any]


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


def leader_text(number: int) -> str:
    leader = LEADERS[number]
    return f"{ability(leader)}; {leader['vp']} VP"


def pile_text(pile: Sequence[int]) -> str:
    """The card on top works; those below count for requirements and points."""
    if not pile:
        return NOTHING
    top = CARDS[pile[-1]]
    below = "".join(f"\non {CARDS[card]['color']} {CARDS[card]['level']}" for card in reversed(pile[:-1]))
    return f"{top['color']} {top['level']}, {top['vp']} VP: {production(top['production'])}{below}"


def faith_points(player: Map) -> int:
    """The points of the last marked space that was reached."""
    return max((count for space, count in TRACK["points"].items() if int(space) <= player["faith"]), default=0)


def points(player: Map) -> int:
    """What the seat would score if the game ended now."""
    cards = sum(CARDS[card]["vp"] for pile in player["slots"] for card in pile)
    tiles = sum(TRACK["reports"][tile - 1]["points"] for tile in player["favor"])
    leaders = sum(LEADERS[number]["vp"] for number in player["played"])
    resources = sum(player["warehouse"].values()) + sum(player["chest"].values())
    return int(cards + faith_points(player) + tiles + leaders + resources // DATA["resources_per_point"])
