"""A page in the browser: what is seen of it, what reaches it, and when it is given up."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any
from urllib.parse import quote

import pytest
from playwright.async_api import Page as Tab

from crawler.failures import NoDocument, RenderFailed
from crawler.rendering.browser import JOB_PAGES_AT_ONCE, SharedBrowser
from crawler.rendering.render import NAVIGATIONS_MAX, Rendering
from crawler.rendering.render_request import Cookie, RenderedPage, RenderRequest, SettledPage, View
from extraction.document.hidden.rendered import COMPLETE
from tests.crawler.wild_pages import FILL, ModuleStage, Site, shown

pytestmark = pytest.mark.usefixtures("browser")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What never ends is given up sooner than in earnest."""
    monkeypatch.setattr("crawler.rendering.page_settling.LOAD_SECONDS", 2.5)
    monkeypatch.setattr("crawler.rendering.render.CONTENT_SECONDS", 1.5)


@pytest.mark.parametrize(
    "name",
    (
        "built slow-data animated sighted dialogs staying popups download timers reloading hanging frames workers "
        "sockets peers"
    ).split(),
)
def test_page_built_by_script_is_seen(stage: ModuleStage, name: str) -> None:
    found = stage.render(name)

    assert (
        "built</p>" in found.html
        and found.status == 200
        and found.html.removeprefix(COMPLETE).startswith("<!DOCTYPE html>")
    )


@pytest.mark.parametrize("name", ["loop", "late-loop", "promises"])
def test_script_without_end_is_ended_and_what_is_there_is_read(stage: ModuleStage, name: str) -> None:
    assert "keeper of the northern light" in stage.render(name).html


