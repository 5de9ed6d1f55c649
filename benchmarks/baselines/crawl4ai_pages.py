"""Baseline: crawl4ai's Markdown of stored pages. Run by `benchmarks.page_facts --crawl4ai PYTHON`.

Prints {page: {"raw": Markdown of all of it, "fit": Markdown of what its filter leaves}}. Standard library and crawl4ai only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path


async def run(folder: Path) -> dict[str, dict[str, str]]:
    from crawl4ai import AsyncWebCrawler, CacheMode, CrawlerRunConfig
    from crawl4ai.async_crawler_strategy import AsyncHTTPCrawlerStrategy
    from crawl4ai.content_filter_strategy import PruningContentFilter
    from crawl4ai.markdown_generation_strategy import DefaultMarkdownGenerator

    generator = DefaultMarkdownGenerator(content_filter=PruningContentFilter())
    config = CrawlerRunConfig(cache_mode=CacheMode.BYPASS, markdown_generator=generator, verbose=False)
    found: dict[str, dict[str, str]] = {}
    async with AsyncWebCrawler(crawler_strategy=AsyncHTTPCrawlerStrategy()) as crawler:
        for path in sorted(folder.glob("*.html")):
            result = await crawler.arun("raw:" + path.read_text(encoding="utf-8"), config=config)
            found[path.stem] = {"raw": result.markdown.raw_markdown, "fit": result.markdown.fit_markdown or ""}
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    # The library writes its log to standard output.
    output, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps(asyncio.run(run(parser.parse_args().folder))), file=output)
