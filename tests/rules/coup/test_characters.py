"""Coup, Acciones de Personaje: Duke, Assassin, Captain, Ambassador."""

import pytest

from palio import CHANCE, IllegalMoveError, State

from .table import (
    all_allow,
    at_turn_of,
    cards,
    coins,
    court,
    face_up,
    field,
    hands,
    influence,
    play,
    position,
    texts,
)

HANDS = [["duke", "contessa"], ["captain", "assassin"], ["ambassador", "duke"]]


@pytest.mark.parametrize(
    ("action", "hand"),
    [
        ("tax", ["duke", "contessa"]),
        ("assassinate 1", ["assassin", "contessa"]),
        ("steal 1", ["captain", "contessa"]),
        ("exchange", ["ambassador", "contessa"]),
    ],
)
def test_a_challenged_player_shows_the_character(action: str, hand: list[str]) -> None:
    """Acciones de Personaje: if challenged, he must show the card of the character he meant to use."""
    state = position([hand, ["captain", "duke"], ["ambassador", "duke"]], coins=[3, 2, 2])
    before = court(state)
    play(state, f"0 {action}", "1 challenge")
    assert state.actor == CHANCE
    assert court(state) == before + cards(hand[:1])
    assert hands(state)[0] == ["contessa"]


def test_tax_takes_three_coins() -> None:
    """Duque, Impuestos: take 3 coins from the bank."""
    state = play(position(HANDS), "0 tax", "1 allow", "2 allow")
    assert coins(state) == [5, 2, 2]
    assert at_turn_of(state, 1)


def test_tax_cannot_be_blocked() -> None:
    """Duque, Impuestos: no character counteracts it: nobody is asked after the challenges."""
    state = play(position(HANDS), "0 tax", "1 allow")
    assert texts(state) == ["allow", "challenge"]
    play(state, "2 allow")
    assert at_turn_of(state, 1)


def test_an_assassination_costs_three_coins_at_once() -> None:
    """Asesino, Asesinato: pay 3 coins to the bank and launch it against another player."""
    state = play(position(HANDS, coins=[4, 2, 2]), "0 assassinate 1")
    assert coins(state) == [1, 2, 2]
    assert field(state, "target") == 1


@pytest.mark.parametrize("held", range(3))
def test_an_assassination_needs_three_coins(held: int) -> None:
    """Asesino, Asesinato: pay 3 coins."""
    with pytest.raises(IllegalMoveError):
        position(HANDS, coins=[held, 2, 2]).apply("assassinate 1")


def test_an_assassination_that_is_not_blocked_costs_the_target_a_card_of_its_choice() -> None:
    """Asesino, Asesinato: if it succeeds, the target turns over one of its influence cards at once."""
    state = play(position(HANDS, coins=[3, 2, 2]), "0 assassinate 1", "1 allow", "2 allow", "1 allow")
    assert (state.actor, texts(state)) == (1, ["lose assassin", "lose captain"])
    play(state, "1 lose assassin")
    assert influence(state) == [2, 1, 2]
    assert face_up(state)[1] == ["assassin"]
    assert coins(state) == [0, 2, 2]
    assert at_turn_of(state, 1)


def test_an_assassination_can_be_blocked_by_the_contessa() -> None:
    """Asesino, Asesinato: it can be blocked by the Contessa, and by no other character."""
    state = play(position(HANDS, coins=[3, 2, 2]), "0 assassinate 1", "1 allow", "2 allow")
    assert (state.actor, texts(state)) == (1, ["allow", "block contessa"])


@pytest.mark.parametrize(("held", "taken"), [(0, 0), (1, 1), (2, 2), (3, 2), (9, 2), (12, 2)])
def test_extortion_takes_two_coins_or_what_there_is(held: int, taken: int) -> None:
    """Capitán, Extorsión: take 2 coins of another player, 1 if he has only one (0 of 0: open point 4)."""
    state = all_allow(play(position(HANDS, coins=[2, held, 2]), "0 steal 1"))
    assert coins(state) == [2 + taken, held - taken, 2]
    assert at_turn_of(state, 1)


def test_extortion_can_be_blocked_by_the_ambassador_or_the_captain() -> None:
    """Capitán, Extorsión: it can be blocked by the Ambassador or the Captain, and by no other character."""
    state = play(position(HANDS), "0 steal 1", "1 allow", "2 allow")
    assert (state.actor, texts(state)) == (1, ["allow", "block captain", "block ambassador"])


def exchanging(hand: list[str], drawn: str, face: list[str] | None = None) -> State:
    """Seat 0 has drawn two cards for its exchange."""
    state = position([hand, ["captain", "assassin"], ["assassin", "duke"]], face_up=[face or [], [], []])
    return play(all_allow(play(state, "0 exchange")), f"draw {drawn}")


