"""Thinking in the background: one job per decision or analysis, answered exactly once."""

import time
import traceback
from collections.abc import Callable
from threading import Event, Lock, Thread

from palio.engine.thinkers import Task, Thinker, ThoughtMap
from palio.errors import PalioError
from palio.wire.messages import Error, Message, Thought

Send = Callable[[Message], None]
Answer = Callable[[int, ThoughtMap], Message]
"""Makes the answer out of the move and the thought."""

JOIN_SECONDS = 2.0


class Job:
    """The thinking about one id."""

    def __init__(self, number: int, table: int | None, task: Task, thinker: Thinker, answer: Answer) -> None:
        self.number = number
        self.table = table
        self.stop = Event()
        self._task = task
        self.thinker = thinker
        self._answer = answer

    def run(self, send: Send, interval: float) -> Message:
        """Think; returns the one answer, also when thinking fails. Thoughts on the way are sent at once."""
        try:
            return self._answer(*self.thinker.think(self._task, self.stop, self.reporter(send, interval)))
        except PalioError as error:
            return Error(id=self.number, code="refused", text=str(error)[:2000], retry=False)
        except Exception as error:
            traceback.print_exc()  # stderr is where a host looks for a bot's troubles
            return Error(id=self.number, code="internal", text=f"{type(error).__name__}: {error}"[:2000], retry=True)

    def reporter(self, send: Send, interval: float) -> Callable[[ThoughtMap], None]:
        """Sends thoughts, at most one per interval (in seconds); none at all if it is 0."""
        last = time.monotonic()

        def report(thought: ThoughtMap) -> None:
            nonlocal last
            now = time.monotonic()
            if interval and now - last >= interval:
                last = now
                send(Thought(id=self.number, thought=thought))

        return report


class Jobs:
    """The jobs that are under way."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._lock = Lock()
        self._running: dict[int, tuple[Job, Thread]] = {}

    def start(self, job: Job, interval: float) -> None:
        """Run the job on a thread of its own."""

        def work() -> None:
            answer = job.run(self._send, interval)
            with self._lock:  # before the answer: the host may send the next decision as soon as it has it
                self._running.pop(job.number, None)
            self._send(answer)

        thread = Thread(target=work, name=f"think-{job.number}", daemon=True)
        with self._lock:
            self._running[job.number] = (job, thread)
        thread.start()

    def busy(self, number: int, table: int | None) -> bool:
        """True if this id, or a decision of this table, is being thought about."""
        with self._lock:
            return number in self._running or any(
                table is not None and job.table == table for job, _ in self._running.values()
            )

    def stop(self, number: int) -> None:
        """Ask one job for its answer; one that has answered already is left alone."""
        with self._lock:
            found = self._running.get(number)
        if found:
            found[0].stop.set()

    def stop_all(self) -> None:
        """Stop every job and wait for their threads, up to a bound."""
        with self._lock:
            running = list(self._running.values())
        for job, _ in running:
            job.stop.set()
        for _, thread in running:
            thread.join(JOIN_SECONDS)
