"""Coup: whole games, question by question, against the second telling of the rules."""

import pytest

import palio
from palio import CHANCE, Random, State
from tests.rules.coup.model import Model
from tests.support import TABLES, label, scaled

COUP = [game for game in TABLES if game.name == "coup"]


def ordered(text: str) -> str:
    verb, *words = text.split()
    return " ".join([verb, *sorted(words)])


def expect_equal(state: State, model: Model, question: tuple[str, int | str, set[str]]) -> None:
    found = state.to_map()
    assert (found["phase"], found["actor"]) == question[:2]
    assert {ordered(state.move_text(move)) for move in state.legal_moves()} == question[2]
    assert (found["turn"], sorted(found["court"])) == (model.turns, sorted(model.court))
    for seat, row in enumerate(found["players"]):
        cards = sorted(row["hand"]), sorted(row["face_up"])
        assert (row["coins"], *cards) == (model.coins[seat], sorted(model.hands[seat]), sorted(model.up[seat]))


def compare(game: palio.Game, seed: int) -> None:
    """Random play; every other game is one of quiet players, who challenge little and live longer."""
    state, random = game.start(seed), Random(seed, stream=4)
    model = Model(state.to_map())
    story = model.play()
    question = next(story)
    while True:
        expect_equal(state, model, question)
        if state.is_over:
            break
        move = state.sample_chance(random) if state.actor == CHANCE else random.choice(state.legal_moves())
        if seed % 2 and "challenge" in question[2] and random.below(4):
            move = state.legal_moves()[0]
        text = ordered(state.move_text(move))
        state.apply(move)
        question = story.send(text)
    assert state.outcome().ranks == model.ranks()


@pytest.mark.parametrize("game", COUP, ids=label)
def test_random_games_agree_with_the_model(game: palio.Game) -> None:
    for seed in range(scaled(60)):
        compare(game, seed)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_games_that_run_out_of_turns_agree_with_the_model(players: int) -> None:
    """The survivors are ranked by influence, then coins."""
    game = palio.load("coup", players=players, max_turns=7)
    for seed in range(scaled(100)):
        compare(game, seed)
