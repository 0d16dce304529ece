"""Bot processes: their descriptors, their limits, their end."""

import os
import sys
import time
from pathlib import Path

import pytest

import palio
from palio.errors import BotError
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.hub import Hub
from palio.referee.process import BotProcess, Limits
from palio.referee.record import Record
from tests.referee.zoo import bad_bot, play

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def stderr_of(code: str, limits: Limits | None = None) -> str:
    """What a Python program writes to stderr until it ends."""
    with Hub() as hub:
        line = hub.add(BotProcess((sys.executable, "-I", "-S", "-c", code), limits=limits))
        hub.await_ends([line], 10.0)
        line.drain()
        return line.process.stderr


@LINUX
def test_no_descriptor_leaks_into_a_bot() -> None:
    with Path(__file__).open("rb") as file:
        os.set_inheritable(file.fileno(), True)
        shown = stderr_of("import os, sys; sys.stderr.write(' '.join(sorted(os.listdir('/proc/self/fd'))))")
    assert shown.split()[:3] == ["0", "1", "2"]
    assert len(shown.split()) == 4  # the fourth is the folder that is being listed


@LINUX
def test_the_referee_leaks_no_descriptor() -> None:
    def descriptors() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    def games() -> list[Record]:
        with Hub() as hub:
            bots = {seat: BotSeat(bad_bot("exit"), hub, HostSettings(quit_seconds=0.03)) for seat in range(3)}
            return [play(palio.load("coup", players=3), bots, deal=deal) for deal in range(3)]

    games()
    before = descriptors()
    games()
    assert descriptors() == before


def test_a_bot_leads_a_group_of_its_own() -> None:
    shown = stderr_of("import os, sys; sys.stderr.write(f'{os.getpid()} {os.getpgid(0)} {os.getsid(0)}')")
    pid, group, session = shown.split()
    assert pid == group == session != str(os.getpid())


@LINUX
@pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="a sanitizer reserves more memory than the limit")
def test_limits_are_those_of_the_bot_alone() -> None:
    code = (
        "import os, resource, sys\n"
        "sys.stderr.write(f'{resource.getrlimit(resource.RLIMIT_AS)[0]} {os.sched_getaffinity(0)}')"
    )
    core = min(os.sched_getaffinity(0))
    with Hub() as hub:
        command = (sys.executable, "-c", code)
        line = hub.add(BotProcess(command, limits=Limits(memory=512, cpu=core)))
        hub.await_ends([line], 10.0)
        line.drain()
        assert line.process.stderr == f"{512 << 20} {{{core}}}"
    assert Limits(memory=512, cpu=core).missing() == []


def test_a_dead_bot_is_noticed_at_once() -> None:
    with Hub() as hub:
        begin = time.perf_counter()
        record = play(palio.load("coup"), {0: BotSeat(bad_bot("exit"), hub)})
        assert time.perf_counter() - begin < 5  # far below the deadline of 60 s
    assert record.ends[0]["reason"] == "crash"


@pytest.mark.parametrize("command", [("/no/such/program",), ("/",), ("\0",)])
def test_a_program_that_cannot_be_started_is_a_bot_error(command: tuple[str, ...]) -> None:
    with pytest.raises(BotError, match="cannot start"):
        BotProcess(command)


def test_the_end_is_told_in_words() -> None:
    for code, words in {
        "import sys; sys.exit(3)": "exited with code 3",
        "import os; os.kill(os.getpid(), 9)": "was ended by SIGKILL",
    }.items():
        with Hub() as hub:
            line = hub.add(BotProcess((sys.executable, "-I", "-S", "-c", code)))
            assert hub.close([line], b"", 5.0) == [words]
