"""Conditional requests: the origin confirms a stored page that is too old, and the page is read as if it were fetched."""

from __future__ import annotations

from scrapy import Request
from scrapy.http import Headers, Response
from scrapy.responsetypes import responsetypes

from crawler import resources, stats
from crawler.capture import capture_request_of, headers_of
from crawler.fetching.conditional import NOT_MODIFIED, condition_of, confirms, renewed
from crawler.fetching.raw_url import to_wire
from crawler.meta import CONDITION, OLD_CAPTURE, RENDERED, RENEWED
from models import capture_renewal
from models.capture_renewal import OldCapture


class Revalidation(resources.Component):
    """Sends the condition of a stored page, and replaces a 304 by the stored page.

    The condition is sent with the hop whose URL the stored page came from, not with the redirects to it.
    """

    def process_request(self, request: Request) -> None:
        """Set the condition's header, if there is a stored page."""
        if (sent := request.meta.pop(CONDITION, None)) is not None:
            del request.headers[sent.name]  # That of an earlier hop.
        old: OldCapture | None = request.meta.get(OLD_CAPTURE)
        if old is None or request.meta.get(RENDERED) or request.url != to_wire(old.capture.final_url):
            return
        condition = condition_of(old.capture, exact=capture_request_of(request).max_age_ms == 0)
        if condition is not None:
            request.headers[condition.name] = condition.value.encode("latin-1")
            request.meta[CONDITION] = condition

    async def process_response(self, request: Request, response: Response) -> Request | Response:
        """The response, or the stored page if the origin confirms it.

        A 304 that is not about the stored page, or whose page was deleted meanwhile, is answered with a plain request.
        """
        if response.status != NOT_MODIFIED or CONDITION not in request.meta:
            return response
        old: OldCapture = request.meta[OLD_CAPTURE]
        fresh = headers_of(response)
        if confirms(fresh, old.capture):
            body = await self._shared.ask(lambda connection: capture_renewal.body_of(connection, old))
            if body is not None:
                self._counters.inc_value(stats.CONFIRMED)
                return _response(response, renewed(old.capture.headers, fresh), body)
        return request.replace(meta={**request.meta, OLD_CAPTURE: None}, dont_filter=True)


def _response(response: Response, headers: tuple[tuple[str, str], ...], body: bytes) -> Response:
    """The stored page as the response to the request that the origin answered with 304."""
    given = Headers()
    for name, value in headers:
        given.appendlist(name, value.encode("latin-1"))
    made = responsetypes.from_args(headers=given, url=response.url, body=body)
    return made(response.url, status=200, headers=given, body=body, request=response.request, flags=[RENEWED])
