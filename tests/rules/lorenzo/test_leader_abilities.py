"""What each leader does (rulebook: Quick Reference Guide, Leader cards; rulings: Leaders, Values)."""

from typing import Any

import pytest

from tests.rules.lorenzo.table import (
    CARD_ROWS,
    LEADER,
    finish_round,
    gained,
    goods,
    offers,
    placements,
    play,
    player,
    position,
    servants,
    with_leader,
)
from tests.support import texts


@pytest.mark.parametrize(
    ("kind", "name", "value"), [("harvest", "Francesco Sforza", 1), ("production", "Leonardo da Vinci", 0)]
)
def test_leader_action_is_raised_by_servants(kind: str, name: str, value: int) -> None:
    """Sforza: a harvest at value 1; Leonardo: a production at value 0; servants increase it."""
    row = {"harvest": "Forest", "production": "Mint"}[kind]
    state = with_leader(name, played=True, seat={"servants": 6, "cards": [row]})
    asked = play(state, f"activate leader {LEADER[name]}")
    assert servants(asked) == list(range(1 - value, 7))
    reach = play(asked, f"servants {5 - value}")
    below = play(asked, f"servants {4 - value}")
    extra = {"harvest": ("wood", 3), "production": ("coins", 1)}[kind]
    assert goods(reach)[extra[0]] - goods(below)[extra[0]] == extra[1]
    assert reach.actor == 0


@pytest.mark.parametrize("name", ["Francesco Sforza", "Leonardo da Vinci"])
def test_leader_action_may_be_declined_and_is_then_used_up(name: str) -> None:
    """Ruling: a bonus harvest or production may be declined; a leader's activation is then used up."""
    state = play(with_leader(name, played=True, seat={"servants": 2}), f"activate leader {LEADER[name]}", "decline")
    assert goods(state) == {"servants": 2}
    assert player(state)["used"] == [LEADER[name]]
    assert not offers(state, f"activate leader {LEADER[name]}")


def test_leonardo_needs_a_servant_to_act_at_all() -> None:
    """Ruling: Sforza and Leonardo can be activated only when their action can be carried out."""
    move = f"activate leader {LEADER['Leonardo da Vinci']}"
    assert not offers(with_leader("Leonardo da Vinci", played=True), move)
    assert offers(with_leader("Leonardo da Vinci", played=True, seat={"servants": 1}), move)


def test_sforza_under_the_harvest_tile_needs_servants() -> None:
    """Excommunication 1-5 lowers every harvest by 3, a leader's too."""
    move = f"activate leader {LEADER['Francesco Sforza']}"
    seat = {"excommunicated": [1], "servants": 2}
    assert not offers(with_leader("Francesco Sforza", played=True, seat=seat, round=4, tiles=(5, 1, 1)), move)
    seat = {"excommunicated": [1], "servants": 3}
    state = with_leader("Francesco Sforza", played=True, seat=seat, round=4, tiles=(5, 1, 1))
    assert servants(play(state, move)) == [3]


@pytest.mark.parametrize("space", ["harvest", "production", "market 1", "market 2"])
@pytest.mark.parametrize("owner", [0, 1])
def test_ariosto_places_in_occupied_spaces(space: str, owner: int) -> None:
    """You can place your family members in occupied action spaces, also beside your own."""
    seats: list[dict[str, Any]] = [{"played": ["Ludovico Ariosto"], "servants": 1}, {}]
    seats[owner]["members"] = {"neutral": space}
    state = position(*seats, rules="advanced")
    assert space in placements(state, "black")
    plain = position({**seats[0], "played": []}, seats[1], rules="advanced")
    assert space not in placements(plain, "black")


def test_ariosto_keeps_closed_spaces_closed_and_one_colored_member_per_area() -> None:
    """Ruling: closed spaces stay closed, the one-coloured-member limit stays."""
    seat = {"played": ["Ludovico Ariosto"], "members": {"white": "harvest"}}
    state = position(seat, {}, rules="advanced")
    assert "harvest" not in placements(state, "black")
    assert not {"harvest large", "production large", "market 3", "market 4"} & placements(state)


def test_ariosto_changes_nothing_on_towers() -> None:
    """Ruling: a taken floor has no card; the fee stays."""
    seat = {"played": ["Ludovico Ariosto"], "coins": 2}
    state = position(seat, {"members": {"black": "territory 1"}}, rules="advanced")
    assert not {space for space in placements(state) if space.startswith("territory")}
    rich = position({**seat, "coins": 3}, {"members": {"black": "territory 1"}}, rules="advanced")
    assert "territory 1" not in placements(rich)
    assert "territory 2" in placements(rich)


