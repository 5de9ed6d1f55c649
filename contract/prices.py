"""The prices that depend on options. The price of each operation is in its row of `contract.operations`.

The specification fixes the prices; decisions, section 4, sets those that it leaves open.
"""

from collections.abc import Iterable

PAGE = 1
SEARCH = 1
SEARCH_PAGE = 1
SUMMARY_SURCHARGE = 1
JSON_SURCHARGE = 4


def format_credits(credits: int) -> str:
    """A number of credits as text: `1 credit`, `2 credits`."""
    return f"{credits} credit" if abs(credits) == 1 else f"{credits} credits"


def scrape(formats: Iterable[str]) -> int:
    """Credits for one page in these formats: 1, plus a surcharge for each format that needs a language model."""
    requested = set(formats)
    return PAGE + SUMMARY_SURCHARGE * ("summary" in requested) + JSON_SURCHARGE * ("json" in requested)


def search(pages: int) -> int:
    """Credits for a search that scraped this many results."""
    return SEARCH + SEARCH_PAGE * pages
