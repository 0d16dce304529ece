"""Coup: maps back to states and views, field by field; maps.pxi makes them."""

from collections.abc import Mapping
from typing import Any

from palio.core.info import OptionValue
from palio.core.maps import MapReader, choice_item, integer_item
from palio.errors import NotationError
from palio.games.coup.info import INFO
from palio.games.coup.rules import ACTION_NAMES, DRAWS, FRESH, HIDDEN, NEXTS, PASSES, PHASES, pack, roles, unpack

SEATS = 6
NOBODY = 255
NO_ROLE = 7
MAYBE = 8

Options = Mapping[str, OptionValue]


def lanes(cards: Any) -> int:
    """Role numbers as counts of three bits."""
    return sum(1 << 3 * role for role in cards)


def options_of(data: bytes) -> dict[str, OptionValue]:
    """The options that a state's bytes hold."""
    fields = unpack(data)
    bits = fields["options"]
    return INFO.decode([fields["seats"], bits & 1, bits >> 1 & 1, bits >> 2 & 1, fields["max_turns"]])


def from_map(source: object, options: Options) -> bytes:
    """The bytes of the state or view that to_map made the map of; the game checks the rest."""
    reader = MapReader(source, "coup")
    names = roles(options)
    reader.choice("game", (INFO.name,))
    reader.integer("rules", INFO.rules_version, INFO.rules_version)
    given = reader.take("options")
    if given != options:
        raise reader.fail("options", str(dict(options)), given)
    seats = int(options["players"])
    codes = INFO.encode(options)
    fields: dict[str, Any] = {
        "seats": seats,
        "options": codes[1] | codes[2] << 1 | codes[3] << 2,
        "max_turns": codes[4],
        "viewer": seat_or_nobody(reader, "seat", seats),
        "turn": reader.integer("turn", 0, 10000),
        "phase": reader.choice("phase", PHASES),
        "actor": reader.actor(seats),
        "turn_seat": reader.integer("turn_player", 0, seats - 1),
        "action": none_as(reader.optional_choice("action", ACTION_NAMES), len(ACTION_NAMES)),
        "target": seat_or_nobody(reader, "target", seats),
        "blocker": seat_or_nobody(reader, "blocker", seats),
        "block_role": none_as(reader.optional_choice("block_role", names), NO_ROLE),
        "challenger": seat_or_nobody(reader, "challenger", seats),
        "to_ask": bit_set(reader.items("to_ask", integer_item(0, seats - 1), seats)),
        "next": reader.choice("next", NEXTS),
        "draw": reader.choice("draw", DRAWS),
        "shown": none_as(reader.optional_choice("shown", names), NO_ROLE),
        "lost": reader.integer("losses", 0, 2 * SEATS),
    }
    court = reader.take("court")
    fields["court"] = 0 if court is None else read_cards(court, "coup.court", names, 15)
    if (court is None) != (fields["viewer"] != NOBODY):
        raise reader.fail("court", "null in a view, a list of roles in a state", court)
    rows = reader.items("players", lambda item, path: read_player(item, path, names), seats, seats)
    memories = reader.items("memory", lambda item, path: read_memory(item, path, names, seats), seats, seats)
    reader.done()
    check_hidden(fields, rows, memories)
    add_rows(fields, rows, memories)
    return pack(fields)


def check_hidden(fields: Mapping[str, Any], rows: list[dict[str, Any]], memories: list[dict[str, Any] | None]) -> None:
    """Hands and memories are null exactly where the viewer cannot see them."""
    for seat, (row, memory) in enumerate(zip(rows, memories, strict=True)):
        visible = fields["viewer"] in (NOBODY, seat)
        for name, value in ((f"players[{seat}].hand", row["hand"]), (f"memory[{seat}]", memory)):
            if (value is not None) != visible:
                raise NotationError(f"coup.{name}: expected {'a value' if visible else 'null, it is hidden'}")


def add_rows(fields: dict[str, Any], rows: list[dict[str, Any]], memories: list[dict[str, Any] | None]) -> None:
    """Spread the players' and memories' maps over the state's arrays."""
    spare = SEATS - len(rows)
    for name in ("coins", "down", "up", "out", "claims", "lacks", "caught", "proven"):
        fields[name] = [row[name] for row in rows] + [0] * spare
    fields["hand"] = [row["hand"] or 0 for row in rows] + [0] * spare
    fields["originals"] = sum(row["drafted"] << seat for seat, row in enumerate(rows))
    fields["beside"] = sum(row["beside"] << 3 * seat for seat, row in enumerate(rows))
    nothing: dict[str, Any] = {"dealt": NO_ROLE, "sure": 0, "loose": 0, "fresh": [0] * SEATS, "holds": [0] * SEATS}
    full = [memory or nothing for memory in memories] + [nothing] * spare
    for name in ("sure", "loose", "fresh"):
        fields[name] = [memory[name] for memory in full]
    fields["holds"] = [list(memory["holds"]) for memory in full]
    fields["dealt"] = [full[0]["dealt"], full[1]["dealt"]]
    add_shown(fields, memories)
    fields["alive"] = sum((row["down"] > 0) << seat for seat, row in enumerate(rows))