def test_ariosto_does_not_open_the_market_to_the_excommunicated() -> None:
    """Ruling: the market tile stays."""
    seat = {"played": ["Ludovico Ariosto"], "excommunicated": [2]}
    state = position(seat, {}, rules="advanced", round=6, tiles=(1, 5, 1))
    assert not {space for space in placements(state) if space.startswith("market")}


def test_brunelleschi_pays_no_fee() -> None:
    """You don't have to spend 3 coins in a tower that is already occupied."""
    occupied, floors = {"members": {"black": "territory 4"}}, {"territory 1": "Commercial Hub"}
    state = position({"played": ["Filippo Brunelleschi"]}, occupied, rules="advanced", floors=floors)
    after = play(state, "place black territory 1", "servants 0")
    assert gained(state, after) == {}
    assert player(after)["territories"]
    assert "territory 1" not in placements(position({}, occupied, rules="advanced", floors=floors))


def test_brunelleschi_pays_no_fee_for_bonus_actions_either() -> None:
    """Ruling: no fee, for bonus actions either."""
    seat = {"played": ["Filippo Brunelleschi"], "coins": 3}
    floors = {"character 1": "Abbess", "territory 1": "Commercial Hub"}
    state = position(seat, {"members": {"black": "territory 4"}}, rules="advanced", floors=floors, dice=(1, 1, 1))
    state = play(state, "place black character 1", "servants 0")
    assert goods(state) == {"faith": 1}
    assert offers(state, "take territory 1")
    plain = position(
        {"coins": 3}, {"members": {"black": "territory 4"}}, rules="advanced", floors=floors, dice=(1, 1, 1)
    )
    assert not offers(play(plain, "place black character 1", "servants 0"), "take territory 1")


def test_malatesta_adds_3_to_the_uncolored_member() -> None:
    """Your uncolored family member has a bonus of +3 on its value."""
    state = with_leader("Sigismondo Malatesta", played=True)
    assert "territory 2" in placements(state, "neutral")
    assert "territory 3" not in placements(state, "neutral")
    assert not placements(with_leader("Sigismondo Malatesta", played=False), "neutral")


@pytest.mark.parametrize(("name", "member", "value"), [
    ("Sigismondo Malatesta", "neutral", 3), ("Ludovico il Moro", "black", 5), ("Lucrezia Borgia", "black", 1 + 2),
    ("Federico da Montefeltro", "black", 6),
])  # fmt: skip
def test_member_values_are_raised_by_servants_and_characters(name: str, member: str, value: int) -> None:
    """You can increase its value by spending servants or if you have character cards with this effect."""
    for cards, bonus in (([], 0), (["Warlord"], 2)):
        state = with_leader(name, played=True, dice=(1, 1, 1), seat={"servants": 9, "cards": cards})
        if name.startswith("Federico"):
            state = play(state, f"activate leader {LEADER[name]}", f"raise {member}")
        assert servants(play(state, f"place {member} territory 4"))[0] == max(0, 7 - value - bonus)


def test_ludovico_il_moro_sets_colored_members_to_5() -> None:
    """Your colored family members have a value of 5, regardless of their related dice."""
    for dice in ((1, 2, 3), (6, 6, 6)):
        state = with_leader("Ludovico il Moro", played=True, dice=dice)
        for member in ("black", "white", "orange"):
            assert "territory 3" in placements(state, member)
        raised = with_leader("Ludovico il Moro", played=True, dice=dice, seat={"servants": 1})
        assert "territory 4" not in placements(raised, "black")
        raised = with_leader("Ludovico il Moro", played=True, dice=dice, seat={"servants": 2})
        assert "territory 4" in placements(raised, "black")


def test_lucrezia_borgia_adds_2_to_colored_members() -> None:
    """Your colored family members have a bonus of +2 on their value."""
    state = with_leader("Lucrezia Borgia", played=True, dice=(1, 2, 3))
    assert "territory 2" in placements(state, "black")
    assert "territory 3" not in placements(state, "white")
    assert "territory 3" in placements(state, "orange")
    assert not placements(state, "neutral")


