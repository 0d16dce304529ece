"""The benchmark measures what it says; how fast it is, is for the benchmark to say."""

import palio
from palio.search.bench import first_decision, search_speed, search_speeds


def test_speeds_of_several_tables() -> None:
    speeds = search_speeds([palio.load("coup"), palio.load("coup", players=3)], seconds=0.06)
    assert list(speeds) == ["coup-2", "coup-3"]
    for numbers in speeds.values():
        assert set(numbers) == {
            "iterations_per_second",
            "playouts_per_second",
            "iteration_over_playout",
            "thread_scaling",
        }
        assert all(value > 0 for value in numbers.values())
        ratio = numbers["playouts_per_second"] / numbers["iterations_per_second"]
        assert numbers["iteration_over_playout"] == ratio


def test_too_little_time_for_an_iteration_measures_one() -> None:
    numbers = search_speed(palio.load("masters"), seconds=1e-9)
    assert numbers["iterations_per_second"] > 0
    assert numbers["thread_scaling"] > 0


def test_the_measured_position_is_a_choice() -> None:
    for players in (2, 6):
        state = first_decision(palio.load("coup", players=players))
        assert len(state.legal_moves()) > 1
