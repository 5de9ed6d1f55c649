"""Several addresses of one page: it is one entry and one charge."""

from __future__ import annotations

import pytest
from sqlalchemy import Engine

from contract.sketch import sketch_of
from extraction.links.scope import key_of
from models.page_jobs import page_end
from models.pages.page import PageEnd
from tests.models.desk import SITE, Desk, new


def test_a_redirect_to_a_known_page_is_that_page(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/old", depth=1), new("/new", depth=1)))
    old, fresh = desk.claim()
    desk.end(fresh)
    desk.end(old, aliases=(key_of(f"{SITE}/new"),))

    assert desk.row(job_id).status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/new"]
    assert desk.balance() == (998, 0)


def test_a_page_that_is_known_by_its_redirect_is_not_fetched_again(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/old", depth=1), new("/new", depth=1, rank=5)))
    [old] = desk.claim(1)
    desk.end(old, aliases=(key_of(f"{SITE}/new"), key_of(f"{SITE}/canonical")), found=(new("/canonical", depth=2),))

    assert desk.claim() == [] and desk.row(job_id).status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/old"]


@pytest.mark.parametrize("together", [False, True])
def test_the_first_completed_of_two_spellings_stands(desk: Desk, database: Engine, together: bool) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/foo/", depth=1)))
    bare, slashed = desk.claim()
    ends = [
        PageEnd(task=bare, verdict="completed", result=lambda *_: "{}", aliases=(slashed.key,)),
        PageEnd(task=slashed, verdict="completed", result=lambda *_: "{}", aliases=(bare.key,)),
    ]

    for some in [ends] if together else [ends[:1], ends[1:]]:
        with database.begin() as connection:
            page_end.end(connection, job_id, some)

    assert desk.row(job_id).status == "completed" and desk.row(job_id).issued == 2
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/foo"]
    assert desk.balance() == (998, 0)


def test_a_page_is_not_lost_to_another_spelling_that_fails(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/bar", depth=1)))
    foo, bar = desk.claim()
    desk.end(bar, "failed", error="HTTP 500")
    desk.end(foo, aliases=(bar.key,))

    assert [(url, status) for url, status, _ in desk.entries(job_id)] == [
        ("/", "completed"), ("/foo", "completed"), ("/bar", "failed"),
    ]  # fmt: skip


def test_a_duplicate_that_waits_for_its_host_is_merged(desk: Desk, database: Engine) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/foo", depth=1), new("/bar", depth=1)))
    foo, bar = desk.claim()
    with database.begin() as connection:
        late = PageEnd(task=bar, verdict="delayed", delay_seconds=1)
        page_end.end(connection, job_id, [late, PageEnd(task=foo, verdict="completed", aliases=(bar.key,))])

    assert desk.row(job_id).status == "completed" and desk.counts(job_id).total == 2


def test_links_of_a_duplicate_are_followed(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/list", depth=1), new("/list?p=2", depth=1)))
    listed, second = desk.claim()
    desk.end(listed)
    desk.end(second, aliases=(listed.key,), found=(new("/article-9", depth=2),))
    [article] = desk.claim()

    assert desk.end(article).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/list", "/article-9"]


def test_merged_pages_leave_slots_to_others(desk: Desk) -> None:
    job_id = desk.job(new("/"), most=2)
    [start] = desk.claim()
    desk.end(start, found=(new("/again", depth=1), new("/other", depth=1, rank=2)))
    [again] = desk.claim()
    desk.end(again, aliases=(key_of(f"{SITE}/"),))
    [other] = desk.claim()

    assert desk.end(other).job_status == "completed"
    assert [url for url, _, _ in desk.entries(job_id)] == ["/", "/other"]


ONE, OTHER = (sketch_of("\n".join(f"{name} line number {number} of the text" for number in range(9))) for name in "ab")


@pytest.mark.parametrize("canonical_first", [True, False])
def test_page_that_names_a_known_page_with_alike_content_is_a_copy(desk: Desk, canonical_first: bool) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/p", depth=1), new("/p?ref=a", depth=1)))
    canonical, copy = desk.claim()

    ends = [(canonical, {"sketch": ONE}), (copy, {"sketch": ONE, "canonical": canonical.key})]
    for task, about in ends if canonical_first else reversed(ends):
        desk.end(task, **about)

    assert len(desk.entries(job_id)) == 2 and desk.row(job_id).status == "completed"
    assert desk.balance()[0] == 998


def test_pages_that_name_one_page_by_mistake_are_all_kept(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, sketch=ONE, found=tuple(new(f"/list?page={number}", depth=1) for number in range(1, 5)))
    first, *others = desk.claim()

    desk.end(first, sketch=ONE)
    for number, task in enumerate(others):
        desk.end(task, sketch=sketch_of(f"item {number} is described here\n" * 3), canonical=first.key)

    assert len(desk.entries(job_id)) == 5


def test_page_that_names_an_unknown_page_is_kept(desk: Desk) -> None:
    job_id = desk.job(new("/"))
    [start] = desk.claim()
    desk.end(start, found=(new("/a", depth=1), new("/b", depth=1)))
    a, b = desk.claim()

    desk.end(a, sketch=ONE, canonical=key_of(f"{SITE}/gone"))
    desk.end(b, sketch=OTHER, canonical=key_of(f"{SITE}/gone"))

    assert len(desk.entries(job_id)) == 3
