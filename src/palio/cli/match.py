"""Let bots play against each other and show who won.

`palio match greedy random --game coup --games 200` plays 200 games; the bots change seats so that each sits
everywhere equally often, with the same deals. The score is the mean result: 1 for a win, 0 for the last place. Its
interval is built on deals, each with all its rotations (docs/tournament.md says how).

A BOT is a name, a bot.toml file (see bots/), or a command line in quotes that speaks the protocol:
`palio match mo-ismcts "python3 bots/python/bot.py" --records games --clock 60+0.5`. A bot that crashes, stalls or
plays against the rules loses; at a table of more than two a stand-in plays on for it and it ranks last.
"""

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palio.cli.options import add_game_options, add_seed, load_game
from palio.core.game import Game
from palio.core.players import PLAYERS
from palio.errors import OptionError, RecordError
from palio.referee.bot import HostSettings
from palio.referee.clocks import TimeControl, parse_clock
from palio.referee.launch import READY_BOTS, find_bot
from palio.referee.match import Match, Played, Score
from palio.referee.process import Limits
from palio.tournament.standings import Mean


def add_arguments(parser: argparse.ArgumentParser) -> None:
    names = ", ".join((*PLAYERS, *READY_BOTS))
    parser.add_argument("bots", nargs="+", metavar="BOT", help=f"one per seat: {names}, a bot.toml or a command line")
    parser.add_argument("--game", default="coup", help="the game (default: coup)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    add_game_options(parser)
    add_seed(parser, default=1)
    limits = parser.add_argument_group("limits of a decision")
    limits.add_argument("--clock", metavar="S+I", help="seconds for the game, plus seconds after each decision")
    limits.add_argument("--move-time", type=float, metavar="S", help="seconds for each decision")
    limits.add_argument("--reaction-time", type=float, metavar="S", help="seconds for decisions in others' turns")
    limits.add_argument("--iterations", type=int, metavar="N", help="iterations of search for each decision")
    limits.add_argument("--margin", type=float, default=0.05, metavar="S", help="lateness allowed (default: 0.05)")
    limits.add_argument("--stall", type=float, default=60.0, metavar="S", help="deadline without clock (default: 60)")
    bots = parser.add_argument_group("bot programs")
    bots.add_argument("--memory", type=int, metavar="MB", help="memory limit of each bot program")
    bots.add_argument("--cpu", type=int, metavar="N", help="pin the bot programs to this core")
    output = parser.add_argument_group("output")
    output.add_argument("--records", type=Path, metavar="DIR", help="write a record of every game into this folder")
    output.add_argument("--json", action="store_true", help="one JSON line per game, then one with the scores")


def run(arguments: argparse.Namespace) -> int:
    if arguments.players is None:
        arguments.players = str(len(arguments.bots))
    game = load_game(arguments)
    if len(arguments.bots) != game.seats:
        raise OptionError(f"{game.seats} seats need {game.seats} bots, got {len(arguments.bots)}")
    if not 1 <= arguments.games <= 10**7:
        raise OptionError(f"--games: expected 1 to {10**7}, got {arguments.games}")
    bots = [find_bot(text) for text in arguments.bots]
    limits = Limits(bounded(arguments.memory, "--memory", 1, 1 << 30), known_core(arguments.cpu))
    for lack in limits.missing():
        print(f"palio match: this system has no {lack}; going on without", file=sys.stderr)
    settings = HostSettings(limits=limits)
    match = Match(game, bots, seed=arguments.seed, control=time_control(arguments), settings=settings)
    try:
        with polite_end(), match:
            play(match, arguments)
    finally:  # an interrupt or a full disk does not take away the games before it
        tell_scores(match.scores, game, arguments.json)
    return 0


def tell_scores(scores: list[Score], game: Game, as_json: bool) -> None:
    """The scores of the games that were finished, if any were."""
    if as_json:
        print(json.dumps({"scores": [score_map(score, game.seats) for score in scores]}), flush=True)
    elif any(score.values for score in scores):
        show(scores, game)


@contextmanager
def polite_end() -> Iterator[None]:
    """SIGTERM ends the bots as well, like an interrupt from the keyboard; a second one does not disturb their end."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        for known, _ in before:
            signal.signal(known, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = [(number, signal.signal(number, interrupt)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def bounded(value: int | None, name: str, low: int, high: int) -> int | None:
    if value is not None and not low <= value <= high:
        raise OptionError(f"{name}: expected {low} to {high}, got {value}")
    return value


def known_core(number: int | None) -> int | None:
    """A core that this process may use, where the system tells."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(4096)
    if number is not None and number not in cores:
        raise OptionError(f"--cpu: expected one of {', '.join(map(str, sorted(cores)))}, got {number}")
    return number


def time_control(arguments: argparse.Namespace) -> TimeControl:
    initial, increment = parse_clock(arguments.clock) if arguments.clock else (None, 0)
    return TimeControl(
        initial=initial,
        increment=increment,
        move=milliseconds(arguments.move_time, "--move-time"),
        reaction=milliseconds(arguments.reaction_time, "--reaction-time"),
        iterations=bounded(arguments.iterations, "--iterations", 1, 10**12),
        margin=milliseconds(arguments.margin, "--margin") or 0,
        stall=milliseconds(arguments.stall, "--stall") or 0,
    )


def milliseconds(seconds: float | None, name: str) -> int | None:
    if seconds is None:
        return None
    if not 0 <= seconds <= 10**6:
        raise OptionError(f"{name}: expected 0 to 1000000 seconds, got {seconds}")
    return round(seconds * 1000)


def play(match: Match, arguments: argparse.Namespace) -> None:
    """All games, each on disk and on the screen before the next one starts."""
    folder: Path | None = arguments.records
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise RecordError(f"cannot make the folder {folder}: {error.strerror or error}") from None
    with progress_bar() as progress:
        task = progress.add_task("playing", total=arguments.games, leader="")
        for played in match.play(arguments.games):
            try:
                if folder is not None:
                    played.record.write(folder / f"{played.record.header['game']}-{played.number:06}.txt")
            finally:  # the game counts even if its record could not be written
                if arguments.json:
                    print(json.dumps(played.to_map()), flush=True)
            tell_faults(played, progress.console)
            progress.update(task, advance=1, leader=leader(match.scores))


def progress_bar() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[leader]}"),
        TimeRemainingColumn(),
        transient=True,
        console=Console(stderr=True),
    )


