"""Sixty made-up pages of eight kinds with hand-made truth. The rules of `extraction.answers` were written with these pages.

To add a page: a record in the table of its kind. Truth holds what the page says, as the schema wants it.
"""

from __future__ import annotations

from benchmarks.sites.declared import goods, places, writings
from benchmarks.sites.declared.made_page import MadePage


def made_pages() -> list[MadePage]:
    """All pages, in a fixed order."""
    return [
        *goods.products(), *writings.articles(), *places.events(), *writings.recipes(), *places.jobs(), *places.organizations(),
        *writings.questions(), *goods.listings(),
    ]  # fmt: skip
