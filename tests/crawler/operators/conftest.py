"""`scrapy crawl` many times in one process: each run is a crawler with settings of its own, as the command makes it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.crawler.line_process import LineProcess
from tests.sites.origin import Origin

BENCH = """
import json, logging, sys, time
from contract.environment import Environment
from crawler import resources, settings
from crawler.runner import SPIDERS, Reactor
from scrapy.crawler import AsyncCrawlerRunner
from scrapy.settings import Settings

class Lines(logging.Handler):
    def emit(self, record):
        lines.append(logging.Formatter("%(levelname)s %(message)s").format(record))

async def made():
    return resources.create(Environment.read())

async def run(case):
    used = Settings()
    used.setmodule(settings)
    used.setdict({"LOG_ENABLED": False, **case["settings"]}, priority="cmdline")
    crawler = AsyncCrawlerRunner(used).create_crawler(SPIDERS[case["spider"]])
    crawler.resources = shared
    begun = time.monotonic()
    await crawler.crawl_async(**case["arguments"])
    return {"stats": crawler.stats.get_stats(), "seconds": time.monotonic() - begun, "lines": list(lines)}

lines = []
logging.getLogger().addHandler(Lines(logging.WARNING))
reactor = Reactor()
reactor.start()
shared = reactor.call(made())
print("ready", flush=True)
for line in sys.stdin:
    lines.clear()
    print(json.dumps(reactor.call(run(json.loads(line)), 60), default=str), flush=True)
reactor.call(shared.close(), timeout=60)
reactor.stop()
"""


@dataclass(frozen=True)
class Run:
    """What came of one run: Scrapy's stats, the log from warnings up, the rows of its feed."""

    stats: dict[str, Any]
    seconds: float
    lines: list[str]
    rows: list[dict[str, Any]]

    @property
    def reason(self) -> str:
        return str(self.stats["finish_reason"])


class Runs(LineProcess):
    """`run("crawl", settings={...}, url=..., limit="3")`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(BENCH, ORBWEAVER_ALLOWED_NETWORKS="127.0.0.0/8")
        self._feed = folder / "pages.jsonl"

    def run(self, spider: str, settings: dict[str, Any] | None = None, **arguments: str) -> Run:
        feeds = {str(self._feed): {"format": "jsonl", "overwrite": True}}
        case = {"spider": spider, "settings": {"FEEDS": feeds, **(settings or {})}, "arguments": arguments}
        answer = json.loads(self.answer(json.dumps(case)))
        rows = [json.loads(line) for line in self._feed.read_text().splitlines()]
        return Run(rows=rows, **answer)


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory, origin: Origin) -> Iterator[Runs]:
    started = Runs(tmp_path_factory.mktemp("runs"))
    started.run("scrape", url=origin.url("/article"))  # Starts the readers, which takes long on a busy machine.
    yield started
    started.close()
