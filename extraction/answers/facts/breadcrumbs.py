"""The path of a page within its site, as the page declares it."""

from __future__ import annotations

from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.property_values import follow
from extraction.declared.structured import types_of


def read(page: PageEntities) -> list[Declared]:
    """The entries of the first list of breadcrumbs, in their order."""
    lists = [each for each in page.typed if "BreadcrumbList" in types_of(each.entity)]
    entries = follow(lists[0].entity, "itemListElement", page.resolved) if lists else []
    return [Declared(raw.value, lists[0].source, True) for raw in entries if isinstance(raw.value, dict)]
