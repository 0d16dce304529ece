"""The server in this process: whatever a host sends, it answers and goes on."""

import os
import random
from typing import Any

import pytest

import palio
from palio.engine.server import Leave, Server
from palio.referee.session import decide_map, start_map
from palio.wire import FrameReader
from tests.support import scaled

ODD: list[Any] = [None, True, -1, 0, 7, 2**60, 0.5, "", "duke", [], ["duke"], [0], {}, {"a": 1}, "x" * 600]


class Desk:
    """A server whose answers can be read back."""

    def __init__(self) -> None:
        self._out, sink = os.pipe()
        os.set_blocking(self._out, False)
        self.server = Server(-1, sink)
        self._sink = sink
        self._reader = FrameReader()
        self.server.preset({"method": "random"})
        self.tell({"type": "hello", "protocol": 1, "name": "test", "version": "1"})

    def tell(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        self.server.handle(message)
        try:
            self._reader.feed(os.read(self._out, 1 << 20))
        except BlockingIOError:
            return []
        found = []
        while (answer := self._reader.next()) is not None:
            found.append(answer)
        return found

    def close(self) -> None:
        os.close(self._out)
        os.close(self._sink)


@pytest.fixture
def desk() -> Any:
    opened = Desk()
    yield opened
    opened.close()


def spoil(value: Any, rng: random.Random) -> Any:
    """The value with one thing in it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        name = rng.choice(list(value))
        how = rng.randrange(8)
        if how == 0:
            return {key: item for key, item in value.items() if key != name}
        if how == 1:
            return {**value, "colour": rng.choice(ODD)}
        return {**value, name: spoil(value[name], rng)}
    if isinstance(value, list) and value and rng.random() < 0.9:
        at = rng.randrange(len(value))
        return [*value[:at], spoil(value[at], rng), *value[at + 1 :]]
    if type(value) is int and rng.random() < 0.5:
        return value + rng.choice([-1, 1, 100])
    return rng.choice(ODD)


def decisions(game: palio.Game) -> list[palio.State]:
    state, rng, found = game.start(5), palio.Random(5), []
    while not state.is_over:
        if state.actor >= 0:
            found.append(state.copy())
        chance = state.actor == palio.CHANCE
        state.apply(state.sample_chance(rng) if chance else rng.choice(state.legal_moves()))
    return found


@pytest.mark.parametrize("name", palio.GAMES)
def test_spoilt_decisions_get_one_answer_each(desk: Desk, name: str) -> None:
    game = palio.load(name)
    states = decisions(game)
    for seat in range(game.seats):
        desk.tell({**start_map(game, seat, seat), "id": seat})
    rng = random.Random(11)
    errors = 0
    for number in range(scaled(10_000)):
        state = rng.choice(states)
        message = spoil({**decide_map(state, state.actor), "id": number}, rng)
        answers = desk.tell(message if isinstance(message, dict) else {"type": message})
        kinds = [answer["type"] for answer in answers]
        quiet = message.get("type") in ("stop", "error", "result") if isinstance(message, dict) else False
        assert kinds in (["move"], ["error"]) or quiet, message
        errors += kinds == ["error"]
        if kinds == ["error"]:
            assert len(answers[0]["text"]) > 3
    assert errors > scaled(10_000) // 4


@pytest.mark.parametrize("kind", ["hello", "set", "start", "analyse", "stop", "ping", "ready", "result", "error"])
def test_spoilt_requests_do_not_stop_the_server(desk: Desk, kind: str) -> None:
    state = palio.load("coup").start(1)
    whole: dict[str, dict[str, Any]] = {
        "hello": {"protocol": 1, "name": "x", "version": "1"},
        "set": {"options": {"threads": 1}},
        "start": start_map(state.game, 1, 0),
        "analyse": {"game": "coup", "options": dict(state.game.options), "view": state.view(0).to_map()},
        "result": {
            "table": 1,
            "ranks": [1, 2],
            "points": [0, 0],
            "returns": [1, 0],
            "ends": [],
            "first": {},
            "events": [],
        },
        "error": {"code": "invalid", "text": "", "retry": False},
    }
    rng = random.Random(kind)
    for number in range(scaled(10_000)):
        message = spoil({**whole.get(kind, {}), "type": kind, "id": number}, rng)
        if isinstance(message, dict) and message.get("type") == kind:
            assert len(desk.tell(message)) <= 1
    assert desk.tell({"type": "ping", "id": 9})[0] == {"type": "pong", "id": 9}


def test_quit_leaves(desk: Desk) -> None:
    with pytest.raises(Leave):
        desk.server.handle({"type": "quit"})
