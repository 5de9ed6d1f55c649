"""Elements that show nothing to a person: images of one pixel, and texts for programs inside formulas."""

from __future__ import annotations

import re

from extraction.document.element_index import ElementIndex
from extraction.document.tree import Tree

# Five words in a row. Commands of TeX, such as `\\alpha`, are not words.
_PROSE = re.compile(r"(?:(?<![\\\\\w])[^\W\d_]{2,}[\s,.;:!?]+){5}")
_PIXEL = re.compile(r"\s*[012](?:px)?\s*")


def find(index: ElementIndex) -> list[Tree]:
    """The elements of a page that are needless for a reader."""
    annotations = index.tagged("annotation", "annotation-xml")
    return [*filter(_is_pixel, index.tagged("img")), *filter(_is_for_programs, annotations)]


def _is_pixel(image: Tree) -> bool:
    """Whether it is an image of one pixel."""
    return all(_PIXEL.fullmatch(image.get(side) or "") for side in ("width", "height"))


def _is_for_programs(annotation: Tree) -> bool:
    """Whether sentences replace the source of a formula, which only programs read."""
    return is_prose("".join(annotation.itertext()))


def is_prose(text: str) -> bool:
    """Whether a text has at least five words in a row, where there should be none, such as in the source of a formula."""
    return bool(_PROSE.search(text))