def test_document_without_end_is_read_as_far_as_it_came(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> RenderedPage:
        return await shown(browser, f"{site.url}/trickle", deadline=asyncio.get_running_loop().time() + 4)

    found = stage.run(work)
    assert "built</p>" in found.html and not found.is_complete


def test_document_that_arrives_slowly_is_waited_for(stage: ModuleStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes twice as long as a page may take to load after its document has arrived."""
    monkeypatch.setattr("crawler.rendering.page_settling.LOAD_SECONDS", 0.4)

    found = stage.render("drip")

    assert "the last words" in found.html and found.is_complete


@pytest.mark.parametrize("response_seconds", [0.5, None])
def test_response_is_waited_for_until_the_deadline(stage: ModuleStage, response_seconds: float | None) -> None:
    """A page that can be returned without the browser is not waited for as long."""
    expected = RenderFailed if response_seconds else TimeoutError
    begun = time.monotonic()

    async def work(browser: SharedBrowser, site: Site) -> RenderedPage:
        async with asyncio.timeout(1.5):
            return await shown(browser, f"{site.url}/never", response_seconds=response_seconds)

    with pytest.raises(expected):
        stage.run(work)
    assert (time.monotonic() - begun > 1.4) == (response_seconds is None)


@pytest.mark.parametrize(("name", "wait_for_ms"), [("heap", 120_000), ("circle", 0)])
def test_page_that_cannot_be_shown_fails(stage: ModuleStage, name: str, wait_for_ms: int) -> None:
    """The wait ends with the crash. A busy machine may need a minute to fill the memory."""
    with pytest.raises(RenderFailed):
        stage.render(name, wait_for_ms=wait_for_ms)


@pytest.mark.parametrize("name", ["text", "file"])
def test_what_is_not_html_is_not_a_document(stage: ModuleStage, name: str) -> None:
    with pytest.raises(NoDocument):
        stage.render(name)


def test_wait_for_comes_on_top(stage: ModuleStage) -> None:
    begun = time.monotonic()
    stage.render("built", wait_for_ms=1_500)
    assert time.monotonic() - begun > 1.5


def test_wait_ends_before_the_deadline(stage: ModuleStage, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that never finishes loading is read as it is."""
    monkeypatch.setattr("crawler.rendering.page_settling.LOAD_SECONDS", 60.0)

    async def work(browser: SharedBrowser, site: Site) -> float:
        await shown(browser, f"{site.url}/built")
        async with browser.page() as page:
            begun = time.monotonic()
            requested = RenderRequest(url=f"{site.url}/trickle", deadline=asyncio.get_running_loop().time() + 3)
            await Rendering(page, requested).run()
            return time.monotonic() - begun

    assert stage.run(work) < 20


def test_nothing_is_kept_for_the_next(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> str:
        await shown(browser, f"{site.url}/keeping")
        return (await shown(browser, f"{site.url}/keeping")).html

    assert "kept: null ." in stage.run(work)


def test_headers_go_to_their_origin_only(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> dict[str, tuple[str | None, str | None]]:
        other = site.url.replace("127.0.0.1", "localhost") + "/built"
        own = {"headers": (("X-Secret", "s3cret"),), "cookies": (Cookie(name="a", value="b", url=site.url),)}
        assert "localhost" in (await shown(browser, f"{site.url}/hop?to={other}", **own)).url
        return {seen.path: (seen.headers.get("x-secret"), seen.headers.get("cookie")) for seen in site.seen}

    seen = stage.run(work)
    assert seen["/hop"] == ("s3cret", "a=b") and seen["/built"] == (None, None)


def test_headers_and_cookies_go_along_with_what_the_pages_script_asks_of_its_origin(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> dict[str, Any]:
        body = quote(
            "<script>document.cookie = 'mine=2; path=/';"
            "fetch('/data?seconds=0', {headers: {Authorization: 'of the page'}}).then(() => fetch('/text')).then(() => {"
            f"{FILL}}})</script>"
        )
        own = {
            "headers": (("Authorization", "of the caller"), ("Accept", "text/html")),
            "cookies": (Cookie(name="a", value="b", url=site.url, http_only=True),),
            "user_agent": "Caller/1.0",
        }
        assert "built</p>" in (await shown(browser, f"{site.url}/page?body={body}", **own)).html
        return {seen.path: seen.headers for seen in site.seen}

    seen = stage.run(work)
    assert [seen[path]["Authorization"] for path in ("/page", "/data", "/text")] == [
        "of the caller", "of the page", "of the caller",
    ]  # fmt: skip
    assert [seen[path]["Cookie"] for path in ("/page", "/data")] == ["a=b", "a=b; mine=2"]
    assert {each["User-Agent"] for each in seen.values()} == {"Caller/1.0"}
    assert seen["/page"]["Accept"] == "text/html" != seen["/text"]["Accept"]


def test_page_that_loads_itself_again_for_ever_stays_in_the_end(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> tuple[str, int]:
        body = quote(f"<script>{FILL}location.reload();</script>")
        found = await shown(browser, f"{site.url}/again?body={body}")
        return found.html, len(site.seen)

    html, requests = stage.run(work)
    assert "built</p>" in html and requests <= NAVIGATIONS_MAX + 2


def test_page_cannot_pass_for_another_or_larger_one_by_what_it_makes_of_its_objects(stage: ModuleStage) -> None:
    tricks = (
        "Object.defineProperty(Element.prototype, 'outerHTML', {get: () => ({toString: () => 'x'.repeat(1e8)})});"
        "XMLSerializer.prototype.serializeToString = () => 1;"
    )

    async def work(browser: SharedBrowser, site: Site) -> str:
        return (await shown(browser, f"{site.url}/tricks?body={quote(f'<script>{tricks}{FILL}</script>')}")).html

    assert "built</p>" in stage.run(work)


@pytest.mark.parametrize(("letter", "fits"), [("a", True), ("é", False), ("漢", False), ("💡", False)])
def test_size_of_a_document_is_counted_in_bytes(
    stage: ModuleStage, monkeypatch: pytest.MonkeyPatch, letter: str, fits: bool
) -> None:
    monkeypatch.setattr("contract.limits.DOWNLOAD_MAX_BYTES", 10_000)

    async def work(browser: SharedBrowser, site: Site) -> int:
        # As many units of UTF-16 each time.
        script = f"<script>document.body.append('{letter}'.repeat(8000 / '{letter}'.length))</script>"
        return len((await shown(browser, f"{site.url}/large?body={quote(script)}")).html.encode())

    with contextlib.nullcontext() if fits else pytest.raises(RenderFailed, match="too large"):
        assert stage.run(work) < 10_000


def test_page_that_makes_its_address_endless_has_the_one_that_answered(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> list[str]:
        found = []
        for number in (100, 100_000):
            script = f"history.replaceState(null, '', '/long?' + 'a'.repeat({number}))"
            url = f"{site.url}/short?body={quote(f'<script>{FILL}{script}</script>')}"
            found.append((await shown(browser, url)).url.removeprefix(site.url)[:6])
        return found

    assert stage.run(work) == ["/long?", "/short"]


def test_operator_uses_the_page_once_it_has_settled(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> str:
        async def use(tab: Tab) -> None:
            assert await tab.locator("p").count() == 1
            await tab.evaluate("document.body.append('used')")

        async with browser.page() as page:
            return (await Rendering(page, RenderRequest(url=f"{site.url}/slow-data"), use).run()).html

    assert "built</p>used</body>" in stage.run(work)


def test_pictures_are_not_fetched_unless_requested(stage: ModuleStage) -> None:
    async def take(of: SettledPage) -> Any:
        return await of.page.evaluate("[innerWidth, innerHeight, document.title]")

    async def work(browser: SharedBrowser, site: Site) -> list[int]:
        counts = []
        for view in (None, View(width=700, height=500, take=take)):
            rendered = await shown(browser, f"{site.url}/image", view=view)
            assert bool(rendered.html) == (view is None) and (view is None or rendered.observed[:2] == [700, 500])
            counts.append(sum("picture" in seen.path for seen in site.seen))
        return counts

    assert stage.run(work) == [0, 2]


def test_language_and_name_are_reported(stage: ModuleStage) -> None:
    found = stage.render("language", languages=("de-AT",)).html

    assert "en Mozilla/5.0" in stage.render("language").html
    assert "de-AT Mozilla/5.0" in found and "(compatible; Orbweaver/1.0)" in found and "Headless" not in found


def test_pages_of_jobs_leave_slots_to_waiting_calls(stage: ModuleStage) -> None:
    async def crowd(browser: SharedBrowser, site: Site) -> bool:
        async with contextlib.AsyncExitStack() as opened:
            for _ in range(JOB_PAGES_AT_ONCE):
                await opened.enter_async_context(browser.job_slot())
                await opened.enter_async_context(browser.page())
            await opened.enter_async_context(browser.page())
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.3):
                    await opened.enter_async_context(browser.job_slot())
                return False
        return True

    assert stage.run(crowd)


def test_workspaces_take_turns_with_the_slots_of_the_browser(stage: ModuleStage) -> None:
    async def crowd(browser: SharedBrowser, site: Site) -> list[str]:
        served: list[str] = []

        async def use(workspace_id: str) -> None:
            async with browser.job_slot(workspace_id):
                served.append(workspace_id)
                await asyncio.sleep(0.01)

        many = ["large"] * 3 * JOB_PAGES_AT_ONCE
        await asyncio.gather(*(use(workspace_id) for workspace_id in [*many, "small"]))
        return served

    assert stage.run(crowd).index("small") <= JOB_PAGES_AT_ONCE + 2


def test_page_may_send_much_to_the_origin_that_headers_are_for(stage: ModuleStage) -> None:
    async def work(browser: SharedBrowser, site: Site) -> list[str]:
        script = f"fetch('/text', {{method: 'POST', body: 'x'.repeat(1500000)}}).then(() => {{{FILL}}})"
        body = quote(f"<script>{script}</script>")
        found = await shown(browser, f"{site.url}/page?body={body}", headers=(("X-Secret", "s3cret"),))
        assert "built</p>" in found.html
        return [seen.path for seen in site.seen if seen.method == "POST"]

    assert stage.run(work) == ["/text"]
