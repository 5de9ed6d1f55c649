"""Backoff: a job's page is queued again after a 429 or 503 response, instead of being retried at once."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scrapy import Request
from scrapy.http import Response

from crawler.failures import Throttled
from crawler.meta import CAN_WAIT

THROTTLE_STATUSES = (429, 503)
WAIT_SECONDS = 2.0
WAIT_MAX_SECONDS = 300.0


class PolitenessMiddleware:
    """Raises `Throttled` for 429 and 503 responses to requests that can wait."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            Throttled: the host responded with 429 or 503, and the page can wait.
        """
        if request.meta.get(CAN_WAIT) and response.status in THROTTLE_STATUSES:
            raise Throttled(response.status, wait_seconds(response))
        return response


def wait_seconds(response: Response) -> float:
    """The seconds of a Retry-After header (seconds or a date); `WAIT_SECONDS` without one."""
    retry_after = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if retry_after.isdecimal():
        seconds = float(retry_after[:9])
    else:
        try:
            seconds = (
                (parsedate_to_datetime(retry_after) - datetime.now(UTC)).total_seconds()
                if retry_after
                else WAIT_SECONDS
            )
        except (ValueError, TypeError):
            seconds = WAIT_SECONDS
    return min(max(seconds, 0.1), WAIT_MAX_SECONDS)
