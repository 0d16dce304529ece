"""Find a bot's best parameters by matches against a fixed opponent.

`palio tune mo-ismcts honest --param search.exploration=0.2..1.5 --param search.worlds=10..80 --iterations 500` plays
trials of `--blocks` blocks each, all with the same deals, and suggests values by what the trials before have shown.
`search.NAME` is a parameter of palio's search, any other NAME an option of the bot. Hopeless trials are given up early.
Everything is stored: the same command goes on after an interruption. The best values go to best.toml; test them
with `palio sprt` on other deals before you believe them.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from palio.cli import EXIT_INTERRUPTED
from palio.cli.event_options import add_limits, add_run, game_parts, given_limits, make_runner
from palio.errors import OptionError
from palio.tournament.config import host_settings, time_control
from palio.tournament.event import Event, bot_entries, table_specs
from palio.tournament.live import LiveTable
from palio.tournament.local import StopSwitch
from palio.tournament.manager import stop_on_signals
from palio.tournament.result import GameResult
from palio.tournament.sprt import SCORES, Comparison, Scale
from palio.tournament.tuning import TrialView, Tuner, parse_parameter

SHOWN_TRIALS = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="the bot to tune, as in palio match")
    parser.add_argument("base", metavar="BASE", help="its opponent")
    parser.add_argument(
        "--param",
        action="append",
        required=True,
        metavar="NAME=LOW..HIGH",
        help="a value to find; whole numbers stay whole, :log for orders of magnitude, A|B|C for choices",
    )
    parser.add_argument("--trials", type=int, default=50, metavar="N", help="sets of values to try (default: 50)")
    parser.add_argument("--blocks", type=int, default=50, metavar="N", help="blocks of a trial (default: 50)")
    parser.add_argument("--game", action="append", metavar="GAME", help="the game (default: coup)")
    parser.add_argument("-p", "--players", metavar="N", help="number of seats (default: the game's own)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="a game's option")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="decides deals and suggestions (default: 1)")
    parser.add_argument("--score", choices=SCORES, default="wins", help="what counts: shares of wins, or all ranks")
    add_limits(parser)
    add_run(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where everything is stored (default: tune-BOT.palio)")


def run(arguments: argparse.Namespace) -> int:
    if not 1 <= arguments.trials <= 100_000:
        raise OptionError(f"--trials: expected 1 to 100000, got {arguments.trials}")
    parameters = [parse_parameter(text) for text in arguments.param]
    event, scale = prepare(arguments)
    folder = arguments.out or Path(f"tune-{event.bots[0].name}.palio")
    runner = make_runner(arguments.cluster, arguments.concurrency)
    tuner = Tuner(folder, event, parameters, scale, runner)
    switch = TunerSwitch(tuner)
    with stop_on_signals(switch, lambda text: Console(stderr=True).print(text, style="yellow")):
        complete = TrialScreen(tuner, event, arguments).run()
    show(tuner, scale)
    return 0 if complete else EXIT_INTERRUPTED


class TunerSwitch(StopSwitch):
    """Stops the running trial's match."""

    def __init__(self, tuner: Tuner) -> None:
        super().__init__()
        self._tuner = tuner

    def press(self) -> None:
        super().press()
        if self._tuner.current is not None:
            self._tuner.current.stop.press()


class TrialScreen:
    """The progress of all trials on the terminal."""

    def __init__(self, tuner: Tuner, event: Event, arguments: argparse.Namespace) -> None:
        self._tuner = tuner
        self._trials: int = arguments.trials
        games = tuner.comparison().size * event.blocks
        self._live = LiveTable(event, games * self._trials, Console(stderr=True, quiet=arguments.quiet))

    def run(self) -> bool:
        with self._live:
            return self._tuner.run(self._trials, self.watch)

    def watch(self, view: TrialView, comparison: Comparison, results: Sequence[GameResult]) -> None:
        best = self._tuner.trials()[:1]
        leader = f"best so far: {best[0].score:.4f} with {shown(best[0].values)}" if best else "no trial has ended yet"
        state = f"trial {view.number} of {self._trials}: {view.score:.4f} after {comparison.tally.count} blocks"
        self._live.note = f"{leader}\n{state}, {view.state}, {shown(view.values)}"
        self._live.add(results)


def prepare(arguments: argparse.Namespace) -> tuple[Event, Scale]:
    arguments.game = arguments.game or ["coup"]
    parts = game_parts(arguments)
    tables = table_specs((part["game"], part.get("players"), part["options"]) for part in parts)
    if len(tables) != 1:
        raise OptionError(f"--game and --players: expected one table, got {len(tables)}")
    tuned = bot_entries([arguments.bot], processes=True)[0]
    base = bot_entries([arguments.base], processes=bool(arguments.processes))[0]
    if base.name == tuned.name:
        base = bot_entries([f"base:={arguments.base}"], processes=bool(arguments.processes))[0]
    limits = given_limits(arguments)
    event = Event(
        (tuned, base),
        tables,
        name="tune",
        format="fixed",
        blocks=arguments.blocks,
        line_up=(0,) + (1,) * (tables[0].seats - 1),
        seed=arguments.seed,
        control=time_control(limits),
        settings=host_settings(limits),
    )
    return event, Scale(arguments.score, tables[0].seats, 1)


def shown(values: object) -> str:
    if not isinstance(values, dict):
        return ""
    return ", ".join(
        f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}" for name, value in values.items()
    )


def show(tuner: Tuner, scale: Scale) -> None:
    console = Console()
    table = Table(title=f"best of {tuner.ended()} trials", title_justify="left")
    for heading in ("trial", "score", "Elo", "values"):
        table.add_column(heading, justify="left" if heading == "values" else "right")
    for view in tuner.trials()[:SHOWN_TRIALS]:
        table.add_row(str(view.number), f"{view.score:.4f}", f"{scale.to_elo(view.score):+.0f}", shown(view.values))
    console.print(table)
    best = tuner.write_best()
    if best is not None:
        console.print(f"best values: {best}; test them: palio sprt {best} BASE --seed 2", highlight=False, markup=False)
