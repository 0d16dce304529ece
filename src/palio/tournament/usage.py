"""Where the time of a run goes, as CPU time: bots, rules, messages, and what is not a game."""

import os
import sys
import time
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from typing import Any

from palio.referee.bot import BotSeat
from palio.referee.hub import Hub, Line
from palio.referee.process import BotProcess
from palio.referee.seats import Answer, Decision, Seating

LOOK_SECONDS = 0.1


@dataclass(slots=True)
class Spent:
    """Seconds of games: CPU time, and time without it."""

    bots: float = 0.0
    """Of the bot programs; players without a program are part of the rules."""
    rules: float = 0.0
    """Of the worker in games, but for messages: rules, clocks, the record's text."""
    messages: float = 0.0
    """Of the worker for starting bots, packing, sending, waiting for and reading messages."""
    store: float = 0.0
    """Of the worker outside games: writing and flushing records, jobs and answers."""
    queued: float = 0.0
    """Time that worker and bots were ready to go on but others had the cores."""

    def add(self, other: "Spent") -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Usage:
    """Where the time of a run went."""

    workers: int = 0
    wall: float = 0.0
    """Seconds from the first job to the last result."""
    available: float = 0.0
    """Seconds that workers were ready to play, all together."""
    manager: float = 0.0
    """CPU seconds of the manager."""
    busy: float = inf
    """CPU seconds of all programs of the machine meanwhile, where they are known."""
    games: int = 0
    seconds: float = 0.0
    """Seconds from the first message to the result, over all games."""
    spent: Spent = field(default_factory=Spent)

    def count(self, seconds: float, spent: Spent) -> None:
        """One more game."""
        self.games += 1
        self.seconds += seconds
        self.spent.add(spent)

    @property
    def used(self) -> dict[str, float]:
        """CPU seconds by part."""
        spent = self.spent
        games = {"bots": spent.bots, "rules": spent.rules, "messages": spent.messages}
        return games | {"store": spent.store, "manager": self.manager}

    @property
    def lost(self) -> float:
        """Seconds of the workers in which other programs had their cores.

        Worker and bots may wait at the same time, so it is at most what other programs used.
        """
        return min(self.spent.queued, max(self.busy - sum(self.used.values()), 0.0))

    def shares(self) -> dict[str, float]:
        """The parts of the time that the run had its cores; they add up to 1. Bots may have more threads than cores."""
        whole = max(self.available - self.lost, sum(self.used.values()), 1e-9)
        found = {name: part / whole for name, part in self.used.items()}
        return found | {"idle": max(1 - sum(found.values()), 0.0)}

    @property
    def share(self) -> float:
        """The part that was spent in games."""
        shares = self.shares()
        return shares["bots"] + shares["rules"] + shares["messages"]


class MeteredHub(Hub):
    """A hub that knows the CPU time of its bot programs, and how long they and this process waited for a core."""

    def __init__(self) -> None:
        super().__init__()
        self._running: set[int] = set()
        self._ended = self._queue_ended = self._queued = self._looked = 0.0

    def add(self, process: BotProcess) -> Line:
        self._running.add(process.pid)
        return super().add(process)

    def forget(self, line: Line) -> str:
        pid = line.process.pid
        self._running.discard(pid)
        self._ended += process_cpu(pid)
        self._queue_ended += queue_time(pid)
        return super().forget(line)

    def bot_cpu(self) -> float:
        """CPU seconds of all programs, also of those that have ended."""
        return self._ended + sum(process_cpu(pid) for pid in self._running)

    def queued(self) -> float:
        """Seconds that the programs and this process were ready but had no core; looked up now and then."""
        now = time.perf_counter()
        if now - self._looked > LOOK_SECONDS:
            self._looked = now
            self._queued = self._queue_ended + sum(queue_time(pid) for pid in (os.getpid(), *self._running))
        return self._queued


def machine_busy() -> float:
    """CPU seconds of all programs since the machine was started, where the system tells (Linux), else infinite."""
    try:
        user, nice, system, _, _, *others = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
        ticks = os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError):
        return inf
    return sum(int(part) for part in (user, nice, system, *others)) / ticks


def queue_time(pid: int) -> float:
    """Seconds that a process waited for a core, where the system tells (Linux), else 0."""
    try:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def process_cpu(pid: int) -> float:
    """CPU seconds of a process that nobody has waited for yet, where the system tells (Linux), else 0."""
    if sys.platform != "linux":
        return 0.0
    try:
        return time.clock_gettime((~pid << 3) | 2)  # what clock_getcpuclockid(3) gives
    except OSError:
        return 0.0


class MeteredSeat:
    """A bot program's seat that counts the CPU time of the messages to and from it."""

    sees_events = True

    def __init__(self, seat: BotSeat) -> None:
        self.name = seat.name
        self.messages = 0.0
        """CPU seconds of this game."""
        self._seat = seat
        self.note = seat.note
        self.describe = seat.describe

    def prepare(self) -> None:
        self.metered(self._seat.prepare)

    def start(self, seating: Seating) -> None:
        self.metered(self._seat.start, seating)

    def decide(self, decision: Decision) -> Answer:
        answer: Answer = self.metered(self._seat.decide, decision)
        return answer

    def finish(self, result: dict[str, Any]) -> None:
        self.metered(self._seat.finish, result)

    def metered(self, call: Any, *words: Any) -> Any:
        begin = time.thread_time()
        try:
            return call(*words)
        finally:
            self.messages += time.thread_time() - begin
