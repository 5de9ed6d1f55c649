"""A page that was read, as its caller sees it, and whether it counts as what was asked for."""

from __future__ import annotations

from contract.capture import PageCapture
from contract.results.page import PageFormats, Quality, ScrapeResult, Usage
from extraction.links.normal_form import normalise

# Below this a page is shown to the caller, but neither billed nor kept for others.
USABLE_CONFIDENCE = 0.2


def usable(capture: PageCapture, quality: Quality) -> bool:
    """Whether the page is what the caller asked for: only then is it billed and cached."""
    return 200 <= capture.status < 300 and not quality.blocked and quality.confidence >= USABLE_CONFIDENCE


def result_of(capture: PageCapture, formats: PageFormats, usage: Usage) -> ScrapeResult:
    """The scrape result of a capture: what reading gave, where it came from, and what it cost."""
    values = {name: getattr(formats, name) for name in formats.__dataclass_fields__}
    return ScrapeResult(
        **values,
        url=capture.url,
        final_url=capture.final_url,
        redirected=normalise(capture.final_url) != normalise(capture.url),
        status=capture.status,
        cached=capture.cached,
        usage=usage,
    )


def unbilled(capture: PageCapture) -> Usage:
    """The usage of a page that nobody pays for."""
    return Usage(credits_used=0, credits_remaining=0, freshness="cache" if capture.cached else "fresh")


def why_unusable(capture: PageCapture, formats: PageFormats) -> str:
    """Why a page that was read is not billed."""
    if not 200 <= capture.status < 300:
        return f"HTTP {capture.status}"
    if formats.quality.blocked:
        return "BLOCKED: A bot wall answered in the page's place."
    return f"UNUSABLE: {formats.warning or 'The page holds no content.'}"
