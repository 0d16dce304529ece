"""Every message of the protocol as a typed struct, with the fields that `protocol/PROTOCOL.md` describes."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, TypeVar, dataclass_transform, get_type_hints

from palio.errors import WireError
from palio.wire import kinds
from palio.wire.fields import Field, Flag, Integer, Items, OneOf, Real, Text, take_fields
from palio.wire.frames import pack_frame

PROTOCOL_VERSION = 1

T = TypeVar("T", bound="Message")

HOST_MESSAGES: dict[str, type["Message"]] = {}
"""What a host may send, by type."""
BOT_MESSAGES: dict[str, type["Message"]] = {}
"""What a bot may send, by type."""


class Message:
    """The parent of all messages; a subclass is one type, its dataclass fields are the message's.

    Each is annotated with its kind and its meaning; one with the default None may be left out or null.
    """

    TYPE: ClassVar[str] = "any message"
    FIELDS: ClassVar[tuple[Field, ...]]

    def to_map(self) -> dict[str, Any]:
        """The message as a map; fields that are None are left out."""
        content: dict[str, Any] = {"type": self.TYPE}
        for item in self.FIELDS:
            value = getattr(self, item.name)
            if value is not None:
                content[item.name] = value
        return content


@dataclass_transform(kw_only_default=True)
def message(kind: str, *senders: dict[str, type[Message]]) -> Callable[[type[T]], type[T]]:
    """Makes the class the message of this type, sent by the given sides."""

    def register(cls: type[T]) -> type[T]:
        made = dataclass(slots=True, kw_only=True)(cls)
        made.TYPE = kind
        hints = get_type_hints(made, include_extras=True)
        made.FIELDS = tuple(
            described(item.name, hints[item.name], item.default is not None)
            for item in fields(made)  # type: ignore[arg-type]
        )
        for sender in senders:
            sender[kind] = made
        return made

    return register


def described(name: str, hint: Any, required: bool) -> Field:
    """The field that an annotation describes."""
    kind, text = hint.__metadata__
    return Field(name, kind, text, required)


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

    protocol: Annotated[int, Integer(1, 1000), "highest protocol version the host speaks"]
    name: Annotated[str, kinds.NAME, "name of the host program"]
    version: Annotated[str, kinds.NAME, "version of the host program"]


@message("set", HOST_MESSAGES)
class SetOptions(Message):
    """Sets options of the bot; all or none of them."""

    id: Annotated[int, kinds.ID, "echoed by the answer"]
    options: Annotated[dict[str, Any], kinds.OPTION_VALUES, "option names and their values"]


@message("start", HOST_MESSAGES)
class Start(Message):
    """A game begins, or goes on after a restart."""

    id: Annotated[int, kinds.ID, "echoed by the answer"]
    table: Annotated[int, kinds.ID, "the game's id in this session"]
    game: Annotated[str, kinds.NAME, "name of the game"]
    rules: Annotated[int, Integer(1), "rules version of the game"]
    data: Annotated[str, kinds.NAME, "hash of the rules data"]
    options: Annotated[dict[str, Any], kinds.OPTION_VALUES, "every option of the game"]
    seat: Annotated[int, kinds.SEAT, "the bot's own seat"]
    names: Annotated[list[str], Items(kinds.NAME, 16, 1), "names of the players, by seat"]
    clock: Annotated[dict[str, Any], kinds.CLOCK, "the time control"]
    seed: Annotated[int, kinds.ID, "seed for the bot's own random numbers, never the deal's"]


@message("decide", HOST_MESSAGES)
class Decide(Message):
    """The bot's seat has to decide."""

    id: Annotated[int, kinds.ID, "echoed by the answer"]
    table: Annotated[int, kinds.ID, "the game"]
    kind: Annotated[str, kinds.NAME, "what is decided: the phase or step of the view"]
    reaction: Annotated[bool, Flag(), "true in another seat's turn"]
    moves: Annotated[list[str], Items(kinds.MOVE_TEXT, 65536, 1), "the legal moves in a stable order"]
    view: Annotated[dict[str, Any], kinds.VIEW, "everything that the seat knows"]
    events: Annotated[list[dict[str, Any]], kinds.EVENTS, "what happened since the last message of this game"]
    limit: Annotated[dict[str, Any], kinds.LIMIT, "limits of this decision"]
    clocks: Annotated[
        list[int] | None, Items(kinds.MILLISECONDS, 16), "time left by seat, in ms, if games are timed"
    ] = None


