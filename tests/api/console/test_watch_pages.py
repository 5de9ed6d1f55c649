"""The pages of watches, without a browser and without a worker: the list, the form, one watch, its checks, and their rights."""

from __future__ import annotations

import html
import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import lxml.html
import pytest
from sqlalchemy import Engine, text
from werkzeug.test import TestResponse

from api import ratelimit
from api.console.views.watches import listing
from contract.declare import load, stored
from contract.options.watch import WatchOptions
from extraction.changes import version as versions
from extraction.changes.glance import glance_of
from extraction.changes.version import Version
from models.accounts import workspace
from models.base import new_id
from models.jobs import new_job
from models.watches import check, version, watch
from models.watches.check import Check
from models.watches.watch import Watch, WatchRow
from tests.api.console.conftest import MakePerson, Person
from tests.api.console.test_job_pages import add_crawl

URL = "https://a.example/plant"
FORM = {"subject": "pages", "urls": URL, "timing": "interval", "every": "6", "unit": "hours", "compare": "markdown"}
SECRET = "whsec_c2VjcmV0LW9mLXRoZS13YXRjaA=="
FILLER = "\n\n".join(f"Paragraph {number} has not changed." for number in range(9))


def rows_of(database: Engine, person: Person) -> list[WatchRow]:
    with database.begin() as connection:
        return watch.list_watches(connection, person.workspace_id, 100)


@pytest.fixture
def make_watch(database: Engine) -> Callable[..., UUID]:
    def make(person: Person, **options: Any) -> UUID:
        watch_id, given = new_id(), {"urls": [URL], "schedule": {"everyMinutes": 60}, **options}
        with database.begin() as connection:
            watch.create(connection, watch_id, person.workspace_id, stored(load(WatchOptions, given)))
        return watch_id

    return make


def markdown_of(number: int) -> str:
    return f"# Plant\n\n{FILLER}\n\nIt has {40 + number} panels.\n\n{FILLER}\n"


def page_of(number: int, **more: Any) -> dict[str, Any]:
    """What a check with this number stores: its text differs in one line from that of the check before."""
    diff = f"@@ -10,2 +10,2 @@\n Paragraph 8 has not changed.\n-It has {39 + number} panels.\n+It has {40 + number} panels.\n"
    return {
        "url": URL, "result": "changed", "description": "The text changed: 1 word added, 1 word removed.", "reported": True,
        "diff": diff, "addedWords": [str(40 + number)], "removedWords": [str(39 + number)], "share": 0.1, "fields": [], **more,
    }  # fmt: skip


def add_checks(database: Engine, watch_id: UUID, count: int, **more: Any) -> list[UUID]:
    """The ids of checks that ended, each with a change and a version."""
    made = []
    with database.begin() as connection:
        for number in range(1, count + 1):
            made.append(check_id := new_id())
            check.add(
                connection, check_id, watch_id, number=number, trigger="run", scheduled_for=text("now()"), job_id=None
            )  # type: ignore[arg-type]
            pages = [page_of(number, **more)]
            values: dict[Any, Any] = {
                Check.status: "completed", Check.result: "changed", Check.summary: {"changed": 1}, Check.reported: True,
                Check.glance: glance_of(pages, (1, 1)), Check.credits_used: 1,
            }  # fmt: skip
            check.end(connection, check_id, values, pages)
            seen = Version(url=URL, final_url=URL, markdown=markdown_of(number))
            version.write_pages(connection, watch_id, [version.StoredPage(URL, "{}", None, version.PRESENT)])
            version.add(connection, watch_id, number, {URL: versions.to_json(seen)}, most=30)
        last = {Watch.last_check_id: made[-1], Watch.last_change_id: made[-1], Watch.checks: count}
        watch.change(connection, watch_id, last)
    return made


def tree(answer: TestResponse) -> lxml.html.HtmlElement:
    assert answer.status_code == 200, answer.text
    return lxml.html.fromstring(answer.text)


