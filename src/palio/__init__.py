"""palio: hidden-information board games at machine speed."""

from palio.core.game import CHANCE, OVER, Game, Outcome, Random, State, View
from palio.errors import IllegalMoveError, NotationError, OptionError, PalioError
from palio.games import GAMES, load
from palio.search import Search, SearchResult, search

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "GAMES",
    "OVER",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "OptionError",
    "Outcome",
    "PalioError",
    "Random",
    "Search",
    "SearchResult",
    "State",
    "View",
    "__version__",
    "load",
    "search",
]
