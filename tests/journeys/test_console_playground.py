"""The playground and the pages of jobs in a real browser, with the running service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Engine

from api.checks import session_cookie
from api.console.playground.offered import OFFERED
from models.accounts import console_session, member, person
from models.accounts.audit import OPERATOR
from tests.conftest import Account
from tests.journeys import console
from tests.journeys.console import Visit
from tests.service import Service, wait_until
from tests.sites.site import Site

KILN = """<!doctype html><html lang="en"><title>Small kiln</title><main><h1>Small kiln</h1><p>The small kiln has fired eleven
hundred bowls since spring, and its batteries have bridged every cloudy afternoon.</p><p>Price: 1,290 EUR, delivered within three
weeks.</p><img src="/kiln.png" alt="A kiln"></main></html>"""


@pytest.fixture(scope="module")
def chromium(browser: str) -> Iterator[Browser]:
    with console.started(browser) as started:
        yield started


@pytest.fixture
def visitor(chromium: Browser, service: Service, database: Engine, account: Account) -> Iterator[Callable[..., Visit]]:
    """`visitor(**options)`: a signed-in member. Checks that no script failed, and that nothing came from another host."""
    made, hosts = list[Visit](), set[str]()

    def make(**options: object) -> Visit:
        email = f"{uuid4().hex[:12]}@a.com"
        with database.begin() as connection:
            member.add(connection, account.workspace_id, email, "member", OPERATOR)
            token = console_session.create(connection, person.ensure(connection, email))
        visit = console.visit(chromium, service.base_url, account.workspace_id, **options)
        visit.page.context.add_cookies(
            [{"name": session_cookie.name(service.base_url), "value": token, "url": service.base_url}]
        )
        visit.page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        made.append(visit)
        return visit

    yield make
    for visit in made:
        visit.page.context.close()
        assert visit.problems == []
    assert hosts <= {urlsplit(service.base_url).netloc, ""}


def open_form(visit: Visit, operation: str) -> Page:
    """The form of an operation, when its script has started."""
    page = visit.open(f"playground?operation={operation}")
    expect(page.locator("[data-run-label]")).to_have_text("Run")
    return page


def test_scrape_in_the_playground(visitor: Callable[..., Visit], site: Site) -> None:
    site.put("/kiln", KILN, kind="text/html")
    page = open_form(visitor(), "scrape")

    page.get_by_role("textbox", name="URL", exact=True).fill("nope")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#option-url-error")).to_contain_text("Must be an absolute http or https URL")
    expect(page.get_by_role("textbox", name="URL", exact=True)).to_be_focused()

    page.get_by_role("textbox", name="URL", exact=True).fill(site.url("/kiln"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-result] article")).to_contain_text("eleven hundred bowls")
    assert page.locator("#option-url-error").count() == 0
    expect(page.locator("[data-usage]")).to_contain_text("1 credit")
    expect(page.locator("#call-curl")).to_contain_text(f'{{"url": "{site.url("/kiln")}"}}')

    page.locator("[data-result]").get_by_role("tab", name="Page").focus()
    page.keyboard.press("End")
    expect(page.locator("[data-result]").get_by_role("tab", name="JSON")).to_be_focused()
    assert json.loads(page.locator("#result-json").inner_text())["metadata"]["title"] == "Small kiln"


def test_extracted_values_are_shown_in_the_page(visitor: Callable[..., Visit], site: Site) -> None:
    site.put("/kiln", KILN, kind="text/html")
    page = open_form(visitor(), "extract")
    page.get_by_role("textbox", name="URLs", exact=True).fill(site.url("/kiln"))
    page.get_by_role("textbox", name="JSON Schema", exact=True).fill(
        '{"type": "object", "properties": {"name": {"type": "string"}}}'
    )

    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Show in the page").click()

    expect(page.locator("mark").first).to_contain_text("Small kiln")


def test_call_can_be_cancelled(visitor: Callable[..., Visit], site: Site) -> None:
    site.page("/slow", seconds=30)
    page = open_form(visitor(), "scrape")
    page.get_by_role("textbox", name="URL", exact=True).fill(site.url("/slow"))
    page.get_by_role("button", name="Run").click()

    page.get_by_role("button", name="Cancel").click()

    expect(page.locator("[data-result]")).to_contain_text("A cancelled call is free")


def test_crawl_is_watched_and_its_delivery_retried(
    visitor: Callable[..., Visit], site: Site, make_site: Callable[[], Site]
) -> None:  # fmt: skip
    site.tree(6, width=5, seconds=0.3)
    receiver = make_site()
    receiver.put("/hook", "gone", status=410)
    page = open_form(visitor(), "crawl")
    page.get_by_role("textbox", name="URL", exact=True).first.fill(site.url())
    page.locator("summary", has_text="More options").click()
    page.locator("summary", has_text="Webhook").click()
    page.locator("[name='webhook.url']").fill(receiver.url("/hook"))
    page.locator("input[name='webhook.events'][value='page']").uncheck()

    page.get_by_role("button", name="Run").click()
    page.wait_for_url("**/jobs/*")
    expect(page.locator("#job-head .badge")).to_have_text("completed")
    expect(page.locator("#job-pages tbody tr")).to_have_count(6)
    expect(page.locator("#job-deliveries tbody tr")).to_contain_text("HTTP 410")

    receiver.put("/hook", "thanks")
    page.get_by_role("button", name="Retry").click()
    expect(page.locator("#job-deliveries tbody tr")).to_contain_text("success")
    wait_until(lambda: len(receiver.visits) == 2, seconds=30, what="the second attempt")

    page.locator("#job-pages tbody a").first.click()
    expect(page.locator("article")).to_contain_text("nothing else")


def test_pages_fit_a_phone(visitor: Callable[..., Visit], site: Site) -> None:
    site.put("/kiln", KILN, kind="text/html")
    phone = visitor(viewport={"width": 390, "height": 844}, has_touch=True)
    for name in OFFERED:
        page = open_form(phone, name)
        page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page = open_form(phone, "scrape")
    page.get_by_role("textbox", name="URL", exact=True).fill(site.url("/kiln"))
    page.get_by_role("button", name="Run").click()
    expect(page.locator("[data-result] article")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert phone.open("jobs").evaluate("document.documentElement.scrollWidth") <= 390
