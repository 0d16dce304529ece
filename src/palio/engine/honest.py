"""A Coup player that never claims a role it does not hold, as a yardstick for bluffing."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from palio.core.game import Random, View

STRONG_ACTIONS = ("coup", "assassinate", "tax", "steal", "foreign_aid", "exchange", "examine", "income")
"""Best first; the first one that is honest and legal is played."""


@cache
def claims() -> dict[str, str | None]:
    """The role that each action claims, by the game's own data."""
    data = json.loads(files("palio.games.coup").joinpath("data.json").read_text(encoding="utf-8"))
    return {action["id"]: action["claim"] for action in data["actions"]}


class HonestPlayer:
    """Plays the strongest action that its cards allow, blocks with what it holds, challenges only sure lies."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed, stream=3)

    def choose(self, view: View) -> int:
        content = view.to_map()
        options = {view.move_text(move): move for move in view.legal_moves()}
        texts = [text for text in options if honest(text, content)] or list(options)
        if "challenge" in options and impossible(claimed(content), content):
            return options["challenge"]
        for action in STRONG_ACTIONS:
            targets = [text for text in texts if text.split()[0] == action]
            if targets:
                return options[self._random.choice(targets)]
        blocks = [text for text in texts if text.startswith("block ")]
        calm = [text for text in texts if text != "challenge"]
        return options[self._random.choice(blocks or calm or texts)]


def hand(content: dict[str, Any]) -> list[str]:
    found: list[str] = content["players"][content["seat"]]["hand"]
    return found


def honest(text: str, content: dict[str, Any]) -> bool:
    """True unless the move claims a role that is not in the seat's hand."""
    verb, *rest = text.split()
    if verb == "block":
        return rest[0] in hand(content)
    role = claim_of(verb, content)
    return role is None or role in hand(content)


def claim_of(action: str, content: dict[str, Any]) -> str | None:
    role = claims().get(action)
    return str(content["options"]["roles"]) if role == "ambassador" else role


def claimed(content: dict[str, Any]) -> str | None:
    """The role whose claim can be challenged now."""
    if content["block_role"] is not None:
        return str(content["block_role"])
    return claim_of(content["action"], content) if content["action"] else None


def impossible(role: str | None, content: dict[str, Any]) -> bool:
    """True if the seat can account for all three cards of the role."""
    shown = [card for player in content["players"] for card in player["face_up"]]
    return role is not None and (shown + hand(content)).count(role) == 3
