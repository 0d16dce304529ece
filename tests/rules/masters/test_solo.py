"""Masters of Renaissance, Partita in solitario."""

from typing import Any

import pytest

import palio
from palio import CHANCE, State
from tests.rules.masters.table import field, play, player, position, texts, to_turns

EMPTY: dict[str, Any] = {}
RED = ("rwww", "bbgg", "yypp", "w")
STONES = ("ggww", "bbyy", "wwpp", "r")
FULL = {"coins": 1, "servants": 2, "shields": 3}
SIX = [[1, 18, 35], [2, 19], [3]]
GREEN = [*range(1, 17, 4), *range(17, 33, 4), *range(33, 49, 4)]


def token_phase(row: dict[str, Any] | None = None, **more: Any) -> State:
    """After the player's turn, before the token."""
    return position(row or {}, phase="token", **more)


def cross(state: State) -> int:
    return int(state.to_map()["solo"]["black_cross"])


def stack(state: State, color: int, level: int) -> list[int]:
    cards: list[int] = state.to_map()["stacks"][4 * (level - 1) + color]["cards"]
    return cards


def test_preparation() -> None:
    """Preparazione: base rules, the player first, the cross on the first space, all tokens in the pile."""
    state = palio.load("masters", players=1).start(1)
    assert len(player(state)["dealt"]) == 4
    assert len(texts(state)) == 6
    state = to_turns(state)
    found = state.to_map()
    assert found["first_player"] == 0
    assert found["solo"] == {"black_cross": 0, "tokens": [1, 2, 3, 4, 5, 6, 7]}
    assert (field(state, "faith"), field(state, "warehouse")) == (0, {})


def test_a_token_is_revealed_after_each_turn() -> None:
    """Il gioco: after the turn, leader actions included."""
    state = play(position({"hand": [49]}), "market row 1")
    assert state.actor == 0
    state.apply("end turn")
    assert state.actor == CHANCE
    assert texts(state) == ["token 1", "token 2", "token 3", "token 4", "token 5", "token 7"]
    assert play(state, "token 5").actor == 0


def test_each_token_of_the_pile_is_equally_likely() -> None:
    """Il gioco: the pile is shuffled; the two equal tokens are one outcome."""
    state = token_phase()
    chances = {text: state.chance_probability(text) for text in texts(state)}
    assert chances.pop("token 5") == pytest.approx(2 / 7)
    assert list(chances.values()) == [pytest.approx(1 / 7)] * 5
    fewer = token_phase(tokens=[2, 5, 7])
    assert [fewer.chance_probability(text) for text in texts(fewer)] == [pytest.approx(1 / 3)] * 3


def test_revealed_tokens_leave_the_pile() -> None:
    state = play(token_phase(), "token 1")
    assert state.to_map()["solo"]["tokens"] == [2, 3, 4, 5, 6, 7]
    state = play(token_phase(), "token 5")
    assert state.to_map()["solo"]["tokens"] == [1, 2, 3, 4, 5, 7]


@pytest.mark.parametrize(("token", "color"), [(1, 2), (2, 0), (3, 1), (4, 3)])
def test_a_colour_token_discards_the_two_lowest_cards(token: int, color: int) -> None:
    """Il gioco 1: two cards of the colour, the lowest level first."""
    state = token_phase()
    before = stack(state, color, 1)
    after = play(state, f"token {token}")
    assert stack(after, color, 1) == before[2:]
    for other in range(12):
        if other != color:
            assert after.to_map()["stacks"][other] == state.to_map()["stacks"][other]
    assert cross(after) == 0


@pytest.mark.parametrize(("gone", "left"), [(3, (0, 3, 4)), (4, (0, 2, 4)), (7, (0, 0, 3)), (8, (0, 0, 2))])
def test_discards_go_on_with_the_next_level(gone: int, left: tuple[int, ...]) -> None:
    """Il gioco 1: without level I cards those of level II, and so on."""
    after = play(token_phase(discarded=GREEN[:gone]), "token 2")
    assert tuple(len(stack(after, 0, level)) for level in (1, 2, 3)) == left


@pytest.mark.parametrize("token", [5, 6])
def test_a_cross_token_moves_the_black_cross_two_spaces(token: int) -> None:
    """Il gioco 2."""
    pile = [1, 2, 3, 4, 5, 6, 7] if token == 6 else [1, 2, 3, 4, 5, 7]
    after = play(token_phase(cross=3, tokens=pile), "token 5")
    assert cross(after) == 5
    assert after.to_map()["solo"]["tokens"] == [number for number in pile if number != token]


def test_the_shuffling_token_moves_one_space_and_makes_a_new_pile() -> None:
    """Il gioco 3."""
    after = play(token_phase(cross=3, tokens=[1, 7]), "token 7")
    assert cross(after) == 4
    assert after.to_map()["solo"]["tokens"] == [1, 2, 3, 4, 5, 6, 7]


def test_the_cross_can_bring_a_report() -> None:
    """Il gioco: like a normal marker; the player's tile goes by the player's place."""
    assert field(play(token_phase({"faith": 5}, cross=7), "token 5"), "favor") == [1]
    after = play(token_phase({"faith": 4}, cross=7), "token 5")
    assert (field(after, "favor"), after.to_map()["reports"]) == ([], 1)


@pytest.mark.parametrize(("number", "start", "pope"), [(1, 5, 8), (2, 12, 16), (3, 19, 24)])
def test_each_report_may_come_from_the_cross(number: int, start: int, pope: int) -> None:
    """Il gioco: tiles follow the base rules whoever brought the report, the last one too, which ends the game."""
    for faith, favor in ((start, [number]), (start - 1, [])):
        after = play(token_phase({"faith": faith}, cross=pope - 1), "token 7")
        assert (field(after, "favor"), after.to_map()["reports"]) == (favor, number)
        assert after.is_over is (pope == 24)


