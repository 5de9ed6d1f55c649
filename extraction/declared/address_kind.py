"""Guesses the page type from the URL."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

# Tracking parameters. A home page URL with them is still the home page.
_TRACKING = re.compile(r"(?:utm_\w+|srsltid|gclid|fbclid|msclkid|mc_[ce]id|ref|source)=", re.I)
# To add one: common path words, never those of a single site. Earlier rows win. Matched against `host/path?query`.
_PATTERNS = tuple((kind, re.compile(pattern, re.I)) for kind, pattern in (
    ("search", r"/search(?:[/.?]|$)|[?&](?:q|query|search|s)="),
    ("forum", r"^(?:forums?|community|discuss(?:ions?)?)\.|/(?:forums?|threads?|discussions?|questions)(?:[/.?-]|$)|"
        r"/community/.|/(?:viewtopic|showthread|showtopic)|/topics?/\d|/t/[^/]+/\d"),
    ("docs", r"^(?:docs?|wiki|manual|developers?|api)\.|/(?:docs?|documentation|manual|reference|api|tutorials?|man|wiki|handbook|"
        r"man-pages|user-guide|getting-started|quickstart)(?:[/.?]|$)|/(?:latest|stable)/."),
    ("faq", r"/(?:faqs?|frequently-asked-questions)(?:[/.?]|$)"),
    ("product", r"/(?:products?|p|dp|item|itm|sku|pdp)/[^/?]+"),
    ("collection", r"/(?:product-category|product-categories|collections?|category|categories|shop|c|catalogs?|browse|genre|"
        r"department)(?:/[^/]+)*/?(?:\?|$)"),
    ("profile", r"/(?:users?|profile|author|members?|people|team)/[^/?]+/?(?:\?|$)"),
    ("listing", r"/(?:list|listings|directory|tags?|topics?|archive|jobs|events|news|blog)/?(?:\?|$)|"
        r"/(?:tags?|topics?)/[^/?]+/?(?:\?|$)"),
    ("article", r"/(?:blogs?|news|articles?|story|stories|posts?|blog-posts|opinion)/|/\d{4}/\d{1,2}/"),
    ("service", r"[/-]services?(?:/|\?|$)|/(?:solutions?|pricing|features|platform|industries)(?:/|\?|$)"),
))  # fmt: skip


def is_home(url: str) -> bool:
    """Whether a URL is the root of its site."""
    parts = urlsplit(url)
    return parts.path in ("", "/") and all(_TRACKING.match(pair) for pair in parts.query.split("&") if pair)


def suggested(url: str) -> str | None:
    """The page type that the words of a URL suggest, or None."""
    parts = urlsplit(url)
    address = f"{parts.netloc.removeprefix('www.')}{parts.path}?{parts.query}".removesuffix("?")
    return next((kind for kind, pattern in _PATTERNS if pattern.search(address)), None)
