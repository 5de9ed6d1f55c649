"""Which paths belong to Firecrawl's interface. Our own begin with `/v1/web`, `/v1/jobs` and `/v1/account`."""

from __future__ import annotations

_FIRST_PARTS = frozenset(
    ("scrape", "crawl", "batch", "map", "search", "extract", "team", "concurrency-check", "llmstxt", "deep-research")
)  # fmt: skip


def is_for(path: str) -> bool:
    """Whether the path belongs to Firecrawl's interface."""
    if path.startswith("/v2/"):
        return True
    return path.startswith("/v1/") and path[4:].partition("/")[0] in _FIRST_PARTS
