"""A page that an extract may fetch, the scope that it is found in, and the end of its extraction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from contract.errors import ServiceError
from extraction.answers.schema_answer import FieldEvidence
from extraction.links.normal_form import normalise
from extraction.links.scope import Link, LinkFilter, Scope, host_of
from extraction.links.sites import site_of


class PathScope:
    """An entry of `urls` that ends in `/*`. `start` is its URL without the asterisk."""

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.start = entry.removesuffix("*")
        self.site = Scope(seed=self.start)
        self._filter = LinkFilter(self.site)
        self._path = urlsplit(normalise(self.start)).path

    @property
    def start_without_slash(self) -> str | None:
        """The start under its other usual URL; None for a whole host."""
        return None if self._path == "/" else self.start.removesuffix("/")

    def follow(self, url: str) -> Link | None:
        """The URL as a link, or None if it is outside the scope or not a page."""
        link = self._filter.follow(url)
        return link if link is not None and self._is_below(url) else None

    def contains(self, url: str) -> bool:
        """Whether a final URL is inside the scope."""
        return self._filter.link(url).inside and self._is_below(url)

    def move(self, final_url: str) -> None:
        """Accept the host that the start redirected to, if it belongs to the same site: `www2.example.com`."""
        if site_of(final_url) == site_of(self.start) and host_of(final_url) != host_of(self.start):
            self.site = Scope(seed=self.start, redirected_to=final_url)
            self._filter = LinkFilter(self.site)

    def _is_below(self, url: str) -> bool:
        path = urlsplit(normalise(url)).path
        return path.startswith(self._path) or f"{path}/" == self._path


@dataclass(frozen=True)
class Candidate:
    """A page.

    Attributes:
        key: the key that all URLs of the page share (`extraction.links.scope.key_of`).
        scope: the scope that it was found in, or that starts with it. Otherwise None.
        depth: number of links from the start of the scope.
        is_found: whether the service found the page. False for a URL of the request.
    """

    url: str
    key: str
    scope: PathScope | None = None
    depth: int = 0
    is_found: bool = False

    @property
    def is_start(self) -> bool:
        """Whether this is the start of a scope."""
        return self.scope is not None and self.depth == 0

    @property
    def obeys_robots(self) -> bool:
        """Whether robots.txt applies: to pages that the service found on the site, not to URLs that a caller gave."""
        return self.scope is not None and self.is_found


@dataclass(frozen=True)
class PageEnd:
    """The end of one page.

    Attributes:
        error: why the page was not extracted.
        is_left_out: the page is not reported: it is a copy of another one, or must not be fetched.
        is_unread: the page could not be fetched or read, so no question was asked about it.
    """

    data: dict[str, Any] | None = None
    fields: Mapping[str, FieldEvidence] = field(default_factory=dict)
    warning: str | None = None
    error: ServiceError | None = None
    cached: bool = False
    is_left_out: bool = False
    is_unread: bool = False


LEFT_OUT = PageEnd(is_left_out=True)
