"""The price of each operation in credits.

The specification fixes the prices; decisions, section 4, sets those that it leaves open.
"""

from collections.abc import Iterable

SCRAPE = 1
MAP = 1
SEARCH = 1
SEARCH_PAGE = 1
BRAND = 5
BRAND_LOGO = 1
EXTRACT_PAGE = 5
IMAGES = 1
SCREENSHOT = 1
STYLEGUIDE = 10
SUMMARY_SURCHARGE = 1
JSON_SURCHARGE = 4


def format_credits(credits: int) -> str:
    """A number of credits as text: `1 credit`, `2 credits`."""
    return f"{credits} credit" if abs(credits) == 1 else f"{credits} credits"


def scrape(formats: Iterable[str]) -> int:
    """Credits for one page in these formats: 1, plus a surcharge for each format that needs a language model."""
    wanted = set(formats)
    return SCRAPE + SUMMARY_SURCHARGE * ("summary" in wanted) + JSON_SURCHARGE * ("json" in wanted)


def search(pages: int) -> int:
    """Credits for a search that scraped this many results."""
    return SEARCH + SEARCH_PAGE * pages
