"""Redirects: Scrapy's own, except that the caller's headers and body are sent only to the intended origin."""

from __future__ import annotations

from typing import Any

from scrapy import Request, Spider
from scrapy.downloadermiddlewares.redirect import BaseRedirectMiddleware, MetaRefreshMiddleware, RedirectMiddleware
from scrapy.http import HtmlResponse, Response
from w3lib.html import get_base_url, get_meta_refresh

from contract.errors import UpstreamUnreachable
from crawler.capture import capture_request_of
from crawler.fetching.raw_url import redirect_target
from crawler.meta import CACHED, LEFT_ORIGIN
from extraction.document.encoding import decode
from extraction.links.sites import origin_of

# A meta refresh is searched for in the first characters of a page. The bytes are enough for them in any encoding.
HEAD_CHARS, HEAD_BYTES = 4_096, 16_384
# These redirects repeat method and body. After every other redirect a POST becomes a GET.
KEEPS_BODY = (307, 308)


class KeepHeadersInOrigin(BaseRedirectMiddleware):
    """Drops the caller's headers when a redirect leaves the origin; sends no Referer."""

    def handle_referer(self, request: Request, response: Response) -> None:
        """Send no Referer. The linking page is not disclosed."""

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        onward = super()._build_redirect_request(source_request, response, url=url, **kwargs)
        if origin_of(source_request.url) != origin_of(onward.url):
            for name, _ in capture_request_of(source_request).headers:
                onward.headers.pop(name, None)
            onward.meta[LEFT_ORIGIN] = True
        return onward

    def _engine_started(self) -> None:
        """Scrapy looks for its Referer middleware here and warns when it is missing. None is used."""


class Redirects(KeepHeadersInOrigin, RedirectMiddleware):
    """Follows 3xx responses to the exact URL that they name. A request body is sent only to its intended origin."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the URL that it redirects to."""
        return response if CACHED in response.flags else super().process_response(request, response)

    def _build_redirect_request(
        self, source_request: Request, response: Response, *, url: str, **kwargs: Any
    ) -> Request:
        location = redirect_target(source_request.url, response.headers["Location"] or b"")
        onward = super()._build_redirect_request(source_request, response, url=location or url, **kwargs)
        if (
            response.status in KEEPS_BODY
            and onward.method == "POST"
            and origin_of(source_request.url) != origin_of(onward.url)
        ):
            raise UpstreamUnreachable("The origin redirects a POST to another origin.")
        return onward


class MetaRefreshes(KeepHeadersInOrigin, MetaRefreshMiddleware):
    """Follows meta refreshes.

    Scrapy decodes the whole body with the declared codec, which may be any codec that Python has. Here only the head
    is decoded, in the same way as by the readers.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the URL that it refreshes to."""
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
        """The URL that a page refreshes to within `METAREFRESH_MAXDELAY` seconds, or None."""
        head = response.body[:HEAD_BYTES]
        # Without its NUL bytes, UTF-16 can be searched for ASCII text too.
        if b"refresh" not in head.replace(b"\x00", b"").lower():
            return None
        if len(response.body) > HEAD_BYTES:
            head = head[: head.rfind(b">") + 1]  # Do not cut a multi-byte character in two.
        declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
        text = decode(head, declared)[:HEAD_CHARS]
        seconds, url = get_meta_refresh(text, get_base_url(text, response.url), ignore_tags=self._ignore_tags)
        return url if seconds is not None and seconds < self._maxdelay else None
