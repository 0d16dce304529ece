"""The engine as a bot: reads the host's messages, lets thinkers think, sends their answers."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any

import palio
from palio.core.game import Game, View
from palio.engine.budget import Budget, allot, own_time
from palio.engine.jobs import Answer, Job, Jobs
from palio.engine.options import Settings, common_options
from palio.engine.thinkers import DEFAULT_METHOD, THINKERS, Task, ThoughtMap
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


class Leave(Exception):  # noqa: N818  not an error: the host has said quit
    """The session is over."""


class Server:
    """One session over two file descriptors."""

    def __init__(self, source: int, sink: int) -> None:
        self._source = source
        self._sink = sink
        self._lock = Lock()
        self._greeted = False
        self._settings = Settings(common_options(tuple(THINKERS), DEFAULT_METHOD))
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
        self._settings.set(options)

    def run(self) -> int:
        """Serve until `quit`, the end of input or a broken frame; returns the exit code."""
        reader = FrameReader()
        try:
            while data := os.read(self._source, READ_BYTES):
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
        self.send(
            BotHello(
                protocol=min(asked.protocol, PROTOCOL_VERSION),
                name=f"palio {self._settings.text('method')}",
                version=palio.__version__,
                games=[offer(name) for name in GAMES],
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
        self._seats[asked.table] = Seat(game, asked.seat, asked.clock, asked.seed)
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

        self.think(asked.id, asked.table, self.task(view, budget, seat.seed, DEFAULT_CANDIDATES), answer)

    def analyse(self, asked: Analyse) -> None:
        view = own_view(load(asked.game, **asked.options), asked.view)
        limit = asked.limit or {}
        time = limit.get("time")
        budget = Budget(None if time is None else time / 1000, limit.get("iterations"))
        candidates = asked.candidates or DEFAULT_CANDIDATES

        def answer(move: int, thought: ThoughtMap) -> Message:
            return Analysis(id=asked.id, thought={"move": view.move_text(move), **thought})

        self.think(asked.id, None, self.task(view, budget, 0, candidates), answer)

    def task(self, view: View, budget: Budget, seed: int, candidates: int) -> Task:
        return Task(
            view=view,
            moves=view.legal_moves(),
            budget=budget,
            seed=decision_seed(view, seed + self._settings.number("seed")),
            candidates=candidates,
            threads=self._settings.number("threads"),
            memory=self._settings.number("memory"),
        )

    def think(self, number: int, table: int | None, task: Task, answer: Answer) -> None:
        """Answer a forced move and an instant thinker here, everything else on a thread."""
        if self._jobs.busy(number, table):
            self.refuse(number, "busy", "the decision before it has no answer yet", "id", retry=True)
            return
        if len(task.moves) == 1 and table is not None:
            self.send(answer(task.moves[0], {}))
            return
        thinker = THINKERS[self._settings.text("method")]()
        job = Job(number, table, task, thinker, answer)
        interval = self._settings.number("thoughts") / 1000
        if thinker.instant:
            job.run(self.send, interval)
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
