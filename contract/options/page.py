"""Options that every operation on pages shares: how to fetch a page, and how to read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from contract import limits
from contract.capture import CaptureRequest
from contract.country_languages import languages_of
from contract.declare import option, schema_of
from contract.fields.basic import Flag, ListOf, Milliseconds, Nested, OneOf, Text
from contract.fields.css_selector import CssSelector
from contract.fields.headers import RequestHeaders
from contract.fields.location import Country, LanguageTag
from contract.rules import Ruled

FORMATS = ("markdown", "html", "rawHtml", "links", "images", "structured", "summary", "json")
# Formats that may need a language model. The others are read from the page without one.
MODEL_FORMATS = frozenset({"summary", "json"})


@dataclass(frozen=True)
class Location:
    """Country to fetch a page from, and preferred languages."""

    country: str | None = option(
        Country(),
        "Country to fetch the page from, as an ISO 3166 alpha-2 code. The request uses the proxy of this country, if one"
        " is configured, and requests the country's languages.",
        default=None,
    )
    languages: tuple[str, ...] = option(
        ListOf(LanguageTag(), max_items=limits.LANGUAGES_MAX),
        "Preferred content languages, most preferred first. Replaces the languages of `country`.",
        default=(),
    )


@dataclass(frozen=True)
class AttributeSelector:
    """One attribute of the elements that a selector matches."""

    selector: str = option(CssSelector(), "CSS selector of the elements.")
    attribute: str = option(
        Text(min_chars=1, max_chars=limits.ATTRIBUTE_NAME_MAX_CHARS), "Name of the attribute, such as `data-price`."
    )


@dataclass(frozen=True)
class ReadingOptions(Ruled):
    """How a captured page is read. Different options can be applied to the same capture."""

    formats: tuple[str, ...] = option(
        ListOf(OneOf(*FORMATS), min_items=1, max_items=20), "Formats to return.", default=("markdown",)
    )
    prefer_structure: bool = option(
        Flag(),
        "Keep or drop each list as a whole, as tables and code blocks always are, and keep images, videos and embedded"
        " posts in the Markdown. Without it, items of a list can be dropped one by one. Headings, lists and tables are"
        " written in both cases.",
        default=False,
    )
    only_main_content: bool = option(Flag(), "Drop navigation and boilerplate.", default=True)
    include_tags: tuple[str, ...] = option(
        ListOf(CssSelector(), max_items=limits.TAGS_MAX), "CSS selectors of elements to keep.", default=()
    )
    exclude_tags: tuple[str, ...] = option(
        ListOf(CssSelector(), max_items=limits.TAGS_MAX), "CSS selectors of elements to remove.", default=()
    )
    remove_base64_images: bool = option(
        Flag(), "Drop images that are embedded in the page as base64 data.", default=True
    )
    block_ads: bool = option(Flag(), "Drop advertising and cookie banners.", default=True)
    include_links: bool = option(Flag(), "Keep inline links in the Markdown.", default=False)
    attributes: tuple[AttributeSelector, ...] = option(
        ListOf(Nested(schema_of(AttributeSelector)), max_items=limits.TAGS_MAX),
        "Attributes of elements to return in `attributes`, as the page has them, from the whole page.",
        default=(),
    )


@dataclass(frozen=True)
class FetchOptions(Ruled):
    """How a page is fetched."""

    render_js: bool | None = option(
        Flag(),
        "Whether to render the page in a browser. When omitted, the service decides for each page.",
        default=None,
    )
    wait_for: int | None = option(
        Milliseconds(0, limits.WAIT_FOR_MAX_MS),
        "Extra milliseconds to wait before capture. A value above 0 renders the page, unless `renderJs` is false.",
        default=None,
    )
    timeout: int | None = option(
        Milliseconds(limits.TIMEOUT_MIN_MS, limits.TIMEOUT_MAX_MS),
        "Time limit for the page in milliseconds. The service's own limits apply when omitted.",
        default=None,
    )
    location: Location | None = option(
        Nested(schema_of(Location)), "Country to fetch the page from, and preferred languages.", default=None
    )
    headers: dict[str, str] = option(
        RequestHeaders(),
        "Extra request headers sent when fetching. They are sent to the origin of the URL only, not to other sites that the"
        " page redirects to or loads from.",
        default={},
    )
    max_age: int | None = option(
        Milliseconds(0, limits.MAX_AGE_MAX_MS),
        "Serve a cached capture younger than this many milliseconds. 0 always asks the origin. 24 hours when omitted.",
        default=None,
    )

    @property
    def country(self) -> str | None:
        """The country to fetch as if from."""
        return self.location.country if self.location else None

    def capture_request_for(self, url: str, *, workspace_id: str | None, **more: Any) -> CaptureRequest:
        """The fetch of `url` with these options.

        Args:
            workspace_id: the workspace that owns private captures; None on the command line.
            more: attributes of the capture request that these options do not set, or that replace theirs.
        """
        values = {
            "headers": tuple(self.headers.items()),
            "country": self.country,
            "languages": requested_languages(self.location),
            "render": True if self.wait_for and self.render_js is None else self.render_js,
            "wait_for_ms": self.wait_for or 0,
            "timeout_ms": self.timeout,
            "max_age_ms": limits.MAX_AGE_DEFAULT_MS if self.max_age is None else self.max_age,
        }
        return CaptureRequest(url=url, workspace_id=workspace_id, **{**values, **more})


def requested_languages(location: Location | None) -> tuple[str, ...]:
    """The languages of a location, most preferred first. Without any, the languages of its country."""
    if location is None:
        return ()
    return location.languages or languages_of(location.country or "")


def languages_header(languages: Sequence[str]) -> str | None:
    """The Accept-Language value for languages, most preferred first: `de,en;q=0.9`. None when there are no languages."""
    weighted = [f"{tag};q={max(0.1, 1 - 0.1 * rank):.1f}" for rank, tag in enumerate(languages[1:], 1)]
    return ",".join([*languages[:1], *weighted]) or None
