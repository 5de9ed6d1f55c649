"""Made-up pages that were designed after the rules of `extraction.shaped` were fixed."""

from __future__ import annotations

from benchmarks.sites.declared.made_page import MadePage


def made_pages() -> list[MadePage]:
    """All pages, in a fixed order."""
    return []
