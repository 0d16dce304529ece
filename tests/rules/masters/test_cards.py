"""Masters of Renaissance, Comprare una Carta Sviluppo."""

from typing import Any

import pytest

from palio import State
from tests.rules.masters.table import field, offered, play, position, texts

EMPTY: dict[str, Any] = {}
PLENTY = {"coins": 9, "stones": 9, "servants": 9, "shields": 9}


def test_only_visible_cards_can_be_bought() -> None:
    """Comprare: the top card of each stack that can be placed."""
    state = position({"chest": PLENTY}, EMPTY, tops=[5, 10, 15, 4])
    assert offered(state, "buy") == ["buy 5", "buy 10", "buy 15", "buy 4"]


def test_the_cost_is_paid_back_to_the_supply() -> None:
    """Comprare: the resources go, the card comes to the board; the next card of the stack is visible."""
    state = position({"chest": {"shields": 3, "coins": 1}}, EMPTY, tops=[1])
    after = play(state, "buy 1")
    assert field(after, "chest") == {"shields": 1, "coins": 1}
    assert field(after, "slots") == [[1], [], []]
    assert after.to_map()["stacks"][0]["cards"] == [5, 9, 13]


@pytest.mark.parametrize("missing", ["stones", "servants", "shields"])
def test_every_resource_of_the_cost_is_needed(missing: str) -> None:
    cost = {"stones": 1, "servants": 1, "shields": 1}
    assert "buy 5" in texts(position({"chest": cost}, EMPTY, tops=[5]))
    assert "buy 5" not in texts(position({"chest": cost | {missing: 0}}, EMPTY, tops=[5]))


def test_the_cost_may_come_from_the_warehouse_and_the_chest() -> None:
    """Comprare: "da un qualsiasi deposito ... e/o dal Forziere"; the player says how much from where."""
    state = position({"warehouse": {"shields": 2}, "chest": {"shields": 2}}, EMPTY, tops=[9])
    split = play(state, "buy 9")
    assert texts(split) == ["pay shields 1", "pay shields 2"]
    assert field(play(split, "pay shields 1"), "warehouse") == {"shields": 1}
    assert field(play(split, "pay shields 1"), "chest") == {}
    assert field(play(split, "pay shields 2"), "warehouse") == {}
    assert field(play(split, "pay shields 2"), "chest") == {"shields": 1}


def test_a_payment_can_come_from_the_chest_alone() -> None:
    state = position({"warehouse": {"shields": 1}, "chest": {"shields": 2}}, EMPTY, tops=[1])
    assert texts(play(state, "buy 1")) == ["pay nothing", "pay shields 1"]


def test_every_split_of_every_resource_is_offered() -> None:
    """Rulings, Buying: how much of each resource comes from the warehouse."""
    held = {"coins": 2, "shields": 1}
    split = play(position({"warehouse": held, "chest": {"coins": 2, "shields": 2}}, EMPTY, tops=[13]), "buy 13")
    expected = {(coins, shields) for coins in (0, 1, 2) for shields in (0, 1)}
    assert len(texts(split)) == len(expected)
    for coins, shields in expected:
        parts = [f"coins {coins}"] * (coins > 0) + [f"shields {shields}"] * (shields > 0)
        after = play(split, f"pay {' '.join(parts) or 'nothing'}")
        assert field(after, "warehouse") == {
            name: count - paid
            for name, count, paid in (("coins", 2, coins), ("shields", 1, shields))
            if count > paid
        }  # fmt: skip


def test_without_a_choice_the_payment_is_not_asked() -> None:
    state = position({"warehouse": {"shields": 2}}, EMPTY, tops=[1])
    assert play(state, "buy 1").actor == 1


def test_a_level_1_card_goes_to_an_empty_slot() -> None:
    """Comprare: any free space; free spaces look alike, so that nothing is asked."""
    state = position({"chest": PLENTY, "slots": [[2], [3]]}, EMPTY, tops=[1])
    assert field(play(state, "buy 1"), "slots") == [[2], [3], [1]]


