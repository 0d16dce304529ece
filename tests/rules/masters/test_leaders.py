"""Masters of Renaissance, Azioni Leader."""

from typing import Any

import pytest

from palio import State
from tests.rules.masters.table import faiths, field, offered, play, position, texts

EMPTY: dict[str, Any] = {}
PLENTY = {"coins": 9, "stones": 9, "servants": 9, "shields": 9}

CARDS_REQUIRED = {
    49: ["green", "yellow"], 50: ["blue", "purple"], 51: ["blue", "green"], 52: ["purple", "yellow"],
    57: ["yellow", "yellow", "blue"], 58: ["green", "green", "purple"],
    59: ["blue", "blue", "yellow"], 60: ["purple", "purple", "green"],
}  # fmt: skip
LEVEL_2_REQUIRED = {61: "yellow", 62: "blue", 63: "purple", 64: "green"}
RESOURCES_REQUIRED = {53: "coins", 54: "stones", 55: "servants", 56: "shields"}
POINTS = dict.fromkeys(range(49, 53), 2) | dict.fromkeys(range(53, 57), 3)
POINTS |= dict.fromkeys(range(57, 61), 5) | dict.fromkeys(range(61, 65), 4)
LEVEL_1 = {"green": [1, 5], "purple": [2, 6], "blue": [3, 7], "yellow": [4, 8]}
LEVEL_2 = {"green": 17, "purple": 18, "blue": 19, "yellow": 20}


def piles(colors: list[str]) -> list[list[int]]:
    """One level I card per colour, each in a slot of its own."""
    used: dict[str, int] = dict.fromkeys(LEVEL_1, 0)
    slots = []
    for name in colors:
        slots.append([LEVEL_1[name][used[name]]])
        used[name] += 1
    return slots


def fulfilled(leader: int, **more: Any) -> State:
    """The leader in hand and just what it requires."""
    row: dict[str, Any] = {"hand": [leader], **more}
    if leader in CARDS_REQUIRED:
        row["slots"] = piles(CARDS_REQUIRED[leader])
    elif leader in LEVEL_2_REQUIRED:
        other = "green" if LEVEL_2_REQUIRED[leader] != "green" else "blue"
        row["slots"] = [[LEVEL_1[other][0], LEVEL_2[LEVEL_2_REQUIRED[leader]]]]
    else:
        row["chest"] = {RESOURCES_REQUIRED[leader]: 5}
    return position(row, EMPTY)


@pytest.mark.parametrize("leader", range(49, 65))
def test_a_leader_is_played_when_its_requirement_holds(leader: int) -> None:
    """Azioni Leader: face up beside the board; requirement and points of every leader."""
    state = fulfilled(leader)
    assert offered(state, "play") == [f"play {leader}"]
    after = play(state, f"play {leader}")
    assert (field(after, "played"), field(after, "hand"), field(after, "in_hand")) == ([leader], [], 0)
    assert field(after, "chest") == field(state, "chest")
    assert field(after, "slots") == field(state, "slots")


@pytest.mark.parametrize("leader", sorted(CARDS_REQUIRED))
def test_a_leader_needs_every_required_card(leader: int) -> None:
    """Azioni Leader: a number of cards of certain colours."""
    needed = CARDS_REQUIRED[leader]
    for index in range(len(needed)):
        left = needed[:index] + needed[index + 1 :]
        wrong = next(name for name in LEVEL_1 if name not in needed)
        for colors in (left, [*left, wrong]):
            row = {"hand": [leader], "slots": piles(colors), "chest": PLENTY}
            assert offered(position(row, EMPTY), "play") == []


@pytest.mark.parametrize("leader", sorted(LEVEL_2_REQUIRED))
def test_a_level_requirement_asks_for_exactly_that_level(leader: int) -> None:
    """Azioni Leader and ruling: level 2 of the colour, not level 1 or 3 of it, nor level 2 of another."""
    name = LEVEL_2_REQUIRED[leader]
    other = "green" if name != "green" else "blue"
    third = "purple" if name != "purple" else "yellow"
    level_3 = LEVEL_2[name] + 16
    for slots in (
        [[LEVEL_1[name][0]]],
        [[LEVEL_1[name][0], LEVEL_2[other], level_3]],
        [[LEVEL_1[third][0], LEVEL_2[third]]],
    ):
        assert offered(position({"hand": [leader], "slots": slots}, EMPTY), "play") == []


