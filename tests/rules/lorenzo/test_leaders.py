"""Leader cards: requirements, once-per-round and permanent abilities (rulebook: Leader Cards)."""

from typing import Any

import pytest

from tests.rules.lorenzo.table import (
    CARD_ROWS,
    LEADER,
    LEADER_ROWS,
    TYPES,
    finish_round,
    gained,
    goods,
    offers,
    play,
    player,
    position,
    with_leader,
)
from tests.support import texts

NAMES = list(LEADER)
LEADING = {type_: [row["id"] for row in CARD_ROWS if row["type"] == type_ and row["period"] == 1] for type_ in TYPES}
LEADING["character"] = [
    row["id"] for row in CARD_ROWS if row["type"] == "character" and "permanent" not in row and row["period"] < 3
]
"""Cards without an effect on actions, by type."""


def cards(**numbers: int) -> list[int]:
    return [card for type_, count in numbers.items() for card in LEADING[type_][:count]]


def required(row: dict[str, Any]) -> dict[str, Any]:
    """A seat that has exactly what the leader asks for."""
    need = dict(row["requirement"])
    seat: dict[str, Any] = {"cards": cards(**need.pop("cards", {}))}
    if need.pop("same_type_cards", 0):
        seat["cards"] = cards(territory=6)
    if "vp" in need:
        seat["points"] = need.pop("vp")
    return {**seat, **need}


def shortened(seat: dict[str, Any]) -> list[dict[str, Any]]:
    """Each way to have one thing fewer."""
    fewer = [
        {**seat, "cards": seat["cards"][:place] + seat["cards"][place + 1 :]} for place in range(len(seat["cards"]))
    ]
    return fewer + [{**seat, name: seat[name] - 1} for name in seat if name != "cards"]


@pytest.mark.parametrize("name", NAMES)
def test_leader_is_played_when_its_requirement_holds_and_not_before(name: str) -> None:
    """You can play a leader card from your hand if you satisfy its requirements."""
    row = LEADER_ROWS[LEADER[name]]
    move = f"play leader {LEADER[name]}"
    seat = required(row)
    other = {"played": ["Girolamo Savonarola"]} if "copy_leader" in row["ability"] else {}
    exact = position({**seat, "hand": [name]}, other, rules="advanced", round=4)
    assert offers(exact, move)
    for short in shortened(seat):
        assert not offers(position({**short, "hand": [name]}, other, rules="advanced", round=4), move)


@pytest.mark.parametrize("name", NAMES)
def test_requirements_are_not_costs(name: str) -> None:
    """You don't have to pay them; you only need to have them when you play the card."""
    row = LEADER_ROWS[LEADER[name]]
    other = {"played": ["Girolamo Savonarola"]} if "copy_leader" in row["ability"] else {}
    before = position({**required(row), "hand": [name]}, other, rules="advanced", round=4)
    after = play(before, f"play leader {LEADER[name]}")
    assert gained(before, after) == {}
    assert player(after)["played"] == [LEADER[name]]
    assert player(after)["hand"] == []
    assert after.actor == 0


PLAIN = [name for name in NAMES if "gain" in LEADER_ROWS[LEADER[name]]["ability"]]


@pytest.mark.parametrize("name", PLAIN)
def test_once_per_round_gain(name: str) -> None:
    """Once Per Round abilities give you bonuses when you activate them, only once per round."""
    gain = dict(LEADER_ROWS[LEADER[name]]["ability"]["gain"])
    before = with_leader(name, played=True)
    move = f"activate leader {LEADER[name]}"
    after = play(before, move)
    if gain.pop("privileges", 0):
        after = play(after, "privilege servants")
        gain = {"servants": 2}
    assert gained(before, after) == gain
    assert not offers(after, move)


@pytest.mark.parametrize("name", [name for name in NAMES if LEADER_ROWS[LEADER[name]]["kind"] == "once_per_round"])
def test_a_used_leader_is_ready_again_in_the_next_round(name: str) -> None:
    """These effects can be activated only once per round. End of the Round: turn facedown leader cards faceup."""
    state = with_leader(name, played=True, lap=3, round=1, seat={"servants": 3})
    state = play(state, f"activate leader {LEADER[name]}")
    for answer in ("privilege servants", "raise black", "decline"):
        if offers(state, answer):
            state = play(state, answer)
    assert player(state)["used"] == [LEADER[name]]
    assert not offers(state, f"activate leader {LEADER[name]}")
    state = play(finish_round(state), "roll 1 2 3")
    while state.actor != 0:
        state = play(state, next(text for text in texts(state) if not text.startswith("discard")))
    assert offers(state, f"activate leader {LEADER[name]}")


def test_permanent_abilities_are_never_activated() -> None:
    """Permanent abilities have effects that are applied in specific circumstances."""
    for name in NAMES:
        row = LEADER_ROWS[LEADER[name]]
        if row["kind"] == "permanent" and "copy_leader" not in row["ability"]:
            state = with_leader(name, played=True, seat={"servants": 5})
            assert not offers(state, f"activate leader {LEADER[name]}")


def test_leader_can_be_used_in_the_round_it_is_played() -> None:
    """Ruling: once-per-round leaders can be used in the round they are played."""
    state = with_leader("Girolamo Savonarola", played=False, seat={"coins": 18})
    leader = LEADER["Girolamo Savonarola"]
    state = play(state, f"play leader {leader}", f"activate leader {leader}")
    assert goods(state) == {"coins": 18, "faith": 1}
