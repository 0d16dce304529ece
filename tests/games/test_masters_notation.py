"""Masters of Renaissance: texts of moves, and maps with errors that name the field."""

from typing import Any

import pytest

import palio
from palio import NotationError
from tests.rules.masters.table import RESOURCES, position

GAME = palio.load("masters")


@pytest.mark.parametrize(
    "text",
    [
        "keep 49 53", "keep ?", "take coins 2", "take coins 1 shields 1", "play 53", "discard 64",
        "discard ?", "market row 1", "market row 3", "market column 4", "buy 17", "buy 48", "slot 2",
        "end turn", "first 1", "produce base", "produce base card1 card3 leader61", "produce leader64",
        "white stones 2 servants 1", "store nothing", "store coins 3", "spend coins 2",
        "receive coins 1 stones 1 shields 1", "pay nothing", "pay coins 2 stones 1", "token 7",
    ],
)  # fmt: skip
def test_every_kind_of_move_has_one_text(text: str) -> None:
    assert GAME.move_text(GAME.parse_move(text)) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("keep 53 49", "keep 49 53"),
        ("produce leader61 base", "produce base leader61"),
        ("pay stones 1  coins 2", "pay coins 2 stones 1"),
    ],
)
def test_the_order_within_a_text_is_free(text: str, canonical: str) -> None:
    assert GAME.move_text(GAME.parse_move(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "", "market", "market row 4", "market column 0", "market 1", "buy 0", "buy 49", "buy", "buy 1 2",
        "slot 4", "keep 49", "keep 49 49", "keep 1 2", "play 1", "discard 65", "produce", "produce card4",
        "produce base base", "pay", "pay coins", "pay coins 0", "pay coins 32", "pay coins 1 coins 1",
        "pay faith 1", "pay coins x", "pay coins ²", "end", "end turn now", "first 4", "token 8", "nothing",
        "store", "fly", "pay coins 01", "pay coins ١", "pay coins " + "9" * 5000,
    ],
)  # fmt: skip
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="not a Masters move"):
        GAME.parse_move(text)


@pytest.mark.parametrize("move", [0, 1 << 24 | 1 << 16, 6 << 24 | 48, 10 << 24 | 3, 7 << 24, 17 << 24, 255 << 24])
def test_other_numbers_are_no_moves(move: int) -> None:
    with pytest.raises(NotationError, match="not a Masters move"):
        GAME.move_text(move)


def test_an_illegal_move_names_the_legal_ones() -> None:
    with pytest.raises(palio.IllegalMoveError, match="market row 1"):
        position({}, {}).apply("buy 1")


