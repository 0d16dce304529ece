"""Rulebook: Towers for Development Cards; rules for placing a family member on a tower; rulings: Towers."""

import pytest

from tests.rules.lorenzo.table import (
    CARD,
    CARD_ROWS,
    TYPES,
    gained,
    goods,
    offers,
    placements,
    play,
    player,
    position,
    servants,
)  # fmt: skip
from tests.support import texts

RICH = {"wood": 20, "stone": 20, "coins": 20, "military": 20}
TERRITORIES = [row["id"] for row in CARD_ROWS if row["type"] == "territory"]


# Values


@pytest.mark.parametrize(("floor", "value"), [(1, 1), (2, 3), (3, 5), (4, 7)])
def test_each_floor_asks_for_its_value(floor: int, value: int) -> None:
    """First floor 1 or more, second 3, third 5, fourth 7."""
    for die in range(1, 7):
        state = position(RICH, {}, dice=(die, 1, 1))
        for type_ in TYPES:
            assert (f"{type_} {floor}" in placements(state, "black")) == (die >= value)


def test_a_higher_value_may_take_an_action_that_requires_a_lower_one() -> None:
    """A family member with a certain value can always take an action that requires a lower value."""
    state = position(RICH, {}, dice=(6, 1, 1))
    assert {"territory 1", "territory 2", "territory 3"} <= placements(state, "black")


def test_the_fourth_floor_needs_at_least_one_servant_or_a_card() -> None:
    """To place here, you must spend at least 1 servant or have a card power that increases the value."""
    assert "territory 4" not in placements(position({}, {}, dice=(6, 6, 6)))
    assert servants(play(position({"servants": 3}, {}, dice=(6, 6, 6)), "place black territory 4")) == [1, 2, 3]
    assert "territory 4" in placements(position({"cards": ["Warlord"]}, {}, dice=(5, 1, 1)), "black")


def test_servants_raise_the_value_one_to_one_without_limit() -> None:
    """You can spend 3 servants to increase your uncolored family member's value to 3."""
    state = position({"servants": 3}, {}, dice=(1, 1, 1))
    assert "territory 2" in placements(state, "neutral")
    assert servants(play(state, "place neutral territory 2")) == [3]
    assert "territory 4" in placements(position({"servants": 7}, {}), "neutral")


def test_servants_are_asked_from_the_least_that_suffices_to_all() -> None:
    """Ruling: every number from the least that makes the action legal up to all that the player has."""
    state = position({"servants": 5}, {}, dice=(2, 1, 1))
    asked = play(state, "place black territory 2")
    assert servants(asked) == [1, 2, 3, 4, 5]
    assert gained(state, play(asked, "servants 5"))["servants"] <= -3


def test_servants_are_asked_even_where_there_is_one_answer() -> None:
    """Ruling: a decision with one legal move is a decision like any other."""
    for space in ("territory 1", "harvest", "market 1", "council"):
        assert texts(play(position({}, {}, dice=(1, 1, 1)), f"place black {space}")) == ["servants 0"]


def test_the_upper_end_leaves_the_servants_that_the_card_costs() -> None:
    """Ruling: the upper end leaves what the card itself costs."""
    seat = {"wood": 4, "stone": 2, "servants": 5}
    state = position(seat, {}, round=6, floors={"building 1": "Garden"}, dice=(1, 1, 1))
    assert servants(play(state, "place black building 1")) == [0, 1, 2, 3]
    state = position({**seat, "servants": 2}, {}, round=6, floors={"building 2": "Garden"}, dice=(2, 1, 1))
    assert "building 2" not in placements(state, "black")
    state = position({**seat, "servants": 3}, {}, round=6, floors={"building 2": "Garden"}, dice=(2, 1, 1))
    assert servants(play(state, "place black building 2")) == [1]


# Bonuses and fee


