"""Play a game in the terminal against bots.

`palio play coup` seats you against one bot, the game's best; `--players 4` against three, `--seat 2` puts you
elsewhere, `--against greedy` chooses the bots: a name, a bot.toml file or a command line, as for `palio match`. You see
what your seat may see. Type a move or its number; `?` shows the table again, `quit` leaves.
"""

import argparse
import sys

from rich.console import Console

from palio.cli.board import show_moves, show_table
from palio.cli.options import add_game, add_seed, load_game
from palio.core.boards import Grid
from palio.core.game import State, View
from palio.core.players import PLAYERS, make_player
from palio.errors import OptionError, PalioError
from palio.games import board_of
from palio.referee.bot import BotSeat
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub
from palio.referee.launch import READY_BOTS, BotSpec, find_bot
from palio.referee.record import Record, placing
from palio.referee.seats import PlayerSeat, Seat
from palio.referee.table import Table
from palio.search.params import default_method

ITERATIONS = 5000
"""Of the bots' search for each decision: a quarter of a second where playouts are slow."""


class LeftTable(Exception):  # noqa: N818  not an error: the person has had enough
    """The person at the terminal left."""


class Person:
    """A player who reads the terminal."""

    def __init__(self, console: Console, seat: int) -> None:
        self._console = console
        self._seat = seat
        self._shown: tuple[Grid, ...] = ()

    def choose(self, view: View) -> int:
        """Within a turn only the tables that have changed are shown again."""
        self._shown = show_table(self._console, view, self._shown)
        moves = view.legal_moves()
        show_moves(self._console, view, moves)
        while (choice := self.read(view, moves)) is None:
            pass
        return choice

    def read(self, view: View, moves: list[int]) -> int | None:
        """One line of input: a move, or None after a mistake or a request."""
        try:
            text = self._console.input("[bold]your move> [/]").strip().lower()
        except EOFError:
            raise LeftTable from None
        if text in ("quit", "exit", "q"):
            raise LeftTable
        if text in ("", "?", "help"):
            show_table(self._console, view)
            show_moves(self._console, view, moves)
            return None
        if text.isdecimal():
            if 1 <= int(text) <= len(moves):
                return moves[int(text) - 1]
            self._console.print(f"[red]there is no move {text}; type a number 1 to {len(moves)}[/]", highlight=False)
            return None
        try:
            move = view.parse_move(text)
        except PalioError as error:
            self._console.print(f"[red]{error}[/]", highlight=False)
            return None
        if move not in moves:
            self._console.print(
                f"[red]{text!r} is not possible now; type a number 1 to {len(moves)}[/]", highlight=False
            )
            return None
        return move

    def watch(self, state: State, move: int) -> None:
        """Hear what others do; after that the tables are shown in full."""
        if state.actor != self._seat:
            narrate(self._console, state, move, self._seat)
            self._shown = ()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--seat", type=int, default=0, metavar="N", help="your seat (default: 0)")
    names = ", ".join((*PLAYERS, *READY_BOTS))
    parser.add_argument("--against", metavar="BOT", help=f"{names}, ... (default: the game's best search)")
    parser.add_argument(
        "--iterations", type=int, default=ITERATIONS, metavar="N", help="of their search (default: %(default)s)"
    )
    add_seed(parser)


def run(arguments: argparse.Namespace) -> int:
    console = Console()
    game = load_game(arguments)
    if not 0 <= arguments.seat < game.seats:
        raise OptionError(f"--seat: expected 0 to {game.seats - 1}, got {arguments.seat}")
    if arguments.iterations < 1:
        raise OptionError(f"--iterations: expected 1 or more, got {arguments.iterations}")
    seed = game_seed(arguments.seed)
    bot = find_bot(arguments.against or default_method(game.info))
    with Hub() as hub:
        seats: list[Seat] = [opponent(bot, hub, seed + seat) for seat in range(game.seats)]
        person = Person(console, arguments.seat)
        seats[arguments.seat] = PlayerSeat("you", person)
        console.print(
            f"{game.info.title}: you are seat {arguments.seat}. "
            "Type a move or its number; `?` shows the table, `quit` leaves.",
            highlight=False,
        )
        table = Table(game, seats, seed, control=TimeControl(iterations=arguments.iterations), watch=person.watch)
        try:
            record = table.play()
        except LeftTable:
            console.print("You left the table.")
            return 0
    show_table(console, table.state)
    show_ranks(console, record)
    return 0


def opponent(bot: str | BotSpec, hub: Hub, seed: int) -> Seat:
    return BotSeat(bot, hub) if isinstance(bot, BotSpec) else PlayerSeat(bot, make_player(bot, seed))


def show_ranks(console: Console, record: Record) -> None:
    for seat, end in sorted(enumerate(record.ends), key=lambda item: int(item[1]["rank"])):
        name = record.seats[seat]["name"]
        who = name if name == "you" else f"{name} (seat {seat})"
        reason = "" if end["reason"] == "finished" else f", {end['reason']}"
        console.print(f"{placing(end, len(record.ends))}: {who}{reason}", highlight=False)


def game_seed(seed: int | None) -> int:
    """The given seed, or a new one that is shown so that the deal can be played again."""
    if seed is not None:
        if seed < 0:
            raise OptionError(f"--seed: expected 0 or more, got {seed}")
        return seed
    import secrets

    chosen = secrets.randbits(32)
    print(f"seed {chosen}", file=sys.stderr)
    return chosen


def narrate(console: Console, state: State, move: int, seat: int) -> None:
    """Tell the person what happens, as its seat sees it."""
    text = state.move_text(state.seen(move, seat))
    who = "chance" if state.actor < 0 else f"seat {state.actor}"
    remark = board_of(state.game.name).explain(text, state.view(seat).to_map())
    console.print(f"[dim]{who}:[/] {text}{f'  [dim]{remark}[/]' if remark else ''}", highlight=False)
