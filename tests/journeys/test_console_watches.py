"""The way of a person with a watch, in a browser: from a scrape in the playground to the change side by side."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect
from sqlalchemy import Engine

from tests.journeys.console import Visit
from tests.journeys.test_console_pages import chromium as chromium
from tests.journeys.test_console_pages import open_form
from tests.journeys.test_console_pages import visitor as visitor
from tests.sites.site import Site
from tests.watching import hurried

PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True}


def put_page(site: Site, fact: str) -> None:
    report = "".join(
        f"<p>In month {number} the plant delivered electricity without an interruption.</p>" for number in range(9)
    )
    main = f"<h1>Solar pilot plant</h1>{report}<p>{fact}</p>"
    site.put(
        "/plant", f"<html><head><title>Plant</title></head><body><main>{main}</main></body></html>", kind="text/html"
    )


def checked(page: Page, number: int, result: str) -> None:
    """Wait on the page of a watch, without a reload, until the check with this number has this result."""
    row = page.locator("#watch-checks tbody tr").filter(
        has=page.get_by_role("link", name=re.compile(f"^{number}\\s?: check of"))
    )
    expect(row).to_contain_text(result)


def run_now(page: Page, number: int, result: str) -> None:
    page.get_by_role("button", name="Run now").click()
    expect(page.get_by_text("A check starts now.")).to_be_visible()
    checked(page, number, result)


def watch_from_a_scrape(visit: Visit, url: str) -> Page:
    """Scrape a page in the playground, watch it, and stay on the page of the watch until two checks have ended."""
    page = open_form(visit, "scrape")
    watch = page.get_by_role("button", name="Watch this page")
    expect(watch).to_be_hidden()
    page.get_by_role("textbox", name="URL", exact=True).fill(url)
    page.get_by_text("More options").click()
    page.locator("[name=waitFor]").fill("0")
    page.locator("[name=timeout]").fill("20000")
    page.get_by_role("button", name="Run").click()
    expect(page.locator("[data-result] article")).to_be_visible()
    watch.click()

    expect(page.locator("#option-urls")).to_have_value(url)
    expect(page.locator("[name='scrapeOptions.timeout']")).to_have_value("20000")
    expect(page.locator("#option-query")).to_be_hidden()
    page.get_by_role("radio", name="At times of a cron expression").check()
    page.get_by_label("Cron", exact=True).fill("* * * * *")
    page.get_by_role("button", name="Create watch").click()
    expect(page.locator("#cron")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#option-urls")).to_have_value(url)
    page.get_by_label("Cron", exact=True).fill("0 9 1 1 *")
    page.get_by_label("Time zone").fill("Europe/Berlin")
    page.get_by_role("button", name="Create watch").click()
    expect(page.get_by_text("The watch is created.")).to_be_visible()
    expect(page.get_by_text("At 09:00 on January 1, Europe/Berlin").first).to_be_visible()
    checked(page, 1, "new")
    run_now(page, 2, "same")
    return page


def test_person_watches_a_page_and_sees_what_changed(
    visitor: Callable[..., Visit], site: Site, database: Engine
) -> None:
    with hurried(database):
        watch_and_look(visitor, site)


def watch_and_look(visitor: Callable[..., Visit], site: Site) -> None:
    put_page(site, "It has 40 panels.")
    visit = visitor()
    page = watch_from_a_scrape(visit, site.url("/plant"))

    put_page(site, "It has 64 panels and a battery.")
    run_now(page, 3, "It has 64 panels and a battery.")
    put_page(site, "It has 65 panels and a battery.")
    run_now(page, 4, "It has 65 panels and a battery.")
    expect(page.locator("#watch-change ins")).to_have_text("65")
    expect(page.locator("#watch-change del")).to_have_text("64")
    page.locator("#watch-change .fold summary").first.click()
    expect(page.locator("#watch-change .folded").first).to_contain_text("Solar pilot plant")

    page.get_by_role("radio", name="From check 1").check()
    page.get_by_role("radio", name="To check 4").check()
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check 1 to check 4")
    expect(page.locator(".removed")).to_contain_text("It has 40 panels.")
    expect(page.locator("ins").last).to_have_text("and a battery")

    listed = visit.open("watches")
    expect(listed.get_by_role("row").nth(1)).to_contain_text("It has 65 panels and a battery.")
    for name in ("watches", "watches/new"):
        look_on_a_phone(visitor(**PHONE), name)
    listed.get_by_role("link", name=site.url("/plant")).click()
    look_on_a_phone(visitor(**PHONE), listed.url.partition(f"{visit.workspace_id}/")[2])
    pause_and_delete(listed)


def look_on_a_phone(phone: Visit, name: str) -> None:
    page = phone.open(name)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    sides: Any = page.locator("#watch-change tr", has=page.locator("del")).locator("td")
    if sides.count():
        boxes = [each.bounding_box() for each in sides.all()]
        assert boxes[0]["x"] == boxes[1]["x"] and boxes[0]["y"] < boxes[1]["y"]


def pause_and_delete(page: Page) -> None:
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#watch-head .badge").first).to_have_text("paused")
    page.get_by_role("button", name="Resume").click()
    expect(page.locator("#watch-head .badge").first).to_have_text("active")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the watch").click()
    expect(page.get_by_text("The watch is deleted.")).to_be_visible()
    expect(page.get_by_text("No watches yet")).to_be_visible()
