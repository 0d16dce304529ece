"""A whole random game as text: every decision with its moves, what changes, and what each seat knows.

A changed line in a golden transcript is a change of the rules that somebody must have meant.
"""

import json
from pathlib import Path
from typing import Any

import palio

FOLDER = Path(__file__).parent

TABLES: dict[str, tuple[str, dict[str, object], int]] = {
    "coup-2": ("coup", {"players": 2}, 1),
    "coup-2-draft-inquisitor": ("coup", {"players": 2, "draft": "on", "roles": "inquisitor"}, 2),
    "coup-3": ("coup", {"players": 3, "block_after_own_challenge": "off"}, 3),
    "coup-4-inquisitor": ("coup", {"players": 4, "roles": "inquisitor"}, 4),
    "coup-6": ("coup", {"players": 6}, 5),
    "coup-6-inquisitor": ("coup", {"players": 6, "roles": "inquisitor"}, 6),
    "masters-1": ("masters", {"players": 1}, 1),
    "masters-2": ("masters", {"players": 2}, 2),
    "masters-3": ("masters", {"players": 3, "max_turns": 8}, 3),
    "masters-4": ("masters", {"players": 4, "max_turns": 5}, 4),
    "lorenzo-2": ("lorenzo", {"players": 2}, 1),
    "lorenzo-3-basic": ("lorenzo", {"players": 3, "rules": "basic"}, 2),
    "lorenzo-4-spanish": ("lorenzo", {"players": 4, "edition": "spanish"}, 3),
}
"""Name of the file, game, options, seed."""


def write(name: str) -> str:
    """The transcript of this name, as it comes out now."""
    game_name, options, seed = TABLES[name]
    game = palio.load(game_name, **options)
    state = game.start(seed)
    random = palio.Random(seed, stream=4)
    lines = [f"{game!r} seed {seed}"]
    known: dict[str, Any] = {}
    while True:
        lines += changes(known, state)
        if state.is_over:
            return "\n".join([*lines, f"outcome {state.outcome()}", ""])
        chance = state.actor == palio.CHANCE
        lines.append(
            f"{'chance' if chance else f'seat {state.actor}'}: {', '.join(map(state.move_text, state.legal_moves()))}"
        )
        move = state.sample_chance(random) if chance else random.choice(state.legal_moves())
        seen = [state.move_text(state.seen(move, seat)) for seat in range(game.seats)]
        lines.append(
            f"> {state.move_text(move)}" + ("" if set(seen) == {seen[0]} else f"   seen as {' | '.join(seen)}")
        )
        state.apply(move)


def changes(known: dict[str, Any], state: palio.State) -> list[str]:
    """A line for each fact that is new: of the state, and of the views where they differ from it."""
    now = flat("", state.to_map())
    for seat in range(state.seats):
        view = flat("", state.view(seat).to_map())
        now |= {f"view {seat}{path}": value for path, value in view.items() if now.get(path) != value}
    lines = [f"  {path} = {json.dumps(value)}" for path, value in now.items() if known.get(path, ...) != value]
    lines += [f"  {path} gone" for path in known if path not in now]
    known.clear()
    known.update(now)
    return lines


def flat(path: str, value: Any) -> dict[str, Any]:
    """Maps and lists of maps spread out to single facts."""
    if isinstance(value, dict):
        parts = [flat(f"{path}.{key}", item) for key, item in value.items()]
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        parts = [flat(f"{path}[{index}]", item) for index, item in enumerate(value)]
    else:
        return {path: value}
    return {key: item for part in parts for key, item in part.items()}
