"""The 21 excommunication tiles (rulebook: Quick Reference Guide; rulings: Gains and excommunications)."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import (
    CARD,
    CARD_ROWS,
    LEADER,
    finish,
    finish_round,
    gained,
    goods,
    offers,
    placements,
    play,
    position,
    servants,
)  # fmt: skip
from tests.support import texts


def banned(period: int, tile: int, seat: dict[str, Any] | None = None, **options: Any) -> palio.State:
    """The first player has this excommunication, in a round after the report."""
    tiles = [1, 1, 1]
    tiles[period - 1] = tile
    options = {"round": 4 if period == 1 else 6, **options}
    return position({"excommunicated": [period], **(seat or {})}, {}, tiles=tuple(tiles), **options)


def council(state: palio.State, privilege: str) -> dict[str, int]:
    return gained(state, play(state, "place black council", "servants 0", f"privilege {privilege}"))


# Period 1: fewer gains, lower values


def test_1_1_one_fewer_military_point_from_every_source() -> None:
    """Each time you gain military points from action spaces or cards, gain 1 fewer."""
    assert council(banned(1, 1), "military") == {"coins": 1, "military": 1}
    seat = {"cards": ["Manor House", "Mountain Town"], "servants": 5}
    state = banned(1, 1, seat, dice=(5, 5, 5))
    assert gained(state, play(state, "place black harvest", "servants 0"))["military"] == 1
    seat = {"stone": 9, "wood": 9, "coins": 9, "servants": 2}
    state = banned(1, 1, seat, floors={"building 3": "Barracks", "building 4": "Marketplace"}, dice=(5, 5, 5))
    assert "military" not in gained(state, play(state, "place black building 3", "servants 0"))
    assert gained(state, play(state, "place black building 4", "servants 2"))["military"] == 1
    state = banned(1, 1, {"coins": 6}, floors={"venture 1": "Hiring Soldiers"})
    assert gained(state, play(state, "place black venture 1", "servants 0"))["military"] == 5


def test_1_2_one_fewer_coin_from_every_source() -> None:
    """If you have more cards that give you coins, consider each card a single source."""
    assert council(banned(1, 2), "coins") == {"coins": 2}
    assert council(banned(1, 2), "faith") == {"faith": 1}
    state = banned(1, 2)
    assert gained(state, play(state, "place black market 1", "servants 0")) == {"coins": 4}
    seat = {"cards": ["Commercial Hub", "Village", "Gold Mine"]}
    state = banned(1, 2, seat)
    gain = gained(state, play(state, "place black harvest", "servants 0"))
    assert gain == {"coins": 1, "servants": 2, "wood": 1, "stone": 1}


def test_1_3_one_fewer_servant_from_every_source() -> None:
    """Each time you receive servants, you receive 1 fewer servant."""
    assert council(banned(1, 3), "servants") == {"coins": 1, "servants": 1}
    state = banned(1, 3)
    assert gained(state, play(state, "place black market 2", "servants 0")) == {"servants": 4}
    assert gained(state, play(state, "place black harvest", "servants 0")) == {"wood": 1, "stone": 1}


def test_1_4_one_fewer_wood_and_stone_from_every_source() -> None:
    """Ruling: one fewer of each kind that the source gives."""
    assert council(banned(1, 4), "wood+stone") == {"coins": 1}
    seat = {"cards": ["Forest", "Gravel Pit", "Citadel"]}
    state = banned(1, 4, seat, dice=(5, 5, 5))
    gain = gained(state, play(state, "place black harvest", "servants 0"))
    assert gain == {"wood": 2, "stone": 1, "servants": 1, "military": 2}


def test_a_chosen_privilege_is_part_of_its_source() -> None:
    """Ruling: the council's coin and two coins of its privilege lose one coin together."""
    assert council(banned(1, 2), "coins") == {"coins": 2}
    state = banned(1, 2, {"coins": 4}, floors={"character 1": "Hero"})
    after = play(state, "place black character 1", "servants 0", "privilege coins", "decline")
    assert gained(state, after) == {"coins": -3}


def test_the_bonus_tile_and_each_building_are_sources_of_their_own() -> None:
    """Ruling: once per source: a space, a card, the bonus tile."""
    seat = {"cards": ["Mint", "Tax Office", "Woods"], "wood": 3}
    state = banned(1, 2, seat, dice=(5, 5, 5))
    gain = gained(state, play(state, "place black production", "servants 0"))
    assert gain == {"coins": 1 + 1 + 0, "military": 1}


