"""Redirects: Scrapy's own, but what a caller sent stays with the origin that it was meant for."""

from __future__ import annotations

from typing import Any

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import BaseRedirectMiddleware, MetaRefreshMiddleware, RedirectMiddleware
from scrapy.http import HtmlResponse, Response
from w3lib.html import get_base_url, get_meta_refresh

from contract.errors import UpstreamUnreachable
from crawler.capture import request_of
from crawler.fetching.raw_url import redirect_target
from crawler.meta import CACHED, LEFT_ORIGIN
from extraction.document.encoding import decode
from extraction.links.sites import origin

# Where a meta refresh is looked for: the first characters of a page, and the bytes that hold them in any encoding.
HEAD_CHARS, HEAD_BYTES = 4_096, 16_384
# The redirects that repeat method and body; after all others a POST becomes a GET.
KEEPS_BODY = (307, 308)


class KeepHeadersInOrigin(BaseRedirectMiddleware):
    """Drops the caller's headers when a redirect leaves the origin; sends no Referer."""

    def handle_referer(self, request: Request, response: Response) -> None:
        """No Referer: which page led here is nobody's business."""

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        onward = super()._build_redirect_request(source_request, response, url=url, **kwargs)
        if origin(source_request.url) != origin(onward.url):
            for name, _ in request_of(source_request).headers:
                onward.headers.pop(name, None)
            onward.meta[LEFT_ORIGIN] = True
        return onward

    def _engine_started(self) -> None:
        """Scrapy looks for its Referer middleware here and warns; we send none."""


class Redirects(KeepHeadersInOrigin, RedirectMiddleware):
    """3xx answers, followed to the very address that they name. A body stays with the origin that it was meant for."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the address that it names."""
        return response if CACHED in response.flags else super().process_response(request, response)

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        location = redirect_target(source_request.url, response.headers["Location"] or b"")
        onward = super()._build_redirect_request(source_request, response, url=location or url, **kwargs)
        if (
            response.status in KEEPS_BODY
            and onward.method == "POST"
            and origin(source_request.url) != origin(onward.url)
        ):
            raise UpstreamUnreachable("The origin redirects a POST to another origin.")
        return onward


class MetaRefreshes(KeepHeadersInOrigin, MetaRefreshMiddleware):
    """Pages that send the reader on at once.

    Scrapy decodes the whole body by the codec that the page declares, whatever Python knows by that name. Here only the
    head is decoded, as the readers decode it.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the address that it leads to."""
        if not isinstance(response, HtmlResponse) or CACHED in response.flags:
            return response
        found = self._refresh(response)
        if found is None:
            return response
        redirected = self._redirect_request_using_get(request, response, found)
        if not redirected.url.startswith(("http://", "https://")):
            return response
        return self._redirect(redirected, request, "meta refresh")

    def _refresh(self, response: HtmlResponse) -> str | None:
        """The address that a page sends its reader to within `METAREFRESH_MAXDELAY` seconds, or None."""
        head = response.body[:HEAD_BYTES]
        # Without its NULs UTF-16 can be searched for ASCII too.
        if b"refresh" not in head.replace(b"\x00", b"").lower():
            return None
        if len(response.body) > HEAD_BYTES:
            head = head[: head.rfind(b">") + 1]  # No character is cut in two.
        declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
        text = decode(head, declared)[:HEAD_CHARS]
        seconds, url = get_meta_refresh(text, get_base_url(text, response.url), ignore_tags=self._ignore_tags)
        return url if seconds is not None and seconds < self._maxdelay else None
