"""Reads DuckDuckGo's page of results for browsers without scripts."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urljoin, urlsplit

from extraction.document.addresses import parameters_of
from extraction.document.document import parse
from extraction.document.encoding import decode
from extraction.document.tree import Tree, all_text

BASE = "https://duckduckgo.com/"
# The path of a link that counts the click and then redirects.
REDIRECT_PATH = "/l/"
CAPTCHA = "It asks for a captcha."
NO_RESULTS = "It answered with a page that contains no results."


class Result(NamedTuple):
    """One result of the page."""

    title: str
    url: str
    snippet: str


class ResultPage(NamedTuple):
    """The results of a page. `problem` says why it is not a page of results."""

    results: tuple[Result, ...] = ()
    problem: str = ""


def read(body: bytes) -> ResultPage:
    """The results of a page, without advertisements. Empty without a problem only if the page says that there are none."""
    tree = parse(decode(body, "text/html; charset=utf-8"))
    if tree.xpath("//form[@id='challenge-form'] | //*[contains(@class, 'anomaly-modal')]"):
        return ResultPage(problem=CAPTCHA)
    blocks = [
        block for block in tree.iter("div") if "result" in _classes(block) and "result--ad" not in _classes(block)
    ]
    results = tuple(result for block in blocks if (result := _result(block)) is not None)
    says_none = any({"no-results", "result--no-result"} & _classes(element) for element in tree.iter("div", "span"))
    return ResultPage(results, "" if results or says_none else NO_RESULTS)


def _result(block: Tree) -> Result | None:
    link = next((each for each in block.iter("a") if "result__a" in _classes(each)), None)
    if link is None:
        return None
    url = _target(link.get("href") or "")
    if url is None:
        return None
    snippet = next((each for each in block.iter() if "result__snippet" in _classes(each)), None)
    return Result(_text(link), url, "" if snippet is None else _text(snippet))


def _target(href: str) -> str | None:
    """The URL that a link leads to. None for advertisements and for links to DuckDuckGo itself."""
    try:
        parts = urlsplit(urljoin(BASE, href))
    except ValueError:
        return None
    host = parts.hostname or ""
    if host != "duckduckgo.com" and not host.endswith(".duckduckgo.com"):
        return parts.geturl()
    if parts.path != REDIRECT_PATH:
        return None
    return next((value for name, value in parameters_of(parts.query, 20) if name == "uddg"), None)


def _classes(element: Tree) -> set[str]:
    """The classes of an element; none for a comment."""
    return set((element.get("class") or "").split()) if isinstance(element.tag, str) else set()


def _text(element: Tree) -> str:
    return " ".join(all_text(element).split())
