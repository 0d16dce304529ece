"""Recorded sessions: the engine answers the host's messages as it did then."""

import json
from pathlib import Path
from typing import Any

import pytest

from palio.games import GAMES
from palio.referee.launch import palio_command
from palio.referee.session import Session

SESSIONS = Path(__file__).parents[2] / "protocol" / "sessions"


def test_every_game_has_a_session() -> None:
    assert {path.stem for path in SESSIONS.glob("*.jsonl")} >= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_answers_as_recorded(name: str) -> None:
    lines = [json.loads(line) for line in (SESSIONS / f"{name}.jsonl").read_text("utf-8").splitlines()]
    with Session(palio_command("engine")) as session:
        for line in lines:
            if "host" in line:
                session.send(line["host"])
                continue
            got = session.receive()
            assert got is not None
            assert comparable(got.to_map()) == comparable(line["bot"])
        assert session.await_end(2.0) == "exited with code 0"


def comparable(message: dict[str, Any]) -> dict[str, Any]:
    """A greeting lists all games and options of the build; the rest of a session does not depend on them."""
    return {"type": "hello"} if message["type"] == "hello" else message
