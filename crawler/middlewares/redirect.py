"""Redirects: Scrapy's own, except that the caller's headers and body are sent only to the intended origin."""

from __future__ import annotations

from typing import Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import BaseRedirectMiddleware, MetaRefreshMiddleware, RedirectMiddleware
from scrapy.http import HtmlResponse, Response

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

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """The middleware. Scrapy's own method also looks for its Referer middleware, which is not used here."""
        made = cls(crawler.settings)
        made.crawler = crawler
        return made

    def handle_referer(self, request: Request, response: Response) -> None:
        """Send no Referer. The linking page is not disclosed."""


class Redirects(KeepHeadersInOrigin, RedirectMiddleware):
    """Follows 3xx responses to the exact URL that they name. A request body is sent only to its intended origin."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the URL that it redirects to.

        Raises:
            UpstreamUnreachable: the origin redirects a POST to another origin.
        """
        if CACHED in response.flags:
            return response
        onward = super().process_response(request, response)
        if not isinstance(onward, Request):
            return response
        exact = redirect_target(request.url, response.headers["Location"] or b"")
        if exact is not None and exact != onward.url:
            onward = onward.replace(url=exact)
        if (
            response.status in KEEPS_BODY
            and onward.method == "POST"
            and origin_of(request.url) != origin_of(onward.url)
        ):
            raise UpstreamUnreachable("The origin redirects a POST to another origin.")
        return _kept_in_origin(request, onward)


class MetaRefreshes(KeepHeadersInOrigin, MetaRefreshMiddleware):
    """Follows meta refreshes.

    Scrapy decodes the whole body with the declared codec, which may be any codec that Python has. Here it gets only the head,
    decoded in the same way as by the readers.
    """

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """The response, or a request for the URL that it refreshes to."""
        if not isinstance(response, HtmlResponse) or CACHED in response.flags:
            return response
        head = _head(response)
        if head is None:
            return response
        onward = super().process_response(request, HtmlResponse(response.url, body=head, encoding="utf-8"))
        return _kept_in_origin(request, onward) if isinstance(onward, Request) else response


def _kept_in_origin(request: Request, onward: Request) -> Request:
    """The redirected request, without the caller's headers if it leaves the origin."""
    if origin_of(request.url) != origin_of(onward.url):
        for name, _ in capture_request_of(request).headers:
            onward.headers.pop(name, None)
        onward.meta[LEFT_ORIGIN] = True
    return onward


def _head(response: HtmlResponse) -> bytes | None:
    """The first characters of a page as UTF-8. None if they have no meta refresh."""
    head = response.body[:HEAD_BYTES]
    # Without its NUL bytes, UTF-16 can be searched for ASCII text too.
    if b"refresh" not in head.replace(b"\x00", b"").lower():
        return None
    if len(response.body) > HEAD_BYTES:
        head = head[: head.rfind(b">") + 1]  # Do not cut a multi-byte character in two.
    declared = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return decode(head, declared)[:HEAD_CHARS].encode("utf-8", "replace")