def test_an_exchange_is_lowered_once_with_the_rest_of_its_building() -> None:
    """Ruling: once per source: what the Barracks give for a servant, and what the Marketplace gives for coins."""
    barracks, market = CARD["Barracks"], CARD["Marketplace"]
    seat = {"cards": ["Barracks", "Marketplace"], "servants": 1, "coins": 3}
    for tile, expected in (
        (1, {"military": 2, "wood": 2, "stone": 2}),
        (4, {"military": 1 + 3, "wood": 1, "stone": 1}),
    ):
        state = play(banned(1, tile, seat), "place black production", "servants 0", f"exchange {barracks} 1")
        gain = gained(banned(1, tile, seat), play(state, f"exchange {market} 1"))
        assert gain == {**expected, "servants": -1, "coins": 2 - 3}


def test_a_leader_and_a_discarded_leader_are_sources_too() -> None:
    """Ruling: a leader's gain and the privilege for a discarded leader are sources too."""
    seat = {"played": ["Michelangelo Buonarroti"], "hand": [3]}
    state = banned(1, 2, seat, rules="advanced")
    assert gained(state, play(state, "activate leader 5")) == {"coins": 2}
    assert gained(state, play(state, "discard leader 3", "privilege coins")) == {"coins": 1}


def test_the_penalty_comes_before_santa_rita_doubles() -> None:
    """Ruling: never below 0, before Santa Rita doubles."""
    state = banned(1, 2, {"played": ["Santa Rita"]}, rules="advanced", floors={"territory 1": "Dukedom"})
    assert gained(state, play(state, "place black territory 1", "servants 0")) == {"coins": 6}
    state = banned(1, 2, {"played": ["Santa Rita"]}, rules="advanced", floors={"territory 1": "Gold Mine"})
    assert gained(state, play(state, "place black territory 1", "servants 0")) == {}


@pytest.mark.parametrize(
    ("tile", "area", "card", "bonus"), [(5, "harvest", "Farmer", 2), (6, "production", "Artisan", 2)]
)
def test_1_5_and_1_6_lower_harvest_and_production_by_3(tile: int, area: str, card: str, bonus: int) -> None:
    """Decrease its value by 3; servants and cards still raise it."""
    assert area not in placements(banned(1, tile, dice=(3, 3, 3)))
    assert area in placements(banned(1, tile, dice=(4, 3, 3)), "black")
    assert area in placements(banned(1, tile, {"servants": 1}, dice=(3, 3, 3)), "black")
    assert area in placements(banned(1, tile, {"cards": [card]}, dice=(4 - bonus, 1, 1)), "black")


@pytest.mark.parametrize(("tile", "area"), [(5, "harvest"), (6, "production")])
def test_the_large_space_is_then_lowered_by_6(tile: int, area: str) -> None:
    """If you place in the second action space, your action value is decreased by 6."""
    tiles = (tile, 1, 1)
    for seat, possible in (({"servants": 0}, False), ({"servants": 1}, True)):
        first = {"excommunicated": [1], **seat}
        state = position(first, {}, {}, tiles=tiles, round=4, dice=(6, 6, 6))
        assert (f"{area} large" in placements(state)) == possible


@pytest.mark.parametrize(("tile", "card", "kind"), [(5, "Cardinal", "harvest"), (6, "Bishop", "production")])
def test_1_5_and_1_6_lower_actions_of_cards_too(tile: int, card: str, kind: str) -> None:
    """Through the action space or as a card effect: a bonus action of 4 is one of 1."""
    owned = {"harvest": "Gold Mine", "production": "Barracks"}[kind]
    seat = {"coins": 5, "servants": 1, "cards": [owned]}
    state = banned(1, tile, seat, round=6, floors={"character 1": card})
    state = play(state, "place black character 1", "servants 0")
    assert servants(state) == [0, 1]


def test_1_7_lowers_colored_members_by_1() -> None:
    """All your colored family members receive a -1 reduction of their value each time you place them."""
    state = banned(1, 7, dice=(3, 5, 1))
    assert "territory 2" not in placements(state, "black")
    assert "territory 2" in placements(state, "white")
    assert not placements(state, "orange")
    with_servant = banned(1, 7, {"servants": 1}, dice=(3, 5, 1))
    assert "territory 2" in placements(with_servant, "black")
    assert "council" in placements(with_servant, "neutral")


# Period 2