@pytest.mark.parametrize(("type_", "good"), [
    ("territory", "wood"), ("character", "stone"), ("building", "military"), ("venture", "coins"),
])  # fmt: skip
@pytest.mark.parametrize("floor", [1, 2, 3, 4])
def test_floor_bonuses(type_: str, good: str, floor: int) -> None:
    """Beside the third and fourth floor: 1 or 2 wood, stone, military points, coins; received immediately."""
    quiet = {"territory": "Citadel", "character": "Farmer", "building": "Barracks", "venture": "Fighting Heresies"}
    card = CARD_ROWS[CARD[quiet[type_]]]
    state = position({**RICH, "servants": 4}, {}, round=2 * card["period"], floors={f"{type_} {floor}": card["id"]})
    spent = servants(play(state, f"place white {type_} {floor}"))[0]
    after = play(state, f"place white {type_} {floor}", f"servants {spent}")
    cost = card["costs"][0]["pay"].get(good, 0) if card["costs"] else 0
    assert gained(state, after).get(good, 0) == max(0, floor - 2) - cost


def test_the_bonus_may_pay_the_card() -> None:
    """You may use this bonus to pay the cost of the card you want to take."""
    floors = {"venture 3": "Hiring Recruits", "venture 2": "Raising a Statue"}
    state = position({"coins": 3}, {}, floors=floors, dice=(5, 5, 5))
    assert "venture 3" in placements(state)
    assert goods(play(state, "place black venture 3", "servants 0")) == {"military": 5}
    lower = position({"coins": 3}, {}, floors={"venture 2": "Hiring Recruits"}, dice=(5, 5, 5))
    assert "venture 2" not in placements(lower)


def test_an_occupied_tower_costs_3_coins() -> None:
    """If there are family members already in the tower, you must pay 3 coins to the supply before placing."""
    floors = {"territory 1": "Commercial Hub"}
    state = position({"coins": 4}, {"members": {"black": "territory 2"}}, floors=floors)
    assert gained(state, play(state, "place black territory 1", "servants 0")) == {"coins": -3}
    poor = position({"coins": 2}, {"members": {"black": "territory 2"}}, floors=floors)
    assert "territory 1" not in placements(poor)


def test_ones_own_member_makes_the_tower_occupied_too() -> None:
    """One or more, yours or of other players."""
    seat = {"coins": 3, "servants": 3, "members": {"black": "territory 2"}}
    state = position(seat, {}, floors={"territory 1": "Commercial Hub"})
    after = play(state, "place neutral territory 1", "servants 1")
    assert gained(state, after) == {"coins": -3, "servants": -1}


def test_the_floor_bonus_cannot_pay_the_fee() -> None:
    """If you place in a space that gives coins as a bonus, you can't use them to pay these 3 additional coins."""
    floors = {"venture 3": "Military Campaign"}
    occupied = {"members": {"black": "venture 1"}}
    state = position({"coins": 2, "military": 5}, occupied, floors=floors, dice=(5, 5, 5))
    assert "venture 3" not in placements(state)
    state = position({"coins": 3, "military": 5}, occupied, floors=floors, dice=(5, 5, 5))
    assert gained(state, play(state, "place black venture 3", "servants 0")) == {"coins": -3 + 1 + 3, "military": -2}


def test_one_colored_member_of_a_player_per_tower() -> None:
    """There can't be two family members of the same color in the same tower; the uncolored one is neutral."""
    seat = {"coins": 9, "servants": 9, "members": {"black": "territory 2"}}
    state = position(seat, {})
    assert "territory 1" not in placements(state, "white")
    assert "territory 1" in placements(state, "neutral")
    colored = play(position({**seat, "members": {}}, {}, dice=(6, 6, 6)), "place black territory 2", "servants 0")
    colored = play(colored, "place black market 1", "servants 0")
    assert "territory 1" not in placements(colored, "white")
    assert "territory 1" in placements(colored, "neutral")
    neutral = position({**seat, "members": {}}, {})
    neutral = play(neutral, "place neutral territory 2", "servants 3", "place black market 1", "servants 0")
    assert "territory 1" in placements(neutral, "white")


