"""How long an event will take."""

from collections.abc import Sequence

from palio.core.game import run_playouts
from palio.games import load
from palio.tournament.event import Event, TableSpec
from palio.tournament.result import GameResult
from palio.tournament.schedule import Schedule, games_in_block

PLAYOUTS = 200
INSTANT = {"random", "greedy", "honest"}
"""Bots that answer at once."""
MESSAGE_SECONDS = 0.0006
"""A decision of a program that answers at once."""
INSIDE_SECONDS = 0.0002
"""A decision of a player in the worker's process."""
ITERATIONS_PER_SECOND = 20_000
DEFAULT_ITERATIONS = 20_000


def decisions_per_game(table: TableSpec) -> float:
    """Decisions of a random game, on average."""
    game = load(table.game, **table.options)
    return run_playouts(game.start(1), PLAYOUTS, 1) / PLAYOUTS


def decision_seconds(event: Event, bot: int, decisions: float) -> float:
    """The time that a bot is expected to take for a decision; whoever has a clock is taken to use half of it."""
    entry, control = event.bots[bot], event.control
    if entry.spec is None:
        return INSIDE_SECONDS
    options = entry.spec.options
    if entry.source in INSTANT or options.get("method") in INSTANT or "style" in options:
        return MESSAGE_SECONDS
    limits = []
    if control.move is not None:
        limits.append(control.move / 1000)
    if control.initial is not None:
        limits.append((control.initial / max(decisions, 1) / 2 + control.increment) / 1000)
    if control.iterations is not None or ("method" in options and not limits):
        limits.append((control.iterations or DEFAULT_ITERATIONS) / ITERATIONS_PER_SECOND)
    return min(limits, default=0.0) + MESSAGE_SECONDS


def table_seconds(event: Event, table: int, known: Sequence[GameResult]) -> tuple[float, bool]:
    """The expected length of a game, and whether it was measured on stored games."""
    stored = [result.seconds for result in known if result.table == table]
    if stored:
        return sum(stored) / len(stored), True
    spec = event.tables[table]
    decisions = decisions_per_game(spec)
    bots = range(len(event.bots))
    mean = sum(decision_seconds(event, bot, decisions / spec.seats) for bot in bots) / len(bots)
    return decisions * mean, False


def games_by_table(schedule: Schedule) -> dict[int, int]:
    """Games of the whole event at each table."""
    event = schedule.event
    if event.format == "swiss":
        return {
            index: event.rounds
            * event.blocks
            * (len(event.bots) // table.seats)
            * games_in_block(tuple(range(table.seats)), event.rotations)
            for index, table in enumerate(event.tables)
        }
    found = dict.fromkeys(range(len(event.tables)), 0)
    for block in schedule.round(0, list):
        found[block.table] += len(block.games)
    return found


def event_seconds(schedule: Schedule, known: Sequence[GameResult], workers: int) -> tuple[float, bool]:
    """Expected seconds for what is left of an event, and whether all of it was measured."""
    total, measured = 0.0, True
    for table, games in games_by_table(schedule).items():
        each, sure = table_seconds(schedule.event, table, known)
        left = games - sum(result.table == table for result in known)
        total += each * max(left, 0)
        measured = measured and sure
    return total / max(workers, 1), measured