def error_at(answer: TestResponse, element: str) -> str:
    """The message that belongs to an input, which names it."""
    page = lxml.html.fromstring(answer.text)
    assert answer.status_code == 400 and page.get_element_by_id(element).get("aria-invalid") == "true", answer.text
    described = page.get_element_by_id(element).get("aria-describedby").split()
    return str(page.get_element_by_id(described[-1]).text_content())


def test_watch_is_created_by_the_form_and_listed(owner: Person, database: Engine) -> None:
    answer = owner.post(
        "…/watches", **{**FORM, "name": "<b>Plant</b>", "conditions[2].kind": "contains", "conditions[2].text": "sold"}
    )

    [row] = rows_of(database, owner)
    assert answer.status_code == 303 and f"/watches/{row.id}" in answer.headers["Location"]
    assert row.options["urls"] == [URL] and row.options["schedule"]["everyMinutes"] == 360
    assert [each["text"] for each in row.options["conditions"]] == ["sold"]
    after = owner.get(answer.headers["Location"]).text
    assert "The watch is created." in after and row.feed_token in after and "Every 6 hours" in after
    listed = owner.get("…/watches").text
    assert (
        "&lt;b&gt;Plant&lt;/b&gt;" in listed
        and "<b>Plant" not in listed
        and URL in listed
        and "Every 6 hours" in listed
    )


@pytest.mark.parametrize(
    ("fields", "element", "message"),
    [
        ({"urls": ""}, "option-urls", "Is required."),
        ({"urls": "http://10.0.0.1/"}, "option-urls", "urls[0] "),
        ({"every": "4", "unit": "minutes"}, "every", "5"),
        ({"timing": "cron", "schedule.cron": "* * * * *"}, "cron", "Must leave at least 5 minutes between two checks."),
        ({"timing": "cron", "schedule.cron": "0 9 * * *", "schedule.timeZone": "Mars/Base"}, "zone", "IANA"),
        ({"compare": "selectors"}, "option-selectors", "Is required when compare contains selectors."),
        ({"conditions[0].kind": "above"}, "number-0", "Is required for this kind."),
        ({"webhook.url": "http://10.0.0.1/"}, "option-webhook-url", ""),
        ({"emails": "a@b.example"}, "option-emails", "Cannot be used: the operator has not set a mail server"),
    ],
)
def test_wrong_forms_say_where_and_keep_what_was_typed(
    owner: Person, database: Engine, fields: dict[str, str], element: str, message: str
) -> None:
    answer = owner.post("…/watches", **{**FORM, "name": "Typed before", "selectors": "", **fields})

    assert message in error_at(answer, element)
    page = lxml.html.fromstring(answer.text)
    assert page.xpath("//input[@name='name']/@value") == ["Typed before"] and rows_of(database, owner) == []
    for name, value in fields.items():
        shown = page.xpath(f"//*[@name='{name}']")
        assert value in (
            html.unescape(answer.text) if not shown else lxml.html.tostring(shown[0], encoding="unicode") + answer.text
        )


def test_one_more_condition_is_added_without_a_script(owner: Person, database: Engine) -> None:
    answer = owner.post(
        "…/watches", **{**FORM, "conditions[0].kind": "above", "conditions[0].number": "x", "add-condition": "1"}
    )

    page = tree(answer)
    assert len(page.xpath("//fieldset[contains(@class, 'condition')]")) == 2 and not page.xpath("//*[@aria-invalid]")
    assert page.xpath("//input[@name='conditions[0].number']/@value") == ["x"] and rows_of(database, owner) == []


