"""The console in a real browser, as one signed-in person sees it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PASSWORD = "correct horse battery"
# Also the limit of `expect`: the machine may be slow.
WAIT_MILLISECONDS = 30_000


@contextmanager
def started(path: str) -> Iterator[Browser]:
    """A browser. It runs without a sandbox, because it opens our own pages only."""
    expect.set_options(timeout=WAIT_MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=False)
        yield browser
        browser.close()


@dataclass(frozen=True)
class Visit:
    """One person's browser. `problems` collects errors of scripts and of the content security policy."""

    base_url: str
    page: Page
    workspace_id: UUID
    problems: list[str] = field(default_factory=list)

    def open(self, name: str = "") -> Page:
        """The page of the workspace with that name in its path."""
        self.page.goto(f"{self.base_url}/console/{self.workspace_id}/{name}")
        return self.page


def visit(browser: Browser, base_url: str, workspace_id: UUID, **options: object) -> Visit:
    """A browser without cookies."""
    context: BrowserContext = browser.new_context(**options)  # type: ignore[arg-type]
    context.set_default_timeout(WAIT_MILLISECONDS)
    made = Visit(base_url, context.new_page(), workspace_id)
    made.page.on("pageerror", lambda error: made.problems.append(str(error)))
    made.page.on("console", lambda said: made.problems.append(said.text) if "Security Policy" in said.text else None)
    return made


def join(person: Visit, token: str, email: str) -> None:
    """Accept an invitation as a new person, who is then signed in."""
    page = person.page
    page.goto(f"{person.base_url}/console/join#token={token}")
    if page.get_by_label("E-mail address").is_editable():
        page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("You are now a member")).to_be_visible()