def test_the_player_can_bring_a_report() -> None:
    after = play(position({"faith": 7}, lines=RED), "market row 1")
    assert field(after, "favor") == [1]


def test_discards_move_the_black_cross() -> None:
    """Ruling: one space per discarded resource."""
    after = play(position({"warehouse": FULL}, lines=STONES), "market row 1")
    assert cross(after) == 2
    assert field(after, "faith") == 0


def test_own_faith_and_the_cross_move_before_the_report() -> None:
    """Ruling: one action takes the cross to 8 and the own marker into the section."""
    lines = ("rggw", "bbyy", "wwpp", "w")
    after = play(position({"warehouse": FULL, "faith": 4}, cross=6, lines=lines), "market row 1")
    assert (field(after, "faith"), cross(after), field(after, "favor")) == (5, 8, [1])


def lost(state: State) -> bool:
    return bool(state.is_over and state.outcome().returns == (0.0,))


def won(state: State) -> bool:
    return bool(state.is_over and state.outcome().returns == (1.0,))


def test_lost_when_a_token_takes_the_last_cards_of_a_colour() -> None:
    """Fine 1: at once."""
    assert lost(play(token_phase(discarded=GREEN[:10]), "token 2"))
    assert lost(play(token_phase(discarded=GREEN[:11]), "token 2"))
    assert not play(token_phase(discarded=GREEN[:9]), "token 2").is_over


def test_lost_when_the_own_purchase_takes_the_last_card_of_a_colour() -> None:
    """Ruling: after the own turn."""
    row = {"slots": [[2, 18]], "chest": {"shields": 8, "coins": 8, "servants": 8}, "hand": [49]}
    state = play(position(row, discarded=GREEN[:11]), "buy 45")
    assert not state.is_over
    assert lost(play(state, "end turn"))
    assert lost(play(position(row | {"hand": []}, discarded=GREEN[:11]), "buy 45"))


def test_a_leader_action_after_the_purchase_can_still_win() -> None:
    """Ruling: the own purchase loses after the own turn only, and the last space wins at once."""
    row = {"slots": [[2, 18]], "chest": {"shields": 8, "coins": 8}, "hand": [49], "faith": 23}
    state = play(position(row, discarded=GREEN[:11]), "buy 45")
    assert won(play(state, "discard 49"))
    assert lost(play(position(row | {"faith": 22}, discarded=GREEN[:11]), "buy 45", "discard 49"))


def test_a_seventh_card_wins_before_the_colour_is_lost() -> None:
    """Ruling: both in the same moment: won."""
    chest = {"shields": 8, "coins": 8}
    five = {"slots": [[2, 18], [3, 19], [4]], "chest": chest}
    assert lost(play(position(five, discarded=GREEN[:11]), "buy 45", "slot 1"))
    six = {"slots": [[2, 18], [3, 19, 36], [4]], "chest": chest}
    assert won(play(position(six, discarded=GREEN[:11]), "buy 45"))


def test_lost_when_the_cross_reaches_the_last_space() -> None:
    """Fine 2: by a token, or by discards in the own turn, at once."""
    assert lost(play(token_phase({"faith": 23}, cross=22), "token 5"))
    assert lost(play(token_phase({"faith": 23}, cross=23), "token 7"))
    assert lost(play(position({"warehouse": FULL}, cross=22, lines=STONES), "market row 1"))


def test_won_on_the_last_space() -> None:
    """Fine 3: at once, after the last report and without a token."""
    after = play(position({"faith": 23, "hand": [49]}, cross=20, lines=RED), "market row 1")
    assert won(after)
    assert field(after, "favor") == [3]


def test_won_by_a_leader_discarded_before_the_action() -> None:
    """Fine 3: at once, without the turn's action and with the last report."""
    after = play(position({"faith": 23, "hand": [49, 50]}, cross=23), "discard 50")
    assert won(after)
    assert (field(after, "favor"), field(after, "in_hand")) == ([3], 1)


def test_won_with_the_seventh_card() -> None:
    """Fine 3: at once, no leader action after it."""
    state = position({"slots": SIX, "chest": {"stones": 4}, "hand": [49]}, tops=[20])
    after = play(state, "buy 20")
    assert won(after)
    assert after.to_map()["solo"]["tokens"] == [1, 2, 3, 4, 5, 6, 7]


def test_both_markers_reach_the_end_in_one_action() -> None:
    """Rulings, Solo: won."""
    lines = ("rggw", "bbyy", "wwpp", "w")
    assert won(play(position({"warehouse": FULL, "faith": 23}, cross=22, lines=lines), "market row 1"))


def test_the_score_is_that_of_the_base_rules() -> None:
    """Fine 3: points of a won game; a lost one keeps its points and is a loss."""
    after = play(position({"faith": 23, "slots": [[1, 17]]}, lines=RED), "market row 1")
    assert after.outcome().points == (20 + 4 + 1 + 5,)
    beaten = play(token_phase({"faith": 15, "slots": [[1, 17]]}, cross=22), "token 5")
    assert lost(beaten)
    assert beaten.outcome().points == (9 + 6,)


def test_a_game_that_runs_out_of_turns_is_not_won() -> None:
    """Options: scored as it stands."""
    state = play(position(EMPTY, max_turns=1), "market row 1", "token 5")
    assert lost(state)


def test_every_solo_game_ends() -> None:
    """The pile takes two cards of a colour or moves the cross: nobody lasts 200 turns."""
    game = palio.load("masters", players=1, max_turns=10000)
    for seed in range(200):
        state = game.start(seed)
        state.playout(palio.Random(seed), informed=bool(seed % 2))
        assert state.to_map()["round"] < 100