@pytest.mark.parametrize(("tile", "type_", "card"), [
    (1, "territory", "Warlord"), (2, "building", "Stonemason"), (3, "character", "Dame"), (4, "venture", "Knight"),
])  # fmt: skip
def test_2_1_to_2_4_lower_the_taking_of_a_type_by_4(tile: int, type_: str, card: str) -> None:
    """Your action receives a -4 reduction of its value; servants and cards still raise it."""
    rich = {"wood": 9, "stone": 9, "coins": 9, "military": 25}
    assert f"{type_} 1" not in placements(banned(2, tile, rich, dice=(4, 4, 4)))
    assert f"{type_} 1" in placements(banned(2, tile, rich, dice=(5, 4, 4)), "black")
    raised = banned(2, tile, {**rich, "servants": 9}, dice=(1, 4, 4))
    assert servants(play(raised, f"place black {type_} 1"))[0] == 4
    owned = banned(2, tile, {**rich, "cards": [card]}, dice=(3, 1, 1))
    assert f"{type_} 1" in placements(owned, "black")
    others = {"territory", "building", "character", "venture"} - {type_}
    assert {f"{other} 1" for other in others} <= placements(banned(2, tile, rich, dice=(1, 1, 1)))


@pytest.mark.parametrize(("tile", "type_"), [(1, "territory"), (2, "building"), (3, "character"), (4, "venture")])
def test_2_1_to_2_4_lower_bonus_actions_too(tile: int, type_: str) -> None:
    """Through the action space or as a card effect: the Ambassador's 7 is a 3 for this type."""
    rich = {"wood": 9, "stone": 9, "coins": 20, "military": 25, "servants": 9}
    state = banned(2, tile, rich, floors={"character 1": "Ambassador"}, dice=(5, 1, 1))
    state = play(state, "place black character 1", "servants 0", "privilege faith")
    for other in ("territory", "building", "character", "venture"):
        asked = play(state, f"take {other} 3")
        assert servants(asked)[0] == (5 - 3 if other == type_ else 0)


def test_2_5_closes_the_market() -> None:
    """You can't place your family members in the market action spaces."""
    assert not {space for space in placements(banned(2, 5)) if space.startswith("market")}
    assert {"market 1", "market 2"} <= placements(banned(2, 6))


def test_2_6_makes_servants_worth_half() -> None:
    """You have to spend 2 servants to increase your action value by 1, and 4 to increase it by 2."""
    state = banned(2, 6, {"servants": 5}, dice=(1, 1, 1))
    assert "territory 2" in placements(state, "black")
    assert "territory 3" not in placements(state, "black")
    assert servants(play(state, "place black territory 2")) == [4, 5]
    assert servants(play(state, "place neutral council")) == [2, 3, 4, 5]
    assert "council" not in placements(banned(2, 6, {"servants": 1}), "neutral")


def test_2_6_an_odd_servant_is_wasted() -> None:
    """Ruling: under 2:1 servants any number may be spent; an odd one is wasted."""
    seat = {"servants": 3, "cards": ["Woods", "Village"]}
    state = play(banned(2, 6, seat, dice=(1, 1, 1)), "place black harvest")
    assert servants(state) == [0, 1, 2, 3]
    for number, wood in ((0, 1), (1, 1), (2, 2), (3, 2)):
        assert goods(play(state, f"servants {number}"))["wood"] == wood


def test_2_6_counts_for_leaders_and_leaves_the_servants_of_the_card() -> None:
    """Leonardo's production of 0 needs 2 servants; the Garden costs 2, so 4 lift a member of 2 to the second floor."""
    move = f"activate leader {LEADER['Leonardo da Vinci']}"
    for number in (1, 2):
        state = banned(2, 6, {"played": ["Leonardo da Vinci"], "servants": number}, rules="advanced")
        assert offers(state, move) == (number == 2)
    for number in (3, 4):
        seat = {"wood": 4, "stone": 2, "servants": number}
        state = banned(2, 6, seat, floors={"building 2": "Garden"}, dice=(2, 1, 1))
        assert ("building 2" in placements(state, "black")) == (number == 4)


def test_2_6_counts_for_bonus_actions() -> None:
    """The Cardinal's harvest of 4 reaches the Forest at 5 with 2 servants, not with 1."""
    state = banned(2, 6, {"coins": 4, "servants": 2, "cards": ["Forest"]}, floors={"character 1": "Cardinal"})
    state = play(state, "place black character 1", "servants 0")
    for number, wood in ((0, 1), (1, 1), (2, 1 + 3)):
        assert gained(state, play(state, f"servants {number}"))["wood"] == wood


