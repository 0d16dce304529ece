"""Masters of Renaissance, Attivare la Produzione."""

from itertools import combinations_with_replacement
from typing import Any

import pytest

from tests.rules.masters.table import RESOURCES, faiths, field, offered, play, position, texts

EMPTY: dict[str, Any] = {}
PLENTY = {"coins": 9, "stones": 9, "servants": 9, "shields": 9}


def bundles(size: int) -> set[str]:
    """Every multiset of resources as text."""
    found = set()
    for kinds in combinations_with_replacement(RESOURCES, size):
        found.add(" ".join(f"{name} {kinds.count(name)}" for name in RESOURCES if name in kinds))
    return found


def test_a_card_turns_its_left_side_into_its_right_side() -> None:
    """Produzione: pay the resources on the left, receive those on the right."""
    state = position({"chest": {"servants": 2}, "slots": [[9]]}, EMPTY)
    after = play(state, "produce card1")
    assert field(after, "chest") == {"coins": 1, "stones": 1, "shields": 1}


def test_only_visible_cards_produce() -> None:
    """Produzione: covered cards have no power."""
    state = position({"chest": {"coins": 1}, "slots": [[1, 18]]}, EMPTY)
    assert offered(state, "produce") == ["produce card1"]
    assert faiths(play(state, "produce card1")) == [2, 0]


def test_base_production_turns_two_resources_into_one() -> None:
    """Produzione: 2 resources of any kind, different ones too, for 1 of choice."""
    state = play(position({"chest": {"coins": 2, "stones": 1, "servants": 1}}, EMPTY), "produce base")
    assert set(texts(state)) == {
        "spend coins 2", "spend coins 1 stones 1", "spend coins 1 servants 1", "spend stones 1 servants 1",
    }  # fmt: skip
    state.apply("spend coins 1 stones 1")
    assert set(texts(state)) == {f"receive {name} 1" for name in RESOURCES}
    state.apply("receive shields 1")
    assert field(state, "chest") == {"coins": 1, "servants": 1, "shields": 1}


def test_base_production_gives_no_faith() -> None:
    """Board: the crossed-out faith sign; the output is one of the four resources."""
    state = play(position({"chest": {"coins": 2}}, EMPTY), "produce base")
    assert {text.split()[1] for text in texts(state)} == set(RESOURCES)


def test_one_way_to_spend_is_not_asked() -> None:
    state = play(position({"chest": {"coins": 1, "stones": 1}}, EMPTY), "produce base")
    assert set(texts(state)) == {f"receive {name} 1" for name in RESOURCES}


def test_one_resource_is_too_little_for_the_base_production() -> None:
    assert offered(position({"chest": {"coins": 1}}, EMPTY), "produce") == []


def test_products_go_to_the_chest() -> None:
    """Produzione: "Dovete piazzare le Risorse che ricevete ... nel Forziere"."""
    state = play(position({"warehouse": {"stones": 1}, "slots": [[1, 18, 45]]}, EMPTY), "produce card1")
    assert field(state, "warehouse") == {}
    assert field(state, "chest") == {"coins": 3, "shields": 1}


def test_the_chest_holds_any_number_of_every_resource() -> None:
    """Produzione: an unlimited deposit for all kinds."""
    chest = {"coins": 40, "stones": 1, "servants": 300, "shields": 65000}
    state = play(position({"chest": chest, "slots": [[2, 17, 45]]}, EMPTY), "produce card1")
    assert field(state, "chest") == {"coins": 43, "servants": 300, "shields": 65001}


def test_the_supply_does_not_run_out() -> None:
    """Produzione, "3x" tiles: more than the 16 pieces of a kind may be owned."""
    state = play(position({"chest": {"coins": 16, "stones": 1}, "slots": [[2, 17, 45]]}, EMPTY), "produce card1")
    assert field(state, "chest")["coins"] == 19


def test_faith_points_of_a_production_move_the_marker() -> None:
    state = play(position({"chest": {"coins": 1}, "slots": [[1]]}, EMPTY), "produce card1")
    assert faiths(state) == [1, 0]
    assert field(state, "chest") == {}


def test_each_power_is_used_once() -> None:
    """Produzione: "solo una volta"."""
    state = position({"chest": {"coins": 9}, "slots": [[1]]}, EMPTY)
    assert offered(state, "produce") == ["produce base", "produce card1", "produce base card1"]
    assert field(play(state, "produce card1"), "chest") == {"coins": 8}


def test_products_pay_for_no_other_power_of_the_same_action() -> None:
    """Produzione: 5 makes servants of stones, 7 stones of servants: one stone is for one of them."""
    state = position({"chest": {"stones": 1}, "slots": [[5], [7]]}, EMPTY)
    assert offered(state, "produce") == ["produce card1"]


def test_all_inputs_must_be_there_beforehand() -> None:
    """Produzione: two powers that want the same coin cannot work together."""
    row = {"chest": {"coins": 1}, "slots": [[1], [6]]}
    assert offered(position(row, EMPTY), "produce") == ["produce card1", "produce card2"]
    row = {"chest": {"coins": 2}, "slots": [[1], [6]]}
    assert "produce card1 card2" in offered(position(row, EMPTY), "produce")