def test_a_floor_holds_one_member_and_loses_its_card() -> None:
    """Every floor has one action space, that takes the corresponding card."""
    state = position(RICH, RICH, dice=(6, 6, 6), floors={"territory 2": "Citadel"})
    state = play(state, "place black territory 2", "servants 0")
    assert state.to_map()["towers"]["territory"][1] is None
    assert "territory 2" not in placements(state)
    assert player(state)["members"]["black"] == "territory 2"


def test_floors_are_taken_in_any_order() -> None:
    """Players don't have to place on the first floor first."""
    assert {"territory 1", "territory 2", "territory 3"} <= placements(position({}, {}, dice=(6, 6, 6)))


# Territories


@pytest.mark.parametrize(("owned", "military"), [(0, 0), (1, 0), (2, 3), (3, 7), (4, 12), (5, 18)])
def test_territory_slots_need_military_points(owned: int, military: int) -> None:
    """The first 2 spaces are always available; the others need 3, 7, 12 and 18 military points."""
    cards = TERRITORIES[:owned]
    for points in (military, military - 1):
        if points >= 0:
            state = position({"cards": cards, "military": points}, {}, round=4)
            assert ("territory 1" in placements(state)) == (points >= military)


def test_military_points_for_a_slot_are_not_spent() -> None:
    """You don't have to spend military points; you only have to have them in the moment you place the card."""
    seat = {"cards": TERRITORIES[:2], "military": 3}
    state = position(seat, {}, round=4, floors={"territory 1": "Manor House"})
    assert gained(state, play(state, "place black territory 1", "servants 0")) == {}


def test_cards_go_to_the_personal_board_in_order() -> None:
    """Place the card in the first free space on the left of your personal board."""
    state = position({"cards": ["Forest", "Woods"], "military": 9}, {}, round=4, floors={"territory 1": "Hermitage"})
    state = play(state, "place black territory 1", "servants 0")
    assert player(state)["territories"] == [CARD["Forest"], CARD["Woods"], CARD["Hermitage"]]
    seat = {"cards": ["Chapel", "Mint"], "wood": 9, "stone": 9}
    state = position(seat, {}, round=4, floors={"building 1": "Barracks"})
    state = play(state, "place black building 1", "servants 0")
    assert player(state)["buildings"] == [CARD["Chapel"], CARD["Mint"], CARD["Barracks"]]


@pytest.mark.parametrize("type_", TYPES)
def test_never_more_than_6_cards_of_a_type(type_: str) -> None:
    """You may not have more than 6 cards of the same type; ruling: of each type, not in all."""
    cards = [row["id"] for row in CARD_ROWS if row["type"] == type_][:6]
    state = position({**RICH, "cards": cards, "military": 25}, {}, round=6, dice=(1, 1, 1))
    assert not {space for space in placements(state) if space.startswith(type_)}
    others = {space.split()[0] for space in placements(state)}
    assert set(TYPES) - {type_} <= others


# Costs and discounts


def test_double_cost_asks_which() -> None:
    """Some venture cards have a double cost: you can choose which cost to pay."""
    seat = {"military": 4, "coins": 2, "wood": 1, "stone": 1}
    state = position(seat, {}, floors={"venture 1": "Support to the Bishop"})
    state = play(state, "place black venture 1", "servants 0")
    assert texts(state) == ["cost 1", "cost 2"]
    assert goods(play(state, "cost 1")) == {"military": 2, "coins": 2, "wood": 1, "stone": 1, "faith": 3}
    assert goods(play(state, "cost 2")) == {"military": 4, "faith": 3}


def test_double_cost_offers_only_what_can_be_paid() -> None:
    """A first decision is only offered when some continuation completes it."""
    state = position({"military": 4}, {}, floors={"venture 1": "Support to the Bishop"})
    assert texts(play(state, "place black venture 1", "servants 0")) == ["cost 1"]
    state = position({"military": 3}, {}, floors={"venture 1": "Support to the Bishop"})
    assert "venture 1" not in placements(state)


