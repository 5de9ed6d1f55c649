"""Pages whose worker was lost."""

from __future__ import annotations

from collections.abc import Callable

from models.pages import lost_page
from tests.models.desk import Desk, new


def test_a_page_whose_workers_are_lost_is_claimed_alone_then_fails(desk: Desk, expire: Callable[[], None]) -> None:
    job_id = desk.job(new("/poison"), new("/good"), operation="batch")
    for _ in range(2):
        assert len(desk.claim()) == 2
        expire()

    assert desk.claim(busy=True) == []
    [alone] = desk.claim()
    assert alone.url.endswith("/poison")
    expire()
    [good] = desk.claim()
    assert desk.end(good).job_status == "completed"
    assert desk.entries(job_id) == [("/poison", "failed", lost_page.LOST), ("/good", "completed", None)]
    assert desk.balance() == (999, 0)


def test_a_page_to_be_claimed_alone_keeps_to_the_limit_and_is_not_skipped(
    desk: Desk, expire: Callable[[], None]
) -> None:
    job_id = desk.job(*(new(f"/{number}", rank=number) for number in range(4)), most=3)
    for _ in range(2):
        assert len(desk.claim(1)) == 1
        expire()

    assert desk.claim(busy=True) == []  # nothing more until the worker is idle
    [alone] = desk.claim()
    first, second = desk.claim(busy=True)
    assert desk.claim() == []
    for task in (alone, first, second):
        desk.end(task)
    assert desk.row(job_id).status == "completed" and desk.counts(job_id).total == 3
