"""Two worlds that a seat cannot tell apart give it byte-identical messages."""

from typing import Any

import pytest

import palio
from palio.core.game import CHANCE, Random, State
from palio.referee.clocks import TimeControl
from palio.referee.record import Entry
from palio.referee.seats import Answer, Decision, MoveTexts, Seating
from palio.referee.table import Table
from palio.referee.telling import decide_message
from palio.wire import write_message
from tests.support import TABLES, label, scaled


class Ear:
    """A seat that keeps the bytes it would be sent."""

    sees_events = True
    name = "ear"

    def __init__(self, game: palio.Game, seat: int) -> None:
        self.sent: list[bytes] = []
        self.events: list[dict[str, Any]] = []
        names = ["x"] * game.seats
        self._seating = Seating(game, 1, seat, names, TimeControl(iterations=10), 1)
        self._texts = MoveTexts(game)

    def prepare(self) -> None:
        pass

    def start(self, seating: Seating) -> None:
        pass

    def note(self, event: dict[str, Any]) -> None:
        self.events.append(event)

    def decide(self, decision: Decision) -> Answer:
        raise AssertionError("the test moves for every seat")

    def finish(self, result: dict[str, Any]) -> None:
        pass

    def describe(self) -> dict[str, Any]:
        return {}

    def ask(self, state: State) -> None:
        """Take down the decision as it would go over the wire."""
        decision = Decision(state, state.actor, self._texts)
        self.sent.append(write_message(decide_message(len(self.sent) + 1, self._seating, decision, self.events)))
        self.events = []


class World:
    """A table whose moves the test makes."""

    def __init__(self, game: palio.Game, seat: int) -> None:
        self.ear = Ear(game, seat)
        self.seat = seat
        ears = [self.ear if other == seat else Ear(game, other) for other in range(game.seats)]
        self.table = Table(game, ears, deal=1)

    @property
    def state(self) -> State:
        return self.table.state

    def carry_out(self, move: int) -> None:
        actor = self.state.actor
        kind = "chance" if actor == CHANCE else "seat"
        self.table.carry_out(Entry(kind, actor, self.state.move_text(move)), move)


def alike(world: World, move: int, other: World) -> int | None:
    """A move in the other world that looks to the seat like this one in its own."""
    seen = world.state.seen(move, world.seat)
    found = [m for m in other.state.legal_moves() if other.state.seen(m, world.seat) == seen]
    return found[0] if found else None


def play_pair(game: palio.Game, seat: int, seed: int) -> int:
    """One random game beside worlds that fit the seat's view; returns the decisions compared."""
    real, double = World(game, seat), World(game, seat)
    real.table.state = game.start(seed)
    random = Random(seed, 9)
    redeal(real, double, random)
    compared = 0
    while not real.state.is_over:
        if real.state.actor == seat:
            real.ear.ask(real.state)
            double.ear.ask(double.state)
            assert real.ear.sent[-1] == double.ear.sent[-1]
            compared += 1
        chance = real.state.actor == CHANCE
        move = real.state.sample_chance(random) if chance else random.choice(real.state.legal_moves())
        partner = alike(real, move, double)
        real.carry_out(move)
        if real.state.is_over:
            break
        if partner is not None:
            double.carry_out(partner)
        if partner is None or real.state.view(seat) != double.state.view(seat):
            redeal(real, double, random)  # what has just happened tells the worlds apart, as by a proven claim
        else:
            assert real.ear.events == double.ear.events
            if random.below(4) == 0:
                redeal(real, double, random)
    return compared


def redeal(real: World, double: World, random: Random) -> None:
    """Let the other table go on from a world that the seat cannot tell from the real one."""
    double.table.state = real.state.view(real.seat).sample_world(random)
    double.table.entries = list(real.table.entries)
    double.ear.events = list(real.ear.events)
    double.ear.sent = list(real.ear.sent)


@pytest.mark.parametrize("game", TABLES, ids=label)
def test_a_seat_is_told_nothing_that_it_cannot_know(game: palio.Game) -> None:
    compared = 0
    for seat in range(game.seats):
        for seed in range(scaled(4)):
            compared += play_pair(game, seat, seed)
    assert compared > 0


def test_the_test_can_find_a_leak() -> None:
    """If the view were not hidden, the bytes would differ."""
    game = palio.load("coup")
    state = game.start(1)
    other = next(world for k in range(99) if (world := state.view(0).world(k)).to_map() != state.to_map())
    ear = Ear(game, 0)
    texts = MoveTexts(game)
    frames = []
    for world in (state, other):
        decision = Decision(world, 0, texts)
        decision._map = world.to_map()
        frames.append(write_message(decide_message(1, ear._seating, decision, [])))
    assert frames[0] != frames[1]
