"""A page in the browser: what is seen of it, what reaches it, and when it is given up."""

from __future__ import annotations

import asyncio
import contextlib
import time

import pytest

from crawler.browser import PATIENT_AT_ONCE, SharedBrowser
from crawler.render import NoDocument, RenderFailed
from tests.crawler.wild_pages import Site, render, run, shown

pytestmark = pytest.mark.usefixtures("browser")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is given up sooner than in earnest."""
    monkeypatch.setattr("crawler.page_settling.LOAD_SECONDS", 2.5)
    monkeypatch.setattr("crawler.render.CONTENT_SECONDS", 1.5)


@pytest.mark.parametrize(
    "name",
    (
        "built slow-data animated sighted dialogs staying popups download timers reloading hanging frames workers "
        "sockets peers"
    ).split(),
)
def test_page_built_by_script_is_seen(name: str) -> None:
    found = render(name)

    assert "built</p>" in found.html and found.status == 200 and found.html.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", ["loop", "late-loop", "promises"])
def test_script_without_end_is_ended_and_what_is_there_is_read(name: str) -> None:
    assert "keeper of the northern light" in render(name).html


def test_document_without_end_is_read_as_far_as_it_came() -> None:
    assert "built</p>" in render("trickle").html


@pytest.mark.parametrize("name", ["heap", "circle"])
def test_page_that_cannot_be_shown_fails(name: str) -> None:
    with pytest.raises(RenderFailed):
        render(name)


@pytest.mark.parametrize("name", ["text", "file"])
def test_what_is_no_html_is_no_document(name: str) -> None:
    with pytest.raises(NoDocument):
        render(name)


def test_wait_for_comes_on_top() -> None:
    begun = time.monotonic()
    render("built", wait_for_ms=1_500)
    assert time.monotonic() - begun > 1.5


def test_patience_ends_before_the_deadline() -> None:
    """A page that never comes to rest is read as it stands."""

    async def work(browser: SharedBrowser, site: Site) -> float:
        await shown(browser, f"{site.url}/built")
        begun = time.monotonic()
        await shown(browser, f"{site.url}/timers", until=asyncio.get_running_loop().time() + 2)
        return time.monotonic() - begun

    assert run(work) < 2


def test_nothing_is_kept_for_the_next() -> None:
    async def work(browser: SharedBrowser, site: Site) -> str:
        await shown(browser, f"{site.url}/keeping")
        return (await shown(browser, f"{site.url}/keeping")).html

    assert "kept: null ." in run(work)


def test_headers_go_to_their_origin_only() -> None:
    async def work(browser: SharedBrowser, site: Site) -> dict[str, tuple[str | None, str | None]]:
        other = site.url.replace("127.0.0.1", "localhost") + "/built"
        headers = (("X-Secret", "s3cret"), ("Cookie", "a=b"))
        assert "localhost" in (await shown(browser, f"{site.url}/hop?to={other}", headers=headers)).url
        return {seen.path: (seen.headers.get("x-secret"), seen.headers.get("cookie")) for seen in site.seen}

    seen = run(work)
    assert seen["/hop"] == ("s3cret", "a=b") and seen["/built"] == (None, None)


def test_pictures_are_not_fetched_unless_wanted() -> None:
    async def work(browser: SharedBrowser, site: Site) -> list[int]:
        counts = []
        for more in ({}, {"unloaded": ()}):
            await shown(browser, f"{site.url}/image", **more)
            counts.append(sum("picture" in seen.path for seen in site.seen))
        return counts

    assert run(work) == [0, 2]


def test_language_and_name_are_told() -> None:
    found = render("language", languages=("de-AT",)).html

    assert "de-AT Mozilla/5.0" in found and "(compatible; Orbweaver/1.0)" in found and "Headless" not in found


def test_pages_of_jobs_leave_places_to_whoever_waits_for_one() -> None:
    async def crowd(browser: SharedBrowser, site: Site) -> bool:
        async with contextlib.AsyncExitStack() as opened:
            for _ in range(PATIENT_AT_ONCE):
                await opened.enter_async_context(browser.page(patient=True))
            await opened.enter_async_context(browser.page())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    await opened.enter_async_context(browser.page(patient=True))
                return False
        return True

    assert run(crowd)
