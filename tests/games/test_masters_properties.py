"""Masters of Renaissance: what holds at every position of random games, and what any bytes may do."""

from typing import Any

import pytest

import palio
from palio import CHANCE, Random, State
from tests.rules.masters.table import position, texts

GAMES = [palio.load("masters", players=players) for players in (1, 2, 3, 4)]
tables = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.seats}-players")


EAGER = ("play", "buy", "produce", "store", "end")


def eager_moves(state: State) -> list[int]:
    """Moves that lead to long games with many cards and leaders; all moves where there is none."""
    found = [move for move in state.legal_moves() if state.move_text(move).startswith(EAGER)]
    return found or state.legal_moves()


RICH: list[dict[str, Any]] = [
    {"played": [57, 59], "slots": [[4, 20], [3, 19]], "warehouse": {"coins": 1, "stones": 2}},
    {"played": [61, 64], "slots": [[8, 24], [1, 17]], "chest": {"coins": 3, "shields": 3, "stones": 12}},
    {"played": [53, 54], "warehouse": {"stones": 5, "servants": 3, "coins": 2}},
    {"played": [49, 52], "slots": [[5], [12], [2]], "chest": {"servants": 4}, "faith": 3},
]
"""Players with leaders that random games seldom bring out."""


def random_game(game: palio.Game, seed: int) -> list[State]:
    """Every position of one random game; a third starts with leaders, half of the players are eager."""
    state, random = game.start(seed), Random(seed, stream=5)
    if seed % 3 == 2:
        state = position(*RICH[: game.seats])
    states = [state.copy()]
    while not state.is_over:
        if state.actor == CHANCE:
            state.apply(state.sample_chance(random))
        elif seed % 2 and random.below(8):
            state.apply(random.choice(eager_moves(state)))
        else:
            state.apply(random.choice(state.legal_moves()))
        states.append(state.copy())
    return states


@tables
def test_random_games_meet_every_phase(game: palio.Game) -> None:
    """What the other tests of this page rely on."""
    met = {state.to_map()["phase"] for seed in range(60) for state in random_game(game, seed)}
    phases = {"keep", "turn", "white", "store", "slot", "spend", "receive", "pay", "after", "over"}
    assert met == phases | ({"token"} if game.seats == 1 else {"first", "take"})


@tables
def test_states_are_sound_and_moves_ascend(game: palio.Game) -> None:
    for seed in range(300):
        for state in random_game(game, seed):
            state.check()
            moves = state.legal_moves()
            assert moves == sorted(set(moves))
            assert bool(moves) is not state.is_over
            assert len(moves) <= 512
            assert 0 not in moves


@tables
def test_worlds_show_the_same_view_and_give_the_same_moves(game: palio.Game) -> None:
    random = Random(3)
    for seed in range(150):
        for state in random_game(game, seed):
            for seat in range(game.seats):
                view = state.view(seat)
                world = view.sample_world(random)
                world.check()
                assert world.view(seat) == view
                if state.actor == seat:
                    assert view.legal_moves() == world.legal_moves() == state.legal_moves()


@tables
def test_texts_and_maps_round_trip(game: palio.Game) -> None:
    for seed in range(12):
        for state in random_game(game, seed):
            found = texts(state)
            assert len(set(found)) == len(found)
            assert [game.parse_move(text) for text in found] == state.legal_moves()
            assert game.state_from_map(state.to_map()) == state
            for seat in range(game.seats):
                view = state.view(seat)
                assert game.view_from_map(view.to_map()) == view
                for move in state.legal_moves():
                    shown = state.seen(move, seat)
                    assert game.parse_move(game.move_text(shown)) == shown


@tables
def test_moves_that_look_alike_leave_the_same_view(game: palio.Game) -> None:
    for seed in range(40):
        for state in random_game(game, seed):
            for seat in range(game.seats):
                views: dict[int, palio.View] = {}
                for move in state.legal_moves():
                    shown = state.seen(move, seat)
                    view = state.child(move).view(seat)
                    assert views.setdefault(shown, view) == view or seat == state.actor
                assert seat != state.actor or len(views) == len(state.legal_moves())


def owned(state: State) -> tuple[int, int, int]:
    """Marbles, cards and leaders that are anywhere in sight of the full state."""
    found = state.to_map()
    marbles = sum(len(row) for row in found["market"]["rows"]) + 1
    cards = sum(len(stack["cards"]) for stack in found["stacks"])
    cards += sum(len(pile) for row in found["players"] for pile in row["slots"])
    return marbles, cards, sum(len(row["dealt"]) for row in found["players"])


@tables
def test_components_are_conserved(game: palio.Game) -> None:
    """Marbles and leaders stay; cards stay too, except those that solo tokens discard."""
    for seed in range(50):
        cards = 48
        for state in random_game(game, seed):
            marbles, left, leaders = owned(state)
            assert (marbles, leaders) == (13, 4 * game.seats)
            assert left == 48 or (game.seats == 1 and cards - 2 <= left <= cards)
            cards = left


