"""Coup, Ejemplo de partida: the rulebook's game from start to end, with every count it states.

Carmen is seat 0, Sergio seat 1, Alex seat 2.
"""

from palio import State

from .table import at_turn_of, cards, coins, court, face_up, hands, influence, play, position

DEAL = [["contessa", "duke"], ["captain", "contessa"], ["assassin", "duke"]]


def opening() -> State:
    """Three players, each with two cards and two coins; the rest is in the court."""
    state = position(DEAL)
    assert coins(state) == [2, 2, 2]
    assert influence(state) == [2, 2, 2]
    assert court(state).total() == 9
    return state


def first_round(state: State) -> State:
    """Carmen taxes; Sergio lies about the Ambassador; Alex taxes and Sergio's challenge fails."""
    play(state, "0 tax", "1 allow", "2 allow")
    assert coins(state) == [5, 2, 2]
    play(state, "1 exchange", "2 allow", "0 allow", "draw assassin duke")
    assert hands(state)[1] == ["assassin", "captain", "contessa", "duke"]
    play(state, "1 keep assassin captain")
    assert coins(state) == [5, 2, 2]
    assert court(state) == cards("duke assassin captain captain ambassador ambassador ambassador contessa contessa")
    play(state, "2 tax", "0 allow", "1 challenge", "draw contessa", "1 lose assassin")
    return state


def second_round(state: State) -> State:
    """Carmen taxes, Sergio takes income, Alex's assassin is blocked by Carmen's Contessa."""
    play(state, "0 tax", "1 allow", "2 allow")
    assert coins(state)[0] == 8
    play(state, "1 income")
    assert coins(state)[1] == 3
    play(state, "2 assassinate 0")
    assert coins(state)[2] == 2
    play(state, "0 allow", "1 allow", "0 block contessa", "1 allow", "2 allow")
    return state


def third_round(state: State) -> State:
    """Carmen's coup hits Alex, whose false Ambassador then fails against Sergio's Captain."""
    play(state, "0 coup 2", "2 lose contessa")
    assert coins(state)[0] == 1
    assert hands(state)[2] == ["assassin"]
    play(state, "1 steal 2", "2 allow", "0 allow", "2 block ambassador", "0 allow", "1 challenge")
    return state


def test_the_first_round() -> None:
    """Ejemplo: after the first round Carmen has 2 cards and 5 coins, Sergio 1 and 2, Alex 2 and 5."""
    state = first_round(opening())
    assert coins(state) == [5, 2, 5]
    assert hands(state) == [["contessa", "duke"], ["captain"], ["assassin", "contessa"]]
    assert face_up(state) == [[], ["assassin"], []]
    assert court(state).total() == 9
    assert court(state)["duke"] == 2
    assert at_turn_of(state, 0)


def test_the_second_round() -> None:
    """Ejemplo: Carmen 8 coins, Sergio 3; the assassination fails and Alex has only 2 coins left."""
    state = second_round(first_round(opening()))
    assert coins(state) == [8, 3, 2]
    assert influence(state) == [2, 1, 2]
    assert hands(state)[0] == ["contessa", "duke"]
    assert at_turn_of(state, 0)


def test_the_third_round() -> None:
    """Ejemplo: Alex is out, Sergio still gets his 2 coins and has 5, Carmen has 1."""
    state = third_round(second_round(first_round(opening())))
    assert coins(state) == [1, 5, 0]
    assert hands(state) == [["contessa", "duke"], ["captain"], []]
    assert influence(state) == [2, 1, 0]
    assert at_turn_of(state, 0)


def test_the_cards_on_the_table_at_the_end() -> None:
    """Ejemplo: two Assassins and one Contessa have been revealed and lie face up on the table."""
    state = third_round(second_round(first_round(opening())))
    assert face_up(state) == [[], ["assassin"], ["assassin", "contessa"]]
    assert cards(card for up in face_up(state) for card in up) == cards("assassin assassin contessa")
    assert not state.is_over
