"""A crawl of an unchanged site again, with `maxAge: 0`, beside the first crawl: bytes, CPU and time.

    python -m benchmarks.recrawl [--pages 500] [--runs 2]

The site answers conditional requests for pages with `ETag` and for pages with `Last-Modified`. Pages with neither are fetched
again. Each way has its own service, and its first crawl follows the crawl of another site of three pages.
"""

from __future__ import annotations

import argparse

import requests

from benchmarks.crawl import job
from benchmarks.running.machine import service, site

WAYS = {"etag": "ETag", "modified": "Last-Modified", "neither": "neither"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--runs", type=int, default=2)
    arguments = parser.parse_args()
    print(f"{'':16}{'crawl':>8}{'pages':>8}{'200':>6}{'304':>6}{'KB':>8}{'seconds':>9}{'CPU ms':>8}{'stores ms':>11}")
    with site("benchmarks.sites.unchanged_site", str(arguments.pages)) as address:
        for way in WAYS:
            crawl(address, way, arguments.pages, arguments.runs)


def crawl(address: str, way: str, pages: int, runs: int) -> None:
    """One first crawl and `runs` further ones on a separate service."""
    with service() as running:
        key = running.new_key()
        warm = {"url": f"{address}/{'neither' if way != 'neither' else 'etag'}/0.html", "limit": 3, "sitemap": "skip"}
        job(running, key, "crawl", warm)
        requests.get(f"{address}/sent", timeout=10)
        for number in range(runs + 1):
            body = {"url": f"{address}/{way}/0.html", "limit": pages, "sitemap": "skip"}
            done = job(running, key, "crawl", body)
            sent = requests.get(f"{address}/sent", timeout=10).json()
            print(
                f"{WAYS[way]:16}{number + 1:8}{done.pages:8}{sent.get('200', 0):6}{sent.get('304', 0):6}"
                f"{sent.get('bytes', 0) / 1000:8.0f}{done.seconds:9.1f}{done.cpu_ms:8.1f}{done.store_ms:11.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
