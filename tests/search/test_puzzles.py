"""Masters and Lorenzo: positions made by hand with one right answer, and last turns solved by trying everything."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import palio
from palio.search import Search, search
from tests.rules.lorenzo import table as lorenzo
from tests.rules.masters import table as masters
from tests.search.lastturn import LastTurn, UnsolvedError, last_turn
from tests.support import scaled

SEEDS = scaled(100)
ITERATIONS = 2000


def share_right(state: palio.State, right: Callable[[str], bool]) -> float:
    """How many of the seeds find a right move."""
    view = state.view(state.actor)
    return sum(right(search(view, iterations=ITERATIONS, seed=seed).text) for seed in range(SEEDS)) / SEEDS


# Masters. Seat 1 is the last of the round, so that a seventh card ends the game at once.

SIX = [[1, 17, 33], [2, 18, 34]]
"""Six cards of 30 points, a slot left for a card of the first level."""


def test_the_seventh_card_is_bought_when_it_wins() -> None:
    """30 points and more against 24, but the other has what it needs to buy the best cards."""
    rich = dict.fromkeys(masters.RESOURCES, 8)
    state = masters.position(
        {"slots": [[4, 20], [5, 21], [6]], "chest": rich, "faith": 6},
        {"slots": SIX, "chest": {"coins": 1, "stones": 1, "shields": 1}, "faith": 7},
        turn_player=1,
        tops=[8],
    )
    ended = masters.play(state, "buy 8")
    assert ended.is_over
    assert ended.outcome().ranks == (2, 1)
    assert share_right(state, lambda text: text == "buy 8") >= 0.95


def test_the_seventh_card_is_left_when_it_loses() -> None:
    """Each of the cards in reach would end the game behind; production moves the marker 4 spaces a turn."""
    state = masters.position(
        {"slots": [[9, 29, 45], [10, 30]], "faith": 15, "favor": [1]},
        {"slots": SIX, "chest": {"coins": 6, "stones": 6, "servants": 3, "shields": 3}, "faith": 9},
        turn_player=1,
        tops=[11],
    )
    buys = masters.offered(state, "buy")
    assert buys
    for buy in buys:
        after = state.child(buy)
        while not after.is_over:
            after.apply(after.legal_moves()[0])
        assert after.outcome().ranks == (1, 2)
    assert share_right(state, lambda text: text not in buys) >= 0.95


def masters_report() -> palio.State:
    """The report of the first pope space is worth 2 to seat 1 alone; without it seat 0 wins."""
    return masters.position(
        {"slots": [[4, 20, 36], [5, 21, 37], [6]], "faith": 4, "chest": {"coins": 4}},
        {"slots": [[9, 29, 45], [10, 17], [11]], "faith": 7},
        turn_player=1,
        lines=("wwrb", "bgwg", "ypyp", "w"),
    )


def masters_discard() -> palio.State:
    """The warehouse is full: a line with resources discards some and takes seat 0 to its report."""
    return masters.position(
        {"slots": [[4, 20, 36], [7, 23], [8, 24]], "faith": 7},
        {"slots": [[9, 29, 33], [10, 17], [14]], "faith": 4, "warehouse": {"servants": 3, "shields": 2, "coins": 1}},
        turn_player=1,
    )


# Lorenzo. Seat 1 places the last member of the game.

AWAY = {"black": "market 1", "white": "market 2", "orange": "council", "neutral": "harvest"}


def lorenzo_sixth() -> palio.State:
    """The sixth territory is worth 10 points, the sixth character 6."""
    floors = {
        "territory 1": "Sanctuary", "territory 2": "Trading Town", "territory 3": "Fortified Town",
        "character 1": "Governor", "character 2": "Herald", "character 3": "Cardinal",
        "venture 1": "Building the Towers", "venture 2": "Promoting Sacred Art", "venture 3": "Hiring Mercenaries",
    }  # fmt: skip
    own = {"cards": [*range(5), *range(48, 53)], "points": 30, "coins": 6, "military": 20}
    members = {"white": "council", "orange": "production", "neutral": "council"}
    return lorenzo.position(
        {"members": AWAY, "points": 50}, own | {"members": members}, round=6, dice=(3, 3, 4), turn=1, floors=floors
    )


def lorenzo_exchanges() -> palio.State:
    """Four buildings exchange goods for points: only production wins, and only with the right exchanges."""
    goods = {"coins": 5, "wood": 2, "stone": 2, "servants": 3, "faith": 4}
    own = {"cards": ["Palace", "Church", "Military Academy", "Fair"], "points": 30}
    members = {"white": "council", "orange": "venture 1", "neutral": "council"}
    return lorenzo.position(
        {"members": AWAY, "points": 54}, own | goods | {"members": members}, round=6, dice=(6, 3, 4), turn=1
    )


LAST_TURNS = {
    masters_report: {"market row 1", "market column 3"},
    masters_discard: {"market row 1", "produce base", "produce card3", "produce base card3"},
    lorenzo_sixth: {"place black territory 1", "place black territory 2", "place black territory 3"},
    lorenzo_exchanges: {"place black production"},
}


@pytest.mark.parametrize(("make", "winning"), LAST_TURNS.items(), ids=[make.__name__ for make in LAST_TURNS])
def test_a_last_turn_is_won(make: Callable[[], palio.State], winning: set[str]) -> None:
    """Trying everything shows that these moves win, and no others; the engine makes one of them."""
    state = make()
    worth = LastTurn(state.actor).moves(state)
    assert {text for text, (win, _) in worth.items() if win == 1} == winning
    assert share_right(state, winning.__contains__) >= 0.95


@pytest.mark.parametrize("make", LAST_TURNS, ids=[make.__name__ for make in LAST_TURNS])
def test_a_last_turn_is_won_to_its_end(make: Callable[[], palio.State]) -> None:
    """Every decision of the turn, down to single exchanges."""
    start, right = make(), 0
    for seed in range(scaled(20)):
        state, searcher = start.copy(), Search(start.game)
        while not state.is_over:
            state.apply(searcher.run(state.view(state.actor), iterations=ITERATIONS, seed=seed).move)
        right += state.outcome().ranks[start.actor] == 1
    assert right >= 0.95 * scaled(20)


@pytest.mark.parametrize("name", ["masters", "lorenzo"])
def test_last_turns_of_games_are_played_as_solved(name: str) -> None:
    """In the last turns of random games the first move keeps the win wherever there is one to keep.

    Of the lead it costs .8 points in the mean in Lorenzo, .1 in Masters: where the game is decided, leads differ so
    little in reward that the priors outweigh them.
    """
    game, lost = palio.load(name), []
    for seed in range(150):
        state = last_turn(game, seed)
        try:
            worth = LastTurn(state.actor, most=4000).moves(state)
        except UnsolvedError:
            continue
        best, found = max(worth.values()), search(state.view(state.actor), iterations=ITERATIONS, seed=seed).text
        lost.append((best[0] - worth[found][0], best[1] - worth[found][1]))
    assert len(lost) >= 75
    assert sum(win > 0 for win, _ in lost) <= 0.02 * len(lost)
    assert sum(lead for _, lead in lost) <= 1.2 * len(lost)
