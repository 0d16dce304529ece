"""Playing one game of an event: the bots' processes stay alive from game to game."""

from collections import Counter, OrderedDict
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time, thread_time
from types import TracebackType
from typing import NamedTuple

from palio.core.game import Game
from palio.core.players import make_player
from palio.games import load
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.seats import PlayerSeat, Seat
from palio.referee.table import Table
from palio.tournament.event import BotEntry, Event, TableSpec, mix
from palio.tournament.records import RecordWriter
from palio.tournament.result import GameResult, summarize
from palio.tournament.schedule import GameJob
from palio.tournament.usage import MeteredHub, MeteredSeat, Spent

MOST_PROCESSES = 24
"""Bot processes that wait for their next game; those that waited longest end first."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a worker must know of an event."""

    bots: tuple[BotEntry, ...]
    tables: tuple[TableSpec, ...]
    seed: int
    control: TimeControl
    settings: HostSettings
    folder: Path | None = None
    """Where to write records; None: the record comes with the result."""


def setup_of(event: Event, folder: Path | None) -> Setup:
    return Setup(event.bots, event.tables, event.seed, event.control, event.settings, folder)


def digest_of(text: str) -> str:
    """The digest in a record's last line."""
    return text.rstrip("\n").rsplit(" ", 1)[-1]


class Played(NamedTuple):
    """A finished game."""

    result: GameResult
    text: str
    """Of the record; empty where that is written."""
    spent: Spent


class GamePlayer:
    """Plays games of one event, one after the other. Leaving it as a context manager ends all bot processes."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.records = None if setup.folder is None else RecordWriter(setup.folder)
        self._hub = MeteredHub()
        self._bots, self._own, self._queued = 0.0, process_time(), self._hub.queued()
        self._games: dict[int, Game] = {}
        self._seats: OrderedDict[tuple[int, int], BotSeat] = OrderedDict()

    def __enter__(self) -> "GamePlayer":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.release(list(self._seats))
        self._hub.__exit__()
        if self.records is not None:
            self.records.close()

    def play(self, job: GameJob) -> Played:
        """Play a game and write its record if the setup says where.

        Raises StoreError if the disk does not take the record.
        """
        game = self.game(job.table)
        seats = self.take_seats(job)
        begin, cpu = perf_counter(), thread_time()
        table = Table(game, seats, job.deal, control=self._setup.control, number=job.number, seed=self._setup.seed)
        record = table.play()
        seconds = perf_counter() - begin
        text = record.to_text()
        spent = self.spent(thread_time() - cpu, seats)
        place = None if self.records is None else self.records.append(job.number, text)
        result = summarize(
            record,
            number=job.number,
            table=job.table,
            bots=job.bots,
            seconds=seconds,
            digest=digest_of(text),
            place=place,
        )
        return Played(result, text if place is None else "", spent)

    def spent(self, game: float, seats: list[Seat]) -> Spent:
        """CPU time since the game before this one, of which the worker spent `game` seconds in this game."""
        messages = sum(seat.messages for seat in seats if isinstance(seat, MeteredSeat))
        bots, own, queued = self._hub.bot_cpu(), process_time(), self._hub.queued()
        found = Spent(bots - self._bots, game - messages, messages, own - self._own - game, queued - self._queued)
        self._bots, self._own, self._queued = bots, own, queued
        return found

    def game(self, table: int) -> Game:
        if table not in self._games:
            spec = self._setup.tables[table]
            self._games[table] = load(spec.game, **spec.options)
        return self._games[table]

    def take_seats(self, job: GameJob) -> list[Seat]:
        """Who plays by seat; a bot that sits there twice is two processes."""
        copies: Counter[int] = Counter()
        seats: list[Seat] = []
        taken: set[tuple[int, int]] = set()
        for place, bot in enumerate(job.bots):
            entry = self._setup.bots[bot]
            if entry.spec is None:
                player = make_player(entry.source, mix(self._setup.seed, "player", job.number, place))
                seats.append(PlayerSeat(entry.name, player))
            else:
                seats.append(MeteredSeat(self.process_seat(bot, copies[bot])))
                taken.add((bot, copies[bot]))
            copies[bot] += 1
        spare = list(self._seats)[: max(len(self._seats) - MOST_PROCESSES, 0)]
        self.release([key for key in spare if key not in taken])
        return seats

    def process_seat(self, bot: int, copy: int) -> BotSeat:
        spec = self._setup.bots[bot].spec
        assert spec is not None, "only bots with a program have processes"
        if (bot, copy) not in self._seats:
            self._seats[bot, copy] = BotSeat(spec, self._hub, self._setup.settings)
        self._seats.move_to_end((bot, copy))
        return self._seats[bot, copy]

    def release(self, keys: list[tuple[int, int]]) -> None:
        """End these processes, all at the same time."""
        lines = [self._seats.pop(key).release() for key in keys]
        leaving = [line for line in lines if line is not None]
        if leaving:
            self._hub.close(leaving, BotSeat.FAREWELL, self._setup.settings.quit_seconds)
