"""Pages of the console in a real browser, with the running service. `test_console.py` has the whole way of a person."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from aiohttp import web
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import Engine

from api.checks import session_cookie
from api.console.playground.offered import OFFERED
from contract.environment import Environment
from models.accounts import console_session, member, person
from models.accounts.audit import OPERATOR
from models.queues import pause
from tests.conftest import Account
from tests.journeys import console
from tests.journeys.console import Visit
from tests.service import Client, Service
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
    """`visitor(operator=False, **options)`: a signed-in member. Checks that no script failed and no other host was asked."""
    made, hosts = list[Visit](), set[str]()

    def make(*, operator: bool = False, **options: object) -> Visit:
        email = f"{uuid4().hex[:12]}@a.com"
        with database.begin() as connection:
            member.add(connection, account.workspace_id, email, "member", OPERATOR)
            token = console_session.create(connection, person.ensure(connection, email))
            if operator:
                person.make_operator(connection, email)
        visit = console.visit(chromium, service.base_url, account.workspace_id, **options)
        visit.page.context.add_cookies(
            [{"name": session_cookie.name(Environment().base_url), "value": token, "url": service.base_url}]
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


def test_playground_fits_a_phone(visitor: Callable[..., Visit], site: Site) -> None:
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


def test_pages_fit_a_phone_and_their_menu_opens_with_the_keyboard(visitor: Callable[..., Visit]) -> None:
    phone = visitor(viewport={"width": 390, "height": 844}, color_scheme="dark", has_touch=True)
    for name in ("", "keys", "team", "team/audit", "usage", "logos"):
        page = phone.open(name)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.get_by_role("link", name="Usage").click()

    expect(page.get_by_role("heading", name="Usage", exact=True)).to_be_visible()


def test_session_of_a_page_shows_logos(visitor: Callable[..., Visit]) -> None:
    page = visitor().open("logos")

    page.get_by_label("Domain").fill("no-such-company.invalid")
    page.get_by_role("button", name="Show").click()

    expect(page.get_by_role("img", name="Logo of no-such-company.invalid")).to_be_visible()
    expect(page.locator("#logo-snippet")).to_contain_text("no-such-company.invalid?token=ow_pk_")


@pytest.fixture
def resume(database: Engine) -> Iterator[Callable[[], None]]:
    """Lets the queue of webhooks continue, at the end in any case."""

    def run() -> None:
        with database.begin() as connection:
            pause.resume(connection, "webhooks")

    yield run
    run()


def test_operator_pauses_a_queue_and_watches_it_continue(
    visitor: Callable[..., Visit], service: Service, resume: Callable[[], None]
) -> None:
    """The queue of webhooks, which no other test of this process needs meanwhile."""
    operator = visitor(operator=True)
    page = operator.page
    page.goto(f"{service.base_url}/console/queues")
    row = page.get_by_role("row").filter(has_text="Deliveries of webhook events")
    row.get_by_role("button", name="Pause").click()
    page.get_by_role("dialog").get_by_role("button", name="Pause webhooks").click()
    expect(page.get_by_text("The queue is paused.")).to_be_visible()

    resume()  # As the command line does. The page shows it without being loaded again.

    expect(page.get_by_role("button", name="Resume webhooks")).to_have_count(0)
    expect(page.get_by_role("row").filter(has_text="Deliveries of webhook events")).to_be_visible()


def test_page_of_a_job_and_the_list_continue_after_a_lost_connection(
    visitor: Callable[..., Visit], client: Client, site: Site
) -> None:
    paths, connected = site.tree(40, width=39, seconds=0.3), threading.Event()
    last = site.answers[paths[-1]]

    async def after_all(request: web.Request) -> web.StreamResponse:
        while not connected.is_set():
            await asyncio.sleep(0.05)
        return await last(request)

    site.on(paths[-1], after_all)
    visit = visitor()
    crawl = client.begin("crawl", url=site.url(), scrapeOptions={"timeout": 120_000})
    page = visit.open(f"jobs/{crawl}")
    listed = page.context.new_page()
    listed.goto(f"{visit.base_url}/console/{visit.workspace_id}/jobs")
    expect(listed.locator("#job-list tbody tr").first).to_contain_text("running")
    for each in (page, listed):
        each.evaluate("window.isTheFirstPage = true")

    page.context.set_offline(True)
    expect(page.locator(".connection")).to_contain_text("No connection to the service")
    page.wait_for_timeout(2_500)
    page.context.set_offline(False)
    connected.set()

    expect(page.locator("#job-head .badge")).to_have_text("completed")
    expect(page.locator(".connection")).to_be_hidden()
    expect(listed.locator("#job-list tbody tr").first).to_contain_text("40 of 40")
    assert page.evaluate("window.isTheFirstPage") and listed.evaluate("window.isTheFirstPage")


def test_playground_keeps_what_was_typed(visitor: Callable[..., Visit], site: Site) -> None:
    visit, typed = visitor(), site.url("/typed")
    site.page("/typed")
    page = visit.open("playground?operation=scrape")
    url = page.get_by_role("textbox", name="URL", exact=True)
    url.fill(typed)
    page.locator("label.chip", has_text="json").click()
    expect(page.locator("[name='jsonOptions.prompt']")).to_be_visible()
    page.locator("label.chip", has_text="json").click()

    page.get_by_role("link", name="Map", exact=True).click()
    expect(page).to_have_url(re.compile("operation=map"))
    expect(url).to_have_value(typed)
    page.go_back()
    expect(url).to_have_value(typed)
    page.reload()
    expect(url).to_have_value(typed)
    page.get_by_role("button", name="Run").click()
    expect(page.locator("[data-runs] li")).to_contain_text(typed)

    page.context.set_offline(True)
    page.get_by_role("button", name="Run").click()
    expect(page.locator(".run-bar [role=alert]")).to_have_text(re.compile("No connection to the service"))
    page.context.set_offline(False)

    cookies = page.context.cookies()
    page.context.clear_cookies()
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    visit.open("playground?operation=scrape")
    expect(url).to_have_value(typed)
    page.locator("[data-runs] button.run").first.click()
    expect(url).to_have_value(typed)


def test_text_is_copied_without_the_clipboard_interface(visitor: Callable[..., Visit]) -> None:
    visit = visitor()
    visit.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page = visit.open("playground?operation=scrape")

    copy = page.locator("button.copy").first
    copy.click()
    expect(copy).to_have_text("Copied")

    url = page.get_by_role("textbox", name="URL", exact=True)
    url.focus()
    page.keyboard.press("ControlOrMeta+V")
    expect(url).to_have_value(re.compile("^curl .*/v1/web/scrape"))
