"""The scope of a crawl: Firecrawl's options as patterns of ours."""

from __future__ import annotations

from typing import Any

import pytest
import re2

from api.firecrawl.crawl_scope import patterns
from api.firecrawl.failures import Refused
from tests.api.firecrawl.calls import call_of


def follows(scope: dict[str, Any], path: str) -> bool:
    """Whether a crawl of ours with these patterns follows a path."""
    include, exclude = scope.get("includePaths", []), scope.get("excludePaths", [])
    is_included = not include or any(re2.search(pattern, path) for pattern in include)
    return is_included and not any(re2.search(pattern, path) for pattern in exclude)


@pytest.mark.parametrize(
    ("start", "inside", "outside"),
    [
        ("http://a.com/docs/", ["/docs/", "/docs/a", "/docs/a?b=/blog"], ["/", "/docs", "/blog", "/x/docs/"]),
        ("http://a.com/docs/index.html", ["/docs/", "/docs/a"], ["/", "/blog"]),
        ("http://a.com/a+b/[c]", ["/a+b/[c]", "/a+b/[c]/d"], ["/aab/c", "/"]),
        ("http://a.com/", ["/", "/anything"], []),
        ("http://a.com", ["/", "/anything"], []),
    ],
)
@pytest.mark.parametrize("include", [[], ["."]])
def test_crawl_stays_below_the_path_of_its_start(
    start: str, inside: list[str], outside: list[str], include: list[str]
) -> None:
    scope = patterns(call_of(), start, {"includePaths": include}, whole_site=False)

    assert all(follows(scope, path) for path in inside)
    assert not any(follows(scope, path) for path in outside)


def test_patterns_of_the_caller_hold_too() -> None:
    given = {"includePaths": ["guide"], "excludePaths": ["old"]}

    scope = patterns(call_of(), "http://a.com/docs/", given, whole_site=False)

    assert follows(scope, "/docs/guide") and not follows(scope, "/docs/other")
    assert not follows(scope, "/guide") and not follows(scope, "/docs/old/guide")
    assert patterns(call_of(), "http://a.com/docs/", given, whole_site=True) == given


def test_long_path_with_patterns_is_not_a_limit_but_a_warning() -> None:
    call = call_of()

    scope = patterns(call, f"http://a.com/{'x' * 90}/", {"includePaths": ["guide"]}, whole_site=False)

    assert scope == {"includePaths": ["guide"]} and "outside" in call.warning()["warning"]


def test_patterns_of_whole_urls_are_refused() -> None:
    given = {"includePaths": ["^http://a.com/docs"], "regexOnFullURL": True}

    with pytest.raises(Refused, match="regexOnFullURL"):
        patterns(call_of(), "http://a.com/", given, whole_site=True)
