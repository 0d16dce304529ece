from typing import Any

OPS: Any
ACTION_NAMES: tuple[str, ...]

def unpack(data: bytes) -> dict[str, Any]: ...
def pack(fields: dict[str, Any]) -> bytes: ...
