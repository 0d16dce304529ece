"""Masters of Renaissance, Fine della partita."""

from typing import Any

import pytest

import palio
from palio import State
from tests.rules.masters.table import faiths, play, position, texts

EMPTY: dict[str, Any] = {}
RED = ("rwww", "bbgg", "yypp", "w")
SIX = [[1, 18, 35], [2, 19], [3]]


def last_round(state: State) -> bool:
    return bool(state.to_map()["last_round"])


def test_the_last_space_triggers_the_end() -> None:
    """Fine: "Quando un giocatore raggiunge l'ultimo spazio", with the third report."""
    after = play(position({"faith": 23}, {"faith": 20}, lines=RED), "market row 1")
    assert last_round(after)
    assert [row["favor"] for row in after.to_map()["players"]] == [[3], [3]]
    assert not after.is_over
    assert after.actor == 1


def test_the_seventh_card_triggers_the_end() -> None:
    """Fine: "compra la sua settima Carta Sviluppo"."""
    state = position({"slots": SIX, "chest": {"stones": 4}}, EMPTY, tops=[20])
    assert not last_round(state)
    after = play(state, "buy 20")
    assert last_round(after)
    assert after.actor == 1


def test_leader_actions_may_follow_the_seventh_card() -> None:
    """Fine and Azioni Leader: the turn goes on; 64 needs the green card of level II just bought."""
    row = {"slots": SIX, "chest": {"shields": 4}, "hand": [49, 64]}
    state = play(position(row, EMPTY, tops=[17]), "buy 17")
    assert texts(state) == ["play 64", "discard 49", "discard 64", "end turn"]
    assert play(state, "play 64", "discard 49").actor == 1


def test_others_may_buy_in_their_last_turn() -> None:
    """Fine: a last turn is a whole turn, and its cards count."""
    rows = [{"slots": SIX, "chest": {"stones": 4}}, {"chest": {"servants": 3}}]
    ended = play(position(*rows, tops=[20, 10]), "buy 20", "buy 10")
    assert ended.is_over
    assert ended.outcome().points == (1 + 5 + 9 + 1 + 5 + 1 + 5, 3)


def test_the_sixth_card_does_not() -> None:
    state = position({"slots": [[1, 18], [2, 19], [3]], "chest": {"stones": 4}}, EMPTY, tops=[20])
    assert not last_round(play(state, "buy 20"))


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_round_is_finished_up_to_the_right_of_the_first_player(first: int, place: int) -> None:
    """Fine: all others up to the player to the right of the first player have their last turn."""
    seat = (first + place) % 3
    rows: list[dict[str, Any]] = [{}, {}, {}]
    rows[seat] = {"faith": 23}
    state = position(*rows, lines=RED, first_player=first, turn_player=seat)
    state.apply("market row 1")
    turns = 0
    while not state.is_over:
        state.apply("market column 4")
        while state.to_map()["phase"] == "store":
            state.apply(state.legal_moves()[0])
        turns += 1
    assert turns == 2 - place


def test_a_discard_can_push_another_player_to_the_end() -> None:
    """Ruling: whoever reaches the last space, in whosever turn."""
    full = {"coins": 1, "servants": 2, "shields": 3}
    lines = ("ggww", "bbyy", "wwpp", "r")
    after = play(position({"warehouse": full, "faith": 19}, {"faith": 22}, lines=lines), "market row 1")
    assert faiths(after) == [19, 24]
    assert last_round(after)
    assert after.actor == 1


def test_the_player_pushed_to_the_end_by_the_last_of_the_round() -> None:
    full = {"coins": 1, "servants": 2, "shields": 3}
    lines = ("ggww", "bbyy", "wwpp", "r")
    rows: list[dict[str, Any]] = [{"faith": 22}, {"warehouse": full, "faith": 19}]
    assert play(position(*rows, lines=lines, turn_player=1), "market row 1").is_over


def test_the_end_can_come_by_a_leader_discarded() -> None:
    after = play(position({"faith": 23, "hand": [49]}, EMPTY), "discard 49")
    assert last_round(after)
    assert play(after, "market row 1").actor == 1


