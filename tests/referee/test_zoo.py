"""The referee survives every bad habit, in every seat, at 2 to 6 players, and the others' game goes on."""

import pytest

import palio
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub
from palio.referee.process import STDERR_BYTES, Limits
from palio.referee.record import parse_record
from palio.referee.verify import verify
from tests.referee.zoo import assert_group_is_gone, bad_bot, play, play_habit

QUICK = HostSettings(quit_seconds=0.03)
UNTIMED = TimeControl(stall=5000)
HABITS = {
    "silent": ("refused_start", "did not greet"),
    "refuse": ("refused_start", "tired"),
    "slow": ("timeout", "no answer within"),
    "crash": ("crash", "SIGSEGV"),
    "exit": ("crash", "exited with code 3"),
    "illegal": ("illegal_move", "65535"),
    "illegal-text": ("illegal_move", "steal everything"),
    "stale": ("finished", ""),
    "future": ("protocol_error", "expected move with id"),
    "twice": ("finished", ""),
    "text": ("protocol_error", "looks like text on stdout: 'Hello, I think"),
    "short-text": ("timeout", r"looks like text on stdout: 'ok\n'"),
    "huge": ("protocol_error", "too large"),
    "half": ("timeout", "unfinished message"),
    "flood": ("protocol_error", "flood"),
    "stderr-flood": ("finished", ""),
    "nan": ("protocol_error", "thought.speed"),
    "close-early": ("disconnect", "closed its stdin"),
    "close-stdin": ("disconnect", "closed its stdin"),
    "close-stdout": ("disconnect", "closed its stdout"),
    "child": ("finished", ""),
    "memory": ("crash", ""),
    "error": ("forfeit", "tired"),
    "unknown": ("finished", ""),
    "stay": ("finished", ""),
    "stay-hard": ("finished", ""),
}
TIMED = ("slow", "half", "short-text")


@pytest.mark.parametrize("habit", HABITS)
def test_a_bad_habit_is_a_named_end_in_every_seat(habit: str) -> None:
    reason, text = HABITS[habit]
    control = TimeControl(move=30, margin=50) if habit in TIMED else UNTIMED
    settings = HostSettings(
        start_seconds=0.05 if habit == "silent" else 10.0,
        quit_seconds=0.03,
        limits=Limits(memory=64 if habit == "memory" else None),
    )
    for players in range(2, 7):
        for seat in range(players):
            record, group = play_habit(habit, players, seat, control, settings)
            faults = [entry for entry in record.entries if entry.kind == "fault"]
            asked = bool(faults) or any(entry.kind == "seat" and entry.actor == seat for entry in record.entries)
            assert record.ends[seat]["reason"] == (reason if asked else "finished")
            assert all(text in entry.details["text"] for entry in faults)
            assert all(record.ends[other]["reason"] == "finished" for other in range(players) if other != seat)
            if faults:
                assert record.ends[seat]["rank"] == players
            verify(parse_record(record.to_text().encode()))
            assert_group_is_gone(group)


def test_every_seat_with_a_bad_bot() -> None:
    """With six bad bots the one that fails last wins."""
    habits = ["crash", "exit", "illegal", "text", "nan", "error"]
    with Hub() as hub:
        bots = {seat: BotSeat(bad_bot(habit), hub, QUICK) for seat, habit in enumerate(habits)}
        record = play(palio.load("coup", players=6), bots, control=UNTIMED)
    reasons = [end["reason"] for end in record.ends]
    assert reasons.count("finished") == 1
    assert record.ends[reasons.index("finished")]["rank"] == 1
    assert sorted(end["rank"] for end in record.ends) == [1, 2, 3, 4, 5, 6]
    verify(record)


def test_bots_that_do_not_start_share_the_last_places() -> None:
    with Hub() as hub:
        bots = {seat: BotSeat(bad_bot("refuse"), hub, QUICK) for seat in range(2)}
        record = play(palio.load("coup"), bots, control=UNTIMED)
    assert [end["return"] for end in record.ends] == [0.5, 0.5]
    verify(record)


def test_a_program_that_does_not_exist_is_a_refused_start() -> None:
    from palio.referee.launch import BotSpec

    with Hub() as hub:
        record = play(palio.load("coup"), {1: BotSeat(BotSpec("ghost", ("/no/such/program",)), hub, QUICK)})
    assert record.ends[1]["reason"] == "refused_start"
    assert record.ends[0]["rank"] == 1


def test_a_bot_that_failed_gets_a_new_process_for_the_next_game() -> None:
    with Hub() as hub:
        bot = BotSeat(bad_bot("exit"), hub, QUICK)
        for number in (1, 2, 3):
            record = play(palio.load("coup"), {0: bot}, deal=number, control=UNTIMED, number=number)
            assert record.ends[0]["reason"] == "crash"


def test_stale_answers_are_counted_and_dropped() -> None:
    with Hub() as hub:
        bot = BotSeat(bad_bot("stale"), hub, QUICK)
        record = play(palio.load("coup"), {0: bot}, control=UNTIMED)
        decisions = sum(entry.kind == "seat" and entry.actor == 0 for entry in record.entries)
        assert bot.stale == decisions > 0
        bot.close()


def test_stderr_is_kept_with_the_fault_and_bounded() -> None:
    with Hub() as hub:
        bot = BotSeat(bad_bot("stderr-flood"), hub, QUICK)
        play(palio.load("coup"), {0: bot}, control=UNTIMED)
        line = bot.release()
        assert line is not None
        assert 0 < len(line.process.stderr) <= STDERR_BYTES


def test_leaving_the_hub_in_an_error_leaves_no_process() -> None:
    pid = 0
    with pytest.raises(RuntimeError), Hub() as hub:  # noqa: PT012  the error must come inside
        bot = BotSeat(bad_bot("stay-hard"), hub, QUICK)
        bot.prepare()
        line = bot.release()
        assert line is not None
        pid = line.process.pid
        raise RuntimeError
    assert_group_is_gone(pid)
