"""Recognises the logos of other companies: walls of customers and partners, badges, pages about integrations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from extraction.brand.marks.mark_score import MarkScore
from extraction.brand.page_areas import PageAreas, words_of
from extraction.document.tree import Tree

WALL_MIN_MARKS = 3
# Levels above an image at which its wall is looked for: item, link, figure, list.
LEVELS = 4
_WALL_WORDS = frozenset(
    "clients client customers customer partners partner sponsors sponsor trusted trust brands press featured "
    "integrations integration testimonials testimonial marquee logos references kunden clientes awards "
    "certifications investors portfolio payment payments".split()
)


class OtherCompanies:
    """Answers whether an image belongs to another company."""

    def __init__(self, marks: Sequence[Tree], areas: PageAreas) -> None:
        self._counts: Counter[Tree] = Counter()
        self._areas = areas
        for mark in marks:
            if not _is_home(areas, mark) and (not areas.position(mark).in_header or _has_logo_word(mark)):
                self._counts.update(_containers(mark))

    def owns(self, mark: Tree, score: MarkScore) -> bool:
        """Whether the image is among logos of other companies."""
        if score.position.link == "home":
            return False
        containers = _containers(mark)
        if any(self._counts[container] >= WALL_MIN_MARKS for container in containers):
            return True
        return any(
            _WALL_WORDS & set(words_of(container, "aria-label", "data-section")) for container in [mark, *containers]
        )


def _is_home(areas: PageAreas, mark: Tree) -> bool:
    return areas.position(mark).link == "home"


def _has_logo_word(mark: Tree) -> bool:
    return "logo" in words_of(mark, "alt", "src")


def _containers(mark: Tree) -> list[Tree]:
    above = islice(mark.iterancestors(), LEVELS)
    return [element for element in above if element.tag not in ("body", "html", "main", "header", "nav")]
