"""A worker process: plays the games that its manager sends over a socket, one after the other.

Run as `python -m palio.tournament.worker FD`. The manager sends a Setup, then lists of jobs; None says that no more
will come. The worker says READY, then sends lists of answers: (number, what was played) or (number, what went wrong).
It ends with its manager: standard input is a pipe that breaks when the manager ends, however it ends.
"""

import contextlib
import gc
import os
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from queue import SimpleQueue
from time import perf_counter
from typing import Any

from palio.errors import PalioError, StoreError
from palio.tournament.player import GamePlayer, Played, Setup
from palio.tournament.records import RecordWriter
from palio.tournament.schedule import GameJob

READY = "ready"
FLUSH_SECONDS = 0.1
"""At most one flush in so many seconds: the records are written, and flushing many costs little more than one."""
Answer = tuple[int, Played | str]
"""A job's number and the game, or why it could not be played."""


def main(number: int) -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=die_with_manager, daemon=True).start()
    connection: Connection[Any, Any] = Connection(number)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        setup: Setup = connection.recv()
        gc.freeze()  # what is loaded by now stays: the collector need not look at it after every few games
        with GamePlayer(setup) as player:
            outbox = Outbox(connection, player.records)
            connection.send(READY)
            serve(connection, player, outbox)
            outbox.put(None)
            outbox.join()
    return 0


def die_with_manager() -> None:
    """Bot processes die with this process (see palio.referee.process)."""
    while os.read(0, 1024):
        pass
    os._exit(1)


class Outbox(threading.Thread):
    """Sends answers when their records are on the disk, while the next game is played."""

    def __init__(self, connection: "Connection[Any, Any]", records: RecordWriter | None) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._records = records
        self._answers: SimpleQueue[Answer | None] = SimpleQueue()
        self._last = threading.Event()
        self._next = 0.0
        self.start()

    def put(self, answer: Answer | None) -> None:
        """An answer to send; None ends the thread after all answers before it."""
        self._answers.put(answer)
        if answer is None:
            self._last.set()

    def run(self) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while answers := self.take_all():
                self._connection.send(self.flushed(answers))

    def take_all(self) -> list[Answer]:
        """All answers until the time of the next flush, at least one; none after the last."""
        answers = [self._answers.get()]
        if self._records is not None:
            self._last.wait(max(self._next - perf_counter(), 0.0))
            self._next = perf_counter() + FLUSH_SECONDS
        while answers[-1] is not None and not self._answers.empty():
            answers.append(self._answers.get())
        if answers[-1] is None:
            self._answers.put(None)  # for the next call
        return [answer for answer in answers if answer is not None]

    def flushed(self, answers: list[Answer]) -> list[Answer]:
        """The answers once their records are on the disk; many are flushed together."""
        if self._records is not None:
            try:
                self._records.flush()
            except StoreError as error:
                return [(number, str(error)) for number, _ in answers]
        return answers


def serve(connection: "Connection[Any, Any]", player: GamePlayer, outbox: Outbox) -> None:
    """Play what comes; a None also takes back the jobs that have not begun."""
    waiting: deque[GameJob] = deque()
    while True:
        while not waiting or select.select([connection], [], [], 0)[0]:
            jobs: list[GameJob] | None = connection.recv()
            if jobs is None:
                return
            waiting += jobs
        outbox.put(answer_to(player, waiting.popleft()))


def answer_to(player: GamePlayer, job: GameJob) -> Answer:
    try:
        return job.number, player.play(job)
    except PalioError as error:
        return job.number, str(error)
    except Exception:
        return job.number, traceback.format_exc()


def checked(answer: Answer) -> Played:
    """The game of an answer; raises StoreError if there is none."""
    number, got = answer
    if isinstance(got, str):
        raise StoreError(f"game {number} could not be played: {got}")
    return got


class WorkerProcess:
    """A worker as its manager sees it."""

    def __init__(self, setup: Setup) -> None:
        mine, theirs = Pipe()
        self.connection = mine
        self.sent: deque[GameJob] = deque()
        """Jobs without an answer, oldest first."""
        self.ready: float | None = None
        """When it was ready to play (time.perf_counter)."""
        self.dismissed = False
        self._process = subprocess.Popen(
            [sys.executable, "-m", "palio.tournament.worker", str(theirs.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(setup)

    def send(self, jobs: Sequence[GameJob]) -> None:
        """Give it jobs; a worker that has gone is noticed when its answer is awaited."""
        self.sent += jobs
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(list(jobs))

    def receive(self) -> list[Played]:
        """The next games, none with the news that it is ready.

        Raises EOFError if the worker has gone, StoreError if a game could not be played.
        """
        try:
            found: list[Answer] | str = self.connection.recv()
        except (ConnectionResetError, BrokenPipeError):
            raise EOFError from None
        if isinstance(found, str):
            self.ready = perf_counter()
            return []
        for _ in found:
            self.sent.popleft()
        return [checked(answer) for answer in found]

    def finish(self) -> None:
        """No more jobs: what has begun is answered, then the worker ends."""
        self.dismissed = True
        with contextlib.suppress(OSError):
            self.connection.send(None)

    def close(self, kill: bool) -> None:
        """Wait for the end, or make it."""
        if kill:
            self._process.kill()
        self.connection.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=10)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    @property
    def pid(self) -> int:
        return self._process.pid


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
