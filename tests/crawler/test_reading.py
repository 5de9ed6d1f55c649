"""The reading pool: a page that is too much for its reader costs that page, never the worker."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from pebble import ProcessFuture
from pebble.pool.base_pool import PoolStatus
from pebble.pool.channel import WorkerChannel

from contract import limits
from contract.capture import PageCapture
from contract.errors import UpstreamUnreachable
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from crawler import reading
from crawler.reading import ReadingPool
from tests.sites.pages import ARTICLE

PAGE = PageCapture(
    url="https://example.com/",
    final_url="https://example.com/",
    status=200,
    headers=(("content-type", "text/html"),),
    body=ARTICLE.encode(),
    captured_at=datetime.now(UTC),
)


@pytest.fixture(scope="module")
def pool() -> Iterator[ReadingPool]:
    made = ReadingPool(1)
    made.warm()
    yield made
    made.close()


def read(pool: ReadingPool, **changed: Any) -> PageFormats:
    """The formats of a page that was not read before."""
    capture = replace(PAGE, final_url=f"https://example.com/{uuid4()}", **changed)
    return asyncio.run(pool.read(capture, ReadingOptions()))


def stall(*arguments: Any, **options: Any) -> None:
    time.sleep(60)


def die(*arguments: Any, **options: Any) -> None:
    os._exit(9)


def devour(*arguments: Any, **options: Any) -> int:
    return len(bytearray(3_000_000_000))


@pytest.mark.parametrize("way", [stall, die, devour])
def test_reader_is_replaced_and_the_next_page_is_read(
    pool: ReadingPool, monkeypatch: pytest.MonkeyPatch, way: Any
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(limits, "READ_MAX_SECONDS", 1)
        patch.setattr(reading, "read_page", way)
        with pytest.raises(UpstreamUnreachable):
            read(pool)

    assert "River pilots" in (read(pool).markdown or "")


def test_page_that_a_breaking_pool_forgets_is_read_by_the_next_pool(pool: ReadingPool) -> None:
    """The pool breaks after it accepted the page, before it hands the page to a reader."""

    async def work() -> PageFormats:
        broken = pool._started()

        def lose(*arguments: Any, **more: Any) -> Any:
            broken._context.status = PoolStatus.ERROR
            return ProcessFuture()

        broken.schedule = lose
        capture = replace(PAGE, final_url=f"https://example.com/{uuid4()}")
        return await asyncio.wait_for(pool.read(capture, ReadingOptions()), 60)

    assert "River pilots" in (asyncio.run(work()).markdown or "")


def test_page_that_a_killed_reader_took_is_read_by_another(pool: ReadingPool) -> None:
    """The reader has taken it from the pipe and has not reported that. The next page shows it."""

    async def work() -> PageFormats:
        started = pool._started()

        def lose(*arguments: Any, **more: Any) -> Any:
            del started.schedule
            return ProcessFuture()

        started.schedule = lose
        first, second = (replace(PAGE, final_url=f"https://example.com/{uuid4()}") for _ in range(2))
        lost = asyncio.ensure_future(pool.read(first, ReadingOptions()))
        await asyncio.sleep(0)
        await pool.read(second, ReadingOptions())
        return await asyncio.wait_for(lost, 60)

    assert "River pilots" in (asyncio.run(work()).markdown or "")


def test_page_that_is_being_read_at_the_end_starts_no_other_reader() -> None:
    pool = ReadingPool(1)
    pool.warm()

    async def work() -> None:
        page = asyncio.ensure_future(pool.call("https://example.com/", time.sleep, 60))
        await asyncio.sleep(0.2)
        pool.close()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(page, 30)

    asyncio.run(work())
    assert pool._pool is None


def die_with_the_lock(*arguments: Any, **options: Any) -> None:
    """Kill this reader while it holds the lock that all readers need to take a page."""
    [channel] = [one for one in gc.get_objects() if isinstance(one, WorkerChannel)]
    channel.mutex.acquire()
    os.kill(os.getpid(), signal.SIGKILL)


def test_readers_that_wait_for_a_dead_one_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = ReadingPool(2)
    try:
        pool.warm()
        stuck = pool._started()
        with monkeypatch.context() as patch:
            patch.setattr(reading, "STUCK_SECONDS", 2.0)
            patch.setattr(reading, "read_page", die_with_the_lock)
            with pytest.raises(UpstreamUnreachable):
                read(pool)

        assert "River pilots" in (read(pool).markdown or "") and not stuck.active
    finally:
        pool.close()


def pdf_bomb(streams: int) -> bytes:
    """A PDF of a few kilobytes whose one page inflates to gigabytes, or to minutes of work."""
    deflate = zlib.compressobj(9)
    page = b"".join(deflate.compress(b"BT /F1 9 Tf 72 700 Td (aaaa bbbb) Tj ET\n" * 10_000) for _ in range(streams))
    page, filters = page + deflate.flush(), b"/FlateDecode"
    if streams > 100:
        page, filters = zlib.compress(page, 9), b"[/FlateDecode/FlateDecode]"
    return (
        b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>endobj\n"
        b"4 0 obj<</Filter%b/Length %d>>stream\n%b\nendstream endobj\n"
        b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF"
    ) % (filters, len(page), page)


def test_pdf_with_too_much_text_is_read_within_its_budget(pool: ReadingPool) -> None:
    found = read(pool, headers=(("content-type", "application/pdf"),), body=pdf_bomb(30))

    assert "aaaa bbbb" in (found.markdown or "")


def test_pdf_that_swells_costs_its_reader_and_nothing_else(pool: ReadingPool, monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = pdf_bomb(1200)
    assert len(bomb) < 100_000

    with monkeypatch.context() as patch:
        patch.setattr(limits, "READ_MAX_SECONDS", 2)
        with pytest.raises(UpstreamUnreachable, match="could not be read"):
            read(pool, headers=(("content-type", "application/pdf"),), body=bomb)

    assert "River pilots" in (read(pool).markdown or "")


def settled() -> tuple[int, int, bool]:
    import sys

    return gc.get_freeze_count(), gc.get_threshold()[0], "extruct.w3cmicrodata" in sys.modules


def test_readers_start_with_everything_loaded_and_out_of_garbage_collection(pool: ReadingPool) -> None:
    frozen, threshold, preloaded = pool._started().schedule(settled).result()

    assert frozen > 10_000 and threshold > 10_000 and preloaded


def test_unreadable_body_is_upstream_unreachable(pool: ReadingPool) -> None:
    with pytest.raises(UpstreamUnreachable):
        read(pool, headers=(("content-type", "image/png"),), body=b"\x89PNG\r\n\x1a\n" + bytes(64))


def _stumble() -> None:
    raise ValueError("of our own making")


def test_readers_own_failure_is_not_reported_as_the_origins() -> None:
    pool = ReadingPool(1)
    try:
        with pytest.raises(UpstreamUnreachable, match="could not be read"):
            asyncio.run(pool._call("https://example.com/", _stumble))
    finally:
        pool.close()


SHELL = b"<html><script src=/a.js></script><body><div id=root></div>"


@pytest.mark.parametrize(("body", "expected"), [(SHELL, True), (ARTICLE.encode(), False), (b"%PDF-1.4 <script", False)])
@pytest.mark.parametrize("of_job", [True, False])
def test_readers_decide_whether_a_page_needs_a_browser(
    pool: ReadingPool, body: bytes, expected: bool, of_job: bool
) -> None:
    assert asyncio.run(pool.needs_rendering(replace(PAGE, body=body), of_job=of_job)) is expected


def stall_alone(capture: Any) -> bool:
    time.sleep(60)
    return True


def test_page_that_takes_too_long_to_decide_about_is_not_rendered(
    pool: ReadingPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(reading, "VERDICT_SECONDS", 1)
        patch.setattr(reading, "needs_rendering", stall_alone)
        begun = time.monotonic()

        assert asyncio.run(pool.needs_rendering(replace(PAGE, body=SHELL), of_job=False)) is False

    assert time.monotonic() - begun < 20
    assert "River pilots" in (read(pool).markdown or "")


def test_workspaces_take_turns_for_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []

    async def attempt(self: ReadingPool, function: Any, arguments: tuple[str, ...], seconds: float | None) -> str:
        await asyncio.sleep(0.001)
        served.append(arguments[0])
        return arguments[0]

    async def work() -> None:
        pool = ReadingPool(1)
        calls = [pool.call("", str, name, workspace_id=name) for name in ("large",) * 20 + ("small",) * 2]
        await asyncio.wait_for(asyncio.gather(*calls), 10)

    monkeypatch.setattr(ReadingPool, "_attempt", attempt)
    asyncio.run(work())

    assert len(served) == 22 and served.index("small") <= 4 and "small" in served[5:8]
