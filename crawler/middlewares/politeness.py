"""Backoff: a job's page is queued again after a 429 or 503 response, instead of being retried at once."""

from __future__ import annotations

from scrapy import Request
from scrapy.http import Response

from crawler.failures import Throttled
from crawler.meta import OF_JOB
from crawler.politeness.retry_after import wait_seconds

THROTTLE_STATUSES = (429, 503)


class PolitenessMiddleware:
    """Raises `Throttled` for 429 and 503 responses to requests that can wait."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            Throttled: the host responded with 429 or 503, and the page is one of a job, which can be queued again.
        """
        if request.meta.get(OF_JOB) and response.status in THROTTLE_STATUSES:
            raise Throttled(response.status, wait_seconds(response))
        return response