def test_federico_sets_one_colored_member_at_home_to_6() -> None:
    """One of your colored family members has a value of 6; ruling: one that is still at home."""
    seat = {"members": {"white": "council"}}
    state = with_leader("Federico da Montefeltro", played=True, dice=(1, 1, 1), seat=seat)
    state = play(state, f"activate leader {LEADER['Federico da Montefeltro']}")
    assert texts(state) == ["raise black", "raise orange"]
    state = play(state, "raise black")
    assert "territory 3" in placements(state, "black")
    assert "territory 3" not in placements(state, "orange")
    with_servant = with_leader("Federico da Montefeltro", played=True, dice=(1, 1, 1), seat={"servants": 1})
    with_servant = play(with_servant, f"activate leader {LEADER['Federico da Montefeltro']}", "raise orange")
    assert "territory 4" in placements(with_servant, "orange")


def test_federico_needs_a_colored_member_at_home() -> None:
    """Ruling: Federico picks a coloured member that is still at home."""
    away = {"black": "council", "white": "council", "orange": "council"}
    state = with_leader("Federico da Montefeltro", played=True, seat={"members": away, "servants": 1})
    assert not offers(state, f"activate leader {LEADER['Federico da Montefeltro']}")


def test_federico_beats_il_moro_and_lucrezia_adds_to_him() -> None:
    """Ruling, Values: il Moro sets 5, Federico one to 6, then Lucrezia +2."""
    leaders = ["Federico da Montefeltro", "Ludovico il Moro", "Lucrezia Borgia"]
    state = position({"played": leaders}, {}, rules="advanced", dice=(1, 1, 1))
    assert "territory 4" in placements(state, "black")
    state = position({"played": leaders[:2]}, {}, rules="advanced", dice=(1, 1, 1), tiles=(7, 1, 1))
    assert "territory 3" in placements(state, "white")
    for played, value in ((leaders[:2], 6 - 1), (leaders, 6 - 1 + 2)):
        one_less = {"played": played, "excommunicated": [1], "servants": 9}
        state = position(one_less, {}, rules="advanced", dice=(1, 1, 1), tiles=(7, 1, 1), round=4)
        state = play(state, f"activate leader {LEADER[leaders[0]]}", "raise black")
        assert servants(play(state, "place black territory 4"))[0] == 7 - value
        assert servants(play(state, "place white territory 4"))[0] == 7 - value + 1


def test_federicos_value_ends_with_the_round() -> None:
    """Ruling: for this round."""
    state = with_leader("Federico da Montefeltro", played=True, lap=3, round=1, dice=(1, 1, 1))
    state = play(state, f"activate leader {LEADER['Federico da Montefeltro']}", "raise black")
    state = play(finish_round(state), "roll 1 1 1")
    assert player(state)["raised"] == []


def test_sisto_iv_adds_5_points_to_church_support() -> None:
    """You gain 5 additional victory points when you support the Church in a Vatican Report phase."""
    for leaders, points in ((["Sisto IV"], 8), ([], 3)):
        away = {"black": "council", "white": "council", "orange": "council"}
        seat = {"played": leaders, "faith": 3, "servants": 1, "members": away}
        state = position(seat, {}, rules="advanced", lap=3)
        state = play(state, "place neutral council", "servants 1", "privilege coins")
        while state.actor != 0:
            state = play(state, next(text for text in texts(state) if text.endswith((" council", " 0", " coins"))))
        assert texts(state) == ["refuse", "support"]
        assert gained(state, play(state, "support")) == {"faith": -3, "vp": points}
        assert gained(state, play(state, "refuse")) == {}


def test_cesare_borgia_lifts_the_military_requirement_of_territories() -> None:
    """You don't need to satisfy the military points requirement when you take territory cards."""
    seat = {"cards": ["Commercial Hub", "Woods"]}
    assert "territory 1" not in placements(with_leader("Cesare Borgia", played=False, seat=seat))
    assert "territory 1" in placements(with_leader("Cesare Borgia", played=True, seat=seat))


@pytest.mark.parametrize(("card", "plain", "doubled"), [
    ("Rock Pit", {"wood": 1}, {"wood": 2}),
    ("Mining Town", {"stone": 1, "servants": 2}, {"stone": 2, "servants": 4}),
    ("Dukedom", {"coins": 4}, {"coins": 8}),
    ("Hermitage", {"faith": 1}, {"faith": 1}),
    ("Hosting Foreigners", {"servants": 5, "wood": -4}, {"servants": 10, "wood": -4}),
    ("Crusade", {"coins": 5, "faith": 1, "military": -4}, {"coins": 10, "faith": 1, "military": -4}),
    ("Marketplace", {"vp": 3, "wood": -2, "stone": -1}, {"vp": 3, "wood": -2, "stone": -1}),
])  # fmt: skip
def test_santa_rita_doubles_goods_of_immediate_effects(
    card: str, plain: dict[str, int], doubled: dict[str, int]
) -> None:
    """Each time you receive wood, stone, coins or servants as an immediate effect, you receive the resources twice."""
    row = next(row for row in CARD_ROWS if row["name"] == card)
    for leaders, expected in (([], plain), (["Santa Rita"], doubled)):
        seat = {"played": leaders, "wood": 5, "stone": 5, "military": 10}
        state = position(seat, {}, rules="advanced", round=4, floors={f"{row['type']} 1": card}, dice=(1, 1, 1))
        assert gained(state, play(state, f"place black {row['type']} 1", "servants 0")) == expected


