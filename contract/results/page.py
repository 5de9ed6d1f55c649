"""What one page gives: the fields of a scrape result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from marshmallow import fields

from contract.declare import option, schema_of

PAGE_TYPES = (
    "article", "listing", "product", "forum", "docs", "home", "profile", "service", "collection", "faq", "search", "video", "other",
)  # fmt: skip


@dataclass(frozen=True)
class Metadata:
    """What the page says of itself, and what reading it showed."""

    title: str | None = option(fields.String(), "Title of the page.", default=None)
    structure: Literal["markdown", "plain"] = option(
        fields.String(metadata={"enum": ["markdown", "plain"]}),
        "Which extraction produced the text; `plain` is not a failure.",
        default="plain",
    )
    page_type: str = option(fields.String(metadata={"enum": list(PAGE_TYPES)}), "Kind of page.", default="other")
    word_count: int = option(fields.Integer(), "Words in the main content.", default=0)
    description: str | None = option(fields.String(), "As published by the page.", default=None)
    language: str | None = option(fields.String(), "Declared or, failing that, most likely language.", default=None)
    author: str | None = option(fields.String(), "Author that the page declares.", default=None)
    site_name: str | None = option(fields.String(), "Name of the site.", default=None)
    published_time: str | None = option(
        fields.String(),
        "When the page declares it was published, ISO 8601; null when it declares no date.",
        default=None,
    )
    image: str | None = option(fields.String(), "Address of the cover image.", default=None)


@dataclass(frozen=True)
class Quality:
    """How far the result can be trusted."""

    confidence: float = option(fields.Float(metadata={"minimum": 0, "maximum": 1}), "From 0 to 1.")
    complete: bool = option(fields.Boolean(), "Whether the whole page was read.")
    blocked: bool = option(fields.Boolean(), "Whether a bot wall answered in the page's place.")


@dataclass(frozen=True)
class Links:
    """Links of the page, absolute, each once, in document order."""

    internal: tuple[str, ...] = option(fields.List(fields.String()), "Links within the site.", default=())
    external: tuple[str, ...] = option(fields.List(fields.String()), "Links to other sites.", default=())


@dataclass(frozen=True)
class Entity:
    """One thing that the page describes in its markup."""

    type: str = option(fields.String(), "For example Organization or Product.")
    source: str = option(fields.String(), "The markup it stood in, for example json-ld.")
    properties: dict[str, Any] = option(fields.Dict(), "Its properties as published.")


@dataclass(frozen=True)
class Structured:
    """Machine-readable data that the page carries."""

    entities: tuple[Entity, ...] = option(fields.List(fields.Nested(schema_of(Entity))), "Typed things.", default=())
    json_ld: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "JSON-LD objects.", default=())
    microdata: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "Microdata items.", default=())
    opengraph: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "Open Graph objects.", default=())
    rdfa: tuple[dict[str, Any], ...] = option(fields.List(fields.Dict()), "RDFa subjects.", default=())
    app_state: tuple[str, ...] = option(
        fields.List(fields.String()), "State that the page's application embeds, as JSON text.", default=()
    )


@dataclass(frozen=True)
class PageFormats:
    """All that reading one capture gives; formats that were not requested are None."""

    metadata: Metadata = option(fields.Nested(schema_of(Metadata)), "About the page.")
    quality: Quality = option(fields.Nested(schema_of(Quality)), "How far to trust it.")
    warning: str | None = option(fields.String(), "A caveat, for example partial content.", default=None, sparse=True)
    markdown: str | None = option(fields.String(), "Main content as Markdown.", default=None, sparse=True)
    html: str | None = option(fields.String(), "Cleaned main-content HTML.", default=None, sparse=True)
    raw_html: str | None = option(fields.String(), "Unmodified page HTML.", default=None, sparse=True)
    links: Links | None = option(fields.Nested(schema_of(Links)), "Links of the page.", default=None, sparse=True)
    structured: Structured | None = option(
        fields.Nested(schema_of(Structured)), "Machine-readable data.", default=None, sparse=True
    )
    summary: str | None = option(fields.String(), "Concise factual summary.", default=None, sparse=True)
    json: dict[str, Any] | None = option(fields.Dict(), "Schema-shaped JSON.", default=None, sparse=True)


@dataclass(frozen=True)
class Usage:
    """What the call consumed."""

    credits_used: int = option(fields.Integer(), "Charged only on success.")
    credits_remaining: int = option(fields.Integer(), "Workspace balance after the call.")
    freshness: Literal["cache", "fresh"] = option(
        fields.String(metadata={"enum": ["cache", "fresh"]}), "Whether the capture came from the cache."
    )


@dataclass(frozen=True)
class ScrapeResult(PageFormats):
    """One page, read."""

    url: str = option(fields.String(), "The requested URL.")
    final_url: str = option(fields.String(), "URL after redirects.")
    redirected: bool = option(fields.Boolean(), "Whether a redirect occurred.")
    status: int = option(fields.Integer(), "HTTP status of the fetched page.")
    cached: bool = option(fields.Boolean(), "Whether it was served from the cache.")
    usage: Usage = option(fields.Nested(schema_of(Usage)), "What the call consumed.")
