"""Which part of a page's text a schema needs."""

from __future__ import annotations

from extraction.answers.schema import vocabulary
from extraction.answers.schema.schema_field import SchemaField

_CONTACT = frozenset(("phone", "email", "address", "hours", "money"))
_DEPTH_MAX = 8


def asks_for_whole_page(asked: SchemaField, depth: int = 0) -> bool:
    """Whether the schema asks for lists of entities, contact data or prices, which are often outside the main content."""
    if depth > _DEPTH_MAX:
        return False
    for name, inner in asked.properties.items():
        term = vocabulary.term_of(name, inner.texts, "organization") or vocabulary.term_of(name, inner.texts, "product")
        if (term and term.holds in _CONTACT) or (inner.is_list and inner.item.is_object):
            return True
        if asks_for_whole_page(inner, depth + 1):
            return True
    return False


def asks_for_links(asked: SchemaField, depth: int = 0) -> bool:
    """Whether the schema asks for URLs."""
    if depth > _DEPTH_MAX:
        return False
    for name, inner in asked.properties.items():
        term = vocabulary.term_of(name, inner.texts, "")
        each = inner.item if inner.is_list else inner
        if each.format in ("uri", "url") or (term and term.holds == "url"):
            return True
        if asks_for_links(each, depth + 1):
            return True
    return False
