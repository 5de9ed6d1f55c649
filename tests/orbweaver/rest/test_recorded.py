"""The Python client on answers that were recorded from the running service (`tests/cassettes/client`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from betamax import Betamax

from orbweaver.client import Client
from orbweaver.rest.failures import Failed

CASSETTES = Path(__file__).resolve().parents[2] / "cassettes" / "client"


@pytest.fixture
def api() -> Iterator[Client]:
    session = requests.Session()
    recorder = Betamax(session, cassette_library_dir=str(CASSETTES))
    matched = ["method", "uri", "body"]
    with recorder.use_cassette("whole_task", record="none", match_requests_on=matched, allow_playback_repeats=True):
        yield Client("ow_sk_recorded", "http://orbweaver.test", session=session)


def test_whole_task(api: Client) -> None:
    page = api.scrape("http://site.test/", formats=["markdown", "links"])
    with pytest.raises(Failed) as refused:
        api.scrape("ftp://example.com/")
    job = api.start_crawl("http://site.test/", limit=2, sitemap="skip")
    entries = list(api.pages("crawl", job["crawlId"]))

    assert page["metadata"]["title"] == "Ships" and page["usage"]["creditsUsed"] == 1
    assert (refused.value.code, refused.value.status) == ("VALIDATION_ERROR", 400)
    assert [(entry["url"], entry["status"], entry["errorCode"]) for entry in entries] == [
        ("http://site.test/", "completed", None), ("http://site.test/a", "completed", None),
    ]  # fmt: skip
    assert api.account()["balance"] == 997
