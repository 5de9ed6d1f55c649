"""Fixtures: the answer of a page to a schema."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from contract.capture import PageCapture
from extraction.answers import declared_answer
from extraction.answers.schema_answer import SchemaAnswer
from extraction.document.document import open_page

Answer = Callable[..., SchemaAnswer]


@pytest.fixture(scope="session")
def answer(capture: Callable[..., PageCapture]) -> Answer:
    """`answer(html, schema, url=...)`. A schema without `type` is a table of properties."""

    def read(html: str, schema: dict[str, Any], **more: Any) -> SchemaAnswer:
        whole = schema if "type" in schema or "$ref" in schema else {"type": "object", "properties": schema}
        return declared_answer.answer(open_page(capture(html, **more)), whole)

    return read
