"""Decides whether a page that was read is usable, and builds its scrape result."""

from __future__ import annotations

from contract.capture import PageCapture
from contract.results.page import PageFormats, Quality, ScrapeResult, Usage
from extraction.links.normal_form import normalise

# A page with lower confidence is returned to the caller, but not billed and not cached.
USABLE_CONFIDENCE = 0.2


def usable(capture: PageCapture, quality: Quality) -> bool:
    """Whether the page is billed and cached: status 2xx, no bot wall, and enough confidence."""
    return capture.is_success and not quality.blocked and quality.confidence >= USABLE_CONFIDENCE


def final_url_elsewhere(capture: PageCapture) -> str | None:
    """The final URL when a redirect led elsewhere, otherwise None."""
    return capture.final_url if normalise(capture.final_url) != normalise(capture.url) else None


def result_of(capture: PageCapture, formats: PageFormats, usage: Usage) -> ScrapeResult:
    """The scrape result of a capture: its formats, URLs, status and usage."""
    values = {name: getattr(formats, name) for name in formats.__dataclass_fields__}
    return ScrapeResult(
        **values,
        url=capture.url,
        final_url=capture.final_url,
        redirected=final_url_elsewhere(capture) is not None,
        status=capture.status,
        cached=capture.cached,
        usage=usage,
    )


def unbilled(capture: PageCapture) -> Usage:
    """The usage of a page that is not billed."""
    return Usage(credits_used=0, credits_remaining=0, freshness="cache" if capture.cached else "fresh")


def why_unusable(capture: PageCapture, formats: PageFormats) -> str:
    """The reason why a page that was read is not billed. A bot check is named as such, whatever its status."""
    if formats.quality.blocked:
        return f"BLOCKED: The site returned a bot check with HTTP {capture.status} instead of the page."
    if not capture.is_success:
        return f"HTTP {capture.status}"
    return f"UNUSABLE: {formats.warning or 'The page contains no content.'}"
