"""The fields of a scrape result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import fields

from contract import limits
from contract.declare import option, schema_of
from contract.results.page_image import PageImage
from contract.results.watch import PageChanges

PAGE_TYPES = (
    "article", "listing", "product", "forum", "docs", "home", "profile", "service", "collection", "faq", "search", "video", "other",
)  # fmt: skip


def warning_of(*sentences: str | None) -> str | None:
    """The sentences of a result's `warning`, or None without any."""
    return " ".join(filter(None, sentences)) or None


USAGE_TERMS = ("Content-Usage", "Content-Signal", "License", "TDM-Reservation", "TDM-Policy")
USAGE_SOURCES = ("header", "html", "robots.txt")


@dataclass(frozen=True)
class UsageTerm:
    """One statement of a site about how its content may be used."""

    name: str = option(fields.String(metadata={"enum": list(USAGE_TERMS)}), "Kind of the statement.")
    value: str = option(fields.String(), "The statement as the site makes it, for example `ai-train=no`.")
    source: str = option(fields.String(metadata={"enum": list(USAGE_SOURCES)}), "Where the site makes it.")


@dataclass(frozen=True)
class Metadata:
    """Facts about the page, declared by it or measured."""

    title: str | None = option(fields.String(), "Title of the page.", default=None)
    structure: Literal["markdown", "plain"] = option(
        fields.String(metadata={"enum": ["markdown", "plain"]}),
        "Which extraction produced the text. `plain` is not a failure: retry with `preferStructure: true` to get headings,"
        " lists and tables.",
        default="plain",
    )
    page_type: str = option(fields.String(metadata={"enum": list(PAGE_TYPES)}), "Page kind.", default="other")
    word_count: int = option(fields.Integer(), "Number of words in the main content.", default=0)
    description: str | None = option(fields.String(), "Description that the page declares.", default=None)
    language: str | None = option(
        fields.String(), "Language that the page declares. Detected from the text when it declares none.", default=None
    )
    author: str | None = option(
        fields.String(), "Author that the page declares, or shows next to its headline.", default=None
    )
    site_name: str | None = option(fields.String(), "Name of the site.", default=None)
    published_time: str | None = option(
        fields.String(),
        "Publication date that the page declares, or shows next to its headline, in ISO 8601: in UTC if the page gives a time"
        " and its zone, otherwise the day alone. null when it has none.",
        default=None,
    )
    image: str | None = option(fields.String(), "URL of the cover image.", default=None)
    usage_terms: tuple[UsageTerm, ...] | None = option(
        fields.List(fields.Nested(schema_of(UsageTerm))),
        "What the page and its site say about how the content may be used: Content-Usage, Content-Signal, RSL licences and"
        " reservations of text and data mining. Those in robots.txt are included for pages of crawls, and for other pages if a"
        " crawl has read it. Omitted when none is known.",
        default=None,
        omit_when_none=True,
    )


@dataclass(frozen=True)
class Quality:
    """How reliable the result is."""

    confidence: float = option(
        fields.Float(metadata={"minimum": 0, "maximum": 1}), "Confidence in the extracted content, from 0 to 1."
    )
    complete: bool = option(fields.Boolean(), "Whether the whole content of the page was read.")
    blocked: bool = option(
        fields.Boolean(), "Whether the site returned a bot check or a block page instead of the page."
    )


@dataclass(frozen=True)
class Links:
    """Links of the page as absolute URLs, without duplicates, in document order."""

    internal: tuple[str, ...] = option(fields.List(fields.String()), "Links to the same site.", default=())
    external: tuple[str, ...] = option(fields.List(fields.String()), "Links to other sites.", default=())


@dataclass(frozen=True)
class Entity:
    """One entity that the page describes in its markup, such as a product."""

    type: str = option(fields.String(), "Entity type, for example Organization or Product.")
    source: str = option(fields.String(), "Kind of markup that describes the entity, for example json-ld.")
    properties: dict[str, Any] = option(fields.Dict(), "Properties as the page declares them.")


