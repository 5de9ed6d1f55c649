"""Geometry of charts. Templates draw it as SVG."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from models.usage import UNKNOWN, Used

WIDTH, HEIGHT = 960, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 4, 10, 24
# The number of colours in `usage.css`. Further operations are shown together.
COLOURS = 6
ROUND = (4, 8, 12, 16, 20, 24, 32, 40)
# Labels of days that fit side by side.
DAY_LABELS = 6


@dataclass(frozen=True)
class Segment:
    """A part of a bar. `colour` counts from 1; `height` is at least 1 pixel."""

    operation: str
    colour: int
    credits: int
    y: float
    height: float


@dataclass(frozen=True)
class Bar:
    """One day."""

    day: date
    x: float
    width: float
    credits: int
    segments: tuple[Segment, ...]
    has_label: bool


@dataclass(frozen=True)
class Chart:
    """Stacked bars of credits per day. `operations` is the legend: the most expensive first."""

    bars: tuple[Bar, ...]
    operations: tuple[str, ...]
    lines: tuple[tuple[float, int], ...]
    total: int


def usage_chart(used: Iterable[Used], first: date, days: int) -> Chart:
    """The chart of `days` days from `first` on. Days whose refunds exceed their charges are drawn as 0."""
    rows = list(used)
    operations = _operations(rows)
    by_day: dict[date, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows:
        by_day[row.day][row.operation if row.operation in operations else UNKNOWN] += row.credits
    top = _round_up(max((sum(map(_positive, each.values())) for each in by_day.values()), default=0))
    bars = tuple(_bar(first + timedelta(days=n), n, days, by_day, operations, top) for n in range(days))
    lines = tuple((_y(top * part // 4, top), top * part // 4) for part in range(5))
    return Chart(bars, operations, lines, sum(row.credits for row in rows))


def _operations(rows: list[Used]) -> tuple[str, ...]:
    totals: dict[str, int] = defaultdict(int)
    for row in rows:
        totals[row.operation] += row.credits
    ordered = sorted((name for name in totals if name != UNKNOWN), key=lambda name: (-totals[name], name))
    if len(ordered) >= COLOURS or UNKNOWN in totals:
        return (*ordered[: COLOURS - 1], UNKNOWN)
    return tuple(ordered)


def _bar(
    day: date, number: int, days: int, by_day: dict[date, dict[str, int]], operations: tuple[str, ...], top: int
) -> Bar:  # fmt: skip
    slot = (WIDTH - LEFT - RIGHT) / days
    segments, below = [], 0
    for colour, operation in enumerate(operations, 1):
        credits = _positive(by_day.get(day, {}).get(operation, 0))
        if credits:
            below += credits
            height = max(1.0, _y(0, top) - _y(credits, top))
            segments.append(Segment(operation, colour, credits, _y(below, top), height))
    every = -(-days // DAY_LABELS)
    x, width = LEFT + number * slot + slot * 0.14, slot * 0.72
    return Bar(day, round(x, 2), round(width, 2), below, tuple(segments), (days - 1 - number) % every == 0)


def _y(credits: int, top: int) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * credits / top, 2)


def _positive(credits: int) -> int:
    return max(0, credits)


def _round_up(credits: int) -> int:
    """The next round number that four lines divide evenly: 4, 8, 12, 16, 20, 24, 32, 40, 80, 120 …"""
    scale = 1
    while credits > ROUND[-1] * scale:
        scale *= 10
    return next(each * scale for each in ROUND if each * scale >= credits)
