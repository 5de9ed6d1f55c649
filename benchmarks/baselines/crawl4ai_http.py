"""Baseline: crawl4ai without a browser. Run by an interpreter that has crawl4ai (`benchmarks.crawl --crawl4ai PYTHON`).

Prints {"pages": …, "characters": …}. Standard library and crawl4ai only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from pathlib import Path
from typing import Any


async def run(arguments: argparse.Namespace) -> dict[str, int]:
    from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig, MemoryAdaptiveDispatcher
    from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
    from crawl4ai.deep_crawling import BFSDeepCrawlStrategy

    made = {"pages": 0, "characters": 0}

    def count(result: Any) -> None:
        if result.success and result.markdown:
            made["pages"] += 1
            made["characters"] += len(str(result.markdown.raw_markdown))

    async with AsyncWebCrawler(crawler_strategy=AsyncHTTPCrawlerStrategy()) as crawler:
        if arguments.crawl:
            deep = BFSDeepCrawlStrategy(max_depth=10, max_pages=arguments.limit, include_external=False)
            config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, deep_crawl_strategy=deep, verbose=False)
            for result in await crawler.arun(arguments.crawl, config=config):
                count(result)
        else:
            config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, verbose=False)
            dispatcher = MemoryAdaptiveDispatcher(max_session_permit=16, memory_threshold_percent=95.0)
            urls = arguments.list.read_text().split()
            for result in await crawler.arun_many(urls, config=config, dispatcher=dispatcher):
                count(result)
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crawl")
    parser.add_argument("--list", type=Path)
    parser.add_argument("--limit", type=int, default=1_000)
    print(json.dumps(asyncio.run(run(parser.parse_args()))))
