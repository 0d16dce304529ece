"""A bot program at the table: the host's side of the protocol."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import palio
from palio.errors import BotError, PalioError, WireError
from palio.referee.faults import Fault, FaultError, Termination
from palio.referee.hub import Hub, Line, Trace
from palio.referee.launch import BotSpec
from palio.referee.process import BotProcess, Limits
from palio.referee.seats import Answer, Decision, Seating
from palio.referee.telling import decide_message, start_message
from palio.wire.messages import (
    BOT_MESSAGES,
    PROTOCOL_VERSION,
    BotHello,
    Error,
    HostHello,
    Message,
    Move,
    Ok,
    Quit,
    Result,
    SetOptions,
    Thought,
    read_message,
    write_message,
)

STDERR_SHOWN = 4000
"""Characters of stderr that go into a record."""
NO_LIMITS = Limits()
QUIT_FRAME = write_message(Quit())

Expected = TypeVar("Expected", bound=Message)


@dataclass(frozen=True, slots=True)
class HostSettings:
    """How the referee treats bot programs; times in seconds."""

    limits: Limits = NO_LIMITS
    start_seconds: float = 10.0
    """For the greeting, the options and the start together."""
    quit_seconds: float = 1.0
    """Between quit, terminate and kill."""


class BotSeat:
    """One bot process, which may play many games in a row; after a fault the next game gets a new process."""

    sees_events = True
    FAREWELL = QUIT_FRAME

    def __init__(
        self,
        spec: BotSpec,
        hub: Hub,
        settings: HostSettings | None = None,
        watch: Callable[[dict[str, Any]], None] = lambda thought: None,
        trace: Trace | None = None,
    ) -> None:
        """`watch` gets the bot's thoughts while it thinks, `trace` every message."""
        self.name = spec.name
        self.stale = 0
        """Answers that came too late to count and were dropped."""
        self._spec = spec
        self._hub = hub
        self._settings = settings or HostSettings()
        self._watch = watch
        self._trace = trace
        self._line: Line | None = None
        self._hello: BotHello | None = None
        self._deadline = 0.0
        self._id = 0
        self._events: list[dict[str, Any]] = []
        self._seating: Seating | None = None

    # The life of the process

    def prepare(self) -> None:
        """Start the process and greet it, so that several bots get ready at the same time."""
        self._deadline = time.perf_counter() + self._settings.start_seconds
        if self._line is not None and self._line.fault is None and not self._line.process.has_ended():
            return
        self.close()
        try:
            process = BotProcess(self._spec.command, self._spec.directory, self._settings.limits)
        except BotError as error:
            raise FaultError(Fault(Termination.REFUSED_START, str(error))) from None
        self._hello = None
        self._line = self._hub.add(process)
        self._line.trace = self._trace
        greeting = HostHello(protocol=PROTOCOL_VERSION, name="palio", version=palio.__version__)
        self._line.send(write_message(greeting))

    def close(self) -> None:
        """End the process: quit, terminate, kill."""
        self.end_process(QUIT_FRAME, self._settings.quit_seconds)

    def release(self) -> Line | None:
        """Give the process away to whoever ends it; the next game starts a new one."""
        line, self._line = self._line, None
        return line

    def end_process(self, farewell: bytes, grace: float) -> None:
        if self._line is not None:
            self._hub.close([self._line], farewell, grace)
            self._line = None

    def fail(self, kind: Termination, text: str) -> FaultError:
        """The fault, with what the bot wrote to stderr; its process is ended at once."""
        stderr = self._line.process.stderr if self._line else ""
        self.end_process(b"", 0.0)
        return FaultError(Fault(kind, text, stderr[-STDERR_SHOWN:]))

    # Messages

    def line(self) -> Line:
        if self._line is None:
            raise FaultError(Fault(Termination.CRASH, "is not running"))
        return self._line

    def next_id(self) -> int:
        self._id += 1
        return self._id

    def receive(self, deadline: float) -> tuple[float, Message] | None:
        """The next message that the protocol knows, or None at the deadline."""
        while True:
            try:
                got = self._hub.receive(self.line(), deadline)
            except FaultError as error:
                raise self.fail(error.fault.kind, error.fault.text) from None
            if got is None:
                return None
            try:
                return got[0], read_message(got[1], BOT_MESSAGES)
            except WireError as error:
                if error.field != "type" or "type" not in got[1]:
                    raise self.fail(Termination.PROTOCOL_ERROR, str(error)) from None
                complaint = Error(code="unsupported", text=str(error)[:2000], retry=False, field="type")
                self.line().send(write_message(complaint), asked=False)

    def await_answer(self, number: int, kind: type[Expected], deadline: float) -> tuple[float, Expected] | None:
        """The answer to a request; thoughts are passed on, answers to older requests dropped."""
        while True:
            got = self.receive(deadline)
            if got is None:
                return None
            arrival, answer = got
            if isinstance(answer, Thought) and answer.id <= number:
                self._watch(answer.thought)
                continue
            answered = getattr(answer, "id", None)
            if answered is not None and answered < number:
                self.stale += 1
                continue
            if isinstance(answer, kind) and answered == number:
                return arrival, answer
            if isinstance(answer, Error):
                raise self.fail(Termination.FORFEIT, f"answered with an error: {answer.text}")
            expected = f"expected {kind.TYPE} with id {number}"
            raise self.fail(Termination.PROTOCOL_ERROR, f"{expected}, got {answer.TYPE} with id {answered}")

    # The game

    def start(self, seating: Seating) -> None:
        """Greeting, options, start; whatever goes wrong keeps its own name, a refusal is a refused start."""
        self._seating, self._events = seating, []
        if self._hello is None:
            self._hello = self.await_hello()
            if self._spec.options:
                number = self.next_id()
                self.request(SetOptions(id=number, options=self._spec.options), number, "set its options")
        self.check_offer(self._hello, seating)
        number = self.next_id()
        self.request(start_message(number, seating), number, "start")

    def await_hello(self) -> BotHello:
        got = self.receive(self._deadline)
        if got is None:
            seconds = self._settings.start_seconds
            text = f"did not greet within {seconds:g} s{self.line().leftover()}"
            raise self.fail(Termination.REFUSED_START, text)
        if isinstance(got[1], Error):
            raise self.fail(Termination.REFUSED_START, f"answered hello with an error: {got[1].text}")
        if not isinstance(got[1], BotHello):
            raise self.fail(Termination.PROTOCOL_ERROR, f"expected hello, got {got[1].TYPE}")
        if got[1].protocol > PROTOCOL_VERSION:
            text = f"speaks protocol {got[1].protocol}, the host {PROTOCOL_VERSION}"
            raise self.fail(Termination.REFUSED_START, text)
        return got[1]

    def request(self, asked: Message, number: int, what: str) -> None:
        """Send a request that `ok` answers; everything else is a refused start."""
        self.line().send(write_message(asked))
        try:
            got = self.await_answer(number, Ok, self._deadline)
        except FaultError as error:
            if error.fault.kind is Termination.FORFEIT:
                raise FaultError(replace(error.fault, kind=Termination.REFUSED_START)) from None
            raise
        if got is None:
            raise self.fail(Termination.REFUSED_START, f"did not {what} in time")

    def check_offer(self, hello: BotHello, seating: Seating) -> None:
        """A bot that lists games must list this one, with this number of seats."""
        if not hello.games:
            return
        name, seats = seating.game.name, seating.game.seats
        for offer in hello.games:
            least, most = offer.get("players", (1, 16))
            if offer["game"] == name and least <= seats <= most:
                return
        raise self.fail(Termination.REFUSED_START, f"does not play {name} with {seats} seats")

    def note(self, event: dict[str, Any]) -> None:
        self._events.append(event)

    def decide(self, decision: Decision) -> Answer:
        seating = self._seating
        assert seating is not None, "start comes before decide"
        number = self.next_id()
        asked = decide_message(number, seating, decision, self._events)
        self._events = []
        frame = write_message(asked)
        sent = time.perf_counter()
        self.line().send(frame)
        allowed = seating.control.stall if decision.time is None else decision.time + seating.control.margin
        got = self.await_answer(number, Move, sent + allowed / 1000)
        if got is None:
            kind = Termination.STALL if decision.time is None else Termination.TIMEOUT
            raise self.fail(kind, f"no answer within {allowed} ms{self.line().leftover()}")
        spent = max(got[0] - sent - self._hub.own_time, 0.0) * 1000
        if spent > allowed:
            raise self.fail(Termination.TIMEOUT, f"answered after {spent:.0f} ms, allowed were {allowed} ms")
        return Answer(self.chosen(got[1].move, decision, asked.moves), spent, got[1].thought)

    def chosen(self, move: int | str, decision: Decision, texts: list[str]) -> int:
        """The legal move that an answer names, by index or by any text that the game's notation takes."""
        if isinstance(move, int):
            if move < len(texts):
                return decision.moves[move]
            raise self.fail(Termination.ILLEGAL_MOVE, f"played move {move} of {len(texts)}")
        if move in texts:
            return decision.moves[texts.index(move)]
        try:
            parsed = decision.view.parse_move(move)
        except PalioError as error:
            raise self.fail(Termination.ILLEGAL_MOVE, f"played {move!r:.200}: {error}") from None
        if parsed not in decision.moves:
            raise self.fail(Termination.ILLEGAL_MOVE, f"played {move!r:.200}, which is not possible now")
        return parsed

    def finish(self, result: dict[str, Any]) -> None:
        """Tell the outcome; a bot that has gone meanwhile is found at the next game."""
        if self._line is not None and self._line.fault is None and self._seating is not None:
            told = Result(table=self._seating.table, events=self._events, **result)
            self._line.send(write_message(told))
            self._events = []

    def describe(self) -> dict[str, Any]:
        hello = self._hello
        found: dict[str, Any] = {"name": self.name, "kind": "bot", "command": list(self._spec.command)}
        if self._spec.options:
            found["options"] = self._spec.options
        if hello is not None:
            found |= {"program": hello.name, "version": hello.version}
        return found
