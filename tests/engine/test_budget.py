"""Time management."""

import time

import pytest

import palio
from palio.engine.budget import LEAST_SECONDS, Budget, allot, own_time
from palio.engine.thinkers import Task


def seconds(
    limit: dict[str, int], clock: dict[str, int], left: int | None = None, moves: int = 20, reaction: bool = False
) -> float:
    budget = allot(limit, clock, left=left, moves=moves, reaction=reaction, overhead=20, iterations=1000)
    assert budget.seconds is not None
    return budget.seconds


def test_time_per_move_is_used_up_to_the_overhead() -> None:
    assert seconds({"time": 1000}, {"move": 1000}) == pytest.approx(0.98)


def test_without_any_limit_the_option_counts() -> None:
    budget = allot({}, {}, left=None, moves=5, reaction=False, overhead=20, iterations=1000)
    assert (budget.seconds, budget.iterations) == (None, 1000)


def test_a_limit_in_iterations_keeps_the_deadline() -> None:
    limit = {"iterations": 50, "time": 500}
    budget = allot(limit, {}, left=None, moves=5, reaction=False, overhead=20, iterations=1000)
    assert (budget.seconds, budget.iterations) == (0.48, 50)


def test_a_chain_of_small_decisions_does_not_use_up_the_clock() -> None:
    left, clock = 60_000.0, {"initial": 60_000}
    for _ in range(150):
        left -= 1000 * seconds({"time": int(left)}, clock, int(left))
        assert left > 0


def test_the_increment_is_spent_in_the_long_run() -> None:
    clock = {"initial": 10_000, "increment": 1000}
    assert seconds({"time": 10_000}, clock, 10_000) > 0.8


def test_reactions_and_small_choices_get_less() -> None:
    clock = {"initial": 60_000}
    own = seconds({"time": 60_000}, clock, 60_000)
    assert seconds({"time": 60_000}, clock, 60_000, reaction=True) < own / 2
    assert seconds({"time": 60_000}, clock, 60_000, moves=2) == pytest.approx(own / 2)


def test_the_hard_limit_is_never_exceeded_and_never_negative() -> None:
    for limit in (0, 1, 10, 100, 5000):
        assert 0 < seconds({"time": limit}, {"initial": 60_000, "increment": 5000}, limit) <= max(limit / 1000, 0.001)


def test_own_time_is_that_of_the_seat() -> None:
    assert own_time([5, 6], 1) == 6
    assert own_time(None, 1) is None
    assert own_time([5], 1) is None


def test_the_time_counts_from_the_arrival_of_the_question() -> None:
    """What decoding, threads and other processes have taken since is not there for thinking."""
    view = palio.load("coup").start(seed=1).view(0)

    def left(seconds: float | None, ago: float) -> float | None:
        return Task(view, Budget(seconds, None), 0, 5, time.monotonic() - ago).seconds_left()

    assert left(None, 1.0) is None
    assert left(10.0, 4.0) == pytest.approx(6.0, abs=0.5)
    assert left(10.0, 11.0) == LEAST_SECONDS