@message("analyse", HOST_MESSAGES)
class Analyse(Message):
    """A position to think about; changes no game."""

    id: Annotated[int, kinds.ID, "echoed by every answer"]
    game: Annotated[str, kinds.NAME, "name of the game"]
    options: Annotated[dict[str, Any], kinds.OPTION_VALUES, "every option of the game"]
    view: Annotated[dict[str, Any], kinds.VIEW, "the position, seen by the seat that is to decide"]
    limit: Annotated[dict[str, Any] | None, kinds.LIMIT, "when to end; without it only `stop` ends"] = None
    candidates: Annotated[int | None, Integer(1, 1000), "how many candidate moves to show; default 5"] = None


@message("stop", HOST_MESSAGES)
class Stop(Message):
    """Ends the thinking of one decision or analysis, which is then answered at once."""

    id: Annotated[int, kinds.ID, "id of the decision or analysis"]


@message("ping", HOST_MESSAGES)
class Ping(Message):
    """Are you alive?"""

    id: Annotated[int, kinds.ID, "echoed by the answer"]


@message("result", HOST_MESSAGES)
class Result(Message):
    """The game is over; it needs no answer."""

    table: Annotated[int, kinds.ID, "the game"]
    ranks: Annotated[
        list[int], Items(kinds.RANK, 16), "rank by seat; 1 is best, equal ranks are shared; always 1 alone"
    ]
    points: Annotated[list[int], Items(Integer(-(2**31), 2**31), 16), "points by seat"]
    returns: Annotated[
        list[float],
        Items(Real(0, 1), 16),
        "result by seat: 1 for the first place to 0 for the last; alone 1 is won, 0 lost",
    ]
    ends: Annotated[list[dict[str, Any]], kinds.ENDS, "how each seat ended"]
    first: Annotated[dict[str, Any], kinds.VIEW, "the first state, nothing hidden"]
    events: Annotated[list[dict[str, Any]], kinds.EVENTS, "what happened since the last message of this game"]


@message("quit", HOST_MESSAGES)
class Quit(Message):
    """The bot has to leave."""


# What both send


@message("ready", HOST_MESSAGES, BOT_MESSAGES)
class Ready(Message):
    """Asked: have you done all you were told before this? Answered when it is so, thinking aside."""

    id: Annotated[int, kinds.ID, "echoed by the answer"]


@message("error", HOST_MESSAGES, BOT_MESSAGES)
class Error(Message):
    """Something was wrong with a message or cannot be done."""

    code: Annotated[str, OneOf(kinds.ERROR_CODES), "what kind of error"]
    text: Annotated[str, Text(2000), "for people"]
    retry: Annotated[bool, Flag(), "does the same message make sense later"]
    id: Annotated[int | None, kinds.ID, "id of the message it answers, if it has one"] = None
    field: Annotated[str | None, Text(200), "path of the wrong field"] = None


# What bots send


@message("hello", BOT_MESSAGES)
class BotHello(Message):
    """The bot's greeting, its answer to the host's."""

    protocol: Annotated[int, Integer(1, 1000), "protocol version of the session: at most the host's"]
    name: Annotated[str, kinds.NAME, "name of the bot"]
    version: Annotated[str, kinds.NAME, "version of the bot"]
    games: Annotated[list[dict[str, Any]], kinds.GAME_OFFERS, "games it plays; an empty list means every game"]
    abilities: Annotated[list[str] | None, Items(kinds.NAME, 64), "what it can do beyond answering"] = None
    options: Annotated[list[dict[str, Any]] | None, kinds.OPTION_OFFERS, "options that `set` takes"] = None


@message("ok", BOT_MESSAGES)
class Ok(Message):
    """The request was carried out."""

    id: Annotated[int, kinds.ID, "id of the request"]


@message("pong", BOT_MESSAGES)
class Pong(Message):
    """Alive."""

    id: Annotated[int, kinds.ID, "id of the ping"]


@message("move", BOT_MESSAGES)
class Move(Message):
    """The answer to `decide`."""

    id: Annotated[int, kinds.ID, "id of the decision"]
    move: Annotated[int | str, kinds.MOVE, "index in the list of moves, counted from 0, or a move's text"]
    thought: Annotated[dict[str, Any] | None, kinds.THOUGHT, "what led to it"] = None


@message("thought", BOT_MESSAGES)
class Thought(Message):
    """What the bot thinks so far of a decision or an analysis."""

    id: Annotated[int, kinds.ID, "id of the decision or analysis"]
    thought: Annotated[dict[str, Any], kinds.THOUGHT, "what it thinks"]


@message("analysis", BOT_MESSAGES)
class Analysis(Message):
    """The last word on an analysis, its answer."""

    id: Annotated[int, kinds.ID, "id of the analysis"]
    thought: Annotated[dict[str, Any], kinds.THOUGHT, "what it thinks"]
