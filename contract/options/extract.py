"""Options of an extract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option
from contract.fields.basic import Flag, ListOf, Milliseconds, Text, WholeNumber
from contract.fields.extract_target import ExtractTarget
from contract.fields.output_schema import SCHEMA_DESCRIPTION, OutputSchema
from contract.rules import Rule, Ruled


@dataclass(frozen=True, kw_only=True)
class _SchemaOrPrompt(Rule):
    """At least one of the two options is given. `when` and `then` only name them."""

    def published(self) -> dict[str, Any]:
        forms = {"if": ("schema", "object"), "else": ("prompt", "string")}
        return {
            keyword: {"properties": {name: {"type": kind}}, "required": [name]}
            for keyword, (name, kind) in forms.items()
        }


@dataclass(frozen=True)
class ExtractOptions(Ruled):
    """Options of one extract. Pages are fetched and rendered as by a scrape."""

    urls: tuple[str, ...] = option(
        ListOf(ExtractTarget(), max_items=limits.EXTRACT_URLS_MAX),
        "URLs of pages. A URL that ends in `/*` is a crawl scope: the pages found under that path, in the site's sitemaps and"
        " by following links, are extracted too. May be empty only with `enableWebSearch`.",
    )
    schema: dict[str, Any] | None = option(
        OutputSchema(), f"{SCHEMA_DESCRIPTION} At least one of `schema` and `prompt` is required.", default=None
    )
    prompt: str | None = option(
        Text(min_chars=1, max_chars=limits.PROMPT_MAX_CHARS),
        "Natural-language instruction. With a schema, the schema sets names and types, and the prompt what to extract.",
        default=None,
    )
    limit: int = option(
        WholeNumber(1, limits.EXTRACT_PAGES_MAX),
        "Maximum number of pages to extract. The URLs of pages come first, then pages of scopes as they are found.",
        default=limits.EXTRACT_PAGES_MAX,
    )
    enable_web_search: bool = option(
        Flag(),
        f"Also extract up to {limits.EXTRACT_SEARCH_PAGES_MAX} pages that a web search for the prompt finds. Requires `prompt`.",
        default=False,
    )
    show_sources: bool = option(Flag(), "Return `sources`: the URLs of the extracted pages.", default=False)
    show_confidence: bool = option(
        Flag(), "Return `fields` for each page: confidence and source passage of each value.", default=False
    )
    merge_entities: bool = option(
        Flag(), "Return `collection`: one row per entity, with the data of all pages that describe it.", default=False
    )
    prefer_structure: bool = option(
        Flag(),
        "Keep or drop each list as a whole, and keep images and videos, in the text that is extracted from.",
        default=False,
    )
    in_background: bool = option(
        Flag(),
        "Return a job id immediately, with status 201. A background extract has"
        f" {limits.EXTRACT_BACKGROUND_SECONDS} seconds for its pages.",
        default=False,
        name="async",
    )
    max_age: int | None = option(
        Milliseconds(0, limits.MAX_AGE_MAX_MS),
        "Use cached captures younger than this many milliseconds. When omitted or 0, every page is fetched.",
        default=None,
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            field="urls",
            message="must contain at least one URL, unless enableWebSearch is true",
            is_broken_by=lambda options: not options.urls and not options.enable_web_search,
            when={"urls": {"maxItems": 0}},
            then={"enableWebSearch": {"const": True}},
        ),
        Rule(
            field="prompt",
            message="is required when enableWebSearch is true",
            is_broken_by=lambda options: options.enable_web_search and options.prompt is None,
            when={"enableWebSearch": {"const": True}},
            then={"prompt": {"type": "string"}},
        ),
        _SchemaOrPrompt(
            field="schema",
            message="is required when prompt is not given",
            is_broken_by=lambda options: options.schema is None and options.prompt is None,
            when={"schema": {}},
            then={"prompt": {}},
        ),
    )

    def capture_request(self, url: str, workspace_id: str | None, timeout_ms: int) -> CaptureRequest:
        """The fetch of one page."""
        # spec: omitted or 0 fetches the page, unlike in a scrape
        return CaptureRequest(
            url=url, workspace_id=workspace_id, max_age_ms=self.max_age or 0, timeout_ms=timeout_ms
        )  # fmt: skip
