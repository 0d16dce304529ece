"""Lorenzo il Magnifico: moves as text; maps.pxi and maps.py have the states and views."""

from collections.abc import Mapping

from palio.core.info import OptionValue
from palio.errors import NotationError
from palio.games.lorenzo.maps import from_map, options_of
from palio.games.lorenzo.rules import LANE_NAMES, MEMBER_NAMES, PRIVILEGE_NAMES, SPACES, to_map

__all__ = ["from_map", "move_text", "options_of", "parse_move", "to_map"]

(ROLL, PICK, TILE, PLAY, ACTIVATE, DISCARD, PLACE, PASS, END, SERVANTS, COST, DISCOUNT, PRIVILEGE, EXCHANGE,
 TAKE, DECLINE, RAISE, COPY, REFUSE, SUPPORT) = range(1, 21)  # fmt: skip
PLAIN = {"pass": PASS, "end": END, "decline": DECLINE, "refuse": REFUSE, "support": SUPPORT}
LEADER_VERBS = {"pick": PICK, "play": PLAY, "activate": ACTIVATE, "discard": DISCARD, "copy": COPY}
LEADERS = 20
CARDS = 96
TILES = 4
MOST_SERVANTS = 127
HIDDEN = "?"
UNKNOWN = 255
LEFT = 0x8000
"""A pick seen by the seat that gets the pack: what is left in it follows, 5 bits each, 31 for none."""

Options = Mapping[str, OptionValue]


def move_text(move: int, options: Options) -> str:
    """`place orange territory 3`, `servants 2`, `privilege coins`; `?` stands for what a seat cannot see."""
    kind, value = move >> 24, move & 0xFFFF
    for verb, code in PLAIN.items():
        if kind == code and value == 0:
            return verb
    for verb, code in LEADER_VERBS.items():
        if kind == code and value < LEADERS:
            return f"{verb} leader {value}"
    text = placement_text(kind, value) or payment_text(kind, value) or draft_text(kind, value)
    if not text:
        raise NotationError(f"not a Lorenzo move: {move}")
    return text


def placement_text(kind: int, value: int) -> str:
    if kind == PLACE and value >> 2 < len(SPACES):
        return f"place {MEMBER_NAMES[value & 3]} {SPACES[value >> 2]}"
    if kind == TAKE and value < 16:
        return f"take {SPACES[value]}"
    if kind == RAISE and value < 3:
        return f"raise {MEMBER_NAMES[value]}"
    return ""


def payment_text(kind: int, value: int) -> str:
    if kind == SERVANTS and value <= MOST_SERVANTS:
        return f"servants {value}"
    if kind == COST and value < 2:
        return f"cost {value + 1}"
    if kind == DISCOUNT and 0 < value < 1 << len(LANE_NAMES):
        return "discount " + "+".join(name for lane, name in enumerate(LANE_NAMES) if value >> lane & 1)
    if kind == PRIVILEGE and value < len(PRIVILEGE_NAMES):
        return f"privilege {PRIVILEGE_NAMES[value]}"
    if kind == EXCHANGE and value >> 2 < CARDS and value & 3 < 3:
        return f"exchange {value >> 2} {value & 3 or 'none'}"
    return ""


def draft_text(kind: int, value: int) -> str:
    if kind == PICK and value == UNKNOWN:
        return f"pick leader {HIDDEN}"
    if kind == PICK and value & LEFT:
        left = [value >> shift & 31 for shift in (0, 5, 10)]
        return " ".join([f"pick leader {HIDDEN} leaving", *(str(leader) for leader in left if leader < LEADERS)])
    if kind == TILE and value < TILES:
        return f"tile {value + 1}"
    if kind == ROLL and value < 216:
        return f"roll {value // 36 + 1} {value // 6 % 6 + 1} {value % 6 + 1}"
    return ""


def parse_move(text: str, options: Options) -> int:
    """The move that the text names."""
    if not isinstance(text, str):
        raise NotationError(f"expected a move as text, got {text!r}")
    verb, *rest = text.split()[:8] or [""]
    if verb in PLAIN and not rest:
        return PLAIN[verb] << 24
    value = parse_value(verb, rest)
    if value is None:
        raise NotationError(
            f"not a Lorenzo move: {text!r}; moves look like 'place orange territory 3', 'servants 2', "
            "'privilege coins', 'exchange 28 1', 'play leader 12', 'pass', 'support'"
        )
    return value


def parse_value(verb: str, rest: list[str]) -> int | None:
    """The move of a verb with its words, or None where they do not go together."""
    if verb == "pick" and rest[:2] == ["leader", HIDDEN]:
        return parse_hidden_pick(rest[2:])
    if verb in LEADER_VERBS and len(rest) == 2 and rest[0] == "leader":
        return with_number(LEADER_VERBS[verb], rest[1], 0, LEADERS - 1)
    if verb == "place" and rest and rest[0] in MEMBER_NAMES and " ".join(rest[1:]) in SPACES:
        return PLACE << 24 | SPACES.index(" ".join(rest[1:])) << 2 | MEMBER_NAMES.index(rest[0])
    if verb == "take" and " ".join(rest) in SPACES[:16]:
        return TAKE << 24 | SPACES.index(" ".join(rest))
    if verb == "roll" and len(rest) == 3 and set(rest) <= set("123456"):
        black, white, orange = (int(die) - 1 for die in rest)
        return ROLL << 24 | black * 36 + white * 6 + orange
    if verb == "exchange" and len(rest) == 2 and rest[1] in ("none", "1", "2"):
        card = with_number(EXCHANGE, rest[0], 0, CARDS - 1)
        return card and EXCHANGE << 24 | (card & 0xFFFF) << 2 | ("none", "1", "2").index(rest[1])
    return parse_word(verb, rest[0]) if len(rest) == 1 else None


def parse_hidden_pick(rest: list[str]) -> int | None:
    if not rest:
        return PICK << 24 | UNKNOWN
    leaders = [with_number(0, word, 0, LEADERS - 1) for word in rest[1:]]
    if rest[0] != "leaving" or not 1 <= len(leaders) <= 3 or None in leaders:
        return None
    value = LEFT
    for place, leader in enumerate([*leaders, 31, 31][:3]):
        value |= (leader or 0) << 5 * place
    return PICK << 24 | value


def parse_word(verb: str, word: str) -> int | None:
    """Moves of a verb and one word."""
    if verb == "servants":
        return with_number(SERVANTS, word, 0, MOST_SERVANTS)
    if verb == "cost" and word in ("1", "2"):
        return COST << 24 | int(word) - 1
    if verb == "tile" and word in ("1", "2", "3", "4"):
        return TILE << 24 | int(word) - 1
    if verb == "raise" and word in MEMBER_NAMES[:3]:
        return RAISE << 24 | MEMBER_NAMES.index(word)
    if verb == "privilege" and word in PRIVILEGE_NAMES:
        return PRIVILEGE << 24 | PRIVILEGE_NAMES.index(word)
    names = word.split("+")
    if verb == "discount" and set(names) <= set(LANE_NAMES):
        return DISCOUNT << 24 | sum(1 << LANE_NAMES.index(name) for name in set(names))
    return None


def with_number(kind: int, word: str, low: int, high: int) -> int | None:
    if not (word.isascii() and word.isdecimal() and len(word) <= 3 and low <= int(word) <= high):
        return None
    return kind << 24 | int(word)
