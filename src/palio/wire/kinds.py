"""The kinds of fields that several messages share."""

from palio.wire.fields import AnyMap, Either, Field, Flag, Integer, Items, MapOf, OneOf, Real, Record, Text

ERROR_CODES = ("invalid", "unsupported", "refused", "unknown_id", "busy", "internal")
FAULTS = ("illegal_move", "timeout", "stall", "crash", "disconnect", "protocol_error", "refused_start", "forfeit")
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
        Field("initial", MILLISECONDS, "time for the whole game, in ms", required=False),
        Field("increment", MILLISECONDS, "time added after each decision, in ms", required=False),
        Field("move", MILLISECONDS, "time for each decision, in ms", required=False),
        Field("reaction", MILLISECONDS, "time for each reaction, in ms; default: `move`", required=False),
        Field("iterations", Integer(1), "iterations of search for each decision", required=False),
    )
)
LIMIT = Record(
    (
        Field("time", MILLISECONDS, "time until the answer must have arrived, in ms", required=False),
        Field("iterations", Integer(1), "iterations of search", required=False),
    )
)
EVENT = Record(
    (
        Field("number", Integer(1), "counts all events of the game from 1"),
        Field("actor", Either((SEAT, OneOf(("chance",))), "a seat or 'chance'"), "who did it"),
        Field("move", MOVE_TEXT, "what was done, as the seat sees it", required=False),
        Field("fault", OneOf(FAULTS), "why a stand-in plays the actor's seat from now on", required=False),
    )
)
EVENTS = Items(EVENT, 100_000)
ENDS = Items(
    Record(
        (
            Field("seat", SEAT, "the seat"),
            Field("reason", OneOf(ENDINGS), "`finished`, or the seat's fault"),
            Field("text", Text(2000), "details for people", required=False),
        )
    ),
    16,
)
VALUES = Items(
    Record((Field("seat", SEAT, "the seat"), Field("value", Real(0, 1), "its expected result"))),
    16,
)
BELIEFS = Items(
    Record(
        (
            Field("seat", SEAT, "whose secret it is; absent: the table's", required=False),
            Field("what", NAME, "for example a card's name"),
            Field("probability", Real(0, 1), "how likely the seat has it"),
        )
    ),
    1000,
)
CANDIDATES = Items(
    Record(
        (
            Field("move", MOVE_TEXT, "the move"),
            Field("visits", Integer(), "iterations that went through it", required=False),
            Field("values", VALUES, "expected result of each seat after it", required=False),
            Field("prior", Real(0, 1), "how likely it looked before the search", required=False),
            Field("pv", Items(MOVE_TEXT, 200), "the line expected after it", required=False),
        )
    ),
    1000,
)
THOUGHT = Record(
    (
        Field("move", MOVE_TEXT, "the move it would play now", required=False),
        Field("values", VALUES, "expected result of each seat", required=False),
        Field("candidates", CANDIDATES, "moves it thought about, best first", required=False),
        Field("pv", Items(MOVE_TEXT, 200), "the expected line", required=False),
        Field("visits", Integer(), "iterations so far", required=False),
        Field("worlds", Integer(), "worlds sampled", required=False),
        Field("speed", Real(0), "iterations per second", required=False),
        Field("time", MILLISECONDS, "time spent, in ms", required=False),
        Field("beliefs", BELIEFS, "what it thinks is hidden", required=False),
        Field("text", Text(2000), "free text", required=False),
    )
)
GAME_OFFERS = Items(
    Record(
        (
            Field("game", NAME, "name of the game"),
            Field("rules", Integer(1), "rules version it knows", required=False),
            Field("data", NAME, "hash of the rules data it knows", required=False),
            Field("players", Items(Integer(1, 16), 2, 2), "fewest and most seats", required=False),
        )
    ),
    64,
)
OPTION_OFFERS = Items(
    Record(
        (
            Field("name", NAME, "name for `set`"),
            Field("kind", OneOf(("integer", "number", "flag", "choice", "text")), "what it takes"),
            Field("default", SCALAR, "its value if it is never set"),
            Field("low", Real(), "least value of a number", required=False),
            Field("high", Real(), "greatest value of a number", required=False),
            Field("values", Items(Text(200), 200), "the values of a choice", required=False),
            Field("text", Text(500), "what it changes", required=False),
        )
    ),
    200,
)
