"""One bot process: its pipes, its limits, its end.

The process leads a session and process group of its own. It ends by quit, terminate, kill, of the whole group. It
dies with the referee where the system can do that (Linux), also if the referee is killed.
"""

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from palio.errors import BotError

STDERR_BYTES = 1 << 16
"""So much of the end of stderr is kept."""
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot process may use; None is no limit."""

    memory: int | None = None
    """Address space, in MiB."""
    cpu: int | None = None
    """The core to run on."""

    def missing(self) -> list[str]:
        """What was asked for and this system cannot do."""
        lacks = []
        if self.memory is not None and sys.platform == "win32":
            lacks.append("memory limits")
        if self.cpu is not None and not hasattr(os, "sched_setaffinity"):
            lacks.append("pinning to a core")
        return lacks


def die_with_parent() -> Callable[[], None]:
    """A function for the child that asks the kernel to kill it when the referee dies."""
    if sys.platform != "linux":
        return lambda: None
    import ctypes

    prctl = ctypes.CDLL(None).prctl
    parent = os.getpid()

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def restrict(limits: Limits) -> Callable[[], None]:
    """The function that runs in the child before the bot's program."""
    ask = die_with_parent()

    def prepare() -> None:
        ask()
        if limits.memory is not None:
            import resource

            size = limits.memory << 20
            resource.setrlimit(resource.RLIMIT_AS, (size, size))
        if limits.cpu is not None and hasattr(os, "sched_setaffinity"):
            os.sched_setaffinity(0, {limits.cpu})

    return prepare


class BotProcess:
    """A running bot program. Its descriptors do not block; `stderr` holds the last that it wrote there."""

    def __init__(self, command: Sequence[str], directory: Path | None = None, limits: Limits | None = None) -> None:
        try:
            self._process = subprocess.Popen(
                list(command),
                cwd=directory,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                close_fds=True,
                start_new_session=True,
                preexec_fn=restrict(limits or Limits()),  # noqa: PLW1509  the referee starts bots from one thread
            )
        except (OSError, subprocess.SubprocessError, ValueError) as error:
            raise BotError(f"cannot start {' '.join(command)!r}: {error}") from None
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self.stdin, self.stdout, self.errors = (pipe.fileno() for pipe in pipes if pipe)
        for number in (self.stdin, self.stdout, self.errors):
            os.set_blocking(number, False)
        self.pid = self._process.pid
        self.pidfd = os.pidfd_open(self.pid) if hasattr(os, "pidfd_open") else -1
        self._stderr = bytearray()
        self._closed = False

    def keep_stderr(self, data: bytes) -> None:
        """Append to the ring of what the bot wrote to stderr."""
        self._stderr += data
        if len(self._stderr) > STDERR_BYTES:
            del self._stderr[:-STDERR_BYTES]

    @property
    def stderr(self) -> str:
        return self._stderr.decode(errors="replace")

    def exit_code(self) -> int | None:
        """The exit code, negative for a signal; None while the process runs.

        Where the system can, the process is not reaped by asking, so that its group keeps its number.
        """
        if self._process.returncode is not None or not hasattr(os, "waitid"):
            return self._process.poll()
        found = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        if found is None:
            return None
        return found.si_status if found.si_code == os.CLD_EXITED else -found.si_status

    def has_ended(self) -> bool:
        return self.exit_code() is not None

    def signal(self, number: int) -> None:
        """Send a signal to the whole group."""
        if not self._closed:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    def reap(self) -> str:
        """Kill what is left of the group, close the pipes; says how the process ended."""
        self.signal(signal.SIGKILL)
        self._process.wait()
        self._closed = True
        if self.pidfd >= 0:
            os.close(self.pidfd)
            self.pidfd = -1
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe and not pipe.closed:
                with contextlib.suppress(OSError):
                    pipe.close()
        return self.ending()

    def ending(self) -> str:
        """How the process ended, in words."""
        code = self.exit_code()
        if code is None:
            return "is running"
        if code >= 0:
            return f"exited with code {code}"
        try:
            return f"was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"was ended by signal {-code}"
