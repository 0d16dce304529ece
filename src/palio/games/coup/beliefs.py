"""Coup: what a seat should believe about the other hands."""

from collections.abc import Mapping, Sequence
from typing import Any

from palio.core.info import OptionValue
from palio.games.coup.rules import believed_hands, hand_types

SAMPLES = 4000


def beliefs(data: bytes, options: Mapping[str, OptionValue], knobs: Sequence[float]) -> list[dict[str, Any] | None]:
    """Per seat the likely hands, the likeliest first, and the chance of each role; None for one's own and the dead.

    `data` are a view's bytes, `knobs` the weights of claims and passes in the order of the game's info.
    """
    names = ("duke", "assassin", "captain", str(options["roles"]), "contessa")
    return [seat_map(shares, names) if shares else None for shares in believed_hands(data, tuple(knobs), SAMPLES)]


def seat_map(shares: list[float], names: Sequence[str]) -> dict[str, Any]:
    cards = 1 if len(shares) == len(names) else 2
    types = [
        [name for role, name in enumerate(names) for _ in range(word >> 3 * role & 7)] for word in hand_types(cards)
    ]
    hands = [{"hand": hand, "probability": share} for hand, share in zip(types, shares, strict=True) if share > 0]
    return {
        "hands": sorted(hands, key=lambda hand: -hand["probability"]),
        "roles": {
            name: sum(share for hand, share in zip(types, shares, strict=True) if name in hand) for name in names
        },
    }
