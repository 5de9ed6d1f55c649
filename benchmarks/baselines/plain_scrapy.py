"""Baseline: a minimal Scrapy spider with html-to-markdown. It follows each URL once and stores nothing.

python -m benchmarks.baselines.plain_scrapy (--crawl URL | --list FILE)      prints {"pages": …, "characters": …}
"""

from __future__ import annotations

import argparse
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import scrapy
from html_to_markdown import convert
from scrapy.crawler import CrawlerProcess


class Plain(scrapy.Spider):
    """Whole pages as Markdown."""

    name = "plain"
    urls: list[str]
    follow: bool
    made: dict[str, int]

    async def start(self) -> AsyncIterator[Any]:
        self.seen = set(self.urls)
        for url in self.urls:
            yield scrapy.Request(url, dont_filter=True)

    def parse(self, response: Any) -> Iterator[Any]:
        if "html" not in (response.headers.get("Content-Type") or b"").decode():
            return
        self.made["pages"] += 1
        self.made["characters"] += len(convert(response.text).content or "")
        if not self.follow:
            return
        host = urlsplit(response.url).netloc
        for href in {urldefrag(href)[0] for href in response.css("a::attr(href)").getall()}:
            url = urljoin(response.url, href)
            if url not in self.seen and urlsplit(url).netloc == host:
                self.seen.add(url)
                yield scrapy.Request(url, dont_filter=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crawl")
    parser.add_argument("--list", type=Path)
    arguments = parser.parse_args()
    urls = [arguments.crawl] if arguments.crawl else arguments.list.read_text().split()
    made = {"pages": 0, "characters": 0}
    process = CrawlerProcess(
        {
            "LOG_ENABLED": False,
            "TELNETCONSOLE_ENABLED": False,
            "REMOTE_CONTROL_ENABLED": False,
            "CONCURRENT_REQUESTS": 16,
            "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
            "DOWNLOAD_DELAY": 0,
            "ROBOTSTXT_OBEY": False,
            "COOKIES_ENABLED": False,
        }
    )
    process.crawl(Plain, urls=urls, follow=bool(arguments.crawl), made=made)
    process.start()
    print(json.dumps(made))


if __name__ == "__main__":
    main()
