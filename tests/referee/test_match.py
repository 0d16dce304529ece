"""`palio match`, `replay` and `verify` from the command line."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import palio
from palio.cli import main
from palio.referee.match import Match
from palio.referee.record import read_record
from tests.referee.zoo import bad_bot
from tests.support import processes

ROOT = Path(__file__).parents[2]


def test_a_match_writes_records_that_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "honest", "random", "greedy", "--games", "3", "--records", str(tmp_path)]) == 0
    assert "honest" in capsys.readouterr().out
    files = sorted(map(str, tmp_path.iterdir()))
    assert len(files) == 3
    assert main(["verify", *files]) == 0
    assert capsys.readouterr().out.count(": ok, coup") == 3
    Path(files[1]).write_bytes(Path(files[1]).read_bytes().replace(b"seat 1: ", b"seat 1; ", 1))
    assert main(["verify", *files]) == 1
    assert "FAILED: line" in capsys.readouterr().out


def test_json_lines_for_scripts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "greedy", "random", "--games", "4", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line.get("number") for line in lines] == [1, 2, 3, 4, None]
    assert [line["bots"] for line in lines[:4]] == [[0, 1], [1, 0], [0, 1], [1, 0]]
    assert [line["deal"] for line in lines[:4]] == [1, 1, 2, 2]
    assert sum(score["wins"] for score in lines[4]["scores"]) == 4


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        main(["match", "mo-ismcts", "random", "--games", "2", "--iterations", "200", "--json"])
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        shown.append([{key: value for key, value in line.items() if key != "seconds"} for line in lines])
    assert shown[0] == shown[1]


def test_one_bad_bot_does_not_end_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    command = " ".join(bad_bot("exit").command)
    assert main(["match", "random", command, "random", "--games", "3", "--json"]) == 0
    out, err = capsys.readouterr()
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["reasons"].count("crash") for line in lines[:3]] == [1, 1, 1]
    assert lines[3]["scores"][1] | {"faults": 3, "wins": 0} == lines[3]["scores"][1]
    assert "exited with code 3" in " ".join(err.split())


def test_nobody_wins_where_nobody_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "false", "false", "--games", "2", "--json"]) == 0
    *games, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [(game["won"], game["reasons"]) for game in games] == [([False, False], ["crash", "crash"])] * 2
    assert [(score["wins"], score["faults"]) for score in last["scores"]] == [(0, 2), (0, 2)]


def test_the_interval_stays_within_the_scores_and_needs_two_deals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "greedy", "random", "--games", "2", "--json"]) == 0
    assert [score["interval"] for score in last_scores(capsys)] == [None, None]
    assert main(["match", "greedy", "random", "--games", "2"]) == 0
    assert "needs 2 deals" in capsys.readouterr().out
    assert main(["match", "greedy", "random", "--games", "4", "--json"]) == 0
    for score in last_scores(capsys):
        low, high = score["interval"]
        assert 0 <= low <= score["score"] <= high <= 1
        assert high - low > 0.5


def last_scores(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out.splitlines()[-1])["scores"]
    return found


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random"], "1"),
        (["random", "random", "--players", "3"], "3 seats need 3 bots, got 2"),
        (["random", "random", "--games", "0"], "--games: expected 1 to"),
        (["random", "random", "--clock", "fast"], "--clock: expected SECONDS"),
        (["random", "random", "--move-time", "-1"], "--move-time: expected"),
        (["random", "random", "--memory", "0"], "--memory: expected"),
        (["random", "random", "--cpu", "4095"], "--cpu: expected one of 0"),
        (["random", "what-is-this"], "expected one of"),
        (["random", "random", "--records", "/dev/null/x"], "cannot make the folder"),
    ],
)
def test_wrong_usage_is_one_line(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", *words]) == 2
    assert message in capsys.readouterr().err


def test_finished_games_stay_when_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    true_fsync = os.fsync

    def fsync(number: int) -> None:
        if len(written) == 2:
            raise OSError(28, "No space left on device")
        written.append(number)
        true_fsync(number)

    monkeypatch.setattr("os.fsync", fsync)
    assert main(["match", "random", "random", "--games", "5", "--records", str(tmp_path)]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["coup-000001.txt", "coup-000002.txt"]
    assert main(["verify", *map(str, tmp_path.iterdir())]) == 0


def wait_for(condition: Callable[[], object], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_match_leaves_no_bot(number: signal.Signals, tmp_path: Path) -> None:
    """Also when it is killed: the kernel ends the bots then."""
    marker = f"slow {tmp_path}"
    command = " ".join((*bad_bot("slow").command, "marker", f"'{marker}'"))
    words = [sys.executable, "-m", "palio", "match", command, "random", "--games", "5"]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)

    def bots() -> list[str]:
        return [command for _, command in processes("ppid") if marker in command and " match " not in command]

    try:
        wait_for(bots)
        process.send_signal(number)
        assert process.wait(10) == (-number if number == signal.SIGKILL else 130)
        wait_for(lambda: not bots())
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("habit", ["child", "stay-hard"])
def test_interrupts_in_quick_succession_leave_no_bot(habit: str, tmp_path: Path) -> None:
    """Neither in a game nor while the bots are given time to leave: `stay-hard` ignores quit and terminate."""
    marker = f"{habit} {tmp_path}"
    command = " ".join((*bad_bot(habit).command, "marker", f"'{marker}'"))
    games = "1" if habit == "stay-hard" else "1000000"
    words = [sys.executable, "-m", "palio", "match", command, "random", "--games", games, "--json"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        for _ in range(5):
            process.send_signal(signal.SIGINT)
            time.sleep(0.003)
        _, errors = process.communicate(timeout=10)
        assert (process.returncode, errors.count(b"Traceback")) == (130, 0)
        assert not [words for _, words in processes("pgid") if marker in words]
    finally:
        process.kill()
        process.wait()


def test_replay_shows_what_a_seat_saw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["match", "random", "random", "random", "--games", "6", "--records", str(tmp_path)])
    capsys.readouterr()
    path = next(path for path in sorted(tmp_path.iterdir()) if "keep " in path.read_text("utf-8"))
    entry = next(entry for entry in read_record(path).entries if entry.text.startswith("keep "))
    assert main(["replay", str(path)]) == 0
    assert entry.text in capsys.readouterr().out
    assert main(["replay", str(path), "--seat", str((entry.actor + 1) % 3)]) == 0
    assert entry.text not in capsys.readouterr().out.split("┏")[0]
    assert main(["replay", str(path), "--seat", "3"]) == 2


def test_a_match_in_code() -> None:
    with Match(palio.load("coup", players=3), ["greedy", "random", "random"]) as match:
        played = list(match.play(3))
    assert [game.order for game in played] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert len({json.dumps(game.record.header["first"]) for game in played}) == 1
    assert sum(score.wins for score in match.scores) == 3


def test_the_demo_command_still_works() -> None:
    words = [sys.executable, "-m", "palio", "match", "greedy", "random", "--games", "4"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    assert "coup, 2 players, 4 games" in shown.stdout


def test_a_person_steps_through_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["match", "random", "random", "--games", "1", "--records", str(tmp_path)])
    path = next(tmp_path.iterdir())
    typed = iter(["", "b", "4", "x", "q"])
    prompts: list[str] = []

    def answer(console: object, prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    monkeypatch.setattr("rich.console.Console.input", answer)
    monkeypatch.setattr("palio.cli.replay.is_terminal", lambda: True)
    assert main(["replay", str(path)]) == 0
    places = [int(prompt.split("]")[1].split("/")[0]) for prompt in prompts]
    assert places == [1, 2, 1, 4, 5]
    assert "rank 1" in capsys.readouterr().out


def test_a_lost_solo_game_is_no_win(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Alone at the table the rank is always 1; the result says who has won."""
    words = ["--game", "masters", "--games", "1", "--records", str(tmp_path), "--json"]
    assert main(["match", "random", *words]) == 0
    game, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (game["ranks"], game["returns"], game["won"]) == ([1], [0.0], [False])
    assert last["scores"][0]["wins"] == 0
    assert main(["replay", str(next(tmp_path.iterdir()))]) == 0
    assert "lost: random (seat 0)" in capsys.readouterr().out
