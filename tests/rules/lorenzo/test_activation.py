"""Rulebook: Harvest and Production Area; Activating permanent effects, with its worked examples."""

import pytest

import palio
from tests.rules.lorenzo.table import CARD, gained, goods, placements, play, position, servants
from tests.support import texts

AREAS = ("harvest", "production")


def test_example_harvest_at_5() -> None:
    """A member of value 3 and 2 servants: bonus tile, Forest, Manor House and Marble Pit, but not the Monastery."""
    cards = ["Forest", "Manor House", "Marble Pit", "Monastery"]
    before = position({"servants": 2, "cards": cards}, {}, round=6, dice=(3, 1, 1))
    asked = play(before, "place black harvest")
    assert servants(asked) == [0, 1, 2]
    after = play(asked, "servants 2")
    assert gained(before, after) == {"wood": 1 + 3, "stone": 1 + 2, "servants": -2 + 1 + 2, "military": 2, "vp": 1}


BUILDINGS = ["Treasury", "Carpenter's Shop", "Fortress"]
TREASURY, CARPENTER = CARD["Treasury"], CARD["Carpenter's Shop"]


def production(number: int) -> tuple[palio.State, palio.State]:
    """The example: value 6 on the large space, so 3, and so many servants."""
    seat = {"coins": 2, "wood": 2, "servants": 2, "cards": BUILDINGS}
    before = position(seat, {}, {}, round=6, dice=(6, 1, 1))
    return before, play(before, "place black production large", f"servants {number}")


def test_example_production_at_3() -> None:
    """a) No servants: the Treasury and the personal bonus; 1 or 2 coins for 3 or 5 points, 2 coins, 1 military."""
    before, state = production(0)
    assert texts(state) == [f"exchange {TREASURY} {arrow}" for arrow in ("none", 1, 2)]
    assert gained(before, play(state, f"exchange {TREASURY} none")) == {"coins": 2, "military": 1}
    assert gained(before, play(state, f"exchange {TREASURY} 1")) == {"coins": 1, "military": 1, "vp": 3}
    assert gained(before, play(state, f"exchange {TREASURY} 2")) == {"military": 1, "vp": 5}


def test_example_production_at_4() -> None:
    """b) 1 servant to also activate the Carpenter's Shop: 1 wood for 3 coins or 2 wood for 5 coins."""
    before, state = production(1)
    state = play(state, f"exchange {TREASURY} 2")
    assert texts(state) == [f"exchange {CARPENTER} {arrow}" for arrow in ("none", 1, 2)]
    expected = {"servants": -1, "military": 1, "vp": 5}
    assert gained(before, play(state, f"exchange {CARPENTER} 1")) == {**expected, "wood": -1, "coins": 3}
    assert gained(before, play(state, f"exchange {CARPENTER} 2")) == {**expected, "wood": -2, "coins": 5}


def test_example_production_at_5() -> None:
    """c) 2 servants to also activate the Fortress: 1 council privilege and 2 victory points."""
    before, state = production(2)
    state = play(state, f"exchange {TREASURY} none", f"exchange {CARPENTER} none", "privilege faith")
    assert gained(before, state) == {"servants": -2, "coins": 2, "military": 1, "vp": 2, "faith": 1}


def test_gains_cannot_pay_for_exchanges() -> None:
    """You can't use the coins from the bonus tile or the Carpenter's Shop to activate the Treasury."""
    for order in (["Carpenter's Shop", "Treasury"], ["Treasury", "Carpenter's Shop"]):
        state = position({"wood": 2, "cards": order}, {}, round=4, dice=(6, 6, 6))
        state = play(state, "place black production", "servants 0")
        for name in order:
            last = "2" if name == "Carpenter's Shop" else "none"
            if name == "Treasury":
                assert texts(state) == [f"exchange {TREASURY} none"]
            state = play(state, f"exchange {CARD[name]} {last}")
        assert goods(state) == {"coins": 2 + 5, "military": 1}


def test_one_resource_is_paid_once() -> None:
    """Place the resources you want to use on the cards that will use those resources before activating."""
    state = position({"coins": 1, "cards": ["Chapel", "Residence"]}, {}, dice=(6, 6, 6))
    state = play(state, "place black production", "servants 0", f"exchange {CARD['Chapel']} 1")
    assert texts(state) == [f"exchange {CARD['Residence']} none"]


def test_exchanges_are_asked_in_the_order_of_acquisition() -> None:
    """Ruling: building by building in the order of acquisition, then the bonus tile, then the cards in that order."""
    for order in (["Residence", "Chapel"], ["Chapel", "Residence"]):
        state = position({"coins": 2, "cards": order}, {}, dice=(6, 6, 6))
        state = play(state, "place black production", "servants 0")
        for name in order:
            assert texts(state)[0] == f"exchange {CARD[name]} none"
            state = play(state, f"exchange {CARD[name]} 1")
        assert goods(state)["coins"] == 2
        assert ("faith" in goods(state)) == (order[0] == "Chapel")
        state = play(state, "privilege military")
        assert goods(state) == {"coins": 2, "faith": 1, "military": 3}


def test_a_privilege_is_asked_when_its_source_pays() -> None:
    """Ruling: each privilege is asked when its source pays."""
    state = position({"cards": ["Commercial Hub", "City", "Woods"]}, {}, dice=(6, 6, 6))
    state = play(state, "place black harvest", "servants 0")
    assert goods(state) == {"wood": 1, "stone": 1, "servants": 1, "coins": 1}
    state = play(state, "privilege servants")
    assert goods(state) == {"wood": 2, "stone": 1, "servants": 3, "coins": 1}


