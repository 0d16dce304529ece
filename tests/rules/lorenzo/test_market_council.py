"""Rulebook: The Market; The Council Palace; council privileges."""

import pytest

from tests.rules.lorenzo.table import finish_round, gained, placements, play, player, position
from tests.support import texts

PRIVILEGES = {
    "wood+stone": {"wood": 1, "stone": 1},
    "servants": {"servants": 2},
    "coins": {"coins": 2},
    "military": {"military": 2},
    "faith": {"faith": 1},
}


@pytest.mark.parametrize(("space", "gain"), [(1, {"coins": 5}), (2, {"servants": 5}), (3, {"coins": 2, "military": 3})])
def test_market_spaces_pay(space: int, gain: dict[str, int]) -> None:
    """Receive 5 coins; 5 servants; 3 military points and 2 coins."""
    state = position({}, {}, {}, {})
    assert gained(state, play(state, f"place black market {space}", "servants 0")) == gain


def test_the_fourth_market_space_gives_two_different_privileges() -> None:
    """Receive 2 different council privileges; you may not take the same bonus twice."""
    state = position({}, {}, {}, {})
    state = play(state, "place black market 4", "servants 0")
    assert texts(state) == [f"privilege {name}" for name in PRIVILEGES]
    once = play(state, "privilege coins")
    assert texts(once) == [f"privilege {name}" for name in PRIVILEGES if name != "coins"]
    assert gained(state, once) == {}
    assert gained(state, play(once, "privilege faith")) == {"coins": 2, "faith": 1}


@pytest.mark.parametrize(("players", "spaces"), [(2, 2), (3, 2), (4, 4)])
def test_two_spaces_are_only_for_four_players(players: int, spaces: int) -> None:
    """The 2 spaces with this symbol are only available in 4-player games."""
    state = position(*[{}] * players)
    assert {space for space in placements(state) if "market" in space} == {f"market {i + 1}" for i in range(spaces)}


def test_a_market_space_holds_one_member() -> None:
    """Each space may contain only 1 family member."""
    assert "market 1" not in placements(position({}, {"members": {"black": "market 1"}}))


def test_a_player_may_use_several_market_spaces() -> None:
    """There can be any number of family members of the same color in the market area."""
    state = position({"members": {"black": "market 1"}}, {})
    assert "market 2" in placements(state, "white")


@pytest.mark.parametrize("space", ["market 1", "council"])
def test_market_and_council_ask_for_value_1(space: str) -> None:
    """The family member you want to place here must have a value of 1 or higher."""
    assert space not in placements(position({}, {}), "neutral")
    assert space in placements(position({"servants": 1}, {}), "neutral")
    assert space in placements(position({}, {}, dice=(1, 1, 1)), "black")


@pytest.mark.parametrize("name", list(PRIVILEGES))
def test_the_council_gives_a_privilege_and_a_coin(name: str) -> None:
    """Immediately receive 1 council privilege and 1 coin."""
    state = position({}, {})
    after = play(state, "place black council", "servants 0", f"privilege {name}")
    expected = dict(PRIVILEGES[name])
    expected["coins"] = expected.get("coins", 0) + 1
    assert gained(state, after) == expected


def test_the_coin_arrives_with_the_privilege() -> None:
    """Ruling: the source's whole gain arrives after the last privilege."""
    state = position({}, {})
    assert gained(state, play(state, "place black council", "servants 0")) == {}


def test_three_privileges_of_a_card_are_all_different() -> None:
    """Receive 3 different council privileges."""
    state = position({"coins": 5}, {}, round=4, floors={"character 1": "Royal Messenger"})
    state = play(state, "place black character 1", "servants 0", "privilege faith", "privilege coins")
    assert texts(state) == ["privilege wood+stone", "privilege servants", "privilege military"]


def test_the_same_privilege_may_come_from_different_sources() -> None:
    """Ruling: several privileges from one source are all different; two sources do not count together."""
    state = position({"servants": 1}, {"servants": 1})
    state = play(state, "place black council", "servants 0", "privilege faith")
    state = play(state, "place black council", "servants 0", "privilege faith")
    state = play(state, "place white council", "servants 0")
    assert "privilege faith" in texts(state)


def test_the_council_holds_any_number_of_members_of_any_color() -> None:
    """This space may contain any number of family members; a player may place multiple ones."""
    state = position({"members": {"black": "council"}}, {"members": {"black": "council", "white": "council"}})
    assert "council" in placements(state, "white")


def test_members_stand_in_the_council_in_order_of_arrival() -> None:
    """Place the family members in order from left to right."""
    state = position({}, {}, {}, order=(2, 0, 1))
    for _ in range(3):
        state = play(state, "place black council", "servants 0", "privilege coins")
    assert state.to_map()["council"] == [2, 0, 1]


def test_the_market_gives_no_place_in_the_turn_order() -> None:
    """Turn order changes by the Council Palace alone."""
    state = play(position({}, {}, order=(1, 0)), "place black market 1", "servants 0")
    assert state.to_map()["council"] == []
    assert player(state, 1)["members"]["black"] == "market 1"
    assert finish_round(state).actor == -1