def final(*rows: dict[str, Any]) -> palio.Outcome:
    """The outcome of a finished game; the last player ended it on the last space."""
    outcome: palio.Outcome = position(*rows, turn_player=len(rows) - 1, phase="over").outcome()
    return outcome


FINISHER = {"faith": 24, "favor": [3]}


def test_rulebook_example_of_the_final_score() -> None:
    """Fine, example: 31 for cards, 5 for tiles, 9 for faith, 5 for leaders and 2 for resources make 52."""
    row = {
        "slots": [[1, 17, 33], [8, 22], [11, 20]],
        "favor": [1, 2],
        "faith": 16,
        "played": [49, 53],
        "warehouse": {"coins": 1, "stones": 2},
        "chest": {"servants": 5, "shields": 3},
    }
    assert final(row, EMPTY | {"faith": 16, "favor": [1, 2]}).points == (52, 14)


def test_cards_count_visible_or_covered() -> None:
    """Fine: every card gives its points."""
    assert final({"slots": [[1, 17, 33]]}, FINISHER).points[0] == 1 + 5 + 9


@pytest.mark.parametrize(("favor", "points"), [([1], 2), ([2], 3), ([3], 4), ([1, 2, 3], 9)])
def test_tiles_that_are_face_up_give_points(favor: list[int], points: int) -> None:
    """Fine: 2, 3 and 4 points beside the 12 of space 20."""
    assert final({"faith": 20, "favor": favor}, FINISHER).points[0] == 12 + points


@pytest.mark.parametrize(("resources", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (14, 2)])
def test_five_resources_of_any_kind_give_a_point(resources: int, points: int) -> None:
    """Fine: the sum over all deposits, rounded down."""
    chest = {"coins": max(resources - 3, 0)}
    row = {
        "chest": chest,
        "warehouse": {"stones": min(resources, 1), "shields": min(max(resources - 1, 0), 2)},
    }
    assert final(row, FINISHER).points[0] == points


def test_resources_in_leader_depots_count() -> None:
    row = {"played": [53], "warehouse": {"stones": 5}}
    assert final(row, FINISHER).points[0] == 3 + 1


def test_most_points_win() -> None:
    """Fine: values go from 1 for the winner to 0 for the last."""
    outcome = final({"faith": 23, "favor": [1, 2, 3]}, {"slots": [[1]]}, FINISHER)
    assert outcome.points == (25, 1, 24)
    assert outcome.ranks == (1, 3, 2)
    assert outcome.returns == (1.0, 0.0, 0.5)


def test_ties_are_broken_by_resources() -> None:
    """Fine: "con il maggior numero di risorse"."""
    outcome = final({"chest": {"coins": 3}}, {"chest": {"coins": 1}, "warehouse": {"stones": 1}}, FINISHER)
    assert outcome.points == (0, 0, 24)
    assert outcome.ranks == (2, 3, 1)


def test_a_tie_in_resources_is_shared() -> None:
    """Ruling."""
    outcome = final({"chest": {"coins": 2}}, {"chest": {"coins": 1, "stones": 1}}, FINISHER)
    assert outcome.ranks == (2, 2, 1)
    assert outcome.returns == (0.25, 0.25, 1.0)


def test_the_game_stops_after_max_turns_of_each_player() -> None:
    """Options: then it is scored as it stands."""
    state = position(EMPTY, EMPTY, EMPTY, max_turns=2)
    for turn in range(6):
        assert not state.is_over
        assert state.to_map()["round"] == turn // 3
        state.apply("market row 1")
        while state.to_map()["phase"] == "store":
            state.apply(state.legal_moves()[0])
    assert state.is_over
    assert state.to_map()["last_round"] is False


def test_a_finished_game_has_no_moves() -> None:
    state = position(EMPTY, FINISHER, turn_player=1, phase="over")
    assert state.legal_moves() == []
    with pytest.raises(palio.IllegalMoveError, match="over"):
        state.apply("market row 1")
