"""What surrounds the pages of a workspace: navigation, sessions, the ledger, and the pages for operators."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from parsel import Selector
from sqlalchemy import Engine

from models.accounts import call_log, credits
from models.base import new_id
from tests.api.console.conftest import MakePerson, Person


def test_navigation_stays_on_pages_without_a_workspace(make_person: MakePerson) -> None:
    person = make_person(operator=True)
    person.get("…/keys")

    for path in ("/console/account", "/console/queues", "/console/nothing", "/console/operating/people"):
        assert f'href="/console/{person.workspace_id}/jobs"' in person.get(path).text, path


def test_person_ends_one_session_and_keeps_the_other(make_person: MakePerson) -> None:
    person = make_person()
    elsewhere = Person(person.client.application.test_client(), person.email, person.account)
    elsewhere.client.environ_base["REMOTE_ADDR"] = "198.51.100.9"
    elsewhere.sign_in()
    page = elsewhere.get("/console/account").text
    assert "198.51.100.9" in page and page.count(">End this one<") == 1
    address = page.partition('action="/console/account/sessions/')[2].partition('"')[0]

    stranger = make_person()
    stranger.post(f"/console/account/sessions/{address}")
    assert person.get("…/").status_code == 200
    elsewhere.post(f"/console/account/sessions/{address}")

    assert person.get("…/").status_code == 303 and elsewhere.get("…/").status_code == 200


def test_ledger_has_one_line_for_the_pages_of_a_job(owner: Person, database: Engine) -> None:
    """Also of two jobs that run at the same time."""
    jobs = uuid4(), uuid4()
    with database.begin() as connection:
        for number in range(120):
            credits.grant(connection, owner.workspace_id, -1, key=f"{jobs[number % 2]}:{number}")

    page = owner.get("…/usage").text

    assert [page.count(str(job)) for job in jobs] == [1, 1]
    amounts = [text.strip().replace("-", "−") for text in Selector(page).css("td::text").getall()]
    assert page.count("60 pages") == 2 and amounts.count("−60") == 2


def test_ledger_names_calls_whose_job_is_deleted(owner: Person, make_person: MakePerson, database: Engine) -> None:
    """The result of a call is deleted within minutes, its row in the log is not."""
    job, url = new_id(), "https://example.com/tea"
    made = {
        "workspace_id": owner.workspace_id, "key_id": None, "operation": "scrape", "method": "POST", "path": "/v1/web/scrape",
        "subject": url, "status": 200, "error": None, "duration_ms": 5, "job_id": job, "in_background": False,
        "request_id": str(job), "created_at": datetime.now(UTC),
    }  # fmt: skip
    other = make_person()
    with database.begin() as connection:
        call_log.add(connection, [made], timedelta(days=7))
        for person in (owner, other):
            credits.grant(connection, person.workspace_id, -1, key=str(job))

    page = owner.get("…/usage").text

    assert "Scrape" in page and url in page and str(job) not in page
    link = re.search(rf'href="([^"]+)">{url}<', page)
    assert link is not None and owner.get(link[1]).status_code == 200
    assert url not in other.get("…/usage").text


def test_operators_find_workspaces_and_people(make_person: MakePerson) -> None:
    operator, other = make_person(operator=True), make_person()
    for path, sought in (
        ("workspaces", str(other.workspace_id)), ("credits", str(other.workspace_id)), ("people", other.email),
    ):  # fmt: skip
        assert other.get(f"/console/operating/{path}").status_code == 404
        found = operator.get(f"/console/operating/{path}?q={sought[3:-3]}").text
        assert sought in found
        assert sought not in operator.get(f"/console/operating/{path}?q={uuid4().hex}").text


def test_workspace_without_a_key_offers_one_and_browsers_are_named(owner: Person) -> None:
    from api.console.agents import browser_of

    assert browser_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0") == "Firefox on Linux"
    assert browser_of("") == "Unknown browser"
    key = owner.get("…/keys").text.partition("/revoke")[0].rpartition("/")[2]
    assert "Create a key" not in owner.get("…/").text
    owner.post(f"…/keys/{key}/revoke")
    assert "No key yet" in owner.get("…/").text


def test_first_visit_leads_to_the_playground(owner: Person) -> None:
    [link] = Selector(owner.get("…/").text).xpath("//main//a[text()='Open the playground']/@href").getall()

    assert owner.client.get(link).status_code == 200
