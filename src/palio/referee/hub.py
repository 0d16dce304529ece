"""Waiting for bots: answers, ends of processes, ends of pipes and deadlines, all at once and for all bots.

While the referee waits for one bot, the stderr and stdout of all are drained, so that none blocks in a write.
"""

import contextlib
import os
import select
import signal
import time
from collections.abc import Callable, Iterable
from typing import Any

from palio.errors import WireError
from palio.referee.faults import Fault, FaultError, Termination
from palio.referee.process import BotProcess
from palio.wire.frames import HEADER_BYTES, FrameReader, unpack_body

READ_BYTES = 1 << 16
FLOOD_BYTES = 1 << 24
FLOOD_MESSAGES = 5_000
"""More than this between two messages of the host is a flood."""
POLL_SECONDS = 0.02
"""How often to look for ended processes where the system has no pidfd."""
ENDING_SECONDS = 0.05
"""How long to wait for the end of a process that has closed a pipe."""
CLOSED = select.POLLHUP | select.POLLERR | select.POLLNVAL


Trace = Callable[[str, dict[str, Any]], None]
"""Takes `host` or `bot`, and what that side has sent."""


class Line:
    """The connection to one bot process."""

    def __init__(self, process: BotProcess) -> None:
        self.process = process
        self.inbox: list[tuple[float, dict[str, Any]]] = []
        """Whole messages with the time of their arrival (time.perf_counter)."""
        self.fault: tuple[Termination, str] | None = None
        """Set once when the line breaks; what arrived before is still in the inbox."""
        self.outgoing = bytearray()
        self.trace: Trace | None = None
        """Called with every message in both directions."""
        self.open_stdout = self.open_stderr = True
        self._reader = FrameReader()
        self._bytes = self._messages = 0

    def send(self, frame: bytes, asked: bool = True) -> None:
        """Write what the pipe takes now and keep the rest for the hub; a question resets the flood counters."""
        if asked:
            self._bytes = self._messages = 0
        if self.trace:
            self.trace("host", unpack_body(frame[HEADER_BYTES:]))
        self.outgoing += frame
        self.flush()

    def flush(self) -> None:
        try:
            while self.outgoing:
                del self.outgoing[: os.write(self.process.stdin, self.outgoing)]
        except BlockingIOError:
            pass
        except (BrokenPipeError, OSError):
            self.outgoing.clear()
            self.break_off(Termination.DISCONNECT, "closed its stdin")

    def break_off(self, kind: Termination, text: str) -> None:
        """Note the first thing that broke the line; the end of the process explains all others."""
        if self.fault is None:
            self.fault = (kind, text)

    def read_stdout(self) -> None:
        """Take in what has arrived; cut it into messages."""
        try:
            data = os.read(self.process.stdout, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        arrival = time.perf_counter()
        if not data:
            self.open_stdout = False
            self.break_off(Termination.DISCONNECT, "closed its stdout")
            return
        self._reader.feed(data)
        self._bytes += len(data)
        self.cut(arrival)

    def cut(self, arrival: float) -> None:
        try:
            while (content := self._reader.next()) is not None:
                self._messages += 1
                if self.trace:
                    self.trace("bot", content)
                self.inbox.append((arrival, content))
        except WireError as error:
            self.open_stdout = False
            self.break_off(Termination.PROTOCOL_ERROR, str(error))
        if self._messages > FLOOD_MESSAGES or self._bytes > FLOOD_BYTES:
            self.open_stdout = False
            text = f"flood: {self._messages} messages, {self._bytes} bytes without being asked"
            self.break_off(Termination.PROTOCOL_ERROR, text)

    def leftover(self) -> str:
        """A remark on an unfinished message, to be put behind a sentence."""
        found = self._reader.leftover()
        return f"; {found}" if found else ""

    def read_stderr(self) -> None:
        try:
            data = os.read(self.process.errors, READ_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        self.process.keep_stderr(data)
        self.open_stderr = bool(data)

    def drain(self) -> None:
        """After the process has ended: read what is left in the pipes, without waiting for their end."""
        for _ in range(FLOOD_BYTES // READ_BYTES):
            before = self._bytes
            if self.open_stdout:
                self.read_stdout()
            if self._bytes == before:
                break
        if self.open_stderr:
            self.read_stderr()


class Poller:
    """Waits for descriptors: epoll where there is one, since its cost does not grow with the bots; else poll."""

    def __init__(self) -> None:
        self._epoll = select.epoll() if hasattr(select, "epoll") else None
        self._poll = self._epoll or select.poll()
        self.masks: dict[int, int] = {}
        """What is waited for, by descriptor; 0 is the other side's end alone."""

    def watch(self, number: int, mask: int) -> None:
        """Wait for these events of a descriptor from now on."""
        change = self._poll.modify if number in self.masks else self._poll.register
        change(number, mask)
        self.masks[number] = mask

    def ignore(self, number: int) -> bool:
        """Wait for it no longer; False if nobody did."""
        if self.masks.pop(number, None) is None:
            return False
        self._poll.unregister(number)
        return True

    def wait(self, seconds: float) -> list[tuple[int, int]]:
        """What has happened to which descriptor; empty after so many seconds, at most 1 ms more."""
        milliseconds = int(seconds * 1000) + 1
        return self._poll.poll(milliseconds / 1000 if self._epoll else milliseconds)

    def close(self) -> None:
        if self._epoll:
            self._epoll.close()


class Hub:
    """All bot processes of a referee. Use it as a context manager: leaving it leaves no process behind."""

    def __init__(self) -> None:
        self._lines: dict[int, Line] = {}
        self._poller = Poller()
        self._owners: dict[int, tuple[Line, str]] = {}
        self.own_time = 0.0
        """Seconds of the last `receive` that were the referee's own work, not the bot's."""

    def __enter__(self) -> "Hub":
        return self

    def __exit__(self, *_: object) -> None:
        self.close(list(self._lines.values()), quit_frame=b"", grace=0.0)
        self._poller.close()

    def add(self, process: BotProcess) -> Line:
        """Watch a process from now on."""
        line = Line(process)
        self._lines[process.pid] = line
        self.watch(line, process.stdout, "stdout", select.POLLIN)
        self.watch(line, process.errors, "stderr", select.POLLIN)
        self.watch(line, process.stdin, "stdin", 0)  # no mask: tells when the bot closes its end
        if process.pidfd >= 0:
            self.watch(line, process.pidfd, "end", select.POLLIN)
        return line

    def watch(self, line: Line, number: int, what: str, mask: int) -> None:
        self._owners[number] = (line, what)
        self._poller.watch(number, mask)

    def ignore(self, number: int) -> None:
        if self._poller.ignore(number):
            self._owners.pop(number)

    def receive(self, line: Line, deadline: float) -> tuple[float, dict[str, Any]] | None:
        """The bot's next message and its time of arrival; None at the deadline (time.perf_counter).

        Raises FaultError when the line is broken and nothing is left to read.
        """
        self.own_time = 0.0
        while True:
            if line.inbox:
                return line.inbox.pop(0)
            if line.fault:
                raise FaultError(self.explain(line))
            left = deadline - time.perf_counter()
            if left <= 0:
                return None
            woke = self.step(line, left)
            if not line.inbox:
                self.own_time += time.perf_counter() - woke

    def step(self, line: Line, seconds: float) -> float:
        """One wait for anything to happen, at most so long; returns when the waiting ended."""
        if line.outgoing and self._poller.masks.get(line.process.stdin) == 0:
            self.watch(line, line.process.stdin, "stdin", select.POLLOUT)
        if line.process.pidfd < 0:
            seconds = min(seconds, POLL_SECONDS)
        events = self._poller.wait(seconds)
        woke = time.perf_counter()
        for number, event in events:
            owner, what = self._owners.get(number, (None, ""))
            if owner is not None:
                self.take(owner, number, what, event)
        if line.process.pidfd < 0 and line.process.has_ended():
            self.ended(line)
        return woke

    def take(self, line: Line, number: int, what: str, event: int) -> None:
        if what == "stdout":
            line.read_stdout()
            if not line.open_stdout:
                self.ignore(number)
        elif what == "stderr":
            line.read_stderr()
            if not line.open_stderr:
                self.ignore(number)
        elif what == "stdin":
            if event & CLOSED:
                line.outgoing.clear()
                line.break_off(Termination.DISCONNECT, "closed its stdin")
                self.ignore(number)
                return
            line.flush()
            if not line.outgoing:
                self.watch(line, number, "stdin", 0)
        else:
            self.ended(line)
            self.ignore(number)

    def ended(self, line: Line) -> None:
        """The process has ended: whatever it still said counts, then the line is broken."""
        line.drain()
        if line.fault is None or line.fault[0] is Termination.DISCONNECT:
            line.fault = (Termination.CRASH, line.process.ending() + line.leftover())

    def explain(self, line: Line) -> Fault:
        """The broken line's fault. A closed pipe is often the first sign of an end: wait a moment for it."""
        kind, text = line.fault or (Termination.CRASH, "")
        if kind is Termination.DISCONNECT:
            until = time.perf_counter() + ENDING_SECONDS
            while not line.process.has_ended() and time.perf_counter() < until:
                self.step(line, 0.01)
            if line.process.has_ended():
                self.ended(line)
            kind, text = line.fault or (kind, text)
        if line.open_stderr:
            line.read_stderr()
        return Fault(kind, text, line.process.stderr)

    def close(self, lines: Iterable[Line], quit_frame: bytes, grace: float) -> list[str]:
        """End processes by quit, terminate, kill, each after `grace` seconds; says how each ended."""
        leaving = [line for line in lines if line.process.pid in self._lines]
        for line in leaving:
            if quit_frame and not line.fault:
                line.send(quit_frame)
        for number in (signal.SIGTERM, signal.SIGKILL):
            self.await_ends(leaving, grace)
            for line in leaving:
                if not line.process.has_ended():
                    line.process.signal(number)
        return [self.forget(line) for line in leaving]

    def await_ends(self, lines: list[Line], grace: float) -> None:
        until = time.perf_counter() + grace
        while waiting := [line for line in lines if not line.process.has_ended()]:
            left = until - time.perf_counter()
            if left <= 0:
                return
            self.step(waiting[0], min(left, 0.05))

    def forget(self, line: Line) -> str:
        process = line.process
        for number in (process.stdin, process.stdout, process.errors, process.pidfd):
            self.ignore(number)
        with contextlib.suppress(KeyError):
            del self._lines[process.pid]
        return process.reap()