def test_santa_rita_doubles_privileges_of_cards_but_nothing_of_spaces() -> None:
    """Ruling: those of its privileges included; not from an action space."""
    seat = {"played": ["Santa Rita"], "coins": 2}
    floors = {"character 1": "Knight", "territory 3": "Citadel"}
    state = position(seat, {}, rules="advanced", floors=floors, dice=(5, 5, 5))
    taken = play(state, "place black character 1", "servants 0", "privilege servants")
    assert gained(state, taken) == {"coins": -2, "servants": 4}
    floor = play(state, "place black territory 3", "servants 0")
    assert gained(state, floor) == {"wood": 1}
    market = play(state, "place black market 1", "servants 0")
    assert gained(state, market) == {"coins": 5}
    council = play(state, "place black council", "servants 0", "privilege servants")
    assert gained(state, council) == {"coins": 1, "servants": 2}


def test_santa_rita_does_not_double_harvests() -> None:
    """Ruling: of a development card's immediate effect only."""
    seat = {"played": ["Santa Rita"], "cards": ["Forest"]}
    state = position(seat, {}, rules="advanced", dice=(5, 5, 5))
    assert gained(state, play(state, "place black harvest", "servants 0"))["wood"] == 4


def test_santa_rita_does_not_double_privileges_of_territories_and_leaders() -> None:
    """Ruling: of a development card's immediate effect only, so not of a harvest, an ability or a discarded leader."""
    seat = {"played": ["Santa Rita", "Ludovico III Gonzaga"], "hand": [3], "cards": ["City"]}
    state = position(seat, {}, rules="advanced", dice=(6, 6, 6))
    harvest = play(state, "place black harvest", "servants 0")
    assert gained(harvest, play(harvest, "privilege coins")) == {"coins": 2}
    gonzaga = play(state, f"activate leader {LEADER['Ludovico III Gonzaga']}", "privilege servants")
    assert gained(state, gonzaga) == {"servants": 2}
    assert gained(state, play(state, "discard leader 3", "privilege servants")) == {"servants": 2}


def test_pico_lowers_coin_costs_by_3_but_not_the_fee() -> None:
    """A discount of 3 coins if the card has coins in its cost; not on the coins for an occupied tower."""
    seat = {"played": ["Pico della Mirandola"], "coins": 1}
    state = position(seat, {}, rules="advanced", floors={"character 1": "Dame"}, dice=(1, 1, 1))
    after = play(state, "place black character 1", "servants 0")
    assert goods(after) == {}
    cheap = position(seat, {}, rules="advanced", floors={"character 1": "Knight"}, dice=(1, 1, 1))
    assert gained(cheap, play(cheap, "place black character 1", "servants 0", "privilege faith")) == {"faith": 1}
    occupied = {"members": {"black": "character 2"}}
    state = position({**seat, "coins": 3}, occupied, rules="advanced", floors={"character 1": "Dame"}, dice=(1, 1, 1))
    assert "character 1" not in placements(state)
    state = position({**seat, "coins": 4}, occupied, rules="advanced", floors={"character 1": "Dame"}, dice=(1, 1, 1))
    assert "character 1" in placements(state)


def test_pico_and_the_dame_add_up_and_leave_other_goods_alone() -> None:
    """Ruling: two discounts add; a discount lowers only costs that the card has, never below 0."""
    seat = {"played": ["Pico della Mirandola"], "cards": ["Dame"], "coins": 2}
    state = position(seat, {}, rules="advanced", round=6, floors={"character 1": "Herald"}, dice=(1, 1, 1))
    assert gained(state, play(state, "place black character 1", "servants 0")) == {"coins": -2}
    seat = {"played": ["Pico della Mirandola"], "stone": 3}
    state = position(seat, {}, rules="advanced", floors={"venture 1": "Building the Walls"}, dice=(1, 1, 1))
    after = play(state, "place black venture 1", "servants 0", "privilege faith")
    assert gained(state, after) == {"stone": -3, "military": 2, "faith": 1}