def change(path: str, value: Any) -> dict[str, Any]:
    """The map of a position with one entry changed."""
    source: Any = position({"hand": [49]}, {}).to_map()
    inner = source
    *way, last = path.split(".")
    for step in way:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[int(last) if isinstance(inner, list) else last] = value
    changed: dict[str, Any] = source
    return changed


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("game", "coup", r"masters.game: expected one of masters"),
        ("rules", 99, r"masters.rules"),
        ("options", {"players": 3, "max_turns": 200}, r"masters.options"),
        ("seat", 5, r"masters.seat: expected an integer 0 to 1"),
        ("round", -1, r"masters.round"),
        ("phase", "sleep", r"masters.phase: expected one of keep"),
        ("actor", 2, r"masters.actor: expected a seat 0 to 1"),
        ("last_round", 1, r"masters.last_round: expected true or false"),
        ("market.slide", "black", r"masters.market.slide"),
        ("market.rows.0", ["white"], r"masters.market.rows\[0\].row: expected a list of 4 items"),
        ("market.rows.0.1", "pink", r"masters.market.rows\[0\].row\[1\]"),
        (
            "stacks.0.cards",
            [2],
            r"masters.stacks\[0\].cards\[0\]: expected the number of a card of the stack",
        ),
        ("stacks.0.cards", [1, 1], r"masters.stacks\[0\].cards: expected no item twice"),
        ("stacks.0", {"color": "blue", "level": 1, "cards": [3]}, r"masters.stacks: expected level by level"),
        ("action.card", 70, r"masters.action.card: expected the number of a card"),
        ("action.slot", 4, r"masters.action.slot"),
        ("action.pending", {"coins": 1}, r"masters.action.pending.stones: missing"),
        ("solo", {"black_cross": 0, "tokens": []}, r"masters.solo"),
        ("players", [], r"masters.players: expected a list of 2 items"),
        ("players.0.chest.coins", 65536, r"masters.players\[0\].chest.coins"),
        ("players.0.warehouse.coins", 6, r"masters.players\[0\].warehouse.coins"),
        ("players.0.faith", 25, r"masters.players\[0\].faith: expected an integer 0 to 24"),
        ("players.0.hand", [1], r"masters.players\[0\].hand\[0\]: expected the number of a leader"),
        ("players.0.hand", None, r"masters.players\[0\].hand: expected a list"),
        ("players.0.favor", [4], r"masters.players\[0\].favor\[0\]"),
        ("players.0.slots", [[], []], r"masters.players\[0\].slots: expected a list of 3 items"),
        ("players.0.coins", 3, r"unknown field 'coins'"),
        ("extra", 1, r"unknown field 'extra'"),
    ],
)
def test_a_wrong_field_is_named(path: str, value: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.state_from_map(change(path, value))


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("market.slide", "white", "wrong marbles"),
        ("players.0.in_hand", 2, "holds as many"),
        ("players.0.slots.0", [1], "two places"),
        ("players.0.slots.0", [18], "two places"),
        ("players.0.favor", [1], "tiles are turned by reports"),
        ("players.1.faith", 9, "had its report"),
        ("stacks.0.cards", [1, 5, 9], "a card is missing"),
        ("players.0.warehouse.coins", 4, "does not fit"),
        ("players.1.dealt", [49, 50, 51, 52], "two places"),
        ("players.0.played", [49], "different ones"),
        ("last_round", True, "last round"),
        ("first_player", None, "first player"),
        ("actor", 1, "actor"),
        ("action.faith", 1, "no action is under way"),
        ("reports", 1, "had its report"),
        ("phase", "store", "no choice of what to store"),
        ("phase", "pay", "no set of powers"),
        ("phase", "over", "actor does not fit"),
        ("phase", "token", "solo"),
        ("phase", "keep", "once the leaders are chosen"),
        ("round", 200, "after max_turns"),
    ],
)
def test_an_impossible_position_is_refused(path: str, value: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.state_from_map(change(path, value))


@pytest.mark.parametrize(
    ("phase", "action", "message"),
    [
        ("store", {"pending": 16}, "at most 4 marbles"),
        ("white", {"pending": 16, "whites": 1}, "at most 4 marbles"),
        ("receive", {"pending": 0, "receives": 1, "gain": 16}, "no set of powers"),
    ],
)
def test_amounts_whose_sum_overflows_are_refused(phase: str, action: dict[str, int], message: str) -> None:
    """Four lanes of 16 add up to 64, which a packed sum shows as 0."""
    rich = {"played": [57, 59], "slots": [[4, 20], [3, 19]], "chest": {"coins": 3}}
    source = position(rich, {}).to_map()
    amounts = {name: dict.fromkeys(RESOURCES, action[name]) for name in ("pending", "gain") if name in action}
    if phase == "receive":
        amounts["pending"]["coins"] = 2
    source["phase"] = phase
    source["action"] |= action | amounts
    with pytest.raises(NotationError, match=message):
        GAME.state_from_map(source)


def test_a_view_is_no_state_and_a_state_no_view() -> None:
    state = position({}, {})
    with pytest.raises(NotationError, match="got a view"):
        GAME.state_from_map(state.view(0).to_map())
    with pytest.raises(NotationError, match="got a full state"):
        GAME.view_from_map(state.to_map())


def test_a_view_shows_no_hidden_leaders() -> None:
    source = position({"hand": [49]}, {}).view(1).to_map()
    source["players"][0]["hand"] = [49]
    with pytest.raises(NotationError, match="it is hidden"):
        GAME.view_from_map(source)


def test_other_options_are_refused() -> None:
    with pytest.raises(NotationError, match="options"):
        palio.load("masters", max_turns=7).state_from_map(position({}, {}).to_map())


@pytest.mark.parametrize("value", [0, 10001, "many"])
def test_max_turns_has_bounds(value: object) -> None:
    with pytest.raises(palio.OptionError, match="1 to 10000"):
        palio.load("masters", max_turns=value)


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(NotationError, match="248 bytes"):
        GAME.state_from_bytes(b"masters")
