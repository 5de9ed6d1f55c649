"""Jobs of many pages, compared with a plain Scrapy spider and crawl4ai: CPU per page, pages per second, memory, failures.

    python -m benchmarks.crawl [--docs DIR] [--data DIR] [--crawl4ai PYTHON] [--only docs,command,batch,small,growth,memory]

`docs` crawls a documentation site (Debian's python3-doc) over nginx, `command` crawls it with `orbweaver crawl`, `batch` scrapes
200 heavy pages of the development data, `small` scrapes a batch of 1,000 pages of 10 KB, `growth` crawls a generated site of
500 and of 5,000 pages, `memory` measures a worker over 20 crawls. We extract main content and metadata, store, cache and charge;
the command does not store or charge. The baselines convert whole pages and store nothing.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.running.machine import Service, family, memory_mb, processor_seconds, service
from benchmarks.sites.web_server import serving

DOCS = Path("/usr/share/doc/python3.11/html")
STORES = ("postgres", "valkey-server", "redis-server")
HEAVY = 200
POLL_SECONDS = 0.1


@dataclass(frozen=True)
class Measured:
    """One run."""

    who: str
    pages: int
    failed: int
    seconds: float
    cpu_ms: float
    store_ms: float
    peak_mb: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--docs", type=Path, default=DOCS)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--crawl4ai", type=Path)
    parser.add_argument("--only", default="docs,command,batch,small,growth,memory")
    parser.add_argument("--runs", type=int, default=1)
    arguments = parser.parse_args()
    selected = arguments.only.split(",")
    if "docs" in selected:
        with serving(arguments.docs) as site:
            start = f"{site}/index.html"
            rows = [ours("crawl", {"url": start, "limit": 1000, "sitemap": "skip"}) for _ in range(arguments.runs)]
            show("Documentation site", [*rows, *baselines(["--crawl", start], arguments.crawl4ai)])
    if "command" in selected:
        with serving(arguments.docs) as site:
            start = f"{site}/index.html"
            rounds = [[command(start), *baselines(["--crawl", start], None)] for _ in range(arguments.runs)]
            show("orbweaver crawl, without a service", [row for each in rounds for row in each])
    if "batch" in selected and arguments.data:
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as site:
            Path(folder).chmod(0o755)
            urls = [f"{site}/{name}" for name in heavy_pages(arguments.data, Path(folder))]
            listed = Path(folder) / "urls.txt"
            listed.write_text("\n".join(urls))
            rows = [ours("batch", {"urls": urls}) for _ in range(arguments.runs)]
            show("200 heavy pages", [*rows, *baselines(["--list", str(listed)], arguments.crawl4ai)])
    if "small" in selected:
        with made_site(1_000) as (site, paths):
            show("1,000 pages of 10 KB", [ours("batch", {"urls": [site + path for path in paths]})])
    if "growth" in selected:
        with made_site(5_000) as (site, _):
            rows = [
                ours("crawl", {"url": f"{site}/0.html", "limit": limit, "sitemap": "skip"}) for limit in (500, 5_000)
            ]
            show("A made site at 500 and at 5,000 pages", rows)
            ratio = (rows[1].cpu_ms + rows[1].store_ms) / (rows[0].cpu_ms + rows[0].store_ms)
            print(f"cost a page at 5,000 against 500: {ratio:.2f}\n")
    if "memory" in selected:
        memory_over_crawls(20)


def ours(kind: str, body: dict[str, Any]) -> Measured:
    """The job on a separate, warm service."""
    with service() as running:
        key = running.new_key()
        start = body.get("url") or body["urls"][0]
        running.call(key, "POST", "/v1/web/scrape", {"url": start, "maxAge": 0, "storeInCache": False})
        return job(running, key, kind, body)


def job(running: Service, key: str, kind: str, body: dict[str, Any]) -> Measured:
    """One job on a running service."""
    stores = {process for process in family(running.pid) if name_of(process) in STORES}
    before, before_stores = spent(running.pid, stores)
    peak = Peak(lambda: memory_mb(running.pid)[0])
    started = time.perf_counter()
    made = running.call(key, "POST", f"/v1/web/{kind}", {**body, "scrapeOptions": {"maxAge": 0}})
    path = f"/v1/web/{kind}/{made[f'{kind}Id']}?includeData=false&limit=1"
    while (status := running.call(key, "GET", path))["status"] == "running":
        time.sleep(POLL_SECONDS)
    seconds = time.perf_counter() - started
    after, after_stores = spent(running.pid, stores)
    pages = status["completed"]
    return Measured(
        "orbweaver", pages, status["failed"], seconds, 1000 * (after - before) / max(1, pages),
        1000 * (after_stores - before_stores) / max(1, pages), peak.stop(),
    )  # fmt: skip


def spent(root: int, stores: set[int]) -> tuple[float, float]:
    """CPU seconds of (our processes, Postgres and Redis)."""
    everything = processor_seconds(root)
    in_stores = sum(processor_seconds(process) for process in stores if parent_outside(process, stores))
    return everything - in_stores, in_stores


def parent_outside(process: int, stores: set[int]) -> bool:
    parent = int(Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return parent not in stores


def name_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/comm").read_text().strip()
    except OSError:
        return ""


class Peak(threading.Thread):
    """The maximum of a value that is sampled every 200 ms."""

    def __init__(self, read: Callable[[], float]) -> None:
        super().__init__(daemon=True)
        self._read = read
        self._most = 0.0
        self._done = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._done.wait(0.2):
            self._most = max(self._most, self._read())

    def stop(self) -> float:
        self._done.set()
        self.join()
        return self._most


def command(start: str) -> Measured:
    """The command without a service, which writes JSON lines. Start and imports are included."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["-o", f"{folder}/pages.jsonl", "--limit", "1000", "--sitemap", "skip", "--json"]
        return other("orbweaver crawl", [sys.executable, "-m", "orbweaver", "crawl", start, *options])


