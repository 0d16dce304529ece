"""Running an event: the schedule, the store and a runner together."""

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from palio.tournament.event import Event
from palio.tournament.local import Finished, LocalRunner, Runner, StopSwitch
from palio.tournament.player import setup_of
from palio.tournament.result import GameResult
from palio.tournament.schedule import Block, Schedule
from palio.tournament.store import Store
from palio.tournament.usage import Usage

Watch = Callable[[Sequence[GameResult]], None]
MakeRunner = Callable[[Event, Path], Runner]


@dataclass(slots=True)
class Progress:
    """How far an event is; derived from the stored games."""

    total: int
    done: int = 0
    played: int = 0
    """In this run."""
    faults: Counter[int] = field(default_factory=Counter)
    """By bot."""

    def count(self, results: Sequence[GameResult], new: bool) -> None:
        self.done += len(results)
        self.played += len(results) if new else 0
        for result in results:
            for bot, reason in zip(result.bots, result.reasons, strict=True):
                self.faults[bot] += reason != "finished"


def local_runner(workers: int | None = None) -> MakeRunner:
    """Runs on this machine; by default with as many workers as it has cores."""
    count = workers or available_cores()
    return lambda event, folder: LocalRunner(setup_of(event, folder), count)


def available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Manager:
    """Plays an event to its end, or until it is stopped; begins where an earlier run has ended."""

    def __init__(
        self, event: Event, store: Store, make_runner: MakeRunner, watch: Watch = lambda results: None
    ) -> None:
        """`watch` gets the results that were stored before, then each new batch once it is stored."""
        self.event = event
        self.store = store
        self.schedule = Schedule(event)
        self.stop = StopSwitch()
        self.progress = Progress(self.schedule.size()[1])
        self.usage = Usage()
        self.reason = ""
        """Why the event was stopped before its end."""
        self._make_runner = make_runner
        self.watch = watch
        self._done: set[int] = set()

    @property
    def is_complete(self) -> bool:
        return self.progress.done >= self.progress.total

    def run(self) -> None:
        """Play; raises StoreError if the disk is full or a game cannot be played. What is finished stays."""
        self.load()
        if self.is_complete or self.stop.after:
            return
        runner = self._make_runner(self.event, self.store.folder)
        orderly = False
        try:
            for number in range(self.schedule.rounds):
                blocks = self.schedule.round(number, self.store.results)
                runner.play(self.untouched(blocks), self._done.__contains__, self.take, self.stop)
                if self.stop.after:
                    break
            orderly = not self.stop.now
        finally:
            runner.close(kill=not orderly)
            self.usage = runner.usage

    def load(self) -> None:
        """Count what is stored."""
        results = self.store.results()
        self._done = {result.number for result in results}
        self.note(results, new=False)

    def untouched(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks with a game left to play; records that a killed run left behind are entered on the way."""
        for block in blocks:
            missing = [job for job in block.games if job.number not in self._done]
            for job in missing:
                names = [self.event.bots[bot].name for bot in job.bots]
                found = self.store.adopt(job, names)
                if found is not None:
                    self._done.add(job.number)
                    self.note(self.store.add([found]), new=False)
            if any(job.number not in self._done for job in missing):
                yield block

    def take(self, finished: Finished) -> None:
        """Store results; only then do they count."""
        new = self.store.add(self.store.placed(finished))
        self._done.update(result.number for result in new)
        self.note(new, new=True)

    def note(self, results: Sequence[GameResult], new: bool) -> None:
        self.progress.count(results, new)
        self.watch(results)
        worst, faults = max(self.progress.faults.items(), key=lambda item: item[1], default=(0, 0))
        if self.event.faults == "stop" and faults > self.event.max_faults and not self.stop.after:
            self.halt(f"{self.event.bots[worst].name} has {faults} faults, allowed are {self.event.max_faults}")

    def halt(self, reason: str) -> None:
        """End after the running games."""
        self.reason = reason
        self.stop.after = True


@contextlib.contextmanager
def stop_on_signals(stop: StopSwitch, tell: Callable[[str], None]) -> Iterator[None]:
    """Ctrl-C or SIGTERM: once to end after the running games, twice to end at once."""

    def handle(number: int, frame: FrameType | None) -> None:
        stop.press()
        tell("stopping at once" if stop.now else "stopping after the running games; again stops at once")

    before = [(number, signal.signal(number, handle)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
