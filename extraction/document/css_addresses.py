"""The images that CSS declares: a style attribute, or the text of a style element."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Possessive quantifiers keep the time linear for unclosed comments and functions, and a name is tried only at its start.
_TOKEN = re.compile(
    r"/\*[^*]*+(?:\*(?!/)[^*]*+)*+(?:\*/|$)"
    r"|url\(\s*+(?:\"(?P<double>[^\"\n]*+)\"|'(?P<single>[^'\n]*+)'|(?P<bare>[^()\"'\s]++))\s*+\)"
    r"|(?<![-\w])(?P<property>[-\w]++)\s*+:|(?P<end>[;{}])",
    re.I,
)
# `cursor`, `filter`, `src` of fonts and `@import` have addresses too, which are not images of the page.
_PROPERTIES = re.compile(
    r"(?:-webkit-)?(?:background|background-image|border-image|border-image-source|list-style|list-style-image|mask|"
    r"mask-image|content)$|--",
    re.I,
)
_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.I)


def image_addresses(css: str) -> Iterator[str]:
    """The addresses of images, as written, in order."""
    name = ""
    for token in _TOKEN.finditer(css):
        if token["end"]:
            name = ""
        elif token["property"] and not name:
            name = token["property"]
        elif name and _PROPERTIES.match(name):
            address = token["double"] or token["single"] or token["bare"]
            if address:
                yield _ESCAPE.sub(_unescaped, address)


def _unescaped(found: re.Match[str]) -> str:
    number = int(found[1], 16) if found[1] else 0
    return found[2] or (chr(number) if 0 < number < 0xD800 else "")
