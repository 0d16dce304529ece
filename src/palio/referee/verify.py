"""Replaying records with the rules, without any random stream."""

from collections.abc import Iterator
from typing import Any

from palio.core.game import CHANCE, OVER, Game, State
from palio.errors import PalioError, RecordError
from palio.games import load
from palio.games.fingerprint import data_hash
from palio.referee.faults import Termination, is_decided, settle
from palio.referee.record import Entry, Record


def record_game(record: Record) -> Game:
    """The game of a record; raises RecordError if this build plays by other rules."""
    header = record.header
    try:
        game = load(str(header["game"]), **dict(header["options"]))
    except (PalioError, TypeError, ValueError) as error:
        raise RecordError(f"the record's game: {error}") from None
    for name, known in (("rules", game.info.rules_version), ("data", data_hash(game.name))):
        if header[name] != known:
            raise RecordError(f"the record was made with {name} {header[name]!r}, this build has {known!r}")
    if len(record.seats) != game.seats:
        raise RecordError(f"expected {game.seats} players, got {len(record.seats)}")
    return game


def first_state(record: Record, game: Game) -> State:
    try:
        return game.state_from_map(record.header["first"])
    except PalioError as error:
        raise RecordError(f"the first state: {error}") from None


def replay(record: Record) -> Iterator[tuple[Entry, State]]:
    """Every entry with the state before it; raises RecordError at the first that the rules do not allow."""
    state = first_state(record, record_game(record))
    for number, entry in enumerate(record.entries, 1):
        yield entry, state.copy()
        follow(state, entry, number)


def follow(state: State, entry: Entry, number: int) -> None:
    """Carry out an entry."""
    expected = {CHANCE: "chance", OVER: "nobody: the game is over"}.get(state.actor, f"seat {state.actor}")
    if entry.kind == "fault":
        if not 0 <= entry.actor < state.seats:
            raise RecordError(f"move {number}: there is no seat {entry.actor}", number)
        return
    if (entry.actor if entry.kind != "chance" else CHANCE) != state.actor or state.actor == OVER:
        got = "chance" if entry.kind == "chance" else f"seat {entry.actor}"
        raise RecordError(f"move {number}: expected {expected} to act, got {got}", number)
    try:
        state.apply(entry.text)
    except PalioError as error:
        raise RecordError(f"move {number}: {error}", number) from None


def verify(record: Record) -> State:
    """Replay the whole game and compare its end; returns the last state.

    Raises RecordError that names the move where rules and record part, or the seat whose end is wrong.
    """
    state = first_state(record, record_game(record))
    faults: dict[int, int] = {}
    reasons = ["finished"] * state.seats
    for number, entry in enumerate(record.entries, 1):
        follow(state, entry, number)
        if entry.kind == "fault":
            check_fault(entry, number, faults)
            faults[entry.actor] = number
            reasons[entry.actor] = entry.text
        elif (entry.actor in faults) != (entry.kind == "stand-in") and entry.kind != "chance":
            raise RecordError(f"move {number}: seat {entry.actor} is played by the wrong player", number)
    if not state.is_over and not is_decided(state.seats, len(faults)):
        raise RecordError(f"the game is not over after move {len(record.entries)}", len(record.entries))
    check_ends(record, state, faults, reasons)
    return state


def check_fault(entry: Entry, number: int, faults: dict[int, int]) -> None:
    if entry.actor in faults or entry.text not in {*Termination} - {Termination.FINISHED}:
        raise RecordError(f"move {number}: {entry.text!r} of seat {entry.actor} is no possible fault", number)


def check_ends(record: Record, state: State, faults: dict[int, int], reasons: list[str]) -> None:
    outcome = settle(state, fault_ranks(record, faults))
    for seat, end in enumerate(record.ends):
        expected: dict[str, Any] = {
            "reason": reasons[seat],
            "rank": outcome.ranks[seat],
            "points": outcome.points[seat],
            "return": round(outcome.returns[seat], 6),
        }
        for name, value in expected.items():
            if end.get(name) != value:
                raise RecordError(f"end of seat {seat}: expected {name} {value!r}, got {end.get(name)!r}")


def fault_ranks(record: Record, faults: dict[int, int]) -> dict[int, int]:
    """Faults before the first move count as simultaneous."""
    moved = next((number for number, entry in enumerate(record.entries, 1) if entry.kind != "fault"), 0)
    return {seat: number if moved and number > moved else 0 for seat, number in faults.items()}
