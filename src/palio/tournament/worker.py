"""A worker process: plays the games that its manager sends over a socket, one after the other.

Run as `python -m palio.tournament.worker FD`. The manager sends a Setup, then jobs; None says that no more will
come. The worker says READY, and answers each job with (number, result, text of the record), or with (number, None,
what went wrong).
It ends with its manager: standard input is a pipe that breaks when the manager ends, however it ends.
"""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import traceback
from collections import deque
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import Any

from palio.errors import PalioError, StoreError
from palio.tournament.player import GamePlayer, Setup
from palio.tournament.result import GameResult
from palio.tournament.schedule import GameJob
from palio.tournament.store import flush_records, record_path

READY = "ready"
Answer = tuple[int, GameResult | None, str]
"""A job's number, its result, and the record's text or, without a result, the error."""


def main(number: int) -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=die_with_manager, daemon=True).start()
    connection: Connection[Any, Any] = Connection(number)
    with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):
        setup: Setup = connection.recv()
        outbox = Outbox(connection, setup.folder)
        connection.send(READY)
        with GamePlayer(setup) as player:
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

    def __init__(self, connection: "Connection[Any, Any]", folder: Path | None) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._folder = folder
        self._answers: SimpleQueue[Answer | None] = SimpleQueue()
        self._last = False
        self.start()

    def put(self, answer: Answer | None) -> None:
        """An answer to send; None ends the thread after all answers before it."""
        self._answers.put(answer)

    def run(self) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while (answers := self.take_all()) is not None:
                for answer in self.flushed(answers):
                    self._connection.send(answer)
                if self._last:
                    return

    def take_all(self) -> list[Answer] | None:
        """All answers that wait, at least one; None after the last."""
        answers = [self._answers.get()]
        while not self._answers.empty():
            answers.append(self._answers.get())
        self._last = answers[-1] is None
        found = [answer for answer in answers if answer is not None]
        return found or None

    def flushed(self, answers: list[Answer]) -> list[Answer]:
        """The answers once their records are on the disk; many are flushed together."""
        if self._folder is None:
            return answers
        played = {number: record_path(self._folder, number) for number, result, _ in answers if result is not None}
        try:
            flush_records(list(played.values()))
        except StoreError as error:
            return [(number, None, str(error)) for number, _, _ in answers]
        return [(number, result, "" if number in played else text) for number, result, text in answers]


def serve(connection: "Connection[Any, Any]", player: GamePlayer, outbox: Outbox) -> None:
    """Play what comes; a None also takes back the jobs that have not begun."""
    waiting: deque[GameJob] = deque()
    while True:
        while not waiting or connection.poll():
            job: GameJob | None = connection.recv()
            if job is None:
                return
            waiting.append(job)
        outbox.put(answer_to(player, waiting.popleft()))


def answer_to(player: GamePlayer, job: GameJob) -> Answer:
    try:
        result, text = player.play(job)
    except PalioError as error:
        return job.number, None, str(error)
    except Exception:
        return job.number, None, traceback.format_exc()
    return job.number, result, text


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

    def send(self, job: GameJob) -> None:
        """Give it a job; a worker that has gone is noticed when its answer is awaited."""
        self.sent.append(job)
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.connection.send(job)

    def receive(self) -> Answer | None:
        """The next answer, None for the news that it is ready; raises EOFError if the worker has gone."""
        try:
            found: Answer | str = self.connection.recv()
        except (ConnectionResetError, BrokenPipeError):
            raise EOFError from None
        if isinstance(found, str):
            self.ready = perf_counter()
            return None
        self.sent.popleft()
        return found

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