def test_a_level_1_card_needs_an_empty_slot() -> None:
    state = position({"chest": PLENTY, "slots": [[2], [3], [4]]}, EMPTY, tops=[1])
    assert "buy 1" not in texts(state)


def test_a_level_2_card_goes_onto_a_level_1_card_of_any_colour() -> None:
    """Comprare: green upon purple."""
    state = position({"chest": PLENTY, "slots": [[2]]}, EMPTY, tops=[17])
    assert field(play(state, "buy 17"), "slots") == [[2, 17], [], []]


def test_a_level_3_card_goes_onto_a_level_2_card_of_any_colour() -> None:
    state = position({"chest": PLENTY, "slots": [[2, 17]]}, EMPTY, tops=[35])
    assert field(play(state, "buy 35"), "slots") == [[2, 17, 35], [], []]


@pytest.mark.parametrize(
    ("slots", "levels"),
    [
        ([], {1}),
        ([[1]], {1, 2}),
        ([[1, 18]], {1, 3}),
        ([[1], [2], [3]], {2}),
        ([[1, 18], [2, 19], [3, 20]], {3}),
        ([[1, 18, 35], [2]], {1, 2}),
        ([[1, 18, 35], [2, 19, 36]], {1}),
        ([[1], [2, 19], [3, 20]], {2, 3}),
    ],
)
def test_levels_that_can_be_placed(slots: list[list[int]], levels: set[int]) -> None:
    """Comprare: level n lies on level n - 1, level I on an empty space; a full pile takes nothing."""
    state = position({"chest": PLENTY, "slots": slots}, EMPTY)
    assert {(int(text.split()[1]) - 1) // 16 + 1 for text in offered(state, "buy")} == levels


def test_the_player_chooses_among_several_slots() -> None:
    state = play(position({"chest": PLENTY, "slots": [[2], [3], [4]]}, EMPTY, tops=[17]), "buy 17")
    assert texts(state) == ["slot 1", "slot 2", "slot 3"]
    assert field(play(state, "slot 2"), "slots") == [[2], [3, 17], [4]]


def test_the_slot_comes_before_the_payment() -> None:
    """Rulings, Buying: card, slot, split."""
    row = {"warehouse": {"shields": 1}, "chest": {"shields": 4}, "slots": [[2], [3]]}
    state = play(position(row, EMPTY, tops=[17]), "buy 17")
    assert texts(state) == ["slot 1", "slot 2"]
    assert texts(play(state, "slot 1")) == ["pay nothing", "pay shields 1"]
    assert state.to_map()["stacks"][4]["cards"][0] == 17


def test_an_emptied_stack_is_not_refilled() -> None:
    """Comprare, Attenzione."""
    row = {"chest": PLENTY, "slots": [[1], [5], [9]]}
    last = position({"chest": PLENTY}, row, tops=[13])
    after = play(last, "buy 13")
    assert after.to_map()["stacks"][0]["cards"] == []
    assert not any(text in {"buy 1", "buy 5", "buy 9", "buy 13"} for text in texts(after))


def example() -> State:
    """The rulebook's picture: one level I card, and the resources for a card of each level."""
    return position({"chest": {"shields": 6, "servants": 1}, "slots": [[6]]}, EMPTY, tops=[9, 17, 33])


def test_rulebook_example_of_cards_within_reach() -> None:
    """Comprare, example: the level I card to a free space, the level II card onto the level I card."""
    state = example()
    assert field(play(state, "buy 9"), "slots") == [[6], [9], []]
    assert field(play(state, "buy 17"), "slots") == [[6, 17], [], []]


def test_rulebook_example_of_a_card_without_a_place() -> None:
    """Comprare, example: the level III card cannot be bought although it could be paid."""
    assert "buy 33" not in texts(example())


def test_a_card_of_the_common_grid_is_gone_for_everyone() -> None:
    state = position({"chest": PLENTY}, {"chest": PLENTY}, tops=[1])
    assert "buy 1" not in texts(play(state, "buy 1"))
