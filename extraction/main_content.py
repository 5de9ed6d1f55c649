"""Main content: the page without navigation and boilerplate."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document import Document
from extraction.selection import drop

_INVISIBLE = ("script", "style", "noscript", "template", "iframe", "object", "embed", "canvas", "select", "textarea")
_BOILERPLATE = re.compile(r"(?:^|[\s_-])(?:nav|navbar|navigation|menu|footer|sidebar|breadcrumbs?|pagination|share|sharing|social|related|newsletter|subscribe|popup|modal|skip-link)(?:$|[\s_-])", re.I)  # fmt: skip
_CONTENT_WORDS_MIN = 25


def cut(document: Document) -> None:
    """Leave only the main content in the shared tree."""
    body = document.body
    etree.strip_elements(body, *_INVISIBLE, with_tail=False)
    whole = len(body.xpath("string()").split())
    for element in body.xpath(".//nav | .//footer | .//aside | .//*[@role='navigation' or @role='contentinfo'] | .//*[@class or @id]"):
        if element.tag in ("main", "article", "h1") or element.getparent() is None:
            continue
        named = element.tag in ("nav", "footer", "aside") or element.get("role")
        if named or _BOILERPLATE.search(f"{element.get('class') or ''} {element.get('id') or ''}"):
            if len(element.xpath("string()").split()) < 0.4 * whole:
                drop(element)
