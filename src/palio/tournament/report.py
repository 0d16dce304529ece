"""The report of an event: one HTML file without anything from outside."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from math import isfinite
from pathlib import Path

import palio
from palio.errors import StoreError
from palio.tournament.analysis import TableAnalysis
from palio.tournament.event import Event
from palio.tournament.live import duration, with_margin
from palio.tournament.schedule import GAMES_IN_BLOCK
from palio.tournament.standings import BotLine, Mean
from palio.tournament.svg import bar_plot, histogram, interval_plot, quantile, quantile_plot, share_plot, stack_plot

WORST_SHOWN = 10
LEFT_HEADINGS = {"#", "bot", "against"}


def write_report(path: Path, event: Event, tables: Sequence[TableAnalysis]) -> None:
    """Write the report whole or not at all; raises StoreError if the disk does not take it."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(report(event, tables), encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StoreError(f"cannot write {path}: {error.strerror or error}") from None


def report(event: Event, tables: Sequence[TableAnalysis]) -> str:
    style = files("palio.tournament").joinpath("report.css").read_text(encoding="utf-8")
    body = "".join(table_section(event, table) for table in tables) or "<p>No block is finished yet.</p>"
    title = escape(event.name)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body><main><h1>{title}</h1>{summary(event, tables)}{contents(tables)}{body}"
        f"<footer>palio {palio.__version__}. Every number is derived from the stored games; blocks of one deal with "
        "all rotations of the seats are the unit of all intervals (95 %).</footer></main></body></html>\n"
    )


def summary(event: Event, tables: Sequence[TableAnalysis]) -> str:
    games = sum(len(table.results) for table in tables)
    played = sum(result.seconds for table in tables for result in table.results)
    faults = sum(sum(line.faults.values()) for table in tables for line in table.lines)
    facts = [
        ("format", event.format),
        ("bots", str(len(event.bots))),
        ("games", f"{games:,}"),
        ("time in games", duration(played)),
        ("faults", str(faults)),
        ("seed", str(event.seed)),
    ]
    cells = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return f'<dl class="facts">{cells}</dl>'


def contents(tables: Sequence[TableAnalysis]) -> str:
    if len(tables) < 2:
        return ""
    links = "".join(f'<a href="#table{table.index}">{escape(table.spec.label)}</a>' for table in tables)
    return f"<nav>{links}</nav>"


def table_section(event: Event, table: TableAnalysis) -> str:
    parts = [
        f'<section id="table{table.index}"><h2>{escape(table.spec.label)}</h2>',
        standings(event, table),
        ratings(event, table),
        cross(event, table),
        seats(table),
        places(event, table),
        points(event, table),
        lengths(table),
        times(event, table),
        faults(event, table),
        worst(event, table),
        "</section>",
    ]
    return "".join(parts)


def figure(title: str, content: str, note: str = "") -> str:
    caption = f'<p class="note">{note}</p>' if note else ""
    return f"<figure><h3>{title}</h3>{content}{caption}</figure>"


