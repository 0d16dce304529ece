"""One game from the deal to the outcome."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

import palio
from palio.core.game import CHANCE, OVER, Game, Outcome, Random, State
from palio.core.players import Player, RandomPlayer
from palio.games.fingerprint import data_hash
from palio.referee.clocks import Clocks, TimeControl
from palio.referee.faults import FaultError, Termination, is_decided, settle
from palio.referee.record import Entry, Record
from palio.referee.seats import Answer, Decision, PlayerSeat, Seat, Seating, move_texts
from palio.referee.verify import fault_ranks

CHANCE_STREAM = 1
"""Chance draws come from this stream of the deal's seed, the deal itself from stream 0."""
STAND_IN_STREAM = 2

Watch = Callable[[State, int], None]


class Table:
    """One game under way: holds the state, asks the seats, writes down what happens."""

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        deal: int,
        *,
        control: TimeControl | None = None,
        number: int = 1,
        watch: Watch = lambda state, move: None,
        seed: int = 0,
    ) -> None:
        """`deal` is the seed of the cards and dice, `seed` where the players' own seeds come from.

        `number` is the game's id for bots. `watch(state, move)` is called before each move is carried out.
        """
        self.state = game.start(deal)
        self._game, self._seats, self._deal, self._number, self._watch = game, list(seats), deal, number, watch
        self._control = control or TimeControl()
        self._clocks = Clocks(self._control, game.seats)
        self._timed = self._control.initial is not None or self._control.move is not None
        self._dice = Random(deal, CHANCE_STREAM)
        self._seed = seed
        self._stand_in = RandomPlayer(Random(deal, STAND_IN_STREAM).below(2**32 - 1))
        self._texts = move_texts(game)
        self._first = self.state.to_map()
        self._faults: dict[int, int] = {}
        self._endings: dict[int, tuple[Termination, str]] = {}
        self.entries: list[Entry] = []

    def play(self) -> Record:
        """Play to the end; a player's fault is part of the record, never an exception."""
        self.begin()
        while not self.is_finished():
            self.step()
        return self.finish()

    def is_finished(self) -> bool:
        return self.state.actor == OVER or is_decided(self._game.seats, len(self._faults))

    # The start

    def begin(self) -> None:
        """Seat everyone; whoever does not take its seat has its first fault."""
        for index, player in enumerate(self._seats):
            self.guard(index, player.prepare)
        seeds = Random(self._seed, self._number)
        names = [seat.name for seat in self._seats]
        for index, player in enumerate(self._seats):
            seed = seeds.below(2**31) << 22 | seeds.below(2**22)
            seating = Seating(self._game, self._number, index, names, self._control, seed)
            if index not in self._faults:
                self.guard(index, partial(player.start, seating))

    def guard(self, seat: int, step: Callable[[], None]) -> None:
        try:
            step()
        except FaultError as error:
            self.note_fault(seat, error)

    # The course of the game

    def step(self) -> None:
        """One decision, one draw of chance or one fault."""
        actor = self.state.actor
        if actor == CHANCE:
            move = self.state.sample_chance(self._dice)
            self.carry_out(Entry("chance", -1, self._texts[move]), move)
            return
        if actor in self._faults:
            move = self._stand_in.choose(self.state.view(actor))
            self.carry_out(Entry("stand-in", actor, self._texts[move]), move)
            return
        try:
            answer = self.ask(actor)
        except FaultError as error:
            self.note_fault(actor, error)
            return
        self.carry_out(Entry("seat", actor, self._texts[answer.move], self.details(actor, answer)), answer.move)

    def ask(self, seat: int) -> Answer:
        """The seat's answer in time, on its clock."""
        decision = Decision(self.state, seat, self._texts)
        if self._timed or self._control.reaction is not None:
            reaction = self._control.reaction is not None and decision.is_reaction
            decision.time = self._clocks.limit(seat, reaction)
            decision.clocks = self._clocks.left()
        answer = self._seats[seat].decide(decision)
        self._clocks.charge(seat, answer.spent)
        return answer

    def details(self, seat: int, answer: Answer) -> dict[str, Any]:
        found: dict[str, Any] = {"ms": round(answer.spent, 1)}
        left = self._clocks.left()
        if left is not None:
            found["clock"] = left[seat]
        if answer.thought:
            found["thought"] = answer.thought
        return found

    def carry_out(self, entry: Entry, move: int) -> None:
        """Write it down, tell the seats what they may see of it, apply it."""
        state = self.state
        self._watch(state, move)
        self.entries.append(entry)
        number = len(self.entries)
        actor = "chance" if entry.kind == "chance" else entry.actor
        event = {"number": number, "actor": actor, "move": entry.text}
        for index, seat in enumerate(self._seats):
            if seat.sees_events:
                seen = state.seen(move, index)
                seat.note(event if seen == move else {**event, "move": self._texts[seen]})
        state.apply(move)

    def note_fault(self, seat: int, error: FaultError) -> None:
        """The seat is played by the stand-in from now on."""
        fault = error.fault
        details = {"text": fault.text[:2000]}
        if fault.stderr:
            details["stderr"] = fault.stderr
        self.entries.append(Entry("fault", seat, str(fault.kind), details))
        self._faults[seat] = len(self.entries)
        self._endings[seat] = (fault.kind, fault.text[:2000])
        for other in self._seats:
            if other.sees_events:
                other.note({"number": len(self.entries), "actor": seat, "fault": str(fault.kind)})

    # The end

    def finish(self) -> Record:
        """The record; the seats that are still there are told the result."""
        record = Record(self.header(), [seat.describe() for seat in self._seats], self.entries, [])
        outcome = settle(self.state, fault_ranks(record, self._faults))
        ends = [self.ending(seat) for seat in range(self._game.seats)]
        record.ends = [self.end_entry(seat, outcome) for seat in range(self._game.seats)]
        result = {
            "ranks": list(outcome.ranks),
            "points": list(outcome.points),
            "returns": list(outcome.returns),
            "ends": ends,
            "first": self._first,
        }
        for index, seat in enumerate(self._seats):
            if index not in self._faults:
                seat.finish(result)
        return record

    def ending(self, seat: int) -> dict[str, Any]:
        if seat not in self._endings:
            return {"seat": seat, "reason": str(Termination.FINISHED)}
        kind, text = self._endings[seat]
        return {"seat": seat, "reason": str(kind), "text": text}

    def end_entry(self, seat: int, outcome: Outcome) -> dict[str, Any]:
        return {
            "reason": self.ending(seat)["reason"],
            "rank": outcome.ranks[seat],
            "points": outcome.points[seat],
            "return": round(outcome.returns[seat], 6),
        }

    def header(self) -> dict[str, Any]:
        return {
            "game": self._game.name,
            "rules": self._game.info.rules_version,
            "data": data_hash(self._game.name),
            "options": dict(self._game.options),
            "palio": palio.__version__,
            "date": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "deal": self._deal,
            "clock": self._control.to_map(),
            "first": self._first,
        }


def play_game(
    game: Game,
    players: Sequence[Player],
    seed: int,
    watch: Watch = lambda state, move: None,
) -> State:
    """Play one deal with players in this process and return the final state.

    `watch(state, move)` is called with every decision and chance outcome before it is carried out.
    """
    table = Table(game, [PlayerSeat(f"seat {i}", player) for i, player in enumerate(players)], seed, watch=watch)
    table.play()
    return table.state
