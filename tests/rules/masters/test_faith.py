"""Masters of Renaissance, Rapporto in Vaticano."""

from typing import Any

import pytest

from palio import State
from tests.rules.masters.table import faiths, field, play, position

EMPTY: dict[str, Any] = {}
RED = ("rwww", "bbgg", "yypp", "w")
FULL = {"coins": 1, "servants": 2, "shields": 3}
STONES = ("ggww", "bbyy", "wwpp", "r")


def favors(state: State) -> list[list[int]]:
    return [row["favor"] for row in state.to_map()["players"]]


def test_a_report_comes_when_a_marker_reaches_a_pope_space() -> None:
    """Rapporto: the first marker to reach it."""
    state = position({"faith": 7}, EMPTY, lines=RED)
    assert state.to_map()["reports"] == 0
    after = play(state, "market row 1")
    assert after.to_map()["reports"] == 1
    assert favors(after) == [[1], []]


def test_a_report_comes_when_a_marker_passes_a_pope_space() -> None:
    """Rapporto: "raggiunge o oltrepassa": card 41 moves three spaces from 7 to 10."""
    row = {"faith": 7, "chest": {"servants": 1}, "slots": [[2, 18, 41]]}
    after = play(position(row, EMPTY), "produce card1")
    assert faiths(after) == [10, 0]
    assert favors(after) == [[1], []]


def test_rulebook_example_of_a_report() -> None:
    """Rapporto, example: A reaches the pope, B is in the section, C before it and loses the tile."""
    after = play(position({"faith": 7}, {"faith": 5}, {"faith": 4}, lines=RED), "market row 1")
    assert favors(after) == [[1], [1], []]


@pytest.mark.parametrize(("number", "start", "pope"), [(1, 5, 8), (2, 12, 16), (3, 19, 24)])
def test_sections_of_the_three_reports(number: int, start: int, pope: int) -> None:
    """Rapporto: in the section or beyond turns the tile, before it removes the tile."""
    rows = [{"faith": pope - 1}, {"faith": start}, {"faith": start - 1}]
    after = play(position(*rows, lines=RED), "market row 1")
    assert favors(after) == [[number], [number], []]
    assert after.to_map()["reports"] == number


def test_a_removed_tile_does_not_come_back() -> None:
    """Rapporto: each pope space is counted once, for the first marker."""
    rows: list[dict[str, Any]] = [{"faith": 7}, {"faith": 8, "favor": [1]}]
    after = play(position(*rows, lines=RED), "market row 1")
    assert faiths(after) == [8, 8]
    assert favors(after) == [[], [1]]


def test_the_longest_move_meets_one_pope_space_only() -> None:
    """Ruling on two reports in one move: six cards and two leaders give at most 8 faith, from 7 to 15."""
    row = {
        "faith": 7,
        "chest": {"servants": 1, "coins": 1, "shields": 1, "stones": 1},
        "slots": [[4, 20, 41], [1, 18, 42]],
        "played": [61, 63],
    }
    state = position(row, {"faith": 4})
    after = play(state, "produce card1 card2 leader61 leader63", "receive coins 2")
    assert faiths(after) == [15, 4]
    assert favors(after) == [[1], []]
    assert after.to_map()["reports"] == 1


def test_a_later_report_judges_everyone_anew() -> None:
    """Rapporto: the second tile goes by the second section, whatever became of the first."""
    rows: list[dict[str, Any]] = [{"faith": 15, "favor": [1]}, {"faith": 12}, {"faith": 11, "favor": [1]}]
    assert favors(play(position(*rows, lines=RED), "market row 1")) == [[1, 2], [2], [1]]


def test_discards_of_another_player_can_bring_a_report() -> None:
    """Rapporto: any marker; here two discards push seat 1 from 6 to 8."""
    after = play(position({"warehouse": FULL, "faith": 5}, {"faith": 6}, lines=STONES), "market row 1")
    assert faiths(after) == [5, 8]
    assert favors(after) == [[1], [1]]


def test_own_faith_and_discards_move_before_the_report() -> None:
    """Ruling: red marble and discards move together; the mover gets its tile by the same action."""
    lines = ("rggw", "bbyy", "wwpp", "w")
    after = play(position({"warehouse": FULL, "faith": 4}, {"faith": 6}, lines=lines), "market row 1")
    assert faiths(after) == [5, 8]
    assert favors(after) == [[1], [1]]


def test_discards_move_before_the_report_that_the_own_marker_brings() -> None:
    """Ruling: the red marble takes the mover to 8; the same action's discards take the others from 3 to 5 and to 4."""
    lines = ("rggw", "bbyy", "wwpp", "w")
    rows: list[dict[str, Any]] = [{"warehouse": FULL, "faith": 7}, {"faith": 3}, {"faith": 2}]
    after = play(position(*rows, lines=lines), "market row 1")
    assert faiths(after) == [8, 5, 4]
    assert favors(after) == [[1], [1], []]


def test_all_discards_move_before_the_report() -> None:
    """Ruling: the seat order decides nothing: the discards take seat 1 to 8 and seat 2 to 5."""
    after = play(position({"warehouse": FULL}, {"faith": 6}, {"faith": 3}, lines=STONES), "market row 1")
    assert faiths(after) == [0, 8, 5]
    assert favors(after) == [[], [1], [1]]


def test_a_marker_on_the_last_space_stays_there() -> None:
    rows = [{"faith": 24, "favor": [1, 2, 3]}, {"faith": 22, "favor": [1, 2, 3]}]
    after = play(position(*rows, lines=RED, turn_player=0, first_player=0), "market row 1")
    assert faiths(after) == [24, 22]


@pytest.mark.parametrize(
    ("faith", "points"),
    [(0, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 4), (12, 6), (14, 6), (15, 9), (18, 12), (20, 12),
     (21, 16), (23, 16), (24, 20)],
)  # fmt: skip
def test_points_of_the_track(faith: int, points: int) -> None:
    """Fine della partita: the last value reached or passed."""
    rows: list[dict[str, Any]] = [{"faith": faith}, {"slots": [[1, 17, 33], [2, 18, 34], [3]]}]
    state = position(*rows, turn_player=1, phase="over")
    assert field(state, "favor") == []
    assert state.outcome().points[0] == points