@pytest.mark.parametrize("leader", sorted(LEVEL_2_REQUIRED))
def test_covered_cards_count_for_requirements(leader: int) -> None:
    """Azioni Leader: "contano tutte le carte in tuo possesso, anche quelle coperte"."""
    name = LEVEL_2_REQUIRED[leader]
    other = "green" if name != "green" else "blue"
    pile = [LEVEL_1[other][0], LEVEL_2[name], 33 if other == "green" else 35]
    assert offered(position({"hand": [leader], "slots": [pile]}, EMPTY), "play") == [f"play {leader}"]


def test_covered_cards_count_for_requirements_without_a_level() -> None:
    """Azioni Leader: the blue card lies under the purple one; leader 50 wants one of each, of any level."""
    assert offered(position({"hand": [50], "slots": [[3, 18]]}, EMPTY), "play") == ["play 50"]
    assert offered(position({"hand": [60], "slots": [[2, 18, 33]]}, EMPTY), "play") == ["play 60"]
    state = position({"hand": [50], "slots": [[3]], "chest": {"servants": 4}}, EMPTY, tops=[18])
    assert offered(state, "play") == []
    assert offered(play(state, "buy 18"), "play") == ["play 50"]


@pytest.mark.parametrize("leader", sorted(RESOURCES_REQUIRED))
@pytest.mark.parametrize(("warehouse", "chest", "holds"), [(0, 5, True), (3, 2, True), (3, 1, False), (0, 4, False)])
def test_required_resources_may_be_anywhere(leader: int, warehouse: int, chest: int, holds: bool) -> None:
    """Azioni Leader and ruling: 5 of a kind in depots and chest together."""
    name = RESOURCES_REQUIRED[leader]
    row = {"hand": [leader], "warehouse": {name: warehouse}, "chest": {name: chest}}
    assert bool(offered(position(row, EMPTY), "play")) is holds


def test_required_resources_may_lie_in_a_leaders_depot() -> None:
    """Ruling: all owned resources: three stones on a shelf and two in the depot of leader 53."""
    for stones, holds in ((5, True), (4, False)):
        row = {"hand": [54], "played": [53], "warehouse": {"stones": stones}}
        assert bool(offered(position(row, EMPTY), "play")) is holds


def test_resources_of_another_kind_do_not_count() -> None:
    row = {"hand": [53], "chest": {"stones": 9, "servants": 9, "shields": 9, "coins": 4}}
    assert offered(position(row, EMPTY), "play") == []


@pytest.mark.parametrize("leader", range(49, 65))
def test_any_leader_in_hand_may_be_discarded_for_a_faith_point(leader: int) -> None:
    """Azioni Leader, Scartare un Leader."""
    after = play(position({"hand": [leader]}, EMPTY), f"discard {leader}")
    assert faiths(after) == [1, 0]
    assert (field(after, "hand"), field(after, "played")) == ([], [])


def test_leader_actions_come_before_or_after_the_main_action() -> None:
    """Azioni Leader: "prima o dopo aver eseguito l'azione normale"."""
    state = position({"hand": [49, 53]}, EMPTY)
    before = play(state, "discard 49")
    assert before.actor == 0
    assert len(offered(before, "market")) == 7
    after = play(before, "market row 1")
    assert texts(after) == ["discard 53", "end turn"]
    assert play(after, "discard 53").actor == 1


WHITES = {"played": [57, 59], "slots": [[4, 20], [3, 19]]}
HALF = {"warehouse": {"coins": 1, "shields": 3, "servants": 1}}
STOCK = {"warehouse": {"coins": 1, "stones": 1}, "chest": {"coins": 9, "stones": 9, "shields": 9}}


