"""Masters of Renaissance: moves as text, states and views as maps."""

from collections.abc import Mapping

from palio.core.info import OptionValue
from palio.errors import NotationError
from palio.games.masters.maps import from_map, options_of
from palio.games.masters.rules import CARD_NUMBERS, LEADER_NUMBERS, RESOURCES, TOKEN_NUMBERS, to_map

__all__ = ["from_map", "move_text", "options_of", "parse_move", "to_map"]

SEATS, SLOTS, ROWS, COLUMNS = 4, 3, 3, 4
(
    KEEP,
    TAKE,
    PLAY,
    DISCARD,
    MARKET,
    BUY,
    PRODUCE,
    WHITE,
    STORE,
    SLOT,
    SPEND,
    RECEIVE,
    PAY,
    END,
    FIRST,
    TOKEN,
) = range(1, 17)
BUNDLES = {"take": TAKE, "white": WHITE, "store": STORE, "spend": SPEND, "receive": RECEIVE, "pay": PAY}
NUMBERED = {"buy": (BUY, CARD_NUMBERS), "play": (PLAY, LEADER_NUMBERS), "token": (TOKEN, TOKEN_NUMBERS)}
NOTHING = "nothing"
HIDDEN = "?"
BASE_BIT, SLOT_BIT, LEADER_BIT = 0, 1, 4
COUNTS = {str(count) for count in range(1, 32)}  # resources of one kind in a move

Options = Mapping[str, OptionValue]


def move_text(move: int, options: Options) -> str:
    """`market row 1`, `buy 17`, `produce base card1 leader61`; `?` stands for what a seat cannot see."""
    kind, value = move >> 24, move & 0xFFFFFF
    for verb, code in BUNDLES.items():
        if kind == code:
            return f"{verb} {bundle_text(value)}"
    for verb, (code, numbers) in NUMBERED.items():
        if kind == code and value < len(numbers):
            return f"{verb} {numbers[value]}"
    if kind == MARKET and value < ROWS + COLUMNS:
        return f"market row {value + 1}" if value < ROWS else f"market column {value - ROWS + 1}"
    if kind == PRODUCE and 0 < value < 1 << LEADER_BIT + len(LEADER_NUMBERS):
        return " ".join(["produce", *power_names(value)])
    if kind == KEEP and value < 1 << len(LEADER_NUMBERS):
        kept = [str(number) for leader, number in enumerate(LEADER_NUMBERS) if value >> leader & 1]
        return " ".join(["keep", *(kept or [HIDDEN])])
    if kind == DISCARD and value <= len(LEADER_NUMBERS):
        return f"discard {LEADER_NUMBERS[value] if value < len(LEADER_NUMBERS) else HIDDEN}"
    if kind == SLOT and value < SLOTS:
        return f"slot {value + 1}"
    if kind == FIRST and value < SEATS:
        return f"first {value}"
    if kind == END and value == 0:
        return "end turn"
    raise NotationError(f"not a Masters move: {move}")


def bundle_text(word: int) -> str:
    """`coins 2 shields 1`, or `nothing`."""
    counts = [word >> 6 * kind & 63 for kind in range(len(RESOURCES))]
    return " ".join(f"{name} {count}" for name, count in zip(RESOURCES, counts, strict=True) if count) or NOTHING


def power_names(powers: int) -> list[str]:
    names = ["base"] if powers >> BASE_BIT & 1 else []
    names += [f"card{slot + 1}" for slot in range(SLOTS) if powers >> SLOT_BIT + slot & 1]
    return names + [
        f"leader{number}" for leader, number in enumerate(LEADER_NUMBERS) if powers >> LEADER_BIT + leader & 1
    ]


POWERS = {name: bit for bit in range(LEADER_BIT + len(LEADER_NUMBERS)) for name in power_names(1 << bit)}


def parse_move(text: str, options: Options) -> int:
    """The move that the text names; resources, leaders and powers may come in any order."""
    if not isinstance(text, str):
        raise NotationError(f"expected a move as text, got {text!r}")
    verb, *rest = text.split()[:24] or [""]
    for read in (parse_bundle, parse_number, parse_set, parse_place):
        move = read(verb, rest)
        if move is not None:
            return move
    raise NotationError(
        f"not a Masters move: {text!r}; moves look like 'market row 1', 'buy 17', 'slot 2', 'pay coins 2', "
        "'produce base card1 leader61', 'spend coins 2', 'store nothing', 'play 53', 'keep 49 53', 'end turn'"
    )


def parse_bundle(verb: str, rest: list[str]) -> int | None:
    if verb not in BUNDLES or not rest:
        return None
    word = 0
    names, counts = ([], []) if rest == [NOTHING] else (rest[::2], rest[1::2])
    if len(names) != len(counts) or len(set(names)) != len(names) or not set(names) <= set(RESOURCES):
        return None
    for name, count in zip(names, counts, strict=True):
        if count not in COUNTS:
            return None
        word += int(count) << 6 * RESOURCES.index(name)
    return BUNDLES[verb] << 24 | word


def parse_number(verb: str, rest: list[str]) -> int | None:
    """A verb and a printed number; `?` for a leader that was discarded unseen."""
    if len(rest) != 1:
        return None
    if verb == "discard":
        numbers = [*map(str, LEADER_NUMBERS), HIDDEN]
        return DISCARD << 24 | numbers.index(rest[0]) if rest[0] in numbers else None
    code, known = NUMBERED.get(verb, (0, ()))
    texts = [str(number) for number in known]
    return code << 24 | texts.index(rest[0]) if rest[0] in texts else None


def parse_set(verb: str, rest: list[str]) -> int | None:
    if len(set(rest)) != len(rest) or not rest:
        return None
    if verb == "produce" and set(rest) <= set(POWERS):
        return PRODUCE << 24 | sum(1 << POWERS[name] for name in rest)
    numbers = [str(number) for number in LEADER_NUMBERS]
    if verb == "keep" and rest == [HIDDEN]:
        return KEEP << 24
    if verb == "keep" and len(rest) == 2 and set(rest) <= set(numbers):
        return KEEP << 24 | sum(1 << numbers.index(number) for number in rest)
    return None


def parse_place(verb: str, rest: list[str]) -> int | None:
    places = {f"row {row + 1}": row for row in range(ROWS)}
    places |= {f"column {column + 1}": ROWS + column for column in range(COLUMNS)}
    where = " ".join(rest)
    if verb == "market" and where in places:
        return MARKET << 24 | places[where]
    if verb == "slot" and where in {"1", "2", "3"}:
        return SLOT << 24 | int(where) - 1
    if verb == "first" and where in {"0", "1", "2", "3"}:
        return FIRST << 24 | int(where)
    return END << 24 if (verb, where) == ("end", "turn") else None
