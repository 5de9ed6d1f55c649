"""Result of an extract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from marshmallow import fields as json_fields

from contract.declare import option, schema_of
from contract.results.page import Usage
from contract.results.page_entry import error_code_option


@dataclass(frozen=True)
class FieldConfidence:
    """How sure one value is, and the passage that contains it."""

    confidence: float = option(
        json_fields.Float(metadata={"minimum": 0, "maximum": 1}),
        "Confidence in the value, from 0 to 1. At most 0.5 without evidence.",
    )
    evidence: str | None = option(
        json_fields.String(),
        "The passage of the page that contains the value, verbatim. null when the page does not contain it.",
        default=None,
    )


@dataclass(frozen=True)
class ExtractedPage:
    """The extraction of one page."""

    url: str = option(json_fields.String(), "URL of the page.")
    data: dict[str, Any] | None = option(
        json_fields.Dict(), "The extracted object. null when nothing matched, or when the page failed.", default=None
    )
    error: str | None = option(
        json_fields.String(), "Why the page was not extracted. null on success. Such a page is free.", default=None
    )
    error_code: str | None = error_code_option()
    warning: str | None = option(
        json_fields.String(), "Present when the page was extracted with a caveat.", default=None, omit_when_none=True
    )
    fields: dict[str, FieldConfidence] | None = option(
        json_fields.Dict(values=json_fields.Nested(schema_of(FieldConfidence))),
        "Confidence and evidence by dotted name of the value, such as `offers.0.price`. Dots in a property's own name are"
        " escaped by a backslash. Present with `showConfidence`.",
        default=None,
        omit_when_none=True,
    )


@dataclass(frozen=True)
class MergedRow:
    """One entity, with the data of all pages that describe it."""

    data: dict[str, Any] = option(
        json_fields.Dict(), "The united fields, with the better proven one of conflicting values."
    )
    others: dict[str, list[Any]] | None = option(
        json_fields.Dict(values=json_fields.List(json_fields.Raw())),
        "By dotted name, the values of other pages that differ from the one in `data`.",
        default=None,
        omit_when_none=True,
    )
    sources: tuple[str, ...] = option(json_fields.List(json_fields.String()), "URL of every page that contributed.")


@dataclass(frozen=True)
class ExtractResult:
    """The data of all pages of an extract."""

    results: tuple[ExtractedPage, ...] = option(
        json_fields.List(json_fields.Nested(schema_of(ExtractedPage))),
        "One entry per page: the URLs of the request in their order, then the pages that were found.",
    )
    usage: Usage = option(
        json_fields.Nested(schema_of(Usage)), "Credits that the call consumed: 5 for each page with data."
    )
    warning: str | None = option(
        json_fields.String(),
        "Present when pages were left out: at `limit`, at the time limit, or because the credits did not suffice.",
        default=None,
        omit_when_none=True,
    )
    sources: tuple[str, ...] | None = option(
        json_fields.List(json_fields.String()),
        "URLs of the extracted pages, after scopes and web search were resolved. Present with `showSources`.",
        default=None,
        omit_when_none=True,
    )
    collection: tuple[MergedRow, ...] | None = option(
        json_fields.List(json_fields.Nested(schema_of(MergedRow))),
        "One row per entity. Present with `mergeEntities`.",
        default=None,
        omit_when_none=True,
    )
