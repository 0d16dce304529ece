"""Running games in worker processes on this machine."""

import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from math import inf, isfinite
from multiprocessing.connection import wait
from time import perf_counter, process_time
from typing import Protocol

from palio.errors import StoreError
from palio.tournament.player import Played, Setup
from palio.tournament.schedule import Block, GameJob
from palio.tournament.usage import Usage, machine_busy
from palio.tournament.worker import WorkerProcess

AHEAD = (2, 1024)
"""Least and most jobs that a worker has at once: the one it plays, and the next; more of them if games are short."""
AHEAD_SECONDS = 0.4
"""Work that a worker should have in store while results are written to the disk."""
MOST_DEATHS = 3
"""A game that ends its worker so often ends the event."""
TAKE_SECONDS = 0.25
"""Results are entered together, at most so long after they came; their records are on the disk already."""
LOOK_SECONDS = 0.1
"""How often to look whether to stop."""

Finished = list[Played]


class StopSwitch:
    """Says how the run should end: `after` the running games, or `now`."""

    def __init__(self) -> None:
        self.after = False
        self.now = False

    def press(self) -> None:
        """Once: after the running games; twice: now."""
        self.now = self.after
        self.after = True


class Runner(Protocol):
    """Plays blocks somewhere."""

    usage: Usage

    def play(
        self, blocks: Iterable[Block], done: Callable[[int], bool], take: Callable[[Finished], None], stop: StopSwitch
    ) -> None:
        """Play all games of the blocks but those that are `done`; `take` gets the results as they come."""
        ...

    def close(self, kill: bool = False) -> None:
        """End the workers."""
        ...


class LocalRunner:
    """A fixed number of workers; one that dies is replaced and its games are played again."""

    def __init__(self, setup: Setup, workers: int) -> None:
        self._setup = setup
        self._count = workers
        self._workers: list[WorkerProcess] = []
        self._again: deque[GameJob] = deque()
        self._deaths: Counter[int] = Counter()
        self._begin = 0.0
        self.usage = Usage(workers)

    def play(
        self, blocks: Iterable[Block], done: Callable[[int], bool], take: Callable[[Finished], None], stop: StopSwitch
    ) -> None:
        jobs = (job for block in blocks for job in block.games if not done(job.number))
        first = next(jobs, None)
        if first is None:
            return
        begin, cpu, busy = perf_counter(), process_time(), machine_busy()
        self._begin = begin
        waiting = chain([first], jobs)
        while len(self._workers) < self._count:
            self._workers.append(WorkerProcess(self._setup))
        self.feed(waiting)
        finished: Finished = []
        taken = -inf  # the first results show at once, and whether they say to stop
        while self.is_busy() and not stop.now:
            if stop.after:
                self.dismiss()
            finished += self.collect()
            if finished and perf_counter() - taken > TAKE_SECONDS:
                take(finished)
                finished, taken = [], perf_counter()
            if not stop.after:
                self.feed(waiting)
        if finished:
            take(finished)
        self.usage.wall += perf_counter() - begin
        for worker in self._workers:
            self.count_time(worker, begin)
        self.usage.manager += process_time() - cpu
        if isfinite(busy):
            before = self.usage.busy if isfinite(self.usage.busy) else 0.0
            self.usage.busy = before + machine_busy() - busy

    def count_time(self, worker: WorkerProcess, begin: float) -> None:
        if worker.ready is not None:
            self.usage.available += perf_counter() - max(worker.ready, begin)

    def feed(self, jobs: Iterator[GameJob]) -> None:
        """Give every worker something to do, and the next jobs beside it."""
        games, seconds = self.usage.games, self.usage.seconds
        wanted = int(AHEAD_SECONDS * games / max(seconds, 1e-6)) if games else 0
        wanted = min(max(wanted, AHEAD[0]), AHEAD[1])
        shares: list[list[GameJob]] = [[] for _ in self._workers]
        for depth in range(min(len(worker.sent) for worker in self._workers) + 1, wanted + 1):
            for worker, share in zip(self._workers, shares, strict=True):
                if len(worker.sent) + len(share) < depth:
                    job = self._again.popleft() if self._again else next(jobs, None)
                    if job is not None:
                        share.append(job)
        for worker, share in zip(self._workers, shares, strict=True):
            if share:
                worker.send(share)

    def is_busy(self) -> bool:
        """True while an answer, or the end of a dismissed worker, is to come."""
        return any(worker.sent or worker.dismissed for worker in self._workers)

    def dismiss(self) -> None:
        """Tell the workers to end after their running games; the jobs that they have not begun are dropped."""
        for worker in self._workers:
            if not worker.dismissed:
                worker.finish()

    def collect(self) -> Finished:
        """The results that have come within a moment."""
        owners = {worker.connection: worker for worker in self._workers}
        finished: Finished = []
        for ready in wait(list(owners), LOOK_SECONDS):
            worker = owners[ready]  # type: ignore[index]
            try:
                came = worker.receive()
            except EOFError:
                self.count_time(worker, self._begin)
                self.replace(worker)
                continue
            for played in came:
                self.usage.count(played.result.seconds, played.spent)
            finished += came
        return finished

    def replace(self, worker: WorkerProcess) -> None:
        """A worker has gone: unless it was told to, another one gets its games."""
        self._workers.remove(worker)
        worker.close(kill=not worker.dismissed)
        if worker.dismissed:
            return
        if worker.sent:
            self._deaths[worker.sent[0].number] += 1
            if self._deaths[worker.sent[0].number] >= MOST_DEATHS:
                raise StoreError(f"game {worker.sent[0].number} ended its worker {MOST_DEATHS} times")
        self._again.extend(worker.sent)
        self._workers.append(WorkerProcess(self._setup))

    def close(self, kill: bool = False) -> None:
        """End the workers, all at the same time."""
        for worker in self._workers:
            if not kill:
                worker.finish()
        for worker in self._workers:
            with contextlib.suppress(OSError):
                worker.close(kill)
        self._workers.clear()

    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]
