"""A workspace, a site and the installed clients. A client runs once for a whole file, whose tests look at its answers."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import requests
from aiohttp import web
from sqlalchemy import Engine

from models.accounts import credits, workspace
from tests.conftest import ROOT
from tests.journeys.test_firecrawl import put
from tests.model_server import ModelServer
from tests.service import Service
from tests.sites import site as sites
from tests.sites.origin import Origin

# `make neighbours` installs the clients here.
INSTALLED = ROOT / "build" / "neighbours"
PROGRAMS = Path(__file__).parent
# A run takes less than a minute. A call of the JavaScript client that does not end takes 90 s.
RUN_SECONDS = 400


@dataclass(frozen=True)
class Neighbourhood:
    """What a client is given: the service, and a site whose page /lamp a search for `words` finds."""

    api_url: str
    api_key: str
    site: str
    words: str

    def run(self, *command: str | Path) -> Any:
        """The JSON that a program prints in its last line. Its last argument is this object as JSON."""
        done = subprocess.run(
            [*map(str, command), json.dumps(asdict(self))], capture_output=True, text=True, timeout=RUN_SECONDS,
            check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-4000:]
        return json.loads(done.stdout.splitlines()[-1])

    def check(self, answer: Any, expected: Mapping[str, Any]) -> None:
        """Compare members of an answer, by their place such as `data.0.metadata.title`; the empty place is the answer.

        A text must be in the member, and `...` is any value but null. Anything else must be equal.
        """
        for place, value in expected.items():
            found, wanted = _member(answer, place), filled(value, SITE=self.site)
            if wanted is ...:
                assert found is not None, place
            elif isinstance(wanted, str):
                assert wanted in found, (place, found)
            else:
                assert found == wanted, (place, found)


def _member(answer: Any, place: str) -> Any:
    for part in filter(None, place.split(".")):
        answer = answer[int(part)] if isinstance(answer, list) else answer[part]
    return answer


def filled(value: Any, **words: str) -> Any:
    """A value with these words replaced in its texts."""
    if isinstance(value, str):
        for word, text in words.items():
            value = value.replace(word, text)
        return value
    if isinstance(value, list):
        return [filled(each, **words) for each in value]
    if isinstance(value, dict):
        return {name: filled(each, **words) for name, each in value.items()}
    return value


def installed(path: str) -> Path:
    """A file of an installed client."""
    found = INSTALLED / path
    if not found.exists():
        pytest.fail(f"build/neighbours/{path} does not exist. Run `make neighbours`.")
    return found


@pytest.fixture(scope="module")
def neighbourhood(
    service: Service, database: Engine, origin: Origin, started_model: ModelServer
) -> Iterator[Neighbourhood]:
    started_model.behave("right")
    with database.begin() as connection:
        made = workspace.create(connection, "neighbours", plan="standard")
        credits.grant(connection, made, 10_000, key=f"first:{made}")
        key = workspace.create_key(connection, made, kind="secret").key
    # A word that no other site has: search finds pages of earlier tests too.
    words = uuid4().hex
    with sites.opened(origin.loop) as site:
        put(site, "/lamp", "/b", title=f"Acme Lamp for {words}")
        put(site, "/b")
        put(site, "/waiting", "/never")
        site.on("/never", _never)
        _scrape(service, key, site.url("/lamp"))
        yield Neighbourhood(service.base_url, key, site.base, words)
    started_model.behave("right")


def _scrape(service: Service, key: str, url: str) -> None:
    """Capture a page, so that a search finds it."""
    headers = {"Authorization": f"Bearer {key}"}
    answer = requests.post(f"{service.base_url}/v2/scrape", json={"url": url}, headers=headers, timeout=100)
    assert answer.status_code == 200, answer.text


async def _never(_: web.Request) -> web.StreamResponse:
    await asyncio.sleep(600)
    raise web.HTTPGone
