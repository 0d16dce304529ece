from typing import Any

RESOURCES: tuple[str, ...]
FAITH: str
COLORS: tuple[str, ...]
MARBLES: tuple[str, ...]
CARD_NUMBERS: tuple[int, ...]
LEADER_NUMBERS: tuple[int, ...]
TOKEN_NUMBERS: tuple[int, ...]
PHASES: tuple[str, ...]
OPS: object
SEARCH_OPS: object

def option_codes(data: bytes) -> list[int]: ...
def to_map(data: bytes, options: dict[str, Any]) -> dict[str, Any]: ...
def pack(fields: dict[str, Any]) -> bytes: ...
