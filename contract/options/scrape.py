"""What a caller may ask of one page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from marshmallow import fields

from contract import limits
from contract.capture import CaptureRequest
from contract.declare import Rule, option, require, schema_of
from contract.errors import InvalidRequest
from contract.fields import Flag, JsonObject, OneOf, Text
from contract.options.page import FetchOptions, ReadingOptions
from contract.web_fields import HttpUrl


@dataclass(frozen=True)
class JsonOptions:
    """What the `json` format shall hold; at least one of the two."""

    schema: dict[str, Any] | None = option(JsonObject(), "JSON Schema of the wanted output.", default=None)
    prompt: str | None = option(
        Text(min_chars=1, max_chars=limits.PROMPT_MAX_CHARS), "Natural-language instruction.", default=None
    )


def _says_what(wanted: JsonOptions | None) -> bool:
    return wanted is not None and (wanted.schema is not None or wanted.prompt is not None)


def _holding(name: str, kind: str) -> dict[str, Any]:
    """JSON Schema of an object that holds a value of a type under a name."""
    return {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}


@dataclass(frozen=True)
class ScrapeOptions(ReadingOptions, FetchOptions):
    """Options of one scrape."""

    url: str = option(HttpUrl(), "The page to scrape.")
    json_options: JsonOptions | None = option(
        fields.Nested(schema_of(JsonOptions)), "Needed when the `json` format is requested.", default=None
    )
    cache_only: bool = option(Flag(), "Answer 404 instead of fetching when no fresh cached copy exists.", default=False)
    store_in_cache: bool = option(Flag(), "Keep the capture for later calls.", default=True)
    in_background: bool = option(Flag(), "Return a job id immediately (201).", default=False, name="async")
    method: str = option(OneOf("GET", "POST"), "Method of the fetch; a POST target is never rendered.", default="GET")
    body: str | None = option(
        Text(max_chars=limits.POST_BODY_MAX_BYTES), "Sent verbatim to a POST target; 64 KB at most.", default=None
    )

    RULES: ClassVar[tuple[Rule, ...]] = (
        Rule(
            field="body",
            sentence="Only a POST target takes a body: set method to POST.",
            broken=lambda options: options.body is not None and options.method != "POST",
            given={"body": {"type": "string"}},
            needs={"method": {"const": "POST"}},
        ),
        Rule(
            field="jsonOptions",
            sentence="The json format needs a schema or a prompt.",
            broken=lambda options: "json" in options.formats and not _says_what(options.json_options),
            given={"formats": {"contains": {"const": "json"}}},
            needs={"jsonOptions": {"anyOf": [_holding("schema", "object"), _holding("prompt", "string")]}},
        ),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        require(self.RULES, self)
        if self.body is not None and len(self.body.encode()) > limits.POST_BODY_MAX_BYTES:
            raise InvalidRequest.of("body", f"Larger than {limits.POST_BODY_MAX_BYTES} bytes.")

    def capture_request(self, workspace_id: str | None) -> CaptureRequest:
        """The fetch that these options ask for, on behalf of a workspace (None on the command line)."""
        post = self.method == "POST"
        return self.capture_of(
            self.url,
            workspace_id=workspace_id,
            method=self.method,
            body=(self.body or "").encode(),
            cache_only=self.cache_only,
            store=self.store_in_cache,
            # spec: a POST target is fetched and never rendered
            **({"render": False} if post else {}),
        )
