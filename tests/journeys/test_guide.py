"""The guides and Swagger UI in a browser, as the running service serves them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests
from playwright.sync_api import Page, sync_playwright

from tests.service import Service

PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def tab(browser: str) -> Iterator[Page]:
    """A page of a phone's size."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        page = started.new_page(viewport=PHONE, color_scheme="dark")
        page.set_default_timeout(30_000)
        yield page
        started.close()


@pytest.fixture
def complaints(tab: Page) -> list[str]:
    """What the browser reports: errors of scripts, and what the content security policy forbids."""
    found: list[str] = []
    tab.on("console", lambda message: found.append(message.text) if message.type == "error" else None)
    tab.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.mark.parametrize(
    "path", ["/docs/guide/", "/docs/guide/operations/scrape", "/docs/guide/command-line", "/docs/guide/architecture"]
)
def test_guide_fits_a_phone_without_complaints(tab: Page, service: Service, complaints: list[str], path: str) -> None:
    tab.goto(service.base_url + path)

    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth") and complaints == []
    assert tab.locator("h1").count() == 1


def test_chosen_scheme_is_kept(tab: Page, service: Service) -> None:
    tab.goto(f"{service.base_url}/docs/guide/")
    tab.click("details.menu > summary")
    tab.click('details.menu [data-theme-choice="light"]')
    tab.goto(f"{service.base_url}/docs/guide/client")

    assert tab.evaluate("document.documentElement.dataset.theme") == "light"


def test_swagger_ui_lists_the_operations(tab: Page, service: Service, complaints: list[str]) -> None:
    tab.goto(f"{service.base_url}/docs/")
    tab.get_by_text("/v1/web/extract").first.wait_for()

    assert complaints == []


def test_guide_is_not_sent_again_while_it_is_current(service: Service) -> None:
    url = f"{service.base_url}/docs/guide/operations/scrape"
    first = requests.get(url, timeout=60)

    again = requests.get(url, headers={"If-None-Match": first.headers["ETag"]}, timeout=60)

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert first.headers["Cache-Control"] == "no-cache" and first.headers["Content-Security-Policy"]
