"""Rulebook: Vatican Report, with the example of round 2; rulings: in turn order, round 6."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import DATA, gained, play, player, position
from tests.support import texts

TRACK = DATA["board"]["faith_track_vp"]


def at_report(*seats: dict[str, Any], round: int = 2, **options: Any) -> palio.State:
    """All members are placed; the first player with the faith is asked, or the round is over."""
    state = position(*seats, round=round, lap=3, **options)
    while state.actor >= 0 and state.to_map()["step"] != "support":
        moves = texts(state)
        state = play(state, next((text for text in moves if text.endswith(("council", "coins"))), moves[0]))
    return state


def test_example_of_round_2() -> None:
    """Red has 2 faith points and is excommunicated; green has 3, refuses or supports for 3 victory points."""
    state = at_report({"faith": 2}, {"faith": 3})
    assert player(state, 0)["excommunicated"] == [1]
    assert player(state, 0)["goods"]["faith"] == 2
    assert state.actor == 1
    assert texts(state) == ["refuse", "support"]
    refused = play(state, "refuse")
    assert player(refused, 1)["excommunicated"] == [1]
    assert player(refused, 1)["goods"]["faith"] == 3
    assert player(refused, 1)["points"] == 0
    supported = play(state, "support")
    assert player(supported, 1)["excommunicated"] == []
    assert player(supported, 1)["goods"]["faith"] == 0
    assert player(supported, 1)["points"] == 3


@pytest.mark.parametrize(("round", "need"), [(2, 3), (4, 4), (6, 5)])
def test_each_period_requires_its_faith(round: int, need: int) -> None:
    """3/4/5 faith points for period 1/2/3."""
    assert at_report({"faith": need}, {}, round=round).actor == 0
    below = at_report({"faith": need - 1}, {}, round=round)
    assert below.actor < 0
    assert round // 2 in player(below, 0)["excommunicated"]


@pytest.mark.parametrize("round", [1, 3, 5])
def test_the_report_is_only_in_even_rounds(round: int) -> None:
    """This phase only occurs in rounds 2/4/6."""
    state = at_report({"faith": 15}, {}, round=round)
    assert state.actor == palio.CHANCE
    assert player(state, 0)["excommunicated"] == []


@pytest.mark.parametrize("faith", range(3, 16))
def test_support_scores_the_step_and_spends_all_faith(faith: int) -> None:
    """They receive the points of the step they are on, then move their marker back to the first step."""
    state = at_report({"faith": faith}, {})
    assert gained(state, play(state, "support")) == {"faith": -faith, "vp": TRACK[faith]}


def test_the_track_is_as_printed() -> None:
    assert TRACK == [0, 1, 2, 3, 4, 5, 7, 9, 11, 13, 15, 17, 19, 22, 25, 30]


def test_players_answer_in_the_turn_order_of_the_round_just_played() -> None:
    """Ruling: in the turn order of the round just played; who was first in the Council Palace is first after it."""
    state = position({"faith": 5}, {"faith": 5}, {"faith": 5}, order=(2, 0, 1), lap=3)
    state = play(state, "place black market 1", "servants 0", "place black market 2", "servants 0")
    state = play(state, "place black council", "servants 0", "privilege coins")
    asked = []
    while state.actor >= 0:
        asked.append(state.actor)
        state = play(state, "refuse")
    assert asked == [2, 0, 1]
    assert state.to_map()["order"] == [1, 2, 0]


@pytest.mark.parametrize("faith", [0, 2, 4])
def test_round_6_scores_the_track_of_the_excommunicated(faith: int) -> None:
    """At the end of the 6th round, the players who do not have the faith required gain the points of their step."""
    other = at_report({"faith": 0}, {"military": 25}, round=6)
    mine = at_report({"faith": faith}, {"military": 25}, round=6)
    assert mine.outcome().points[0] - other.outcome().points[0] == TRACK[faith]


def test_round_6_refusers_score_their_track_too() -> None:
    """Ruling: after round 6, those who did not support still score their track."""
    state = at_report({"faith": 6}, {}, round=6, tiles=(1, 1, 1))
    refused, supported = play(state, "refuse"), play(state, "support")
    assert refused.outcome().points[0] == supported.outcome().points[0]
    assert player(refused, 0)["goods"]["faith"] == 0


@pytest.mark.parametrize("copies", [False, True])
def test_sisto_iv_pays_for_support_alone_in_round_6_too(copies: bool) -> None:
    """5 additional points when you support the Church: a refuser and who lacks the faith score the bare track."""
    mine: dict[str, Any] = {"played": ["Ludovico Ariosto", "Sisto IV"]}
    others: dict[str, Any] = {"military": 25}
    if copies:
        mine, others = {"played": ["Lorenzo de' Medici"], "copied": "Sisto IV"}, {**others, **mine}
    state = at_report({**mine, "faith": 6}, others, round=6, rules="advanced")
    base = play(state, "refuse").outcome().points[0]
    assert play(state, "support").outcome().points[0] == base + 5
    below = at_report({**mine, "faith": 4}, others, round=6, rules="advanced")
    assert below.outcome().points[0] == base - TRACK[6] + TRACK[4]


def test_an_excommunication_lasts_to_the_end() -> None:
    """From now on, they will suffer the negative effects of their excommunication."""
    state = at_report({"faith": 0}, {}, round=2, tiles=(2, 1, 1))
    state = play(state, "roll 6 6 6")
    while state.actor != 0:
        moves = texts(state)
        state = play(state, next((text for text in moves if text.endswith("council")), moves[0]))
    assert gained(state, play(state, "place black market 1", "servants 0")) == {"coins": 4}


def test_nobody_is_excommunicated_without_a_report() -> None:
    """Only the report places cubes on the tiles."""
    state = at_report({"faith": 0}, {}, round=1)
    assert player(state, 0)["excommunicated"] == []
