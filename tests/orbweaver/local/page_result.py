"""The result of a page, as the files of `orbweaver crawl` receive it."""

from __future__ import annotations

from typing import Any

from contract.declare import dump
from contract.results.page import Links, Metadata, Quality, ScrapeResult, Usage


def page_result(url: str, **about: Any) -> dict[str, Any]:
    """A page with a title and Markdown. `about` are other fields of the result."""
    fields: dict[str, Any] = {
        "url": url,
        "final_url": url,
        "redirected": False,
        "status": 200,
        "cached": False,
        "metadata": Metadata(title="Title", language="en", page_type="docs", word_count=3),
        "usage": Usage(credits_used=0, credits_remaining=0, freshness="fresh"),
        "quality": Quality(confidence=0.75, complete=True, blocked=False),
        "markdown": "Some text",
        **about,
    }
    dumped: dict[str, Any] = dump(ScrapeResult(**fields))
    return dumped


LINKS = Links(internal=("http://a.com/b",), external=("http://b.com/",))
