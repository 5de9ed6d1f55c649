"""Recognises pages whose style sheets did not load: they show the browser's own styles."""

from __future__ import annotations

from extraction.brand.styleguide.accents import DEFAULT_LINKS
from extraction.brand.styleguide.observed import Observed
from extraction.brand.styleguide.typography import families

# The default fonts of browsers, and how a default stack without a family is reported.
_DEFAULT_FONTS = frozenset({"times new roman", "times", "serif"})
_DEFAULT_MARGIN, _DEFAULT_SIZE, _DEFAULT_H1 = 8.0, 16.0, 32.0


def is_unstyled(seen: Observed) -> bool:
    """Whether the page has the browser's margins, fonts, headings and links."""
    if seen.body_font is None or not seen.texts:
        return False
    links = {text.color for text in seen.texts if text.kind == "link"}
    titles = [font.size for font in seen.headings.get("h1", ())]
    return (
        all(margin == _DEFAULT_MARGIN for margin in seen.body_margins)
        and _has_default_font(seen.body_font.family)
        and seen.body_font.size == _DEFAULT_SIZE
        and links <= DEFAULT_LINKS
        and all(size == _DEFAULT_H1 for size in titles)
    )


def _has_default_font(stack: str) -> bool:
    return (families(stack.lower()) or ("",))[0] in _DEFAULT_FONTS
