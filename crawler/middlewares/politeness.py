"""A host that asks for patience gets it: 429 and 503 send a job's page back to wait, instead of trying at once again."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scrapy import Request
from scrapy.http import Response

from crawler.failures import Throttled
from crawler.meta import PATIENT

COMPLAINTS = (429, 503)
WAIT_SECONDS = 2.0
WAIT_MAX_SECONDS = 300.0


class PolitenessMiddleware:
    """Turns complaints about patient requests into `Throttled`."""

    def process_response(self, request: Request, response: Response) -> Response:
        """The response.

        Raises:
            Throttled: the host complained, and the page can wait.
        """
        if request.meta.get(PATIENT) and response.status in COMPLAINTS:
            raise Throttled(response.status, wait_seconds(response))
        return response


def wait_seconds(response: Response) -> float:
    """How long the answer asks to wait, in its two spellings; a short while where it does not say."""
    told = (response.headers.get("Retry-After") or b"").decode("latin-1").strip()
    if told.isdecimal():
        seconds = float(told[:9])
    else:
        try:
            seconds = (parsedate_to_datetime(told) - datetime.now(UTC)).total_seconds() if told else WAIT_SECONDS
        except (ValueError, TypeError):
            seconds = WAIT_SECONDS
    return min(max(seconds, 0.1), WAIT_MAX_SECONDS)
