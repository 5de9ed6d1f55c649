"""Search over 10,000 indexed pages: milliseconds over HTTP, the share of pages that are found, and the cost of the index per page.

    python -m benchmarks.search DATA [--pages 10000] [--queries 300] [--every 1]

DATA is the folder of WCXB's development pages. They are read as the service's pipelines read a capture, and stored in the index
of a service on this machine; nothing is fetched. The rest are made-up pages: words of the development pages in random order, with
the lengths of these pages. A page counts as found by its title if it is the first result, and by three words of its text if it is
among the first five. Pages that share their title with another are not searched by it.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import aiohttp
from sqlalchemy import text

from benchmarks.running.machine import Service, quantile, service
from contract.environment import Environment
from contract.options.page import ReadingOptions
from crawler.capture_store import found_page
from extraction import crawled_page
from extraction.page import read
from extraction.search import words
from extraction.search.entry import SearchEntry
from models import session
from models.search import search_page
from models.search.search_page import NewSearchPage
from training.dataset import capture

CALLS_PER_KEY = 500  # below the rate limit of 600 per minute and workspace
BATCH = 32
LETTERS = re.compile(r"[^\W\d_]{4,}")
KINDS = ("title", "three words in a row", "a phrase of three words", "three words of a page", "one mistyped")


class Page(NamedTuple):
    """A development page: its row of the index, its annotated text, and the milliseconds of reading without and with its entry."""

    row: NewSearchPage | None
    truth: str
    plain_ms: float
    with_entry_ms: float


class Query(NamedTuple):
    """A search for one page."""

    kind: str
    words: str
    url: str


def read_page(path: Path, data: Path) -> Page:
    """A development page as the service reads and stores it."""
    name = path.name.removesuffix(".html.gz")
    truth = json.loads((data / "ground-truth" / f"{name}.json").read_text())
    url = truth.get("url") or f"https://saved.example/{name}"
    page = replace(capture(gzip.decompress(path.read_bytes())), url=url, final_url=url)
    times = []
    for reader in (
        lambda: read(page, ReadingOptions()),
        lambda: crawled_page.read_page(page, ReadingOptions(), is_stored=True),
    ):
        begun = time.process_time()
        found = reader()
        times.append((time.process_time() - begun) * 1000)
    entry = found.entry
    row = found_page(page, entry) if entry else None
    return Page(row, truth["ground_truth"].get("main_content") or "", *times)


def made_up(pages: Sequence[NewSearchPage], count: int, choose: random.Random) -> Iterator[NewSearchPage]:
    """Pages of random words."""
    vocabulary = [word for page in pages for word in page.text.split()[:200]]
    lengths = [len(page.text.split()) for page in pages]
    template = capture(b"")
    for number in range(count):
        body = " ".join(choose.choices(vocabulary, k=choose.choice(lengths)))
        title = " ".join(choose.choices(vocabulary, k=7))
        title_words = words.vector(title, "en", weight="A")
        entry = SearchEntry(
            title=title, text=body, language="en", published=None, title_words=title_words,
            words=f"{title_words} {words.vector(body, 'en', weight='C', start=100)}",
        )  # fmt: skip
        yield found_page(replace(template, final_url=f"https://{number % 500}.made.example/{number}"), entry)


def fill(running: Service, rows: Sequence[NewSearchPage]) -> float:
    """Store the rows in batches, as crawls do. Milliseconds per page."""
    engine = session.create(Environment.read(running.environ).database_url)
    begun = time.perf_counter()
    for start in range(0, len(rows), BATCH):
        with engine.begin() as connection:
            search_page.store(connection, rows[start : start + BATCH])
    elapsed = (time.perf_counter() - begun) / len(rows) * 1000
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE search_page"))
        size = connection.execute(text("SELECT pg_total_relation_size('search_page')")).scalar_one()
    print(f"index: {len(rows)} pages, {size / len(rows) / 1000:.1f} KB and {elapsed:.2f} ms of Postgres per page")
    engine.dispose()
    return elapsed


def queries(pages: Sequence[Page], most: int, choose: random.Random) -> list[Query]:
    """Titles, three neighbouring words and any three words of random pages."""
    listed = [page for page in pages if page.row is not None]
    titles = Counter(page.row.title.lower() for page in listed)
    made: list[Query] = []
    for page in choose.sample(listed, len(listed)):
        own = LETTERS.findall(page.truth)
        if len(own) < 20:
            continue
        index = choose.randrange(len(own) - 3)
        if len(page.row.title.split()) > 1 and titles[page.row.title.lower()] == 1:
            made.append(Query(KINDS[0], page.row.title[:500], page.row.url))
        made.append(Query(KINDS[1], " ".join(own[index : index + 3]), page.row.url))
        text = page.row.text.replace('"', " ").split()
        start = choose.randrange(max(1, len(text) - 3))
        made.append(Query(KINDS[2], f'"{" ".join(text[start : start + 3])}"', page.row.url))
        chosen = choose.sample(sorted(set(own)), 3)
        made.append(Query(KINDS[3], " ".join(chosen), page.row.url))
        made.append(Query(KINDS[4], " ".join([*chosen[:2], mistyped(chosen[2], choose)]), page.row.url))
    return [query for kind in KINDS for query in [each for each in made if each.kind == kind][:most]]


def mistyped(word: str, choose: random.Random) -> str:
    """A word with two neighbouring letters in the other order."""
    index = choose.randrange(len(word) - 1)
    return f"{word[:index]}{word[index + 1]}{word[index]}{word[index + 2 :]}"


async def search(running: Service, asked: Sequence[Query], keys: Sequence[str]) -> list[tuple[Query, list[str], float]]:
    """Each query, the URLs of its results, and its milliseconds. One call at a time."""
    found = []
    async with aiohttp.ClientSession() as calls:
        for number, query in enumerate(asked):
            headers, begun = {"X-API-Key": keys[number % len(keys)]}, time.perf_counter()
            body = {"query": query.words}
            async with calls.post(f"{running.url}/v1/web/search", json=body, headers=headers) as answer:
                data = (await answer.json())["data"]
            took = (time.perf_counter() - begun) * 1000
            found.append((query, [result["url"] for result in data["results"]], took))
    return found


def report(found: Sequence[tuple[Query, list[str], float]]) -> None:
    """The table: shares of found pages, and times."""
    print(f"{'query':24s} {'queries':>8s} {'first':>7s} {'in 5':>7s} {'in 10':>7s} {'p50 ms':>8s} {'p95 ms':>8s}")
    for kind in (*KINDS, "ALL"):
        rows = [row for row in found if kind in (row[0].kind, "ALL")]
        shares = [sum(query.url in urls[:most] for query, urls, _ in rows) / len(rows) for most in (1, 5, 10)]
        times = [took for _, _, took in rows]
        p50, p95 = quantile(times, 0.5), quantile(times, 0.95)
        columns = " ".join(f"{share:7.1%}" for share in shares)
        print(f"{kind:24s} {len(rows):8d} {columns} {p50:8.1f} {p95:8.1f}")


def main() -> None:
    """Read, store, search, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--every", type=int, default=1, help="read only every n-th page")
    arguments = parser.parse_args()
    choose = random.Random(11)
    paths = sorted((arguments.data / "html").glob("*.html.gz"))[:: arguments.every]
    with ProcessPoolExecutor(2) as readers:
        pages = list(readers.map(read_page, paths, [arguments.data] * len(paths), chunksize=20))
    rows = [page.row for page in pages if page.row is not None]
    plain, with_entry = (sum(page[index] for page in pages) / len(pages) for index in (2, 3))
    print(
        f"reading: {plain:.1f} ms of CPU per page, {with_entry:.1f} ms with its entry; {len(rows)} of {len(pages)} are listed"
    )
    with service() as running:
        # In random order: of very many pages with the words, those that were stored first are used.
        stored = [*rows, *made_up(rows, arguments.pages - len(rows), choose)]
        fill(running, choose.sample(stored, len(stored)))
        asked = queries(pages, arguments.queries, choose)
        keys = [running.new_key() for _ in range(1 + len(asked) // CALLS_PER_KEY)]
        asyncio.run(search(running, asked[:30], keys))
        report(asyncio.run(search(running, asked, keys)))


if __name__ == "__main__":
    main()
