"""Every error that palio raises on purpose.

Each message names what was wrong and what was expected. A bot's fault during a game is no
exception but a recorded outcome of that game.
"""

__all__ = ["IllegalMoveError", "NotationError", "OptionError", "PalioError"]


class PalioError(ValueError):
    """The parent of all palio errors."""


class OptionError(PalioError):
    """A game, option or setting that does not exist or is out of its bounds."""


class IllegalMoveError(PalioError):
    """A move that the rules do not allow in this position."""


class NotationError(PalioError):
    """A text, map or byte string that cannot be read as a move, state or view."""
