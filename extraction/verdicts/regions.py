"""Tracks the page regions that decide whether a page is empty: application roots, main parts, articles, boilerplate, overlays.

A region is an element that is tracked from its start tag to its end tag, without parsing the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

# `root`: application root. `boilerplate`: outside the content (navigation, links, forms). `overlay`: cookie banners and dialogs.
RegionKind = Literal["root", "main", "article", "boilerplate", "overlay"]

# Maximum number of nested regions, because hostile pages can nest them without limit.
OPEN_MAX = 40
# An overlay with more letters than this may contain the whole page, so it no longer counts as one.
OVERLAY_LETTERS_MAX = 1_500

_BOILERPLATE_TAGS = frozenset("a nav header footer button select label aside dialog".split())
_ROOT_NAME = re.compile(
    r"_*(?:(?:react|vue|ng|main|js|my|single-spa)-)?(?:root|app|next|nuxt|gatsby|svelte|q-app|mount|application|spa)"
    r"(?:-(?:root|app|container|mount))?",
    re.I,
)
_ROOT_TAG = re.compile(r"app-.*|.*-(?:app|root)|gwt:.*")
_MAIN_NAME = re.compile(r"(?:main|page)?[-_]?content|main", re.I)
_OVERLAY_NAME = re.compile(r"cookie|consent|gdpr|modal|dialog|popup|drawer", re.I)
_ATTRIBUTE = re.compile(r"(?<![\w-])(id|class|role)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.I)


@dataclass
class Region:
    """An open region. `letters_before` is the page's letter count at its start. `depth` counts open elements with its tag."""

    kind: RegionKind
    tag: str
    letters_before: int
    depth: int = 1

    def is_boilerplate(self, letters: int) -> bool:
        """Whether its text is outside the content. `letters` is the page's letter count so far."""
        return self.kind == "boilerplate" or (
            self.kind == "overlay" and letters - self.letters_before < OVERLAY_LETTERS_MAX
        )


@dataclass
class OpenRegions:
    """The open regions, outermost first."""

    regions: list[Region] = field(default_factory=list)

    def start(self, tag: str, attributes: str, letters: int) -> None:
        """Record a start tag. `letters` is the page's letter count so far."""
        if tag == "a" and self.regions and self.regions[-1].tag == "a":
            self.regions.pop()  # Links cannot be nested, so the previous one was not closed.
        for region in self.regions:
            region.depth += region.tag == tag
        if len(self.regions) < OPEN_MAX and (kind := kind_of(tag, attributes)):
            self.regions.append(Region(kind, tag, letters))

    def end(self, tag: str) -> Iterator[Region]:
        """Record an end tag. Yields each region that it ends, innermost first, including unclosed regions inside."""
        for region in self.regions:
            region.depth -= region.tag == tag
        while self.regions and any(region.depth == 0 for region in self.regions):
            yield self.regions.pop()

    def end_all(self) -> Iterator[Region]:
        """Record the end of the page. Yields each open region, innermost first."""
        while self.regions:
            yield self.regions.pop()

    def in_boilerplate(self, letters: int) -> bool:
        """Whether text at the current position is in boilerplate. `letters` is the page's letter count so far."""
        return any(region.is_boilerplate(letters) for region in self.regions)

    def in_main(self) -> bool:
        return any(region.kind == "main" for region in self.regions)


def kind_of(tag: str, attributes: str) -> RegionKind | None:
    """The kind of region that a start tag opens, or None."""
    if tag in ("main", "article"):
        return "main" if tag == "main" else "article"
    if tag in _BOILERPLATE_TAGS:
        return "boilerplate" if tag != "a" or "href" in attributes.lower() else None
    if "-" in tag or ":" in tag:
        return "root" if _ROOT_TAG.fullmatch(tag) else None
    if tag not in ("div", "section", "body"):
        return None
    return next((kind for found in _ATTRIBUTE.findall(attributes) if (kind := _kind_by_name(tag, *found))), None)


def _kind_by_name(tag: str, attribute: str, *quoted: str) -> RegionKind | None:
    """The kind by one `id`, `class` or `role`. Its value is in one of `quoted`, depending on the quotes."""
    value, attribute = "".join(quoted), attribute.lower()
    if value.startswith("S:"):
        return "article"  # React streams late parts of a page in such elements, after the rest of the page.
    if attribute == "id" and _ROOT_NAME.fullmatch(value):
        return "root"
    if (attribute == "id" and _MAIN_NAME.fullmatch(value)) or (attribute == "role" and value == "main"):
        return "main"
    return "overlay" if tag != "body" and _OVERLAY_NAME.search(value) else None
