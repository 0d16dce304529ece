"""Test whether a new bot is stronger than an old one, as few games as it takes.

`palio sprt NEW BASE --game coup --elo 0 20` plays blocks (one deal, every way to sit) until the sequential test
accepts one of the bounds, in Elo: exit code 0 if NEW is as strong as the upper bound, 1 if it is not. With more than
two seats the table mixes copies: one NEW among BASE, or `--copies half`. `--fixed N` plays N blocks and prints the
difference with its interval instead. The same command goes on after an interruption.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from palio.cli import EXIT_INTERRUPTED
from palio.cli.event_options import add_limits, add_run, game_parts, given_limits, make_runner
from palio.errors import OptionError
from palio.tournament.config import host_settings, time_control
from palio.tournament.event import Event, bot_entries, table_specs
from palio.tournament.live import LiveTable, usage_line
from palio.tournament.manager import Manager, stop_on_signals
from palio.tournament.result import GameResult
from palio.tournament.schedule import games_in_block
from palio.tournament.sprt import LEAST_BLOCKS, SCORES, Comparison, Scale, SequentialTest, Verdict
from palio.tournament.store import Store

EXIT_NOT_BETTER = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("new", metavar="NEW", help="a bot as in palio match, or NAME:=BOT")
    parser.add_argument("base", metavar="BASE", help="the bot to compare it with")
    parser.add_argument("--game", action="append", metavar="GAME", help="the game (default: coup)")
    parser.add_argument("-p", "--players", metavar="N", help="number of seats (default: 2, or the game's own)")
    parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="a game's option")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="decides the deals (default: 1)")
    test = parser.add_argument_group("the test")
    test.add_argument("--elo", type=float, nargs=2, default=(0.0, 20.0), metavar=("H0", "H1"), help="default: 0 20")
    test.add_argument("--alpha", type=float, default=0.05, help="chance to accept H1 when H0 is true (default: 0.05)")
    test.add_argument("--beta", type=float, default=0.05, help="chance to accept H0 when H1 is true (default: 0.05)")
    test.add_argument("--least", type=int, default=LEAST_BLOCKS, metavar="N", help="blocks before a verdict")
    test.add_argument("--most", type=int, default=20_000, metavar="N", help="blocks without a verdict (default: 20000)")
    test.add_argument("--fixed", type=int, metavar="N", help="no test: play N blocks and show the interval")
    test.add_argument("--copies", default="1", metavar="N|half", help="seats of NEW at the table (default: 1)")
    test.add_argument("--score", choices=SCORES, default="wins", help="what counts: shares of wins, or all ranks")
    add_limits(parser)
    add_run(parser)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the games are stored (default: by the names)")


def run(arguments: argparse.Namespace) -> int:
    event, comparison = prepare(arguments)
    names = "-".join(bot.name for bot in event.bots)
    folder = arguments.out or Path(f"sprt-{names}-{event.tables[0].label.replace(' ', '-')}.palio")
    console = Console(stderr=True, quiet=arguments.quiet)
    with Store(folder, event) as store:
        live = LiveTable(event, event.blocks * comparison.size, console)
        manager = Manager(event, store, make_runner(arguments.cluster, arguments.concurrency))

        def watch(results: Sequence[GameResult]) -> None:
            comparison.add(results)
            live.note = "\n".join(lines(comparison))
            live.add(results)
            if comparison.verdict is not Verdict.OPEN and not manager.stop.after:
                manager.halt(str(comparison.verdict))

        manager.watch = watch
        with live, stop_on_signals(manager.stop, live.say):
            manager.run()
    return finish(comparison, manager)


def prepare(arguments: argparse.Namespace) -> tuple[Event, Comparison]:
    """The event of one fixed line-up, and what is made of its games."""
    arguments.game = arguments.game or ["coup"]
    parts = game_parts(arguments)
    tables = table_specs((part["game"], part.get("players"), part["options"]) for part in parts)
    if len(tables) != 1:
        raise OptionError(f"--game and --players: expected one table, got {len(tables)}")
    seats = tables[0].seats
    copies = seats // 2 if arguments.copies == "half" else whole(arguments.copies, "--copies")
    scale = Scale(arguments.score, seats, copies)
    test = None
    if arguments.fixed is None:
        low, high = arguments.elo
        test = SequentialTest(scale, low, high, arguments.alpha, arguments.beta, arguments.least)
    line_up = (0,) * copies + (1,) * (seats - copies)
    rotations = "cyclic" if copies in (1, seats - 1) else "all"
    limits = given_limits(arguments)
    event = Event(
        bot_entries([arguments.new, arguments.base], processes=bool(arguments.processes)),
        tables,
        name="sprt",
        format="fixed",
        blocks=arguments.most if arguments.fixed is None else arguments.fixed,
        rotations=rotations,
        line_up=line_up,
        seed=arguments.seed,
        control=time_control(limits),
        settings=host_settings(limits),
    )
    return event, Comparison(scale, games_in_block(line_up, rotations), test=test)


def whole(text: str, name: str) -> int:
    if not text.isdecimal():
        raise OptionError(f"{name}: expected a number or half, got {text!r}")
    return int(text)


def lines(comparison: Comparison) -> list[str]:
    """The state of the test in words."""
    tally = comparison.tally
    if not tally.count:
        return ["no block is finished yet"]
    elo, low, high = comparison.elo
    found = [
        f"score {tally.mean:.4f} ± {tally.margin:.4f}, fair is {comparison.scale.from_elo(0):.4f}; "
        f"{tally.count} blocks, {tally.games} games",
        f"Elo {elo:+.1f} (95 %: {low:+.1f} to {high:+.1f}); a game in a block is worth {tally.gain:.2f} single games",
    ]
    if comparison.test is not None:
        lower, upper = comparison.test.bounds
        bounds = f"[{comparison.test.low:g}, {comparison.test.high:g}]"
        found.append(f"LLR {comparison.ratio:+.3f} of {lower:.3f} to {upper:.3f} for Elo {bounds}")
    return found


def finish(comparison: Comparison, manager: Manager) -> int:
    for line in lines(comparison):
        print(line)
    if manager.progress.played:
        print(usage_line(manager.usage))
    if comparison.test is None:
        return 0 if manager.is_complete else EXIT_INTERRUPTED
    words = {
        Verdict.BETTER: f"H1 accepted: at least about {comparison.test.high:+g} Elo",
        Verdict.NOT_BETTER: f"H0 accepted: at most about {comparison.test.low:+g} Elo",
        Verdict.OPEN: "no verdict yet: the same command goes on",
    }
    print(words[comparison.verdict])
    if comparison.verdict is Verdict.OPEN:
        return EXIT_NOT_BETTER if manager.is_complete else EXIT_INTERRUPTED
    return 0 if comparison.verdict is Verdict.BETTER else EXIT_NOT_BETTER
