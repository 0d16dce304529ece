"""A real local cluster of several worker processes, one of which is killed in the middle."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

from palio.cli import main
from palio.errors import StoreError
from palio.tournament.cluster import ClusterRunner, MismatchError, cluster_runner, play_block
from palio.tournament.manager import Manager
from palio.tournament.player import setup_of
from palio.tournament.probe import differences, fingerprint
from palio.tournament.result import GameResult
from palio.tournament.schedule import Schedule
from palio.tournament.store import Store
from tests.tournament.support import run_event, small_event, table_of

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Three worker processes of one thread each, watched by nannies."""
    settings = {"dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=3, threads_per_worker=1, processes=True, **settings) as found:
        yield found


def test_a_killed_worker_loses_nothing(cluster: Any, tmp_path: Path) -> None:
    event = small_event(("random", "greedy", "honest"), (2, 3), blocks=8)
    run_event(event, tmp_path / "alone")
    killed: list[int] = []

    def watch(results: Sequence[GameResult]) -> None:
        if results and not killed:
            with Client(cluster.scheduler_address, timeout=20) as client:
                pids = client.run(os.getpid)
            killed.append(sorted(pids.values())[0])
            os.kill(killed[0], signal.SIGKILL)

    with Store(tmp_path / "cluster", event) as store:
        manager = Manager(event, store, cluster_runner(cluster.scheduler_address), watch)
        manager.run()
    assert killed
    assert manager.is_complete
    assert table_of(tmp_path / "cluster") == table_of(tmp_path / "alone")
    assert manager.usage.games >= len(table_of(tmp_path / "alone"))


def test_an_event_changes_between_cluster_and_machine(cluster: Any, tmp_path: Path) -> None:
    """Begun here, stopped, finished there: the same table as without the change."""
    event = small_event(blocks=12)
    run_event(event, tmp_path / "whole")
    with Store(tmp_path / "parts", event) as store:
        manager = Manager(event, store, cluster_runner(cluster.scheduler_address))
        manager.watch = lambda results: manager.halt("enough") if results else None
        manager.run()
        assert 0 < manager.progress.done < 24
    run_event(event, tmp_path / "parts")
    assert table_of(tmp_path / "parts") == table_of(tmp_path / "whole")


def test_other_versions_of_bots_are_refused(cluster: Any, tmp_path: Path) -> None:
    """A bot that greets with another version on each machine stands for machines with different bots."""
    script = tmp_path / "bot.py"
    script.write_text(
        "import os, sys\n"
        "from palio.engine import server\n"
        "server.palio.__version__ = f'on {os.getppid()}'\n"
        "from palio.cli import main\n"
        "sys.exit(main(['engine']))\n"
    )
    event = small_event((f"moody:={sys.executable} {script}", "random"), blocks=2)
    with pytest.raises(MismatchError, match=r"bot moody is .*version"):
        ClusterRunner(setup_of(event, None), cluster.scheduler_address)


def test_a_machine_is_checked_before_its_first_block(cluster: Any) -> None:
    """Also one that joined after the event had begun."""
    setup = setup_of(small_event(blocks=1), None)
    jobs = list(next(Schedule(small_event(blocks=1)).round(0, list)).games)
    wrong = {**fingerprint(setup), "rules of coup": 99}
    with Client(cluster.scheduler_address, timeout=20) as client:
        with pytest.raises(MismatchError, match="rules of coup is 1, here 99"):
            client.submit(play_block, setup, jobs, wrong, pure=False).result(timeout=60)
        finished = client.submit(play_block, setup, jobs, fingerprint(setup), pure=False).result(timeout=60)
    assert [played.result.number for played in finished] == [0, 1]


def test_differences_are_named() -> None:
    mine = fingerprint(setup_of(small_event(("random", "honest")), None))
    assert mine["rules of coup"] >= 1
    assert mine["bot honest"]["program"]
    theirs = {**mine, "rules of coup": mine["rules of coup"] + 1}
    assert differences(mine, mine) == []
    assert differences(mine, theirs) == [f"rules of coup is {mine['rules of coup'] + 1}, here {mine['rules of coup']}"]


def test_a_file_of_a_bot_is_part_of_its_fingerprint(tmp_path: Path) -> None:
    prints = []
    for number in range(2):
        script = tmp_path / f"{number}" / "bot.py"
        script.parent.mkdir()
        script.write_text(f"import sys; sys.exit({number})")
        prints.append(fingerprint(setup_of(small_event((f"{sys.executable} {script}", "random")), None)))
    assert len(differences(*prints)) == 1
    assert "bot bot is" in differences(*prints)[0]


def test_no_cluster_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    monkeypatch.setattr("palio.tournament.cluster.CONNECT_SECONDS", 1)
    words = ["tournament", "--bot", "random", "--bot", "greedy", "--out", str(tmp_path / "x"), "--quiet"]
    assert main([*words, "--cluster", "tcp://127.0.0.1:9"]) == 2
    assert "cannot reach the cluster at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_the_command_plays_on_a_cluster(cluster: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "--bot", "random", "--bot", "greedy", "--blocks", "6", "--quiet"]
    assert main([*words, "--out", str(tmp_path / "there"), "--cluster", cluster.scheduler_address]) == 0
    assert main([*words, "--out", str(tmp_path / "here"), "-j", "1"]) == 0
    assert table_of(tmp_path / "there") == table_of(tmp_path / "here")
    assert "coup-2: 2 seats" in capsys.readouterr().out


def test_a_cluster_without_workers_is_refused() -> None:
    settings = {"dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=0, **settings) as empty, pytest.raises(StoreError, match="has no workers"):
        ClusterRunner(setup_of(small_event(), None), empty.scheduler_address)
