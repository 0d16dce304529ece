"""Lorenzo's draft: a view holds exactly what the seat has seen, compared with observations noted down from the rule."""

from collections import defaultdict
from random import Random
from typing import Any

import pytest

import palio
from tests.support import scaled

Note = tuple[str, tuple[int, ...]]


def draft(
    game: palio.Game, source: dict[str, Any], wishes: list[int], picks: int
) -> tuple[palio.State, list[list[Note]]]:
    """Everyone keeps the leader that comes first in `wishes`; each seat notes the packs it gets and its own picks."""
    seats = game.seats
    state = game.state_from_map(source)
    packs = [list(pack) for pack in source["draft"]]
    notes: list[list[Note]] = [[] for _ in range(seats)]
    for made in range(picks + 1):
        lap, turn = divmod(made, seats)
        if turn == 0 and lap < 4:
            for seat in range(seats):
                notes[seat].append(("pack", tuple(sorted(packs[(seat + lap) % seats]))))
        if made < picks:
            seat = source["order"][turn]
            pack = packs[(seat + lap) % seats]
            leader = min(pack, key=wishes.index)
            pack.remove(leader)
            state.apply(f"pick leader {leader}")
            notes[seat].append(("pick", (leader,)))
    return state, notes


def similar_deal(random: Random, leaders: list[int], seats: int) -> list[list[int]]:
    """A deal in which few leaders have changed places."""
    dealt = list(leaders)
    for _ in range(random.randint(0, 2)):
        first, second = random.sample(range(len(dealt)), 2)
        dealt[first], dealt[second] = dealt[second], dealt[first]
    return [sorted(dealt[4 * pack : 4 * pack + 4]) for pack in range(seats)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_views_are_equal_exactly_when_the_seat_has_seen_the_same(players: int) -> None:
    """Worlds that a seat cannot tell apart give it the same bytes, and what it has seen is never forgotten."""
    random = Random(players)
    game = palio.load("lorenzo", players=players)
    met_again = 0
    for trial in range(scaled(30)):
        source = game.start(trial).to_map()
        leaders = random.sample(range(20), 4 * players + 1)
        picks = random.randint(0, 4 * players)
        views: dict[Any, set[bytes]] = defaultdict(set)
        seen: dict[bytes, set[Any]] = defaultdict(set)
        for _ in range(40):
            source["draft"] = similar_deal(random, leaders, players)
            wishes = random.sample(range(20), 20) if random.random() < 0.3 else list(range(20))
            state, notes = draft(game, source, wishes, picks)
            for seat in range(players):
                known, view = (seat, tuple(notes[seat])), state.view(seat).to_bytes()
                met_again += known in views
                views[known].add(view)
                seen[view].add(known)
        assert all(len(found) == 1 for found in (*views.values(), *seen.values()))
    assert met_again > 0