def baselines(arguments: list[str], crawl4ai: Path | None) -> list[Measured]:
    """The baselines on the same pages, each in its own process. Start and imports are included."""
    rows = [other("Scrapy + html-to-markdown", [sys.executable, "-m", "benchmarks.baselines.plain_scrapy", *arguments])]
    if crawl4ai is not None:
        script = str(Path(__file__).with_name("baselines") / "crawl4ai_http.py")
        rows.append(other("crawl4ai, HTTP", [str(crawl4ai), script, *arguments]))
    return rows


def other(who: str, command: list[str]) -> Measured:
    started = time.perf_counter()
    environ = {**os.environ, "ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environ)
    peak, used = Peak(lambda: memory_mb(process.pid)[0]), Peak(lambda: processor_seconds(process.pid))
    output, _ = process.communicate()
    seconds = time.perf_counter() - started
    made = json.loads(output.splitlines()[-1])
    cpu, pages = used.stop(), made.get("pages") or made["completed"]
    return Measured(who, pages, made.get("failed", 0), seconds, 1000 * cpu / max(1, pages), 0.0, peak.stop())


def heavy_pages(data: Path, folder: Path) -> list[str]:
    """Copies 200 random pages from the larger half of the development data to `folder`. Returns their names."""
    paths = sorted((data / "html").glob("*.html.gz"), key=lambda path: (-path.stat().st_size, path.name))
    drawn = random.Random(1).sample(paths[: len(paths) // 2], HEAVY)
    for path in drawn:
        (folder / path.name.removesuffix(".gz")).write_bytes(gzip.decompress(path.read_bytes()))
    return [path.name.removesuffix(".gz") for path in drawn]


@contextlib.contextmanager
def made_site(pages: int) -> Iterator[tuple[str, list[str]]]:
    """A generated site of `pages` pages of about 10 KB in a tree with cross links, over nginx: (URL, paths)."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        for number in range(pages):
            (root / f"{number}.html").write_text(made_page(number, pages))
        with serving(root) as url:
            yield url, [f"/{number}.html" for number in range(pages)]


def made_page(number: int, pages: int) -> str:
    chance = random.Random(number)
    words = "water stone river light hand paper winter garden window letter morning city harbour field".split()
    targets = [child for child in (number * 8 + 1 + step for step in range(8)) if child < pages]
    targets += [chance.randrange(pages) for _ in range(20)]
    links = "".join(f'<li><a href="/{target}.html">Page {target}</a></li>' for target in targets)
    text = "".join(
        f"<h2>Part {part}</h2><p>{' '.join(chance.choice(words) for _ in range(110)).capitalize()}.</p>"
        for part in range(12)
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page {number}</title></head><body>'
        f"<nav><ul>{links}</ul></nav><main><article><h1>Page {number}</h1>{text}</article></main></body></html>"
    )


def memory_over_crawls(crawls: int) -> None:
    """A worker's memory after the first crawl and after the last."""
    with made_site(300) as (site, _), service() as running:
        key = running.new_key()
        body = {"url": f"{site}/0.html", "limit": 300, "sitemap": "skip"}
        worker = next(process for process in family(running.pid) if command_of(process).endswith("orbweaver worker "))
        seen = []
        for _ in range(crawls):
            job(running, key, "crawl", body)
            time.sleep(1.0)
            seen.append(memory_mb(worker)[0])
        print("Memory of the worker with its readers, MB proportional, after each crawl of 300 pages")
        print(" ".join(f"{value:.0f}" for value in seen), "\n")


def command_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().decode().replace("\0", " ")
    except OSError:
        return ""


def show(title: str, rows: list[Measured]) -> None:
    print(title)
    print(f"{'':28}{'pages':>7}{'failed':>8}{'seconds':>9}{'pages/s':>9}{'CPU ms':>9}{'stores ms':>11}{'peak MB':>9}")
    for row in rows:
        print(
            f"{row.who:28}{row.pages:7}{row.failed:8}{row.seconds:9.1f}{row.pages / row.seconds:9.1f}{row.cpu_ms:9.1f}"
            f"{row.store_ms:11.1f}{row.peak_mb:9.0f}"
        )
    print(flush=True)


if __name__ == "__main__":
    main()
