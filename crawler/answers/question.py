"""A question about one page, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from contract.options.page import ReadingOptions
from contract.options.scrape import JsonOptions
from contract.schemas.json_schema import JsonSchema
from extraction.answers.answered_page import PageQuestion
from extraction.answers.schema_answer import FieldEvidence


@dataclass(frozen=True)
class Question:
    """What to read from a page: a checked JSON Schema, an instruction in plain language, or both.

    `include_tags` and `exclude_tags` are CSS selectors of the part of the page that is read.
    """

    schema: dict[str, Any] | None = None
    prompt: str | None = None
    prefer_structure: bool = False
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()

    @property
    def of_page(self) -> PageQuestion:
        """The question as a reader of pages needs it."""
        schema = None if self.schema is None else JsonSchema.of(self.schema).document
        options = ReadingOptions(
            prefer_structure=self.prefer_structure, include_tags=self.include_tags, exclude_tags=self.exclude_tags
        )
        return PageQuestion(schema, options, self.prompt)


def of_formats(options: ReadingOptions) -> dict[str, Question]:
    """What the formats `json` and `summary` ask of a page, each if the options have it."""
    text = Question(
        prefer_structure=options.prefer_structure, include_tags=options.include_tags, exclude_tags=options.exclude_tags
    )
    asked: JsonOptions = getattr(options, "json_options", None) or JsonOptions()
    data = replace(text, schema=asked.schema, prompt=asked.prompt)
    return {name: one for name, one in (("json", data), ("summary", text)) if name in options.formats}


@dataclass(frozen=True)
class Terms:
    """What an answer may use. `deadline` is the event loop's time by which it must be complete.

    `owner` is the workspace that a private capture belongs to: its cached answers are for that workspace only.
    `workspace_id` is the workspace whose turns the work uses. `asks_anew`: stored answers are not used.
    """

    deadline: float
    owner: str | None = None
    workspace_id: str | None = None
    asks_anew: bool = False


@dataclass(frozen=True)
class Answer:
    """The answer. `data` is None if the page has nothing that matches. `fields` has one entry for each dotted name of a
    value in `data`."""

    data: dict[str, Any] | None
    fields: Mapping[str, FieldEvidence] = field(default_factory=dict)
    warning: str | None = None
