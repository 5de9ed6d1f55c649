"""The options that every page-fetching noun shares, stated once: how to fetch a page, and how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import fields

from contract import limits
from contract.capture import CaptureRequest
from contract.country_languages import languages_of
from contract.declare import option, schema_of
from contract.fields import Flag, Milliseconds, OneOf, Several, Text
from contract.web_fields import Country, CssSelector, RequestHeaders

FORMATS = ("markdown", "html", "rawHtml", "links", "structured", "summary", "json")
# Formats that ask a language model; every other is read from the page alone.
MODEL_FORMATS = frozenset({"summary", "json"})


@dataclass(frozen=True)
class Location:
    """Where and in which languages to fetch a page."""

    country: str | None = option(
        Country(),
        "ISO 3166 alpha-2 country to fetch as if from: through its proxy where there is one, in its languages in any case.",
        default=None,
    )
    languages: tuple[str, ...] = option(
        Several(Text(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}\Z"), max_items=limits.LANGUAGES_MAX),
        "Preferred content languages, most preferred first; those of the country when omitted.",
        default=(),
    )


@dataclass(frozen=True)
class ReadingOptions:
    """How a captured page is read. The same capture answers every choice."""

    formats: tuple[str, ...] = option(
        Several(OneOf(*FORMATS), min_items=1, max_items=20), "Formats to return.", default=("markdown",)
    )
    prefer_structure: bool = option(Flag(), "Keep headings, lists and tables.", default=False)
    only_main_content: bool = option(Flag(), "Drop navigation and boilerplate.", default=True)
    include_tags: tuple[str, ...] = option(
        Several(CssSelector(), max_items=limits.TAGS_MAX), "CSS selectors of elements to keep.", default=()
    )
    exclude_tags: tuple[str, ...] = option(
        Several(CssSelector(), max_items=limits.TAGS_MAX), "CSS selectors of elements to strip.", default=()
    )
    remove_base64_images: bool = option(Flag(), "Drop images that are written into the page as base64.", default=True)
    block_ads: bool = option(Flag(), "Drop advertising and cookie banners.", default=True)
    include_links: bool = option(Flag(), "Keep inline links in the Markdown.", default=False)


@dataclass(frozen=True)
class FetchOptions:
    """How a page is fetched."""

    render_js: bool | None = option(
        Flag(), "Force full rendering (true) or forbid it (false); decided by the service when omitted.", default=None
    )
    wait_for: int | None = option(
        Milliseconds(0, limits.WAIT_FOR_MAX_MS), "Extra milliseconds before capture.", default=None
    )
    timeout: int | None = option(
        Milliseconds(limits.TIMEOUT_MIN_MS, limits.TIMEOUT_MAX_MS), "Overall budget in milliseconds.", default=None
    )
    location: Location | None = option(fields.Nested(schema_of(Location)), "Where to fetch from.", default=None)
    headers: dict[str, str] = option(
        RequestHeaders(),
        "Extra request headers sent when fetching. They stay with the page's origin; a rendered page's cookies with its host.",
        default={},
    )
    max_age: int | None = option(
        Milliseconds(0, limits.MAX_AGE_MAX_MS),
        "Serve a cached capture younger than this many milliseconds; 0 always fetches fresh; 24 hours when omitted.",
        default=None,
    )

    def __post_init__(self) -> None:
        """Refuse combinations that cannot be honoured; subclasses extend it."""

    @property
    def country(self) -> str | None:
        """The country to fetch as if from."""
        return self.location.country if self.location else None

    def capture_of(self, url: str, *, workspace_id: str | None, **more: Any) -> CaptureRequest:
        """The fetch of `url` that these options ask for; `more` overrides what they leave open.

        `workspace_id` is None where nobody's captures are kept apart: on the command line.
        """
        values = {
            "headers": tuple(self.headers.items()),
            "country": self.country,
            "languages": languages_asked_for(self.location),
            "render": True if self.wait_for and self.render_js is None else self.render_js,
            "wait_for_ms": self.wait_for or 0,
            "timeout_ms": self.timeout,
            "max_age_ms": limits.MAX_AGE_DEFAULT_MS if self.max_age is None else self.max_age,
        }
        return CaptureRequest(url=url, workspace_id=workspace_id, **{**values, **more})


def languages_asked_for(location: Location | None) -> tuple[str, ...]:
    """The wanted languages, most preferred first; where a location names none, those of its country."""
    if location is None:
        return ()
    return location.languages or languages_of(location.country or "")


def languages_header(languages: Sequence[str]) -> str | None:
    """The Accept-Language value for languages, most preferred first, or None without any: `de,en;q=0.9`."""
    weighted = [f"{tag};q={max(0.1, 1 - 0.1 * place):.1f}" for place, tag in enumerate(languages[1:], 1)]
    return ",".join([*languages[:1], *weighted]) or None
