"""The engine as a bot: reads the host's messages, lets thinkers think, sends their answers."""

import hashlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

import palio
from palio.core.game import Game, View
from palio.engine.budget import Budget, allot, own_time
from palio.engine.jobs import Job, Jobs
from palio.engine.options import Settings, engine_options
from palio.engine.thinkers import (
    AUTO,
    NO_STYLE,
    STYLES,
    Task,
    Thinker,
    ThoughtMap,
    has_styles,
    make_thinker,
    method_names,
)
from palio.errors import PalioError, WireError
from palio.games import GAMES, game_info, load
from palio.games.fingerprint import data_hash
from palio.wire.frames import FrameReader
from palio.wire.messages import (
    HOST_MESSAGES,
    PROTOCOL_VERSION,
    Analyse,
    Analysis,
    BotHello,
    Decide,
    Error,
    HostHello,
    Message,
    Move,
    Ok,
    Ping,
    Pong,
    Quit,
    Ready,
    Result,
    SetOptions,
    Start,
    Stop,
    read_message,
    write_message,
)

READ_BYTES = 1 << 16
DEFAULT_CANDIDATES = 5
ABILITIES = ["analysis", "parallel", "stop", "thoughts"]

EXIT_DONE = 0
EXIT_BROKEN = 1


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat that the engine plays."""

    game: Game
    seat: int
    clock: dict[str, Any]
    seed: int
    thinker: Thinker


class Leave(Exception):  # noqa: N818  not an error: the host has said quit
    """The session is over."""


class Server:
    """One session over two file descriptors."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._lock = Lock()
        self._greeted = False
        self._arrival = 0.0
        self._settings = Settings(engine_options(method_names(), AUTO, STYLES))
        self._seats: dict[int, Seat] = {}
        self._jobs = Jobs(self.send)
        self._handlers: dict[type[Message], Callable[[Any], None]] = {
            HostHello: self.greet,
            SetOptions: self.set_options,
            Start: self.start,
            Decide: self.decide,
            Analyse: self.analyse,
            Stop: lambda asked: self._jobs.stop(asked.id),
            Ping: lambda asked: self.send(Pong(id=asked.id)),
            Ready: lambda asked: self.send(Ready(id=asked.id)),
            Result: self.forget,
            Error: lambda told: None,
            Quit: self.leave,
        }

    def preset(self, options: dict[str, object]) -> None:
        """Set options before the session; raises WireError like `set`."""
        self._settings.preset(options)

    def run(self) -> int:
        """Serve until `quit`, the end of input or a broken frame; returns the exit code."""
        reader = FrameReader()
        try:
            while data := os.read(self._source, READ_BYTES):
                self._arrival = time.monotonic()
                reader.feed(data)
                while (content := reader.next()) is not None:
                    self.handle(content)
            return EXIT_DONE
        except (Leave, BrokenPipeError):
            return EXIT_DONE
        except WireError as error:
            self.send(Error(code="invalid", text=str(error), retry=False))
            return EXIT_BROKEN
        finally:
            self._jobs.stop_all()

    def send(self, answer: Message) -> None:
        """Write one whole message; threads take turns. A host that has gone is noticed at the next read."""
        frame = memoryview(write_message(answer))
        with self._lock:
            while frame:
                try:
                    frame = frame[os.write(self._sink, frame) :]
                except BrokenPipeError:
                    return

    def handle(self, content: dict[str, Any]) -> None:
        """Carry out one message; what is wrong with it becomes an error message."""
        number = content.get("id")
        answered = number if type(number) is int and 0 <= number < 2**53 else None
        try:
            asked = read_message(content, HOST_MESSAGES)
            if not self._greeted and not isinstance(asked, HostHello | Quit):
                self.refuse(answered, "refused", "say hello first", "type")
                return
            self._handlers[type(asked)](asked)
        except WireError as error:
            code = "unsupported" if error.field == "type" and "type" in content else "invalid"
            self.refuse(answered, code, str(error), error.field)
        except PalioError as error:
            self.refuse(answered, "refused", str(error))

    def refuse(
        self, number: int | None, code: str, text: str, field: str | None = None, *, retry: bool = False
    ) -> None:
        self.send(Error(id=number, code=code, text=text[:2000], retry=retry, field=field and field[:200]))

    # Requests

    def greet(self, asked: HostHello) -> None:
        self._greeted = True
        styled = self._settings.text("style") != NO_STYLE
        self.send(
            BotHello(
                protocol=min(asked.protocol, PROTOCOL_VERSION),
                name="palio engine",
                version=palio.__version__,
                games=[offer(name) for name in GAMES if not styled or has_styles(name)],
                abilities=ABILITIES,
                options=self._settings.offers(),
            )
        )

    def set_options(self, asked: SetOptions) -> None:
        self._settings.set(asked.options)
        self.send(Ok(id=asked.id))

    def start(self, asked: Start) -> None:
        game = load(asked.game, **asked.options)
        expect("rules", game.info.rules_version, asked.rules)
        expect("data", data_hash(game.name), asked.data)
        if asked.seat >= game.seats:
            raise WireError(f"expected a seat 0 to {game.seats - 1}, got {asked.seat}", "seat")
        thinker = make_thinker(game, self._settings)
        self._seats[asked.table] = Seat(game, asked.seat, asked.clock, asked.seed, thinker)
        self.send(Ok(id=asked.id))

    def forget(self, told: Result) -> None:
        self._seats.pop(told.table, None)

    def leave(self, asked: Quit) -> None:
        raise Leave

    # Thinking

    def decide(self, asked: Decide) -> None:
        seat = self._seats.get(asked.table)
        if seat is None:
            self.refuse(asked.id, "unknown_id", f"no game at table {asked.table}", "table")
            return
        view = own_view(seat.game, asked.view)
        if view.seat != seat.seat:
            raise WireError(f"expected the view of seat {seat.seat}, got that of seat {view.seat}", "view.seat")
        if len(asked.moves) != len(view.legal_moves()):
            raise WireError(f"expected {len(view.legal_moves())} moves, got {len(asked.moves)}", "moves")
        budget = allot(
            asked.limit,
            seat.clock,
            left=own_time(asked.clocks, seat.seat),
            moves=len(asked.moves),
            reaction=asked.reaction,
            overhead=self._settings.number("overhead"),
            iterations=self._settings.number("iterations"),
        )
        moves = view.legal_moves()

        def answer(move: int, thought: ThoughtMap) -> Message:
            return Move(id=asked.id, move=moves.index(move), thought=thought or None)

        task = Task(view, budget, self.seed(view, seat.seed), DEFAULT_CANDIDATES, self._arrival)
        if self._jobs.busy(asked.id, asked.table):
            self.refuse(asked.id, "busy", "the decision before it has no answer yet", "id", retry=True)
        elif len(moves) == 1:
            self.send(answer(moves[0], {}))
        else:
            self.think(Job(asked.id, asked.table, task, seat.thinker, answer))

    def analyse(self, asked: Analyse) -> None:
        game = load(asked.game, **asked.options)
        view = own_view(game, asked.view)
        limit = asked.limit or {}
        allowed = limit.get("time")
        budget = Budget(None if allowed is None else max(allowed, 1) / 1000, limit.get("iterations"))
        candidates = asked.candidates or DEFAULT_CANDIDATES

        def answer(move: int, thought: ThoughtMap) -> Message:
            return Analysis(id=asked.id, thought={"move": view.move_text(move), **thought})

        task = Task(view, budget, self.seed(view, 0), candidates, self._arrival, beliefs=True)
        if self._jobs.busy(asked.id, None):
            self.refuse(asked.id, "busy", "this id is being thought about", "id", retry=True)
        else:
            self.think(Job(asked.id, None, task, make_thinker(game, self._settings), answer))

    def seed(self, view: View, given: int) -> int:
        return decision_seed(view, given + self._settings.number("seed"))

    def think(self, job: Job) -> None:
        """Let an instant thinker answer here, every other on a thread."""
        interval = self._settings.number("thoughts") / 1000
        if job.thinker.instant:
            self.send(job.run(self.send, interval))
        else:
            self._jobs.start(job, interval)


def offer(name: str) -> dict[str, Any]:
    """A game as the greeting shows it."""
    info = game_info(name)
    return {
        "game": name,
        "rules": info.rules_version,
        "data": data_hash(name),
        "players": [info.players.low, info.players.high],
    }


def expect(field: str, known: object, got: object) -> None:
    if known != got:
        raise WireError(f"expected {known!r}, got {got!r}", field)


def own_view(game: Game, source: dict[str, Any]) -> View:
    """The view of a seat that is to decide."""
    try:
        view = game.view_from_map(source)
    except PalioError as error:
        raise WireError(str(error), "view") from None
    if view.actor != view.seat:
        raise WireError(f"expected a decision of seat {view.seat}, got actor {view.actor}", "view.actor")
    return view


def decision_seed(view: View, seed: int) -> int:
    """The same view and seed give the same random numbers, also after a restart in the middle of a game."""
    key = hashlib.blake2b(view.to_bytes(), digest_size=8, salt=(seed % 2**64).to_bytes(8, "big"))
    return int.from_bytes(key.digest(), "big")