def test_watches_are_filtered_and_paged(
    owner: Person, database: Engine, make_watch: Callable[..., UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "WATCHES_SHOWN", 2)
    names = ("First", "Second", "Paused", "Broken")
    made = {name: make_watch(owner, name=name, webhook={"url": URL, "headers": {"A": "hidden"}}) for name in names}
    with database.begin() as connection:
        watch.change(connection, made["Paused"], {Watch.status: "paused", Watch.next_at: None})
        watch.change(connection, made["Broken"], {Watch.failures: 2})

    def listed(query: str) -> list[str]:
        return [each.strip() for each in tree(owner.get(f"…/watches?{query}")).xpath("//tbody//a/text()")]

    [older] = tree(owner.get("…/watches?state=active&q=a.example")).xpath("//a[text()='Older']/@href") or [""]
    assert listed("") == ["Broken", "Paused"] and older == ""
    [older] = tree(owner.get("…/watches?q=a.example")).xpath("//a[text()='Older']/@href")
    assert listed(older.partition("?")[2]) == ["Second", "First"] and "q=a.example" in older
    assert [listed(f"state={state}") for state in ("active", "paused", "failing")] == [
        ["Second", "First"],
        ["Paused"],
        ["Broken"],
    ]
    assert (
        listed("q=SECO") == ["Second"]
        and listed("q=hidden") == listed("q=%25") == []
        and listed("before=x&state=x") == ["Broken", "Paused"]
    )
    assert "2 failed checks" in owner.get("…/watches?state=failing").text


def test_page_of_a_watch_shows_its_last_change_side_by_side(
    owner: Person, database: Engine, make_watch: Callable[..., UUID]
) -> None:
    watch_id = make_watch(
        owner, scrapeOptions={"headers": {"X-Key": "hidden-value"}}, webhook={"url": URL, "secret": SECRET}
    )
    ids = add_checks(
        database, watch_id, 3, fields=[{"aspect": "price", "name": "price", "old": "2 EUR", "new": "<i>1</i> EUR"}]
    )

    answer = owner.get(f"…/watches/{watch_id}")

    page = tree(answer)
    [row] = page.xpath("//div[@class='sides']//tbody/tr[td[@class='removed']]")
    assert [each.text_content() for each in row.xpath("./td")] == [
        "−Removed: It has 42 panels.",
        "+Added: It has 43 panels.",
    ]
    assert (row.xpath(".//del/text()"), row.xpath(".//ins/text()")) == (["42"], ["43"])
    folds = page.xpath("//tr[@class='fold']//summary/text()")
    assert folds == ["9 unchanged lines", "9 unchanged lines"] and "Paragraph 3 has not changed." in answer.text
    assert "&lt;i&gt;1&lt;/i&gt; EUR" in answer.text and "<i>1" not in answer.text
    assert [each.get("value") for each in page.xpath("//input[@type='radio'][@checked]")] == [str(ids[2]), str(ids[1])]
    assert "hidden-value" not in answer.text and SECRET not in answer.text
    glance = tree(owner.get("…/watches")).xpath("//span[@class='glance']")[0].text_content()
    assert glance == "The text changed: 1 word added, 1 word removed."


def test_any_two_checks_are_compared(owner: Person, database: Engine, make_watch: Callable[..., UUID]) -> None:
    watch_id = make_watch(owner)
    ids = add_checks(database, watch_id, 4)

    forward = tree(owner.get(f"…/watches/{watch_id}/compare?from={ids[0]}&to={ids[3]}"))
    backward = tree(owner.get(f"…/watches/{watch_id}/compare?from={ids[3]}&to={ids[0]}"))
    same = owner.get(f"…/watches/{watch_id}/compare?from={ids[1]}&to={ids[1]}")

    for page in (forward, backward):
        assert page.xpath("//h1/text()") == ["Check 1 to check 4"] and page.xpath("//th/text()")[:2] == [
            "Check 1",
            "Check 4",
        ]
        assert (page.xpath("//del/text()"), page.xpath("//ins/text()")) == (["41"], ["44"])
    assert "Nothing changed" in same.text
    for query in ("", f"?from={ids[0]}", f"?from={ids[0]}&to=x", f"?from={ids[0]}&to={new_id()}"):
        assert owner.get(f"…/watches/{watch_id}/compare{query}").status_code == 404


def test_check_with_many_pages_shows_the_first_and_links_the_others(
    owner: Person, database: Engine, make_watch: Callable[..., UUID]
) -> None:
    watch_id = make_watch(owner)
    [check_id] = add_checks(database, watch_id, 1)
    long = "@@ -1,1 +1,1 @@\n-one\n+" + "two " * 45_000 + "\n"
    pages = [
        page_of(1, url=f"{URL}/{number}", diff=long if number in (1, 2) else page_of(1)["diff"]) for number in range(14)
    ]
    with database.begin() as connection:
        check.end(connection, check_id, {Check.summary: {"changed": 16, "same": 1}}, pages)

    page = tree(owner.get(f"…/watches/{watch_id}/checks/{check_id}"))
    [link] = page.xpath("//a[text()='Show the changed lines']/@href")
    last = page.xpath("//table//th/a/@href")[-1]

    assert len(page.xpath("//section[contains(@class, 'watched')]")) == 10 and len(page.xpath("//tbody//th/a")) == 4
    assert "2 more pages are not listed" in page.text_content()
    assert len(tree(owner.client.get(link)).xpath("//div[@class='sides']")) == 1 and link.endswith("page=2")
    assert [each.strip() for each in tree(owner.client.get(last)).xpath("//section//h2/a/text()")] == [f"{URL}/13"]
    assert owner.get(f"…/watches/{watch_id}/checks/{check_id}?page=14").status_code == 404
    assert owner.get(f"…/watches/{watch_id}/checks/{new_id()}").status_code == 404


def test_timeline_is_paged(
    owner: Person, database: Engine, make_watch: Callable[..., UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "CHECKS_SHOWN", 2)
    watch_id = make_watch(owner)
    add_checks(database, watch_id, 3)

    first = tree(owner.get(f"…/watches/{watch_id}"))
    [older] = first.xpath("//a[text()='Older']/@href")

    assert [each.get("value") for each in tree(owner.client.get(older)).xpath("//input[@name='from']")] != []
    assert (
        len(first.xpath("//input[@name='to']")) == 2
        and len(tree(owner.client.get(older)).xpath("//input[@name='to']")) == 1
    )
    assert owner.get(f"…/watches/{watch_id}?before=99999999999").status_code == 200


def test_watch_runs_pauses_resumes_and_is_deleted(
    owner: Person, database: Engine, make_watch: Callable[..., UUID]
) -> None:
    watch_id = make_watch(owner)
    with database.begin() as connection:
        watch.change(connection, watch_id, {Watch.next_at: None, Watch.checks: 5})

    def button(name: str) -> WatchRow | None:
        assert owner.post(f"…/watches/{watch_id}/{name}").status_code == 303
        return next(iter(rows_of(database, owner)), None)

    paused, resumed, running = button("pause"), button("resume"), button("run")
    assert running is not None and running.next_check_id is not None and running.trigger == "run"
    assert "checking" in owner.get(f"…/watches/{watch_id}").text
    with database.begin() as connection:
        check.add(
            connection,
            check_id := new_id(),
            watch_id,
            number=6,
            trigger="run",
            scheduled_for=text("now()"),
            job_id=None,
        )  # type: ignore[arg-type]
    assert "The check has not ended" in owner.get(f"…/watches/{watch_id}/checks/{check_id}").text
    with database.begin() as connection:
        check.started_revisit(connection, check_id, new_id())
    assert "visits until now: 1." in owner.get(f"…/watches/{watch_id}/checks/{check_id}").text
    assert paused is not None and (paused.status, paused.next_at) == ("paused", None)
    assert resumed is not None and resumed.status == "active" and resumed.next_at is not None
    assert button("delete") is None and owner.get(f"…/watches/{watch_id}").status_code == 404


def test_watch_is_edited_without_showing_or_losing_its_secrets(
    owner: Person, database: Engine, make_watch: Callable[..., UUID]
) -> None:
    hook = {"url": "https://hook.example/", "headers": {"X-Key": "hidden-value"}, "secret": SECRET}
    watch_id = make_watch(owner, webhook=hook, conditions=[{"kind": "below", "field": "price", "number": 30}])
    shown = owner.get(f"…/watches/{watch_id}/edit")
    page = tree(shown)
    sent = {
        each.name: each.value or ""
        for each in page.forms[-1].inputs
        if each.name and getattr(each, "type", "") not in ("radio", "checkbox")
    }  # type: ignore[attr-defined]
    del sent["csrf_token"]
    assert "hidden-value" not in shown.text and SECRET not in shown.text and not page.xpath("//*[@name='urls']")
    assert (sent["every"], sent["unit"], sent["conditions[0].kind"], sent["conditions[0].number"]) == (
        "1",
        "hours",
        "below",
        "30",
    )

    def save(**more: Any) -> dict[str, Any]:
        answer = owner.post(f"…/watches/{watch_id}/edit", **{**sent, "webhook.events": "watch.changed", **more})
        assert answer.status_code == 303, answer.text
        return dict(rows_of(database, owner)[0].options)

    kept = save(every="2", unit="days", name="Other")
    assert (kept["schedule"]["everyMinutes"], kept["name"], kept["urls"]) == (2_880, "Other", [URL])
    assert kept["webhook"] == {**hook, "events": ["watch.changed"]} and len(kept["conditions"]) == 1
    other = save(
        **{
            "webhook.url": "https://other.example/",
            "conditions[0].kind": "",
            "conditions[0].field": "",
            "conditions[0].number": "",
        }
    )
    assert other["conditions"] == [] and SECRET not in json.dumps(other) and "hidden-value" not in json.dumps(other)
    assert "webhook" not in save(**{"webhook.url": ""})
    wrong = owner.post(f"…/watches/{watch_id}/edit", **{**sent, "name": "", "every": "x"})
    assert error_at(wrong, "option-name") and error_at(wrong, "every")


def test_watch_like_another_call(owner: Person, database: Engine, make_watch: Callable[..., UUID]) -> None:
    scrape, crawl = new_id(), add_crawl(database, owner.workspace_id)
    with database.begin() as connection:
        new_job.create(
            connection, workspace_id=owner.workspace_id, operation="scrape", path="/v1/web/scrape", in_background=True, price=1,
            options={"url": URL, "waitFor": 500, "headers": {"A": "hidden-value"}}, job_id=scrape, waiting_process=None,
        )  # fmt: skip

    def filled(path: str) -> lxml.html.HtmlElement:
        answer = owner.get(path)
        assert "hidden-value" not in answer.text
        return tree(answer)

    def link(path: str) -> str:
        return str(tree(owner.get(path)).xpath("//a[starts-with(text(), 'Watch this')]/@href")[0])

    of_scrape, of_page, of_site = (
        filled(link(path)) for path in (f"…/jobs/{scrape}", f"…/jobs/{crawl}/pages/1", f"…/jobs/{crawl}")
    )
    copied = filled(f"…/watches/new?watch={make_watch(owner, name='Copied')}")
    of_url = filled(f"…/watches/new?urls={URL}")

    assert of_scrape.get_element_by_id("option-urls").text_content().strip() == URL
    assert of_scrape.xpath("//input[@name='scrapeOptions.waitFor']/@value") == ["500"]
    assert of_page.get_element_by_id("option-urls").text_content().strip() == "https://site.example/1"
    assert of_site.xpath("//input[@name='site.url']/@value") == ["https://site.example/"]
    assert of_site.xpath("//input[@name='subject'][@checked]/@value") == ["site"]
    assert copied.xpath("//input[@name='name']/@value") == ["Copied"]
    assert of_url.get_element_by_id("option-urls").text_content().strip() == URL
    for query in (
        f"job={new_id()}",
        f"job={crawl}&page=99",
        f"job={crawl}&page=9999999999",
        f"watch={new_id()}",
        "watch=x",
    ):
        assert owner.get(f"…/watches/new?{query}").status_code == 404


def test_watch_of_a_scrape_of_the_playground(owner: Person) -> None:
    options = {
        "url": URL,
        "headers": {"A": "b"},
        "formats": ["json"],
        "jsonOptions": {"prompt": "The price"},
        "onlyMainContent": False,
    }

    page = tree(owner.post("…/watches/new/from-scrape", options=json.dumps(options)))

    assert page.get_element_by_id("option-urls").text_content().strip() == URL
    assert page.get_element_by_id("option-scrapeOptions-headers").text_content().strip() == "A: b"
    assert page.xpath("//input[@name='compare'][@checked]/@value") == ["markdown", "json"]
    assert page.get_element_by_id("option-scrapeOptions-jsonOptions-prompt").text_content().strip() == "The price"
    assert not page.xpath("//input[@type='checkbox'][@name='scrapeOptions.onlyMainContent'][@checked]")
    for wrong in ("", "[]", "{}", '{"url": 5}', '{"url": "https://a.example/", "location": 5}'):
        assert owner.post("…/watches/new/from-scrape", options=wrong).status_code == 400


def forms(watch_id: UUID) -> dict[str, dict[str, str]]:
    one = f"…/watches/{watch_id}"
    return {
        "…/watches": FORM, f"{one}/edit": {**FORM, "name": "Taken"}, f"{one}/run": {}, f"{one}/pause": {}, f"{one}/delete": {},
    }  # fmt: skip


def test_strangers_and_forged_forms_change_nothing(
    owner: Person, make_person: MakePerson, database: Engine, make_watch: Callable[..., UUID]
) -> None:
    watch_id, stranger = make_watch(owner), make_person()
    [check_id] = add_checks(database, watch_id, 1)
    before = rows_of(database, owner)

    for path, fields in forms(watch_id).items():
        assert stranger.post(path.replace("…", f"/console/{owner.workspace_id}"), **fields).status_code == 404
        # The watch of another workspace below the stranger's own.
        assert path == "…/watches" or stranger.post(path, **fields).status_code == 404
        assert owner.post(path, csrf_token="wrong", **fields).status_code == 403
        assert owner.post(path, {"Sec-Fetch-Site": "cross-site"}, **fields).status_code == 403
    one = f"watches/{watch_id}"
    for path in (
        "watches",
        "watches/new",
        one,
        f"{one}/edit",
        f"{one}/checks/{check_id}",
        f"{one}/compare?from={check_id}&to={check_id}",
    ):
        assert stranger.get(f"/console/{owner.workspace_id}/{path}").status_code == 404
        assert path in ("watches", "watches/new") or stranger.get(f"…/{path}").status_code == 404
    after = rows_of(database, owner)
    assert [(each.id, each.options, each.status, each.next_check_id) for each in after] == [
        (each.id, each.options, each.status, each.next_check_id) for each in before
    ]


@pytest.mark.parametrize("role", ["admin", "member"])
def test_members_of_every_role_manage_watches(
    make_person: MakePerson, owner: Person, make_watch: Callable[..., UUID], role: str
) -> None:
    """As with a key of the workspace, which every member may create."""
    person = make_person(role, account=owner.account)

    for path, fields in forms(make_watch(owner)).items():
        assert person.post(path, **fields).status_code == 303


def test_suspended_workspace_and_exceeded_limits_change_nothing(
    owner: Person, database: Engine, make_watch: Callable[..., UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch_id = make_watch(owner)
    for limits in ratelimit.PER_MINUTE.values():
        for group in ("start", "cancel"):
            monkeypatch.setitem(limits, group, 0)
    for path, fields in forms(watch_id).items():
        answer = owner.post(path, **fields)
        assert answer.status_code == 429 and "Retry-After" in answer.headers
    assert 'value="6"' in owner.post("…/watches", **FORM).text  # What was typed is kept.

    with database.begin() as connection:
        workspace.set_suspended(connection, owner.workspace_id, True)
    for path, fields in forms(watch_id).items():
        assert owner.post(path, **fields).status_code == 403
    assert owner.get(f"…/watches/{watch_id}").status_code == 200 and len(rows_of(database, owner)) == 1
