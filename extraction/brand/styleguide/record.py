"""The styleguide record of one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from contract.capture import PageCapture
from contract.results.brands.styleguide import Styleguide, StyleguideViewport, StyleWarning
from extraction.brand.styleguide import buttons, colors, sizes, typography
from extraction.brand.styleguide.accents import DEFAULT_LINKS
from extraction.brand.styleguide.observed import Observed
from extraction.document.document import open_page
from extraction.logo import color
from extraction.verdicts import bot_walls

# A warning for each of these fields that is null.
_EXPECTED = (
    "colors.surface", "colors.text", "colors.muted_text", "colors.accent", "typography.body", "typography.h1",
    "typography.h2", "typography.h3", "typography.h4", "typography.h5", "typography.h6", "typography.button",
    "radius.button", "radius.card", "radius.input", "spacing.base", "buttons.primary", "buttons.secondary", "buttons.link",
)  # fmt: skip
_ABSENT = "The page has no visible element of this kind."
_NO_BASE = "The distances have no common base."
_CAPPED = "Only a part of the page was read, because it has too many elements."
UNSTYLED = (
    "The page has no style sheets, or they did not load. The values are the browser's defaults. The result is neither"
    " stored nor charged."
)
# The default fonts of browsers, and how a default stack without a family is reported.
_DEFAULT_FONTS = frozenset({"times new roman", "times", "serif"})
_DEFAULT_MARGIN, _DEFAULT_SIZE, _DEFAULT_H1 = 8.0, 16.0, 32.0


@dataclass(frozen=True, kw_only=True)
class PageStyles:
    """What the browser observed of a page. `dark` is what it shows to visitors who prefer a dark scheme, None if unknown.

    Both are values of `styles.js`.
    """

    domain: str
    url: str
    final_url: str
    status: int
    captured_at: datetime
    width: int
    height: int
    light: Mapping[str, Any]
    dark: Mapping[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class ReadStyles:
    """The record, whether it shows the site's own styles, and whether the page is a bot check."""

    styleguide: Styleguide
    is_styled: bool
    is_blocked: bool


def read(page: PageStyles) -> ReadStyles:
    """The record of a page. A value that cannot be read is null and has a warning."""
    seen = Observed.of(page.light)
    styled = not _is_unstyled(seen)
    return ReadStyles(styleguide=_record(page, seen, styled), is_styled=styled, is_blocked=_is_blocked(page))


def _record(page: PageStyles, seen: Observed, styled: bool) -> Styleguide:
    palette = colors.read(seen)
    accent = palette.accent.hex if palette.accent else None
    found = buttons.candidates(seen)
    first = buttons.primary(found, accent)
    record = Styleguide(
        domain=page.domain, url=page.url, final_url=page.final_url, status=page.status,
        captured_at=page.captured_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        viewport=StyleguideViewport(width=page.width, height=page.height),
        color_scheme="dark" if color.is_dark(colors.ground_of(seen)) else "light", colors=palette,
        typography=typography.read(seen, first), radius=sizes.radius(seen, first), spacing=sizes.spacing(seen),
        shadows=sizes.shadows(seen), buttons=buttons.read(found, first),
    )  # fmt: skip
    record = _with_dark(record, seen, page.dark)
    return replace(record, warnings=(*_caveats(seen, styled), *seen.warnings, *_missing(record)))


def _with_dark(record: Styleguide, seen: Observed, raw: Mapping[str, Any] | None) -> Styleguide:
    """The record with the dark scheme, if the page has one."""
    if raw is None:
        return record
    dark = Observed.of(raw)
    turns = color.is_dark(colors.ground_of(dark)) and not color.is_dark(colors.ground_of(seen))
    return replace(record, supports_dark=turns, dark=colors.read(dark) if turns else None)


def _caveats(seen: Observed, styled: bool) -> Iterator[StyleWarning]:
    if not styled:
        yield StyleWarning(field="document", reason=UNSTYLED)
    elif seen.failed_sheets:
        yield StyleWarning(field="document", reason=f"Style sheets that did not load: {seen.failed_sheets}.")
    if seen.is_capped:
        yield StyleWarning(field="document", reason=_CAPPED)


def _missing(record: Styleguide) -> Iterator[StyleWarning]:
    """A warning for each null value."""
    known = {warning.field for warning in record.warnings}
    for path in _EXPECTED:
        group, _, name = path.partition(".")
        field = f"{group}.{'mutedText' if name == 'muted_text' else name}"
        if getattr(getattr(record, group), name) is None and field not in known:
            yield StyleWarning(field=field, reason=_NO_BASE if path == "spacing.base" else _ABSENT)
    if record.supports_dark is None:
        yield StyleWarning(field="supportsDark", reason="The page could not be read in the dark scheme.")


def _is_blocked(page: PageStyles) -> bool:
    """Whether the page is a bot check. Only short pages can be."""
    html = page.light.get("html") or ""
    if not html:
        return False
    capture = PageCapture(
        url=page.url, final_url=page.final_url, status=page.status, headers=(("content-type", "text/html; charset=utf-8"),),
        body=html.encode("utf-8", "replace"), rendered=True, captured_at=page.captured_at,
    )  # fmt: skip
    return bot_walls.find(open_page(capture), len((page.light.get("words") or "").split())) == "challenge"


def _is_unstyled(seen: Observed) -> bool:
    """Whether the style sheets of a page did not load: it has the browser's margins, fonts, headings and links."""
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
    return (typography.families(stack.lower()) or ("",))[0] in _DEFAULT_FONTS
