"""Rulebook: the game's rounds and phases, Actions, End of the Round; rulings: A turn."""

from collections import Counter
from itertools import product

import pytest

import palio
from tests.rules.lorenzo.table import finish_round, gained, placements, play, player, position
from tests.support import texts


def fresh(players: int = 2, seed: int = 5) -> palio.State:
    return palio.load("lorenzo", players=players, rules="basic").start(seed)


def council(state: palio.State) -> palio.State:
    """The actor's turn: a member to the Council Palace."""
    move = next(text for text in texts(state) if text.endswith(" council"))
    state = play(state, move)
    return play(state, texts(state)[0], "privilege servants")


def test_four_cards_of_each_deck_are_laid_out_from_bottom_to_top() -> None:
    """Draw 4 development cards from the top of each deck and place them from bottom to top."""
    start = fresh().to_map()
    for name, deck in start["decks"].items():
        assert start["towers"][name] == deck[:4]


def test_the_dice_are_rolled_with_216_equally_likely_outcomes() -> None:
    """The first player rolls the dice."""
    state = fresh()
    assert state.actor == palio.CHANCE
    assert len(state.legal_moves()) == 216
    assert all(state.chance_probability(move) == pytest.approx(1 / 216) for move in state.legal_moves())
    rolls = {f"roll {a} {b} {c}" for a, b, c in product(range(1, 7), repeat=3)}
    assert set(texts(state)) == rolls


def test_rolls_are_drawn_as_likely_as_they_say() -> None:
    """Each of the 216 outcomes comes up about as often as its probability promises."""
    state, random, number = fresh(), palio.Random(3), 21600
    drawn = Counter(state.sample_chance(random) for _ in range(number))
    assert set(drawn) == set(state.legal_moves())
    mean = number / 216
    assert sum((count - mean) ** 2 / mean for count in drawn.values()) < 215 + 5 * (2 * 215) ** 0.5


def test_members_have_the_values_of_their_dice_and_the_uncolored_one_0() -> None:
    """The symbol is related to the value of the corresponding die; the uncolored member is worth 0."""
    state = play(fresh(), "roll 1 3 5")
    assert "territory 1" in placements(state, "black")
    for member, value in (("black", 1), ("white", 3), ("orange", 5), ("neutral", 0)):
        asked = play(state, f"place {member} council")
        assert texts(asked)[0] == f"servants {0 if value else 1}"
        asked = play(state, f"place {member} territory 2")
        assert texts(asked)[0] == f"servants {max(0, 3 - value)}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_place_one_member_each_four_times_round(players: int) -> None:
    """Following turn order, players must take their actions: one member each until all are placed."""
    state = play(fresh(players), "roll 6 6 6")
    order = state.to_map()["order"]
    actors = []
    while state.actor >= 0:
        actors.append(state.actor)
        state = council(state)
    assert actors == order * 4
    assert state.to_map()["round"] == 2


def test_who_can_place_may_not_pass() -> None:
    """Ruling: a player who can place one may not pass."""
    assert "pass" not in texts(position({}, {}))


def test_who_cannot_place_must_pass_and_loses_the_action() -> None:
    """If you cannot place the uncolored member you lose an action."""
    away = {"black": "council", "white": "council", "orange": "council"}
    state = position({"members": away}, {"servants": 1})
    assert texts(state) == ["pass"]
    state = play(state, "pass")
    assert state.actor == 1
    state = council(state)
    assert state.actor == palio.CHANCE


def test_a_player_who_passed_may_place_later() -> None:
    """Ruling: it loses that action, not the member: no value and no servants now, two servants in the next turn."""
    seat = {"hand": [3], "excommunicated": [1]}
    state = position(seat, {}, rules="advanced", round=3, dice=(1, 1, 1), tiles=(7, 1, 1))
    assert texts(state) == ["discard leader 3", "pass"]
    state = play(state, "pass", "place black market 1", "servants 0", "discard leader 3", "privilege servants")
    assert state.actor == 0
    for member in ("black", "white", "orange", "neutral"):
        assert "council" in placements(state, member)
    placed = finish_round(play(state, "place black council", "servants 1", "privilege servants"))
    assert placed.to_map()["round"] == 4


