"""Small events for tests."""

import sys
from pathlib import Path
from typing import Any

from palio.tournament.event import Event, bot_entries, table_specs
from palio.tournament.manager import Manager, local_runner
from palio.tournament.store import Store

ENGINE = f"{sys.executable} -m palio engine --set method="


def small_event(
    bots: tuple[str, ...] = ("random", "greedy"), players: tuple[int, ...] = (2,), **settings: Any
) -> Event:
    """An event of Coup; `processes` makes programs of the bots."""
    processes = settings.pop("processes", False)
    return Event(bot_entries(bots, processes), table_specs([("coup", players, {})]), **settings)


def run_event(event: Event, folder: Path, workers: int = 1) -> Manager:
    """Play an event to its end."""
    with Store(folder, event) as store:
        manager = Manager(event, store, local_runner(workers))
        manager.run()
    return manager


def table_of(folder: Path) -> list[tuple[object, ...]]:
    """All that is the same however the games came about: no times."""
    with Store(folder) as store:
        return [(g.number, g.table, g.deal, g.bots, g.ranks, g.points, g.reasons, g.moves) for g in store.results()]


def count_records(folder: Path) -> int:
    """Games on the disk, with or without an entry."""
    return sum(path.read_bytes().count(b"\ndigest ") for path in (folder / "records").glob("*.txt"))
