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
from palio.referee.record import game_line
from palio.referee.verify import verify
from palio.tournament import records
from palio.tournament.records import RecordWriter, file_path
from palio.tournament.store import INDEX, Store
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
    path = file_path(folder, 0)
    path.write_bytes(path.read_bytes().replace(b"rank", b"sank", 1))
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
def test_a_disk_that_takes_no_record_is_an_error_and_leaves_no_half_record(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys; from pathlib import Path; from palio.tournament.records import RecordWriter\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000))\n"
        "writer = RecordWriter(Path(sys.argv[1])); print(writer.append(1, 'x' * 5000))\n"
        "try: writer.append(2, 'x' * 5000)\n"
        "except ValueError as error: print(error)\n"
        "print(writer.append(3, 'x' * 500))\n"
    )
    words = [sys.executable, "-c", program, str(tmp_path)]
    first, failed, third = subprocess.run(words, capture_output=True, text=True, check=True).stdout.splitlines()
    assert (first, third) == ("Place(file=0, at=17, size=5000)", "Place(file=0, at=5034, size=500)")
    assert failed.endswith(os.strerror(errno.EFBIG))
    assert file_path(tmp_path, 0).read_text() == game_line(1) + "x" * 5000 + game_line(3) + "x" * 500


def test_the_end_of_a_file_that_a_kill_has_torn_is_left_behind(finished: Path, tmp_path: Path) -> None:
    """The games before it are entered, later ones go to another file."""
    folder = copy_of(finished, tmp_path)
    path = file_path(folder, 0)
    path.write_bytes(path.read_bytes() + game_line(4000).encode() + b"palio record 1 #1")
    manager = run_event(small_event(blocks=5), folder)
    assert (manager.progress.done, manager.progress.played) == (10, 2)
    with Store(folder) as store:
        assert {result.record.file for result in store.results() if result.record} == {0, 1}
        for number in store.numbers():
            verify(store.read_record(number))


def test_another_event_leaves_the_stored_one_as_it_was(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    with pytest.raises(StoreError, match="holds another event"):
        Store(folder, small_event(blocks=4, seed=9, name="other"))
    with Store(folder) as store:
        assert (store.event().name, store.event().seed) == ("tournament", 1)


def test_writers_never_share_a_file_and_begin_another_when_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_BYTES", 120)
    first, second = RecordWriter(tmp_path), RecordWriter(tmp_path)
    texts = [f"{number}" * 40 for number in range(8)]
    places = [(first, second)[number % 2].append(number, text) for number, text in enumerate(texts)]
    assert [place.file for place in places] == [0, 1, 0, 1, 0, 1, 2, 3]
    for place, text in zip(places, texts, strict=True):
        assert records.read_bytes(tmp_path, place).decode() == text
    for writer in (first, second):
        writer.flush()
        writer.close()


def test_a_folder_of_another_layout_is_refused(finished: Path, tmp_path: Path) -> None:
    folder = copy_of(finished, tmp_path)
    base = sqlite3.connect(folder / INDEX)
    base.execute("UPDATE event SET value = replace(value, '\"layout\": 2', '\"layout\": 1')")
    base.commit()
    base.close()
    with Store(folder) as store, pytest.raises(StoreError, match="has layout 1, this palio reads 2"):
        store.event()


def test_a_folder_without_an_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="expected a tournament's folder"):
        Store(tmp_path)