def add_shown(fields: dict[str, Any], memories: list[dict[str, Any] | None]) -> None:
    """A view has the cards that its seat has shown; a state has them twice, and they must agree."""
    for seat, memory in enumerate(memories):
        for other, shown in enumerate(memory["shown_to"] if memory else []):
            if fields["viewer"] == seat and other != seat:
                fields["holds"][other][seat] = shown
            elif fields["holds"][other][seat] != shown:
                raise NotationError(
                    f"coup.memory[{seat}].shown_to[{other}]: expected what memory[{other}].holds[{seat}] says"
                )


def read_player(source: object, path: str, names: tuple[str, ...]) -> dict[str, Any]:
    reader = MapReader(source, path)
    hand = reader.take("hand")
    row = {
        "coins": reader.integer("coins", 0, 12),
        "down": reader.integer("face_down", 0, 2),
        "hand": None if hand is None else read_cards(hand, f"{path}.hand", names, 4),
        "up": read_cards(reader.take("face_up"), f"{path}.face_up", names, 2),
        "out": reader.integer("out", 0, 2 * SEATS),
        "claims": bit_set(reader.items("claims", choice_item(names), 5))
        | sum(list(PASSES.values())[i] for i in set(reader.items("let_pass", choice_item(tuple(PASSES)), 3))),
        "lacks": bit_set(reader.items("lacks", choice_item(names), 5)),
        "caught": reader.integer("caught", 0, 255),
        "proven": reader.integer("proven", 0, 255),
    }
    drafted = reader.take("drafted")
    if not isinstance(drafted, bool):
        raise reader.fail("drafted", "true or false", drafted)
    row["drafted"] = drafted
    row["beside"] = none_as(reader.optional_choice("proven_beside", names), -1) + 1
    reader.done()
    return row


def read_memory(source: object, path: str, names: tuple[str, ...], seats: int) -> dict[str, Any] | None:
    if source is None:
        return None
    reader = MapReader(source, path)
    kinds = reader.items("fresh", choice_item(FRESH), seats, seats)
    drawn = reader.items("may_have_drawn", lambda item, where: read_roles(item, where, names), seats, seats)
    holds, shown_to = (
        reader.items(name, lambda item, where: read_holds(item, where, names), seats, seats)
        for name in ("holds", "shown_to")
    )
    memory = {
        "dealt": none_as(reader.optional_choice("dealt", names), NO_ROLE),
        "sure": read_cards(reader.take("in_court"), f"{path}.in_court", names, 15),
        "loose": read_cards(reader.take("were_in_court"), f"{path}.were_in_court", names, 15),
        "fresh": [kind | roles << 3 for kind, roles in zip(kinds, drawn, strict=True)] + [0] * (SEATS - seats),
        "holds": holds + [0] * (SEATS - seats),
        "shown_to": shown_to,
    }
    reader.done()
    return memory


def read_roles(source: object, path: str, names: tuple[str, ...]) -> int:
    where, _, name = path.rpartition(".")
    return bit_set(MapReader({name: source}, where).items(name, choice_item(names), len(names)))


def read_holds(source: object, path: str, names: tuple[str, ...]) -> int:
    reader = MapReader({"holds": source}, path)
    found = reader.items("holds", choice_item([*names, *(name + HIDDEN for name in names)]), 2)
    cards = (role + 1 if role < len(names) else role - len(names) + 1 | MAYBE for role in found)
    return sum(card << 4 * index for index, card in enumerate(cards))


def read_cards(source: object, path: str, names: tuple[str, ...], most: int) -> int:
    """A list of roles as counts; more than three of a role cannot be."""
    where, _, name = path.rpartition(".")
    cards = MapReader({name: source}, where).items(name, choice_item(names), most)
    for role, title in enumerate(names):
        if cards.count(role) > 3:
            raise NotationError(f"{path}: expected at most 3 cards of {title}, got {cards.count(role)}")
    return lanes(cards)


def seat_or_nobody(reader: MapReader, name: str, seats: int) -> int:
    return none_as(reader.optional_integer(name, 0, seats - 1), NOBODY)


def none_as(value: int | None, nothing: int) -> int:
    return nothing if value is None else value


def bit_set(members: list[int]) -> int:
    return sum(1 << member for member in set(members))
