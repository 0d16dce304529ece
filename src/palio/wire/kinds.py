"""The kinds of fields that several messages share."""

from palio.wire.fields import AnyMap, Either, Field, Flag, Integer, Items, MapOf, OneOf, Real, Record, Text

ERROR_CODES = ("invalid", "unsupported", "refused", "unknown_id", "busy", "internal")
FAULTS = (
    "illegal_move",
    "timeout",
    "stall",
    "crash",
    "disconnect",
    "protocol_error",
    "refused_start",
    "forfeit",
)
"""Why a seat was taken from its player."""
ENDINGS = ("finished", *FAULTS)

ID = Integer()
SEAT = Integer(0, 15)
RANK = Integer(1, 16)
NAME = Text(200, 1)
MILLISECONDS = Integer(0, 2**40)
MOVE_TEXT = Text(500, 1)
MOVE = Either((Integer(0, 65535), MOVE_TEXT), "the index or the text of a legal move")
VIEW = AnyMap()
SCALAR = Either((Flag(), Integer(-(2**53) + 1), Real(), Text(1000)), "true, false, a number or text")
OPTION_VALUES = MapOf(SCALAR, 64)

CLOCK = Record(
    (
        Field("initial", MILLISECONDS, False, "time for the whole game, in ms"),
        Field("increment", MILLISECONDS, False, "time added after each decision, in ms"),
        Field("move", MILLISECONDS, False, "time for each decision, in ms"),
        Field(
            "reaction", MILLISECONDS, False, "time for each reaction, in ms; default: as for each decision"
        ),
        Field("iterations", Integer(1), False, "iterations of search for each decision"),
    )
)
LIMIT = Record(
    (
        Field("time", MILLISECONDS, False, "time until the answer must have arrived, in ms"),
        Field("iterations", Integer(1), False, "iterations of search"),
    )
)
EVENT = Record(
    (
        Field("number", Integer(1), True, "counts all events of the game from 1"),
        Field("actor", Either((SEAT, OneOf(("chance",))), "a seat or 'chance'"), True, "who did it"),
        Field("move", MOVE_TEXT, False, "what was done, as the seat sees it"),
        Field("fault", OneOf(FAULTS), False, "why a stand-in plays the actor's seat from now on"),
    )
)
EVENTS = Items(EVENT, 100_000)
ENDS = Items(
    Record(
        (
            Field("seat", SEAT, True, "the seat"),
            Field("reason", OneOf(ENDINGS), True, "`finished`, or the seat's fault"),
            Field("text", Text(2000), False, "details for people"),
        )
    ),
    16,
)
VALUES = Items(
    Record((Field("seat", SEAT, True, "the seat"), Field("value", Real(0, 1), True, "its expected result"))),
    16,
)
BELIEFS = Items(
    Record(
        (
            Field("seat", SEAT, False, "whose secret it is; absent: the table's"),
            Field("what", NAME, True, "for example a card's name"),
            Field("probability", Real(0, 1), True, "how likely the seat has it"),
        )
    ),
    1000,
)
CANDIDATES = Items(
    Record(
        (
            Field("move", MOVE_TEXT, True, "the move"),
            Field("visits", Integer(), False, "iterations that went through it"),
            Field("values", VALUES, False, "expected result of each seat after it"),
            Field("prior", Real(0, 1), False, "how likely it looked before the search"),
            Field("pv", Items(MOVE_TEXT, 200), False, "the line expected after it"),
        )
    ),
    1000,
)
THOUGHT = Record(
    (
        Field("move", MOVE_TEXT, False, "the move it would play now"),
        Field("values", VALUES, False, "expected result of each seat"),
        Field("candidates", CANDIDATES, False, "moves it thought about, best first"),
        Field("pv", Items(MOVE_TEXT, 200), False, "the expected line"),
        Field("visits", Integer(), False, "iterations so far"),
        Field("worlds", Integer(), False, "worlds sampled"),
        Field("speed", Real(0), False, "iterations per second"),
        Field("time", MILLISECONDS, False, "time spent, in ms"),
        Field("beliefs", BELIEFS, False, "what it thinks is hidden"),
        Field("text", Text(2000), False, "free text"),
    )
)
GAME_OFFERS = Items(
    Record(
        (
            Field("game", NAME, True, "name of the game"),
            Field("rules", Integer(1), False, "rules version it knows"),
            Field("data", NAME, False, "hash of the rules data it knows"),
            Field("players", Items(Integer(1, 16), 2, 2), False, "fewest and most seats"),
        )
    ),
    64,
)
OPTION_OFFERS = Items(
    Record(
        (
            Field("name", NAME, True, "name for `set`"),
            Field("kind", OneOf(("integer", "number", "flag", "choice", "text")), True, "what it takes"),
            Field("default", SCALAR, True, "its value if it is never set"),
            Field("low", Real(), False, "least value of a number"),
            Field("high", Real(), False, "greatest value of a number"),
            Field("values", Items(Text(200), 200), False, "the values of a choice"),
            Field("text", Text(500), False, "what it changes"),
        )
    ),
    200,
)
