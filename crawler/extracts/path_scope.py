"""A crawl scope: the pages under one path of a site."""

from __future__ import annotations

from urllib.parse import urlsplit

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
