"""Search for every game: information-set Monte Carlo tree search and simpler methods, by name."""

from palio.search.api import Search, search
from palio.search.params import METHODS, Method, Params
from palio.search.result import RootMove, SearchResult

__all__ = ["METHODS", "Method", "Params", "RootMove", "Search", "SearchResult", "search"]
