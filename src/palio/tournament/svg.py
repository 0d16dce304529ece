"""Plots as inline SVG: texts and colours come from the page's style."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, isfinite, log10

WIDTH = 720
LEFT = 150
"""Room for names."""
RIGHT = 70
ROW = 26
AXIS = 34
"""Room below a plot for its axis."""


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear axis from values to pixels."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def ticks(low: float, high: float, about: int = 6) -> list[float]:
    """Round numbers that cover a range.

    >>> ticks(-12, 31)
    [-20, -10, 0, 10, 20, 30, 40]
    """
    span = max(high - low, 1e-9)
    raw = span / about
    size = 10 ** floor(log10(raw))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= raw)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [number * step for number in range(first, max(last, first + 1) + 1)]


def number(value: float) -> str:
    return f"{value:.6g}"


def text(x: float, y: float, content: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{kind}" text-anchor="{anchor}">{escape(content)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" class="{kind}"/>'


def box(x: float, y: float, width: float, height: float, kind: str, *, tip: str = "") -> str:
    title = f"<title>{escape(tip)}</title>" if tip else ""
    sizes = f'x="{x}" y="{y}" width="{round(max(width, 0), 1)}" height="{round(max(height, 0), 1)}"'
    return f'<rect {sizes} class="{kind}">{title}</rect>'


def picture(height: float, label: str, parts: Sequence[str], width: float = WIDTH) -> str:
    head = f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label, quote=True)}">'
    return f'<div class="scroll">{head}{"".join(parts)}</svg></div>'


def shortened(name: str, most: int = 20) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def x_axis(scale: Scale, marks: Sequence[float], height: float, title: str, percent: bool = False) -> list[str]:
    """Grid lines, their values, and what they mean."""
    parts = []
    for mark in marks:
        x = scale(mark)
        parts.append(line(x, 4, x, height, "grid"))
        parts.append(text(x, height + 14, f"{mark:.0%}" if percent else number(mark), "small", "middle"))
    parts.append(text((scale.start + scale.end) / 2, height + 30, title, "small", "middle"))
    return parts


def interval_plot(rows: Sequence[tuple[str, float, float, float]], title: str) -> str:
    """A dot with its interval for each (name, value, low, high)."""
    known = [value for row in rows for value in row[1:] if isfinite(value)]
    marks = ticks(min(known), max(known))
    scale = Scale(marks[0], marks[-1], LEFT, WIDTH - RIGHT)
    height = ROW * len(rows) + 8
    parts = x_axis(scale, marks, height, title)
    if marks[0] <= 0 <= marks[-1]:
        parts.append(line(scale(0), 4, scale(0), height, "zero"))
    for place, (name, value, low, high) in enumerate(rows):
        y = place * ROW + ROW / 2 + 4
        parts.append(text(LEFT - 10, y + 4, shortened(name), "name", "end"))
        if isfinite(low) and isfinite(high):
            parts.append(line(scale(low), y, scale(high), y, "whisker"))
            parts += [line(scale(end), y - 4, scale(end), y + 4, "whisker") for end in (low, high)]
        parts.append(f'<circle cx="{scale(value)}" cy="{y}" r="4.5" class="dot"/>')
        parts.append(text(WIDTH - RIGHT + 8, y + 4, f"{value:+.0f}", "value"))
    return picture(height + AXIS, title, parts)


def share_plot(rows: Sequence[tuple[str, float, float]], fair: float, title: str) -> str:
    """A bar with its error for each (name, share, margin), and a line at the fair share."""
    top = max([share + margin for _, share, margin in rows if isfinite(margin)] + [row[1] for row in rows] + [fair])
    marks = ticks(0, min(top * 1.05, 1))
    scale = Scale(0, marks[-1], LEFT, WIDTH - RIGHT)
    height = ROW * len(rows) + 8
    parts = x_axis(scale, marks, height, title, percent=True)
    for place, (name, share, margin) in enumerate(rows):
        y = place * ROW + 8
        parts.append(text(LEFT - 10, y + 13, shortened(name), "name", "end"))
        parts.append(box(LEFT, y, scale(share) - LEFT, ROW - 8, "light"))
        if isfinite(margin):
            ends = scale(share - margin), scale(share + margin)
            parts.append(line(ends[0], y + 9, ends[1], y + 9, "whisker"))
            parts += [line(end, y + 5, end, y + 13, "whisker") for end in ends]
        parts.append(text(WIDTH - RIGHT + 8, y + 13, f"{share:.1%}", "value"))
    parts.append(line(scale(fair), 4, scale(fair), height, "zero"))
    return picture(height + AXIS, title, parts)


def bar_plot(rows: Sequence[tuple[str, float, str]], title: str) -> str:
    """A bar for each (name, value, text beside it)."""
    marks = ticks(0, max([row[1] for row in rows] + [1e-9]))
    scale = Scale(0, marks[-1], LEFT, WIDTH - RIGHT - 60)
    height = ROW * len(rows) + 8
    parts = x_axis(scale, marks, height, title)
    for place, (name, value, beside) in enumerate(rows):
        y = place * ROW + 8
        parts.append(text(LEFT - 10, y + 13, shortened(name), "name", "end"))
        parts.append(box(LEFT, y, scale(value) - LEFT, ROW - 8, "bar"))
        parts.append(text(scale(value) + 8, y + 13, beside, "value"))
    return picture(height + AXIS, title, parts)


def stack_plot(rows: Sequence[tuple[str, Sequence[float]]], names: Sequence[str], kind: str, title: str) -> str:
    """Shares that add up to one for each (name, shares); a legend names them."""
    height = ROW * len(rows) + 8
    scale = Scale(0, 1, LEFT, WIDTH - RIGHT)
    parts = x_axis(scale, [0, 0.25, 0.5, 0.75, 1], height, title, percent=True)
    for place, (name, shares) in enumerate(rows):
        y, at = place * ROW + 8, 0.0
        parts.append(text(LEFT - 10, y + 13, shortened(name), "name", "end"))
        for index, share in enumerate(shares):
            left, right = scale(at), scale(at + share)
            tip = f"{name}: {names[index]} {share:.1%}"
            parts.append(box(left, y, right - left, ROW - 8, f"{kind}{index}", tip=tip))
            if share >= 0.07:
                middle = round((left + right) / 2, 1)
                parts.append(text(middle, y + 13, f"{share:.0%}", f"inside {kind}text{index}", "middle"))
            at += share
    return picture(height + AXIS, title, parts) + legend(names, kind)


def legend(names: Sequence[str], kind: str) -> str:
    items = "".join(
        f'<span><svg class="swatch" viewBox="0 0 10 10"><rect width="10" height="10" class="{kind}{index}"/></svg>'
        f"{escape(name)}</span>"
        for index, name in enumerate(names)
    )
    return f'<p class="legend">{items}</p>'


def quantile(ordered: Sequence[float], share: float) -> float:
    """Of values in ascending order, between neighbours in proportion."""
    at = share * (len(ordered) - 1)
    below = floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])


def quantile_plot(rows: Sequence[tuple[str, Sequence[float]]], title: str) -> str:
    """Whiskers from 5 to 95 %, a box from 25 to 75 %, a line at the median, for each (name, values)."""
    marks = ticks(min(min(values) for _, values in rows), max(max(values) for _, values in rows))
    scale = Scale(marks[0], marks[-1], LEFT, WIDTH - RIGHT)
    height = ROW * len(rows) + 8
    parts = x_axis(scale, marks, height, title)
    for place, (name, values) in enumerate(rows):
        y = place * ROW + 8
        low, first, median, third, high = (quantile(sorted(values), q) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
        parts.append(text(LEFT - 10, y + 13, shortened(name), "name", "end"))
        parts.append(line(scale(low), y + 9, scale(high), y + 9, "whisker"))
        parts.append(box(scale(first), y + 1, scale(third) - scale(first), ROW - 10, "quartiles"))
        parts.append(line(scale(median), y, scale(median), y + ROW - 8, "median"))
        mean = sum(values) / len(values)
        parts.append(text(WIDTH - RIGHT + 8, y + 13, f"{mean:.1f}", "value"))
    return picture(height + AXIS, title, parts)


def histogram(values: Sequence[float], title: str, bins: int = 30) -> str:
    """How often values fall into equal ranges."""
    marks = ticks(min(values), max(values))
    low, high = marks[0], marks[-1]
    whole = all(value == int(value) for value in values)
    size = max(ceil((high - low) / bins), 1) if whole else (high - low) / bins
    counts = [0] * max(ceil((high - low) / size), 1)
    for value in values:
        counts[min(int((value - low) / size), len(counts) - 1)] += 1
    plot, base = 150, 160
    scale = Scale(low, high, 40, WIDTH - 20)
    heights = Scale(0, max(counts), base, base - plot)
    parts = x_axis(scale, marks, base, title)
    for mark in ticks(0, max(counts), 3):
        if mark <= max(counts):
            parts.append(text(34, heights(mark) + 4, number(mark), "small", "end"))
    for place, count in enumerate(counts):
        left, right = scale(low + place * size), scale(low + (place + 1) * size)
        tip = f"{number(low + place * size)} to {number(low + (place + 1) * size)}: {count}"
        parts.append(box(left + 0.5, heights(count), right - left - 1, base - heights(count), "bar", tip=tip))
    return picture(base + AXIS, title, parts)
