"""Masters of Renaissance, Abilita Speciali dei Leader."""

from typing import Any

import pytest

from tests.rules.masters.table import faiths, field, offered, play, position, texts
from tests.rules.masters.test_leaders import CARDS_REQUIRED, LEVEL_1, LEVEL_2, LEVEL_2_REQUIRED, POINTS, piles

EMPTY: dict[str, Any] = {}

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


@pytest.mark.parametrize(("leader", "resource"), [(53, "stones"), (54, "servants"), (55, "shields"), (56, "coins")])
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


@pytest.mark.parametrize(("leader", "resource"), [(57, "servants"), (58, "shields"), (59, "stones"), (60, "coins")])
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


def test_what_white_marbles_become_may_be_discarded() -> None:
    """Ruling: the conversion is compulsory; what has no place gives the others faith, and maximal sets are a choice."""
    row = {"played": [57, 59], "slots": [[4, 20], [3, 19]], "warehouse": {"coins": 2, "shields": 3}}
    state = play(position(row, EMPTY), "market row 1")
    assert faiths(play(state, "white stones 4")) == [0, 3]
    mixed = play(state, "white stones 2 servants 2")
    assert texts(mixed) == ["store stones 1", "store servants 1"]
    assert faiths(play(mixed, "store servants 1")) == [0, 3]


def test_a_white_marble_leader_fills_a_depot_of_its_resource() -> None:
    """Abilita 2 and 3 together: 59 makes stones of four white marbles, 53 holds two of them beside a full shelf."""
    row = {"played": [53, 59], "slots": [[3], [7], [4]], "warehouse": {"stones": 3, "coins": 2, "shields": 1}}
    after = play(position(row, EMPTY), "market row 1")
    assert (field(after, "warehouse")["stones"], faiths(after)) == (5, [0, 2])


def test_without_white_marbles_nothing_is_asked() -> None:
    row = {"played": [57, 59], "slots": [[4, 20], [3, 19]]}
    assert field(play(position(row, EMPTY), "market row 2"), "warehouse") == {"shields": 2, "stones": 2}


# Production


@pytest.mark.parametrize(("leader", "resource"), [(61, "shields"), (62, "servants"), (63, "stones"), (64, "coins")])
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
