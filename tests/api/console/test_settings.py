"""The settings of a workspace: name, webhook secret, test events, default options, and keys that expire."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from sqlalchemy import Connection, Engine, select, text, update

from models.accounts import audit, settings
from models.jobs.job import Job
from models.pages import event, trial_event
from models.pages.event import Event
from tests.api.conftest import Caller
from tests.api.console.conftest import MakePerson, Person

SECRET = re.compile(r"whsec_[A-Za-z0-9+/=]{20,}")
FORMS: dict[str, dict[str, str]] = {
    "name": {"name": "Taken"}, "secret": {}, "secret/rotate": {}, "defaults": {"onlyMainContent": "false"},
}  # fmt: skip


def secret_in(person: Person, path: str) -> str | None:
    """The secret that the page after a form shows."""
    found = SECRET.search(html.unescape(person.get(person.post(path).headers["Location"]).text))
    return found[0] if found else None


def options_of(database: Engine, person: Person) -> dict[str, Any]:
    """The options of the newest job of the person's workspace."""
    with database.begin() as connection:
        query = select(Job.options).where(Job.workspace_id == person.workspace_id).order_by(Job.id.desc()).limit(1)
        found = connection.execute(query).scalar_one()
    return found if isinstance(found, dict) else dict(json.loads(found))


def test_admins_name_the_workspace(owner: Person) -> None:
    assert owner.post("…/settings/name", name="  Kilns & Co  ").status_code == 303
    assert "Kilns &amp; Co" in owner.get("…/").text

    for name in ("", " ", "a" * 101):
        answer = owner.post("…/settings/name", name=name)
        assert answer.status_code == 400 and "Must have 1 to 100 printable characters." in answer.text
    assert "workspace.renamed" in owner.get("…/team/audit").text


@pytest.mark.parametrize("form", FORMS)
def test_members_change_no_settings(make_person: MakePerson, form: str) -> None:
    owner = make_person()
    member, stranger = make_person("member", account=owner.account), make_person()

    refused = member.post(f"…/settings/{form}", **FORMS[form])
    foreign = stranger.post(f"/console/{owner.workspace_id}/settings/{form}", **FORMS[form])

    assert refused.status_code == 403 and "Only admins and the owner" in refused.text
    assert foreign.status_code == 404
    page = member.get("…/settings").text
    assert not SECRET.search(page) and "Rotate" not in page and "Save" not in page
    assert "Taken" not in page


def test_secret_is_shown_once_and_rotated_with_both_valid_for_a_day(owner: Person, database: Engine) -> None:
    first = secret_in(owner, "…/settings/secret")
    assert first and not SECRET.search(owner.get("…/settings").text)

    second = secret_in(owner, "…/settings/secret/rotate")

    assert second and second != first and "signatures of both secrets until" in owner.get("…/settings").text
    assert secrets_of_a_test(database, owner) == (second, first)
    with database.begin() as connection:
        connection.execute(text("UPDATE workspace SET former_webhook_secret_until = now()"))
    assert secrets_of_a_test(database, owner) == (second,)
    assert "signatures of both" not in owner.get("…/settings").text
    with database.begin() as connection:
        actions = [row.action for row in audit.newest(connection, owner.workspace_id)]
    assert actions[:2] == ["webhook_secret.rotated", "webhook_secret.shown"]


def secrets_of_a_test(database: Engine, person: Person) -> tuple[str, ...]:
    """The secrets that sign an event now."""
    with database.begin() as connection:
        # Those that other tests left: a claim takes the oldest ones.
        connection.execute(text("UPDATE event SET status = 'failed' WHERE status = 'pending'"))
        key = trial_event.add(connection, person.workspace_id, "https://me.example/hook")
        [due] = [due for due in event.claim(connection, 64, per_host=64, full_hosts=[]) if due.id == key]
        message = event.read_message(connection, due)
    assert message is not None and message.webhook == {"url": "https://me.example/hook"}
    return message.secrets


@pytest.mark.parametrize(
    "url", ["", "nope", "ftp://a.example/", "http://169.254.169.254/hook", "https://me:pw@a.example/"]
)
def test_test_events_go_to_permitted_urls_only(owner: Person, database: Engine, url: str) -> None:
    answer = owner.post("…/settings/test", url=url)

    assert answer.status_code == 400 and 'id="url-error"' in answer.text
    with database.begin() as connection:
        assert trial_event.newest(connection, owner.workspace_id) == []


def test_test_event_is_listed_for_its_workspace_only(owner: Person, make_person: MakePerson) -> None:
    url = "https://receiver.example/hook"
    assert owner.post("…/settings/test", url=url).status_code == 303

    assert url in owner.get("…/settings").text and "pending" in owner.get("…/settings").text
    assert url not in make_person().get("…/settings").text


