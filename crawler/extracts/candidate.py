"""A page that an extract may fetch, and the end of its extraction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from contract.errors import ServiceError
from crawler.extracts.path_scope import PathScope
from extraction.shaped.shaped_fields import FieldEvidence


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
