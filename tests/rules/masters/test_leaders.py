"""Masters of Renaissance, Azioni Leader and Abilita Speciali dei Leader."""

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


@pytest.mark.parametrize("leader", sorted(RESOURCES_REQUIRED))
@pytest.mark.parametrize(
    ("warehouse", "chest", "holds"), [(0, 5, True), (3, 2, True), (3, 1, False), (0, 4, False)]
)
def test_required_resources_may_be_anywhere(leader: int, warehouse: int, chest: int, holds: bool) -> None:
    """Azioni Leader and ruling: 5 of a kind in depots and chest together."""
    name = RESOURCES_REQUIRED[leader]
    row = {"hand": [leader], "warehouse": {name: warehouse}, "chest": {name: chest}}
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


def test_both_leader_actions_may_be_done_in_one_turn() -> None:
    """Azioni Leader: both kinds, or one kind twice, before or after."""
    row = {"hand": [49, 53], "chest": {"coins": 5}}
    assert faiths(play(position(row, EMPTY), "discard 49", "discard 53")) == [2, 0]
    both = play(position(row, EMPTY), "play 53", "discard 49")
    assert (faiths(both), field(both, "played"), both.actor) == ([1, 0], [53], 0)
    twice = play(
        position({"hand": [53, 54], "chest": {"coins": 5, "stones": 5}}, EMPTY), "play 53", "play 54"
    )
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


def test_a_played_leader_cannot_be_discarded() -> None:
    """Azioni Leader: discarding is from the hand."""
    state = position({"played": [53], "hand": []}, EMPTY)
    assert offered(state, "discard") == []


def test_a_leader_discarded_is_seen_by_the_others_as_some_leader() -> None:
    """Rulings, A turn: it stays face down."""
    state = position({"hand": [49, 53]}, EMPTY)
    first, second = (
        state.seen(move, 1) for move in state.legal_moves() if "discard" in state.move_text(move)
    )
    assert first == second
    assert state.move_text(first) == "discard ?"
    assert play(state, "discard 49").view(1) == play(state, "discard 53").view(1)


def test_a_leader_stays_when_its_requirement_no_longer_holds() -> None:
    """Azioni Leader: it is in force for the rest of the game."""
    state = position({"played": [53], "chest": {"shields": 2}}, EMPTY, tops=[1])
    assert field(play(state, "buy 1"), "played") == [53]


# Discount


@pytest.mark.parametrize(
    ("leader", "resource", "card"),
    [(49, "servants", 10), (50, "shields", 9), (51, "stones", 12), (52, "coins", 11)],
)
def test_a_discount_leader_saves_one_resource(leader: int, resource: str, card: int) -> None:
    """Abilita 1: a card that costs three of the resource costs two."""
    slots = piles(CARDS_REQUIRED[leader])
    row = {"played": [leader], "slots": slots, "chest": {resource: 2}}
    after = play(position(row, EMPTY, tops=[card]), f"buy {card}")
    assert field(after, "chest") == {}
    poor = row | {"chest": {resource: 1}}
    assert f"buy {card}" not in texts(position(poor, EMPTY, tops=[card]))


def test_a_discount_needs_the_resource_in_the_cost() -> None:
    """Abilita 1: "se la carta che stai comprando ha quella risorsa come costo"."""
    row = {"played": [49], "slots": piles(["green", "yellow"]), "chest": {"coins": 2}}
    assert "buy 11" not in texts(position(row, EMPTY, tops=[11]))
    row["chest"] = {"coins": 3}
    assert field(play(position(row, EMPTY, tops=[11]), "buy 11"), "chest") == {}


def test_two_discount_leaders_both_apply() -> None:
    """Ruling: -1 of each resource."""
    row = {"played": [49, 52], "slots": [[1], [2, 20]], "chest": {"coins": 1, "servants": 1}}
    after = play(position(row, EMPTY, tops=[15]), "buy 15")
    assert field(after, "chest") == {}


def test_a_discount_never_goes_below_zero() -> None:
    """Ruling: card 5 costs 1 servant, which the discount takes away."""
    row = {"played": [49], "slots": [[1], [4]], "chest": {"stones": 1, "shields": 1, "servants": 1}}
    after = play(position(row, EMPTY, tops=[5]), "buy 5")
    assert field(after, "chest") == {"servants": 1}


# Depot


@pytest.mark.parametrize(
    ("leader", "resource"), [(53, "stones"), (54, "servants"), (55, "shields"), (56, "coins")]
)
def test_a_depot_leader_holds_two_more_of_its_resource(leader: int, resource: str) -> None:
    """Abilita 2: 2 places beside the shelves; the same resource may lie on a shelf as well."""
    others = [name for name in ("coins", "stones", "servants", "shields") if name != resource]
    row = {"played": [leader], "warehouse": {resource: 5, others[0]: 2, others[1]: 1}}
    assert field(position(row, EMPTY), "warehouse")[resource] == 5
    four_kinds = {resource: 2, others[0]: 3, others[1]: 2, others[2]: 1}
    assert field(position({"played": [leader], "warehouse": four_kinds}, EMPTY), "warehouse") == four_kinds
    with pytest.raises(ValueError, match="does not fit"):
        position({"warehouse": four_kinds}, EMPTY)


