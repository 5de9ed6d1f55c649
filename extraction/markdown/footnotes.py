"""Writes footnotes in Markdown: `[^1]` for the reference, `[^1]: text` for the note."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.tree import Tree, drop_all, replace_all

_marks = etree.XPath(
    (
        ".//a[starts-with(@href, '#')][parent::sup or sup or contains(@class, 'footnote') or "
        "contains(@role, 'noteref') or contains(@epub:type, 'noteref')]"
    ),
    namespaces={"epub": "http://www.idpf.org/2007/ops"},
)
_LABEL = re.compile(r"^\W*(\d{1,3}|[A-Za-z]|[ivx]{1,5})\W*$")
_BACK = frozenset("↩ ↩︎ ↑ ^ ⏎ ↵ ⤴ 🔙 back return ↩️".split())
_NOTES = frozenset(("li", "p", "div", "aside", "dd", "td"))


def write_out(body: Tree) -> None:
    """Convert references to notes in the same content. Other links are unchanged."""
    marks = _marks(body)
    if not marks:
        return
    places = {element.get("id"): element for element in body.iter(*_NOTES) if element.get("id")}
    labels: dict[Tree, str] = {}
    written: dict[Tree, str] = {}
    for mark in marks:
        note = places.get(mark.get("href")[1:])
        label = _LABEL.match("".join(mark.itertext()))
        if note is None or not label or any(above is note for above in mark.iterancestors()):
            continue
        labels.setdefault(note, label.group(1))
        above = mark.getparent()
        alone = above is not None and above.tag == "sup" and len(above) == 1 and not (above.text or "").strip()
        written[above if alone else mark] = f"[^{labels[note]}]"
    replace_all(body, written.items())
    drop_all(body, [link for note in labels for link in note.iter("a") if _leads_back(link)])
    for note, number in labels.items():
        _write_note(note, number)


def _leads_back(link: Tree) -> bool:
    return (link.get("href") or "").startswith("#") and "".join(link.itertext()).strip() in _BACK


def _write_note(note: Tree, label: str) -> None:
    first = note
    while not (first.text or "").strip() and len(first) and first[0].tag in ("p", "div", "span"):
        first = first[0]
    first.text = f"[^{label}]: {(first.text or '').lstrip()}"
    items = note.getparent()
    if note.tag == "li" and items is not None:
        note.tag = "div"
        if items.find("li") is None:
            items.tag = "div"
