"""Builds Masters of Renaissance positions and plays them move by move, for the tests of rules and views."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import palio
from palio import CHANCE, State

RESOURCES = ("coins", "stones", "servants", "shields")
COLORS = ("green", "purple", "blue", "yellow")
MARBLES = {"w": "white", "b": "blue", "g": "grey", "y": "yellow", "p": "purple", "r": "red"}
TOKENS = (1, 2, 3, 4, 5, 6, 7)
POPE_SPACES = (8, 16, 24)
PLAIN = ("wwww", "bbgg", "yypp", "r")
"""Three rows from the left and the slide: a market for tests that are about something else."""

Row = Mapping[str, Any]


def level(card: int) -> int:
    return (card - 1) // 16 + 1


def color(card: int) -> str:
    return COLORS[(card - 1) % 4]


def amounts(given: Mapping[str, int] | None = None) -> dict[str, int]:
    """All four resources, those not given with 0."""
    return dict.fromkeys(RESOURCES, 0) | dict(given or {})


def market(lines: Sequence[str]) -> dict[str, Any]:
    rows, slide = lines[:3], lines[3]
    return {"rows": [[MARBLES[letter] for letter in row] for row in rows], "slide": MARBLES[slide]}


def stacks(gone: Iterable[int], tops: Sequence[int]) -> list[dict[str, Any]]:
    """The twelve stacks without the cards that are gone, the wanted cards on top."""
    missing = set(gone)
    found = []
    for number in range(1, 4):
        for name in COLORS:
            cards = [card for card in range(1, 49) if color(card) == name and level(card) == number]
            left = [card for card in cards if card not in missing]
            left.sort(key=lambda card: card not in tops)
            found.append({"color": name, "level": number, "cards": left})
    return found


def player_map(row: Row, unused: list[int]) -> dict[str, Any]:
    """A player; leaders that it was dealt and did not keep come from the unused ones."""
    hand, played = list(row.get("hand", ())), list(row.get("played", ()))
    dealt = hand + played
    while len(dealt) < 4:
        dealt.append(unused.pop())
    slots = [list(pile) for pile in row.get("slots", ())]
    return {
        "warehouse": amounts(row.get("warehouse")),
        "chest": amounts(row.get("chest")),
        "faith": row.get("faith", 0),
        "favor": list(row.get("favor", ())),
        "slots": slots + [[] for _ in range(3 - len(slots))],
        "dealt": sorted(dealt),
        "hand": sorted(hand),
        "in_hand": len(hand),
        "played": sorted(played),
    }


def position(
    *rows: Row,
    tops: Sequence[int] = (),
    lines: Sequence[str] = PLAIN,
    turn_player: int = 0,
    first_player: int = 0,
    phase: str = "turn",
    cross: int = 0,
    tokens: Sequence[int] = TOKENS,
    discarded: Iterable[int] = (),
    **options: Any,
) -> State:
    """A turn's beginning with these players; reports and the last round follow from it."""
    game = palio.load("masters", players=len(rows), **options)
    source = game.start(seed=0).to_map()
    taken = [leader for row in rows for leader in (*row.get("hand", ()), *row.get("played", ()))]
    unused = [leader for leader in range(64, 48, -1) if leader not in taken]
    piles = [[card for pile in row.get("slots", ()) for card in pile] for row in rows]
    furthest = max([cross, *(row.get("faith", 0) for row in rows)])
    over = furthest == 24 or any(len(cards) >= 7 for cards in piles)
    source |= {
        "phase": phase,
        "actor": {"over": "over", "token": "chance"}.get(phase, turn_player),
        "turn_player": turn_player,
        "first_player": first_player,
        "last_round": over and len(rows) > 1,
        "reports": sum(space <= furthest for space in POPE_SPACES),
        "round": 1 if phase == "over" else 0,
        "market": market(lines),
        "stacks": stacks([*discarded, *(card for cards in piles for card in cards)], tops),
        "players": [player_map(row, unused) for row in rows],
    }
    if len(rows) == 1:
        source["solo"] = {"black_cross": cross, "tokens": list(tokens)}
    return game.state_from_map(source)


def texts(state: State | palio.View) -> list[str]:
    return [state.move_text(move) for move in state.legal_moves()]


def offered(state: State | palio.View, verb: str) -> list[str]:
    """The legal moves that begin with the verb."""
    return [text for text in texts(state) if text.split()[0] == verb]


def play(state: State, *moves: str) -> State:
    """A copy after these moves."""
    result = state.copy()
    for move in moves:
        result.apply(move)
    return result


def player(state: State, seat: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = state.to_map()["players"][seat]
    return found


def field(state: State, name: str, seat: int = 0) -> Any:
    """One entry of a player's map; of resources only those that are there."""
    value = player(state, seat)[name]
    return {key: count for key, count in value.items() if count} if isinstance(value, dict) else value


def faiths(state: State) -> list[int]:
    return [row["faith"] for row in state.to_map()["players"]]


def to_turns(state: State, first: int = 0) -> State:
    """A new game played through its setup with the first move offered at each step."""
    while state.to_map()["phase"] in {"keep", "first", "take"}:
        state.apply(f"first {first}" if state.actor == CHANCE else state.legal_moves()[0])
    return state
