from typing import Any

OPS: Any
SEARCH_OPS: Any
SIZE: int
LANE_NAMES: tuple[str, ...]
TYPE_NAMES: tuple[str, ...]
ACTION_NAMES: tuple[str, ...]
MEMBER_NAMES: tuple[str, ...]
EDITIONS: tuple[str, ...]
LOSSES: tuple[str, ...]
PRIVILEGE_NAMES: tuple[str, ...]

def unpack(data: bytes) -> dict[str, Any]: ...
def pack(fields: dict[str, Any]) -> bytes: ...
