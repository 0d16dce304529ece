"""Swiss pairing for tables of any size: those who score alike meet, those who have met meet again last."""

from collections.abc import Callable, Sequence
from itertools import combinations

from palio.errors import OptionError
from palio.tournament.result import GameResult


class SwissTable:
    """The rounds of one game with one number of seats; each round follows from the results before it."""

    def __init__(self, order: Sequence[int], seats: int) -> None:
        """`order` are the bots as the first round seats them and as ties are broken."""
        if len(order) < seats:
            raise OptionError(f"a Swiss round needs {seats} bots or more, got {len(order)}")
        if seats < 2:
            raise OptionError("a Swiss event needs tables of two or more")
        self.seats = seats
        self.tables = len(order) // seats
        self._order = list(order)
        self._rounds: list[list[tuple[int, ...]]] = []
        self._met: dict[tuple[int, int], int] = {}
        self._byes = dict.fromkeys(order, 0)

    def line_ups(self, number: int, before: Callable[[int], Sequence[GameResult]]) -> list[tuple[int, ...]]:
        """The tables of a round, counted from 0; `before(k)` are the results of the rounds before round k."""
        while len(self._rounds) <= number:
            self._rounds.append(self.pair(before(len(self._rounds))))
        return self._rounds[number]

    def pair(self, results: Sequence[GameResult]) -> list[tuple[int, ...]]:
        """The next round: standings cut into tables from the top."""
        waiting = self.without_byes(self.standings(results))
        tables: list[tuple[int, ...]] = []
        while waiting:
            table = [waiting.pop(0)]
            while len(table) < self.seats:
                chosen = min(waiting, key=lambda bot: (self.encounters(table, bot), waiting.index(bot)))
                waiting.remove(chosen)
                table.append(chosen)
            tables.append(tuple(table))
            for pair in combinations(sorted(table), 2):
                self._met[pair] = self._met.get(pair, 0) + 1
        return tables

    def standings(self, results: Sequence[GameResult]) -> list[int]:
        """Best mean score first; ties stay in the first order."""
        scores: dict[int, list[float]] = {bot: [] for bot in self._order}
        for result in results:
            for bot, value in zip(result.bots, result.returns, strict=True):
                scores[bot].append(value)
        means = {bot: sum(values) / len(values) if values else 0.5 for bot, values in scores.items()}
        return sorted(self._order, key=lambda bot: -means[bot])

    def without_byes(self, standings: list[int]) -> list[int]:
        """Those who play: of the rest the fewest byes sit out, from the bottom."""
        spare = len(standings) - self.tables * self.seats
        places = {bot: place for place, bot in enumerate(standings)}
        resting = sorted(standings, key=lambda bot: (self._byes[bot], -places[bot]))[:spare]
        for bot in resting:
            self._byes[bot] += 1
        return [bot for bot in standings if bot not in resting]

    def encounters(self, table: Sequence[int], bot: int) -> int:
        return sum(self._met.get((min(bot, other), max(bot, other)), 0) for other in table)
