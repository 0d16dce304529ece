"""Bots with bad habits at tables of random players."""

import os
import sys
import time
from pathlib import Path

import palio
from palio.core.players import RandomPlayer
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.clocks import TimeControl
from palio.referee.hub import Hub, Line
from palio.referee.launch import BotSpec
from palio.referee.process import BotProcess
from palio.referee.record import Record
from palio.referee.seats import PlayerSeat, Seat
from palio.referee.table import Table
from tests.support import processes

BAD_BOT = Path(__file__).parent.parent / "mockbots" / "bad.py"


def bad_bot(habit: str) -> BotSpec:
    return BotSpec(habit, (sys.executable, "-I", "-S", str(BAD_BOT), habit))


def play(
    game: palio.Game,
    bots: dict[int, BotSeat],
    deal: int = 1,
    control: TimeControl | None = None,
    number: int = 1,
) -> Record:
    """One game with these bots on their seats and random players on the others."""
    seats: list[Seat] = [bots.get(seat) or PlayerSeat("random", RandomPlayer(seat)) for seat in range(game.seats)]
    return Table(game, seats, deal, control=control, number=number).play()


class NotingHub(Hub):
    """A hub that remembers its processes."""

    def __init__(self) -> None:
        super().__init__()
        self.pids: list[int] = []

    def __enter__(self) -> "NotingHub":
        return self

    def add(self, process: BotProcess) -> Line:
        self.pids.append(process.pid)
        return super().add(process)


def play_habit(habit: str, players: int, seat: int, control: TimeControl, settings: HostSettings) -> tuple[Record, int]:
    """A game of Coup with one bad bot; returns the process group that it had, too."""
    with NotingHub() as hub:
        bot = BotSeat(bad_bot(habit), hub, settings)
        record = play(palio.load("coup", players=players), {seat: bot}, deal=players, control=control)
        bot.close()
    return record, hub.pids[0]


def assert_group_is_gone(group: int) -> None:
    """Nobody of the process group is alive; a kill that has been sent may take a moment."""
    for _ in range(200):
        left = living_members(group)
        if not left:
            return
        time.sleep(0.01)
    raise AssertionError(f"left behind: {left}")


def living_members(group: int) -> list[str]:
    """Processes of the group that are no zombies (whoever adopted a dead orphan may reap it late)."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return []
    return [command for number, command in processes("pgid") if number == group]
