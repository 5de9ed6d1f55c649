"""Answers a JSON Schema from what a page declares and labels, without a language model."""

from __future__ import annotations

from typing import Any

from extraction.document.document import Document
from extraction.shaped.shaped_fields import ShapedFields


def answer(document: Document, schema: dict[str, Any]) -> ShapedFields:
    """The schema's fields that the page answers itself. Does not modify the tree. Empty for a page that is not HTML."""
    raise NotImplementedError
