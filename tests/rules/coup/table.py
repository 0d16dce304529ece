"""Builds Coup positions and plays them move by move, for the tests of rules and of worlds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import palio
from palio import CHANCE, State

BASE = ("duke", "assassin", "captain", "ambassador", "contessa")
INQUISITOR = ("duke", "assassin", "captain", "inquisitor", "contessa")
COPIES = 3

Hands = Sequence[Sequence[str]]


def roles_of(roles: str) -> tuple[str, ...]:
    """The five roles of the game with this `roles` option."""
    return INQUISITOR if roles == "inquisitor" else BASE


def deck(roles: str = "ambassador") -> Counter[str]:
    """The 15 cards of a game."""
    return Counter(dict.fromkeys(roles_of(roles), COPIES))


def position(
    hands: Hands,
    coins: Sequence[int] | None = None,
    face_up: Hands | None = None,
    turn_player: int = 0,
    turn: int = 0,
    **options: Any,
) -> State:
    """A turn's beginning with these hands; the cards that nobody has are in the court.

    A seat without face-down cards is out of the game and needs two face-up ones; seats that are out
    left in ascending order.
    """
    game = palio.load("coup", players=len(hands), **options)
    source = game.start(seed=0).to_map()
    upturned = face_up or [[] for _ in hands]
    used = Counter(card for cards in (*hands, *upturned) for card in cards)
    left = deck(str(game.options["roles"]))
    left.subtract(used)
    assert min(left.values()) >= 0, f"more than {COPIES} of a role: {used}"
    source |= {
        "turn": turn,
        "phase": "declare",
        "turn_player": turn_player,
        "actor": turn_player,
        "court": sorted(left.elements()),
        "losses": sum(map(len, upturned)),
    }
    gone = 0
    for seat, player in enumerate(source["players"]):
        player |= {"hand": list(hands[seat]), "face_down": len(hands[seat]), "face_up": list(upturned[seat])}
        player |= {"coins": coins[seat] if coins else 2 if hands[seat] else 0, "drafted": False}
        if not hands[seat]:
            gone += 1
            player["out"] = 2 * gone
        source["memory"][seat] |= {"dealt": None, "in_court": []}
    return game.state_from_map(source)


def play(state: State, *moves: str) -> State:
    """Play the moves in order, in place: '1 block duke' by seat 1, 'draw duke' by chance.

    It fails where another seat than the named one is to decide.
    """
    for line in moves:
        first, _, rest = line.partition(" ")
        seat, text = (int(first), rest) if first.isdecimal() else (CHANCE, line)
        assert state.actor == seat, f"{line!r}: the actor is {state.actor}, who may {texts(state)}"
        state.apply(text)
        state.check()
    return state


def all_allow(state: State) -> State:
    """Everybody who is asked lets it go, in place."""
    while state.actor >= 0 and texts(state)[0] == "allow":
        state.apply("allow")
    return state


def worlds(state: State, seat: int) -> list[State]:
    """Worlds that fit the seat's view."""
    view = state.view(seat)
    return [view.world(seed) for seed in range(60)]


def texts(state: State) -> list[str]:
    """The legal moves as texts."""
    return [state.move_text(move) for move in state.legal_moves()]


def field(state: State, name: str) -> Any:
    """A field of the state's map."""
    return state.to_map()[name]


def players(state: State, name: str) -> list[Any]:
    """A field of every player, by seat."""
    return [player[name] for player in state.to_map()["players"]]


def coins(state: State) -> list[int]:
    return players(state, "coins")


def hands(state: State) -> list[list[str]]:
    """The face-down cards of every seat, each hand in alphabetical order."""
    return [sorted(hand) for hand in players(state, "hand")]


def face_up(state: State) -> list[list[str]]:
    return [sorted(cards) for cards in players(state, "face_up")]


def influence(state: State) -> list[int]:
    """The number of face-down cards of every seat."""
    return players(state, "face_down")


def court(state: State) -> Counter[str]:
    return Counter(field(state, "court"))


def cards(names: str | Iterable[str]) -> Counter[str]:
    """Cards written in one text: `cards("duke duke contessa")`."""
    return Counter(names.split() if isinstance(names, str) else names)


def at_turn_of(state: State, seat: int) -> bool:
    """Whether this seat is about to declare its action."""
    return field(state, "phase") == "declare" and state.actor == seat
