"""Bytes and schemas against `palio.wire`; the bytes come from a script that uses nothing of palio."""

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from palio.errors import WireError
from palio.wire import FrameReader, pack_frame, read_message
from palio.wire.messages import BOT_MESSAGES, HOST_MESSAGES
from tests.protocol.schema import problems

PROTOCOL = Path(__file__).parents[2] / "protocol"
VECTORS = json.loads((PROTOCOL / "vectors" / "vectors.json").read_text("utf-8"))
SIDES = {"host": HOST_MESSAGES, "bot": BOT_MESSAGES}


def load_script(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def named(cases: list[dict[str, Any]]) -> list[Any]:
    return [pytest.param(case, id=f"{case.get('from', '')} {case['name']}".strip()) for case in cases]


def read(case: dict[str, Any]) -> dict[str, Any] | None:
    reader = FrameReader()
    reader.feed(bytes.fromhex(case["bytes"]))
    return reader.next()


def test_the_vectors_are_those_of_the_script() -> None:
    script = PROTOCOL / "vectors" / "make.py"
    assert "palio." not in re.sub(r'"""(?s:.*?)"""', "", script.read_text("utf-8"))
    assert "msgpack" not in script.read_text("utf-8").lower().replace("messagepack", "")
    assert load_script(script).vectors() == VECTORS


@pytest.mark.parametrize("case", named(VECTORS["good"]))
def test_good_messages_have_these_bytes(case: dict[str, Any]) -> None:
    assert read(case) == case["message"]
    assert pack_frame(case["message"]).hex() == case["bytes"]
    message = read_message(case["message"], SIDES[case["from"]])
    known = {field.name for field in message.FIELDS} | {"type"}
    shown = {name: value for name, value in case["message"].items() if name in known and value is not None}
    assert message.to_map() == shown


@pytest.mark.parametrize("case", named(VECTORS["wrong_fields"]))
def test_wrong_fields_are_named(case: dict[str, Any]) -> None:
    content = read(case)
    assert content == case["message"]
    with pytest.raises(WireError) as caught:
        read_message(case["message"], SIDES[case["from"]])
    assert caught.value.field == case["field"]


@pytest.mark.parametrize("case", named(VECTORS["broken_frames"]))
def test_broken_frames_say_why(case: dict[str, Any]) -> None:
    with pytest.raises(WireError) as caught:
        read_message(read(case) or {}, BOT_MESSAGES)
    assert caught.value.field == case["field"]
    assert case["error"] in str(caught.value)


@pytest.mark.parametrize("case", named(VECTORS["incomplete"]))
def test_incomplete_frames_wait_for_more(case: dict[str, Any]) -> None:
    assert read(case) is None


def test_every_message_has_a_vector() -> None:
    seen = {(case["from"], case["message"]["type"]) for case in VECTORS["good"]}
    assert seen == {(side, kind) for side, messages in SIDES.items() for kind in messages}


def test_schemas_and_tables_are_up_to_date() -> None:
    for path, content in load_script(PROTOCOL / "schemas" / "make.py").files().items():
        assert path.read_text("utf-8") == content, f"run {PROTOCOL / 'schemas' / 'make.py'}"


@pytest.mark.parametrize("case", named([*VECTORS["good"], *VECTORS["wrong_fields"]]))
def test_schemas_agree_with_the_vectors(case: dict[str, Any]) -> None:
    schema = json.loads((PROTOCOL / "schemas" / f"{case['from']}.json").read_text("utf-8"))
    assert bool(problems(case["message"], schema, schema)) == ("field" in case)


def test_the_page_describes_every_message() -> None:
    page = (PROTOCOL / "PROTOCOL.md").read_text("utf-8")
    tables = set(re.findall(r"<!-- fields: (\w+) (\w+) -->\n\S", page))
    wanted = {(side, kind) for side, messages in SIDES.items() for kind in messages}
    assert tables | {("host", "error")} == wanted


def test_the_bytes_on_the_page_are_right() -> None:
    page = (PROTOCOL / "PROTOCOL.md").read_text("utf-8")
    block = page.split("is these 25 bytes:\n\n```\n")[1].split("```")[0]
    shown = "".join(re.match(r"(?:[0-9a-f]{2} {1,2})+", line + " ")[0] for line in block.splitlines())  # type: ignore[index]
    assert bytes.fromhex(shown.replace(" ", "")) == pack_frame({"type": "move", "id": 2, "move": 2})