def leader(scores: list[Score]) -> str:
    best = max(scores, key=lambda score: score.mean)
    return f"{best.name} {best.mean:.3f}"


def tell_faults(played: Played, console: Console) -> None:
    for entry in played.record.entries:
        if entry.kind == "fault":
            name = played.record.seats[entry.actor]["name"]
            text = f"game {played.number}: {name} (seat {entry.actor}): {entry.text}: {entry.details.get('text', '')}"
            console.print(text, style="red", markup=False, highlight=False)


def interval(score: Score, seats: int) -> tuple[float, float] | None:
    """The 95 % interval of a score; the games with one deal are one block. None if they are too few to tell."""
    mean = Mean()
    for place, value in enumerate(score.values):
        mean.add(place // seats, value)
    return mean.interval


def score_map(score: Score, seats: int) -> dict[str, object]:
    found = interval(score, seats)
    return {
        "name": score.name,
        "games": len(score.values),
        "wins": score.wins,
        "score": round(score.mean, 6),
        "interval": found and [round(end, 6) for end in found],
        "faults": score.faults,
    }


def show(scores: list[Score], game: Game) -> None:
    games = len(scores[0].values)
    table = Table(title=f"{game.name}, {game.seats} players, {games} {'game' if games == 1 else 'games'}")
    table.add_column("bot")
    headings = ["wins", "score", "95 % interval"]
    if any(score.faults for score in scores):
        headings.append("faults")
    for heading in headings:
        table.add_column(heading, justify="right")
    for score in sorted(scores, key=lambda score: -score.mean):
        found = interval(score, game.seats)
        shown = f"{found[0]:.3f} to {found[1]:.3f}" if found else "needs 2 deals"
        cells = [score.name, str(score.wins), f"{score.mean:.3f}", shown, str(score.faults)]
        table.add_row(*cells[: len(headings) + 1])
    Console().print(table)
