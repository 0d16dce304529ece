"""Who sits at a table: players in this process and bots in others, asked in the same way."""

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from palio.core.game import Game, State, View
from palio.core.players import Player
from palio.referee.clocks import TimeControl
from palio.referee.faults import Fault, FaultError, Termination


class MoveTexts(dict[int, str]):
    """The notation of a game's moves, each made once; bounded, since few games have many moves."""

    MOST = 50_000

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, move: int) -> str:
        if len(self) >= self.MOST:
            self.clear()
        text = self[move] = self._game.move_text(move)
        return text


@lru_cache(16)
def move_texts(game: Game) -> MoveTexts:
    """The texts that all tables of a game share."""
    return MoveTexts(game)


@dataclass(frozen=True, slots=True)
class Seating:
    """What a seat is told when the game begins."""

    game: Game
    table: int
    seat: int
    names: list[str]
    control: TimeControl
    seed: int
    """For the player's own random numbers."""


def decision_kind(view: dict[str, Any]) -> str:
    """What is decided, in the game's own word for it: the view's phase or step."""
    return str(view.get("phase") or view.get("step") or "move")


class Decision:
    """One decision of one seat. What only bots need is made when they ask for it."""

    __slots__ = ("_map", "clocks", "moves", "seat", "texts", "time", "view")

    def __init__(self, state: State, seat: int, texts: MoveTexts) -> None:
        self.view: View = state.view(seat)
        self.seat = seat
        self.moves = state.legal_moves()
        self.texts = texts
        self.time: int | None = None
        """The limit in ms."""
        self.clocks: list[int] | None = None
        """Time left by seat, in ms."""
        self._map: dict[str, Any] | None = None

    @property
    def view_map(self) -> dict[str, Any]:
        if self._map is None:
            self._map = self.view.to_map()
        return self._map

    @property
    def is_reaction(self) -> bool:
        """True in another seat's turn, for games whose views name the player in turn."""
        return bool(self.view_map.get("turn_player", self.seat) != self.seat)

    @property
    def kind(self) -> str:
        return decision_kind(self.view_map)


@dataclass(frozen=True, slots=True)
class Answer:
    """A legal move, the time it took in ms, and the thought behind it."""

    move: int
    spent: float
    thought: dict[str, Any] | None = None


class Seat(Protocol):
    """A player at the table, wherever it lives. Every method but `finish` may raise FaultError."""

    name: str
    sees_events: bool
    """False if nobody would read the events."""

    def prepare(self) -> None:
        """Begin to get ready, without waiting."""
        ...

    def start(self, seating: Seating) -> None:
        """Take the seat."""
        ...

    def note(self, event: dict[str, Any]) -> None:
        """Something happened, redacted for this seat."""
        ...

    def decide(self, decision: Decision) -> Answer:
        """Choose one of the moves in time."""
        ...

    def finish(self, result: dict[str, Any]) -> None:
        """The game is over; a seat that was taken away is not told."""
        ...

    def describe(self) -> dict[str, Any]:
        """Name and version for the record."""
        ...


class PlayerSeat:
    """A player in this process."""

    sees_events = False

    def __init__(self, name: str, player: Player) -> None:
        self.name = name
        self._player = player
        self._control = TimeControl()

    def prepare(self) -> None:
        pass

    def start(self, seating: Seating) -> None:
        self._control = seating.control

    def note(self, event: dict[str, Any]) -> None:
        pass

    def decide(self, decision: Decision) -> Answer:
        begin = time.perf_counter()
        move = self._player.choose(decision.view)
        spent = (time.perf_counter() - begin) * 1000
        if move not in decision.moves:
            raise FaultError(Fault(Termination.ILLEGAL_MOVE, f"played {move!r}"))
        if decision.time is not None and spent > decision.time + self._control.margin:
            raise FaultError(Fault(Termination.TIMEOUT, f"needed {spent:.0f} ms of {decision.time} ms"))
        return Answer(move, spent)

    def finish(self, result: dict[str, Any]) -> None:
        pass

    def describe(self) -> dict[str, Any]:
        return {"name": self.name, "kind": "player"}