@pytest.mark.parametrize("area", AREAS)
def test_the_small_space_holds_one_member(area: str) -> None:
    """The first action space on the left may contain only one family member."""
    state = position({}, {"members": {"black": area}})
    assert area not in placements(state)
    assert area in placements(position({}, {}))


@pytest.mark.parametrize("area", AREAS)
def test_the_large_space_holds_any_number_at_minus_3(area: str) -> None:
    """The larger space may contain any number of family members, with a penalty of -3."""
    others = {"members": {"black": f"{area} large", "neutral": f"{area} large"}, "servants": 9}
    state = position({}, others, {}, dice=(3, 4, 5))
    assert f"{area} large" not in placements(state, "black")
    assert f"{area} large" in placements(state, "white")


@pytest.mark.parametrize("area", AREAS)
def test_the_large_space_is_closed_with_two_players(area: str) -> None:
    """This space is not available in 2-player games."""
    assert f"{area} large" not in placements(position({"servants": 9}, {}, dice=(6, 6, 6)))


@pytest.mark.parametrize("area", AREAS)
def test_one_colored_member_over_both_spaces(area: str) -> None:
    """Players may not place two of their colored members in the two spaces, but a colored and the uncolored one."""
    for space in (area, f"{area} large"):
        seat = {"members": {"black": space}, "servants": 9}
        state = position(seat, {}, {}, dice=(6, 6, 6))
        assert f"{area} large" not in placements(state, "white")
        assert f"{area} large" in placements(state, "neutral")
        state = position({"servants": 9}, {"coins": 9}, {"coins": 9}, dice=(6, 6, 6))
        state = play(state, f"place neutral {space}", "servants 4")
        for _ in range(2):
            state = play(state, "place black council", "servants 0", "privilege coins")
        assert f"{area} large" in placements(state, "white")


@pytest.mark.parametrize("area", AREAS)
def test_a_colored_member_placed_in_an_area_keeps_the_others_out(area: str) -> None:
    """Players may not place two of their colored members in the two spaces: neither after the small nor the large."""
    for space in (area, f"{area} large"):
        state = position({"servants": 9}, {}, {}, dice=(6, 6, 6))
        state = play(state, f"place black {space}", "servants 0")
        for _ in range(2):
            state = play(state, "place black council", "servants 0", "privilege coins")
        assert state.actor == 0
        assert not {area, f"{area} large"} & placements(state, "white")
        assert f"{area} large" in placements(state, "neutral")


@pytest.mark.parametrize("area", AREAS)
def test_the_action_value_must_be_at_least_1(area: str) -> None:
    """To place a family member here, you must activate an action at value 1 or higher."""
    assert area not in placements(position({}, {}), "neutral")
    assert servants(play(position({"servants": 2}, {}), f"place neutral {area}")) == [1, 2]
    large = position({"servants": 5}, {}, {}, dice=(1, 1, 1))
    assert servants(play(large, f"place black {area} large")) == [3, 4, 5]


@pytest.mark.parametrize(
    ("area", "cards"), [("harvest", ["Farmer", "Peasant"]), ("production", ["Artisan", "Scholar"])]
)
def test_card_bonuses_add_up(area: str, cards: list[str]) -> None:
    """Their value can be increased by spending servants or by cards' effects."""
    state = position({"cards": cards}, {}, {}, round=4, dice=(1, 1, 1))
    assert {area, f"{area} large"} <= placements(state, "neutral")


def test_a_bonus_harvest_counts_servants_and_cards() -> None:
    """A harvest at value 4 without a member: you can pay servants; cards that modify the value count."""
    seat = {"coins": 4, "servants": 1, "cards": ["Forest", "Monastery"]}
    state = position(seat, {}, round=6, floors={"character 1": "Cardinal"})
    state = play(state, "place black character 1", "servants 0")
    assert servants(state) == [0, 1]
    assert "wood" in gained(state, play(state, "servants 1"))
    assert gained(state, play(state, "servants 1"))["wood"] == 4
    assert gained(state, play(state, "servants 0"))["wood"] == 1
    farmer = position(
        {**seat, "cards": ["Forest", "Monastery", "Farmer"]}, {}, round=6, floors={"character 1": "Cardinal"}
    )
    farmer = play(farmer, "place black character 1", "servants 0", "servants 0")
    assert goods(farmer)["wood"] == 4


def test_a_bonus_harvest_needs_no_free_space_and_takes_none() -> None:
    """Without placing a family member: the space may be occupied and stays as it is."""
    others = {"members": {"black": "harvest"}}
    state = position({"coins": 4}, others, round=6, floors={"character 1": "Cardinal"})
    state = play(state, "place black character 1", "servants 0", "servants 0")
    assert goods(state) == {"faith": 2, "wood": 1, "stone": 1, "servants": 1}


def test_a_bonus_production_asks_for_exchanges() -> None:
    """Improving the Roads: a production at value 3."""
    seat = {"coins": 5, "servants": 3, "cards": ["Chapel"]}
    state = position(seat, {}, round=6, floors={"venture 1": "Improving the Roads"})
    state = play(state, "place black venture 1", "servants 0")
    assert servants(state) == [0]
    state = play(state, "servants 0")
    assert texts(state) == [f"exchange {CARD['Chapel']} none", f"exchange {CARD['Chapel']} 1"]
    assert goods(play(state, f"exchange {CARD['Chapel']} 1")) == {"coins": 2, "faith": 1, "military": 1}


def test_the_faith_track_pays_for_exchanges_too() -> None:
    """The Baptistery pays 1 faith point for 2 coins and 2 victory points."""
    state = position({"faith": 1, "cards": ["Baptistery"]}, {}, round=4)
    state = play(state, "place black production", "servants 0", f"exchange {CARD['Baptistery']} 1")
    assert goods(state) == {"coins": 4, "military": 1, "vp": 2}
