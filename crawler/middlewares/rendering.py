"""Fetches pages plainly first, and in the browser only when needed.

A page is fetched plainly unless rendering is forced. An application shell is fetched again in the browser. The plain
response is stored: when the browser fails, the caller gets the plain response and a warning.
"""

from __future__ import annotations

from scrapy import Request
from scrapy.http import Response

from contract.errors import InvalidRequest, ServiceUnavailable
from crawler import resources, stats
from crawler.capture import capture_of, capture_request_of
from crawler.failures import denied
from crawler.meta import CACHED, NOT_RENDERED, OF_JOB, PLAIN_RESPONSE, RENDERED, WARNING
from crawler.rendering.browser import REMEDY
from extraction.links.sites import origin_of
from extraction.verdicts.app_shells import is_clearly_readable


class RenderingMiddleware(resources.Component):
    """Decides per page whether to render it. The browser is needed only for rendered pages."""

    def process_request(self, request: Request) -> None:
        """Send forced renderings to the browser. With custom headers, wait until the redirects are known."""
        capture_request = capture_request_of(request)
        if not capture_request.render or request.meta.get(RENDERED):
            return
        if self._shared.browser.path is None:
            raise ServiceUnavailable(REMEDY)
        if not capture_request.headers:
            request.meta[RENDERED] = True

    async def process_response(self, request: Request, response: Response) -> Request | Response:
        """The response, or a request to render the page."""
        capture_request = capture_request_of(request)
        if RENDERED in response.flags:
            self._counters.inc_value(stats.RENDERED)
            return response
        if (
            PLAIN_RESPONSE in request.meta
            or NOT_RENDERED in response.flags
            or CACHED in response.flags
            or capture_request.render is False
        ):
            return response
        if capture_request.render is None and not await self._needs_rendering(request, response):
            return response
        if self._shared.browser.path is None:
            request.meta[WARNING] = f"The page seems to be built by JavaScript. {REMEDY}"
            return response
        rendered = request.replace(url=response.url, meta={**request.meta, RENDERED: True, PLAIN_RESPONSE: response})
        if origin_of(response.url) != origin_of(capture_request.url):
            for name, _ in capture_request.headers:
                rendered.headers.pop(name, None)
        return rendered

    async def _needs_rendering(self, request: Request, response: Response) -> bool:
        if response.status >= 400 or is_clearly_readable(response.body):
            return False  # Most pages are decided here, without a reader.
        capture = capture_of(response, request)
        return await self._shared.reading.needs_rendering(
            capture, of_job=bool(request.meta.get(OF_JOB)), workspace_id=capture_request_of(request).workspace_id
        )

    def process_exception(self, request: Request, exception: Exception) -> Response | None:
        """The plain response instead of a failed or timed-out rendering, unless the caller forced rendering."""
        static: Response | None = request.meta.get(PLAIN_RESPONSE)
        if static is None or capture_request_of(request).render or isinstance(exception, InvalidRequest):
            return None
        if denied(exception):
            return None
        # The response passes through the middlewares again, as the response to this request.
        request.meta.pop(RENDERED)
        request.meta[WARNING] = "The page seems to be built by JavaScript and could not be rendered."
        return static
