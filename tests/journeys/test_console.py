"""The whole way of a person through the console, in one browser: from the first sign-in to the revoked key."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import Engine

from models.accounts import member, password, person
from models.accounts.audit import OPERATOR
from tests.conftest import Account
from tests.journeys import console
from tests.journeys.console import PASSWORD, Visit
from tests.service import Client, Service, wait_until
from tests.sites.site import Site

KILN = """<!doctype html><html lang="en"><title>Small kiln</title><main><h1>Small kiln</h1><p>The small kiln has fired eleven
hundred bowls since spring, and its batteries have bridged every cloudy afternoon.</p></main></html>"""
PAGES = 6


@pytest.fixture
def owner(browser: str, service: Service, database: Engine, account: Account) -> Iterator[Visit]:
    """The browser of the workspace's owner, who has a password and is not signed in. Checks that no script failed."""
    email, hosts = f"{uuid4().hex[:12]}@a.com", set[str]()
    with database.begin() as connection:
        member.add(connection, account.workspace_id, email, "owner", OPERATOR)
        person.set_password(connection, person.ensure(connection, email), password.hash_of(PASSWORD))
    with console.started(browser) as chromium:
        visit = console.visit(chromium, service.base_url, account.workspace_id)
        visit.page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        sign_in(visit, email)
        yield visit
        assert visit.problems == []
    assert hosts <= {urlsplit(service.base_url).netloc, ""}


def sign_in(visit: Visit, email: str) -> None:
    page = visit.open("keys")
    expect(page).to_have_url(f"{visit.base_url}/console/sign-in?next=%2Fconsole%2F{visit.workspace_id}%2Fkeys")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Keys", exact=True)).to_be_visible()


def make_key(owner: Visit) -> str:
    page = owner.page
    page.get_by_label("Name", exact=True).fill("notebook")
    page.get_by_role("button", name="Create key").click()
    key = page.locator("#new-key").inner_text()

    page.reload()
    expect(page.get_by_text(key)).to_have_count(0)
    expect(page.get_by_role("row").filter(has_text="notebook")).to_have_count(1)
    return key


def scrape(owner: Visit, site: Site) -> None:
    page = owner.page
    page.get_by_role("link", name="Playground").click()
    expect(page.locator("[data-run-label]")).to_have_text("Run")
    page.get_by_role("textbox", name="URL", exact=True).fill("nope")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("#option-url-error")).to_contain_text("Must be an absolute http or https URL")
    expect(page.get_by_role("textbox", name="URL", exact=True)).to_be_focused()
    expect(page.locator(".run-bar [role=alert]")).to_have_text(
        re.compile("^URL: Must be an absolute http or https URL")
    )
    expect(page.locator(".run-bar [role=alert]")).to_be_in_viewport()

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


def crawl_and_watch(owner: Visit, site: Site, receiver: Site) -> None:
    """Start a crawl and stay on its page until it has ended. No reload shows its progress."""
    page = owner.open("playground?operation=crawl")
    expect(page.locator("[data-run-label]")).to_have_text("Run")
    page.get_by_role("textbox", name="URL", exact=True).first.fill(site.url())
    page.locator("summary", has_text="More options").click()
    page.locator("summary", has_text="Webhook").click()
    page.locator("[name='webhook.url']").fill(receiver.url("/hook"))
    page.locator("input[name='webhook.events'][value='page']").uncheck()
    page.get_by_role("button", name="Run").click()

    page.wait_for_url("**/jobs/*")
    page.evaluate("window.isTheFirstPage = true")
    expect(page.locator("#job-head .badge")).to_have_text("completed")
    expect(page.locator("#job-pages tbody tr")).to_have_count(PAGES)
    expect(page.locator("#job-deliveries tbody tr").first).to_contain_text("HTTP 410")
    assert page.evaluate("window.isTheFirstPage")


def retry_delivery(owner: Visit, receiver: Site) -> None:
    page = owner.page
    receiver.put("/hook", "thanks")
    page.get_by_role("button", name="Retry").click()
    expect(page.locator("#job-deliveries tbody tr").first).to_contain_text("success")
    page.locator("#job-deliveries summary").click()
    attempts = page.locator("#job-deliveries li")
    expect(attempts.nth(0)).to_contain_text("The receiver answered with HTTP 410.")
    expect(attempts.nth(1)).to_contain_text("HTTP 200")
    wait_until(lambda: len(receiver.visits) == 2, seconds=90, what="the second attempt")
    page.locator("#job-pages tbody a").first.click()
    expect(page.locator("article")).to_contain_text("nothing else")


def invite(owner: Visit, email: str) -> Visit:
    """The browser of a second person, who has opened the link of the invitation and joined."""
    page = owner.open("team")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_role("button", name="Create invitation").click()
    link = urlsplit(page.locator("#new-link").inner_text())
    page.reload()
    expect(page.locator("#new-link")).to_have_count(0)

    chromium: Browser | None = page.context.browser
    assert chromium is not None
    guest = console.visit(chromium, owner.base_url, owner.workspace_id)
    console.join(guest, link.fragment.removeprefix("token="), email)
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("test")
    return guest


def remove(owner: Visit, guest: Visit, email: str) -> None:
    page = owner.open("team")
    page.get_by_role("row").filter(has_text=email).get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name=f"Remove {email}").click()
    expect(page.get_by_text("The member is removed.")).to_be_visible()
    assert guest.open("keys").get_by_text("The page does not exist.").is_visible()
    assert guest.problems == []


def revoke_key(owner: Visit) -> None:
    page = owner.open("keys")
    row = page.get_by_role("row").filter(has_text="notebook").first
    expect(row).to_contain_text(re.compile("just now|minutes? ago"))  # Its last use. A busy machine takes minutes.
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke notebook").click()
    expect(page.get_by_text("The key is revoked.")).to_be_visible()


def test_person_goes_from_sign_in_to_a_revoked_key(
    owner: Visit, service: Service, site: Site, make_site: Callable[[], Site]
) -> None:
    site.put("/kiln", KILN, kind="text/html")
    site.tree(PAGES, width=5, seconds=0.3)
    receiver, email = make_site(), f"{uuid4().hex[:12]}@a.com"
    receiver.put("/hook", "gone", status=410)

    client = Client(service.base_url, make_key(owner))
    assert client.get("/v1/account").status_code == 200
    scrape(owner, site)
    crawl_and_watch(owner, site, receiver)
    retry_delivery(owner, receiver)
    guest = invite(owner, email)
    remove(owner, guest, email)
    revoke_key(owner)

    assert client.get("/v1/account").status_code == 401
