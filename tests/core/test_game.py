"""The Python face of a game: loading, moves, errors."""

import re

import pytest

import palio
from tests.support import texts


def test_load_gives_defaults_and_takes_options() -> None:
    game = palio.load("coup")
    assert game.options == {
        "players": 2,
        "roles": "ambassador",
        "draft": "off",
        "block_after_own_challenge": "on",
        "max_turns": 500,
    }
    assert palio.load("coup", players=3, roles="inquisitor").seats == 3
    assert palio.load("coup", players="4", draft=False).seats == 4


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("chess", {}, "unknown game 'chess'; the games are coup"),
        ("coup", {"players": 7}, "option players: expected 2 to 6, got 7"),
        ("coup", {"players": True}, "option players: expected 2 to 6, got True"),
        ("coup", {"players": "two"}, "option players: expected 2 to 6, got 'two'"),
        ("coup", {"roles": "jester"}, "option roles: expected one of ambassador, inquisitor, got 'jester'"),
        ("coup", {"colour": 1}, "coup has no option 'colour'; its options are"),
        ("coup", {"players": 3, "draft": "on"}, "option draft=on needs 2 players, got 3"),
        ("coup", {"max_turns": 0}, "option max_turns: expected 1 to 10000, got 0"),
    ],
)
def test_a_wrong_game_or_option_is_named(name: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(palio.OptionError, match=re.escape(message)):
        palio.load(name, **options)


def test_games_are_equal_by_name_and_options() -> None:
    assert palio.load("coup") == palio.load("coup", players=2)
    assert palio.load("coup") != palio.load("coup", players=3)
    assert len({palio.load("coup"), palio.load("coup")}) == 1


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_a_seed_must_be_an_integer_of_64_bits(seed: object) -> None:
    with pytest.raises(palio.OptionError, match="seed: expected an integer"):
        palio.load("coup").start(seed)  # type: ignore[arg-type]


def test_without_a_seed_deals_differ() -> None:
    game = palio.load("coup", players=6)
    assert len({game.start().to_bytes() for _ in range(5)}) > 1


def test_an_illegal_move_lists_the_legal_ones_and_changes_nothing() -> None:
    state = palio.load("coup").start(1)
    before = state.copy()
    for move in ("coup 1", "challenge", 0, -1, 2**40, 12345, None):
        with pytest.raises(palio.IllegalMoveError, match="expected one of income, foreign_aid, tax, steal 1, exchange"):
            state.apply(move)  # type: ignore[arg-type]
    assert state == before


def test_a_text_that_is_no_move_says_how_moves_look() -> None:
    state = palio.load("coup").start(1)
    for text in ("", "   ", "fly", "steal", "steal x", "steal 9", "income 1", "block jester", "keep", "lose duke duke"):
        with pytest.raises(palio.NotationError):
            state.apply(text)


def test_a_move_after_the_end_is_illegal() -> None:
    state = palio.load("coup").start(1)
    state.playout(palio.Random(1))
    assert texts(state) == []
    with pytest.raises(palio.IllegalMoveError, match="the game is over"):
        state.apply("income")


def test_outcome_needs_a_finished_game() -> None:
    state = palio.load("coup").start(1)
    with pytest.raises(palio.IllegalMoveError, match="not over"):
        state.outcome()
    with pytest.raises(palio.IllegalMoveError, match="no chance event"):
        state.sample_chance(palio.Random(1))
    with pytest.raises(palio.IllegalMoveError, match="no chance event"):
        state.chance_probability("income")


@pytest.mark.parametrize("seat", [-1, 2, True, "0", None])
def test_a_seat_must_be_at_the_table(seat: object) -> None:
    state = palio.load("coup").start(1)
    with pytest.raises(palio.OptionError, match="seat: expected 0 to 1"):
        state.view(seat)  # type: ignore[arg-type]


def test_a_view_gives_moves_to_its_own_seat_only() -> None:
    state = palio.load("coup").start(1)
    assert state.view(0).legal_moves() == state.legal_moves()
    assert state.view(1).legal_moves() == []
    assert not hasattr(state.view(0), "apply")


def test_a_world_of_another_game_is_refused() -> None:
    view = palio.load("coup", players=3).start(1).view(0)
    with pytest.raises(palio.OptionError, match="belongs to another game"):
        palio.load("coup").world(view, 1)
    assert palio.load("coup", players=3).world(view, 1).view(0) == view


def test_states_and_views_are_not_interchangeable() -> None:
    game = palio.load("coup")
    state = game.start(1)
    with pytest.raises(palio.NotationError, match="expected a full state, got a view"):
        game.state_from_map(state.view(0).to_map())
    with pytest.raises(palio.NotationError, match="expected a view, got a full state"):
        game.view_from_map(state.to_map())
    with pytest.raises(palio.NotationError, match="options"):
        palio.load("coup", max_turns=9).state_from_map(state.to_map())
    with pytest.raises(palio.NotationError, match="192 bytes, got 3"):
        game.state_from_bytes(b"abc")


def test_text_forms_tell_who_is_to_act() -> None:
    state = palio.load("coup").start(1)
    assert repr(state) == "<palio.State of coup: seat 0 to act>"
    assert repr(state.view(1)) == "<palio.View of coup from seat 1: seat 0 to act>"
    assert eval(repr(state.game)) == state.game
