"""A passage that the model quotes is evidence if it is on the page, word for word. It never makes a derived value certain."""

# ruff: noqa: E501 - cases, one a line
from __future__ import annotations

from typing import Any

import pytest

from extraction.answers.replies.claims import DERIVED_MAX, QUOTED, Page, check
from extraction.answers.replies.conclusion import conclude, parse
from extraction.answers.replies.refusals import is_refusal
from extraction.answers.schema_answer import SchemaAnswer

PAGE = """Acme Lamp
Our workshop is in Belvidere, Illinois, and ships within the United States.
The starter plan is for 7 people, the team plan for 25 people.
Every order may be returned within 30 days, no questions asked.
Shade **19** · Socket"""
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "country": {"type": "string"}, "returns": {"type": "boolean"}, "people": {"type": "integer"}, "owner": {"type": "string"},
        "plans": {"type": "array", "items": {"type": "object", "properties": {"size": {"type": "integer"}, "kind": {"type": "string"}}}},
    },
}  # fmt: skip


def checked(data: dict[str, Any], quotes: dict[str, str]) -> Any:
    return check(data, SCHEMA, Page.of(PAGE), quotes)


@pytest.mark.parametrize(
    ("data", "name", "quote", "passage", "confidence"),
    [
        ({"country": "US"}, "country", "ships within the United States", "Our workshop is in Belvidere, Illinois, and ships within the United States.", DERIVED_MAX),
        ({"country": "US"}, "country", "ships … within the United States", "Our workshop is in Belvidere, Illinois, and ships within the United States.", DERIVED_MAX),
        ({"country": "US"}, "country", "ships to the USA", None, 0.4),
        ({"country": "US"}, "country", "the", None, 0.4),
        ({"returns": True}, "returns", "“may be returned within 30 days”", "Every order may be returned within 30 days, no questions asked.", DERIVED_MAX),
        ({"people": 7}, "people", "The starter plan is for 7 people", "The starter plan is for 7 people, the team plan for 25 people.", 0.9),
        ({"people": 19}, "people", "Shade **19** · Socket", "Shade **19** · Socket", QUOTED),
        ({"plans": [{"size": 25}]}, "plans.0", "the team plan for 25 people", "The starter plan is for 7 people, the team plan for 25 people.", QUOTED),
    ],
)  # fmt: skip
def test_quote_that_is_on_the_page_is_the_evidence(
    data: dict[str, Any], name: str, quote: str, passage: str | None, confidence: float
) -> None:
    [evidence] = checked(data, {name: quote}).fields.values()

    assert (evidence.evidence, evidence.confidence) == (passage, confidence)


def test_quote_does_not_bring_in_what_the_page_does_not_have() -> None:
    claims = checked(
        {"owner": "Quentin Fakename", "people": 91}, {"owner": "Our workshop is in Belvidere", "people": "for 7 people"}
    )

    assert claims.data == {} and claims.unsupported == ["owner", "people"]


def test_quotes_of_items_follow_the_models_numbers() -> None:
    data = {"plans": [{"size": 91}, {"size": 7, "kind": "for teams"}]}

    claims = checked(data, {"plans.0": "the team plan for 25 people", "plans.1": "The starter plan is for 7 people"})

    assert claims.data["plans"] == [{"size": 7}] or "plans.0.size" in claims.fields
    assert (claims.fields["plans.0.size"].evidence or "").startswith("The starter plan")


def test_derived_value_with_a_passage_is_named_as_derived() -> None:
    claims = checked({"country": "US"}, {"country": "ships within the United States"})

    assert conclude(SchemaAnswer(), [claims], SCHEMA).derived == ("country",)


@pytest.mark.parametrize("quotes", ['{"country": "x"}', '["x"]', '"x"', "null", '{"country": 5}'])
def test_quotes_are_not_part_of_the_data(quotes: str) -> None:
    parsed = parse(f'{{"country": "US", "_quotes": {quotes}}}', {**SCHEMA, "additionalProperties": False})

    assert parsed.data == {"country": "US"} and set(parsed.quotes) <= {"country"}


def test_property_of_the_caller_named_quotes_is_retained() -> None:
    schema = {"type": "object", "properties": {"quotes": {"type": "array", "items": {"type": "string"}}}}

    parsed = parse('{"quotes": ["To be."], "_quotes": {"quotes.0": "To be."}}', schema)

    assert parsed.data == {"quotes": ["To be."]} and parsed.quotes == {"quotes.0": "To be."}


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("I cannot assist with this request.", True),
        ("Es tut mir leid, dabei kann ich nicht helfen.", True),
        ("Tut mir leid, das geht nicht.", True),
        ("I think it was in 1891.", False),
        ('I cannot find the rest: {"name": "A"}', False),
        ("", False),
    ],
)
def test_refusals_are_recognised(text: str, refuses: bool) -> None:
    assert is_refusal(text) == refuses
