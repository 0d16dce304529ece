"""Every message of the protocol as a typed struct, with the fields that `protocol/PROTOCOL.md` describes."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, TypeVar, dataclass_transform

from palio.errors import WireError
from palio.wire import kinds
from palio.wire.fields import Field, Flag, Integer, Items, Kind, OneOf, Real, Text, take_fields
from palio.wire.frames import pack_frame

PROTOCOL_VERSION = 1

T = TypeVar("T", bound="Message")

HOST_MESSAGES: dict[str, type["Message"]] = {}
"""What a host may send, by type."""
BOT_MESSAGES: dict[str, type["Message"]] = {}
"""What a bot may send, by type."""


class Message:
    """The parent of all messages; a subclass is one type, its dataclass fields are the message's."""

    TYPE: ClassVar[str]
    FIELDS: ClassVar[tuple[Field, ...]]

    def to_map(self) -> dict[str, Any]:
        """The message as a map; fields that are None are left out."""
        content: dict[str, Any] = {"type": self.TYPE}
        for item in self.FIELDS:
            value = getattr(self, item.name)
            if value is not None:
                content[item.name] = value
        return content


def wire(kind: Kind, text: str) -> Any:
    """A required field of a message."""
    return field(metadata={"kind": kind, "text": text})


def maybe(kind: Kind, text: str) -> Any:
    """A field that may be left out or null; it is None then."""
    return field(default=None, metadata={"kind": kind, "text": text})


@dataclass_transform(field_specifiers=(wire, maybe), kw_only_default=True)
def message(kind: str, *senders: dict[str, type[Message]]) -> Callable[[type[T]], type[T]]:
    """Makes the class the message of this type, sent by the given sides."""

    def register(cls: type[T]) -> type[T]:
        made = dataclass(slots=True, kw_only=True)(cls)
        made.TYPE = kind
        made.FIELDS = tuple(
            Field(item.name, item.metadata["kind"], item.default is not None, item.metadata["text"])
            for item in fields(made)  # type: ignore[arg-type]
        )
        for sender in senders:
            sender[kind] = made
        return made

    return register


def read_message(content: dict[str, Any], known: dict[str, type[Message]]) -> Message:
    """The message that a map holds.

    Raises WireError that names the field; its field is `type` for a type that the side does not send.
    """
    kind = content.get("type")
    if type(kind) is not str:
        raise WireError("missing" if kind is None else f"expected text, got {kind!r:.60}", "type")
    found = known.get(kind)
    if found is None:
        raise WireError(f"expected one of {', '.join(known)}, got {kind!r:.60}", "type")
    return found(**take_fields(found.FIELDS, content, ""))


def write_message(sent: Message) -> bytes:
    """The message as a frame."""
    return pack_frame(sent.to_map())


# What hosts send


@message("hello", HOST_MESSAGES)
class HostHello(Message):
    """The host's greeting, the first message of a session."""

    protocol: int = wire(Integer(1, 1000), "highest protocol version the host speaks")
    name: str = wire(kinds.NAME, "name of the host program")
    version: str = wire(kinds.NAME, "version of the host program")


@message("set", HOST_MESSAGES)
class SetOptions(Message):
    """Sets options of the bot; all or none of them."""

    id: int = wire(kinds.ID, "echoed by the answer")
    options: dict[str, Any] = wire(kinds.OPTION_VALUES, "option names and their values")


@message("start", HOST_MESSAGES)
class Start(Message):
    """A game begins, or goes on after a restart."""

    id: int = wire(kinds.ID, "echoed by the answer")
    table: int = wire(kinds.ID, "the game's id in this session")
    game: str = wire(kinds.NAME, "name of the game")
    rules: int = wire(Integer(1), "rules version of the game")
    data: str = wire(kinds.NAME, "hash of the rules data")
    options: dict[str, Any] = wire(kinds.OPTION_VALUES, "every option of the game")
    seat: int = wire(kinds.SEAT, "the bot's own seat")
    names: list[str] = wire(Items(kinds.NAME, 16, 1), "names of the players, by seat")
    clock: dict[str, Any] = wire(kinds.CLOCK, "the time control")
    seed: int = wire(kinds.ID, "seed for the bot's own random numbers, never the deal's")


@message("decide", HOST_MESSAGES)
class Decide(Message):
    """The bot's seat has to decide."""

    id: int = wire(kinds.ID, "echoed by the answer")
    table: int = wire(kinds.ID, "the game")
    kind: str = wire(kinds.NAME, "what is decided: the phase of the view")
    reaction: bool = wire(Flag(), "true in another seat's turn")
    moves: list[str] = wire(Items(kinds.MOVE_TEXT, 65536, 1), "the legal moves in a stable order")
    view: dict[str, Any] = wire(kinds.VIEW, "everything that the seat knows")
    events: list[dict[str, Any]] = wire(kinds.EVENTS, "what happened since the last message of this game")
    limit: dict[str, Any] = wire(kinds.LIMIT, "limits of this decision")
    clocks: list[int] | None = maybe(
        Items(kinds.MILLISECONDS, 16), "time left by seat, in ms; absent without game clock"
    )


