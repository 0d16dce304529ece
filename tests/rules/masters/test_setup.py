"""Masters of Renaissance, Preparazione, Preparazione dei giocatori and Prima di giocare."""

from collections import Counter
from itertools import chain, combinations
from typing import Any

import pytest
from scipy.stats import chisquare

import palio
from palio import CHANCE
from tests.rules.masters.table import (
    amounts,
    color,
    faiths,
    field,
    level,
    offered,
    play,
    player,
    texts,
    to_turns,
)


def start(players: int = 2, seed: int = 1) -> palio.State:
    return palio.load("masters", players=players).start(seed)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_one_to_four_challengers(players: int) -> None:
    """Title: 1 to 4 players, 2 unless told otherwise."""
    assert start(players).seats == players
    assert palio.load("masters").seats == 2


@pytest.mark.parametrize("players", [0, 5])
def test_no_other_number_of_players(players: int) -> None:
    with pytest.raises(palio.OptionError, match="players"):
        palio.load("masters", players=players)


def test_development_cards_form_twelve_stacks_of_four_by_colour_and_level() -> None:
    """Preparazione 2."""
    found = start().to_map()["stacks"]
    assert len(found) == 12
    for stack in found:
        assert len(stack["cards"]) == 4
        assert {(color(card), level(card)) for card in stack["cards"]} == {(stack["color"], stack["level"])}


def test_each_stack_is_shuffled_separately() -> None:
    """Preparazione 2: over many deals every card is on top of its stack about as often as the others."""
    tops = Counter(stack["cards"][0] for seed in range(400) for stack in start(seed=seed).to_map()["stacks"])
    assert len(tops) == 48
    assert all(60 <= count <= 145 for count in tops.values())


def assert_uniform(counts: Counter[Any], outcomes: int) -> None:
    """All outcomes occur, as often as equal chances make them."""
    assert len(counts) == outcomes
    assert chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.parametrize("stack", [0, 11])
def test_every_order_of_a_stack_is_equally_likely(stack: int) -> None:
    """Preparazione 2: "Mescolate": 24 orders."""
    orders = Counter(tuple(start(seed=seed).to_map()["stacks"][stack]["cards"]) for seed in range(2400))
    assert_uniform(orders, 24)


def test_twelve_marbles_in_the_tray_and_one_on_the_slide() -> None:
    """Preparazione 3 and Componenti: 4 white, 2 blue, 2 grey, 2 yellow, 2 purple, 1 red."""
    found = start().to_map()["market"]
    assert [len(row) for row in found["rows"]] == [4, 4, 4]
    marbles = Counter([marble for row in found["rows"] for marble in row] + [found["slide"]])
    assert marbles == {"white": 4, "blue": 2, "grey": 2, "yellow": 2, "purple": 2, "red": 1}


def test_marbles_are_placed_at_random() -> None:
    """Preparazione 3: the slide has each colour in proportion to its marbles."""
    slides = Counter(start(seed=seed).to_map()["market"]["slide"] for seed in range(1300))
    assert 340 <= slides["white"] <= 460
    assert 60 <= slides["red"] <= 145
    assert all(145 <= slides[marble] <= 255 for marble in ("blue", "grey", "yellow", "purple"))


def test_every_cell_gets_every_marble() -> None:
    """Preparazione 3: the red marble is anywhere with equal chances."""
    markets = [start(seed=seed).to_map()["market"] for seed in range(1300)]
    cells = Counter(([*chain(*market["rows"]), market["slide"]]).index("red") for market in markets)
    assert_uniform(cells, 13)


@pytest.mark.parametrize("seat", [0, 3])
def test_every_leader_is_dealt_to_every_seat_as_often(seat: int) -> None:
    """Preparazione 4: "Mescolate"."""
    dealt = Counter(leader for seed in range(800) for leader in player(start(4, seed), seat)["dealt"])
    assert_uniform(dealt, 16)


def test_leaders_are_shuffled_and_dealt_four_each() -> None:
    """Preparazione 4 and Prima di giocare: every player draws 4 leaders."""
    found = [row["dealt"] for row in start(4).to_map()["players"]]
    assert sorted(leader for dealt in found for leader in dealt) == list(range(49, 65))
    assert len({tuple(start(seed=seed).to_map()["players"][0]["dealt"]) for seed in range(50)}) > 40


def test_black_cross_and_tokens_stay_in_the_box_with_more_players() -> None:
    """Preparazione, last paragraph."""
    assert start(2).to_map()["solo"] is None