def test_a_depot_takes_only_its_resource() -> None:
    """Abilita 2: "solo le Risorse indicate"."""
    with pytest.raises(ValueError, match="does not fit"):
        position({"played": [53], "warehouse": {"coins": 3, "servants": 2, "shields": 2}}, EMPTY)


def test_a_depot_makes_room_at_the_market() -> None:
    lines = ("ggww", "bbyy", "wwpp", "r")
    full = {"coins": 3, "servants": 2, "shields": 1}
    after = play(position({"played": [53], "warehouse": full}, EMPTY, lines=lines), "market row 1")
    assert field(after, "warehouse") == full | {"stones": 2}
    assert faiths(after) == [0, 0]


def test_depot_resources_pay_like_others() -> None:
    """Comprare: from any deposit."""
    row = {"played": [53], "warehouse": {"stones": 5}}
    after = play(position(row, EMPTY, tops=[12]), "buy 12")
    assert field(after, "warehouse") == {"stones": 2}


# White marbles


@pytest.mark.parametrize(
    ("leader", "resource"), [(57, "servants"), (58, "shields"), (59, "stones"), (60, "coins")]
)
def test_a_white_marble_becomes_the_leaders_resource(leader: int, resource: str) -> None:
    """Abilita 3: each white marble; the conversion is compulsory, so that what does not fit is discarded."""
    row = {"played": [leader], "slots": piles(CARDS_REQUIRED[leader])}
    after = play(position(row, EMPTY), "market row 1")
    assert field(after, "warehouse") == {resource: 3}
    assert faiths(after) == [0, 1]


def test_two_white_marble_leaders_give_a_choice_for_each_marble() -> None:
    """Abilita 3: one of both for each marble, never none and never both."""
    row = {"played": [57, 59], "slots": [[4, 20], [3, 19]]}
    state = play(position(row, EMPTY, lines=("wwyy", "wwbb", "ggpp", "r")), "market row 1")
    assert set(texts(state)) == {"white stones 2", "white stones 1 servants 1", "white servants 2"}
    after = play(state, "white stones 1 servants 1")
    assert field(after, "warehouse") == {"coins": 2, "stones": 1, "servants": 1}


def test_without_white_marbles_nothing_is_asked() -> None:
    row = {"played": [57, 59], "slots": [[4, 20], [3, 19]]}
    assert field(play(position(row, EMPTY), "market row 2"), "warehouse") == {"shields": 2, "stones": 2}


# Production


@pytest.mark.parametrize(
    ("leader", "resource"), [(61, "shields"), (62, "servants"), (63, "stones"), (64, "coins")]
)
def test_a_production_leader_gives_a_resource_of_choice_and_faith(leader: int, resource: str) -> None:
    """Abilita 4: its resource for one of choice and 1 faith point."""
    name = LEVEL_2_REQUIRED[leader]
    other = "green" if name != "green" else "blue"
    slots = [[LEVEL_1[other][0], LEVEL_2[name]]]
    row = {"played": [leader], "slots": slots, "chest": {resource: 1}}
    state = play(position(row, EMPTY), f"produce leader{leader}")
    assert set(texts(state)) == {
        "receive coins 1",
        "receive stones 1",
        "receive servants 1",
        "receive shields 1",
    }
    after = play(state, "receive coins 1")
    assert field(after, "chest") == {"coins": 1}
    assert faiths(after) == [1, 0]
    assert offered(position(row | {"chest": {}}, EMPTY), "produce") == []


def test_the_chosen_resource_of_a_leader_is_not_faith() -> None:
    """Ruling: one of the four resources."""
    row = {"played": [64], "slots": [[2, 17]], "chest": {"coins": 1}}
    assert not any("faith" in text for text in texts(play(position(row, EMPTY), "produce leader64")))


def test_a_leader_in_hand_has_no_ability() -> None:
    row = {"hand": [64], "slots": [[2, 17]], "chest": {"coins": 1}}
    assert offered(position(row, EMPTY), "produce") == []


@pytest.mark.parametrize("leader", range(49, 65))
def test_a_played_leader_is_worth_its_points(leader: int) -> None:
    """Fine della partita: every played leader gives the points shown, one in hand none."""
    slots = [[1, 20], [2, 19], [3]]
    if leader in CARDS_REQUIRED:
        slots = piles(CARDS_REQUIRED[leader])
    elif leader in LEVEL_2_REQUIRED:
        slots = [[LEVEL_1["green" if leader != 64 else "blue"][0], LEVEL_2[LEVEL_2_REQUIRED[leader]]]]
    end = {"faith": 24, "favor": [3]}
    scores = []
    for leaders in ({"played": [leader]}, {"hand": [leader]}, {}):
        state = position({"slots": slots} | leaders, end, turn_player=1, phase="over")
        scores.append(state.outcome().points[0])
    assert scores[0] - scores[2] == POINTS[leader]
    assert scores[1] == scores[2]