@pytest.mark.parametrize(
    ("row", "moves", "phase"),
    [
        (HALF, ["market row 3"], "store"),
        (STOCK | {"slots": [[2], [3]]}, ["buy 17"], "slot"),
        (STOCK, ["produce base"], "spend"),
        (STOCK, ["produce base", "spend coins 1 stones 1"], "receive"),
        (STOCK, ["produce base", "spend coins 1 stones 1", "receive coins 1"], "pay"),
    ],
)
def test_no_leader_action_during_the_main_action(row: dict[str, Any], moves: list[str], phase: str) -> None:
    """Azioni Leader: before or after it; a leader that could be played before waits for the end."""
    owner = row | {"hand": [53, 49], "chest": row.get("chest", {}) | {"coins": 9}}
    state = position(owner, EMPTY, tops=[17])
    assert "play 53" in texts(state)
    state = play(state, *moves)
    assert state.to_map()["phase"] == phase
    assert offered(state, "play") == offered(state, "discard") == []
    while state.to_map()["phase"] != "after":
        state.apply(state.legal_moves()[0])
    assert "play 53" in texts(state)


def test_no_leader_action_while_white_marbles_are_turned() -> None:
    """Azioni Leader: here both leaders are face up, so that none is left in hand, and the turn ends by itself."""
    state = play(position(WHITES, EMPTY), "market row 1")
    assert {text.split()[0] for text in texts(state)} == {"white"}
    assert len(texts(state)) == 5


def test_a_leader_played_before_the_action_helps_at_once() -> None:
    """Azioni Leader: "per il resto della partita": a depot, played first, takes the stones of this turn."""
    lines = ("ggww", "bbyy", "wwpp", "r")
    row = {"hand": [53], "warehouse": {"coins": 3, "servants": 2, "shields": 1}, "chest": {"coins": 2}}
    assert faiths(play(position(row, EMPTY, lines=lines), "market row 1", "play 53")) == [0, 2]
    after = play(position(row, EMPTY, lines=lines), "play 53", "market row 1")
    assert (faiths(after), field(after, "warehouse")["stones"]) == ([0, 0], 2)


def test_both_leader_actions_may_be_done_in_one_turn() -> None:
    """Azioni Leader: both kinds, or one kind twice, before or after."""
    row = {"hand": [49, 53], "chest": {"coins": 5}}
    assert faiths(play(position(row, EMPTY), "discard 49", "discard 53")) == [2, 0]
    both = play(position(row, EMPTY), "play 53", "discard 49")
    assert (faiths(both), field(both, "played"), both.actor) == ([1, 0], [53], 0)
    twice = play(position({"hand": [53, 54], "chest": {"coins": 5, "stones": 5}}, EMPTY), "play 53", "play 54")
    assert field(twice, "played") == [53, 54]
    late = play(position(row, EMPTY), "market row 1", "play 53", "discard 49")
    assert (faiths(late), late.actor) == ([1, 0], 1)


def test_a_leader_action_may_follow_from_the_main_action() -> None:
    """Azioni Leader: requirements hold when the leader is played, here with the card just bought."""
    state = position({"hand": [49], "slots": [[1]], "chest": {"stones": 2}}, EMPTY, tops=[4])
    assert offered(state, "play") == []
    assert offered(play(state, "buy 4"), "play") == ["play 49"]


def test_without_leaders_in_hand_the_turn_ends_by_itself() -> None:
    """Rulings, A turn."""
    assert play(position(EMPTY, EMPTY), "market row 1").actor == 1
    after = play(position({"hand": [53], "chest": {"coins": 5}}, EMPTY), "market row 1")
    assert after.actor == 0
    assert play(after, "play 53").actor == play(after, "discard 53").actor == 1


def test_a_played_leader_cannot_be_discarded() -> None:
    """Azioni Leader: discarding is from the hand."""
    state = position({"played": [53], "hand": []}, EMPTY)
    assert offered(state, "discard") == []


def test_a_leader_discarded_is_seen_by_the_others_as_some_leader() -> None:
    """Rulings, A turn: it stays face down."""
    state = position({"hand": [49, 53]}, EMPTY)
    first, second = (state.seen(move, 1) for move in state.legal_moves() if "discard" in state.move_text(move))
    assert first == second
    assert state.move_text(first) == "discard ?"
    assert play(state, "discard 49").view(1) == play(state, "discard 53").view(1)


def test_a_leader_stays_when_its_requirement_no_longer_holds() -> None:
    """Azioni Leader: it is in force for the rest of the game."""
    state = position({"played": [53], "chest": {"shields": 2}}, EMPTY, tops=[1])
    assert field(play(state, "buy 1"), "played") == [53]
