"""Let bots play against each other and show who won.

`palio match greedy random --game coup --games 200` plays 200 games; the bots change seats so that each sits
everywhere equally often, with the same deals. The score is the mean result: 1 for a win, 0 for the last place.
"""

import argparse
from dataclasses import dataclass, field
from math import sqrt

from rich.console import Console
from rich.progress import track
from rich.table import Table

from palio.cli.options import add_game_options, add_seed, load_game
from palio.core.game import Game
from palio.errors import OptionError
from palio.referee.players import PLAYERS, make_player
from palio.referee.table import play_game


@dataclass
class Score:
    """What one bot achieved."""

    name: str
    values: list[float] = field(default_factory=list)
    wins: int = 0

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        count = len(self.values)
        spread = sum((value - self.mean) ** 2 for value in self.values) / max(count - 1, 1)
        return 1.96 * sqrt(spread / count)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bots", nargs="+", metavar="BOT", help=f"one per seat: {', '.join(PLAYERS)}")
    parser.add_argument("--game", default="coup", help="the game (default: coup)")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="number of games (default: 100)")
    add_game_options(parser)
    add_seed(parser, default=1)


def run(arguments: argparse.Namespace) -> int:
    if arguments.players is None:
        arguments.players = str(len(arguments.bots))
    game = load_game(arguments)
    if len(arguments.bots) != game.seats:
        raise OptionError(f"{game.seats} seats need {game.seats} bots, got {len(arguments.bots)}")
    if not 1 <= arguments.games <= 10**7:
        raise OptionError(f"--games: expected 1 to {10**7}, got {arguments.games}")
    scores = play_match(game, arguments.bots, arguments.games, arguments.seed)
    show(scores, game, arguments.games)
    return 0


def play_match(game: Game, bots: list[str], games: int, seed: int) -> list[Score]:
    """One deal per round of seat rotations, so that luck of the cards and seats cancels."""
    scores = [Score(name) for name in bots]
    seats = game.seats
    for number in track(range(games), description="playing", transient=True, console=Console(stderr=True)):
        deal, turn = divmod(number, seats)
        order = [(seat + turn) % seats for seat in range(seats)]  # which bot sits where
        players = [make_player(bots[bot], seed * 1_000_003 + number * seats + bot) for bot in order]
        outcome = play_game(game, players, seed + deal).outcome()
        for seat, bot in enumerate(order):
            scores[bot].values.append(outcome.returns[seat])
            scores[bot].wins += outcome.ranks[seat] == 1
    return scores


def show(scores: list[Score], game: Game, games: int) -> None:
    table = Table(title=f"{game.name}, {game.seats} players, {games} games")
    table.add_column("bot")
    for heading in ("wins", "score", "95 % interval"):
        table.add_column(heading, justify="right")
    for score in sorted(scores, key=lambda score: -score.mean):
        low, high = score.mean - score.margin, score.mean + score.margin
        table.add_row(score.name, str(score.wins), f"{score.mean:.3f}", f"{low:.3f} to {high:.3f}")
    Console().print(table)
