"""Coup: a position's map as tables of words, and moves explained."""

from collections.abc import Mapping
from typing import Any

from palio.core.boards import NOTHING, Board, Grid, amount, read_data, seat_name, who, words

DATA = read_data(__file__)
ACTIONS: dict[str, Any] = {action["id"]: action for action in DATA["actions"]}
COLUMNS = ("", "coins", "face down", "hand", "face up", "has claimed", "also known")

Map = Mapping[str, Any]


def draw(position: Map) -> Board:
    """A row per seat, what happens now, and what the seat remembers."""
    rows = tuple(seat_row(position, seat) for seat in range(len(position["players"])))
    turn = position["turn"] + (position["phase"] == "declare")  # the map counts declared actions
    lines = [f"Turn {turn}: {sentence(position)}"]
    viewer = position["seat"]
    if viewer is not None:
        lines += remembered(position["memory"][viewer])
    elif position["court"] is not None:
        lines.append(f"Court: {words(position['court'])}")
    return Board((Grid("", COLUMNS, rows),), tuple(lines))


def seat_row(position: Map, seat: int) -> tuple[str, ...]:
    player = position["players"][seat]
    return (
        seat_name(seat, position["seat"]),
        str(player["coins"]),
        str(player["face_down"]) if player["face_down"] else "out",
        words(player["hand"]),
        words(player["face_up"]),
        words(player["claims"]),
        known_text(player),
    )


def known_text(player: Map) -> str:
    """What everybody has seen of a seat's cards."""
    facts = []
    if player["proven"]:
        last = f", now the {player['proven_beside']}" if player["proven_beside"] else ""
        facts.append(f"proved {player['proven']}x{last}")
    if player["lacks"]:
        facts.append(f"has no {' or '.join(player['lacks'])}")
    if player["let_pass"]:
        facts.append(f"let pass: {words([spoken(action) for action in player['let_pass']])}")
    if player["caught"]:
        facts.append(f"caught {player['caught']}x")
    return "; ".join(facts) or NOTHING


# What happens now


def sentence(position: Map) -> str:
    """One sentence: what has been said, and who decides what."""
    viewer, actor, phase = position["seat"], position["actor"], position["phase"]
    if actor == "over":
        return "the game is over."
    if actor == "chance":
        return f"{action_text(position)}; the court deals."
    asks = "do you" if actor == viewer else f"does {who(actor, viewer)}"
    verb, name = ("", "you") if actor == viewer else ("s", who(actor, viewer))
    endings = {
        "declare": f"{name} choose{verb} an action.",
        "challenge": f"{action_text(position)}; {asks} challenge?",
        "block": f"{action_text(position)}; {asks} block?",
        "challenge_block": f"{block_text(position)}; {asks} challenge?",
        "lose": f"{lose_text(position)}{name} lose{verb} a card.",
        "keep": f"{name} choose{verb} what to keep.",
        "show": f"{action_text(position)}; {name} show{verb} a card.",
        "force": f"{name} {'see' if actor == viewer else 'sees'} {shown_text(position)}; leave it or swap it?",
        "choose": f"{name} choose{verb} one of the two cards dealt.",
    }
    return endings[phase]


def action_text(position: Map) -> str:
    """`seat 1 claims the duke to tax`."""
    name = position["action"]
    if name is None:
        return "between two turns"
    seat, viewer = position["turn_player"], position["seat"]
    subject, verb = who(seat, viewer), "" if seat == viewer else "s"
    target = "" if position["target"] is None else f" {who(position['target'], viewer)}"
    role = claimed_role(name, position)
    if role:
        return f"{subject} claim{verb} the {role} to {spoken(name)}{' from' if name == 'steal' else ''}{target}"
    tense = {"coup": f"launch{'es' if verb else ''} a coup against", "foreign_aid": f"take{verb} foreign aid"}
    return f"{subject} {tense.get(name, f'take{verb} {spoken(name)}')}{target}"


def block_text(position: Map) -> str:
    blocker, viewer = position["blocker"], position["seat"]
    verb = "" if blocker == viewer else "s"
    return f"{who(blocker, viewer)} claim{verb} the {position['block_role']} to block; {action_text(position)}"


def lose_text(position: Map) -> str:
    if position["challenger"] is None:
        return f"{action_text(position)}; "
    return f"{who(position['challenger'], position['seat'])} challenged; "


def shown_text(position: Map) -> str:
    return f"the {position['shown']}" if position["shown"] else "a card"


def claimed_role(action: str, position: Map) -> str | None:
    """The role that an action claims; the inquisitor stands in for the ambassador."""
    role: str | None = ACTIONS[action]["claim"]
    return fifth(role, position) if role else None


def fifth(role: str, position: Map) -> str:
    return str(position["options"]["roles"]) if role == "ambassador" else role


def spoken(action: str) -> str:
    return action.replace("_", " ")


# What a seat remembers


def remembered(memory: Map | None) -> list[str]:
    """The cards that this seat alone has seen; nothing where it has seen none."""
    if memory is None:
        return []
    facts = [f"you were dealt the {memory['dealt']}"] if memory["dealt"] else []
    if memory["in_court"]:
        facts.append(f"now in the court: {words(memory['in_court'])}")
    if memory["were_in_court"]:
        facts.append(f"once in the court: {words(memory['were_in_court'])}")
    facts += [f"seat {seat} has {words(cards)}" for seat, cards in enumerate(memory["holds"]) if cards]
    facts += [f"seat {seat} has seen your {words(cards)}" for seat, cards in enumerate(memory["shown_to"]) if cards]
    return [f"You remember  {'; '.join(facts)}"] if facts else []


# Moves


def explain(move: str, position: Map) -> str:
    """What an action costs, gives and claims; whether a claim would be a bluff."""
    verb, *rest = move.split()
    if verb == "block" and rest:
        return bluff(rest[0], position).lstrip(", ")
    if verb not in ACTIONS:
        return ""
    action = ACTIONS[verb]
    facts = [f"costs {action['cost']}"] if action["cost"] else []
    if action["gain"]:
        facts.append(f"{'up to ' if verb == 'steal' else ''}{amount(action['gain'], 'coins')}")
    role = claimed_role(verb, position)
    if role:
        facts.append(f"claims the {role}{bluff(role, position)}")
    blockers = [fifth(name, position) for name in action["blocked_by"]]
    if blockers:
        facts.append(f"blocked by {' or '.join(blockers)}")
    return "; ".join(facts)


def bluff(role: str, position: Map) -> str:
    """Said where the map shows the actor's hand and the role is not in it."""
    actor = position["actor"]
    hand = position["players"][actor]["hand"] if isinstance(actor, int) else None
    return ", a bluff" if hand is not None and role not in hand else ""
