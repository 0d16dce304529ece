"""Clocks, faults and their effect on the outcome."""

import pytest

import palio
from palio.core.players import RandomPlayer
from palio.errors import OptionError
from palio.referee.bench import referee_cost
from palio.referee.bot import BotSeat
from palio.referee.clocks import Clocks, TimeControl, parse_clock
from palio.referee.faults import Termination, is_decided, settle
from palio.referee.hub import Hub
from palio.referee.launch import BotSpec, palio_command
from palio.referee.seats import Decision, MoveTexts, PlayerSeat, Seat
from palio.referee.table import Table
from palio.wire import kinds


def finished(players: int) -> palio.State:
    state, random = palio.load("coup", players=players).start(3), palio.Random(3)
    state.playout(random)
    return state


def test_clocks_take_and_give() -> None:
    clocks = Clocks(TimeControl(initial=1000, increment=50), 2)
    clocks.charge(0, 300)
    assert clocks.left() == [750, 1000]
    assert clocks.limit(0, False) == 750
    clocks.charge(0, 9999)
    assert clocks.left() == [50, 1000]


def test_reactions_have_a_limit_of_their_own() -> None:
    clocks = Clocks(TimeControl(move=1000, reaction=100), 2)
    assert clocks.limit(0, False) == 1000
    assert clocks.limit(0, True) == 100
    assert clocks.left() is None
    assert Clocks(TimeControl(initial=50, reaction=100), 2).limit(0, True) == 50
    assert Clocks(TimeControl(), 2).limit(0, True) is None


@pytest.mark.parametrize(("text", "found"), [("60", (60000, 0)), ("60+0.5", (60000, 500)), ("0.25+1", (250, 1000))])
def test_clocks_are_read(text: str, found: tuple[int, int]) -> None:
    assert parse_clock(text) == found


@pytest.mark.parametrize("text", ["", "60+", "+5", "-1", "1e9", "60 + 1"])
def test_wrong_clocks_are_errors(text: str) -> None:
    with pytest.raises(OptionError, match="SECONDS"):
        parse_clock(text)


def test_every_fault_has_a_name_in_the_protocol() -> None:
    assert [str(kind) for kind in Termination] == list(kinds.ENDINGS)


def test_a_fault_at_a_table_of_two_loses() -> None:
    state = palio.load("coup").start(1)
    outcome = settle(state, {0: 4})
    assert outcome.ranks == (2, 1)
    assert outcome.returns == (0.0, 1.0)
    assert outcome.points == (0, 0)
    assert is_decided(2, 1)


def test_a_faulty_seat_ranks_behind_all_others() -> None:
    state = finished(4)
    winner = state.outcome().ranks.index(1)
    outcome = settle(state, {winner: 7})
    assert outcome.ranks[winner] == 4
    assert outcome.returns[winner] == 0.0
    rest = [rank for seat, rank in enumerate(outcome.ranks) if seat != winner]
    assert sorted(rest) == [1, 2, 3]
    assert outcome.points == state.outcome().points


def test_the_later_fault_ranks_higher_and_simultaneous_ones_alike() -> None:
    state = finished(5)
    outcome = settle(state, {0: 9, 1: 5, 2: 5})
    assert outcome.ranks[0] == 3
    assert outcome.ranks[1] == outcome.ranks[2] == 4
    assert outcome.returns[1] == outcome.returns[2] == pytest.approx(0.125)


def test_a_game_goes_on_while_two_players_are_left() -> None:
    assert not is_decided(3, 1)
    assert is_decided(3, 2)
    assert not is_decided(1, 0)
    assert is_decided(1, 1)


def test_a_reaction_is_a_decision_in_anothers_turn() -> None:
    state = palio.load("coup").start(1)
    texts = MoveTexts(state.game)
    assert not Decision(state, 0, texts).is_reaction
    state.apply("tax")
    decision = Decision(state, 1, texts)
    assert decision.is_reaction
    assert decision.kind == "challenge"


def test_the_engine_keeps_its_clock_over_a_whole_game() -> None:
    """Two seconds for the game: chains of small decisions must not lose on time."""
    with Hub() as hub:
        bot = BotSeat(BotSpec("engine", palio_command("engine"), None, {"thoughts": 20}), hub)
        seats: list[Seat] = [bot, PlayerSeat("random", RandomPlayer(1)), PlayerSeat("random", RandomPlayer(2))]
        control = TimeControl(initial=1500, increment=5)
        record = Table(palio.load("coup", players=3), seats, 2, control=control).play()
        bot.close()
    assert [end["reason"] for end in record.ends] == ["finished"] * 3
    assert any("thought" in entry.details for entry in record.entries)


def test_the_seed_of_the_deal_is_not_told() -> None:
    told = []
    deal = 123_456_789
    with Hub() as hub:
        spec = BotSpec("engine", palio_command("engine"), None, {"method": "random"})
        bot = BotSeat(spec, hub, trace=lambda side, message: told.append(str(message)))
        Table(palio.load("coup"), [bot, PlayerSeat("random", RandomPlayer(1))], deal, seed=5).play()
        bot.close()
    assert told
    assert not [text for text in told if str(deal) in text]


def test_the_cost_of_the_referee_is_measured() -> None:
    """The bound of the benchmark is 100 µs; here only that it is no other order of magnitude."""
    cost = referee_cost(palio.load("coup"), seconds=0.05)
    assert cost.decisions > 10
    assert 0 < cost.cpu < 2000
