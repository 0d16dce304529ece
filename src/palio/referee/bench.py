"""What the referee itself costs: its CPU time per decision, with bots that answer at once."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

from palio.core.game import Game
from palio.referee.bot import BotSeat, HostSettings
from palio.referee.hub import Hub
from palio.referee.launch import BotSpec
from palio.referee.process import Limits
from palio.referee.table import Table

INSTANT_BOT = r"""
import os
from struct import unpack
head = {b"hello": b"\x85\xa4type\xa5hello\xa8protocol\x01\xa4name\xa7instant\xa7version\xa11\xa5games\x90"}
buffer = b""
while data := os.read(0, 1 << 20):
    buffer += data
    while len(buffer) > 3 and len(buffer) >= 4 + unpack(">I", buffer[:4])[0]:
        end = 4 + unpack(">I", buffer[:4])[0]
        body, buffer = buffer[4:end], buffer[end:]
        at = body.index(b"\xa4type") + 6
        kind = body[at:at + (body[at - 1] & 31)]
        at = body.find(b"\xa2id") + 3
        asked = body[at:at + {0xcc: 2, 0xcd: 3, 0xce: 5}.get(body[at], 1)]
        if kind == b"hello":
            answer = head[kind]
        elif kind == b"start":
            answer = b"\x82\xa4type\xa2ok\xa2id" + asked
        elif kind == b"decide":
            answer = b"\x83\xa4type\xa4move\xa2id" + asked + b"\xa4move\x00"
        else:
            continue
        os.write(1, len(answer).to_bytes(4, "big") + answer)
"""
"""Plays the first move without looking at anything else: as little bot as there can be."""


@dataclass(frozen=True, slots=True)
class RefereeCost:
    """The cost of one decision, in microseconds: the median over games, which a busy neighbour disturbs least."""

    decisions: int
    cpu: float
    """CPU time of the referee's own process."""
    wall: float
    """Time that passed, with the referee and the bots on one core; with the bots' own work."""


def referee_cost(game: Game, seconds: float = 0.5) -> RefereeCost:
    """Let instant bots play whole games for so long; what a game costs before its first move does not count."""
    with one_core() as core, Hub() as hub:
        settings = HostSettings(limits=Limits(cpu=core))
        spec = BotSpec("instant", (sys.executable, "-I", "-S", "-c", INSTANT_BOT))
        bots = [BotSeat(spec, hub, settings) for _ in range(game.seats)]
        Table(game, bots, deal=0).play()
        games: list[RefereeCost] = []
        until = time.perf_counter() + seconds
        while not games or time.perf_counter() < until:
            games.append(game_cost(Table(game, bots, deal=len(games) + 1, number=len(games) + 1)))
        hub.close([line for bot in bots if (line := bot.release())], BotSeat.FAREWELL, 1.0)
    return RefereeCost(
        sum(cost.decisions for cost in games),
        median(cost.cpu for cost in games),
        median(cost.wall for cost in games),
    )


def game_cost(table: Table) -> RefereeCost:
    """What one game costs from its first move to its last."""
    table.begin()
    begin_cpu, begin = time.process_time(), time.perf_counter()
    while not table.is_finished():
        table.step()
    cpu, wall = time.process_time() - begin_cpu, time.perf_counter() - begin
    decisions = sum(entry.kind == "seat" for entry in table.finish().entries)
    return RefereeCost(decisions, cpu / decisions * 1e6, wall / decisions * 1e6)


@contextmanager
def one_core() -> Iterator[int | None]:
    """Run on one core, where the system can pin: waking an idle one costs more than the work itself."""
    if not hasattr(os, "sched_setaffinity"):
        yield None
        return
    allowed = os.sched_getaffinity(0)
    core = min(allowed)
    os.sched_setaffinity(0, {core})
    try:
        yield core
    finally:
        os.sched_setaffinity(0, allowed)
