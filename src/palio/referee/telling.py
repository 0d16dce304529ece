"""What a seat is told: messages made from its own view and from events that were redacted for it."""

from typing import Any

from palio.games.fingerprint import data_hash
from palio.referee.seats import Decision, Seating
from palio.wire.messages import Decide, Start


def start_message(number: int, seating: Seating) -> Start:
    """The start of a game; its seed is for the bot's own random numbers and says nothing about the deal."""
    return Start(
        id=number,
        table=seating.table,
        game=seating.game.name,
        rules=seating.game.info.rules_version,
        data=data_hash(seating.game.name),
        options=dict(seating.game.options),
        seat=seating.seat,
        names=seating.names,
        clock=seating.control.to_map(),
        seed=seating.seed,
    )


def decide_message(number: int, seating: Seating, decision: Decision, events: list[dict[str, Any]]) -> Decide:
    """All that a seat is told for a decision."""
    texts = decision.texts
    limit = {} if decision.time is None else {"time": decision.time}
    if seating.control.iterations is not None:
        limit["iterations"] = seating.control.iterations
    return Decide(
        id=number,
        table=seating.table,
        kind=decision.kind,
        reaction=decision.is_reaction,
        moves=[texts[move] for move in decision.moves],
        view=decision.view_map,
        events=events,
        limit=limit,
        clocks=decision.clocks,
    )
