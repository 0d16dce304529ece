"""The rules against a second implementation of them: the same moves and the same maps, move by move to the end.

Random games rarely get leaders into play, so the games start in the middle, with random cards, leaders, goods and
excommunications.
"""

from random import Random
from typing import Any

import pytest

import palio
from tests.rules.lorenzo.model_moves import after
from tests.rules.lorenzo.model_play import legal
from tests.rules.lorenzo.table import GOODS, LEADER, position
from tests.support import scaled, texts

MILITARY = (0, 1, 3, 7, 12, 18, 25)
FAITH = (0, 1, 3, 4, 5, 8, 14, 15)


def random_cards(random: Random, round_: int, seats: int) -> list[list[int]]:
    """Up to 6 cards of each type for each seat, all from rounds that are over."""
    dealt: list[list[int]] = [[] for _ in range(seats)]
    period = (round_ - 1) // 2
    for first in range(0, 96, 24):
        cards = [first + card for card in range(8 * period)]
        if round_ % 2 == 0:
            cards += random.sample(range(first + 8 * period, first + 8 * period + 8), 4)
        random.shuffle(cards)
        for mine in dealt:
            number = random.choice((0, 1, 2, 3, 4, 5, 6, 6))
            mine.extend(cards[:number])
            cards = cards[number:]
    return dealt


def random_seat(random: Random, round_: int, cards: list[int], leaders: list[int]) -> dict[str, Any]:
    most, played = random.choice((3, 8, 20)), random.randint(0, 4)
    seat: dict[str, Any] = {name: random.randint(0, most) for name in GOODS[:4]}
    seat.update(military=random.choice(MILITARY), faith=random.choice(FAITH), points=random.choice((0, 10, 35, 60)))
    seat.update(cards=cards, excommunicated=[p for p in (1, 2) if 2 * p < round_ and random.random() < 0.5])
    copier = LEADER["Lorenzo de' Medici"]
    seat["played"] = [leader for leader in leaders[:played] if leader != copier]
    seat["hand"] = [leader for leader in leaders if leader not in seat["played"]]
    return seat


def random_position(seed: int) -> palio.State:
    """The first turn of a round from the second on."""
    random = Random(seed)
    seats, round_ = random.randint(2, 4), random.randint(2, 6)
    leaders = random.sample(range(20), 4 * seats)
    cards = random_cards(random, round_, seats)
    players = [random_seat(random, round_, cards[s], leaders[4 * s : 4 * s + 4]) for s in range(seats)]
    tiles = (random.randint(1, 7), random.randint(1, 7), random.randint(1, 7))
    order = random.sample(range(seats), seats)
    skips = [tiles[1] == 7 and 2 in players[seat]["excommunicated"] for seat in order]
    if all(skips):
        players[order[0]]["excommunicated"].remove(2)
        skips[0] = False
    return position(
        *players,
        rules="advanced",
        edition=random.choice(("english", "spanish")),
        round=round_,
        dice=(random.randint(1, 6), random.randint(1, 6), random.randint(1, 6)),
        tiles=tiles,
        order=order,
        turn=skips.index(False),
        lap=0,
    )


def lively_move(random: Random, moves: list[str]) -> str:
    """Rather towers, bonus actions and leaders than a uniform choice."""
    towers = [move for move in moves if move.startswith(("place", "take")) and move[-1].isdigit()]
    leaders = [move for move in moves if move.startswith(("play", "activate"))]
    calm = [move for move in moves if not move.startswith("discard")]
    for wish, chance in ((towers, 0.4), (leaders, 0.3), (calm, 0.9)):
        if wish and random.random() < chance:
            return random.choice(wish)
    return random.choice(moves)


def winner_by_hand(game: dict[str, Any]) -> int:
    """Most points; a tie goes to the player earlier in the turn order."""
    best = max(player["points"] for player in game["players"])
    return next(int(seat) for seat in game["order"] if game["players"][seat]["points"] == best)


def assert_agreement(state: palio.State, seed: int) -> None:
    """Legal moves and every field of the map, from here to the end of the game."""
    game, random = state.to_map(), Random(seed + 1)
    while not state.is_over:
        if state.actor == palio.CHANCE:
            move = f"roll {random.randint(1, 6)} {random.randint(1, 6)} {random.randint(1, 6)}"
        else:
            assert sorted(texts(state)) == sorted(legal(game)), seed
            move = lively_move(random, texts(state))
        state.apply(move)
        game = after(game, move)
        assert state.to_map() == game, (seed, move)
    assert state.outcome().ranks[winner_by_hand(game)] == 1


@pytest.mark.parametrize("block", range(5))
def test_both_implementations_agree_move_by_move(block: int) -> None:
    """From a random position with leaders and excommunications."""
    for seed in range(block * 100, block * 100 + scaled(8)):
        assert_agreement(random_position(seed), seed)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_both_implementations_agree_from_the_first_round(players: int, rules: str) -> None:
    """From the first roll of the dice."""
    for seed in range(scaled(3)):
        state = palio.load("lorenzo", players=players, rules=rules).start(seed)
        while state.actor >= 0:
            state.apply(state.legal_moves()[-1])
        assert_agreement(state, seed)
