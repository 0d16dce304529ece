from typing import Any

OPS: Any
SEARCH_OPS: Any
LANE_NAMES: tuple[str, ...]
TYPE_NAMES: tuple[str, ...]
ACTION_NAMES: tuple[str, ...]
MEMBER_NAMES: tuple[str, ...]
EDITIONS: tuple[str, ...]
LOSSES: tuple[str, ...]
PRIVILEGE_NAMES: tuple[str, ...]
SPACES: tuple[str, ...]
STEPS: tuple[str, ...]
SOURCES: tuple[str, ...]
BASIC_TILE: str

def option_codes(data: bytes) -> list[int]: ...
def member_values(data: bytes) -> list[list[int]]: ...
def to_map(data: bytes, options: dict[str, Any]) -> dict[str, Any]: ...
def pack(fields: dict[str, Any]) -> bytes: ...
