"""Every error that palio raises on purpose.

Each message names what was wrong and what was expected. A bot's fault during a game is no
exception but a recorded outcome of that game.
"""

__all__ = [
    "BotError",
    "IllegalMoveError",
    "NotationError",
    "OptionError",
    "PalioError",
    "RecordError",
    "StoreError",
    "WireError",
]


class PalioError(ValueError):
    """The parent of all palio errors."""


class OptionError(PalioError):
    """A game, option or setting that does not exist or is out of its bounds."""


class IllegalMoveError(PalioError):
    """A move that the rules do not allow in this position."""


class NotationError(PalioError):
    """A text, map or byte string that cannot be read as a move, state or view."""


class WireError(PalioError):
    """Bytes or a map that break the protocol; `field` is the wrong field's path, None for a broken frame."""

    def __init__(self, text: str, field: str | None = None) -> None:
        super().__init__(text if field is None else f"{field}: {text}")
        self.field = field


class BotError(PalioError):
    """A bot program that cannot be found or started, or whose bot.toml is wrong."""


class RecordError(PalioError):
    """A record that cannot be read, written or replayed; `move` is the number of the move where it breaks."""

    def __init__(self, text: str, move: int | None = None) -> None:
        super().__init__(text)
        self.move = move


class StoreError(PalioError):
    """A tournament's folder that cannot be opened, read or written, or that belongs to another event."""
