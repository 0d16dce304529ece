"""Coup: moves as text; maps.pxi and maps.py have the states and views."""

from palio.errors import NotationError
from palio.games.coup.beliefs import beliefs
from palio.games.coup.maps import NO_ROLE, SEATS, Options, from_map, lanes, options_of
from palio.games.coup.rules import ACTION_NAMES, HIDDEN, card_list, roles, to_map

__all__ = ["beliefs", "from_map", "move_text", "options_of", "parse_move", "to_map"]

(DECLARE, ALLOW, CHALLENGE, BLOCK, LOSE, KEEP, SHOW, LEAVE, SWAP, CHOOSE, DRAW) = range(1, 12)
PLAIN = {"allow": ALLOW, "challenge": CHALLENGE, "leave": LEAVE, "swap": SWAP}
ROLE_VERBS = {"block": BLOCK, "lose": LOSE, "show": SHOW, "choose": CHOOSE}
CARD_VERBS = {"keep": KEEP, "draw": DRAW}
TARGETED = ("coup", "assassinate", "steal", "examine")


def move_text(move: int, options: Options) -> str:
    """`tax`, `steal 2`, `block duke`, `keep duke contessa`; `?` stands for what a seat cannot see."""
    kind, action, value = move >> 24, move >> 16 & 0xFF, move & 0xFFFF
    names = roles(options)
    if kind == DECLARE and action < len(ACTION_NAMES):
        name: str = ACTION_NAMES[action]
        return f"{name} {value}" if name in TARGETED else name
    for verb, code in PLAIN.items():
        if kind == code:
            return verb
    for verb, code in ROLE_VERBS.items():
        if kind == code and (value < len(names) or value == NO_ROLE):
            return f"{verb} {HIDDEN if value == NO_ROLE else names[value]}"
    for verb, code in CARD_VERBS.items():
        if kind == code:
            return " ".join([verb, *(card_list(value, names) or [HIDDEN])])
    raise NotationError(f"not a Coup move: {move}")


def parse_move(text: str, options: Options) -> int:
    """The move that the text names, with roles in any order."""
    if not isinstance(text, str):
        raise NotationError(f"expected a move as text, got {text!r}")
    verb, *rest = text.split()[:8] or [""]
    names = roles(options)
    if verb in ACTION_NAMES:
        return DECLARE << 24 | ACTION_NAMES.index(verb) << 16 | parse_target(verb, rest, text)
    if verb in PLAIN and not rest:
        return PLAIN[verb] << 24
    if verb in ROLE_VERBS and len(rest) == 1 and rest[0] in names:
        return ROLE_VERBS[verb] << 24 | names.index(rest[0])
    if verb in CARD_VERBS and 1 <= len(rest) <= 2 and set(rest) <= set(names):
        return CARD_VERBS[verb] << 24 | lanes(names.index(name) for name in rest)
    raise NotationError(
        f"not a Coup move: {text!r}; moves look like 'tax', 'steal 1', 'challenge', 'allow', 'block duke', "
        f"'lose {names[3]}', 'keep duke contessa'"
    )


def parse_target(verb: str, rest: list[str], text: str) -> int:
    if verb not in TARGETED:
        if rest:
            raise NotationError(f"{text!r}: {verb} takes no target")
        return 0
    if len(rest) != 1 or rest[0] not in {str(seat) for seat in range(SEATS)}:
        raise NotationError(f"{text!r}: {verb} needs a target, a seat 0 to {SEATS - 1}")
    return int(rest[0])
