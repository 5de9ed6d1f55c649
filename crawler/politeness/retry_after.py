"""How long a host asks to wait: its Retry-After header."""

from __future__ import annotations

from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from scrapy.http import Response

WAIT_SECONDS = 2.0
WAIT_MAX_SECONDS = 300.0


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
        except (ValueError, TypeError, OverflowError):
            seconds = WAIT_SECONDS
    return min(max(seconds, 0.1), WAIT_MAX_SECONDS)
