"""Coup, Contenido and Preparación: what is on the table before the first turn."""

from collections import Counter

import pytest
from scipy.stats import chisquare

import palio

from .table import (
    BASE,
    INQUISITOR,
    all_allow,
    cards,
    coins,
    court,
    deck,
    face_up,
    field,
    hands,
    influence,
    play,
)

PLAYERS = (2, 3, 4, 5, 6)


def all_cards(state: palio.State) -> Counter[str]:
    return sum(map(Counter, hands(state) + face_up(state)), court(state))


@pytest.mark.parametrize("players", PLAYERS)
def test_three_cards_of_each_of_five_roles_are_in_the_game(players: int) -> None:
    """Contenido: 3 of each; the Inquisitor's 3 cards stay in the box unless it replaces the Ambassador."""
    assert all_cards(palio.load("coup", players=players).start(seed=3)) == Counter(dict.fromkeys(BASE, 3))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_inquisitor_game_also_has_15_cards(players: int) -> None:
    """Personaje alternativo: the card is used in place of the Ambassador."""
    state = palio.load("coup", players=players, roles="inquisitor").start(seed=3)
    assert all_cards(state) == Counter(dict.fromkeys(INQUISITOR, 3))


@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_is_dealt_two_cards(players: int) -> None:
    """Preparación: deal 2 to each player."""
    state = palio.load("coup", players=players).start(seed=4)
    assert influence(state) == [2] * players
    assert [len(hand) for hand in hands(state)] == [2] * players
    assert face_up(state) == [[]] * players


@pytest.mark.parametrize(("players", "size"), [(2, 11), (3, 9), (4, 7), (5, 5), (6, 3)])
def test_the_rest_of_the_cards_is_the_court(players: int, size: int) -> None:
    """Preparación: the rest of the cards is left in the middle; that is the court deck."""
    assert court(palio.load("coup", players=players).start(seed=5)).total() == size


def test_the_cards_are_shuffled() -> None:
    """Preparación: shuffle the cards; every card is as likely as any other in every place."""
    game = palio.load("coup", players=3)
    found: Counter[tuple[int, str]] = Counter()
    for seed in range(1500):
        for seat, hand in enumerate(hands(game.start(seed=seed))):
            found.update((seat, card) for card in hand)
    counts = [found[seat, card] for seat in range(3) for card in BASE]
    assert chisquare(counts).pvalue > 1e-4


def test_the_seed_decides_the_deal() -> None:
    """The same seed gives the same deal, another seed another one."""
    game = palio.load("coup", players=6)
    assert game.start(seed=7) == game.start(seed=7)
    assert len({game.start(seed=seed).to_bytes() for seed in range(20)}) == 20


def test_players_look_at_their_own_cards_and_keep_them_face_down() -> None:
    """Preparación: players may look at their cards at any time, but must keep them face down."""
    state = palio.load("coup", players=3).start(seed=6)
    for seat in range(3):
        shown = [player["hand"] for player in state.view(seat).to_map()["players"]]
        assert [hand is None for hand in shown] == [other != seat for other in range(3)]
        assert sorted(shown[seat]) == hands(state)[seat]
        assert state.view(seat).to_map()["court"] is None


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_each_player_gets_two_coins(players: int) -> None:
    """Preparación: deal two coins to each player."""
    assert coins(palio.load("coup", players=players).start(seed=1)) == [2] * players


def test_everybody_sees_all_coins() -> None:
    """Preparación: each player's money must stay visible."""
    state = palio.load("coup", players=4).start(seed=1)
    play(state, "0 income")
    for seat in range(4):
        assert [player["coins"] for player in state.view(seat).to_map()["players"]] == [3, 2, 2, 2]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_seat_begins(players: int) -> None:
    """Preparación: who begins is decided outside the game; the host gives that player seat 0."""
    state = palio.load("coup", players=players).start(seed=2)
    assert (state.actor, field(state, "phase"), field(state, "turn")) == (0, "declare", 0)


def test_a_game_can_pass_more_coins_than_the_box_has() -> None:
    """Contenido has 42 coins, six players can hold 12 each: the bank is unlimited (open point 7)."""
    state = palio.load("coup", players=6).start(seed=2)
    for _ in range(2):
        for seat in range(6):
            all_allow(play(state, f"{seat} tax"))
    for seat in range(6):
        play(state, f"{seat} income")
    assert coins(state) == [9] * 6
    assert sum(coins(state)) > 50


def test_the_deck_of_these_tests_is_the_games() -> None:
    assert deck() == cards("duke duke duke assassin assassin assassin captain captain captain") + cards(
        "ambassador ambassador ambassador contessa contessa contessa"
    )
