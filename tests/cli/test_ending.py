"""How the command ends when somebody or something ends it: interrupts, full disks, readers that leave."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from palio.cli import main

BEGIN = "import sys; sys.argv[0] = 'palio'; from palio_command import main; sys.exit(main())"
MATCH = ["match", "random", "greedy", "--games"]


def palio(*words: str, stdout: int = subprocess.PIPE) -> "subprocess.Popen[str]":
    """The program as its script starts it."""
    command = [sys.executable, "-c", BEGIN, *words]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)


def test_an_interrupt_while_it_loads_is_no_traceback() -> None:
    """The interrupt comes within an import of the package, where the program spends its first tenth of a second."""
    trap = """
import os, signal, sys
class Trap:
    def find_spec(self, name, path=None, target=None):
        if name == "palio.cli":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Trap())
"""
    words = [sys.executable, "-c", trap + BEGIN, "match"]
    ended = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr == ""


def test_an_interrupted_match_shows_the_games_it_has_finished() -> None:
    process = palio(*MATCH, "1000000")
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    shown, errors = process.communicate(timeout=10)
    assert process.returncode == 130
    assert "greedy" in shown
    assert 0 < int(shown.split(" games")[0].split()[-1]) < 1_000_000
    assert "Traceback" not in errors


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", [[*MATCH, "3"], [*MATCH, "3", "--json"], ["perft", "coup", "1"]])
def test_a_full_disk_behind_stdout_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        process = palio(*words, stdout=full.fileno())
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 2
    assert f"palio {words[0]}: [Errno 28] No space left on device" in errors
    assert "Traceback" not in errors
    assert "ignored" not in errors


@pytest.mark.parametrize("words", ["match random greedy --games 1", "perft coup 1", "bench --seconds 0.01", "engine"])
def test_a_closed_stdout_is_one_line(words: str) -> None:
    command = ["sh", "-c", f'exec "$0" -m palio {words} >&-', sys.executable]
    ended = subprocess.run(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (2, f"palio {words.split(maxsplit=1)[0]}: stdout is closed\n")


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    process = palio(*MATCH, "1000000", "--json")
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith('{"number": 1,')
    process.stdout.close()
    assert process.wait(10) == 2
    assert process.stderr.read().strip() == ""
    process.stderr.close()


@pytest.mark.parametrize("words", [[], ["--json"]])
def test_games_before_a_full_disk_are_shown(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = iter([None, None])

    def fsync(number: int) -> None:
        if next(left, number) is not None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fsync)
    assert main([*MATCH, "9", "--records", str(tmp_path), *words]) == 2
    told = capsys.readouterr()
    if words:
        lines = [json.loads(line) for line in told.out.splitlines()]
        assert [line.get("number") for line in lines] == [1, 2, 3, None]
        assert lines[-1]["scores"][0]["games"] == 3
    else:
        assert "3 games" in told.out
    assert "coup-000003.txt: No space left on device" in told.err


def test_a_folder_that_takes_no_file_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on a disk that is mounted read-only, where opening fails and deleting as well."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "open", refuse)
    monkeypatch.setattr(os, "unlink", refuse)
    assert main([*MATCH, "2", "--records", str(tmp_path)]) == 2
    assert "coup-000001.txt: Read-only file system" in capsys.readouterr().err
