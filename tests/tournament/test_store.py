"""Finished games stay, count once, and belong to one event."""

import errno
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from palio.errors import StoreError
from palio.referee.verify import verify
from palio.tournament.store import INDEX, Store, record_path, write_record
from tests.tournament.support import run_event, small_event, table_of


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an event of 8 games; tests that change it copy it."""
    folder = tmp_path_factory.mktemp("finished") / "event"
    run_event(small_event(blocks=4), folder)
    return folder


def copy_of(folder: Path, to: Path) -> Path:
    return Path(shutil.copytree(folder, to / "copy"))


def test_every_game_has_a_record_that_the_rules_confirm(finished: Path) -> None:
    with Store(finished) as store:
        results = store.results()
        assert len(results) == 8
        for result in results:
            record = store.read_record(result.number)
            verify(record)
            assert tuple(end["rank"] for end in record.ends) == result.ranks
            assert sum(result.decisions) == sum(entry.kind == "seat" for entry in record.entries)


def test_a_game_that_comes_twice_counts_once(finished: Path, tmp_path: Path) -> None:
    event = small_event(blocks=4)
    with Store(copy_of(finished, tmp_path), event) as store:
        results = store.results()
        assert store.add(results) == []
        assert store.results() == results


def test_a_folder_belongs_to_one_event(finished: Path, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"holds another event: its seed is 1, this one's 2"):
        Store(copy_of(finished, tmp_path), small_event(blocks=4, seed=2))


def test_other_rules_are_another_event(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    base = sqlite3.connect(folder / INDEX)
    content = json.loads(base.execute("SELECT value FROM event").fetchone()[0])
    content["tables"][0]["rules"] += 1
    base.execute("UPDATE event SET value = ?", (json.dumps(content),))
    base.commit()
    base.close()
    with pytest.raises(StoreError, match="its tables is"):
        Store(folder, small_event(blocks=4))


def test_an_event_can_be_made_longer(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    manager = run_event(small_event(blocks=5), folder)
    assert (manager.progress.done, manager.progress.played) == (10, 2)
    assert table_of(folder)[:8] == table_of(finished)


def test_one_manager_at_a_time(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    with Store(folder, small_event(blocks=4)), pytest.raises(StoreError, match="in use by another palio"):
        Store(folder, small_event(blocks=4))


def test_a_lost_index_is_rebuilt_from_the_records(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    for path in folder.glob(f"{INDEX}*"):
        path.unlink()
    manager = run_event(small_event(blocks=4), folder)
    assert manager.progress.played == 0
    assert table_of(folder) == table_of(finished)


def test_a_damaged_record_without_an_entry_is_played_again(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    for path in folder.glob(f"{INDEX}*"):
        path.unlink()
    damaged = record_path(folder, 1001)
    damaged.write_bytes(damaged.read_bytes()[:700])
    manager = run_event(small_event(blocks=4), folder)
    assert manager.progress.played == 1
    assert table_of(folder) == table_of(finished)


def test_a_full_disk_keeps_what_is_stored(finished: Path, tmp_path: Path) -> None:
    """SQLite's own bound on its size raises the error of a full disk."""
    with Store(finished) as source:
        results = source.results()
    with Store(tmp_path / "full", small_event(blocks=4)) as store:
        store.add(results[:2])
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages}")
        many = [replace(result, number=result.number + 10**6 * copy) for copy in range(1, 400) for result in results]
        with pytest.raises(StoreError, match="full"):
            store.add(many)
        store._base.execute("PRAGMA max_page_count = 1000000")
        store.add(results[2:])
        assert store.results() == results


@pytest.mark.skipif(os.name != "posix", reason="needs limits on file sizes")
def test_a_disk_that_takes_no_record_is_an_error_and_leaves_no_half_file(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys; from pathlib import Path; from palio.tournament.store import write_record\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try: write_record(Path(sys.argv[1]), 'x' * 5000)\n"
        "except ValueError as error: print(error)\n"
    )
    target = tmp_path / "records" / "game.txt"
    done = subprocess.run([sys.executable, "-c", program, str(target)], capture_output=True, text=True, check=True)
    assert os.strerror(errno.EFBIG) in done.stdout
    assert list(target.parent.iterdir()) == []


def test_half_written_files_of_killed_workers_are_cleared_away(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    draft = record_path(folder, 0).with_name(".00000000-000.txt.4711")
    draft.write_text("half a ga")
    with Store(folder):
        assert draft.exists(), "only a manager may do so"
    with Store(folder, small_event(blocks=4)) as store:
        assert not draft.exists()
        assert len(store.results()) == 8


def test_another_event_leaves_the_stored_one_as_it_was(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    with pytest.raises(StoreError, match="holds another event"):
        Store(folder, small_event(blocks=4, seed=9, name="other"))
    with Store(folder) as store:
        assert (store.event().name, store.event().seed) == ("tournament", 1)


def test_a_record_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.txt"
    write_record(path, "first")
    write_record(path, "second")
    assert path.read_text() == "second"
    assert list(path.parent.iterdir()) == [path]


def test_a_folder_without_an_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="expected a tournament's folder"):
        Store(tmp_path)
