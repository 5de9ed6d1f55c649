"""Conditional requests: whether a stored page is still current (RFC 9110, section 13, and RFC 9111, section 4.3)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from contract.capture import CaptureRequest, Headers, PageCapture

NOT_MODIFIED = 304
# With any of these, the caller decides what the response means.
CALLERS_OWN = frozenset("if-match if-none-match if-modified-since if-unmodified-since if-range range".split())
# Headers of a 304 that describe the response itself, not the stored page.
OF_THE_RESPONSE = frozenset(
    "connection content-encoding content-length content-range content-type keep-alive set-cookie transfer-encoding".split()
)
_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"')
# A page that was changed this shortly before its response may have been changed again in the same second.
_MODIFIED_BEFORE = timedelta(seconds=60)


class Condition(NamedTuple):
    """A header of a request that asks for the page only if it has changed."""

    name: str
    value: str


def can_be_confirmed(capture_request: CaptureRequest) -> bool:
    """Whether an origin can be asked if the stored page is current.

    Not for pages that are always rendered: their document may be unchanged while the data of its scripts is not.
    """
    is_get = capture_request.method == "GET" and not capture_request.body
    has_own = any(name.lower() in CALLERS_OWN for name, _ in capture_request.headers)
    return (
        is_get
        and not has_own
        and not capture_request.render
        and not capture_request.view
        and capture_request.store
        and not capture_request.cache_only
    )


def condition_of(capture: PageCapture, *, exact: bool) -> Condition | None:
    """The condition under which a stored page is current. None if its response gives no reliable one.

    An entity tag is sent alone: servers that also compare the date may confirm a page whose tag differs.

    Args:
        exact: the page must be the same byte by byte. A weak tag says only that its meaning is the same.
    """
    if capture.rendered or capture.status != 200 or "*" in (capture.header("vary") or ""):
        return None
    tag = capture.header("etag") or ""
    if _TAG.fullmatch(tag) and not (exact and tag.startswith("W/")):
        return Condition("If-None-Match", tag)
    modified = capture.header("last-modified")
    if modified and _is_earlier(modified, capture.header("date")):
        return Condition("If-Modified-Since", modified)
    return None


def confirms(headers: Headers, stored: PageCapture) -> bool:
    """Whether a 304 with these headers is about the stored page. Some servers send it for any request."""
    fresh = dict(reversed(headers))
    for name in ("etag", "last-modified"):
        old, new = stored.header(name), fresh.get(name)
        if old and new:
            return old.removeprefix("W/") == new.removeprefix("W/")
    return True


def renewed(stored: Headers, fresh: Headers) -> Headers:
    """The headers of a stored page after a 304 with the `fresh` ones."""
    fresh = tuple((name, value) for name, value in fresh if name not in OF_THE_RESPONSE)
    replaced = {name for name, _ in fresh}
    return (*((name, value) for name, value in stored if name not in replaced), *fresh)


def _is_earlier(modified: str, sent: str | None) -> bool:
    """Whether a page was last modified long enough before its response was sent."""
    changed_at, sent_at = _time(modified), _time(sent or "")
    return changed_at is not None and sent_at is not None and sent_at - changed_at >= _MODIFIED_BEFORE


def _time(header: str) -> datetime | None:
    try:
        found = parsedate_to_datetime(header)
    except (ValueError, TypeError, OverflowError):
        return None
    return found if found.tzinfo else None
