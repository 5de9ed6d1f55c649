"""The requests of Dify's and n8n's nodes, LlamaIndex's reader and LangChain's loader, with what they read of the answers.

`tests/cassettes/firecrawl/requests.json` has the bodies as the nodes build them from their forms (n8n's node 2.1.2, Dify's plugins
of August 2026): with the empty lists, defaults and unknown options that they send. Those of LlamaIndex
(llama-index-readers-web 0.7.0) and LangChain (langchain-firecrawl 0.1.0) were recorded while both ran against this service.

To add one: the body as it is sent, and the members that the program reads, by their place. A text must be in the member;
anything else must be equal.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import requests

from tests.journeys.test_firecrawl import get, put
from tests.model_server import ModelServer
from tests.service import Client, wait_until
from tests.sites.site import Site

RECORDED = json.loads(
    (Path(__file__).parents[1] / "cassettes" / "firecrawl" / "requests.json").read_text(encoding="utf-8")
)
_JOBS = ("/v2/crawl", "/v2/batch/scrape", "/v2/extract")


def member(answer: Any, place: str) -> Any:
    for part in place.split("."):
        answer = answer[int(part)] if isinstance(answer, list) else answer[part]
    return answer


def ended(client: Client, path: str, job_id: str) -> dict[str, Any]:
    """The status of a job that has ended. n8n sends a body with GET, too."""

    def status() -> dict[str, Any] | None:
        found = requests.get(
            f"{client.base_url}{path}/{job_id}", json={"integration": "n8n"},
            headers={"Authorization": f"Bearer {client.key}"}, timeout=60,
        ).json()  # fmt: skip
        return found if found["status"] not in ("scraping", "processing") else None

    found: dict[str, Any] = wait_until(status, seconds=90, what=f"the job of {path}")
    return found


@pytest.mark.parametrize("name", RECORDED)
def test_nodes_get_what_they_read(client: Client, site: Site, model: ModelServer, name: str) -> None:
    put(site, "/lamp", "/b")
    put(site, "/b")
    recorded = json.loads(json.dumps(RECORDED[name]).replace("SITE", site.base))

    answer = requests.post(
        f"{client.base_url}{recorded['path']}", json=recorded["body"],
        headers={"Authorization": f"Bearer {client.key}"}, timeout=100,
    )  # fmt: skip
    assert answer.status_code == 200 and answer.json()["success"] is True, answer.text
    body = ended(client, recorded["path"], answer.json()["id"]) if recorded["path"] in _JOBS else answer.json()

    for place, expected in recorded["members"].items():
        found = member(body, place)
        assert expected in found if isinstance(expected, str) else found == expected, (
            place,
            found,
            body.get("warning"),
        )


def test_credential_test_of_n8n_succeeds(client: Client) -> None:
    answer = get(client, "/v2/team/credit-usage")

    assert answer.status_code == 200 and answer.json()["data"]["remainingCredits"] == 1_000
