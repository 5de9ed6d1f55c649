"""Runs LangChain's loader and LlamaIndex's reader in each mode, and prints {"tool: mode": [{"text", "metadata"}]}.

`make neighbours` runs it with the Python of build/neighbours/python, where both are installed. The argument is a JSON object:
`api_key`, `api_url`, `site` with the pages /lamp and /b, and `words` that find /lamp in a search.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import Any

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}


def langchain(given: dict[str, str]) -> dict[str, list[Any]]:
    """The documents of LangChain's loader, by mode."""
    from langchain_firecrawl import FireCrawlLoader

    def load(mode: str, **more: Any) -> list[Any]:
        where = {} if mode == "search" else {"url": f"{given['site']}/lamp"}
        loader = FireCrawlLoader(api_key=given["api_key"], api_url=given["api_url"], mode=mode, **where, **more)
        return [{"text": each.page_content, "metadata": each.metadata} for each in loader.load()]

    return {
        "LangChain: scrape": load("scrape"),
        "LangChain: crawl": load("crawl", params={"limit": 5, "crawl_entire_domain": True, "poll_interval": 1}),
        "LangChain: map": load("map", params={"limit": 10}),
        "LangChain: search": load("search", query=given["words"]),
        "LangChain: extract": load("extract", params={"schema": SCHEMA, "prompt": "The product.", "poll_interval": 1}),
    }


def llamaindex(given: dict[str, str]) -> dict[str, list[Any]]:
    """The documents of LlamaIndex's reader, by mode."""
    from llama_index.readers.web import FireCrawlWebReader

    def load(mode: str, params: dict[str, Any], **what: Any) -> list[Any]:
        reader = FireCrawlWebReader(api_key=given["api_key"], api_url=given["api_url"], mode=mode, params=params)
        return [{"text": each.text, "metadata": each.metadata} for each in reader.load_data(**what)]

    page = {"url": f"{given['site']}/lamp"}
    return {
        "LlamaIndex: scrape": load("scrape", {}, **page),
        "LlamaIndex: crawl": load("crawl", {"limit": 5, "crawl_entire_domain": True, "poll_interval": 1}, **page),
        "LlamaIndex: map": load("map", {"limit": 10}, **page),
        "LlamaIndex: search": load("search", {"limit": 5}, query=given["words"]),
        "LlamaIndex: extract": load("extract", {"prompt": "The name and the price."}, urls=[page["url"]]),
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    asked = json.loads(sys.argv[1])
    print(json.dumps({**langchain(asked), **llamaindex(asked)}, default=str))
