"""Writes footnotes in Markdown: `[^1]` for the reference, `[^1]: text` for the note."""

from __future__ import annotations

import re

from lxml import etree

from extraction.document.tree import Tree, drop_all, replace_all, unwrap_all

_marks = etree.XPath(
    (
        "descendant::a[starts-with(@href, '#')][parent::sup or sup or contains(@class, 'footnote') or contains(@href, '_ftn') or "
        "starts-with(@href, '#footnote-') or contains(@role, 'noteref') or contains(@epub:type, 'noteref')]"
    ),
    namespaces={"epub": "http://www.idpf.org/2007/ops"},
)
_LABEL = re.compile(r"^\W*(\d{1,3}|[A-Za-z]|[ivx]{1,5})\W*$")
_CARET = re.compile(r"^\s*[\^\u2191\[(]\s*")
# What follows the number of a note: `[1]`, `1.`
_BEHIND_NUMBER = re.compile(r"^\s*[\]).:]+\s*")
_BACK = frozenset("↩ ↩︎ ↑ ^ ⏎ ↵ ⤴ 🔙 back return ↩️".split())
_NOTES = frozenset(("li", "p", "div", "aside", "dd", "td"))
_TERM, _ANCHOR = "dt", "a"


def write_out(body: Tree) -> None:
    """Convert references to notes in the same content. Other links are unchanged."""
    _notes_of_latex(body)
    marks = _marks(body)
    if not marks:
        return
    targets = _targets(body)
    labels: dict[Tree, str] = {}
    written: dict[Tree, str] = {}
    for mark in marks:
        note = targets.get(mark.get("href")[1:])
        label = _LABEL.match("".join(mark.itertext()))
        if note is None or not label or any(above is note for above in mark.iterancestors()):
            continue
        labels.setdefault(note, label.group(1))
        above = mark.getparent()
        alone = above is not None and above.tag == "sup" and len(above) == 1 and not (above.text or "").strip()
        written[above if alone else mark] = f"[^{labels[note]}]"
    replace_all(body, written.items())
    drop_all(body, [link for note in labels for link in _links_back(note)])
    for note, number in labels.items():
        _write_note(note, number)


def _targets(body: Tree) -> dict[str, Tree]:
    """Elements that can be notes, by the names that links use. A term or an anchor stands for the text that it labels."""
    found = {element.get("id"): element for element in body.iter(*_NOTES) if element.get("id")}
    for label in body.iter(_TERM, _ANCHOR):
        name = label.get("id") or label.get("name")
        note = _labelled(label) if name and name not in found else None
        if note is not None:
            found[name] = note
    return found


def _labelled(label: Tree) -> Tree | None:
    if label.tag == _TERM:
        after = label.getnext()
        return after if after is not None and after.tag == "dd" else None
    above = label.getparent()
    if above is None or above.tag not in _NOTES or (above.text or "").strip() or label.getprevious() is not None:
        return None
    return above


def _links_back(note: Tree) -> list[Tree]:
    """The links from a note to its references: arrows anywhere, numbers and letters in front of the text."""
    found = []
    note.text = _CARET.sub("", note.text or "")
    in_front = not note.text.strip()
    for link in note.iter("a"):
        text = "".join(link.itertext()).strip()
        inside = (link.get("href") or "").startswith("#")
        if inside and (text in _BACK or (in_front and _LABEL.match(text))):
            found.append(link)
            if in_front:
                link.tail = _BEHIND_NUMBER.sub("", link.tail or "")
        in_front = in_front and inside and not (link.tail or "").strip()
    return found


def _join_paragraphs(note: Tree) -> None:
    """Make one paragraph of a note, because the next one would be outside of it."""
    blocks = [block for block in note.iter("p", "div") if block is not note]
    for block in blocks:
        block.tail = f"{block.tail or ''} "
    unwrap_all(note, blocks)


def _write_note(note: Tree, label: str) -> None:
    if next(note.iter("pre", "ul", "ol", "table", "blockquote"), None) is None:
        _join_paragraphs(note)
    first = note
    while not (first.text or "").strip() and len(first) and first[0].tag in ("p", "div", "span"):
        first = first[0]
    first.text = f"[^{label}]: {(first.text or '').lstrip()}"
    items = note.getparent()
    term = note.getprevious()
    if note.tag == "dd" and term is not None and term.tag == _TERM:
        note.tag = "div"
        items.remove(term)
    elif note.tag == "li" and items is not None:
        note.tag = "div"
        if items.find("li") is None:
            items.tag = "div"


def _notes_of_latex(body: Tree) -> None:
    """Move the notes of LaTeXML, which are in the text after their mark, below the text."""
    for note in [found for found in body.iter("span") if "ltx_role_footnote" in (found.get("class") or "")]:
        content = next(iter(note.xpath(".//*[contains(@class, 'ltx_note_content')]")), None)
        mark = note.find("sup")
        if content is None or mark is None or not (number := _LABEL.match("".join(mark.itertext()))):
            continue
        drop_all(content, content.xpath("./sup|./*[contains(@class, 'ltx_tag_note')]"))
        text = " ".join("".join(content.itertext()).split())
        if not text:
            continue
        replace_all(body, [(note, f"[^{number[1]}]")])
        below = etree.SubElement(body, "p")
        below.text = f"[^{number[1]}]: {text}"
