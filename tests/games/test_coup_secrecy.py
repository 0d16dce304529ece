"""Coup: nothing that a seat is given depends on what it cannot know."""

import pytest

import palio
from palio import Random, State
from tests.rules.coup.table import face_up, field


def lookalikes(state: State, move: int, other: State, seat: int) -> list[int]:
    """The other state's moves that look to the seat like this move of the first state."""
    looks = state.seen(move, seat)
    return [found for found in other.legal_moves() if other.seen(found, seat) == looks]


def told_apart(first: State, second: State, seat: int) -> bool:
    """Whether the rules tell the seat a difference: a proof, a face-up card, a card shown to it."""
    for name in ("actor", "phase"):
        if field(first, name) != field(second, name):
            return True
    party = seat in (field(first, "turn_player"), field(first, "target"))
    return face_up(first) != face_up(second) or (party and field(first, "shown") != field(second, "shown"))


def follow(first: State, second: State, seat: int, random: Random) -> int:
    """Play two states that look equal to the seat side by side; returns the steps they took."""
    steps = 0
    while not first.is_over:
        assert first.view(seat).to_bytes() == second.view(seat).to_bytes()
        if steps % 4 == 0:
            assert first.view(seat).world(steps).to_bytes() == second.view(seat).world(steps).to_bytes()
        move = random.choice(first.legal_moves())
        alike = lookalikes(first, move, second, seat)
        if not alike:
            break
        second.apply(random.choice(alike))
        first.apply(move)
        if told_apart(first, second, seat):
            break
        steps += 1
    return steps


@pytest.mark.parametrize("roles", ["ambassador", "inquisitor"])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_views_and_worlds_do_not_depend_on_what_is_hidden(players: int, roles: str) -> None:
    """Two games that differ only in what the seat cannot know give it equal views and equal worlds."""
    game = palio.load("coup", players=players, roles=roles, max_turns=30)
    steps = 0
    for seed in range(60):
        seat, first = seed % players, game.start(seed=seed)
        steps += follow(first, first.view(seat).world(seed), seat, Random(seed))
    assert steps > 60 * 5


def test_draft_views_and_worlds_do_not_depend_on_what_is_hidden() -> None:
    """The same from the draft on."""
    game = palio.load("coup", draft="on", max_turns=30)
    steps = 0
    for seed in range(60):
        seat, first = seed % 2, game.start(seed=seed)
        steps += follow(first, first.view(seat).world(seed), seat, Random(seed))
    assert steps > 60 * 4


def test_a_world_shows_its_seat_the_same_view() -> None:
    """Hiding a drawn world gives back the view it was drawn from, with the same moves."""
    for seed in range(30):
        players = 2 + seed % 5
        state = palio.load("coup", players=players, roles="inquisitor", max_turns=30).start(seed=seed)
        random = Random(seed)
        while not state.is_over:
            for seat in range(players):
                view = state.view(seat)
                world = view.world(seed)
                world.check()
                assert world.view(seat) == view
                assert world.actor == state.actor
                if state.actor == seat:
                    assert world.legal_moves() == state.legal_moves() == view.legal_moves()
            state.apply(random.choice(state.legal_moves()))
