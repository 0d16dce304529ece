"""How a seat's part in a game ended, and what a fault does to the outcome."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from palio.core.game import Outcome, State


class Termination(StrEnum):
    """Every way in which a seat's player can end; all but the first are faults."""

    FINISHED = "finished"
    ILLEGAL_MOVE = "illegal_move"
    TIMEOUT = "timeout"
    """The time of the decision or of the game clock ran out."""
    STALL = "stall"
    """No answer within the referee's own deadline, although no time limit was set."""
    CRASH = "crash"
    """The process ended."""
    DISCONNECT = "disconnect"
    """The process closed a pipe and lives on."""
    PROTOCOL_ERROR = "protocol_error"
    REFUSED_START = "refused_start"
    FORFEIT = "forfeit"
    """The bot answered a decision with an error."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a seat was taken from its player."""

    kind: Termination
    text: str
    """What was expected and what came."""
    stderr: str = ""
    """The last that the bot wrote to stderr."""


class FaultError(Exception):
    """Carries a fault from where it is found to the table, which records it; it never leaves the referee."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(f"{fault.kind}: {fault.text}")
        self.fault = fault


def is_decided(seats: int, faulty: int) -> bool:
    """True when faults have ended the game: at most one player is left, or none of one."""
    return faulty > 0 and seats - faulty <= 1


def settle(state: State, faulty: Mapping[int, int]) -> Outcome:
    """The outcome, with faulty seats behind all others; `faulty` has the event number of each seat's fault.

    A later fault ranks above an earlier one. If faults ended the game, nobody has points.
    """
    seats = range(state.seats)
    if not faulty:
        return state.outcome()
    base = state.outcome() if state.is_over else None
    strength = [(0, faulty[seat]) if seat in faulty else (1, -base.ranks[seat] if base else 0) for seat in seats]
    better = [sum(other > mine for other in strength) for mine in strength]
    equal = [strength.count(mine) for mine in strength]
    last = max(state.seats - 1, 1)
    returns = [1.0 - (better[seat] + 0.5 * (equal[seat] - 1)) / last for seat in seats]
    return Outcome(
        ranks=tuple(count + 1 for count in better),
        points=base.points if base else tuple(0 for _ in seats),
        returns=tuple(returns) if state.seats > 1 else (0.0,),
    )
