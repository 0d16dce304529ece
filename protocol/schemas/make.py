"""Writes the JSON schemas, and the tables of fields in PROTOCOL.md, from the fields that `palio.wire` checks.

Run `python protocol/schemas/make.py` after a change of the protocol and read the diff.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from palio.wire.fields import (
    AnyMap,
    Either,
    Field,
    Flag,
    Integer,
    Items,
    Kind,
    MapOf,
    OneOf,
    Real,
    Record,
    Text,
    record_schema,
)
from palio.wire.messages import BOT_MESSAGES, HOST_MESSAGES, Message

FOLDER = Path(__file__).parent
PAGE = FOLDER.parent / "PROTOCOL.md"
TABLE = re.compile(r"<!-- fields: (\w+) (\w+) -->\n.*?<!-- end -->", re.DOTALL)
SIDES = {"host": HOST_MESSAGES, "bot": BOT_MESSAGES}


def schema(side: str) -> dict[str, Any]:
    """Every message of one side; any field that is not listed is allowed."""
    messages = SIDES[side]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Messages of the {side}, palio protocol 1",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in messages],
        "$defs": {
            name: {"description": (kind.__doc__ or "").splitlines()[0], **record_schema(kind.FIELDS, type=name)}
            for name, kind in messages.items()
        },
    }


def page(text: str) -> str:
    """PROTOCOL.md with its tables of fields made anew."""

    def filled(match: re.Match[str]) -> str:
        side, name = match[1], match[2]
        return f"<!-- fields: {side} {name} -->\n{table(SIDES[side][name])}<!-- end -->"

    return TABLE.sub(filled, text)


def table(kind: type[Message]) -> str:
    rows = "".join(f"| {' | '.join(row)} |\n" for row in field_rows(kind.FIELDS, ""))
    return f"| field | type | | meaning |\n|---|---|---|---|\n{rows}" if rows else "No fields.\n"


def field_rows(fields: tuple[Field, ...], prefix: str) -> Iterator[tuple[str, str, str, str]]:
    for field in fields:
        name = f"{prefix}{field.name}"
        need = "required" if field.required else "optional"
        yield f"`{name}`", words(field.kind), need, field.text
        inner = field.kind.kind if isinstance(field.kind, Items) else field.kind
        if isinstance(inner, Record):
            yield from field_rows(inner.fields, f"{name}[]." if isinstance(field.kind, Items) else f"{name}.")


def words(kind: Kind) -> str:
    """A kind in few words."""
    if isinstance(kind, Integer):
        return f"integer {bound(kind.low)} to {bound(kind.high)}"
    if isinstance(kind, Real):
        return f"number {kind.low:g} to {kind.high:g}"
    if isinstance(kind, Text):
        return f"text, {kind.least} to {kind.most} characters"
    if isinstance(kind, OneOf):
        return " or ".join(f"`{value}`" for value in kind.values)
    if isinstance(kind, Either):
        return ", or ".join(words(part) for part in kind.kinds)
    if isinstance(kind, Items):
        count = str(kind.most) if kind.least == kind.most else f"{kind.least} to {kind.most}"
        inner = "maps" if isinstance(kind.kind, Record) else f"({words(kind.kind)})"
        return f"list of {count} {inner}"
    if isinstance(kind, MapOf):
        return f"map, at most {kind.most} entries: ({words(kind.kind)})"
    return {AnyMap: "map", Record: "map", Flag: "true or false"}[type(kind)]


def bound(value: int) -> str:
    for power in (31, 40, 53):
        for offset in (0, -1):
            if abs(value) == 2**power + offset:
                text = f"2^{power}{' - 1' if offset else ''}"
                return f"-({text})" if value < 0 else text
    return str(value)


def files() -> dict[Path, str]:
    """Every file that this script writes, with its content."""
    made = {FOLDER / f"{side}.json": json.dumps(schema(side), indent=1) + "\n" for side in SIDES}
    made[PAGE] = page(PAGE.read_text(encoding="utf-8"))
    return made


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, encoding="utf-8")
