"""Masters of Renaissance: statistics of seats and scores."""

from statistics import fmean, stdev

import pytest

import palio
from palio import Random

GAMES = [palio.load("masters", players=players) for players in (1, 2, 3, 4)]
tables = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.seats}-players")


def test_first_seats_do_not_win_by_more_than_luck() -> None:
    """Statistics of seats: the first player is drawn, so that no seat number has an edge."""
    for game in GAMES[1:]:
        wins = [0.0] * game.seats
        for seed in range(600):
            state = game.start(seed)
            state.playout(Random(seed), informed=True)
            for seat, value in enumerate(state.returns()):
                wins[seat] += value / 600
        assert all(abs(win - 0.5) < 0.07 for win in wins)


@pytest.mark.parametrize(
    ("players", "points", "rounds"), [(1, 5.2, 14.3), (2, 25.6, 17.1), (3, 24.3, 10.0), (4, 25.0, 7.5)]
)
def test_random_games_score_and_last_as_they_always_did(players: int, points: float, rounds: float) -> None:
    """Statistics of scores: five standard errors around the means of random play, which the rules alone decide."""
    game = palio.load("masters", players=players)
    scores, lengths = [], []
    for seed in range(600):
        state = game.start(seed)
        state.playout(Random(seed, stream=7))
        scores += state.outcome().points
        lengths.append(state.to_map()["round"])
    assert fmean(scores) == pytest.approx(points, abs=5 * stdev(scores) / len(scores) ** 0.5)
    assert fmean(lengths) == pytest.approx(rounds, abs=5 * stdev(lengths) / len(lengths) ** 0.5)


@tables
def test_informed_games_score_like_those_of_people(game: palio.Game) -> None:
    """Statistics of scores: around the rulebook's example of 52 points, nobody above 120."""
    scores = []
    for seed in range(300):
        state = game.start(seed)
        state.playout(Random(seed), informed=True)
        scores += state.outcome().points
    assert 38 < fmean(scores) < 56
    assert max(scores) < 120


@pytest.mark.parametrize("players", [2, 3, 4])
def test_starting_resources_make_up_for_a_later_place(players: int) -> None:
    """Statistics of seats: in random play no place in the turn order is far ahead of another."""
    game = palio.load("masters", players=players)
    values = [0.0] * players
    for seed in range(600):
        state = game.start(seed)
        state.playout(Random(seed, stream=8))
        first = state.to_map()["first_player"]
        for place in range(players):
            values[place] += state.returns()[(first + place) % players] / 600
    assert all(abs(value - 0.5) < 0.12 for value in values)