@message("analyse", HOST_MESSAGES)
class Analyse(Message):
    """A position to think about; changes no game."""

    id: int = wire(kinds.ID, "echoed by every answer")
    game: str = wire(kinds.NAME, "name of the game")
    options: dict[str, Any] = wire(kinds.OPTION_VALUES, "every option of the game")
    view: dict[str, Any] = wire(kinds.VIEW, "the position, seen by the seat that is to decide")
    limit: dict[str, Any] | None = maybe(kinds.LIMIT, "when to end; without it only `stop` ends")
    candidates: int | None = maybe(Integer(1, 1000), "how many candidate moves to show; default 5")


@message("stop", HOST_MESSAGES)
class Stop(Message):
    """Ends the thinking of one decision or analysis, which is then answered at once."""

    id: int = wire(kinds.ID, "id of the decision or analysis")


@message("ping", HOST_MESSAGES)
class Ping(Message):
    """Are you alive?"""

    id: int = wire(kinds.ID, "echoed by the answer")


@message("result", HOST_MESSAGES)
class Result(Message):
    """The game is over; it needs no answer."""

    table: int = wire(kinds.ID, "the game")
    ranks: list[int] = wire(Items(kinds.RANK, 16), "rank by seat; 1 is best, equal ranks are shared")
    points: list[int] = wire(Items(Integer(-(2**31), 2**31), 16), "points by seat")
    returns: list[float] = wire(
        Items(Real(0, 1), 16), "result by seat: 1 for the first place to 0 for the last"
    )
    ends: list[dict[str, Any]] = wire(kinds.ENDS, "how each seat ended")
    first: dict[str, Any] = wire(kinds.VIEW, "the first state, nothing hidden")
    events: list[dict[str, Any]] = wire(kinds.EVENTS, "what happened since the last message of this game")


@message("quit", HOST_MESSAGES)
class Quit(Message):
    """The bot has to leave."""


# What both send


@message("ready", HOST_MESSAGES, BOT_MESSAGES)
class Ready(Message):
    """Asked: have you done all you were told before this? Answered when it is so, thinking aside."""

    id: int = wire(kinds.ID, "echoed by the answer")


@message("error", HOST_MESSAGES, BOT_MESSAGES)
class Error(Message):
    """Something was wrong with a message or cannot be done."""

    code: str = wire(OneOf(kinds.ERROR_CODES), "what kind of error")
    text: str = wire(Text(2000), "for people")
    retry: bool = wire(Flag(), "does the same message make sense later")
    id: int | None = maybe(kinds.ID, "id of the message it answers, if it has one")
    field: str | None = maybe(Text(200), "path of the wrong field")


# What bots send


@message("hello", BOT_MESSAGES)
class BotHello(Message):
    """The bot's greeting, its answer to the host's."""

    protocol: int = wire(Integer(1, 1000), "protocol version of the session: at most the host's")
    name: str = wire(kinds.NAME, "name of the bot")
    version: str = wire(kinds.NAME, "version of the bot")
    games: list[dict[str, Any]] = wire(kinds.GAME_OFFERS, "games it plays; an empty list means every game")
    abilities: list[str] | None = maybe(Items(kinds.NAME, 64), "what it can do beyond answering")
    options: list[dict[str, Any]] | None = maybe(kinds.OPTION_OFFERS, "options that `set` takes")


@message("ok", BOT_MESSAGES)
class Ok(Message):
    """The request was carried out."""

    id: int = wire(kinds.ID, "id of the request")


@message("pong", BOT_MESSAGES)
class Pong(Message):
    """Alive."""

    id: int = wire(kinds.ID, "id of the ping")


@message("move", BOT_MESSAGES)
class Move(Message):
    """The answer to `decide`."""

    id: int = wire(kinds.ID, "id of the decision")
    move: int | str = wire(kinds.MOVE, "index in the list of moves, counted from 0, or a move's text")
    thought: dict[str, Any] | None = maybe(kinds.THOUGHT, "what led to it")


@message("thought", BOT_MESSAGES)
class Thought(Message):
    """What the bot thinks so far of a decision or an analysis."""

    id: int = wire(kinds.ID, "id of the decision or analysis")
    thought: dict[str, Any] = wire(kinds.THOUGHT, "what it thinks")


@message("analysis", BOT_MESSAGES)
class Analysis(Message):
    """The last word on an analysis, its answer."""

    id: int = wire(kinds.ID, "id of the analysis")
    thought: dict[str, Any] = wire(kinds.THOUGHT, "what it thinks")
