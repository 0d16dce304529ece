"""Maps from outside: anything at all is either a position or a NotationError that names the field."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import palio
from tests.support import TABLES, label, random_states

junk = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 70000) | st.floats() | st.text(max_size=8) | st.binary(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a nest of maps and lists."""
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += paths(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += paths(item, (*path, index))
    return found


def put(value: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        value = value[key]
    value[path[-1]] = new


SAMPLES = {label(game): random_states(game, seed=2) for game in TABLES[::5]}


@given(st.data())
def test_any_change_of_a_map_is_a_position_or_a_named_error(data: st.DataObject) -> None:
    """What is accepted can be played to its end: nothing that passes may crash the rules."""
    state = data.draw(st.sampled_from(SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]))
    seat = data.draw(st.sampled_from([None, *range(state.seats)]))
    content = copy.deepcopy(state.to_map() if seat is None else state.view(seat).to_map())
    for _ in range(data.draw(st.integers(1, 3))):
        put(content, data.draw(st.sampled_from(paths(content))), data.draw(junk))
    read = state.game.state_from_map if seat is None else state.game.view_from_map
    try:
        position = read(content)
    except palio.NotationError as error:
        assert str(error)  # noqa: PT017  either outcome is fine
        return
    world = position if isinstance(position, palio.State) else position.world(1)
    world.check()
    world.playout(palio.Random(1))


@given(junk)
def test_junk_is_no_position(value: Any) -> None:
    for game in TABLES[::7]:
        with pytest.raises(palio.NotationError):
            game.state_from_map(value)


@given(st.data())
def test_any_bytes_are_a_position_or_an_error(data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]))
    raw = bytearray(state.to_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        found = state.game.state_from_bytes(bytes(raw))
    except palio.NotationError:
        return
    for seat in range(found.seats):
        found.view(seat).world(1)
    found.to_map()
    found.playout(palio.Random(1))


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    for game in TABLES[::5]:
        try:
            move = game.parse_move(text)
        except palio.NotationError:
            continue
        assert game.parse_move(game.move_text(move)) == move


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("turn",), "x", r"coup.turn: expected an integer 0 to 10000, got 'x'"),
        (("phase",), "sleep", r"coup.phase: expected one of declare, challenge"),
        (("players", 1, "coins"), 13, r"coup.players\[1\].coins: expected an integer 0 to 12, got 13"),
        (("players", 0, "hand"), ["duke"] * 4, r"coup.players\[0\].hand: expected at most 3 cards of duke"),
        (("players", 0, "hand", 0), "jester", r"coup.players\[0\].hand\[0\]: expected one of duke"),
        (("players", 0, "hand"), None, r"coup.players\[0\].hand: expected a value"),
        (("players",), [], r"coup.players: expected a list of 2 items"),
        (("court",), None, r"coup.court: expected null in a view, a list of roles in a state"),
        (("rules",), 2, r"coup.rules: expected an integer 1 to 1, got 2"),
        (("extra",), 1, r"coup: unknown field 'extra'"),
    ],
)
def test_a_wrong_field_is_named(path: tuple[Any, ...], value: Any, message: str) -> None:
    game = palio.load("coup")
    content = game.start(1).to_map()
    put(content, path, value)
    with pytest.raises(palio.NotationError, match=message):
        game.state_from_map(content)


def test_a_missing_field_is_named() -> None:
    game = palio.load("coup")
    content = game.start(1).to_map()
    del content["players"][1]["claims"]
    with pytest.raises(palio.NotationError, match=r"coup.players\[1\].claims: missing"):
        game.state_from_map(content)
