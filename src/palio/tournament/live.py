"""Tables for the terminal: while games are played, and at the end."""

from collections.abc import Sequence
from math import inf
from time import monotonic

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from palio.tournament.event import Event
from palio.tournament.ratings import Ratings
from palio.tournament.result import GameResult
from palio.tournament.standings import BotLine, Mean
from palio.tournament.usage import Usage

SHOWN_BOTS = 12
WIDE = 76
"""Columns of a terminal that takes the whole final table."""
SPARED = ("wins", "games", "ms/move")
"""What a narrower one does not get."""
SHOWN_LOSS = 0.05
"""The share of time without a core from which on it is shown: bots with clocks suffer."""
PLAIN_SECONDS = 10.0
"""Without a terminal a line of progress is printed this often."""


class LiveTable:
    """The state of an event on the terminal; use it as a context manager around the run."""

    def __init__(self, event: Event, total: int, console: Console, note: str = "") -> None:
        self.note = note
        """A line below the table."""
        self._event = event
        self._console = console
        self._lines: dict[int, dict[int, BotLine]] = {}
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games, {task.fields[speed]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        self._task = self._progress.add_task(event.name, total=total, speed="")
        self._live = Live(
            get_renderable=self.picture, console=console, refresh_per_second=4, transient=True, redirect_stdout=False
        )
        self._begin = self._printed = monotonic()
        self._known: int | None = None
        self._done = 0

    def __enter__(self) -> "LiveTable":
        if self._console.is_terminal:
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._live.stop()

    def add(self, results: Sequence[GameResult]) -> None:
        """Count games; the first call has those that were stored before."""
        if self._known is None:
            self._known, self._begin = len(results), monotonic()
        self._done += len(results)
        for result in results:
            lines = self._lines.setdefault(result.table, {})
            for seat, bot in enumerate(result.bots):
                lines.setdefault(bot, BotLine(bot)).add(result, seat)
        played = self._done - self._known
        speed = played / max(monotonic() - self._begin, 0.2)
        self._progress.update(self._task, completed=self._done, speed=f"{speed:.1f}/s" if played else "")
        if not self._console.is_terminal and monotonic() - self._printed > PLAIN_SECONDS:
            self._printed = monotonic()
            total = self._progress.tasks[0].total or 0
            self._console.print(f"{self._done} of {total:.0f} games, {speed:.1f}/s {self.note}", highlight=False)

    def say(self, text: str) -> None:
        """A message that stays."""
        self._live.console.print(text, style="yellow", highlight=False, markup=False)

    def picture(self) -> RenderableType:
        parts: list[RenderableType] = []
        for table, lines in sorted(self._lines.items()):
            ranked = sorted(lines.values(), key=lambda line: -line.score.value)
            parts.append(score_table(self._event, table, ranked[:SHOWN_BOTS]))
        if self.note:
            parts.append(Text(self.note))
        return Group(*parts, self._progress)


def score_table(event: Event, table: int, lines: Sequence[BotLine]) -> Table:
    found = Table(title=event.tables[table].label, title_justify="left")
    found.add_column("bot")
    for heading in ("games", "score", "wins", "faults", "ms/decision"):
        found.add_column(heading, justify="right")
    for line in lines:
        faults = sum(line.faults.values())
        found.add_row(
            event.bots[line.bot].name,
            str(line.games),
            with_margin(line.score),
            f"{line.wins.value:.1%}",
            Text(str(faults), style="red" if faults else ""),
            f"{line.time:.1f}",
        )
    return found


def with_margin(mean: Mean) -> str:
    """The value with its 95 % margin, unless blocks that are all alike tell nothing of it."""
    return f"{mean.value:.3f} ± {mean.margin:.3f}" if 0 < mean.margin < inf else f"{mean.value:.3f}"


def final_table(
    event: Event, table: int, lines: Sequence[BotLine], ratings: Ratings | None, width: int = WIDE
) -> Table:
    """The end result of one table, best rating first; a narrow terminal gets the columns that matter most."""
    seats = event.tables[table].seats
    title = f"{event.tables[table].label}: {seats} seat{'s' if seats > 1 else ''}"
    found = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    found.add_column("#", justify="right", no_wrap=True)
    found.add_column("bot", overflow="ellipsis", min_width=8)
    order = list(ratings.bots) if ratings else [line.bot for line in lines]
    by_bot = {line.bot: line for line in lines}
    rows = [final_cells(by_bot[bot], ratings, seats) for bot in order]
    shown = [name for name in rows[0] if width >= WIDE or name not in SPARED]
    for name in shown:
        found.add_column(name, justify="right", no_wrap=True)
    for place, (bot, cells) in enumerate(zip(order, rows, strict=True), 1):
        found.add_row(str(place), event.bots[bot].name, *(cells[name] for name in shown))
    return found


def final_cells(line: BotLine, ratings: Ratings | None, seats: int) -> dict[str, str]:
    """A bot's cells by heading."""
    cells = {"points": with_margin(line.points)}
    if seats > 1:
        cells = {
            **dict(zip(("Elo", "95 %"), elo_cells(ratings, line.bot), strict=True)),
            "score": with_margin(line.score),
        }
    if seats > 2:
        cells["wins"] = f"{line.wins.value:.1%}"
    faults = sum(line.faults.values())
    return {**cells, "games": str(line.games), "faults": str(faults), "ms/move": f"{line.time:.1f}"}


def elo_cells(ratings: Ratings | None, bot: int) -> list[str]:
    if ratings is None:
        return ["", ""]
    rating = ratings.bots[bot]
    wide = rating.high - rating.low > 1e6
    return [f"{rating.elo:+.0f}", "" if wide else f"{rating.low:+.0f}…{rating.high:+.0f}"]


def seat_line(ratings: Ratings) -> str:
    """The seats' advantages in one line."""
    seats = [f"{seat}: {rating.elo:+.0f} ± {1.96 * rating.error:.0f}" for seat, rating in enumerate(ratings.seats)]
    return "seat advantage in Elo: " + ", ".join(seats)


def usage_line(usage: Usage) -> str:
    """Where the time of a run went."""
    who = "1 worker" if usage.workers == 1 else f"{usage.workers} workers"
    shares = {name: f"{name} {share:.1%}" for name, share in usage.shares().items()}
    games = " + ".join(shares[name] for name in ("bots", "rules", "messages"))
    rest = ", ".join(shares[name] for name in ("store", "manager", "idle"))
    found = f"{who}, {usage.wall:.1f} s: {usage.share:.1%} in games ({games}), {rest}"
    lost = usage.lost / max(usage.available, 1e-9)
    return found + (f"; without a core {lost:.0%} of the time" if lost >= SHOWN_LOSS else "")


def duration(seconds: float) -> str:
    """Seconds in the largest fitting units: 3 h 20 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{seconds:.1f} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
