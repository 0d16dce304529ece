"""Searching: one call, or a Search that runs, is asked and is stopped."""

from __future__ import annotations

import os
import threading
import time
from typing import Any

from palio.core.game import Game, View
from palio.errors import OptionError
from palio.search.core import Engine
from palio.search.params import (
    MAX_THREADS,
    Params,
    check_method,
    core_settings,
    default_method,
    game_params,
    world_count,
)
from palio.search.result import Question, SearchResult, answer_at_once, merge

DEFAULT_ITERATIONS = 10000
GREEDY_WORLDS = 64


def search(
    view: View,
    method: str | None = None,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    seed: int = 0,
    **params: Any,
) -> SearchResult:
    """Think about a view and return the move to play with all that was found.

    Without a limit it runs 10000 iterations; with both it stops at the first. `params` are fields of Params.
    One thread and a limit in iterations give the same result on every machine.

    >>> import palio
    >>> view = palio.load("coup").start(seed=1).view(0)
    >>> palio.search(view, iterations=500).iterations
    500

    Raises OptionError for a view without a decision, an unknown method or parameter, or a limit out of bounds.
    """
    if not isinstance(view, View):
        raise OptionError(f"view: expected a palio.View, got {type(view).__name__}")
    searcher = Search(view.game, method, threads=threads, **params)
    if iterations is None and seconds is None:
        iterations = DEFAULT_ITERATIONS
    return searcher.run(view, iterations=iterations, seconds=seconds, seed=seed)


class Search:
    """A player's search: keeps its trees from decision to decision, runs in the background if wanted."""

    def __init__(self, game: Game, method: str | None = None, *, threads: int = 1, **params: Any) -> None:
        if not isinstance(game, Game):
            raise OptionError(f"game: expected a palio.Game, got {type(game).__name__}")
        self.game = game
        self.method = default_method(game.info) if method is None else method
        self._method = check_method(self.method)
        self.params: Params = game_params(game.info, params)
        self.threads = check_threads(threads)
        self._settings = core_settings(self._method, self.params)
        self._engine = self._new_engine()
        self._workers: list[threading.Thread] = []
        self._asking = threading.Lock()
        self._question: Question | None = None
        self._answer: SearchResult | None = None

    def _new_engine(self) -> Engine:
        return Engine(self.game, self._settings, self.threads, self.params.memory_mb << 20)

    def clear(self) -> None:
        """Forget the trees, for a new game."""
        self.stop_if_running()
        self._engine = self._new_engine()

    def run(
        self, view: View, *, iterations: int | None = None, seconds: float | None = None, seed: int = 0
    ) -> SearchResult:
        """Search to a limit and return what was found; at least one limit must be given."""
        if iterations is None and seconds is None:
            raise OptionError("a search needs a limit: give iterations or seconds")
        self._prepare(view, iterations, seconds, seed, analysis=False)
        if self._answer is None:
            if self.threads == 1:
                self._engine.run(0)
            else:
                self._spawn()
                self.wait()
        return self.snapshot()

    def start(self, view: View, *, iterations: int | None = None, seconds: float | None = None, seed: int = 0) -> None:
        """Search in the background, without a limit until `stop`."""
        analysis = iterations is None and seconds is None
        self._prepare(view, iterations, seconds, seed, analysis)
        if self._answer is None:
            self._spawn()

    @property
    def running(self) -> bool:
        return any(worker.is_alive() for worker in self._workers)

    def snapshot(self) -> SearchResult:
        """What has been found so far; cheap enough to ask for many times a second."""
        if self._answer is not None:
            return self._answer
        if self._question is None:
            raise OptionError("no search has been started")
        with self._asking:
            reports = self._engine.reports()
        return merge(reports, self._question)

    def stop(self) -> SearchResult:
        """End the search and return what was found; answers within milliseconds."""
        self._engine.stop()
        return self.wait()

    def wait(self, timeout: float | None = None) -> SearchResult:
        """The result, once a limit is met; after the timeout what there is by then."""
        end = None if timeout is None else time.monotonic() + timeout
        for worker in self._workers:
            worker.join(None if end is None else max(0.0, end - time.monotonic()))
        return self.snapshot()

    def stop_if_running(self) -> None:
        self._engine.stop()
        for worker in self._workers:
            worker.join()
        self._workers = []

    def _spawn(self) -> None:
        self._workers = [
            threading.Thread(target=self._engine.run, args=(index,), daemon=True, name=f"palio-search-{index}")
            for index in range(self.threads)
        ]
        for worker in self._workers:
            worker.start()

    def _prepare(self, view: View, iterations: int | None, seconds: float | None, seed: int, analysis: bool) -> None:
        check_view(self.game, view)
        check_limits(iterations, seconds)
        check_seed(seed)
        self.stop_if_running()
        worlds = world_count(self.params, iterations)
        shown = worlds if self._method.observer == 2 else 0
        self._question = Question(view.copy(), self.method, self._method.by_value, shown, seed, self.params.knobs)
        moves = view.legal_moves()
        self._answer = None
        if not self._method.searches or (len(moves) == 1 and not analysis):
            self._answer = answer_at_once(moves, self._question)
            return
        if self.method == "greedy":
            iterations = min(iterations or 1 << 62, GREEDY_WORLDS * len(moves))
        reuse = self.params.reuse and self._method.observer != 2 and self._method.depth > 1
        nanoseconds = 0 if seconds is None else max(1, int(seconds * 1e9))
        self._engine.prepare(view, seed, iterations or 0, nanoseconds, reuse, self.params.win_weights, worlds)


def check_view(game: Game, view: object) -> None:
    """A view of this game at a decision of its own seat."""
    if not isinstance(view, View):
        raise OptionError(f"view: expected a palio.View, got {type(view).__name__}")
    if view.game != game:
        raise OptionError(f"view: expected one of {game!r}, got one of {view.game!r}")
    if view.actor != view.seat:
        raise OptionError(f"view: expected a decision of seat {view.seat}, got {view!r}")


def check_limits(iterations: object, seconds: object) -> None:
    if iterations is not None and (
        isinstance(iterations, bool) or not isinstance(iterations, int) or not 1 <= iterations <= 1 << 40
    ):
        raise OptionError(f"iterations: expected a whole number 1 to 2**40, got {iterations!r}")
    if seconds is not None and (
        isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= 1e6
    ):
        raise OptionError(f"seconds: expected more than 0 and at most 1000000, got {seconds!r}")


def check_seed(seed: object) -> None:
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise OptionError(f"seed: expected an integer 0 to 2**64 - 1, got {seed!r}")


def check_threads(threads: object) -> int:
    """Up to four threads per core: more only slow each other down."""
    most = min(4 * (os.cpu_count() or 1), MAX_THREADS)
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= most:
        raise OptionError(f"threads: expected 1 to {most}, got {threads!r}")
    return threads
