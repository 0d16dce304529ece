"""Rulebook: bonus actions of cards that take cards; rulings: Towers, order inside a chain."""

from tests.rules.lorenzo.table import (
    CARD,
    CARD_ROWS,
    gained,
    goods,
    offers,
    placements,
    play,
    player,
    position,
    servants,
)
from tests.support import texts

TERRITORIES = [row["id"] for row in CARD_ROWS if row["type"] == "territory"]


def test_a_bonus_action_takes_a_card_of_its_value_without_a_member() -> None:
    """Perform an action at value 4 to take a card of any type without placing a family member."""
    floors = {"character 1": "Abbess", "territory 2": "Citadel"}
    state = position({"coins": 3, **{"servants": 1}}, {}, floors=floors)
    state = play(state, "place black character 1", "servants 0")
    assert offers(state, "take territory 2")
    assert offers(state, "take territory 3")
    assert not offers(state, "take territory 4")
    state = play(state, "take territory 2", "servants 0")
    assert player(state)["territories"] == [CARD["Citadel"]]
    assert list(player(state)["members"].values()).count(None) == 3
    assert state.actor == 1


def test_a_bonus_action_takes_the_floor_bonus_and_pays_the_fee() -> None:
    """Pay 3 additional coins if the tower is already occupied and take the bonus resources."""
    floors = {"character 1": "Abbess", "territory 3": "Citadel"}
    seat = {"coins": 6, "servants": 1}
    state = position(seat, {"members": {"black": "territory 1"}}, floors=floors)
    state = play(state, "place black character 1", "servants 0", "take territory 3", "servants 1")
    assert goods(state) == {"faith": 1, "wood": 1}


def test_a_bonus_action_does_not_make_the_tower_occupied() -> None:
    """Ruling: it leaves the floor without a card and does not make the tower occupied."""
    floors = {"character 1": "Abbess", "territory 2": "Citadel", "territory 1": "Commercial Hub"}
    state = position({"coins": 3}, {}, floors=floors)
    state = play(state, "place black character 1", "servants 0", "take territory 2", "servants 0")
    assert state.to_map()["towers"]["territory"][1] is None
    assert "territory 2" not in placements(state)
    assert gained(state, play(state, "place black territory 1", "servants 0"), 1) == {}


def test_a_bonus_action_may_be_declined_and_is_asked_even_if_nothing_can_be_taken() -> None:
    """Ruling: it may be declined."""
    state = position({"coins": 3}, {}, floors={"character 1": "Patron"}, round=4)
    state = play(state, "place black character 1", "servants 0")
    assert texts(state) == ["decline"]
    assert play(state, "decline").actor == 1


def test_bonus_actions_chain() -> None:
    """A card that takes a card that takes a card."""
    floors = {"character 1": "Ambassador", "venture 1": "Repairing the Cathedral", "character 2": "Cardinal"}
    seat = {"coins": 20, "wood": 3, "stone": 3, "servants": 2}
    state = position(seat, {}, round=6, floors=floors)
    state = play(state, "place black character 1", "servants 0", "privilege coins", "take venture 1", "servants 0")
    assert goods(state)["faith"] == 1
    assert offers(state, "decline")
    state = play(state, "take character 2", "servants 0")
    assert goods(state)["faith"] == 3
    assert servants(state) == [0, 1, 2]
    after = play(state, "servants 1")
    assert gained(state, after) == {"wood": 1, "stone": 1}
    assert after.actor == 1


def test_bonus_actions_are_raised_by_cards() -> None:
    """You can change the action value with servants and cards' effects."""
    seat = {"coins": 4, "cards": ["Warlord"]}
    state = position(seat, {}, floors={"character 1": "Captain"}, round=4)
    state = play(state, "place black character 1", "servants 0")
    assert offers(state, "take territory 4")
    state = position({"coins": 4}, {}, floors={"character 1": "Captain"}, round=4)
    state = play(state, "place black character 1", "servants 0")
    assert not offers(state, "take territory 4")


def test_a_bonus_action_needs_the_military_points_of_the_slot() -> None:
    """All rules are applied normally to that action; the Captain's own 2 military points arrive before it."""
    for military, possible in ((0, False), (1, True)):
        seat = {"coins": 4, "military": military, "cards": TERRITORIES[:2]}
        state = position(seat, {}, floors={"character 1": "Captain"}, round=4)
        state = play(state, "place black character 1", "servants 0")
        assert offers(state, "take territory 1") == possible


def test_the_patron_lowers_the_next_character_by_2_coins() -> None:
    """The cost of the card you take is reduced."""
    floors = {"character 1": "Patron", "character 2": "Papal Messenger"}
    state = position({"coins": 9}, {}, floors=floors, round=4)
    state = play(state, "place black character 1", "servants 0", "take character 2", "servants 0")
    assert goods(state) == {"faith": 3}


def test_lasting_discounts_count_in_bonus_actions() -> None:
    """Through a family member or as an effect of another card the Dame's cost is 1 coin less; Pico's 3 coins add."""
    floors = {"character 1": "Patron", "character 2": "Royal Messenger", "character 3": "Papal Messenger"}
    for seat, left in (({"cards": ["Dame"]}, 1 + 1), ({"played": ["Pico della Mirandola"]}, 3 + 3)):
        state = position({"coins": 9, **seat}, {}, floors=floors, round=4, rules="advanced")
        state = play(state, "place black character 1", "servants 0", "take character 3", "servants 0")
        assert goods(state) == {"coins": left, "faith": 3, "stone": 1}
    seat = {"coins": 3, "cards": ["Dame"]}
    state = position(seat, {}, floors={"character 1": "Abbess", "character 2": "Farmer"}, dice=(5, 5, 5))
    state = play(state, "place black character 1", "servants 0")
    assert goods(state) == {"coins": 1, "faith": 1}
    assert not offers(state, "take character 2")


def test_a_floor_without_a_card_cannot_be_chosen() -> None:
    """Ruling: neither by placement nor by a bonus action."""
    floors = {"character 1": "Abbess", "territory 1": "Citadel"}
    state = position({"coins": 3}, {}, floors=floors)
    state = play(state, "place black character 1", "servants 0", "take territory 1", "servants 0")
    assert "territory 1" not in placements(state)


def test_the_sixth_card_limit_holds_for_bonus_actions() -> None:
    """Never more than 6 cards of a type."""
    seat = {"coins": 9, "military": 25, "cards": TERRITORIES[:6]}
    state = position(seat, {}, floors={"character 1": "Captain"}, round=4)
    assert texts(play(state, "place black character 1", "servants 0")) == ["decline"]


def test_order_inside_a_chain() -> None:
    """Ruling: servants, cost, discount, then the card's gains with their privileges, then its action."""
    seat = {"coins": 4}
    state = position(seat, {}, floors={"character 1": "Hero", "venture 1": "Building the Bastions"}, round=4)
    state = play(state, "place black character 1")
    assert texts(state) == ["servants 0"]
    state = play(state, "servants 0")
    assert texts(state) == [f"privilege {name}" for name in ("wood+stone", "servants", "coins", "military", "faith")]
    assert goods(state) == {}
    state = play(state, "privilege wood+stone")
    assert goods(state) == {"wood": 1, "stone": 1}
    assert texts(state) == ["decline"]
