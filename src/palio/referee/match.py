"""Many games among the same bots: one deal per round of seat rotations, so that luck cancels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from palio.core.game import Game
from palio.core.players import make_player
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub
from palio.referee.launch import BotSpec
from palio.referee.record import Record, is_win
from palio.referee.seats import PlayerSeat, Seat
from palio.referee.table import Table


@dataclass(slots=True)
class Score:
    """What one bot achieved."""

    name: str
    values: list[float] = field(default_factory=list)
    wins: int = 0
    faults: int = 0

    @property
    def mean(self) -> float:
        return sum(self.values) / max(len(self.values), 1)


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a match."""

    number: int
    """Counts from 1."""
    order: list[int]
    """Which bot sat on each seat."""
    record: Record
    seconds: float

    def to_map(self) -> dict[str, Any]:
        """The game as one JSON line."""
        ends = self.record.ends
        return {
            "number": self.number,
            "game": self.record.header["game"],
            "deal": self.record.header["deal"],
            "bots": self.order,
            "names": [seat["name"] for seat in self.record.seats],
            "ranks": [end["rank"] for end in ends],
            "won": [is_win(end) for end in ends],
            "points": [end["points"] for end in ends],
            "returns": [end["return"] for end in ends],
            "reasons": [end["reason"] for end in ends],
            "moves": len(self.record.entries),
            "seconds": round(self.seconds, 3),
        }


class Match:
    """Bots around one table, game after game. Leaving it as a context manager ends all bot processes."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str | BotSpec],
        *,
        seed: int = 1,
        control: TimeControl | None = None,
        settings: HostSettings | None = None,
    ) -> None:
        """Each bot is the name of a player in this process, or how to start a program."""
        self._game = game
        self._bots = list(bots)
        self._seed = seed
        self._control = control or TimeControl()
        self._settings = settings or HostSettings()
        self._hub = Hub()
        self._programs = {
            index: BotSeat(bot, self._hub, self._settings)
            for index, bot in enumerate(self._bots)
            if isinstance(bot, BotSpec)
        }
        self.scores = [Score(bot.name if isinstance(bot, BotSpec) else bot) for bot in self._bots]

    def __enter__(self) -> "Match":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Say quit to all bots at once; after an error or an interrupt end them without waiting."""
        try:
            if kind is None:
                self.close()
        finally:  # also if an interrupt comes while they leave
            self._hub.__exit__()

    def close(self) -> None:
        """End every bot process: quit, terminate, kill, for all of them at the same time."""
        lines = [seat.release() for seat in self._programs.values()]
        self._hub.close([line for line in lines if line], BotSeat.FAREWELL, self._settings.quit_seconds)

    def play(self, games: int, first: int = 1) -> Iterator[Played]:
        """Play the games with these numbers, one after the other."""
        for number in range(first, first + games):
            yield self.play_one(number)

    def play_one(self, number: int) -> Played:
        """Play one game; the deal and the seats depend on its number alone."""
        seats = self._game.seats
        deal, turn = divmod(number - 1, seats)
        order = [(seat + turn) % seats for seat in range(seats)]
        table = Table(
            self._game,
            [self.seat(bot, number) for bot in order],
            self._seed + deal,
            control=self._control,
            number=number,
            seed=self._seed,
        )
        begin = perf_counter()
        record = table.play()
        self.count(order, record)
        return Played(number, order, record, perf_counter() - begin)

    def seat(self, bot: int, number: int) -> Seat:
        if bot in self._programs:
            return self._programs[bot]
        name = str(self._bots[bot])
        return PlayerSeat(name, make_player(name, self._seed * 1_000_003 + (number - 1) * self._game.seats + bot))

    def count(self, order: list[int], record: Record) -> None:
        for seat, bot in enumerate(order):
            end = record.ends[seat]
            self.scores[bot].values.append(end["return"])
            self.scores[bot].wins += is_win(end)
            self.scores[bot].faults += end["reason"] != "finished"
