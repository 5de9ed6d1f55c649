"""The handler of rendered pages: operators' `playwright_` words, ways through trackers, answers of our own proxy."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest
from aiohttp import web
from scrapy.exceptions import NotSupported
from scrapy.http import Request
from scrapy.settings import Settings

from contract.errors import InvalidRequest
from crawler.rendering.handler import context_options, refuse_settings
from tests.conftest import NAMED
from tests.crawler.conftest import Bench
from tests.crawler.line_process import ROOT
from tests.sites import site as sites
from tests.sites.origin import Origin
from tests.sites.pages import PARAGRAPHS
from tests.sites.site import Site

# No browser knows these as encrypted only.
TRACKER, OTHER_TRACKER = "ib.adnxs.com", "ad.doubleclick.net"
ASKING = (
    '<script src="http://{0}/script"></script><iframe src="http://{0}/frame"></iframe><img src="http://{0}/picture">'
    '<script>fetch("http://{0}/fetched", {{mode: "no-cors"}}).catch(() => 0)</script>'
)


@pytest.mark.parametrize(
    "name",
    "PLAYWRIGHT_LAUNCH_OPTIONS PLAYWRIGHT_CDP_URL PLAYWRIGHT_CONNECT_URL PLAYWRIGHT_CONTEXTS PLAYWRIGHT_BROWSER_PROVIDER "
    "PLAYWRIGHT_BROWSER_TYPE PLAYWRIGHT_ABORT_REQUEST PLAYWRIGHT_PROCESS_REQUEST_HEADERS".split(),
)
def test_setting_that_leads_past_us_is_refused_by_name(name: str) -> None:
    with pytest.raises(NotSupported, match=name):
        refuse_settings(Settings({name: "anything"}))


@pytest.mark.parametrize(
    "meta",
    [
        *({name: True} for name in ("playwright_context", "playwright_include_page", "playwright_page",
                                    "playwright_page_goto_kwargs", "playwright_something_new")),
        *({"playwright_context_kwargs": {name: {}}} for name in (
            "proxy", "user_data_dir", "record_har_path", "record_video_dir", "accept_downloads", "service_workers",
            "extra_http_headers", "http_credentials", "ignore_https_errors", "storage_state", "client_certificates")),
    ],
)  # fmt: skip
def test_meta_key_that_leads_past_us_is_refused_by_name(meta: dict[str, object]) -> None:
    [(name, value)] = meta.items()
    with pytest.raises(InvalidRequest, match=next(iter(value)) if isinstance(value, dict) else name):
        context_options(Request("http://example.com/", meta=meta))


def test_harmless_options_are_taken() -> None:
    given = {"timezone_id": "Europe/Vienna", "color_scheme": "dark"}
    meta = {"playwright": True, "playwright_page_methods": [], "playwright_context_kwargs": given}

    refuse_settings(Settings({"PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT": 5_000}))
    assert context_options(Request("http://example.com/", meta=meta)) == given


OPERATOR = """
import json, sys
from contract.declare import load
from contract.environment import Environment
from contract.options.scrape import ScrapeOptions
from crawler.runner import Reactor, engine_of
from crawler.spiders.scrape import ScrapeSpider

asked = []

async def prepare(page, request):
    await page.add_init_script("window.prepared = 'prepared'")

async def operate(url):
    from scrapy_playwright.page import PageMethod
    engine = engine_of(Environment.read())
    await engine.start()
    options = load(ScrapeOptions, {"url": url, "formats": ["rawHtml"]})
    [request] = ScrapeSpider.requests(options, None)
    zone = "Intl.DateTimeFormat().resolvedOptions().timeZone"
    request.meta.update(
        playwright=True,
        playwright_page_init_callback=prepare,
        playwright_page_event_handlers={"request": lambda request: asked.append(request.url)},
        playwright_page_methods=[PageMethod("evaluate", f"document.body.append(window.prepared, ' in ', {zone})")],
        playwright_context_kwargs={"timezone_id": "Asia/Tokyo"},
    )
    item = await engine.page(request, lambda: None)
    await engine.close()
    return item.result.raw_html

reactor = Reactor()
reactor.start()
html = reactor.call(operate(sys.argv[1]), timeout=60)
print(json.dumps([html, asked]))
reactor.stop()
"""


def test_operator_uses_pages_as_with_scrapy_playwright(browser: str, site: Site) -> None:
    site.put("/", f"<body>{PARAGRAPHS}</body>", kind="text/html")

    done = subprocess.run(
        [sys.executable, "-c", OPERATOR, site.url("/")],
        env={"ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8", "ORBWEAVER_CHROMIUM": browser, "PATH": "/usr/bin:/bin"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    html, asked = json.loads(done.stdout.splitlines()[-1])
    assert "prepared in Asia/Tokyo" in html and asked[0] == site.url("/")


@pytest.fixture(scope="module")
def named(origin: Origin, browser: str) -> Iterator[tuple[Bench, Site]]:
    """An engine whose fetches from `NAMED` go to a site where all hosts are."""
    with sites.opened(origin.loop) as hosts:
        bench = Bench(ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_PROXY_URL=f"{NAMED}={hosts.base}")
        yield bench, hosts
        bench.close()


def test_way_through_trackers_leads_on_and_trackers_stay_blocked_as_third_parties(
    named: tuple[Bench, Site],
) -> None:
    bench, hosts = named
    hosts.redirect("//start.example/", f"http://{TRACKER}/click")
    hosts.redirect(f"//{TRACKER}/click", f"http://{OTHER_TRACKER}/next")
    hosts.redirect(f"//{OTHER_TRACKER}/next", "http://end.example/page")
    asking = ASKING.format(TRACKER) + ASKING.format(OTHER_TRACKER)
    hosts.put("//end.example/page", f"<body>{PARAGRAPHS}{asking}</body>", kind="text/html")

    answer = bench.run("http://start.example/", renderJs=True, waitFor=500, location={"country": NAMED})

    assert "data" in answer, answer
    assert (
        answer["data"]["finalUrl"] == "http://end.example/page" and "river pilots" in answer["data"]["markdown"].lower()
    )
    asked = [target for target in hosts.counts() if TRACKER in target or OTHER_TRACKER in target]
    assert sorted(asked) == sorted([f"//{TRACKER}/click", f"//{OTHER_TRACKER}/next"])


def test_script_that_leads_through_a_tracker_leads_on(named: tuple[Bench, Site]) -> None:
    bench, hosts = named
    hosts.put("//start.example/", f"<script>location.href = 'http://{TRACKER}/click'</script>", kind="text/html")
    hosts.redirect(f"//{TRACKER}/click", "http://end.example/page")
    hosts.put("//end.example/page", f"<body>{PARAGRAPHS}</body>", kind="text/html")

    answer = bench.run("http://start.example/", renderJs=True, location={"country": NAMED})

    assert "river pilots" in answer["data"]["markdown"].lower()


@pytest.mark.parametrize("said", ["denied", "unreachable", "unreachable; 0123456789abcdef0123456789abcdef"])
def test_origin_cannot_pass_for_our_proxy(open_engine: Bench, browser: str, site: Site, said: str) -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(text=f"<body>{PARAGRAPHS}</body>", content_type="text/html", headers={"X-Egress": said})

    site.on("/", answer)

    answered = open_engine.run(site.url("/"), renderJs=True)

    assert "river pilots" in answered["data"]["markdown"].lower()
