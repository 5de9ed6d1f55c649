"""Recorded answers of services outside (`tests/cassettes`), for loopback servers that give them again."""

from __future__ import annotations

from pathlib import Path

import requests
from aiohttp import web
from betamax import Betamax

from tests.sites.site import Answer

CASSETTES = Path(__file__).parent / "cassettes"
SERVER = "http://recorded.example"
# Each cassette holds one answer, whatever was asked: the code under test sends its own request.
MATCHED = ("method",)


def recorded(name: str) -> requests.Response:
    """The answer in a cassette, such as `search/brave`."""
    session = requests.Session()
    with Betamax(session, cassette_library_dir=str(CASSETTES)).use_cassette(
        name, record="none", match_requests_on=MATCHED
    ):
        return session.get(SERVER)


def giving(name: str) -> Answer:
    """A response of a loopback site that gives the answer in a cassette."""
    answer = recorded(name)

    async def give(request: web.Request) -> web.Response:
        return web.Response(
            body=answer.content, status=answer.status_code, headers={"Content-Type": answer.headers["Content-Type"]}
        )

    return give
