"""Workers: any number of them gives the same table; one that dies loses nothing; stopping is orderly."""

import os
import re
import signal
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from palio.errors import StoreError
from palio.tournament.local import LocalRunner
from palio.tournament.manager import Manager, local_runner, stop_on_signals
from palio.tournament.player import setup_of
from palio.tournament.result import GameResult
from palio.tournament.store import Store
from tests.tournament.support import ENGINE, run_event, small_event, table_of

CRASHING = "python3 -c 'import sys; sys.exit(3)'"


def test_workers_and_processes_do_not_change_the_games(tmp_path: Path) -> None:
    event = small_event(("random", "greedy"), (2, 3), blocks=2, processes=True)
    run_event(event, tmp_path / "one", workers=1)
    manager = run_event(event, tmp_path / "two", workers=2)
    assert table_of(tmp_path / "one") == table_of(tmp_path / "two")
    usage = manager.usage
    assert usage.games == len(table_of(tmp_path / "two"))
    assert all(part > 0 for part in (usage.spent.bots, usage.spent.rules, usage.spent.messages, usage.spent.store))
    assert sum(usage.shares().values()) == pytest.approx(1)


def test_players_without_a_program_cost_no_messages(tmp_path: Path) -> None:
    usage = run_event(small_event(blocks=20), tmp_path / "event").usage
    assert (usage.spent.bots, usage.spent.messages) == (0, 0)
    assert usage.share == usage.shares()["rules"] > 0


def test_a_killed_worker_is_replaced_and_its_games_are_played_again(tmp_path: Path) -> None:
    event = small_event(blocks=300)
    run_event(event, tmp_path / "calm")
    killed: list[int] = []
    with Store(tmp_path / "wild", event) as store:
        runner = LocalRunner(setup_of(event, store.folder), 2)

        def watch(results: Sequence[GameResult]) -> None:
            for victim in runner.pids() if results and len(killed) < 4 else []:
                killed.append(victim)
                os.kill(victim, signal.SIGKILL)

        manager = Manager(event, store, lambda event, folder: runner, watch)
        manager.run()
    assert len(set(killed)) == 4, "both workers after the first results, and those that came for them"
    assert manager.is_complete
    assert table_of(tmp_path / "wild") == table_of(tmp_path / "calm")


def test_a_stopped_event_goes_on_where_it_was(tmp_path: Path) -> None:
    event = small_event(blocks=20)
    run_event(event, tmp_path / "whole")
    with Store(tmp_path / "parts", event) as store:
        manager = Manager(event, store, local_runner(2), lambda results: manager.halt("enough") if results else None)
        manager.run()
        done = manager.progress.done
    assert 0 < done <= 4, "two workers have two games each before the first result"
    assert manager.reason == "enough"
    assert run_event(event, tmp_path / "parts").progress.played == 40 - done
    assert table_of(tmp_path / "parts") == table_of(tmp_path / "whole")


def press_ctrl_c(times: int) -> None:
    for _ in range(times):
        time.sleep(0.05)
        os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("times", [1, 2])
def test_ctrl_c_once_ends_after_the_running_games_and_twice_at_once(tmp_path: Path, times: int) -> None:
    event = small_event(blocks=3000)
    told: list[str] = []
    with Store(tmp_path / "event", event) as store:
        keys: list[threading.Thread] = []

        def watch(results: Sequence[GameResult]) -> None:
            if results and not keys:
                keys.append(threading.Thread(target=press_ctrl_c, args=(times,)))
                keys[0].start()

        manager = Manager(event, store, local_runner(2), watch)
        with stop_on_signals(manager.stop, told.append):
            manager.run()
            keys[0].join()
        assert 0 < manager.progress.done < 6000
        assert len(store.numbers()) == manager.progress.done
    assert told[0].startswith("stopping after the running games")
    assert manager.stop.after


def test_a_swiss_event_resumes_with_the_same_rounds(tmp_path: Path) -> None:
    event = small_event(("random",) * 3 + ("greedy",) * 2, (2,), blocks=1, rounds=4, format="swiss")
    run_event(event, tmp_path / "whole")
    with Store(tmp_path / "parts", event) as store:
        manager = Manager(event, store, local_runner(1))

        def watch(results: Sequence[GameResult]) -> None:
            if manager.progress.done >= 7:
                manager.halt("")

        manager.watch = watch
        manager.run()
        assert 7 <= manager.progress.done < 16
    run_event(event, tmp_path / "parts", workers=2)
    assert table_of(tmp_path / "parts") == table_of(tmp_path / "whole")
    assert len(table_of(tmp_path / "whole")) == 16


def test_a_bot_that_always_fails_is_counted_and_the_event_goes_on(tmp_path: Path) -> None:
    manager = run_event(small_event((f"bad:={CRASHING}", "random"), (3,), blocks=1), tmp_path / "event")
    assert manager.is_complete
    with Store(tmp_path / "event") as store:
        for result in store.results():
            assert result.ranks[result.bots.index(0)] in {2, 3} or result.bots.count(0) == 2
            assert {result.reasons[seat] for seat, bot in enumerate(result.bots) if bot == 0} == {"crash"}


def test_too_many_faults_stop_the_event(tmp_path: Path) -> None:
    event = small_event((f"bad:={CRASHING}", "random"), blocks=50, faults="stop", max_faults=3)
    manager = run_event(event, tmp_path / "event")
    assert re.fullmatch(r"bad has \d+ faults, allowed are 3", manager.reason)
    assert 4 <= manager.progress.done < 50
    again = run_event(event, tmp_path / "event")
    assert again.progress.played == 0


def test_a_game_that_cannot_be_played_ends_the_run_with_its_reason(tmp_path: Path) -> None:
    event = small_event(blocks=2)
    with Store(tmp_path / "event", event) as store:
        folder = tmp_path / "file"
        folder.write_text("not a folder")
        manager = Manager(event, store, lambda event, _: LocalRunner(setup_of(event, folder), 1))
        with pytest.raises(StoreError, match="could not be played: cannot write"):
            manager.run()
        assert store.numbers() == set()


def test_bots_with_options_of_their_own(tmp_path: Path) -> None:
    event = small_event((f"{ENGINE}random", f"{ENGINE}greedy"), blocks=1)
    assert [bot.name for bot in event.bots] == ["palio", "palio-2"]
    assert run_event(event, tmp_path / "event").is_complete
