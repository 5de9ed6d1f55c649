"""How long a page waits for a host that is busy or unavailable."""

from __future__ import annotations

import pytest

from crawler.failures import RobotsUnreachable
from crawler.jobs.pages import UNAVAILABLE_MAX_SECONDS, backoff_seconds, count_missed, waits_after


@pytest.mark.parametrize("seconds", [0.1, 1.0, 2.0, 5.0, 12.0, 30.0, 300.0])
def test_unavailable_host_delays_a_page_for_half_a_minute_at_most(seconds: float) -> None:
    waits = backoff_seconds(503, seconds)

    assert waits and sum(waits) <= UNAVAILABLE_MAX_SECONDS


def test_busy_host_gets_the_time_that_it_asks_for() -> None:
    assert backoff_seconds(429, 120.0) == [120.0] * 5
    assert backoff_seconds(429, 2.0) == [2.0, 4.0, 8.0, 16.0, 32.0]


def test_page_waits_half_a_minute_for_robots_txt_or_as_long_as_the_host_asks() -> None:
    assert sum(waits_after(RobotsUnreachable("", seconds=2))) == 30
    assert list(waits_after(RobotsUnreachable("", seconds=60, is_throttled=True))) == [60.0] * 5
    assert not waits_after(ValueError())


@pytest.mark.parametrize(
    ("late_seconds", "missed"), [(0.0, 0), (0.3, 0), (2.0, 1), (3.0, 1), (14.0, 3), (28.0, 4), (1_000.0, 4)]
)
def test_time_that_a_page_waits_for_a_slot_at_its_host_counts_as_backoff(late_seconds: float, missed: int) -> None:
    assert count_missed([2.0, 4.0, 8.0, 16.0], late_seconds) == missed
