"""Options of a scrape."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import option, schema_of
from contract.fields.basic import Flag, Nested, OneOf, Text
from contract.fields.output_schema import SCHEMA_DESCRIPTION, OutputSchema
from contract.fields.post_body import PostBody, bytes_of
from contract.fields.url import HttpUrl
from contract.options.page import FetchOptions, ReadingOptions
from contract.rules import Rule


@dataclass(frozen=True)
class JsonOptions:
    """What the `json` format returns. At least one of schema and prompt is required."""

    schema: dict[str, Any] | None = option(OutputSchema(), SCHEMA_DESCRIPTION, default=None)
    prompt: str | None = option(
        Text(min_chars=1, max_chars=limits.PROMPT_MAX_CHARS),
        "Natural-language instruction for the extraction.",
        default=None,
    )


def history() -> Any:
    """The option `history`. It is one of scrapes and of the pages of jobs."""
    return option(
        Text(min_chars=1, max_chars=limits.HISTORY_MAX_CHARS),
        "Compare the page with its last visit that had the same word here, and report the difference in `changes`. The Markdown"
        " is compared, and `json` if it is requested. The page's Markdown is then returned too, and stored for the next visit. A"
        " cached page counts as a visit: `maxAge: 0` asks the origin.",
        default=None,
    )


def _has_schema_or_prompt(options: JsonOptions | None) -> bool:
    return options is not None and (options.schema is not None or options.prompt is not None)


def add_compared(options: Any) -> None:
    """Add the format that the comparison with the last visit needs."""
    if options.history is not None and "markdown" not in options.formats:
        object.__setattr__(options, "formats", (*options.formats, "markdown"))


def _object_with(name: str, json_type: str) -> dict[str, Any]:
    """JSON Schema of an object with a required property."""
    return {"type": "object", "properties": {name: {"type": json_type}}, "required": [name]}


@dataclass(frozen=True)
class ScrapeOptions(ReadingOptions, FetchOptions):
    """Options of one scrape."""

    url: str = option(HttpUrl(), "URL of the page to scrape.")
    json_options: JsonOptions | None = option(
        Nested(schema_of(JsonOptions)),
        "Schema and prompt of the `json` format. Required when `formats` contains `json`.",
        default=None,
    )
    cache_only: bool = option(
        Flag(), "Fail with 404 instead of fetching when no fresh cached copy exists.", default=False
    )
    store_in_cache: bool = option(
        Flag(), "Store the capture, so that later calls can be served from the cache.", default=True
    )
    history: str | None = history()
    in_background: bool = option(Flag(), "Return a job id immediately, with status 201.", default=False, name="async")
    method: str = option(
        OneOf("GET", "POST"),
        "HTTP method of the fetch. A page that is fetched with POST is never rendered.",
        default="GET",
    )
    body: str | dict[str, Any] | list[Any] | None = option(
        PostBody(),
        "Request body of a fetch with POST, at most 64 KB. A string is sent unchanged: set its content type in `headers`. An"
        " object or a list is sent as JSON, with that content type unless `headers` sets another.",
        default=None,
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            field="history",
            message="stores the page, which storeInCache false forbids",
            is_broken_by=lambda options: options.history is not None and not options.store_in_cache,
            when={"history": {"type": "string"}},
            then={"storeInCache": {"const": True}},
        ),
        Rule(
            field="body",
            message="requires method POST",
            is_broken_by=lambda options: options.body is not None and options.method != "POST",
            when={"body": {"type": ["string", "object", "array"]}},
            then={"method": {"const": "POST"}},
        ),
        Rule(
            field="jsonOptions",
            message="must contain schema or prompt when formats contains json",
            is_broken_by=lambda options: "json" in options.formats and not _has_schema_or_prompt(options.json_options),
            when={"formats": {"contains": {"const": "json"}}},
            then={"jsonOptions": {"anyOf": [_object_with("schema", "object"), _object_with("prompt", "string")]}},
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        add_compared(self)

    def _content_type(self) -> tuple[tuple[str, str], ...]:
        if isinstance(self.body, (dict, list)) and "content-type" not in map(str.lower, self.headers):
            return (("Content-Type", "application/json"),)
        return ()

    def capture_request(self, workspace_id: str | None) -> CaptureRequest:
        """The fetch with these options for a workspace. `workspace_id` is None on the command line."""
        post = self.method == "POST"
        return self.capture_request_for(
            self.url,
            workspace_id=workspace_id,
            method=self.method,
            body=bytes_of(self.body),
            headers=(*self._content_type(), *self.headers.items()),
            cache_only=self.cache_only,
            store=self.store_in_cache,
            # spec: a POST target is fetched and never rendered
            **({"render": False} if post else {}),
        )
