"""Rulebook: Setup, and the setup of the advanced rules."""

from collections import Counter
from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import TYPES, gained, placements, play, position
from tests.support import texts


def first_map(players: int = 2, rules: str = "basic", seed: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = palio.load("lorenzo", players=players, rules=rules).start(seed).to_map()
    return found


def drafted(players: int, seed: int = 0) -> palio.State:
    """An advanced game at the first roll of the dice."""
    state = palio.load("lorenzo", players=players).start(seed)
    while state.actor >= 0:
        state.apply(state.legal_moves()[0])
    return state


def test_defaults_are_two_players_advanced_english() -> None:
    """Rulings, options: players 2, advanced, english."""
    assert palio.load("lorenzo").options == {"players": 2, "rules": "advanced", "edition": "english"}


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 5}, {"rules": "expert"}, {"edition": "italian"}])
def test_other_options_are_refused(options: dict[str, Any]) -> None:
    """Rulings, options: 2 to 4 players, basic or advanced, english or spanish."""
    with pytest.raises(palio.OptionError):
        palio.load("lorenzo", **options)


def test_a_state_of_four_players_has_at_most_512_bytes() -> None:
    assert palio.load("lorenzo", players=4).state_bytes <= 512


def test_decks_have_the_periods_in_order_and_each_card_once() -> None:
    """Create 4 decks by placing third period cards on the bottom, second in the middle, first on the top."""
    for seed in range(5):
        for index, name in enumerate(TYPES):
            deck = first_map(seed=seed)["decks"][name]
            assert sorted(deck) == list(range(index * 24, index * 24 + 24))
            assert [card % 24 // 8 for card in deck] == [0] * 8 + [1] * 8 + [2] * 8


def test_each_period_is_shuffled() -> None:
    """Shuffle each deck, formed by 8 cards, separately."""
    for start in (0, 8, 16):
        orders = {tuple(first_map(seed=seed)["decks"]["building"][start : start + 8]) for seed in range(30)}
        assert len(orders) > 25


def test_one_excommunication_tile_per_period_is_drawn() -> None:
    """Separate the excommunication tiles by period, then draw one tile from each stack."""
    draws = [first_map(seed=seed)["excommunications"] for seed in range(300)]
    for period in range(3):
        assert {draw[period] for draw in draws} == set(range(1, 8))


@pytest.mark.parametrize(("players", "closed"), [
    (2, {"harvest large", "production large", "market 3", "market 4"}), (3, {"market 3", "market 4"}), (4, set()),
])  # fmt: skip
def test_covering_tiles_close_spaces(players: int, closed: set[str]) -> None:
    """With 2 players all covering tiles are placed, with 3 players the 2 small ones."""
    state = palio.load("lorenzo", players=players, rules="basic").start(4)
    state = play(state, "roll 6 6 6")
    spaces = {"harvest", "harvest large", "production", "production large", "council"}
    spaces |= {f"market {space}" for space in range(1, 5)}
    assert placements(state) & spaces == spaces - closed


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_everyone_starts_with_the_same_goods_and_coins_by_turn_order(players: int, rules: str) -> None:
    """2 wood, 2 stone, 3 servants; the first player receives 5 coins, the second 6, the third 7, the fourth 8."""
    start = first_map(players, rules)
    for place, seat in enumerate(start["order"]):
        goods = {"wood": 2, "stone": 2, "servants": 3, "coins": 5 + place, "military": 0, "faith": 0}
        assert start["players"][seat]["goods"] == goods
        assert start["players"][seat]["points"] == 0


def test_the_turn_order_is_random() -> None:
    """Randomly choose the turn order."""
    assert len({tuple(first_map(3, seed=seed)["order"]) for seed in range(100)}) == 6


def test_the_basic_game_has_the_standard_bonus_tile_and_no_leaders() -> None:
    """In the basic game, all players use this side."""
    start = first_map(4)
    assert {row["bonus_tile"] for row in start["players"]} == {"basic"}
    assert start["draft"] is None
    assert all(row["hand"] == [] for row in start["players"])


# Advanced: leaders, then bonus tiles


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_leaders_are_dealt_to_each_player(players: int) -> None:
    """Shuffle the leader cards and give 4 cards to each player."""
    packs = first_map(players, "advanced")["draft"]
    dealt = [leader for pack in packs for leader in pack]
    assert len(packs) == players
    assert len(set(dealt)) == 4 * players


def test_every_leader_is_equally_likely_in_every_pack() -> None:
    """Shuffle the leader cards: 20 leaders, 3 packs, the rest stays in the box."""
    number = 3000
    packs = [first_map(3, "advanced", seed)["draft"] for seed in range(number)]
    for place in range(3):
        counts = Counter(leader for draft in packs for leader in draft[place])
        assert len(counts) == 20
        assert all(abs(count - number * 4 / 20) < 5 * (number * 0.2 * 0.8) ** 0.5 for count in counts.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_leader_is_kept_and_the_rest_passed_to_the_right(players: int) -> None:
    """Choose 1 card to keep and pass the others to the player on your right; seat s passes to seat s - 1."""
    state = palio.load("lorenzo", players=players).start(7)
    packs = [set(pack) for pack in state.to_map()["draft"]]
    order = state.to_map()["order"]
    for pick in range(4):
        for seat in order:
            assert state.actor == seat
            pack = packs[(seat + pick) % players]
            assert texts(state) == [f"pick leader {leader}" for leader in sorted(pack)]
            kept = sorted(pack)[pick % len(pack)]
            pack.remove(kept)
            state.apply(f"pick leader {kept}")
            assert kept in state.to_map()["players"][seat]["hand"]
    assert all(len(row["hand"]) == 4 for row in state.to_map()["players"])
    assert state.to_map()["step"] == "tile"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_bonus_tiles_are_chosen_in_reverse_turn_order(players: int) -> None:
    """In reverse turn order, each player chooses a personal bonus tile."""
    state = palio.load("lorenzo", players=players).start(7)
    while state.to_map()["step"] == "draft":
        state.apply(state.legal_moves()[0])
    order = state.to_map()["order"]
    free = [1, 2, 3, 4]
    for seat in reversed(order):
        assert state.actor == seat
        assert texts(state) == [f"tile {tile}" for tile in free]
        tile = free.pop(len(free) // 2)
        state.apply(f"tile {tile}")
        assert state.to_map()["players"][seat]["bonus_tile"] == tile
    assert state.actor == palio.CHANCE


def test_the_tiles_are_seen_in_the_draft_and_the_cards_after_it() -> None:
    """Ruling: the excommunication tiles are seen in the draft; the first cards are laid out after it."""
    view = palio.load("lorenzo").start(3).view(0).to_map()
    assert all(1 <= tile <= 7 for tile in view["excommunications"])
    assert all(card is None for deck in view["decks"].values() for card in deck)
    assert all(card is None for tower in view["towers"].values() for card in tower)
    later = drafted(2, 3).view(0).to_map()
    assert all(card is not None for tower in later["towers"].values() for card in tower)


TILES = {
    1: ({"wood": 1, "stone": 1, "military": 1}, {"coins": 1, "servants": 2}),
    2: ({"wood": 1, "stone": 1, "servants": 1}, {"coins": 1, "military": 2}),
    3: ({"wood": 1, "stone": 1, "military": 1}, {"coins": 2, "servants": 1}),
    4: ({"wood": 1, "stone": 1, "coins": 1}, {"servants": 1, "military": 2}),
}


@pytest.mark.parametrize("tile", [1, 2, 3, 4])
def test_the_chosen_bonus_tile_pays(tile: int) -> None:
    """The four advanced bonus tiles, each with its own harvest and production, as printed."""
    harvest, production = TILES[tile]
    state = position({"bonus_tile": tile}, {}, rules="advanced")
    assert gained(state, play(state, "place black harvest", "servants 0")) == harvest
    assert gained(state, play(state, "place black production", "servants 0")) == production