def test_cards_left_on_the_towers_are_gone_for_good() -> None:
    """Take all the faceup development cards from the board; they won't be used again in this game."""
    state = position({}, {}, round=1, lap=3)
    before = state.to_map()["towers"]
    after = finish_round(state).to_map()
    assert after["round"] == 2
    for name, tower in after["towers"].items():
        assert not set(tower) & set(before[name])
        assert tower == after["decks"][name][4:8]


@pytest.mark.parametrize(("order", "arrivals", "expected"), [
    ((0, 1, 2, 3), (2, 1), [2, 1, 0, 3]),
    ((3, 2, 1, 0), (0,), [0, 3, 2, 1]),
    ((1, 3, 0, 2), (2, 0, 3, 1), [2, 0, 3, 1]),
    ((1, 3, 0, 2), (), [1, 3, 0, 2]),
])  # fmt: skip
def test_the_council_changes_the_turn_order(
    order: tuple[int, ...], arrivals: tuple[int, ...], expected: list[int]
) -> None:
    """The player who placed first becomes first; others remain in their relative order; nobody there, no change.

    The summary's "rightmost plays first" is wrong.
    """
    away = {"black": "market 1", "white": "council"}
    state = position(*[{}] * 4, order=order)
    source = state.to_map()
    for seat in range(4):
        source["players"][seat]["members"]["white"] = away["white"] if seat in arrivals else None
    source.update(council=list(arrivals), lap=3)
    state = state.game.state_from_map(source)
    while state.actor >= 0:
        moves = texts(state)
        quiet = [text for text in moves if text.endswith(("harvest large", "production large"))]
        quiet += [text for text in moves if text.startswith(("servants", "refuse"))]
        state = play(state, quiet[0])
    assert state.to_map()["order"] == expected


def test_the_first_member_on_the_left_counts_and_uncolored_members_count() -> None:
    """If a player placed more family members here, the first on the left is counted; uncolored ones count as well."""
    state = position({"servants": 1}, {"servants": 1}, round=1, order=(1, 0))
    state = play(state, "place black market 1", "servants 0")
    state = play(state, "place neutral council", "servants 1", "privilege coins")
    assert state.to_map()["council"] == [0]
    state = play(state, "place white council", "servants 0", "privilege coins")
    state = play(state, "place black council", "servants 0", "privilege coins")
    assert state.to_map()["council"] == [0, 1]
    assert finish_round(state).to_map()["order"] == [0, 1]


def test_members_go_home_at_the_end_of_the_round() -> None:
    """Players then move their family members from the board to their personal board."""
    state = position({"members": {"black": "council"}}, {"members": {"black": "harvest"}}, round=1, lap=3)
    after = finish_round(state)
    for seat in range(2):
        assert set(player(after, seat)["members"].values()) == {None}
    assert "harvest" in placements(play(after, "roll 1 1 1"))


def test_the_game_lasts_6_rounds() -> None:
    """3 periods, each divided into 2 rounds, for a total of 6 rounds."""
    state = fresh()
    rolls = 0
    random = palio.Random(1)
    while not state.is_over:
        rolls += state.actor == palio.CHANCE
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else random.choice(state.legal_moves()))
    assert rolls == 6


def test_the_cards_of_each_period_come_in_its_two_rounds() -> None:
    """Rounds 1 and 2 show the first period's cards, 3 and 4 the second's, 5 and 6 the third's."""
    state = fresh()
    random = palio.Random(2)
    while not state.is_over:
        if state.actor == palio.CHANCE:
            shown = state.to_map()
            period = (shown["round"] - 1) // 2
            assert all(card % 24 // 8 == period for tower in shown["towers"].values() for card in tower)
        state.apply(state.sample_chance(random) if state.actor == palio.CHANCE else random.choice(state.legal_moves()))


def test_goods_stop_at_the_ends_of_the_tracks() -> None:
    """Ruling: the faith marker stops at 15 and the military marker at 25; what would go beyond is lost."""
    state = position({"military": 24, "faith": 15}, {})
    asked = play(state, "place black council", "servants 0")
    assert gained(state, play(asked, "privilege military")) == {"coins": 1, "military": 1}
    assert gained(state, play(asked, "privilege faith")) == {"coins": 1}


def test_values_are_one_sum() -> None:
    """Ruling: die 1 under a -4 tile needs 4 servants for floor 1."""
    seat = {"excommunicated": [2], "servants": 5}
    state = position(seat, {}, round=6, tiles=(1, 1, 1), dice=(1, 1, 1))
    assert texts(play(state, "place black territory 1")) == ["servants 4", "servants 5"]
