"""The playground and the pages of jobs in a real browser, with the running service."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from sqlalchemy import Engine

from api.checks import session_cookie
from contract.environment import Environment
from crawler.rendering import browser as product_browser
from models.accounts import console_session, member, person
from models.accounts.audit import OPERATOR
from tests.conftest import Account
from tests.service import Service, wait_until
from tests.sites.site import Site

MILLISECONDS = 60_000
KILN = """<!doctype html><html lang="en"><title>Small kiln</title><main><h1>Small kiln</h1><p>The small kiln has fired eleven
hundred bowls since spring, and its batteries have bridged every cloudy afternoon.</p><p>Price: 1,290 EUR, delivered within three
weeks.</p><img src="/kiln.png" alt="A kiln"></main></html>"""


expect.set_options(timeout=MILLISECONDS)


@pytest.fixture(scope="module")
def chromium(environment: Environment) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=product_browser.find(environment), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield started
        started.close()


@pytest.fixture
def page(chromium: Browser, service: Service, database: Engine, account: Account) -> Iterator[Page]:
    """A tab of a signed-in member. Fails if a page reports an error, or loads something from another host."""
    email = f"{account.workspace_id.hex[:12]}@a.com"
    with database.begin() as connection:
        member.add(connection, account.workspace_id, email, "member", OPERATOR)
        token = console_session.create(connection, person.ensure(connection, email))
    context = chromium.new_context(base_url=f"{service.base_url}/console/{account.workspace_id}/")
    context.set_default_timeout(MILLISECONDS)
    context.add_cookies([{"name": session_cookie.NAME, "value": token, "url": service.base_url}])
    tab, problems, hosts = context.new_page(), list[str](), set[str]()
    tab.on("pageerror", lambda error: problems.append(str(error)))
    tab.on("console", lambda message: problems.append(message.text) if "Security Policy" in message.text else None)
    tab.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    yield tab
    context.close()
    assert problems == [] and hosts - {urlsplit(service.base_url).netloc, ""} == set()


def settled(page: Page) -> None:
    """Wait for the scripts of the page."""
    expect(page.locator("[data-run-label]")).to_have_text("Run")


def test_scrape_in_the_playground(page: Page, site: Site) -> None:
    site.put("/kiln", KILN, kind="text/html")
    page.goto("playground")
    settled(page)

    page.get_by_role("textbox", name="URL", exact=True).fill("nope")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#option-url-error")).to_contain_text(
        "Must be an absolute http or https URL", timeout=MILLISECONDS
    )
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


def test_extracted_values_are_shown_in_the_page(page: Page, site: Site) -> None:
    site.put("/kiln", KILN, kind="text/html")
    page.goto("playground?operation=extract")
    settled(page)
    page.get_by_role("textbox", name="URLs", exact=True).fill(site.url("/kiln"))
    page.get_by_role("textbox", name="JSON Schema", exact=True).fill(
        '{"type": "object", "properties": {"name": {"type": "string"}}}'
    )

    page.get_by_role("button", name="Run").click()
    page.get_by_role("button", name="Show in the page").click()

    expect(page.locator("mark").first).to_contain_text("Small kiln")


def test_call_can_be_cancelled(page: Page, site: Site) -> None:
    site.page("/slow", seconds=30)
    page.goto("playground")
    settled(page)
    page.get_by_role("textbox", name="URL", exact=True).fill(site.url("/slow"))
    page.get_by_role("button", name="Run").click()

    page.get_by_role("button", name="Cancel").click()

    expect(page.locator("[data-result]")).to_contain_text("A cancelled call is free")


def test_crawl_is_watched_and_its_delivery_retried(
    page: Page, site: Site, make_site: Callable[[], Site]
) -> None:  # fmt: skip
    site.tree(6, width=5, seconds=0.3)
    receiver = make_site()
    receiver.put("/hook", "gone", status=410)
    page.goto("playground?operation=crawl")
    settled(page)
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
