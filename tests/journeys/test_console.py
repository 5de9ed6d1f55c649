"""The console in a real browser: sign in, make a key, invite a member, revoke the key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, expect
from sqlalchemy import Engine

from models.accounts import invitation
from models.accounts.audit import OPERATOR
from models.queues import pause
from tests.conftest import Account
from tests.journeys import console
from tests.journeys.console import PASSWORD, Visit
from tests.service import Client, Service


@pytest.fixture(scope="module")
def chromium(browser: str) -> Iterator[Browser]:
    with console.started(browser) as started:
        yield started


@pytest.fixture
def visitor(chromium: Browser, service: Service, database: Engine, account: Account) -> Iterator[Callable[..., Visit]]:
    """`visitor(**options)`: the owner of the fresh workspace, signed in. Checks that no script failed."""
    made: list[Visit] = []

    def make(*, operator: bool = False, **options: object) -> Visit:
        with database.begin() as connection:
            role = "admin" if operator else "owner"
            token = invitation.create(connection, account.workspace_id, role, OPERATOR, is_operator=operator).token
        person = console.visit(chromium, service.base_url, account.workspace_id, **options)
        made.append(person)
        console.join(person, token, f"{uuid4().hex[:8]}@a.com")
        return person

    yield make
    for person in made:
        person.page.context.close()
        assert person.problems == []


def test_keys_and_people_from_sign_in_to_revocation(
    visitor: Callable[..., Visit], chromium: Browser, service: Service
) -> None:
    owner = visitor()
    page = owner.open("keys")
    page.get_by_label("Name").fill("notebook")
    page.get_by_role("button", name="Create key").click()
    key = page.locator("#new-key").inner_text()
    client = Client(service.base_url, key)
    assert client.get("/v1/account").status_code == 200

    owner.open("keys")
    expect(page.get_by_text(key)).to_have_count(0)
    row = page.get_by_role("row").filter(has_text="notebook").first
    expect(row).to_contain_text("just now")

    owner.open("team").get_by_label("E-mail address").fill("new@a.com")
    page.get_by_role("button", name="Create invitation").click()
    link = page.locator("#new-link").inner_text()
    guest = console.visit(chromium, service.base_url, owner.workspace_id)
    console.join(guest, link.partition("token=")[2], "new@a.com")
    guest.page.get_by_role("button", name="Sign out").click()
    guest.page.get_by_label("E-mail address").fill("new@a.com")
    guest.page.get_by_label("Password").fill(PASSWORD)
    guest.page.get_by_role("button", name="Sign in").click()
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("test")

    owner.open("keys")
    row.get_by_role("button", name="Revoke").click()
    page.get_by_role("dialog").get_by_role("button", name="Revoke notebook").click()
    expect(page.get_by_text("The key is revoked.")).to_be_visible()
    assert client.get("/v1/account").status_code == 401

    owner.open("team")
    page.get_by_role("row").filter(has_text="new@a.com").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove new@a.com").click()
    expect(page.get_by_text("The member is removed.")).to_be_visible()
    assert guest.open("keys").get_by_text("The page does not exist.").is_visible()
    guest.page.context.close()
    assert guest.problems == []


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
    """Lets the queue of webhooks go on, at the end in any case."""

    def run() -> None:
        with database.begin() as connection:
            pause.resume(connection, "webhooks")

    yield run
    run()


def test_operator_pauses_a_queue_and_watches_it_go_on(
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
