"""Records `cassettes/client/whole_task.json` from a running service: `python -m tests.record_client KEY SERVICE`.

It is run by hand when the client's requests or the service's answers change. Use the key of a new workspace with 1,000
credits, and a service that may fetch from 127.0.0.1.
"""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from pathlib import Path
from typing import Any

import requests
from betamax import Betamax

from orbweaver.client import Client
from orbweaver.rest.failures import Failed
from tests.sites import site as sites
from tests.sites.site import Site

CASSETTES = Path(__file__).resolve().parent / "cassettes" / "client"
NAME = "whole_task"
KEY, SERVICE, SITE = "ow_sk_recorded", "http://orbweaver.test", "http://site.test"


def record(key: str, service: str, site: Site) -> None:
    """Record the requests of `tests/orbweaver/rest/test_recorded.py`."""
    (CASSETTES / f"{NAME}.json").unlink(missing_ok=True)
    session = requests.Session()
    # The texts are replaced below, so they must not be compressed.
    session.headers["Accept-Encoding"] = "identity"
    recorder = Betamax(session, cassette_library_dir=str(CASSETTES))
    with recorder.use_cassette(NAME, record="all", match_requests_on=["method", "uri", "body"]):
        client = Client(key, service, session=session)
        client.scrape(site.url(), formats=["markdown", "links"])
        try:
            client.scrape("ftp://example.com/")
        except Failed as refused:
            print(f"Refused, as expected: {refused}")
        job = client.start_crawl(site.url(), limit=2, sitemap="skip")
        client.wait("crawl", job["crawlId"])  # A running job would be asked the same again.
        list(client.pages("crawl", job["crawlId"]))
        client.account()


def replace_names(names: dict[str, str]) -> None:
    """Replace keys and hosts in the cassette, and remove the lengths, which then differ."""
    file = CASSETTES / f"{NAME}.json"
    text = file.read_text(encoding="utf-8")
    for name, shown in names.items():
        text = text.replace(name, shown)
    cassette: dict[str, Any] = json.loads(text)
    for recorded in cassette["http_interactions"]:
        for part in (recorded["request"], recorded["response"]):
            part["headers"] = {
                name: value for name, value in part["headers"].items() if name.lower() != "content-length"
            }
    file.write_text(json.dumps(cassette, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Record, with a site on a free port."""
    key, service = sys.argv[1:]
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    with sites.opened(loop) as site:
        site.page("/", "/a", title="Ships")
        site.page("/a")
        record(key, service, site)
        replace_names({key: KEY, service: SERVICE, site.base: SITE})
    loop.call_soon_threadsafe(loop.stop)


if __name__ == "__main__":
    main()
