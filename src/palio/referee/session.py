"""A plain session with one bot, message by message, that keeps a log: for checks and tests."""

import contextlib
import os
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import palio
from palio.core.game import Game, State
from palio.errors import PalioError, WireError
from palio.games.fingerprint import data_hash
from palio.referee.bot import QUIT_FRAME
from palio.referee.faults import FaultError
from palio.referee.hub import Hub
from palio.referee.process import BotProcess
from palio.referee.seats import decision_kind
from palio.wire.frames import pack_frame
from palio.wire.messages import BOT_MESSAGES, PROTOCOL_VERSION, BotHello, Message, Ok, Thought, read_message

LOG_LINES = 12
GRACE_SECONDS = 0.2
LOG_CHARACTERS = 200

Expected = TypeVar("Expected", bound=Message)


class SessionError(PalioError):
    """The bot did not do what the protocol says."""


class Session:
    """One bot process that has not been greeted yet."""

    def __init__(self, command: Sequence[str], seconds: float = 10.0, directory: Path | None = None) -> None:
        """`seconds` is how long to wait for any answer.

        Raises BotError if the program cannot be started.
        """
        self._hub = Hub()
        self._line = self._hub.add(BotProcess(command, directory))
        self._seconds = seconds
        self._id = 0
        self.log: deque[str] = deque(maxlen=LOG_LINES)
        """The last messages in both directions, shortened."""

    def __enter__(self) -> "Session":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._hub.close([self._line], QUIT_FRAME, GRACE_SECONDS)

    @property
    def stderr(self) -> str:
        return self._line.process.stderr

    def next_id(self) -> int:
        self._id += 1
        return self._id

    def send(self, content: dict[str, Any]) -> None:
        self.log.append(f"host: {clipped(content)}")
        self._line.send(pack_frame(content))

    def close_input(self) -> None:
        """End the bot's input, as a host does that has gone."""
        self.log.append("host: (end of input)")
        self._hub.ignore(self._line.process.stdin)
        with contextlib.suppress(OSError):
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, self._line.process.stdin)  # the number stays ours, the pipe is closed
            os.close(null)

    def receive(self, seconds: float | None = None) -> Message | None:
        """The next message, or None if there is none in time."""
        until = time.perf_counter() + (self._seconds if seconds is None else seconds)
        try:
            got = self._hub.receive(self._line, until)
        except FaultError as error:
            raise SessionError(f"{error.fault.kind}: {error.fault.text}") from None
        if got is None:
            return None
        self.log.append(f"bot:  {clipped(got[1])}")
        try:
            return read_message(got[1], BOT_MESSAGES)
        except WireError as error:
            raise SessionError(f"wrong message: {error}") from None

    def expect(self, kind: type[Expected], number: int | None = None, seconds: float | None = None) -> Expected:
        """The next message but thoughts, which must be of this kind and echo the id."""
        until = time.perf_counter() + (self._seconds if seconds is None else seconds)
        wanted = kind.TYPE if number is None else f"{kind.TYPE} with id {number}"
        while True:
            got = self.receive(max(until - time.perf_counter(), 0.0))
            if got is None:
                raise SessionError(f"expected {wanted}, got nothing{self._line.leftover()}")
            if isinstance(got, Thought) and kind is not Thought:
                continue
            found = getattr(got, "id", None)
            if not isinstance(got, kind) or (number is not None and found != number):
                raise SessionError(f"expected {wanted}, got {got.TYPE} with id {found}")
            return got

    def ask(self, kind: type[Expected], content: dict[str, Any]) -> Expected:
        """Send a request with a new id and wait for its answer."""
        number = self.next_id()
        self.send({**content, "id": number})
        return self.expect(kind, number)

    def greet(self) -> BotHello:
        self.send(
            {
                "type": "hello",
                "protocol": PROTOCOL_VERSION,
                "name": "palio check",
                "version": palio.__version__,
                "a field from the future": [1, {"a": None}],
            }
        )
        return self.expect(BotHello)

    def start(self, game: Game, table: int, seat: int) -> None:
        self.ask(Ok, start_map(game, table, seat))

    def await_end(self, seconds: float) -> str:
        """How the process ended; raises SessionError if it has not."""
        self._hub.await_ends([self._line], seconds)
        if not self._line.process.has_ended():
            raise SessionError(f"expected the process to end within {seconds:g} s, it is running")
        return self._line.process.ending()


def clipped(content: dict[str, Any]) -> str:
    """A message for people, cut to a readable length."""
    text = repr(content)
    return text if len(text) <= LOG_CHARACTERS else text[: LOG_CHARACTERS - 3] + "..."


def start_map(game: Game, table: int, seat: int) -> dict[str, Any]:
    """A `start` message without id."""
    return {
        "type": "start",
        "table": table,
        "game": game.name,
        "rules": game.info.rules_version,
        "data": data_hash(game.name),
        "options": dict(game.options),
        "seat": seat,
        "names": [f"player {index}" for index in range(game.seats)],
        "clock": {"move": 5000},
        "seed": 1,
        "a field from the future": True,
    }


def decide_map(state: State, table: int, limit: dict[str, Any] | None = None) -> dict[str, Any]:
    """A `decide` message without id for the seat that is to act, told by the view alone."""
    view = state.view(state.actor)
    content = view.to_map()
    return {
        "type": "decide",
        "table": table,
        "kind": decision_kind(content),
        "reaction": content.get("turn_player", view.seat) != view.seat,
        "moves": [state.move_text(move) for move in state.legal_moves()],
        "view": content,
        "events": [],
        "limit": {"time": 5000, "iterations": 1000} if limit is None else limit,
        "a field from the future": "x",
    }
