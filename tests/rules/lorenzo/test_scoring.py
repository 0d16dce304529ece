"""Rulebook: End of the Game and Final Scoring; rulings: order, ties."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import CARD_ROWS, play, position
from tests.support import texts

QUIET = {
    type_: [row["id"] for row in CARD_ROWS if row["type"] == type_ and "permanent" not in row]
    for type_ in ("territory", "character")
}


def ended(*seats: dict[str, Any], **options: Any) -> palio.State:
    """The end of the game when nobody does anything in the last lap: everyone must pass."""
    away = {"black": "council", "white": "council", "orange": "council"}
    rows = [{"members": away, **seat} for seat in seats]
    tiles = options.pop("tiles", (1, 1, 1))
    state = position(*rows, round=6, lap=3, tiles=tiles, **options)
    while not state.is_over:
        state.apply("pass" if "pass" in texts(state) else "refuse")
    return state


def points(*seats: dict[str, Any], **options: Any) -> tuple[int, ...]:
    return ended(*seats, **options).outcome().points


@pytest.mark.parametrize(("count", "score"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 4), (5, 10), (6, 20)])
def test_conquered_territories(count: int, score: int) -> None:
    """1/4/10/20 victory points for 3/4/5/6 territory cards."""
    seat = {"cards": QUIET["territory"][:count]}
    assert points(seat, {"military": 1}, tiles=(1, 1, 7))[0] == score + 2


@pytest.mark.parametrize(("count", "score"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_influenced_characters(count: int, score: int) -> None:
    """1/3/6/10/15/21 victory points for 1 to 6 character cards; the summary's 4 for three is wrong."""
    seat = {"cards": QUIET["character"][:count]}
    assert points(seat, {"military": 1}, tiles=(1, 1, 7))[0] == score + 2


def test_encouraged_ventures() -> None:
    """The sum of all victory points on the venture cards."""
    seat = {"cards": ["Hiring Recruits", "Crusade", "Support to the Pope"]}
    assert points(seat, {"military": 1}, tiles=(1, 1, 7))[0] == 4 + 5 + 10 + 2


@pytest.mark.parametrize(("military", "scores"), [
    ((9, 5), (5, 2)), ((5, 5), (5, 5)), ((0, 0), (5, 5)), ((1, 0), (5, 2)),
    ((9, 5, 1), (5, 2, 0)), ((9, 9, 5), (5, 5, 0)), ((9, 5, 5), (5, 2, 2)), ((4, 4, 4), (5, 5, 5)),
    ((7, 3, 9, 1), (2, 0, 5, 0)), ((3, 3, 9, 3), (2, 2, 5, 2)), ((9, 9, 9, 3), (5, 5, 5, 0)),
])  # fmt: skip
def test_military_strength(military: tuple[int, ...], scores: tuple[int, ...]) -> None:
    """5 for the first, 2 for the second; a tie for the first: all 5 and nobody 2; a tie for the second: all 2."""
    assert points(*({"military": amount} for amount in military), tiles=(1, 1, 1)) == scores


@pytest.mark.parametrize(("goods", "score"), [
    ({"wood": 4}, 0), ({"wood": 5}, 1), ({"wood": 2, "stone": 2, "coins": 1}, 1),
    ({"wood": 3, "stone": 3, "coins": 3, "servants": 0}, 1), ({"coins": 127}, 25), ({"wood": 5, "stone": 5}, 2),
])  # fmt: skip
def test_collected_resources(goods: dict[str, int], score: int) -> None:
    """1 victory point for every 5 resources of all types, added together, then divided."""
    assert points(goods, {"military": 1})[0] == score + 2


def test_servants_count_as_resources() -> None:
    """Wood, stone, coins and servants."""
    state = position({"servants": 9}, {"military": 1}, round=6, lap=3)
    while not state.is_over:
        moves = texts(state)
        state.apply(next((text for text in moves if text.endswith(("black council", "servants 0", "faith"))), moves[0]))
    assert state.outcome().points[0] == 1 + (9 + 1) // 5 + 2


def test_military_and_faith_are_no_resources() -> None:
    """Points on the tracks are not in the supply; the faith track is scored in the report of round 6."""
    assert points({"military": 10}, {"military": 25})[0] == 2
    assert points({"faith": 4}, {"military": 25})[0] == 4 + 2


def test_most_points_win_and_the_ranks_follow() -> None:
    """The player with most victory points is the winner."""
    outcome = ended({"points": 10}, {"points": 30}, {"points": 20}).outcome()
    assert outcome.ranks == (3, 1, 2)
    assert outcome.returns == (0.0, 1.0, 0.5)
    assert outcome.points == (15, 35, 25)


@pytest.mark.parametrize(("order", "ranks"), [((0, 1, 2), (1, 2, 3)), ((2, 1, 0), (3, 2, 1)), ((1, 0, 2), (2, 1, 3))])
def test_a_tie_goes_to_the_player_more_advanced_in_the_turn_order(
    order: tuple[int, ...], ranks: tuple[int, ...]
) -> None:
    """In case of a tie, the player more advanced on the turn order is the winner."""
    state = position({}, {}, {}, round=6, lap=3, order=order)
    while not state.is_over:
        moves = texts(state)
        state.apply(next((text for text in moves if text.endswith("coins")), moves[-1]))
    assert len(set(state.outcome().points)) == 1
    assert state.outcome().ranks == ranks


def test_the_tie_is_decided_by_the_turn_order_after_round_6() -> None:
    """Ruling: as it stands after round 6, the council of that round included."""
    state = position({}, {"points": 1}, round=6, lap=3, order=(0, 1))
    state = play(state, "place black market 1", "servants 0", "place black council", "servants 0", "privilege coins")
    assert state.to_map()["order"] == [1, 0]
    assert state.outcome().points == (1 + 5, 1 + 5)
    assert state.outcome().ranks == (2, 1)


def test_the_one_in_five_tile_is_applied_first() -> None:
    """Ruling: the '1 per 5 points' tile first, then territories, characters, ventures, military, resources."""
    seat = {"points": 10, "cards": ["Support to the Pope"]}
    assert points(seat, {"military": 1}, tiles=(1, 1, 4))[0] == 10 - 2 + 10 + 2
    for type_, score in (("territory", 20), ("character", 21)):
        seat = {"points": 10, "cards": QUIET[type_][:6]}
        assert points(seat, {"military": 1}, tiles=(1, 1, 4))[0] == 10 - 2 + score + 2
    assert points({"points": 10, "coins": 50}, {"military": 1}, tiles=(1, 1, 4))[0] == 10 - 2 + 10 + 2


def test_other_losses_come_last() -> None:
    """Ruling: then the other tiles' losses, and points never fall below 0."""
    assert points({"coins": 12}, {"military": 1}, tiles=(1, 1, 7))[0] == 0
    assert points({"coins": 12, "points": 20}, {"military": 1}, tiles=(1, 1, 7))[0] == 20 + 2 + 2 - 12
