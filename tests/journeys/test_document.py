"""Real responses, checked against the OpenAPI document."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.journeys.test_events import listen
from tests.service import Client
from tests.sites.origin import Origin
from tests.sites.site import Site

FORMATS = ["markdown", "html", "rawHtml", "links", "structured"]


@pytest.fixture
def document(client: Client) -> dict[str, Any]:
    answer: dict[str, Any] = client.get("/openapi.json").json()
    return answer


def check(document: dict[str, Any], path: str, method: str, status: int, body: Any) -> None:
    """Fail unless the body matches the documented schema of the response."""
    answer = document["paths"][path][method]["responses"][str(status)]
    schema = answer["content"]["application/json"]["schema"]
    Draft202012Validator({**schema, "components": document["components"]}).validate(body)


@pytest.mark.parametrize(
    "path", ["/article", "/shell", "/pdf", "/plain.txt", "/unstorable", "/status?code=404", "/charset?name=utf-16-bom"]
)
def test_page_is_as_documented(
    client: Client, document: dict[str, Any], origin: Origin, unique: str, path: str
) -> None:
    url = origin.url(path) + ("&" if "?" in path else "?") + f"t={unique}"

    answer = client.try_scrape(url, formats=FORMATS)

    assert answer.status_code == 200
    check(document, "/v1/web/scrape", "post", 200, answer.json())


def test_events_are_as_documented(client: Client, document: dict[str, Any], site: Site) -> None:
    site.page("/a")
    site.redirect("/away", site.url("/a"))
    job_id = client.begin("batch", urls=[site.url("/a"), site.url("/away"), site.url("/gone")])
    schemas = document["paths"]["/v1/web/batch/{job_id}/events"]["get"]["responses"]["200"]["x-events"]

    events = list(listen(client, f"/v1/web/batch/{job_id}"))

    assert [event.name for event in events].count("page") == 3 and events[-1].name == "completed"
    for event in events:
        Draft202012Validator({**schemas[event.name], "components": document["components"]}).validate(event.data)
        assert event.data["id"] == job_id


def test_failures_and_acknowledgements_are_as_documented(
    client: Client, document: dict[str, Any], origin: Origin, unique: str
) -> None:
    url = origin.url("/article", t=unique)
    calls: list[dict[str, Any]] = [
        {"url": url, "async": True},
        {"url": "x"},
        {"url": url, "cacheOnly": True},
        {"url": "http://127.0.0.1:2/"},
        {"url": url, "formats": ["summary"]},
        {"url": origin.url("/slow", seconds="3", t=unique), "timeout": 1_000},
    ]
    for call in calls:
        answer = client.post("/v1/web/scrape", call)
        check(document, "/v1/web/scrape", "post", answer.status_code, answer.json())
        if answer.status_code == 201:
            status = client.get(f"/v1/web/scrape/{answer.json()['jobId']}")
            check(document, "/v1/web/scrape/{job_id}", "get", 200, status.json())
