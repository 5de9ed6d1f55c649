"""Elements that show nothing to a person: images of one pixel, and texts for programs inside formulas."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.hidden import prose
from extraction.document.tree import Tree

_PIXEL = re.compile(r"\s*[012](?:px)?\s*")
_widths = etree.XPath("descendant::img/@width", smart_strings=False)


def find(tree: Tree) -> list[Tree]:
    """The elements of a page that are needless for a reader."""
    return [*_pixels(tree), *filter(_is_for_programs, tree.iter("annotation", "annotation-xml"))]


def _pixels(tree: Tree) -> list[Tree]:
    """Images of one pixel."""
    if not any(map(_PIXEL.fullmatch, set(_widths(tree)))):
        return []
    sizes = ((image, (image.get("width") or "", image.get("height") or "")) for image in tree.iter("img"))
    return [image for image, size in sizes if all(map(_PIXEL.fullmatch, size))]


def _is_for_programs(annotation: Tree) -> bool:
    """Whether sentences stand in place of the source of a formula, which only programs read."""
    return prose.is_prose("".join(annotation.itertext()))