def test_the_exchange_draws_two_cards_first() -> None:
    """Embajador, Intercambio: first take 2 cards of the court deck."""
    state = position(HANDS)
    before = court(state)
    all_allow(play(state, "0 exchange"))
    assert state.actor == CHANCE
    play(state, "draw captain contessa")
    assert hands(state)[0] == ["captain", "contessa", "contessa", "duke"]
    assert court(state) == before - cards("captain contessa")
    assert state.actor == 0


def test_the_exchange_keeps_any_two_of_the_four_cards() -> None:
    """Embajador, Intercambio: decide whether to swap any for the face-down cards."""
    state = exchanging(["duke", "contessa"], "captain ambassador")
    keeps = {frozenset(text.split()[1:]) for text in texts(state)}
    names = ("duke", "contessa", "captain", "ambassador")
    assert keeps == {frozenset({a, b}) for a in names for b in names if a < b}
    assert len(texts(state)) == 6


def test_the_exchange_returns_two_cards() -> None:
    """Embajador, Intercambio: return 2 cards to the court deck."""
    state = exchanging(["duke", "contessa"], "captain ambassador")
    between = court(state)
    play(state, "0 keep contessa ambassador")
    assert hands(state)[0] == ["ambassador", "contessa"]
    assert court(state) == between + cards("duke captain")
    assert court(state).total() == 9
    assert at_turn_of(state, 1)


def test_the_exchange_may_change_nothing() -> None:
    """Embajador, Intercambio: the player decides if he wants to swap any."""
    state = exchanging(["duke", "contessa"], "captain ambassador")
    play(state, "0 keep duke contessa")
    assert hands(state)[0] == ["contessa", "duke"]


def test_with_one_influence_the_exchange_keeps_one_of_three() -> None:
    """Embajador, Intercambio: the player keeps as many cards as he had face down and returns 2."""
    state = exchanging(["duke"], "captain ambassador", ["contessa"])
    assert texts(state) == ["keep duke", "keep captain", "keep ambassador"]
    play(state, "0 keep captain")
    assert hands(state)[0] == ["captain"]
    assert influence(state) == [1, 2, 2]
    assert court(state).total() == 9


def test_equal_cards_give_one_choice_of_what_to_keep() -> None:
    """Rulings: cards have no position; moves name roles."""
    state = exchanging(["duke", "contessa"], "contessa contessa")
    assert texts(state) == ["keep duke contessa", "keep contessa contessa"]


def test_the_order_of_the_kept_cards_does_not_matter() -> None:
    """Rulings: cards have no position."""
    first = play(exchanging(["duke", "contessa"], "captain ambassador"), "0 keep contessa ambassador")
    second = play(exchanging(["duke", "contessa"], "ambassador captain"), "0 keep ambassador contessa")
    assert first == second


def test_cards_that_were_not_drawn_cannot_be_kept() -> None:
    """Embajador, Intercambio: the choice is among the own and the drawn cards."""
    state = exchanging(["duke", "contessa"], "captain ambassador")
    for text in ("keep assassin duke", "keep duke duke", "keep duke"):
        with pytest.raises(IllegalMoveError):
            state.apply(text)


def test_the_exchange_cannot_be_blocked() -> None:
    """Embajador, Intercambio: no character counteracts it."""
    state = play(position(HANDS), "0 exchange", "1 allow", "2 allow")
    assert state.actor == CHANCE


def test_the_drawn_pair_has_its_true_probability() -> None:
    """Embajador, Intercambio: two cards of a shuffled court: the pairs of nine cards are equally likely."""
    state = all_allow(play(position(HANDS), "0 exchange"))
    left = court(state)
    assert left == cards("duke assassin assassin captain captain ambassador ambassador contessa contessa")
    chances = {state.move_text(move): state.chance_probability(move) for move in state.legal_moves()}
    assert chances["draw duke assassin"] == pytest.approx(2 / 36)
    assert chances["draw captain captain"] == pytest.approx(1 / 36)
    assert chances["draw captain ambassador"] == pytest.approx(4 / 36)
    assert "draw duke duke" not in chances
    assert sum(chances.values()) == pytest.approx(1)


def test_with_six_players_the_exchange_leaves_one_card_in_the_court() -> None:
    """Cards and court: no empty court exists with 2 to 6 players."""
    state = position(
        [
            ["duke", "contessa"],
            ["captain", "assassin"],
            ["ambassador", "duke"],
            ["duke", "contessa"],
            ["captain", "assassin"],
            ["ambassador", "contessa"],
        ]
    )
    all_allow(play(state, "0 exchange"))
    play(state, "draw assassin captain")
    assert court(state) == cards("ambassador")
    play(state, "0 keep assassin captain")
    assert court(state) == cards("ambassador duke contessa")
