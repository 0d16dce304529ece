from typing import Any

RESOURCES: tuple[str, ...]
FAITH: str
COLORS: tuple[str, ...]
MARBLES: tuple[str, ...]
CARD_NUMBERS: tuple[int, ...]
LEADER_NUMBERS: tuple[int, ...]
TOKEN_NUMBERS: tuple[int, ...]
OPS: object
SEARCH_OPS: object

def unpack(data: bytes) -> dict[str, Any]: ...
def pack(fields: dict[str, Any]) -> bytes: ...
