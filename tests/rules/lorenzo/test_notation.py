"""Lorenzo: moves as text, maps with clear errors, and positions that cannot be."""

from typing import Any

import pytest

import palio
from tests.rules.lorenzo.table import position
from tests.support import random_states, scaled

GAME = palio.load("lorenzo")
MOVES = [
    "roll 1 6 3", "pick leader 12", "tile 4", "play leader 0", "activate leader 19", "discard leader 7",
    "place orange territory 3", "place neutral council", "place black harvest large", "place white market 2", "pass",
    "end", "servants 0", "servants 127", "cost 2", "discount wood", "privilege wood+stone", "privilege faith",
    "exchange 28 1", "exchange 95 none", "take venture 4", "decline", "raise black", "copy leader 3", "refuse",
    "support", "pick leader ?", "pick leader ? leaving 3 7 12", "pick leader ? leaving 0",
]  # fmt: skip
NO_MOVES = [
    "", "place", "place purple territory 1", "place black territory 5", "place black market", "servants -1",
    "servants 128", "servants two", "roll 0 1 1", "roll 1 1", "pick leader 20", "pick 3", "tile 5", "cost 0",
    "privilege vp", "exchange 96 1", "exchange 28 3", "exchange 28", "take harvest", "raise neutral", "support now",
    "discount gold", "discount", "pick leader ? leaving", "pick leader ? leaving 1 2 3 4", "pick leader ? holding 1",
]  # fmt: skip


@pytest.mark.parametrize("text", MOVES)
def test_a_text_names_a_move_and_back(text: str) -> None:
    assert GAME.move_text(GAME.parse_move(text)) == text


@pytest.mark.parametrize("text", NO_MOVES)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(palio.NotationError, match="not a Lorenzo move"):
        GAME.parse_move(text)


@pytest.mark.parametrize("move", [0, 1 << 24 | 216, 2 << 24 | 20, 7 << 24 | 100, 21 << 24, 8 << 24 | 1, 10 << 24 | 128])
def test_numbers_that_are_no_moves_are_refused(move: int) -> None:
    with pytest.raises(palio.NotationError, match="not a Lorenzo move"):
        GAME.move_text(move)


def changed(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    source: dict[str, Any] = position({"coins": 3}, {}, rules="advanced").to_map()
    target: Any = source
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    return source


@pytest.mark.parametrize(("path", "value", "message"), [
    (("round",), 7, r"lorenzo.round: expected an integer 1 to 6, got 7"),
    (("step",), "lunch", r"lorenzo.step: expected one of draft, tile"),
    (("dice",), [1, 2], r"lorenzo.dice: expected a list of 3 items"),
    (("dice", 0), 7, r"lorenzo.dice\[0\]: expected an integer 1 to 6, got 7"),
    (("order",), [0, 0], r"the turn order names each seat once"),
    (("players", 0, "goods", "military"), 26, r"lorenzo.players\[0\].goods.military: expected an integer 0 to 25"),
    (("players", 1, "territories"), [30], r"lorenzo.players\[1\].territories\[0\]: expected an integer 0 to 23"),
    (("players", 1, "territories"), [17], r"cards are taken from the floors of the towers"),
    (("players", 0, "members", "black"), "garden", r"lorenzo.players\[0\].members.black: expected one of territory 1"),
    (("players", 0, "members", "black"), "market 3", r"a family member stands on no open space"),
    (("players", 0, "members", "black"), "council", r"the Council Palace lists those|more members than it had turns"),
    (("players", 0, "hand"), [1], r"a player has the leaders that it kept|a leader is in two places"),
    (("players", 0, "hand"), None, r"lorenzo.players\[0\].hand: expected a list"),
    (("players", 0, "discarded"), [0, 1, 1], r"lorenzo.players\[0\].discarded: expected each item once"),
    (("players", 0, "characters"), [48, 48], r"players\[0\].characters: expected each item once, got \[48, 48\]"),
    (("players", 0, "excommunicated"), [1, 1], r"lorenzo.players\[0\].excommunicated: expected each item once"),
    (("players", 0, "bonus_tile"), 5, r"lorenzo.players\[0\].bonus_tile: expected 1 to 4"),
    (("players", 0, "copied"), 3, r"nothing is copied without the leader who does it"),
    (("towers", "venture", 0), 95, r"lorenzo.towers.venture: expected card"),
    (("decks", "venture", 0), 80, r"a deck holds the cards of its type, period by period|card"),
    (("action", "source"), "card", r"no action is under way"),
    (("action", "gain"), {"gold": 1}, r"lorenzo.action.gain: unknown field 'gold'"),
    (("extra",), 1, r"lorenzo: unknown field 'extra'"),
    (("actor",), 1, r"the actor is not the one in turn"),
    (("rules",), 2, r"lorenzo.rules: expected an integer 1 to 1, got 2"),
])  # fmt: skip
def test_a_map_with_a_wrong_field_says_which(path: tuple[Any, ...], value: Any, message: str) -> None:
    with pytest.raises(palio.NotationError, match=message):
        GAME.state_from_map(changed(path, value))


def test_a_leader_is_used_by_its_owner() -> None:
    """Listing it with another player must not turn it face down."""
    source = position({"played": ["Sandro Botticelli"]}, {}, rules="advanced").to_map()
    source["players"][1]["used"] = list(source["players"][0]["played"])
    with pytest.raises(palio.NotationError, match=r"players\[1\].used: expected leaders that the player has in play"):
        GAME.state_from_map(source)


def test_a_bonus_action_has_one_origin() -> None:
    source = position({}, {}, rules="advanced").to_map()
    source["action"].update(bonus_of_card=1, bonus_of_leader=1)
    with pytest.raises(palio.NotationError, match="from a card or from a leader, not from both"):
        GAME.state_from_map(source)


def test_a_basic_game_has_no_draft() -> None:
    source = position({}, {}).to_map()
    source["draft"] = [[0, 1, 2, 3], [4, 5, 6, 7]]
    with pytest.raises(palio.NotationError, match=r"lorenzo.draft: expected null in the basic game"):
        palio.load("lorenzo", rules="basic").state_from_map(source)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_nothing_that_passes_the_check_breaks_the_rules(players: int, rules: str) -> None:
    """Bytes changed at random are refused, or are positions that can be viewed and played to the end."""
    game = palio.load("lorenzo", players=players, rules=rules)
    states = [state.to_bytes() for state in random_states(game, seed=players)]
    random = palio.Random(players, stream=8)
    accepted = 0
    for _ in range(scaled(12000)):
        raw = bytearray(random.choice(states))
        for _ in range(1 + random.below(2)):
            place = random.below(len(raw))
            raw[place] = random.choice([raw[place] ^ 1 << random.below(8), random.below(8), random.below(256)])
        try:
            state = game.state_from_bytes(bytes(raw))
        except palio.NotationError:
            continue
        accepted += 1
        for seat in range(players):
            world = state.view(seat).world(1)
            world.check()
            assert world.view(seat) == state.view(seat)
        state.playout(random)
        state.check()
    assert accepted > scaled(50)