@dataclass(frozen=True)
class Structured:
    """Structured data that the page declares."""

    entities: tuple[Entity, ...] = option(
        fields.List(fields.Nested(schema_of(Entity))), "Entities from all kinds of markup.", default=()
    )
    json_ld: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "JSON-LD objects on the page.", default=())
    microdata: tuple[dict[str, Any], ...] = option(
        fields.List(fields.Dict()), "Microdata items on the page.", default=()
    )
    opengraph: tuple[dict[str, Any], ...] = option(
        fields.List(fields.Dict()), "Open Graph objects on the page.", default=()
    )
    rdfa: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "RDFa subjects on the page.", default=())
    app_state: tuple[str, ...] = option(
        fields.List(fields.String()),
        "State objects that the page's scripts embed, such as `__NEXT_DATA__`, as JSON text.",
        default=(),
    )


@dataclass(frozen=True)
class Attributes:
    """The values of one entry of the option `attributes`."""

    selector: str = option(fields.String(), "The selector that was requested.")
    attribute: str = option(fields.String(), "The attribute that was requested.")
    values: tuple[str, ...] = option(
        fields.List(fields.String()),
        f"Its values in document order, at most {limits.ATTRIBUTE_VALUES_MAX:,}. Elements without it are skipped. A"
        " `warning` names the selectors whose values were cut.",
    )


@dataclass(frozen=True)
class PageFormats:
    """Everything that reading a capture returns. Formats that were not requested are None."""

    metadata: Metadata = option(fields.Nested(schema_of(Metadata)), "Facts about the page.")
    quality: Quality = option(fields.Nested(schema_of(Quality)), "How reliable the result is.")
    warning: str | None = option(
        fields.String(),
        "Present when the page is returned with a caveat, for example partial content.",
        default=None,
        omit_when_none=True,
    )
    markdown: str | None = option(
        fields.String(), "Content as Markdown. Present when requested.", default=None, omit_when_none=True
    )
    html: str | None = option(
        fields.String(), "Cleaned main-content HTML. Present when requested.", default=None, omit_when_none=True
    )
    raw_html: str | None = option(
        fields.String(), "Unmodified page HTML. Present when requested.", default=None, omit_when_none=True
    )
    links: Links | None = option(
        fields.Nested(schema_of(Links)), "Links of the page. Present when requested.", default=None, omit_when_none=True
    )
    images: tuple[PageImage, ...] | None = option(
        fields.List(fields.Nested(schema_of(PageImage))),
        f"Images of the page, at most {limits.IMAGES_MAX:,}. Present when requested.",
        default=None,
        omit_when_none=True,
    )
    structured: Structured | None = option(
        fields.Nested(schema_of(Structured)),
        "Structured data that the page declares. Present when requested.",
        default=None,
        omit_when_none=True,
    )
    attributes: tuple[Attributes, ...] | None = option(
        fields.List(fields.Nested(schema_of(Attributes))),
        "Values of the attributes that the option `attributes` names. Present when requested.",
        default=None,
        omit_when_none=True,
    )
    summary: str | None = option(
        fields.String(), "Concise factual summary. Present when requested.", default=None, omit_when_none=True
    )
    json: dict[str, Any] | None = option(
        fields.Dict(), "JSON that follows `jsonOptions`. Present when requested.", default=None, omit_when_none=True
    )
    changes: PageChanges | None = option(
        fields.Nested(schema_of(PageChanges)),
        "What changed since the last visit. Present with the option `history`.",
        default=None,
        omit_when_none=True,
    )


@dataclass(frozen=True)
class Usage:
    """Credits that the call consumed."""

    credits_used: int = option(
        fields.Integer(), "Credits charged for this page. 0 when the call did not return a usable page."
    )
    credits_remaining: int = option(fields.Integer(), "Workspace balance after the call.")
    freshness: Literal["cache", "fresh"] = option(
        fields.String(metadata={"enum": ["cache", "fresh"]}),
        "`cache` when the page was served from the cache, otherwise `fresh`.",
    )


@dataclass(frozen=True)
class ScrapeResult(PageFormats):
    """Result of a scrape."""

    url: str = option(fields.String(), "The requested URL.")
    final_url: str = option(fields.String(), "URL after redirects.")
    redirected: bool = option(fields.Boolean(), "Whether a redirect occurred.")
    status: int = option(fields.Integer(), "HTTP status of the fetched page.")
    cached: bool = option(fields.Boolean(), "Whether the page was served from the cache.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "Credits that the call consumed.")
