"""The engine in its own process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.crawler.line_process import LineProcess

BENCH = """
import json, sys
from contract.declare import dump, load
from contract.environment import Environment
from contract.errors import ServiceError
from contract.operations import OPERATIONS
from crawler.runner import Reactor, engine_of

async def made():
    return engine_of(Environment.read())

async def stats():
    async with engine.crawler() as crawler:
        return crawler.stats.get_stats()

reactor = Reactor()
reactor.start()
engine = reactor.call(made())
reactor.call(engine.start(), timeout=180)
print("ready", flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked == "stats":
        print(json.dumps(reactor.call(stats()), default=str), flush=True)
        continue
    try:
        operation = OPERATIONS[asked.pop("operation")]
        options = load(operation.options, asked)
        answer = {"data": dump(reactor.call(engine.perform(operation.name, options, None, "/test"), timeout=150))}
    except ServiceError as error:
        answer = {"error": error.as_record()}
    except Exception as error:
        answer = {"crash": repr(error)}
    print(json.dumps(answer), flush=True)
reactor.call(engine.close(), timeout=60)
reactor.stop()
"""


class Bench(LineProcess):
    """An engine without a database. `run` gives `{"data": …}` or `{"error": …}`."""

    def __init__(self, **environ: str) -> None:
        super().__init__(BENCH, **environ)

    def run(self, url: str, **options: Any) -> dict[str, Any]:
        return self.perform("scrape", url, **options)

    def perform(self, operation: str, url: str, **options: Any) -> dict[str, Any]:
        """The answer of any operation."""
        return self.ask({"operation": operation, "url": url, **options})

    def look_up(self, domain: str) -> dict[str, Any]:
        """The brand of a domain or URL."""
        return self.ask({"operation": "brand", "domain": domain})

    def style(self, domain: str) -> dict[str, Any]:
        """The styleguide of a domain or URL."""
        return self.ask({"operation": "styleguide", "domain": domain})

    def extract(self, *urls: str, **options: Any) -> dict[str, Any]:
        """The answer of an extract."""
        return self.ask({"operation": "extract", "urls": urls, **options})

    def stats(self) -> dict[str, Any]:
        """What the stats collector of the service crawler holds."""
        return self.ask("stats")

    def ask(self, line: Any) -> dict[str, Any]:
        """The answer to one line: an operation with its options, or `stats`."""
        answer: dict[str, Any] = json.loads(self.answer(json.dumps(line)))
        return answer


@pytest.fixture(scope="session")
def closed_engine() -> Iterator[Bench]:
    """As an operator runs it who allowed no private network."""
    bench = Bench()
    yield bench
    bench.close()


@pytest.fixture(scope="session")
def open_engine() -> Iterator[Bench]:
    """Loopback over IPv4 is allowed."""
    bench = Bench(ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
    yield bench
    bench.close()
