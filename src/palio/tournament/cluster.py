"""Running blocks on a Dask cluster (dask.distributed, the extra `palio[cluster]`).

Every machine plays blocks in a worker process of its own, as on one machine, and sends results and records back; they
are stored here. A machine that dies loses its running blocks, which others play again. Before it plays, each machine
compares its rules, data and bots with those here.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from palio.errors import OptionError, StoreError
from palio.tournament.event import Event
from palio.tournament.local import Finished, Runner, StopSwitch
from palio.tournament.player import Setup, setup_of
from palio.tournament.probe import Print, differences, fingerprint
from palio.tournament.schedule import Block, GameJob
from palio.tournament.usage import Usage
from palio.tournament.worker import WorkerProcess

Client = Any
Future = Any
"""distributed.Client and distributed.Future: the library is loaded only for a run on a cluster."""

MOST_DEATHS = 5
"""A block that ends its machine so often ends the event."""
AHEAD = 2
"""Blocks for each thread of the cluster that are handed out at once."""
LOOK_SECONDS = 0.2
CONNECT_SECONDS = 20

_mine = threading.local()
"""The worker process of a thread of a Dask worker."""


class MismatchError(StoreError):
    """A machine of the cluster has other rules, data or bots."""


def play_block(setup: Setup, jobs: list[GameJob], expected: Print) -> Finished:
    """Runs on a Dask worker: plays the games of one block."""
    check_machine(setup, expected)
    worker = thread_worker(setup)
    try:
        worker.send(jobs)
        finished: Finished = []
        while len(finished) < len(jobs):
            finished += worker.receive()
    except BaseException:
        _mine.worker = None
        worker.close(kill=True)
        raise
    return finished


def thread_worker(setup: Setup) -> WorkerProcess:
    """The thread's own worker process, with its bots; it ends with the Dask worker."""
    if getattr(_mine, "worker", None) is None or _mine.setup != setup:
        if getattr(_mine, "worker", None) is not None:
            _mine.worker.close(kill=True)
        _mine.worker, _mine.setup = WorkerProcess(setup), setup
    worker: WorkerProcess = _mine.worker
    return worker


def check_machine(setup: Setup, expected: Print) -> None:
    """Raises MismatchError if this machine would play with something else; looks once for each event."""
    if getattr(_mine, "checked", None) == (setup, expected):
        return
    found = differences(expected, fingerprint(setup))
    if found:
        raise MismatchError("; ".join(found))
    _mine.checked = (setup, expected)


def cluster_runner(address: str) -> Callable[[Event, Path], Runner]:
    return lambda event, folder: ClusterRunner(setup_of(event, None), address)


class ClusterRunner:
    """Hands blocks to a cluster."""

    def __init__(self, setup: Setup, address: str) -> None:
        """Raises StoreError if the scheduler cannot be reached, has no workers, or one differs from this machine."""
        self._setup = replace(setup, folder=None)
        self._client = connect(address)
        self._deaths: Counter[int] = Counter()
        self.usage = Usage()
        try:
            self._print = fingerprint(self._setup)
            self.check_all()
        except BaseException:
            self.close()
            raise

    def check_all(self) -> None:
        """Compare every machine that is there now; those that join later are checked before their first block."""
        found = self._client.run(fingerprint, self._setup)
        if not found:
            raise StoreError("the cluster has no workers")
        wrong = {name: differences(self._print, theirs) for name, theirs in found.items()}
        for name, lines in wrong.items():
            if lines:
                raise MismatchError(f"worker {name} differs: {'; '.join(lines)}")

    def threads(self) -> int:
        counts: dict[str, int] = self._client.nthreads()
        return max(sum(counts.values()), 1)

    def play(
        self, blocks: Iterable[Block], done: Callable[[int], bool], take: Callable[[Finished], None], stop: StopSwitch
    ) -> None:
        begin, cpu = perf_counter(), process_time()
        waiting = self.open_blocks(blocks, done)
        running: dict[Future, list[GameJob]] = {}
        while not stop.now:
            while not stop.after and len(running) < AHEAD * self.threads() and (jobs := next(waiting, None)):
                running[self.submit(jobs)] = jobs
            if stop.after:
                self.drop_unstarted(running)
            if not running:
                break
            for future, jobs in self.ended(running):
                del running[future]
                again = self.take_or_retry(future, jobs, take)
                if again and not stop.after:
                    running[self.submit(jobs)] = jobs
        self.usage.workers = self.threads()
        elapsed = perf_counter() - begin
        self.usage.wall += elapsed
        self.usage.available += elapsed * self.usage.workers
        self.usage.manager += process_time() - cpu
        if running:
            self._client.cancel(list(running), force=True)

    def open_blocks(self, blocks: Iterable[Block], done: Callable[[int], bool]) -> Iterator[list[GameJob]]:
        for block in blocks:
            jobs = [job for job in block.games if not done(job.number)]
            if jobs:
                yield jobs

    def submit(self, jobs: list[GameJob]) -> Future:
        return self._client.submit(play_block, self._setup, jobs, self._print, pure=False)

    def ended(self, running: dict[Future, list[GameJob]]) -> list[tuple[Future, list[GameJob]]]:
        """The blocks that have ended within a moment, for better or worse."""
        from distributed import wait

        try:
            wait(list(running), timeout=LOOK_SECONDS, return_when="FIRST_COMPLETED")
        except TimeoutError:
            return []
        return [(future, jobs) for future, jobs in running.items() if future.done()]

    def drop_unstarted(self, running: dict[Future, list[GameJob]]) -> None:
        """Keep only the blocks that are being played."""
        busy = {str(key) for keys in self._client.processing().values() for key in keys}
        for future in [future for future in running if str(future.key) not in busy and not future.done()]:
            future.cancel()
            del running[future]

    def take_or_retry(self, future: Future, jobs: list[GameJob], take: Callable[[Finished], None]) -> bool:
        """Store a block; True if its machine died and it must be played again."""
        from distributed import CancelledError, KilledWorker

        try:
            finished: Finished = future.result()
        except (KilledWorker, CancelledError, EOFError, OSError):
            self._deaths[jobs[0].number] += 1
            if self._deaths[jobs[0].number] >= MOST_DEATHS:
                raise StoreError(f"block {jobs[0].block} ended its machine {MOST_DEATHS} times") from None
            return True
        for played in finished:
            self.usage.count(played.result.seconds, played.spent)
        take(finished)
        return False

    def close(self, kill: bool = False) -> None:
        """Leave the cluster; its machines stay for others."""
        self._client.close()


def connect(address: str) -> Client:
    try:
        import distributed
    except ImportError:
        raise OptionError("--cluster needs dask.distributed: pip install 'palio[cluster]'") from None
    try:
        return distributed.Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        raise StoreError(f"cannot reach the cluster at {address}: {error}") from None
