"""Makes the text of a heading one run of text: sites write `<h2><button>Text</button></h2>` and `<h1><div>Text</div></h1>`."""

from __future__ import annotations

from lxml import etree

from extraction.document.tree import HEADINGS, Tree

_BLOCKS = ("div", "p", "center", "section", "header", "button")
# A heading with one of these is the layout of a part of the page.
_PARTS_OF_PAGE = (*HEADINGS, "ul", "ol", "table", "pre", "blockquote", "figure", "hr", "form", "nav")
_MAX_CHARS = 300
_text = etree.XPath("string()", smart_strings=False)
_has_text_outside_buttons = etree.XPath("boolean(.//text()[normalize-space() and not(ancestor::button)])")


def join(body: Tree) -> None:
    """Unwrap blocks inside headings. A button is unwrapped if it is the whole heading, as in an accordion."""
    for heading in body.iter(*HEADINGS):
        if len(heading) and next(heading.iter(*_BLOCKS), None) is not None:
            _join(heading)


def _join(heading: Tree) -> None:
    if next(heading.iterdescendants(*_PARTS_OF_PAGE), None) is not None:
        return
    if len(" ".join(_text(heading).split())) > _MAX_CHARS:
        return
    tags = _BLOCKS[:-1] if _has_text_outside_buttons(heading) else _BLOCKS
    for part in heading.iterdescendants(*tags):
        part.text, part.tail = f" {part.text or ''}", f" {part.tail or ''}"
    etree.strip_tags(heading, *tags)
