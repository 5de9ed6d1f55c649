"""Which URLs a crawl follows: Firecrawl's options as ours.

Firecrawl's crawl stays below the path of its start URL unless `crawlEntireDomain` is true. Ours follows the whole host, and
selects by patterns: a URL must match one pattern of `includePaths`, and none of `excludePaths`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from api.firecrawl.call import Call
from api.firecrawl.failures import bad_request
from contract import limits


def patterns(call: Call, url: Any, given: Mapping[str, Any], *, whole_site: bool) -> dict[str, Any]:
    """`includePaths` and `excludePaths` of a crawl.

    Raises:
        Refused: the patterns are about whole URLs, which ours cannot be.
    """
    include, exclude = given.get("includePaths") or [], given.get("excludePaths") or []
    if given.get("regexOnFullURL") and (include or exclude):
        raise bad_request(
            "regexOnFullURL", "cannot be done by this service: patterns match the path and the query of a URL"
        )
    start = "" if whole_site else _start_path(url)
    if start:
        outside = rf"^(?:{_not_starting_with(start)})"
        if not include:
            include = [f"^{re.escape(start)}"]
        elif len(outside) <= limits.PATTERN_MAX_CHARS and isinstance(exclude, list):
            exclude = [*exclude, outside]
        else:
            call.warn("The crawl also follows links outside the start URL's path: the path is too long to be a limit.")
    return {**({"includePaths": include} if include else {}), **({"excludePaths": exclude} if exclude else {})}


def _start_path(url: Any) -> str:
    """The path that a crawl stays below: of a file, its folder. Empty if it is the whole host."""
    try:
        path = urlsplit(url).path if isinstance(url, str) else ""
    except ValueError:
        return ""
    folder, _, name = path.rpartition("/")
    path = f"{folder}/" if "." in name else path
    return path if path.strip("/") else ""


def _not_starting_with(text: str) -> str:
    """An RE2 pattern that matches, at its position, every text that does not start with this one. RE2 cannot look ahead."""
    pattern = ""
    for character in reversed(text):
        other = rf"[^{re.escape(character)}]|$"
        pattern = rf"{other}|{re.escape(character)}(?:{pattern})" if pattern else other
    return pattern
