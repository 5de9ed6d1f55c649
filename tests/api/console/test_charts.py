"""The geometry of the chart of used credits."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from api.console.charts import COLOURS, HEIGHT, LEFT, WIDTH, usage_chart
from models.usage import UNKNOWN, Used

FIRST = date(2026, 11, 1)


@pytest.mark.parametrize(
    ("most", "top"), [(0, 4), (1, 4), (4, 4), (5, 8), (9, 12), (41, 80), (950, 1200), (10_001, 12_000)]
)
def test_scale_is_round(most: int, top: int) -> None:
    chart = usage_chart([Used(FIRST, "scrape", most)] if most else [], FIRST, 7)

    assert [credits for _, credits in chart.lines] == [top * part // 4 for part in range(5)]


def test_bars_are_stacked_inside_the_chart() -> None:
    used = [Used(FIRST + timedelta(days=n), name, n + 1) for n in range(30) for name in ("scrape", "crawl", "map")]

    chart = usage_chart(used, FIRST, 30)

    assert len(chart.bars) == 30 and chart.total == sum(each.credits for each in used)
    for bar in chart.bars:
        assert bar.x >= LEFT and bar.x + bar.width <= WIDTH
        assert sum(each.credits for each in bar.segments) == bar.credits
        for lower, upper in zip(bar.segments, bar.segments[1:], strict=False):
            assert upper.y + upper.height == pytest.approx(lower.y, abs=0.02)
        assert all(0 <= each.y <= HEIGHT for each in bar.segments)
    assert chart.bars[-1].has_label


def test_cheap_operations_are_shown_together() -> None:
    chart = usage_chart([Used(FIRST, f"operation {n}", n + 1) for n in range(9)], FIRST, 1)

    assert len(chart.operations) == COLOURS and chart.operations[-1] == UNKNOWN
    assert chart.operations[0] == "operation 8" and chart.bars[0].credits == 45


def test_day_of_refunds_is_drawn_as_nothing() -> None:
    chart = usage_chart([Used(FIRST, "scrape", -3), Used(FIRST + timedelta(days=1), "scrape", 5)], FIRST, 2)

    assert [bar.credits for bar in chart.bars] == [0, 5] and chart.total == 2
