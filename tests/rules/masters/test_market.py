"""Masters of Renaissance, Prendere Risorse al Mercato and I Depositi del Magazzino."""

from itertools import product

import pytest

import palio
from tests.rules.masters.table import RESOURCES, faiths, field, offered, play, position, texts

EMPTY: dict[str, object] = {}


def test_a_row_or_a_column_is_chosen() -> None:
    """Mercato: three rows and four columns."""
    assert offered(position(EMPTY, EMPTY), "market") == [
        *(f"market row {row}" for row in (1, 2, 3)),
        *(f"market column {column}" for column in (1, 2, 3, 4)),
    ]


@pytest.mark.parametrize(("letter", "resource"), [("b", "shields"), ("g", "stones"), ("y", "coins"), ("p", "servants")])
def test_each_marble_stands_for_a_resource(letter: str, resource: str) -> None:
    """Mercato: the reference scheme of the marbles."""
    other = [mark for mark in "bgyp" if mark != letter]
    lines = (letter * 2 + "ww", other[0] * 2 + "w" + other[1], "w" + other[1] + other[2] * 2, "r")
    assert field(play(position(EMPTY, EMPTY, lines=lines), "market row 1"), "warehouse") == {resource: 2}


def test_a_white_marble_gives_nothing() -> None:
    state = play(position(EMPTY, EMPTY), "market row 1")
    assert field(state, "warehouse") == {}
    assert faiths(state) == [0, 0]


def test_a_red_marble_gives_a_faith_point() -> None:
    """Mercato, Punti Fede: the marker moves one space."""
    lines = ("rwww", "bbgg", "yypp", "w")
    state = play(position({"faith": 3}, EMPTY, lines=lines), "market row 1")
    assert faiths(state) == [4, 0]
    assert field(state, "warehouse") == {}


def test_rulebook_example_of_a_row() -> None:
    """Mercato, example: 1 stone, 2 coins, nothing for the white marble, which the blue one pushes out."""
    lines = ("bgrp", "wgyy", "wwwp", "b")
    state = play(position(EMPTY, EMPTY, lines=lines), "market row 2")
    assert field(state, "warehouse") == {"stones": 1, "coins": 2}
    found = state.to_map()["market"]
    assert found["rows"] == [
        ["blue", "grey", "red", "purple"],
        ["grey", "yellow", "yellow", "blue"],
        ["white", "white", "white", "purple"],
    ]
    assert found["slide"] == "white"


@pytest.mark.parametrize("row", [1, 2, 3])
def test_a_row_is_pushed_from_the_right(row: int) -> None:
    """Mercato: the slide's marble enters along the arrows, the opposite one leaves."""
    state = position(EMPTY, EMPTY)
    before = state.to_map()["market"]
    after = play(state, f"market row {row}")
    while offered(after, "store"):
        after.apply(after.legal_moves()[0])
    found = after.to_map()["market"]
    assert found["rows"][row - 1] == [*before["rows"][row - 1][1:], "red"]
    assert found["slide"] == before["rows"][row - 1][0]
    assert all(found["rows"][other] == before["rows"][other] for other in range(3) if other != row - 1)


@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_a_column_is_pushed_from_below(column: int) -> None:
    state = position(EMPTY, EMPTY)
    before = state.to_map()["market"]["rows"]
    found = play(state, f"market column {column}").to_map()["market"]
    assert [row[column - 1] for row in found["rows"]] == [before[1][column - 1], before[2][column - 1], "red"]
    assert found["slide"] == before[0][column - 1]
    for other in range(4):
        if other != column - 1:
            assert [row[other] for row in found["rows"]] == [row[other] for row in before]


def test_resources_come_before_the_push() -> None:
    """Mercato: first the resources are taken, then the marble is inserted."""
    lines = ("wwww", "bbgg", "rypp", "y")
    assert field(play(position(EMPTY, EMPTY, lines=lines), "market row 1"), "warehouse") == {}


def test_a_column_gives_its_three_marbles() -> None:
    assert field(play(position(EMPTY, EMPTY), "market column 1"), "warehouse") == {"shields": 1, "coins": 1}


# I Depositi del Magazzino


def fits(counts: tuple[int, ...], depots: tuple[int, ...] = (0, 0, 0, 0)) -> bool:
    """Is there a way to lay the counts on shelves of 1, 2 and 3, one kind per shelf: by trying them all."""
    kinds = [count - extra for count, extra in zip(counts, depots, strict=True) if count > extra]
    if len(kinds) > 3:
        return False
    return any(
        len(set(places)) == len(kinds) and all(count <= place for count, place in zip(kinds, places, strict=True))
        for places in product((1, 2, 3), repeat=len(kinds))
    )


def test_three_shelves_of_one_two_and_three_with_one_kind_each() -> None:
    """Depositi: shelves hold 1, 2 and 3; a shelf holds one kind and a kind lies on one shelf."""
    for counts in product(range(5), repeat=4):
        held = {name: count for name, count in zip(RESOURCES, counts, strict=True) if count}
        if fits(counts):
            assert field(position({"warehouse": held}, EMPTY), "warehouse") == held
        else:
            with pytest.raises(palio.NotationError, match="does not fit"):
                position({"warehouse": held}, EMPTY)


TWO_ONE = {"coins": 1, "servants": 1, "shields": 3}
"""The rulebook's picture: only 1 coin, or 1 servant with the coin moved to the top shelf, can be received."""