def skipping(players: int, seats: list[int]) -> palio.State:
    """Round 5 before the dice: these seats skip their first turn."""
    rows = [{"excommunicated": [2], "servants": 9} if seat in seats else {"servants": 9} for seat in range(players)]
    return position(*rows, tiles=(1, 7, 1), round=5, lap=1)


def actors_of_the_round(state: palio.State) -> list[int]:
    """Who places a member, in order, to the end of the round."""
    state = state.copy()
    found = []
    while state.actor >= 0:
        place = [text for text in texts(state) if text.startswith("place") and text.endswith("council")]
        if place:
            found.append(state.actor)
            state.apply(place[0])
            continue
        state.apply(texts(state)[0])
    return found


def test_2_7_skips_the_first_turn_and_places_last() -> None:
    """Each round you skip your first turn; when all players have taken all their turns, you still place your last."""
    state = finish_round(skipping(3, [1]))
    state = play(state, "roll 1 2 3")
    order = state.to_map()["order"]
    others = [seat for seat in order if seat != 1]
    assert actors_of_the_round(state) == others + 3 * order + [1]


def test_2_7_several_players_place_last_in_turn_order() -> None:
    """Ruling: several such players in turn order."""
    state = finish_round(skipping(4, [0, 2]))
    state = play(state, "roll 1 2 3")
    order = state.to_map()["order"]
    late = [seat for seat in order if seat in (0, 2)]
    assert actors_of_the_round(state) == [seat for seat in order if seat not in (0, 2)] + 3 * order + late


def test_2_7_no_leader_actions_in_the_skipped_turn() -> None:
    """Ruling: no leader actions in the skipped turn."""
    seat = {"excommunicated": [2], "hand": [3], "servants": 2}
    state = position(seat, {"servants": 2}, rules="advanced", tiles=(1, 7, 1), round=5, lap=3)
    state = play(finish_round(state), "roll 1 2 3")
    assert state.to_map()["order"] == [0, 1]
    assert state.actor == 1


# Period 3


FILLER = [row["id"] for row in CARD_ROWS if row["type"] == "character" and "permanent" not in row]


def final(tile: int, banned_: bool, seat: dict[str, Any]) -> int:
    """Final points, with the ban or after supporting the Church with no faith left to score."""
    state = position({**seat, "faith": 0 if banned_ else 5}, {"military": 25}, round=6, tiles=(1, 1, tile), lap=3)
    while not state.is_over:
        moves = texts(state)
        wanted = [text for text in moves if text in ("support", "servants 0") or text.endswith(("council", "+stone"))]
        state.apply(wanted[0])
    return state.outcome().points[0] - (0 if banned_ else 5)


@pytest.mark.parametrize(("tile", "seat", "loss"), [
    (1, {"cards": FILLER[:6]}, 21),
    (2, {"cards": ["Sacred War", "Crusade"]}, 13),
    (3, {"cards": [row["id"] for row in CARD_ROWS[:5]]}, 10),
    (4, {"points": 26}, 5),
    (5, {"military": 12, "points": 20}, 12),
    (6, {"cards": ["Mint", "Cathedral", "Theater"], "points": 40}, 14),
    (7, {"wood": 2, "stone": 0, "coins": 3, "servants": 2, "points": 20}, 10),
])  # fmt: skip
def test_period_3_tiles_take_points(tile: int, seat: dict[str, Any], loss: int) -> None:
    """No points for characters, ventures, territories; 1 per 5 points, per military point, per good, per building cost.

    The council adds 1 coin, 1 wood and 1 stone before the end; a supporter's 5 faith points score 5 points.
    """
    without = final(tile, False, seat)
    assert without - final(tile, True, seat) == loss


def test_3_4_counts_points_before_the_final_scoring() -> None:
    """For example, if you have 26 victory points before the final scoring, you lose 5 victory points."""
    with_ventures = {"points": 26, "cards": ["Sacred War"]}
    assert final(1, True, with_ventures) - final(4, True, with_ventures) == 5


def test_points_never_fall_below_0() -> None:
    """Ruling: points never fall below 0."""
    state = finish(position({"military": 25}, {"military": 25}, round=6, tiles=(1, 1, 5), lap=3))
    assert state.outcome().points == (0, 0)


def test_supporters_are_not_punished() -> None:
    """Only excommunicated players suffer a tile: the same board costs nothing to who supported the Church."""
    seat = {"military": 12, "points": 20}
    assert final(5, False, seat) == final(1, False, seat)
