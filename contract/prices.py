"""What each operation costs, in credits: the one price table.

The rows of the specification are fixed; the others are settled in the decisions, section 4.
"""

from collections.abc import Iterable

SCRAPE = 1
MAP = 1
SUMMARY_SURCHARGE = 1
JSON_SURCHARGE = 4


def in_words(credits: int) -> str:
    """`1 credit`, `2 credits`."""
    return f"{credits} credit" if abs(credits) == 1 else f"{credits} credits"


def scrape(formats: Iterable[str]) -> int:
    """Credits for one page in `formats`: 1, and more for the formats that ask a language model."""
    wanted = set(formats)
    return SCRAPE + SUMMARY_SURCHARGE * ("summary" in wanted) + JSON_SURCHARGE * ("json" in wanted)
