"""What does not fit is refused with a clear error before the search starts."""

from __future__ import annotations

from typing import Any

import pytest

import palio
from palio.errors import OptionError
from palio.search import Params, Search, search

COUP = palio.load("coup")


def start_view(seats: int = 2) -> palio.View:
    return palio.load("coup", players=seats).start(1).view(0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"iterations": 0}, "iterations: expected"),
        ({"iterations": -5}, "iterations: expected"),
        ({"iterations": 1.5}, "iterations: expected"),
        ({"iterations": True}, "iterations: expected"),
        ({"seconds": 0}, "seconds: expected"),
        ({"seconds": -1.0}, "seconds: expected"),
        ({"seconds": float("nan")}, "seconds: expected"),
        ({"seed": -1}, "seed: expected"),
        ({"seed": 2**64}, "seed: expected"),
        ({"seed": "x"}, "seed: expected"),
        ({"threads": 0}, "threads: expected 1 to"),
        ({"threads": 5000}, "threads: expected 1 to"),
        ({"threads": 1.0}, "threads: expected 1 to"),
        ({"method": "alphabeta"}, "unknown search method 'alphabeta'; the methods are ismcts"),
        ({"method": 3}, "unknown search method 3"),
        ({"depth": 3}, "search has no parameter 'depth'"),
        ({"exploration": -1}, "exploration: expected"),
        ({"exploration": "much"}, "exploration: expected"),
        ({"playout": "clever"}, "playout: expected one of informed, random"),
        ({"memory_mb": 0}, "memory_mb: expected"),
        ({"memory_mb": 1.5}, "memory_mb: expected a whole number"),
        ({"win_weights": (1.0,)}, "win_weights: expected three numbers"),
        ({"win_weights": 1.0}, "win_weights: expected a list"),
        ({"reuse": "no"}, "reuse: expected true or false"),
        ({"early_stop": 1}, "early_stop: expected true or false"),
        ({"knobs": (0.1,) * 9}, "knobs: expected at most 8"),
        ({"knobs": (2.0,)}, "knobs: expected 0 to 1"),
    ],
)
def test_bad_arguments_are_refused_before_the_search(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        search(start_view(), **arguments)


def test_views_that_do_not_fit_are_refused() -> None:
    with pytest.raises(OptionError, match=r"expected a palio\.View, got State"):
        search(COUP.start(1))  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="expected a decision of seat 1"):
        search(COUP.start(1).view(1))
    with pytest.raises(OptionError, match="view: expected one of palio"):
        Search(COUP).run(start_view(3), iterations=10)
    with pytest.raises(OptionError, match=r"expected a palio\.Game"):
        Search("coup")  # type: ignore[arg-type]


def test_a_search_needs_a_start_and_a_limit() -> None:
    with pytest.raises(OptionError, match="no search has been started"):
        Search(COUP).snapshot()
    with pytest.raises(OptionError, match="a search needs a limit"):
        Search(COUP).run(start_view())


def test_parameters_have_documented_defaults_that_a_game_may_change() -> None:
    assert Params().exploration == 0.7
    assert Search(COUP).method == "mo-ismcts"
    assert Search(COUP).params.keys == "view"
    assert Search(COUP, keys="path").params.keys == "path"
