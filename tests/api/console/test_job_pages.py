"""The pages of background jobs, without a browser and without a worker."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

import lxml.html
import pytest
from sqlalchemy import Engine, text

from api import ratelimit
from api.console.views import jobs
from contract.declare import load, stored
from contract.options.crawl import CrawlOptions
from extraction.links.scope import key_of
from models.accounts import credits, workspace
from models.base import new_id
from models.jobs import new_job
from models.page_jobs import page_job
from models.pages.page import PAGE, NewPage
from tests.api.console.conftest import MakePerson, Person

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OPTIONS = {
    "url": "https://site.example/", "limit": 5, "scrapeOptions": {"headers": {"Authorization": "Bearer hidden-value"}},
    "webhook": {"url": "https://hook.example/", "secret": SECRET},
}  # fmt: skip
RESULT = {
    "url": "https://site.example/1",
    "status": 200,
    "markdown": "# Kiln\n\n<script>alert(1)</script>",
    "metadata": {},
}
EVENT = """INSERT INTO event (id, job_id, type, page_number, host, status, attempts, error)
    VALUES (:id, :job, 'crawl.page', 1, 'hook.example', 'failed', 6, 'The receiver answered with HTTP 500.')"""


def add_crawl(database: Engine, workspace_id: UUID, pages: int = 3) -> UUID:
    """The id of a running crawl. Its page 1 has a result."""
    job_id = new_id()
    urls = [f"https://site.example/{number}" for number in range(pages)]
    found = [NewPage(url=url, key=key_of(url), host="site.example", depth=0, rank=0, kind=PAGE) for url in urls]
    with database.begin() as connection:
        assert page_job.create(
            connection, job_id=job_id, workspace_id=workspace_id, operation="crawl", path="/v1/web/crawl", price=1,
            options=stored(load(CrawlOptions, OPTIONS)), pages_max=100, pages=found,
        )  # fmt: skip
        values = {"job": job_id, "result": json.dumps(RESULT)}
        done = "UPDATE page SET status = 'completed', finished_at = now(), result = :result WHERE job_id = :job AND number = 1"
        connection.execute(text(done), values)
    return job_id


def add_failed_delivery(database: Engine, job_id: UUID) -> UUID:
    event_id = new_id()
    with database.begin() as connection:
        connection.execute(text(EVENT), {"id": event_id, "job": job_id})
    return event_id


@pytest.fixture
def crawl(database: Engine, owner: Person) -> UUID:
    return add_crawl(database, owner.workspace_id)


def test_job_shows_its_pages_and_no_secret(owner: Person, crawl: UUID) -> None:
    answer = owner.get(f"…/jobs/{crawl}")

    page = lxml.html.fromstring(answer.text)
    assert len(page.xpath("//*[@id='job-pages']//tbody/tr")) == 3
    shown = json.loads(page.get_element_by_id("job-options").text_content())
    assert shown["url"] == OPTIONS["url"] and shown["limit"] == 5 and "sitemap" not in shown
    assert shown["webhook"]["secret"] == shown["scrapeOptions"]["headers"]["Authorization"] == "•••"
    assert SECRET not in answer.text and "hidden-value" not in answer.text


@pytest.mark.parametrize(
    ("query", "expected"),
    [("status=completed", 1), ("status=failed", 0), ("status=wrong", 3), ("offset=2", 1), ("offset=x", 3), ("offset=99999999", 3)],
)  # fmt: skip
def test_pages_are_selected_by_status_and_offset(owner: Person, crawl: UUID, query: str, expected: int) -> None:
    page = lxml.html.fromstring(owner.get(f"…/jobs/{crawl}?{query}").text)

    assert len(page.xpath("//*[@id='job-pages']//tbody/tr")) == expected


def test_long_lists_of_pages_are_shown_in_parts(owner: Person, database: Engine) -> None:
    crawl = add_crawl(database, owner.workspace_id, pages=jobs.PAGES_SHOWN + 1)
    first = lxml.html.fromstring(owner.get(f"…/jobs/{crawl}").text)

    [following] = first.xpath("//*[@id='job-pages']//a[text()='Next']/@href")
    second = lxml.html.fromstring(owner.client.get(following).text)
    assert len(first.xpath("//*[@id='job-pages']//tbody/tr")) == jobs.PAGES_SHOWN
    assert len(second.xpath("//*[@id='job-pages']//tbody/tr")) == 1
    assert second.xpath("//*[@id='job-pages']//a[text()='Previous']")


def test_page_of_a_job_shows_its_result(owner: Person, crawl: UUID) -> None:
    answer = owner.get(f"…/jobs/{crawl}/pages/1")

    page = lxml.html.fromstring(answer.text)
    assert page.xpath("//article//h1/text()") == ["Kiln"]
    assert "<script>alert" not in answer.text
    assert json.loads(page.get_element_by_id("result-json").text_content()) == RESULT
    assert "has not ended" in owner.get(f"…/jobs/{crawl}/pages/0").text
    for number in ("7", "99999999999"):
        assert owner.get(f"…/jobs/{crawl}/pages/{number}").status_code == 404


def test_long_result_is_a_download(owner: Person, database: Engine, crawl: UUID) -> None:
    long = {**RESULT, "html": "<p>short</p>", "rawHtml": "x" * 600_000}
    with database.begin() as connection:
        values = {"job": crawl, "result": json.dumps(long)}
        connection.execute(text("UPDATE page SET result = :result WHERE job_id = :job AND number = 1"), values)

    answer = owner.get(f"…/jobs/{crawl}/pages/1")

    page = lxml.html.fromstring(answer.text)
    assert page.get_element_by_id("result-html").text_content() == "<p>short</p>"
    assert "xxxx" not in answer.text and answer.text.count("too long to show") == 2
    [url] = {*page.xpath("//a[@download]/@href")}
    file = owner.client.get(url)
    assert file.json == long and file.headers["Content-Disposition"] == "attachment; filename=page-1.json"
    assert owner.client.get(url.replace("pages/1", "pages/2")).status_code == 404


def test_jobs_are_filtered_and_paged(owner: Person, database: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "JOBS_SHOWN", 2)
    made = [add_crawl(database, owner.workspace_id) for _ in range(3)]

    def listed(path: str) -> list[str]:
        page = lxml.html.fromstring(owner.client.get(path).text)
        return [href.rpartition("/")[2] for href in page.xpath("//tbody//a/@href")]

    base = f"/console/{owner.workspace_id}/jobs"
    first = lxml.html.fromstring(owner.client.get(f"{base}?kind=crawl&state=running").text)
    [older] = first.xpath("//a[text()='Older']/@href")
    assert listed(f"{base}?kind=crawl&state=running") == [str(made[2]), str(made[1])]
    assert listed(older) == [str(made[0])] and "kind=crawl" in older and "state=running" in older
    assert listed(f"{base}?kind=batch") == listed(f"{base}?state=failed") == []
    assert listed(f"{base}?before=wrong") == [str(made[2]), str(made[1])]
    assert listed(f"{base}?since=2026-11-01") == listed(f"{base}?since=yesterday") == [str(made[2]), str(made[1])]
    assert listed(f"{base}?since=2099-01-01") == []
    assert "since=2026-11-01" in owner.client.get(f"{base}?since=2026-11-01").text


def test_running_job_can_be_cancelled(owner: Person, crawl: UUID) -> None:
    answer = owner.post(f"…/jobs/{crawl}/cancel")

    assert answer.status_code == 303
    page = owner.get(f"…/jobs/{crawl}").text
    assert 'data-job="cancelled"' in page and "/cancel" not in page


def test_failed_delivery_can_be_retried(owner: Person, database: Engine, crawl: UUID) -> None:
    delivery = add_failed_delivery(database, crawl)
    before = lxml.html.fromstring(owner.get(f"…/jobs/{crawl}").text)
    [action] = before.xpath("//*[@id='job-deliveries']//form/@action")

    answer = owner.post(action)

    after = owner.get(f"…/jobs/{crawl}").text
    assert action.endswith(f"{delivery}/retry") and answer.status_code == 303
    assert "data-pending" in after and not lxml.html.fromstring(after).xpath("//*[@id='job-deliveries']//form")
    assert owner.post(f"…/jobs/{crawl}/deliveries/{new_id()}/retry").status_code == 404


EXTRACTED = {"results": [{"url": "https://site.example/", "data": {"colour": "umber"}, "error": None}]}


@pytest.mark.parametrize(
    ("operation", "result", "error", "expected"),
    [
        ("scrape", RESULT, None, "<h1>Kiln</h1>"),
        ("scrape", None, {"code": "REQUEST_TIMEOUT", "message": "Too slow."}, "Too slow."),
        ("extract", EXTRACTED, None, '<td data-label="Value" class="value">umber</td>'),
    ],
)
def test_background_job_shows_result_or_error(
    owner: Person, database: Engine, operation: str, result: Any, error: Any, expected: str
) -> None:
    job_id, url = new_id(), "https://site.example/"
    with database.begin() as connection:
        new_job.create(
            connection, workspace_id=owner.workspace_id, operation=operation, path=f"/v1/web/{operation}", in_background=True,
            options={"url": url} if operation == "scrape" else {"urls": [url]}, price=1, job_id=job_id, waiting_process=None,
        )  # fmt: skip
        values = {"id": job_id, "result": json.dumps(result) if result else None}
        values["error"] = json.dumps(error) if error else None
        ended = "UPDATE job SET status = 'completed', result = :result, error = CAST(:error AS jsonb) WHERE id = :id"
        connection.execute(text(ended), values)
        if result:
            credits.capture(connection, str(job_id), 1)

    [row] = lxml.html.fromstring(owner.get(f"…/jobs?kind={operation}").text).xpath("//tbody/tr")
    cells = {cell.get("data-label"): cell.text_content() for cell in row}
    assert (cells["Kind"], cells["Pages"], cells["Credits"]) == (operation, "–", "1" if result else "0")
    assert cells["Job"] == (url if operation == "scrape" else "Extract")
    shown = owner.get(f"…/jobs/{job_id}").text
    assert expected in shown
    assert lxml.html.fromstring(shown).findtext(".//h1") == (url if operation == "scrape" else "Extract of 1 URL")
    file = owner.get(f"…/jobs/{job_id}/result.json")
    assert file.json == result if result else file.status_code == 404


def filled(owner: Person, job_id: UUID) -> lxml.html.HtmlElement:
    """The form that "Run again" on the page of a job opens."""
    page = lxml.html.fromstring(owner.get(f"…/jobs/{job_id}").text)
    [link] = page.xpath("//a[text()='Run again']/@href")
    return lxml.html.fromstring(owner.client.get(link).text)


def test_job_is_run_again_with_its_options_but_without_secrets(owner: Person, crawl: UUID) -> None:
    form = filled(owner, crawl)

    assert form.xpath("//input[@name='url']/@value") == ["https://site.example/"]
    assert form.xpath("//input[@name='limit']/@value") == ["5"]
    assert form.xpath("//input[@name='webhook.url']/@value") == ["https://hook.example/"]
    assert "hidden-value" not in lxml.html.tostring(form, encoding="unicode")
    assert form.xpath("//input[@name='webhook.secret']/@value") in ([], [""])
    assert SECRET not in form.get_element_by_id("call-curl").text_content()


def test_batch_and_extract_are_run_again_with_all_their_urls_and_the_schema(owner: Person, database: Engine) -> None:
    urls = [f"https://site.example/{number}" for number in range(60)]
    batch, extract, schema = new_id(), new_id(), {"type": "object", "properties": {"colour": {"type": "string"}}}
    found = [
        NewPage(url=url, key=key_of(url), host="site.example", depth=0, rank=n, kind=PAGE) for n, url in enumerate(urls)
    ]
    with database.begin() as connection:
        assert page_job.create(
            connection, job_id=batch, workspace_id=owner.workspace_id, operation="batch", path="/v1/web/batch", price=1,
            options={"scrapeOptions": {"formats": ["links"]}}, pages_max=60, pages=found,
        )  # fmt: skip
        new_job.create(
            connection, workspace_id=owner.workspace_id, operation="extract", path="/v1/web/extract", in_background=True,
            options={"urls": urls[:3], "schema": schema}, price=5, job_id=extract, waiting_process=None,
        )  # fmt: skip

    of_batch, of_extract = filled(owner, batch), filled(owner, extract)

    assert of_batch.xpath("//textarea[@name='urls']")[0].text_content().split() == urls
    assert '"formats": ["links"]' in of_batch.get_element_by_id("call-curl").text_content()
    assert of_extract.xpath("//textarea[@name='urls']")[0].text_content().split() == urls[:3]
    assert json.loads(of_extract.xpath("//textarea[@name='schema']")[0].text_content()) == schema


def test_jobs_of_another_workspace_do_not_exist(owner: Person, make_person: MakePerson, crawl: UUID) -> None:
    stranger = make_person()

    paths = (
        f"…/jobs/{crawl}",
        f"…/jobs/{crawl}/pages/1",
        f"/console/{owner.workspace_id}/jobs/{crawl}",
        f"…/playground?job={crawl}",
    )
    for path in paths:
        assert stranger.get(path).status_code == 404
    for path in (f"…/jobs/{crawl}/cancel", f"…/jobs/{crawl}/deliveries/{new_id()}/retry"):
        assert stranger.post(path).status_code == 404
    assert 'data-job="running"' in owner.get(f"…/jobs/{crawl}").text


@pytest.mark.parametrize("group", ["cancel", "retry"])
def test_forms_of_jobs_count_against_the_limits_of_the_workspace(
    owner: Person, database: Engine, crawl: UUID, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limits in ratelimit.PER_MINUTE.values():
        monkeypatch.setitem(limits, group, 0)
    delivery = add_failed_delivery(database, crawl)

    answer = owner.post(f"…/jobs/{crawl}/" + {"cancel": "cancel", "retry": f"deliveries/{delivery}/retry"}[group])

    page = owner.get(f"…/jobs/{crawl}").text
    assert answer.status_code == 429
    assert 'data-job="running"' in page and f"{delivery}/retry" in page


def test_suspended_workspace_changes_no_job_and_creates_no_key(owner: Person, database: Engine, crawl: UUID) -> None:
    owner.post("…/keys", kind="secret", name="Old")
    with database.begin() as connection:
        workspace.set_suspended(connection, owner.workspace_id, True)

    for path in (
        f"…/jobs/{crawl}/cancel",
        f"…/jobs/{crawl}/deliveries/{new_id()}/retry",
        "…/keys",
        "…/team/invitations",
    ):
        assert owner.post(path, kind="secret", name="New", role="member").status_code == 403

    keys = lxml.html.fromstring(owner.get("…/keys").text)
    action = keys.xpath("//form[contains(@action, '/revoke')]/@action")[0]
    assert owner.post(action).status_code == 303
    assert 'data-job="running"' in owner.get(f"…/jobs/{crawl}").text