def grid(headings: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table; cells that start with `<td` are taken as they are."""
    head = "".join(f'<th class="{"left" if heading in LEFT_HEADINGS else ""}">{heading}</th>' for heading in headings)
    lines = (
        "<tr>" + "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    inside = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="scroll"><table class="{kind}">{inside}</table></div>'


def name_of(event: Event, bot: int) -> str:
    return event.bots[bot].name


def standings(event: Event, table: TableAnalysis) -> str:
    rows = []
    for place, line in enumerate(table.lines, 1):
        rating = table.ratings.bots[line.bot] if table.ratings else None
        error = "" if rating is None or rating.error > 1e6 else f" ± {1.96 * rating.error:.0f}"
        rows.append(
            [
                str(place),
                f'<td class="left">{escape(name_of(event, line.bot))}</td>',
                "" if rating is None else f"{rating.elo:+.0f}{error}",
                better_than_next(table, place),
                with_margin(line.score),
                f"{line.wins.value:.1%}",
                f"{line.points.value:.1f}",
                str(line.games),
                str(sum(line.faults.values())),
            ]
        )
    headings = ["#", "bot", "Elo", "better than next", "score", "wins", "points", "games", "faults"]
    blocks = len({result.number // GAMES_IN_BLOCK for result in table.results})
    left = f" {table.left_out} games of unfinished blocks are left out." if table.left_out else ""
    note = f"{len(table.results)} games in {blocks} blocks.{left} Score: 1 for the first place, 0 for the last."
    return figure("Standings", grid(headings, rows, "numbers"), note)


def better_than_next(table: TableAnalysis, place: int) -> str:
    if table.ratings is None or place >= len(table.lines) or not table.ratings.samples[table.lines[place].bot]:
        return ""
    return f"{table.ratings.better(table.lines[place - 1].bot, table.lines[place].bot):.0%}"


def ratings(event: Event, table: TableAnalysis) -> str:
    if table.ratings is None:
        return ""
    rows = [(name_of(event, bot), r.elo, r.low, r.high) for bot, r in table.ratings.bots.items()]
    note = "Plackett-Luce with a term for each seat; 0 is the mean of all bots. Bars from drawing blocks again."
    return figure("Ratings", interval_plot(rows, "Elo"), note)


def cross(event: Event, table: TableAnalysis) -> str:
    if not table.cross:
        return ""
    bots = [line.bot for line in table.lines]
    rows = []
    for bot in bots:
        cells = [f'<td class="left">{escape(name_of(event, bot))}</td>']
        rows.append(cells + [cross_cell(table.cross.get((bot, other)), bot == other) for other in bots])
    headings = ["", *(escape(name_of(event, bot)) for bot in bots)]
    note = "How often the row finished ahead of the column; equal ranks are half. Styles need not be transitive."
    return figure("Cross table", grid(headings, rows, "cross"), note)


def cross_cell(mean: Mean | None, same: bool) -> str:
    if mean is None:
        return f'<td class="{"same" if same else "empty"}"></td>'
    tip = f"{mean.count} pairs, ± {mean.margin:.3f}" if isfinite(mean.margin) else f"{mean.count} pairs"
    strength = round(min(abs(mean.value - 0.5) * 1.6, 0.8), 2)
    side = "good" if mean.value >= 0.5 else "bad"
    return f'<td class="{side}" style="--s:{strength}" title="{tip}">{mean.value:.2f}</td>'


def seats(table: TableAnalysis) -> str:
    count = len(table.seats)
    if count < 2:
        return ""
    rows = [(f"seat {seat}", mean.value, mean.margin) for seat, mean in enumerate(table.seats)]
    content = share_plot(rows, 1 / count, "share of wins")
    if table.ratings is not None:
        content += interval_plot(
            [(f"seat {seat}", r.elo, r.low, r.high) for seat, r in enumerate(table.ratings.seats)],
            "advantage in Elo, strengths of bots taken out",
        )
    return figure("Seat advantage", content, "Seat 0 begins. The line is the fair share.")


def places(event: Event, table: TableAnalysis) -> str:
    seats = table.spec.seats
    if seats < 3:
        return ""
    counts: dict[int, Counter[int]] = {line.bot: Counter() for line in table.lines}
    for result in table.results:
        for seat, bot in enumerate(result.bots):
            counts[bot][result.ranks[seat]] += 1
    rows = [
        (name_of(event, bot), [found[rank] / sum(found.values()) for rank in range(1, seats + 1)])
        for bot, found in counts.items()
    ]
    names = [f"place {rank}" for rank in range(1, seats + 1)]
    return figure("Places", stack_plot(rows, names, "rank", "share of games"))


def points(event: Event, table: TableAnalysis) -> str:
    values: dict[int, list[float]] = {line.bot: [] for line in table.lines}
    for result in table.results:
        for seat, bot in enumerate(result.bots):
            values[bot].append(result.points[seat])
    rows = [(name_of(event, bot), found) for bot, found in values.items()]
    note = "Whiskers from 5 to 95 %, boxes from 25 to 75 %, a line at the median; the mean on the right."
    return figure("Score distributions", quantile_plot(rows, "points"), note)


def lengths(table: TableAnalysis) -> str:
    moves = [float(result.moves) for result in table.results]
    mean = sum(moves) / len(moves)
    seconds = sum(result.seconds for result in table.results) / len(moves)
    longest = quantile(sorted(moves), 0.98)
    if max(moves) < 2 * longest:
        longest = max(moves)
    shown = [count for count in moves if count <= longest]
    note = f"On average {mean:.1f} decisions and draws, {duration(seconds)}."
    if len(shown) < len(moves):
        note += f" Not shown: {len(moves) - len(shown)} of {len(moves)} games, the longest with {max(moves):.0f}."
    return figure("Game lengths", histogram(shown, "decisions and draws of a game"), note)


def times(event: Event, table: TableAnalysis) -> str:
    rows = [(name_of(event, line.bot), line.time, f"{line.time:.2f} (max {line.slowest:.0f})") for line in table.lines]
    note = "Mean time of a decision; in brackets the slowest one."
    return figure("Time use", bar_plot(rows, "ms for a decision"), note)


def faults(event: Event, table: TableAnalysis) -> str:
    kinds = sorted({kind for line in table.lines for kind in line.faults})
    if not kinds:
        return figure("Faults", "<p>None: every bot played every game to its end.</p>")

    def cells(line: BotLine) -> list[str]:
        first = f'<td class="left">{escape(name_of(event, line.bot))}</td>'
        total = sum(line.faults.values())
        return [first, *(str(line.faults[kind] or "") for kind in kinds), str(total), f"{total / line.games:.1%}"]

    rows = [cells(line) for line in table.lines if line.faults]
    headings = ["bot", *(kind.replace("_", " ") for kind in kinds), "all", "of its games"]
    return figure("Faults", grid(headings, rows, "numbers"), "A fault is a lost game; the record says what happened.")


def worst(event: Event, table: TableAnalysis) -> str:
    """The pairs in which a bot does worse than its rating says it should, and those it loses most."""
    pairs = sorted(table.cross.items(), key=lambda item: item[1].value)[:WORST_SHOWN]
    rows = [
        [
            f'<td class="left">{escape(name_of(event, bot))}</td>',
            f'<td class="left">{escape(name_of(event, other))}</td>',
            with_margin(mean),
            expected_ahead(table, bot, other),
            str(mean.count),
        ]
        for (bot, other), mean in pairs
        if mean.value < 0.5
    ]
    if not rows:
        return ""
    headings = ["bot", "against", "finished ahead", "by its rating", "pairs"]
    return figure("Worst match-ups", grid(headings, rows, "numbers"))


def expected_ahead(table: TableAnalysis, bot: int, other: int) -> str:
    if table.ratings is None:
        return ""
    difference = table.ratings.bots[bot].elo - table.ratings.bots[other].elo
    return f"{1 / (1 + 10 ** (-difference / 400)):.3f}"
