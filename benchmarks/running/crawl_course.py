"""One crawl after the other for a long time, with pauses, and the memory of each process of the service meanwhile.

Crawls of a documentation site from different pages, of generated articles on different hosts, cancelled ones, and batches of
rendered pages. Nothing is killed.
"""

from __future__ import annotations

import contextlib
import csv
import itertools
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.running.machine import processor_seconds
from benchmarks.running.mixed_work import Caller
from benchmarks.running.remains import MemoryCourse, processes

# A crawl is followed by a pause in which the service has used this part of one core, measured from the start of the crawl.
SHARE_OF_CORE, SAMPLE_SECONDS = 0.15, 30.0
PAGES = (20, 100)
HOSTS = 200
# Caches fill and allocators find their size in this time. The slope is measured after it.
WARM_UP_MINUTES = 20.0
SHOWN_MINUTES = (2, 10, 20, 30, 60, 90, 110)


def run(
    caller: Caller, root: int, documents: Path, site: str, minutes: float, table: Path, *, browser: bool
) -> MemoryCourse:
    """Crawl for some minutes and write a row per sample and process to `table`; the course after the warm-up."""
    kinds = itertools.cycle([kind for kind in KINDS if browser or kind is not rendered])
    paths = [str(path.relative_to(documents)) for path in sorted(documents.rglob("*.html"))]
    began, warm, course = time.monotonic(), min(WARM_UP_MINUTES, minutes / 3) * 60, MemoryCourse()
    sampled, numbers = -SAMPLE_SECONDS, itertools.count()
    with table.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("seconds", "crawls", "part", "pid", "mb", "files"))
        while (elapsed := time.monotonic() - began) < minutes * 60:
            spent, number = processor_seconds(root), next(numbers)
            with contextlib.suppress(OSError, ValueError, KeyError):
                next(kinds)(caller, number, f"{site}/{random.choice(paths)}")
            used_until = began + elapsed + (processor_seconds(root) - spent) / SHARE_OF_CORE
            while True:
                now = time.monotonic()
                if now - began - sampled >= SAMPLE_SECONDS:
                    sampled, found = now - began, processes(root)
                    for pid, process in found.items():
                        rows.writerow(
                            (round(sampled), number, process.part, pid, f"{process.memory_mb:.1f}", process.files)
                        )
                    file.flush()
                    if sampled >= warm:
                        course.add(sampled, found)
                if now >= min(used_until, began + minutes * 60):
                    break
                time.sleep(min(1.0, used_until - now))
    return course


def pages_of_documentation(caller: Caller, number: int, start: str) -> None:
    """A crawl of pages that differ."""
    _crawl(caller, {"url": start, "limit": random.randint(*PAGES), "sitemap": "skip", "scrapeOptions": {"maxAge": 0}})


def articles(caller: Caller, number: int, start: str) -> None:
    """A crawl of a host that was not crawled for a long time."""
    url = caller.fresh().replace("127.0.0.1", f"127.0.0.{1 + number % HOSTS}")
    _crawl(caller, {"url": url, "limit": random.randint(*PAGES), "sitemap": "skip"})


def cancelled(caller: Caller, number: int, start: str) -> None:
    """A crawl that is cancelled after some pages."""
    made = caller.send("POST", "/v1/web/crawl", {"url": caller.fresh("slow/0.3"), "limit": 200, "sitemap": "skip"})
    if made.ok:
        time.sleep(random.random() * 4)
        caller.send("DELETE", f"/v1/web/crawl/{made.json()['crawlId']}")


def rendered(caller: Caller, number: int, start: str) -> None:
    """A batch of pages that a browser renders."""
    urls = [caller.fresh("app") for _ in range(20)]
    made = caller.send("POST", "/v1/web/batch", {"urls": urls, "scrapeOptions": {"renderJs": True}})
    if made.ok:
        caller.wait("batch", made.json()["batchId"])


def _crawl(caller: Caller, body: dict[str, object]) -> None:
    made = caller.send("POST", "/v1/web/crawl", body)
    if made.ok:
        caller.wait("crawl", made.json()["crawlId"])


KINDS = (pages_of_documentation, articles, pages_of_documentation, cancelled, articles, rendered)


def show(table: Path) -> None:
    """Print the megabytes of each process at some minutes."""
    at: defaultdict[tuple[str, str], dict[float, str]] = defaultdict(dict)
    for row in _rows(table):
        at[row["part"], row["pid"]][int(row["seconds"]) / 60] = row["mb"]
    longest = max(minute for seen in at.values() for minute in seen)
    shown = [minute for minute in SHOWN_MINUTES if minute <= longest + 1]
    print("| part | " + " | ".join(f"MB at {minute}" for minute in shown) + " |\n|---" + "|---" * len(shown) + "|")
    for (part, pid), seen in sorted(at.items()):
        if max(float(mb) for mb in seen.values()) >= 5:
            nearest = [min(seen, key=lambda each, wanted=minute: abs(each - wanted)) for minute in shown]  # type: ignore[misc]
            values = [seen[each] if abs(each - minute) < 1 else "" for each, minute in zip(nearest, shown, strict=True)]
            print(f"| {part} {pid} | " + " | ".join(values) + " |")


def _rows(table: Path) -> Iterator[dict[str, str]]:
    with table.open(newline="") as file:
        yield from csv.DictReader(file)
