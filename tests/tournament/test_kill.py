"""Killed with -9 at twenty random moments and resumed each time: nothing is lost, nothing counts twice."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from palio.tournament.records import file_numbers, read_bytes, whole_records
from palio.tournament.store import Store
from tests.support import scaled
from tests.tournament.support import count_records, run_event, small_event, table_of

KILLS = 20
BLOCKS = 300
COMMAND = [
    *(sys.executable, "-m", "palio", "tournament", "--quiet", "-j", "2", "--blocks", str(BLOCKS)),
    *("--bot", "random", "--bot", "greedy", "--game", "coup"),
]


def stored_records(folder: Path) -> dict[int, bytes]:
    """The complete records on disk by the numbers of their games, none of them twice."""
    places = [(game, at) for file in file_numbers(folder) for game, at, _ in whole_records(folder, file)]
    assert len({game for game, _ in places}) == len(places), "a finished game was played again"
    return {game: read_bytes(folder, at) for game, at in places}


def start(folder: Path) -> "subprocess.Popen[bytes]":
    command = [*COMMAND, "--out", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)


def wait_for_records(folder: Path, count: int, run: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + 60
    while run.poll() is None and time.monotonic() < until:
        if count_records(folder) >= count:
            return
        time.sleep(0.002)


def children(pid: int) -> list[int]:
    """The workers of a manager, where the system tells."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def test_twenty_kills(tmp_path: Path) -> None:
    chance = random.Random(5)
    folder = tmp_path / "killed"
    moments = sorted(chance.sample(range(1, 2 * BLOCKS - 150), scaled(KILLS)))
    finished: dict[int, bytes] = {}
    entered: set[int] = set()
    for moment in moments:
        run = start(folder)
        wait_for_records(folder, moment, run)
        time.sleep(chance.random() * 0.02)
        assert run.poll() is None, "the run ended before it could be killed"
        for victim in [run.pid, *(children(run.pid) if chance.random() < 0.3 else [])]:
            os.kill(victim, signal.SIGKILL)
        run.wait()
        now = stored_records(folder)
        assert finished.items() <= now.items(), "a finished game was lost"
        finished = now
        with Store(folder) as store:
            numbers = store.numbers()
            assert entered <= numbers
            entered = numbers
    assert start(folder).wait(timeout=120) == 0
    assert finished.items() <= stored_records(folder).items()
    run_event(small_event(blocks=BLOCKS), tmp_path / "calm", workers=2)
    assert len(table_of(folder)) == 2 * BLOCKS
    assert table_of(folder) == table_of(tmp_path / "calm")


def test_workers_and_bots_end_with_a_killed_manager(tmp_path: Path) -> None:
    command = [*COMMAND, "--processes", "--out", str(tmp_path / "event")]
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_for_records(tmp_path / "event", 3, run)
    workers = children(run.pid)
    bots = [bot for worker in workers for bot in children(worker)]
    run.kill()
    run.wait()
    until = time.monotonic() + 10
    left = [*workers, *bots]
    while left and time.monotonic() < until:
        time.sleep(0.02)
        left = [pid for pid in left if is_alive(pid)]
    assert left == []
    assert not Path("/proc/self").exists() or (len(workers) == 2 and len(bots) >= 2)


def is_alive(pid: int) -> bool:
    """True while a process runs; ended ones that nobody has waited for do not count."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
