"""`palio engine` as a process: what a host sees of it."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

import palio
from palio.referee.launch import palio_command
from palio.referee.session import Session, SessionError, decide_map, start_map
from palio.wire import pack_frame
from palio.wire.messages import Analysis, Error, Move, Ok, Pong, Ready, Thought
from tests.support import SCALE

ENGINE = palio_command("engine")
FOREVER: dict[str, Any] = {"time": 60_000}


@pytest.fixture
def session() -> Iterator[Session]:
    with Session(ENGINE) as opened:
        opened.greet()
        yield opened


def opening(players: int = 3) -> palio.State:
    return palio.load("coup", players=players).start(4)


@pytest.mark.skipif(SCALE < 1, reason="a slow build starts more slowly")
def test_it_starts_in_well_under_half_a_second() -> None:
    times = []
    for _ in range(3):
        begin = time.perf_counter()
        with Session(ENGINE) as session:
            session.greet()
            times.append(time.perf_counter() - begin)
    assert min(times) < 0.5


def test_the_terminal_library_is_not_loaded() -> None:
    """Heavy imports would be paid by every bot of every game."""
    code = "import palio.cli.engine, sys; print([m for m in ('rich', 'numpy', 'asyncio') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "[]"


def test_the_greeting_has_games_and_options_with_ranges(session: Session) -> None:
    hello = session.greet()
    assert [offer["game"] for offer in hello.games] == list(palio.GAMES)
    options = {option["name"]: option for option in hello.options or []}
    assert set(options) >= {"method", "threads", "memory", "seed", "iterations", "style"}
    assert options["threads"] | {"low": 1, "kind": "integer"} == options["threads"]
    assert "mo-ismcts" in options["method"]["values"]


def test_ping_and_ready_are_answered_during_a_search(session: Session) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    decision = session.next_id()
    session.send({**decide_map(state, 1, FOREVER), "id": decision})
    begin = time.perf_counter()
    session.ask(Pong, {"type": "ping"})
    session.ask(Ready, {"type": "ready"})
    assert time.perf_counter() - begin < 2
    session.send({"type": "stop", "id": decision})
    session.expect(Move, decision, 2.0)


def test_a_decision_is_answered_once_and_the_next_one_is_not_busy(session: Session) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    for _ in range(20):
        session.ask(Move, decide_map(state, 1, {"iterations": 50}))


def test_a_second_decision_at_a_table_is_refused_as_busy(session: Session) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    first = session.next_id()
    session.send({**decide_map(state, 1, FOREVER), "id": first})
    assert session.ask(Error, decide_map(state, 1, FOREVER)).code == "busy"
    session.send({"type": "stop", "id": first})
    session.expect(Move, first)


def test_several_games_at_once(session: Session) -> None:
    state = opening()
    for table in (1, 2):
        session.start(state.game, table, state.actor)
    slow, quick = session.next_id(), session.next_id()
    session.send({**decide_map(state, 1, FOREVER), "id": slow})
    session.send({**decide_map(state, 2, {"iterations": 50}), "id": quick})
    session.expect(Move, quick)
    session.send({"type": "stop", "id": slow})
    session.expect(Move, slow)


def test_analysis_runs_until_stopped_and_streams_thoughts(session: Session) -> None:
    state = opening()
    session.ask(Ok, {"type": "set", "options": {"thoughts": 20}})
    number = session.next_id()
    view = state.view(state.actor).to_map()
    asked = {"type": "analyse", "game": "coup", "options": dict(state.game.options), "view": view, "candidates": 2}
    session.send({**asked, "id": number})
    thoughts = [session.expect(Thought, number).thought for _ in range(3)]
    visits = [thought["visits"] for thought in thoughts]
    assert visits == sorted(visits)
    session.send({"type": "stop", "id": number})
    final = session.expect(Analysis, number, 2.0).thought
    assert final["visits"] >= visits[-1]
    assert len(final["candidates"]) == 2
    assert {value["seat"] for value in final["values"]} == {0, 1, 2}
    assert final["move"] == final["candidates"][0]["move"] == final["pv"][0]
    assert {belief["seat"] for belief in final["beliefs"]} <= {1, 2}


def test_analysis_with_a_limit_ends_by_itself(session: Session) -> None:
    state = opening()
    content = {"type": "analyse", "game": "coup", "options": dict(state.game.options)}
    answer = session.ask(Analysis, {**content, "view": state.view(state.actor).to_map(), "limit": {"iterations": 500}})
    assert answer.thought["visits"] == 500


def test_one_seed_one_limit_and_one_thread_give_the_same_moves() -> None:
    def moves() -> list[Any]:
        with Session(ENGINE) as session:
            session.greet()
            state = opening()
            session.start(state.game, 1, state.actor)
            answers = [session.ask(Move, decide_map(state, 1, {"iterations": 400})) for _ in range(3)]
            return [(answer.move, (answer.thought or {})["candidates"]) for answer in answers]

    assert moves() == moves()


def test_time_limits_are_kept(session: Session) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    begin = time.perf_counter()
    answer = session.ask(Move, decide_map(state, 1, {"time": 300}))
    assert time.perf_counter() - begin < 0.3 + 0.7  # other processes may have the core
    assert answer.thought is not None


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, None),
        ({"rules": 99}, "rules"),
        ({"data": "0000"}, "data"),
        ({"seat": 3}, "seat"),
        ({"options": {"players": 99}}, None),
        ({"clock": 5}, "clock"),
        ({"seed": -1}, "seed"),
    ],
)
def test_a_start_that_it_cannot_play_is_refused(session: Session, change: dict[str, Any], field: str | None) -> None:
    answer = session.ask(Error, {**start_map(palio.load("coup", players=3), 1, 0), **change})
    assert answer.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"view": {}}, "view"),
        ({"moves": ["tax"]}, "moves"),
        ({"table": 5}, "table"),
        ({"limit": {"time": "soon"}}, "limit.time"),
    ],
)
def test_a_wrong_decision_is_an_error_that_names_the_field(
    session: Session, change: dict[str, Any], field: str
) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    answer = session.ask(Error, {**decide_map(state, 1), **change})
    assert answer.field == field
    session.ask(Move, decide_map(state, 1, {"iterations": 10}))


def test_the_view_of_another_seat_is_refused(session: Session) -> None:
    state = opening()
    session.start(state.game, 1, 2)
    assert session.ask(Error, decide_map(state, 1)).field == "view.seat"


def test_options_change_all_or_nothing(session: Session) -> None:
    answer = session.ask(Error, {"type": "set", "options": {"method": "random", "threads": 0}})
    assert answer.field == "options.threads"
    state = opening()
    session.start(state.game, 1, state.actor)
    assert session.ask(Move, decide_map(state, 1, {"iterations": 10})).thought is not None  # still searches


def test_requests_before_the_greeting_are_refused() -> None:
    with Session(ENGINE) as session:
        assert session.ask(Error, {"type": "ping"}).code == "refused"
        session.greet()
        session.ask(Pong, {"type": "ping"})


@pytest.mark.parametrize("leave", ["quit", "end of input"])
def test_it_leaves_in_the_middle_of_a_search(session: Session, leave: str) -> None:
    state = opening()
    session.start(state.game, 1, state.actor)
    session.send({**decide_map(state, 1, FOREVER), "id": session.next_id()})
    if leave == "quit":
        session.send({"type": "quit"})
    else:
        session.close_input()
    assert session.await_end(3.0) == "exited with code 0"


def test_text_for_stdout_goes_to_stderr() -> None:
    code = (
        "import palio.cli.engine as e, os; sink = e.private_output(); print('stray'); os.system('echo from a child');"
        "os.write(sink, b'frame')"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert shown.stdout == b"frame"
    assert b"stray" in shown.stderr
    assert b"from a child" in shown.stderr


def test_a_broken_frame_is_answered_and_ends_the_session() -> None:
    shown = subprocess.run(ENGINE, input=b"hello?\n", capture_output=True, check=False)
    assert shown.returncode == 1
    assert b"looks like text" in shown.stdout


def test_a_host_that_does_not_read_ends_the_engine() -> None:
    process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(pack_frame({"type": "hello", "protocol": 1, "name": "x", "version": "1"}))
    process.stdin.close()
    assert process.wait(5) == 0


def test_a_wrong_setting_on_the_command_line_is_exit_code_2() -> None:
    shown = subprocess.run([*ENGINE, "--set", "threads=none"], capture_output=True, text=True, check=False)
    assert shown.returncode == 2
    assert "options.threads: expected an integer" in shown.stderr


def test_settings_of_the_command_line_are_in_the_greeting() -> None:
    """A scripted style leaves the games that have one, and a host that never sets an option knows its value."""
    with Session([*ENGINE, "--set", "style=honest", "--set", "threads=2"]) as session:
        hello = session.greet()
    assert [game["game"] for game in hello.games] == ["coup"]
    defaults = {option["name"]: option["default"] for option in hello.options or []}
    assert (defaults["style"], defaults["threads"], defaults["method"]) == ("honest", 2, "auto")


def test_styles_are_for_games_that_have_them(session: Session) -> None:
    session.ask(Ok, {"type": "set", "options": {"style": "honest"}})
    state = opening()
    session.start(state.game, 1, state.actor)
    assert isinstance(session.ask(Move, decide_map(state, 1)).move, int)


def test_a_session_shows_what_was_said() -> None:
    with Session((sys.executable, "-c", "print('hi there')")) as session, pytest.raises(SessionError):
        session.greet()
    assert json.dumps(list(session.log)).count("host") == 1
