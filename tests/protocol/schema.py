"""As much of JSON schema as the protocol's schemas use."""

from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "string": (str,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
KEYWORDS = {
    "$schema", "$defs", "$ref", "title", "description", "type", "anyOf", "const", "enum", "minimum", "maximum",
    "minLength", "maxLength", "minItems", "maxItems", "maxProperties", "items", "properties", "required",
    "additionalProperties",
}  # fmt: skip


def problems(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    """What is wrong with the value; empty if it fits."""
    assert set(schema) <= KEYWORDS, f"unknown keywords: {set(schema) - KEYWORDS}"
    if "$ref" in schema:
        return problems(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root)
    found = [f"expected {schema['const']!r}"] if value != schema.get("const", value) else []
    if "anyOf" in schema and all(problems(value, option, root) for option in schema["anyOf"]):
        found.append(f"{value!r} fits none of the options")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{value!r} is not listed")
    if "type" in schema and not has_type(value, schema["type"]):
        return [*found, f"{value!r} is no {schema['type']}"]
    return found + size_problems(value, schema) + inner_problems(value, schema, root)


def has_type(value: Any, name: str) -> bool:
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def size_problems(value: Any, schema: dict[str, Any]) -> list[str]:
    size: Any = value if isinstance(value, int | float) else len(value) if isinstance(value, str | list | dict) else 0
    low = max((schema[name] for name in ("minimum", "minLength", "minItems") if name in schema), default=size)
    high = min(
        (schema[name] for name in ("maximum", "maxLength", "maxItems", "maxProperties") if name in schema), default=size
    )
    return [] if low <= size <= high else [f"{value!r:.60} is out of bounds"]


def inner_problems(value: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    found: list[str] = []
    if isinstance(value, list) and "items" in schema:
        found += [problem for item in value for problem in problems(item, schema["items"], root)]
    if isinstance(value, dict):
        found += [f"{name} is missing" for name in schema.get("required", []) if name not in value]
        for name, item in value.items():
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            found += problems(item, inner, root)
    return found