@tables
def test_faith_never_falls_and_reports_follow_the_markers(game: palio.Game) -> None:
    for seed in range(20):
        before = [0] * game.seats
        for state in random_game(game, seed):
            found = state.to_map()
            faith = [row["faith"] for row in found["players"]]
            assert all(now >= then for now, then in zip(faith, before, strict=True))
            furthest = max([*faith, found["solo"]["black_cross"] if found["solo"] else 0])
            assert found["reports"] == sum(space <= furthest for space in (8, 16, 24))
            before = faith


@tables
def test_results_rank_by_points_and_then_resources(game: palio.Game) -> None:
    for seed in range(100):
        state = game.start(seed)
        state.playout(Random(seed), informed=seed % 2 == 0)
        outcome = state.outcome()
        if game.seats == 1:
            assert outcome.ranks == (1,)
            assert outcome.returns[0] in {0.0, 1.0}
            continue
        rows = state.to_map()["players"]
        strength = [
            (points, sum(row["warehouse"].values()) + sum(row["chest"].values()))
            for points, row in zip(outcome.points, rows, strict=True)
        ]
        assert list(outcome.ranks) == [1 + sum(other > mine for other in strength) for mine in strength]
        assert sum(outcome.returns) == pytest.approx(game.seats / 2)


@tables
def test_every_game_ends_by_the_rules_or_the_turn_limit(game: palio.Game) -> None:
    short = palio.load("masters", players=game.seats, max_turns=5)
    for seed in range(100):
        for table in (game, short):
            state = table.start(seed)
            state.playout(Random(seed), informed=seed % 2 == 1)
            assert state.is_over
            assert state.to_map()["round"] <= int(table.options["max_turns"])


@tables
def test_random_playouts_choose_uniformly(game: palio.Game) -> None:
    """The C playout draws as the Python loop does: same stream, same game, same number of decisions."""
    for seed in range(20):
        fast, slow = game.start(seed), game.start(seed)
        random, decisions = Random(seed, stream=2), 0
        while not slow.is_over:
            chance = slow.actor == CHANCE
            slow.apply(slow.sample_chance(random) if chance else random.choice(slow.legal_moves()))
            decisions += not chance
        assert fast.playout(Random(seed, stream=2)) == decisions
        assert fast == slow


@tables
def test_informed_playouts_score_far_more_than_random_ones(game: palio.Game) -> None:
    points = {}
    for informed in (False, True):
        total = 0
        for seed in range(60):
            state = game.start(seed)
            state.playout(Random(seed), informed=informed)
            total += sum(state.outcome().points)
        points[informed] = total / (60 * game.seats)
    assert points[True] > 1.4 * points[False]


@tables
def test_evaluation_is_a_chance_and_knows_a_finished_game(game: palio.Game) -> None:
    for seed in range(10):
        states = random_game(game, seed)
        for state in states:
            values = state.evaluate()
            assert all(0 <= value <= 1 for value in values)
            if game.seats > 1:
                assert sum(values) == pytest.approx(game.seats / 2, abs=1e-4)
        assert states[-1].evaluate() == pytest.approx(states[-1].returns())


def test_evaluation_in_mid_game_predicts_the_winner() -> None:
    """After 12 rounds of informed play the seat it prefers wins clearly more often than not."""
    game = palio.load("masters", max_turns=12)
    longer = palio.load("masters")
    right = total = 0
    for seed in range(300):
        early = game.start(seed)
        early.playout(Random(seed), informed=True)
        source = early.to_map()
        if source["last_round"]:
            continue
        source |= {"options": dict(longer.options), "phase": "turn", "actor": source["first_player"]}
        source["turn_player"] = source["first_player"]
        state = longer.state_from_map(source)
        values = state.evaluate()
        state.playout(Random(seed, stream=9), informed=True)
        total += 1
        right += (values[0] > values[1]) == (state.outcome().ranks[0] == 1)
    assert total > 250
    assert right > 0.65 * total


def test_no_bytes_that_pass_the_check_crash_the_rules() -> None:
    """Single and double changes of bytes in states and views: refused, or played on to the end."""
    random = Random(11)
    passed = 0
    for game in GAMES:
        states = [state for seed in range(40) for state in random_game(game, seed)]
        for trial in range(20000):
            source = random.choice(states)
            seat = random.below(game.seats)
            as_view = trial % 4 == 0
            data = bytearray(source.view(seat).to_bytes() if as_view else source.to_bytes())
            for _ in range(1 + trial % 2):
                place = random.below(len(data))
                data[place] = random.below(256) if trial % 3 else data[place] ^ 1 << random.below(8)
            try:
                if as_view:
                    state = game.view_from_bytes(bytes(data)).sample_world(random)
                else:
                    state = game.state_from_bytes(bytes(data))
            except palio.NotationError:
                continue
            passed += 1
            state.check()
            for other in range(game.seats):
                assert state.view(other).sample_world(random).view(other) == state.view(other)
            state.evaluate()
            state.copy().playout(random, informed=True)
            state.playout(random)
            state.check()
    assert passed > 500