def test_newest_test_events_are_kept_and_those_that_are_not_sent(owner: Person, database: Engine) -> None:
    with database.begin() as connection:
        made = [trial_event.add(connection, owner.workspace_id, "https://me.example/hook") for _ in range(8)]
        assert len(stored_of(connection, made)) == 8  # None is sent yet.
        connection.execute(update(Event).where(Event.id.in_(made)).values({Event.status: "failed"}))

        trial_event.add(connection, owner.workspace_id, "https://me.example/hook")

        assert stored_of(connection, made) == set(made[-trial_event.LISTED :])


def stored_of(connection: Connection, events: list[UUID]) -> set[UUID]:
    return set(connection.execute(select(Event.id).where(Event.id.in_(events))).scalars())


@pytest.mark.parametrize("name", ["", " ", "n" * 101, "a\nb", "a\x1b[31mb", "a\x00"])
def test_names_that_a_terminal_would_not_show_are_refused(owner: Person, name: str) -> None:
    for path in ("…/settings/name", "…/keys"):
        answer = owner.post(path, name=name, kind="secret")
        assert answer.status_code == 400 and "printable" in answer.text


def test_default_options_count_for_calls_that_omit_them(owner: Person, app: Flask, database: Engine) -> None:
    """They count in the playground too, whose form shows them."""
    form = {"onlyMainContent": "false", "blockAds": "true", "location.country": "de", "maxAge": "60000"}
    assert owner.post("…/settings/defaults", **form).status_code == 303
    caller = Caller(app, owner.account.key, "10.8.1.9")
    url = "http://a.example/"

    caller.post(json.dumps({"url": url, "async": True}).encode())
    scrape = options_of(database, owner)
    caller.post(
        json.dumps({"url": url, "onlyMainContent": True, "location": {"languages": ["fr"]}, "maxAge": None}).encode()
    )
    named = options_of(database, owner)
    caller.post(json.dumps({"url": url, "scrapeOptions": {"includeLinks": True}}).encode(), "/v1/web/crawl")
    crawl = options_of(database, owner)["scrapeOptions"]

    account = caller.send("GET", "/v1/account").get_json()["data"]
    assert account["defaultOptions"] == {"onlyMainContent": False, "location": {"country": "DE"}, "maxAge": 60_000}
    assert (scrape["onlyMainContent"], scrape["maxAge"], scrape["location"]["country"]) == (False, 60_000, "DE")
    assert (named["onlyMainContent"], named.get("maxAge")) == (True, None)
    assert named["location"] == {"country": "DE", "languages": ["fr"]}
    assert (crawl["includeLinks"], crawl["onlyMainContent"], crawl["location"]["country"]) == (True, False, "DE")
    shown = owner.get("…/playground?operation=scrape").text
    assert 'name="onlyMainContent" value="true" checked' not in shown and 'value="60000"' in shown
    checked = owner.post("…/playground/scrape/call", url=url, onlyMainContent="true").get_json()["body"]
    assert checked == {"url": url, "onlyMainContent": True}


def test_default_options_are_checked_and_other_options_are_not_stored(owner: Person, database: Engine) -> None:
    wrong = owner.post("…/settings/defaults", timeout="5", **{"location.country": "Utopia"})
    assert wrong.status_code == 400 and 'id="option-timeout-error"' in wrong.text
    assert 'id="option-location-country-error"' in wrong.text

    owner.post("…/settings/defaults", formats="json", headers="a: b", onlyMainContent="true", timeout="5000")

    with database.begin() as connection:
        assert settings.read(connection, owner.workspace_id).default_options == {"timeout": 5000}


def test_key_is_renamed_and_expires(owner: Person, app: Flask, database: Engine) -> None:
    made = owner.post("…/keys", name="short", kind="secret", expires="30")
    key = re.search(r"ow_sk_[\w-]{30,}", owner.get(made.headers["Location"]).text)
    assert key is not None
    caller = Caller(app, key[0], "10.8.1.10")
    assert caller.send("GET", "/v1/account").status_code == 200
    key_id = re.search(r"keys/([0-9a-f-]{36})/name", owner.get("…/keys").text.partition(">short<")[2])
    assert key_id is not None

    assert owner.post(f"…/keys/{key_id[1]}/name", name="renamed").status_code == 303
    assert owner.post(f"…/keys/{key_id[1]}/name", name="").status_code == 400
    assert ">renamed<" in owner.get("…/keys").text
    with database.begin() as connection:
        connection.execute(text("UPDATE api_key SET expires_at = now() WHERE id = :key"), {"key": key_id[1]})

    assert caller.send("GET", "/v1/account").status_code == 401
    page = owner.get("…/keys").text
    assert "expired" in page and page.index("Revoked and expired keys") < page.index(">renamed<")
    assert owner.post("…/keys", name="x", kind="secret", expires="1000000").status_code == 400
