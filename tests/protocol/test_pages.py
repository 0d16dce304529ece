"""Every game has a page that names its options and all fields of its views."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import palio
from palio.core.info import Choice
from palio.games import GAMES, game_info

PROTOCOL = Path(__file__).parents[2] / "protocol"


def field_names(value: Any) -> Iterator[str]:
    """The names of all fields, but not of the options, which have a table of their own."""
    if isinstance(value, list):
        for item in value:
            yield from field_names(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            if name != "options":
                yield from field_names(item)


def views(name: str) -> Iterator[dict[str, Any]]:
    state, random = palio.load(name, players=game_info(name).players.high).start(2), palio.Random(2)
    while not state.is_over:
        yield state.view(0).to_map()
        chance = state.actor == palio.CHANCE
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_moves()))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_names_every_option_and_field(name: str) -> None:
    page = (PROTOCOL / f"{name}.md").read_text("utf-8")
    assert f"[{game_info(name).title}]({name}.md)" in (PROTOCOL / "PROTOCOL.md").read_text("utf-8")
    wanted = {field for view in views(name) for field in field_names(view)}
    for option in game_info(name).options:
        wanted.add(option.name)
        if isinstance(option, Choice):
            wanted.update(option.values)
    missing = sorted(word for word in wanted if f"`{word}`" not in page)
    assert not missing
