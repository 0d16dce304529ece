"""The protocol as a list of checks that any bot program has to pass."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from palio.core.game import CHANCE, Game, Random, State
from palio.core.players import RandomPlayer
from palio.errors import OptionError
from palio.games import GAMES, game_info, load
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub
from palio.referee.launch import BotSpec
from palio.referee.seats import PlayerSeat, Seat
from palio.referee.session import Session, SessionError, decide_map
from palio.referee.table import Table
from palio.wire.messages import Analysis, BotHello, Error, Message, Move, Ok, Pong, Ready

LEAVE_SECONDS = 1.0
QUIET_SECONDS = 0.2
MOVE_SECONDS = 5
"""Every decision of a check has so much time."""

Check = Callable[[Session, BotHello], None]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    text: str
    """What the protocol asks for."""
    problem: str = ""
    """Empty if it holds."""
    log: list[str] = field(default_factory=list)
    """What was said last, in both directions."""
    stderr: str = ""
    skipped: str = ""
    """Why it does not apply to this bot; empty if it does."""


def run_checks(spec: BotSpec, seconds: float = 10.0) -> Iterator[Finding]:
    """Run every check on a new process of the bot; whole games come last. Without a greeting there is no more."""
    for text, ability, check in CHECKS:
        finding = run_check(spec, text, ability, check, seconds)
        yield finding
        if check is check_greeting and finding.problem:
            return
    for game in offered_tables(spec, seconds):
        yield play_check(spec, game)


def run_check(spec: BotSpec, text: str, ability: str, check: Check, seconds: float) -> Finding:
    with Session(spec.command, seconds, spec.directory) as session:
        try:
            hello = session.greet()
            if spec.options:
                session.ask(Ok, {"type": "set", "options": spec.options})
            if ability and ability not in (hello.abilities or []):
                return Finding(text, skipped=f"it does not list the ability {ability!r}")
            check(session, hello)
        except SessionError as error:
            return Finding(text, str(error), list(session.log), session.stderr[-2000:])
    return Finding(text)


# Checks of single messages


def check_greeting(session: Session, hello: BotHello) -> None:
    if hello.protocol > 1:
        raise SessionError(f"expected protocol 1, got {hello.protocol}")


def check_unknown(session: Session, hello: BotHello) -> None:
    answer = session.ask(Error, {"type": "no such message"})
    if answer.code != "unsupported":
        raise SessionError(f"expected code 'unsupported', got {answer.code!r}")


def check_ping(session: Session, hello: BotHello) -> None:
    for _ in range(3):
        session.ask(Pong, {"type": "ping"})


def check_ready(session: Session, hello: BotHello) -> None:
    session.ask(Ready, {"type": "ready"})


def check_options(session: Session, hello: BotHello) -> None:
    session.ask(Error, {"type": "set", "options": {"no such option": 1}})
    for option in hello.options or []:
        session.ask(Ok, {"type": "set", "options": {option["name"]: option["default"]}})


def check_start(session: Session, hello: BotHello) -> None:
    for table, game in enumerate(tables_of(hello), 1):
        session.start(game, table, game.seats - 1)


def check_stranger(session: Session, hello: BotHello) -> None:
    answer = session.ask(Error, decide_map(first_decision(hello, 1), 77))
    if answer.code != "unknown_id":
        raise SessionError(f"expected code 'unknown_id', got {answer.code!r}")


def check_middle(session: Session, hello: BotHello) -> None:
    for table, game in enumerate(tables_of(hello), 1):
        state = late_position(game)
        session.start(game, table, state.actor)
        check_move(session.ask(Move, decide_map(state, table)), state)


def check_stop(session: Session, hello: BotHello) -> None:
    state = first_decision(hello, 2)
    session.start(state.game, 1, state.actor)
    for _ in range(5):
        number = session.next_id()
        session.send({**decide_map(state, 1), "id": number})
        session.send({"type": "stop", "id": number})
        check_move(session.expect(Move, number), state)
    session.ask(Pong, {"type": "ping"})
    check_quiet(session)


def check_ping_thinking(session: Session, hello: BotHello) -> None:
    state = first_decision(hello, 3)
    session.start(state.game, 1, state.actor)
    decision, ping = session.next_id(), session.next_id()
    session.send({**decide_map(state, 1), "id": decision})
    session.send({"type": "ping", "id": ping})
    expect_both(session, {decision: Move, ping: Pong})


def check_parallel(session: Session, hello: BotHello) -> None:
    state = first_decision(hello, 4)
    decisions = {}
    for table in (1, 2, 3):
        session.start(state.game, table, state.actor)
    for table in (1, 2, 3):
        number = session.next_id()
        decisions[number] = Move
        session.send({**decide_map(state, table), "id": number})
    expect_both(session, dict(decisions))


def check_analysis(session: Session, hello: BotHello) -> None:
    state = first_decision(hello, 5)
    number, ping = session.next_id(), session.next_id()
    content = decide_map(state, 1)
    asked = {"type": "analyse", "game": state.game.name, "options": dict(state.game.options), "view": content["view"]}
    session.send({**asked, "id": number})
    session.send({"type": "stop", "id": number})
    session.send({"type": "ping", "id": ping})
    expect_both(session, {number: Analysis, ping: Pong})
    check_quiet(session)


def check_quit(session: Session, hello: BotHello) -> None:
    session.send({"type": "quit"})
    ending = session.await_end(LEAVE_SECONDS)
    if ending != "exited with code 0":
        raise SessionError(f"expected exit code 0 after quit, it {ending}")


def check_end_of_input(session: Session, hello: BotHello) -> None:
    session.close_input()
    session.await_end(LEAVE_SECONDS)


CHECKS: Sequence[tuple[str, str, Check]] = (
    ("greets, and ignores fields it does not know", "", check_greeting),
    ("answers an unknown message with the error `unsupported`", "", check_unknown),
    ("answers ping with pong", "", check_ping),
    ("answers ready", "", check_ready),
    ("refuses an unknown option, takes the default of each of its own", "", check_options),
    ("starts every game it offers, with the fewest and the most seats", "", check_start),
    ("answers a decision of an unknown table with the error `unknown_id`", "", check_stranger),
    ("goes on in the middle of a game from the view alone", "", check_middle),
    ("sends exactly one answer when `stop` and the move cross", "", check_stop),
    ("answers ping while it has a decision to make", "", check_ping_thinking),
    ("plays at several tables at once", "parallel", check_parallel),
    ("analyses until stopped, and answers once", "analysis", check_analysis),
    ("leaves at quit", "", check_quit),
    ("leaves at the end of its input", "", check_end_of_input),
)
"""What is asked for, the ability it needs, and the check."""


# Helpers of the checks


def expect_both(session: Session, wanted: dict[int, type[Message]]) -> None:
    """One answer for each id, in any order."""
    while wanted:
        got = session.expect(Message)
        number = getattr(got, "id", None)
        kind = wanted.pop(number, None) if isinstance(number, int) else None
        if kind is None or not isinstance(got, kind):
            names = ", ".join(f"{kind.TYPE} with id {number}" for number, kind in wanted.items())
            raise SessionError(f"expected one of {names or 'nothing'}, got {got.TYPE} with id {number}")


def check_quiet(session: Session) -> None:
    extra = session.receive(QUIET_SECONDS)
    if extra is not None:
        raise SessionError(f"expected nothing more, got {extra.TYPE}")


def check_move(answer: Move, state: State) -> None:
    moves = state.legal_moves()
    texts = [state.move_text(move) for move in moves]
    if answer.move not in (range(len(moves)) if isinstance(answer.move, int) else texts):
        raise SessionError(f"expected a legal move, got {answer.move!r}")


def offers(hello: BotHello) -> list[tuple[str, int, int]]:
    """The games that the bot plays and this build has, with the fewest and the most seats."""
    listed = {offer["game"]: offer.get("players") for offer in hello.games} or dict.fromkeys(GAMES)
    found = []
    for name in GAMES:
        if name in listed:
            players = game_info(name).players
            least, most = listed[name] or (players.low, players.high)
            found.append((name, max(least, players.low), min(most, players.high)))
    if not found:
        raise SessionError(f"expected a game out of {', '.join(GAMES)}, it offers {', '.join(listed)}")
    return found


def tables_of(hello: BotHello) -> list[Game]:
    tables = [load(name, players=seats) for name, least, most in offers(hello) for seats in {least, most}]
    return sorted(tables, key=lambda game: (game.name, game.seats))


def first_decision(hello: BotHello, deal: int) -> State:
    """The first position of a game with more than one move."""
    state = tables_of(hello)[-1].start(deal)
    return play_on(state, Random(deal, 1), lambda: state.actor >= 0 and len(state.legal_moves()) > 1)


def late_position(game: Game) -> State:
    """A decision in the middle of a random game."""
    state, random = game.start(6), Random(6, 1)
    left = 12
    last = state.copy()
    while left and not state.is_over:
        if state.actor >= 0:
            last, left = state.copy(), left - 1
        step(state, random)
    return last


def play_on(state: State, random: Random, enough: Callable[[], bool]) -> State:
    while not enough():
        step(state, random)
    return state


def step(state: State, random: Random) -> None:
    state.apply(state.sample_chance(random) if state.actor == CHANCE else random.choice(state.legal_moves()))


# Whole games


def offered_tables(spec: BotSpec, seconds: float) -> list[Game]:
    """Every table to play a whole game at; none if the bot does not even greet."""
    try:
        with Session(spec.command, seconds, spec.directory) as session:
            return tables_of(session.greet())
    except (SessionError, OptionError):
        return []


def play_check(spec: BotSpec, game: Game) -> Finding:
    """Two games, the bot on the first and on the last seat, random players on the others."""
    text = f"plays whole games of {game.name} with {game.seats} seats by the rules"
    control = TimeControl(move=MOVE_SECONDS * 1000, iterations=100)
    with Hub() as hub:
        bot = BotSeat(spec, hub, HostSettings())
        for number, own in enumerate({0, game.seats - 1}, 1):
            seats: list[Seat] = [PlayerSeat("random", RandomPlayer(seat)) for seat in range(game.seats)]
            seats[own] = bot
            record = Table(game, seats, number, control=control, number=number).play()
            for entry in record.entries:
                if entry.kind == "fault":
                    problem = f"seat {entry.actor}: {entry.text}: {entry.details['text']}"
                    return Finding(text, problem, [], entry.details.get("stderr", ""))
        bot.close()
    return Finding(text)