@pytest.mark.parametrize(("coins", "allowed"), [(3, True), (2, False)])
def test_the_base_production_needs_two_resources_beside_the_others(coins: int, allowed: bool) -> None:
    state = position({"chest": {"coins": coins}, "slots": [[1]]}, EMPTY)
    assert ("produce base card1" in texts(state)) is allowed


def test_any_set_of_powers_may_be_used() -> None:
    """Produzione: "i poteri di produzione che desideri": every non-empty set of base and three cards."""
    state = position({"chest": PLENTY, "slots": [[1], [2], [3]]}, EMPTY)
    assert len(offered(state, "produce")) == 15


def test_six_powers_make_63_productions() -> None:
    """Produzione and Abilita 4: leaders' powers are activated like the others, each at most once."""
    row = {"chest": PLENTY, "slots": [[1, 20], [2, 19], [3]], "played": [61, 62]}
    assert len(set(offered(position(row, EMPTY), "produce"))) == 63


def test_a_leaders_power_and_the_faith_of_cards_add_up() -> None:
    """Produzione: all at the same time; 20 gives 2 faith for a shield, leader 61 takes another shield."""
    row = {"chest": {"shields": 2}, "slots": [[1, 20]], "played": [61]}
    after = play(position(row, EMPTY), "produce card1 leader61", "receive shields 1")
    assert (faiths(after), field(after, "chest")) == ([3, 0], {"shields": 1})
    poor = offered(position(row | {"chest": {"shields": 1}}, EMPTY), "produce")
    assert poor == ["produce card1", "produce leader61"]


def test_an_empty_production_is_no_action() -> None:
    """Ruling: at least one power."""
    assert offered(position(EMPTY, EMPTY), "produce") == []


def test_inputs_may_come_from_the_warehouse_or_the_chest() -> None:
    """Produzione: "da qualsiasi vostro deposito o dal Forziere"."""
    state = position({"warehouse": {"coins": 1}, "chest": {"coins": 1}, "slots": [[1]]}, EMPTY)
    split = play(state, "produce card1")
    assert texts(split) == ["pay nothing", "pay coins 1"]
    assert (field(play(split, "pay nothing"), "warehouse"), field(play(split, "pay nothing"), "chest")) == (
        {"coins": 1},
        {},
    )
    assert field(play(split, "pay coins 1"), "chest") == {"coins": 1}


def test_inputs_outputs_and_split_are_asked_in_this_order() -> None:
    """Rulings, Production."""
    row = {"warehouse": {"coins": 1}, "chest": {"coins": 2, "stones": 1}}
    state = play(position(row, EMPTY), "produce base")
    assert set(texts(state)) == {"spend coins 2", "spend coins 1 stones 1"}
    state.apply("spend coins 1 stones 1")
    assert {text.split()[0] for text in texts(state)} == {"receive"}
    state.apply("receive coins 1")
    assert texts(state) == ["pay nothing", "pay coins 1"]
    state.apply("pay coins 1")
    assert field(state, "chest") == {"coins": 3}
    assert field(state, "warehouse") == {}


def test_resources_do_not_move_between_warehouse_and_chest() -> None:
    """Produzione, Attenzione: no move of a turn shifts them; only production fills the chest."""
    row = {"warehouse": {"coins": 2}, "chest": {"stones": 1}}
    for line in offered(position(row, EMPTY), "market"):
        state = play(position(row, EMPTY), line)
        while offered(state, "store"):
            state.apply(state.legal_moves()[0])
        assert field(state, "chest") == {"stones": 1}


def test_rulebook_example_of_a_full_production() -> None:
    """Produzione, example: all cards without the base power; one space of faith and 6 stones in the chest."""
    row = {
        "warehouse": {"servants": 2, "shields": 1},
        "chest": {"servants": 1},
        "slots": [[1, 21], [2, 31], [7]],
    }
    state = position(row, EMPTY)
    assert "produce card1 card2 card3" in texts(state)
    assert "produce base" in texts(state)
    after = play(state, "produce card1 card2 card3")
    assert field(after, "chest") == {"stones": 6}
    assert field(after, "warehouse") == {}
    assert faiths(after) == [1, 0]


def test_a_power_may_be_left_out() -> None:
    """Produzione: "potete decidere di non attivare un potere"."""
    row = {"chest": {"servants": 3, "shields": 1}, "slots": [[1, 21], [2, 31], [7]]}
    after = play(position(row, EMPTY), "produce card2")
    assert field(after, "chest") == {"servants": 2, "shields": 1, "stones": 2}


def test_outputs_of_choice_are_chosen_together_as_a_multiset() -> None:
    """Rulings, Production: base and two production leaders give three resources of choice."""
    row = {"chest": PLENTY, "slots": [[1, 20], [2, 19]], "played": [61, 62]}
    state = play(position(row, EMPTY), "produce base leader61 leader62", "spend coins 2")
    assert {text.removeprefix("receive ") for text in texts(state)} == bundles(3)
    after = play(state, "receive coins 2 stones 1")
    assert field(after, "chest") == {"coins": 9, "stones": 10, "servants": 8, "shields": 8}
    assert faiths(after) == [2, 0]