def test_the_dame_lowers_characters_by_1_coin() -> None:
    """Whenever you take a character card, increase the value by 2; its cost is reduced by 1 coin."""
    state = position({"cards": ["Dame"], "coins": 2}, {}, floors={"character 1": "Farmer"})
    assert goods(play(state, "place black character 1", "servants 0")) == {}


def test_the_stonemason_asks_for_wood_or_stone() -> None:
    """Ruling: where a discount offers a choice, only the kinds that it still lowers are offered."""
    seat = {"cards": ["Stonemason"], "wood": 3, "stone": 3}
    state = position(seat, {}, floors={"building 1": "Tax Office"})
    state = play(state, "place black building 1", "servants 0")
    assert texts(state) == ["discount wood", "discount stone"]
    assert goods(play(state, "discount wood")) == {"wood": 1, "stone": 2, "vp": 5}
    assert goods(play(state, "discount stone")) == {"stone": 3, "vp": 5}


def test_a_discount_cannot_be_refused_and_only_payable_kinds_are_offered() -> None:
    """Ruling: a discount cannot be refused; a choice that leaves the card unpaid is not offered."""
    seat = {"cards": ["Stonemason"], "wood": 3, "stone": 0}
    state = play(position(seat, {}, floors={"building 1": "Tax Office"}), "place black building 1", "servants 0")
    assert texts(state) == ["discount stone"]
    seat = {"cards": ["Stonemason"], "wood": 1}
    state = play(position(seat, {}, floors={"building 1": "Chapel"}), "place black building 1", "servants 0")
    assert texts(state) == ["discount wood"]
    assert goods(play(state, "discount wood")) == {"faith": 1}


def test_the_architect_and_the_stonemason_add_up_plain_first() -> None:
    """Ruling: two discounts add; the plain ones come first and only what is still lowered is offered."""
    seat = {"cards": ["Stonemason"], "coins": 4, "wood": 1, "stone": 0, "servants": 1}
    floors = {"character 1": "Architect", "building 1": "Marketplace", "building 2": "Barracks"}
    state = position(seat, {}, round=4, floors=floors)
    state = play(state, "place black character 1", "servants 0")
    assert offers(state, "take building 1")
    taking = play(state, "take building 1", "servants 0")
    assert texts(taking) == ["discount wood"]
    assert goods(play(taking, "discount wood")) == {"wood": 1, "servants": 1, "vp": 3}
    free = play(state, "take building 2", "servants 0")
    assert goods(free) == {"wood": 1, "servants": 1, "vp": 3}


def test_the_preacher_forgoes_floor_bonuses() -> None:
    """No bonus on the third and fourth floor, neither through a member nor through a card."""
    state = position({"cards": ["Preacher"]}, {}, floors={"territory 3": "Citadel"}, dice=(5, 5, 5))
    assert gained(state, play(state, "place black territory 3", "servants 0")) == {}
    seat = {"cards": ["Preacher"], "coins": 3, "servants": 1}
    state = position(seat, {}, floors={"venture 3": "Hiring Recruits"}, dice=(5, 5, 5))
    assert "venture 3" not in placements(state)
    state = position(seat, {}, floors={"character 1": "Abbess", "territory 3": "Citadel"})
    state = play(state, "place black character 1", "servants 0", "take territory 3", "servants 1")
    assert goods(state) == {"faith": 1}


def test_the_preacher_himself_still_brings_the_bonus_of_his_floor() -> None:
    """The bonus is taken before the card is placed."""
    state = position({"coins": 2}, {}, floors={"character 3": "Preacher"}, dice=(5, 5, 5))
    assert goods(play(state, "place black character 3", "servants 0")) == {"faith": 4, "stone": 1}
