"""The pages of the playground, without a browser."""

from __future__ import annotations

import io
import json
from typing import Any

import lxml.html
import pytest
from werkzeug.test import TestResponse

from api.console.playground.inputs import every
from api.console.playground.offered import OFFERED
from api.console.results.fitted import fit
from tests.api.console.conftest import MakePerson, Person

HOSTILE = (
    '</pre><script>alert(1)</script><img src=x onerror=alert(1)>" onclick="alert(1)\' javascript:alert(1) url(//a.b/)'
)


def send(person: Person, path: str, name: str, value: Any) -> TestResponse:
    """Send a JSON value as a file of a form, as the script of the page does."""
    file = (io.BytesIO(json.dumps(value).encode()), "value.json", "application/json")
    return person.post(path, **{name: file})


def require_inactive(html: str) -> None:
    """Fail if HTML has something active, a style attribute, or a link that is not to the web or to the console."""
    for element in lxml.html.fragment_fromstring(html, create_parent="div").iter("*"):
        assert element.tag not in ("script", "style", "iframe", "object")
        assert not any(name.startswith("on") or name == "style" for name in element.attrib)
        assert not any("(" in element.get(name, "") for name in ("fill", "stroke"))
        for name in ("href", "src"):
            target = element.get(name, "")
            assert not target or target.startswith(("http://", "https://", "/console/")), target


@pytest.mark.parametrize("name", OFFERED)
def test_form_has_every_option_with_a_label_and_help(owner: Person, name: str) -> None:
    answer = owner.get(f"…/playground?operation={name}")
    page = lxml.html.fromstring(answer.text)

    ids = page.xpath("//@id")
    assert answer.status_code == 200 and len(ids) == len(set(ids))
    labelled = set(page.xpath("//label/@for"))
    for each in every(OFFERED[name].inputs):
        if each.kind == "group":
            continue
        assert page.xpath(f"//*[@name='{each.path}']"), each.path
        [input_] = page.xpath(f"//*[@id='{each.id}']")
        assert each.id in labelled or each.kind == "choices"
        assert all(described in ids for described in input_.get("aria-describedby").split())


def test_query_string_fills_the_form(owner: Person) -> None:
    page = lxml.html.fromstring(owner.get("…/playground?operation=crawl&url=https://example.com/a&limit=7").text)

    assert page.xpath("//input[@name='url']/@value") == ["https://example.com/a"]
    assert page.xpath("//input[@name='limit']/@value") == ["7"]
    assert '"limit": 7' in page.get_element_by_id("call-curl").text_content()


def test_form_works_without_a_script(owner: Person) -> None:
    wrong = owner.post("…/playground/scrape", url="nope", **{"location.country": "XX"})
    right = owner.post("…/playground/scrape", url="https://example.com/", formats=["", "links"])

    page = lxml.html.fromstring(wrong.text)
    assert wrong.status_code == 400
    assert page.xpath("//*[@aria-invalid]/@name") == ["url", "location.country"]
    assert page.xpath("//details[@data-field='location']/@open")
    assert right.status_code == 200 and not lxml.html.fromstring(right.text).xpath("//*[@aria-invalid]")
    assert '{"url": "https://example.com/", "formats": ["links"]}' in lxml.html.fromstring(right.text).text_content()


def test_call_is_described_for_the_script(owner: Person) -> None:
    described = owner.post("…/playground/brand/call", domain="a.example", maxAge="0").get_json()
    refused = owner.post("…/playground/scrape/call", url="https://example.com/", headers="Host: a").get_json()

    assert (described["method"], described["path"]) == ("GET", "/v1/web/brand?domain=a.example&maxAge=0")
    assert described["body"] is None and described["problems"] == [] and "a.example" in described["calls"]["curl"]
    [problem] = refused["problems"]
    assert problem["path"] == "headers" and problem["message"].startswith("headers.Host is set by")


@pytest.mark.parametrize("name", [name for name, each in OFFERED.items() if each.job_field in (None, "jobId")])
def test_hostile_result_is_shown_inactive(owner: Person, name: str) -> None:
    cls = OFFERED[name].operation.result
    text, number = hostile(fit(cls, {}), HOSTILE), hostile(fit(cls, {}), 5)

    for value in (text, number, {}, None, [], "x"):
        answer = send(owner, f"…/playground/{name}/result", "result", value)
        assert answer.status_code == 200, answer.text
        require_inactive(answer.text)


def hostile(fields: dict[str, Any], value: Any) -> dict[str, Any]:
    """A result whose fields are all `value`, as a text, a list, and inside of objects."""
    inside = {
        name: value for name in ("url", "src", "hex", "name", "markdown", "error", "fields", "text", "domain", "href")
    }
    filled: dict[str, Any] = {}
    for name, empty in fields.items():
        filled[name] = [value, inside, {"data": {**inside, "markdown": value}}] if empty == [] else value
    for name in (
        "metadata",
        "quality",
        "links",
        "structured",
        "colors",
        "primaryLogo",
        "typography",
        "buttons",
        "json",
    ):
        if name in fields and fields[name] is None:
            filled[name] = {**inside, "internal": [value], "external": [value], "entities": [inside], "pairs": [inside]}
    return filled


def test_passages_are_marked_in_the_text_of_the_page(owner: Person) -> None:
    fields = {"name": {"evidence": "Small kiln", "confidence": 1}, "price": {"evidence": HOSTILE}, "x": None}
    answer = send(owner, "…/playground/evidence", "page", {"text": f"The small **kiln**. {HOSTILE}", "fields": fields})

    marks = lxml.html.fromstring(answer.text).xpath("//mark/@title")
    assert marks == ["name", "price"]
    require_inactive(answer.text)


@pytest.mark.parametrize("path", ["…/playground?operation=logo", "…/playground?operation=nothing"])
def test_unknown_operation_is_not_found(owner: Person, path: str) -> None:
    assert owner.get(path).status_code == 404


def test_playground_is_for_members(owner: Person, make_person: MakePerson) -> None:
    stranger = make_person()

    assert stranger.get(f"/console/{owner.workspace_id}/playground").status_code == 404
    assert stranger.post(f"/console/{owner.workspace_id}/playground/scrape/call").status_code == 404


def test_result_without_a_token_is_refused(owner: Person) -> None:
    file = (io.BytesIO(b"{}"), "value.json", "application/json")
    answer = owner.client.post(f"/console/{owner.workspace_id}/playground/map/result", data={"result": file})

    assert answer.status_code == 403


def test_images_of_other_sites_are_shown_in_a_frame_without_a_session(owner: Person) -> None:
    headers = owner.get("/console/pictures").headers

    assert "sandbox allow-scripts" in headers["Content-Security-Policy"]
    assert "allow-same-origin" not in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "no-referrer" and headers["X-Frame-Options"] == "SAMEORIGIN"
    page = owner.get("…/playground?operation=images").headers["Content-Security-Policy"]
    assert "img-src 'self' data: blob:" in page and "sandbox" not in page
