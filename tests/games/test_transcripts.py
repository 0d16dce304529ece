"""Golden transcripts: a random game of each kind comes out line by line as it always did."""

import pytest

from palio.games import GAMES
from tests.transcripts.transcript import FOLDER, TABLES, write


@pytest.mark.parametrize("name", TABLES)
def test_transcript(name: str) -> None:
    """`make transcripts` rewrites them after an intended change."""
    expected = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert write(name).splitlines() == expected.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_transcripts(game: str) -> None:
    assert [name for name, table in TABLES.items() if table[0] == game]