@pytest.mark.parametrize(
    ("row", "stored", "discarded"),
    [
        ("ywwp", {"coins"}, 1),
        ("ywwp", {"servants"}, 1),
        ("yyww", {"coins"}, 1),
        ("ppww", {"servants"}, 1),
        ("gwww", set(), 1),
        ("bwww", set(), 1),
    ],
)
def test_rulebook_example_of_a_full_warehouse(row: str, stored: set[str], discarded: int) -> None:
    """Depositi, example: every further resource gives each other player a faith point."""
    marbles = list("wwwwbbggyyppr")
    for letter in row:
        marbles.remove(letter)
    lines = (row, "".join(marbles[:4]), "".join(marbles[4:8]), marbles[8])
    state = play(position({"warehouse": TWO_ONE}, EMPTY, EMPTY, lines=lines), "market row 1")
    if offered(state, "store"):
        assert texts(state) == ["store coins 1", "store servants 1"]
        state.apply(f"store {next(iter(stored))} 1")
    assert field(state, "warehouse") == {name: TWO_ONE[name] + (name in stored) for name in TWO_ONE}
    assert faiths(state) == [0, discarded, discarded]


def test_faith_can_be_received_with_a_full_warehouse() -> None:
    """Depositi, example: faith points need no place."""
    lines = ("rwww", "bbgg", "yypp", "w")
    state = play(position({"warehouse": TWO_ONE}, EMPTY, lines=lines), "market row 1")
    assert faiths(state) == [1, 0]


def test_resources_may_be_moved_between_shelves() -> None:
    """Depositi: what counts is what fits, not where it lay: 1 coin and 1 stone make room for 3 shields."""
    lines = ("bbww", "ywgg", "wypp", "r")
    state = position({"warehouse": {"coins": 1, "stones": 1}}, EMPTY, lines=lines)
    assert field(play(state, "market row 1"), "warehouse") == {"coins": 1, "stones": 1, "shields": 2}


def test_resources_that_can_be_placed_must_be_placed() -> None:
    """Depositi: "Devi piazzare": with room for everything nothing is asked and nobody gains faith."""
    state = play(position(EMPTY, EMPTY), "market row 2")
    assert field(state, "warehouse") == {"shields": 2, "stones": 2}
    assert faiths(state) == [0, 0]
    assert state.actor == 1


def test_every_other_player_gains_a_faith_point_per_discarded_resource() -> None:
    """Depositi: four resources that cannot be placed give each other player 4 faith."""
    full = {"coins": 3, "servants": 2, "shields": 1}
    lines = ("ggww", "bbyy", "wwpp", "r")
    state = play(position({"warehouse": full}, EMPTY, EMPTY, EMPTY, lines=lines), "market row 1")
    assert faiths(state) == [0, 2, 2, 2]
    assert field(state, "warehouse") == full


def test_stored_resources_stay_when_new_ones_come() -> None:
    """Ruling: only resources taken this turn may be discarded."""
    lines = ("bbgg", "wwww", "yypp", "r")
    state = play(position({"warehouse": {"coins": 1, "stones": 2, "servants": 3}}, EMPTY, lines=lines), "market row 1")
    assert field(state, "warehouse") == {"coins": 1, "stones": 2, "servants": 3}
    assert faiths(state) == [0, 4]


def test_the_kept_set_is_maximal_not_the_largest() -> None:
    """Ruling: nothing discarded could be added; a smaller set that blocks the rest is allowed."""
    lines = ("ggyw", "bbww", "wypp", "r")
    state = play(position({"warehouse": {"servants": 1, "shields": 3}}, EMPTY, lines=lines), "market row 1")
    assert texts(state) == ["store coins 1", "store stones 2"]
    assert faiths(play(state, "store coins 1")) == [0, 2]
    assert faiths(play(state, "store stones 2")) == [0, 1]


def names(counts: tuple[int, ...]) -> str:
    found = [f"{name} {count}" for name, count in zip(RESOURCES, counts, strict=True) if count]
    return f"store {' '.join(found) or 'nothing'}"


def plus(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=True))


@pytest.mark.parametrize(
    ("played", "depots"), [((), (0, 0, 0, 0)), ((53,), (0, 2, 0, 0)), ((54, 56), (2, 0, 2, 0))], ids=str
)
@pytest.mark.parametrize(("row", "taken"), [("ygpb", (1, 1, 1, 1)), ("yygw", (2, 1, 0, 0)), ("ppgg", (0, 2, 2, 0))])
def test_every_store_is_maximal_and_every_maximal_store_is_offered(
    row: str, taken: tuple[int, ...], played: tuple[int, ...], depots: tuple[int, ...]
) -> None:
    """Ruling: compared with a search through all subsets, for every warehouse, without and with leader depots."""
    marbles = list("wwwwbbggyyppr")
    for letter in row:
        marbles.remove(letter)
    lines = (row, "".join(marbles[:4]), "".join(marbles[4:8]), marbles[8])
    for held in (counts for counts in product(*(range(4 + extra) for extra in depots)) if fits(counts, depots)):
        owner = {"warehouse": dict(zip(RESOURCES, held, strict=True)), "played": played}
        start = position(owner, EMPTY, lines=lines)
        state = play(start, "market row 1")
        possible = [kept for kept in product(*(range(most + 1) for most in taken)) if fits(plus(held, kept), depots)]
        best = [
            kept
            for kept in possible
            if not any(more != kept and all(a <= b for a, b in zip(kept, more, strict=True)) for more in possible)
        ]
        if len(best) > 1:
            assert sorted(texts(state)) == sorted(names(kept) for kept in best)
        else:
            stored = dict(zip(RESOURCES, plus(held, best[0]), strict=True))
            assert field(state, "warehouse") == {name: count for name, count in stored.items() if count}
