"""Search engines on loopback, and a process that asks them through Scrapy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.crawler.line_process import LineProcess
from tests.sites import site as sites
from tests.sites.origin import Origin
from tests.sites.site import Site

PROGRAM = """
import dataclasses, json, sys
from contract import limits
from contract.environment import Environment
from contract.errors import ServiceError
from crawler.providers.search import base
from crawler.providers.search.brave import BraveProvider
from crawler.providers.search.ddgs import DdgsProvider
from crawler.providers.search.query import SearchQuery
from crawler.providers.search.searxng import SearxngProvider
from crawler.runner import Reactor, engine_of

MADE = {"searxng": SearxngProvider, "brave": lambda address: BraveProvider("key", address), "ddgs": DdgsProvider}

async def made():
    return engine_of(Environment.read())

async def ask(query, providers):
    async with engine.crawler() as crawler:
        if providers is None:
            return await base.find(crawler, query)
        return await base.ask(crawler, query, {name: MADE[name](address) for name, address in providers})

reactor = Reactor()
reactor.start()
engine = reactor.call(made())
reactor.call(engine.start(), timeout=180)
print("ready", flush=True)
for line in sys.stdin:
    query, providers, limits.SEARCH_ENGINE_MAX_SECONDS = json.loads(line)
    query = SearchQuery(**{key: tuple(value) if isinstance(value, list) else value for key, value in query.items()})
    try:
        answer = {"hits": [dataclasses.asdict(hit) for hit in reactor.call(ask(query, providers))]}
    except ServiceError as error:
        answer = {"error": error.as_record(), "retryAfter": error.retry_after_seconds}
    print(json.dumps(answer), flush=True)
reactor.call(engine.close(), timeout=60)
reactor.stop()
"""
Providers = list[tuple[str, str]]


class Asking(LineProcess):
    """A process with an engine. `ask` gives `{"hits": […]}` or `{"error": …}`."""

    def __init__(self, **environ: str) -> None:
        super().__init__(PROGRAM, **environ)

    def ask(
        self, providers: Providers | None, query: str = "gliding", *, seconds: float = 25.0, **more: Any
    ) -> dict[str, Any]:
        """The hits of these engines at these addresses; of the configured engines for None.

        `seconds`: how long each engine may take. The first question starts the reading process, which takes long on a busy
        machine.
        """
        answer: dict[str, Any] = json.loads(self.answer(json.dumps([{"query": query, **more}, providers, seconds])))
        return answer


@pytest.fixture(scope="module")
def own_server(origin: Origin) -> Iterator[Site]:
    """The operator's SearXNG."""
    with sites.opened(origin.loop) as made:
        yield made


@pytest.fixture(scope="module")
def asking(own_server: Site) -> Iterator[Asking]:
    """An operator who allowed loopback, so that the tests' engines can be reached."""
    process = Asking(ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8", ORBWEAVER_SEARXNG_URL=own_server.base)
    yield process
    process.close()


@pytest.fixture(scope="module")
def closed_asking(own_server: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asking]:
    """An operator who allowed no private network, and has a SearXNG on loopback and no database."""
    process = Asking(
        ORBWEAVER_SEARXNG_URL=own_server.base, ORBWEAVER_SEARCH_PROVIDER="brave,index,searxng",
        ORBWEAVER_DATA_DIR=str(tmp_path_factory.mktemp("data")),
    )  # fmt: skip
    yield process
    process.close()