def test_players_start_with_an_empty_board_and_the_marker_on_the_first_space() -> None:
    """Preparazione dei giocatori: marker on the first space, favour tiles not active."""
    for row in start(4).to_map()["players"]:
        assert (row["faith"], row["favor"], row["slots"], row["played"]) == (0, [], [[], [], []], [])
        assert row["warehouse"] == row["chest"] == amounts()


def test_each_player_keeps_two_of_four_leaders() -> None:
    """Prima di giocare: 6 pairs, asked in seat order."""
    state = start()
    dealt = player(state)["dealt"]
    assert sorted(texts(state)) == sorted(f"keep {a} {b}" for a, b in combinations(dealt, 2))
    kept = play(state, f"keep {dealt[0]} {dealt[2]}")
    assert field(kept, "hand") == [dealt[0], dealt[2]]
    assert kept.actor == 1


def test_kept_and_discarded_leaders_are_not_revealed() -> None:
    """Prima di giocare: leaders stay in hand unseen; the others go back to the box."""
    state = start(3)
    views = {play(state, text).view(2) for text in texts(state)}
    assert len(views) == 1
    seen = next(iter(views)).to_map()["players"][0]
    assert (seen["dealt"], seen["hand"], seen["in_hand"]) == (None, None, 2)


def test_first_player_is_drawn_at_random_after_the_leaders() -> None:
    """Prima di giocare."""
    state = start(3)
    for _ in range(3):
        assert state.to_map()["first_player"] is None
        state.apply(state.legal_moves()[0])
    assert state.actor == CHANCE
    assert texts(state) == ["first 0", "first 1", "first 2"]
    assert [state.chance_probability(move) for move in state.legal_moves()] == [pytest.approx(1 / 3)] * 3
    assert play(state, "first 2").to_map()["first_player"] == 2
    random = palio.Random(1)
    assert_uniform(Counter(state.sample_chance(random) for _ in range(900)), 3)


@pytest.mark.parametrize(
    ("players", "resources", "faith"),
    [(2, [0, 1], [0, 0]), (3, [0, 1, 1], [0, 0, 1]), (4, [0, 1, 1, 2], [0, 0, 1, 1])],
)
@pytest.mark.parametrize("first", [0, 1])
def test_later_players_receive_starting_resources_and_faith(
    players: int, resources: list[int], faith: list[int], first: int
) -> None:
    """Prima di giocare, table: 0/1/1/2 resources and 0/0/1/1 faith, clockwise from the first player."""
    state = to_turns(start(players), first)
    order = [(first + place) % players for place in range(players)]
    assert [sum(player(state, seat)["warehouse"].values()) for seat in order] == resources
    assert [faiths(state)[seat] for seat in order] == faith
    assert state.actor == first


def test_starting_resources_are_of_choice() -> None:
    """Prima di giocare: one of four for the second player, two equal or different ones for the fourth."""
    state = start(4)
    while state.to_map()["phase"] == "keep":
        state.apply(state.legal_moves()[0])
    state.apply("first 0")
    assert state.actor == 1
    assert texts(state) == ["take coins 1", "take stones 1", "take servants 1", "take shields 1"]
    third = play(state, "take stones 1")
    assert third.actor == 2
    fourth = play(third, "take shields 1")
    assert fourth.actor == 3
    assert len(texts(fourth)) == 10
    done = play(fourth, "take coins 2")
    assert field(done, "warehouse", 3) == {"coins": 2}
    assert field(done, "warehouse", 1) == {"stones": 1}
    assert field(play(fourth, "take coins 1 shields 1"), "warehouse", 3) == {"coins": 1, "shields": 1}


def test_turns_go_clockwise_from_the_first_player() -> None:
    """Il gioco: turns follow each other clockwise."""
    state = to_turns(start(3), first=1)
    actors = []
    for _ in range(6):
        actors.append(state.actor)
        state.apply("market row 1")
        while state.to_map()["phase"] == "store":
            state.apply(state.legal_moves()[0])
        state.apply("end turn")
    assert actors == [1, 2, 0, 1, 2, 0]


def test_a_turn_has_exactly_one_of_three_actions_and_then_ends() -> None:
    """Il gioco: market, purchase or production; the market is always open, so that nobody is stuck."""
    state = to_turns(start())
    assert len(offered(state, "market")) == 7
    assert "end turn" not in texts(state)
    after = play(state, "market row 1")
    while after.to_map()["phase"] == "store":
        after.apply(after.legal_moves()[0])
    assert {text.split()[0] for text in texts(after)} <= {"play", "discard", "end"}
    assert play(after, "end turn").actor != after.actor
