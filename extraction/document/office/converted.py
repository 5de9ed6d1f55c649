"""The HTML document that an office file becomes."""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from lxml import etree

from contract import limits

_PROPERTIES = "docProps/core.xml"
_FACT_MAX_CHARS = 1_000
_REFERENCE_MAX_CHARS = 10


class Converted(NamedTuple):
    """A file as HTML. `warning` says which part of it was left out."""

    html: str
    warning: str | None = None

    def also(self, warning: str | None) -> Converted:
        """The same with another warning in front."""
        return self._replace(warning=" ".join(filter(None, (warning, self.warning))) or None)


class About(NamedTuple):
    """What a file says of itself."""

    title: str = ""
    author: str = ""
    created: str = ""
    language: str = ""


def about(archive: zipfile.ZipFile) -> About:
    """The core properties of an Office Open XML file."""
    if _PROPERTIES not in archive.namelist():
        return About()
    return about_of(parsed(archive.read(_PROPERTIES)), created="created")


def about_of(root: etree._Element, *, created: str = "date") -> About:
    """Dublin Core elements anywhere in an XML document."""
    return About(
        title=_text(root, "title"), author=_text(root, "creator"), created=_text(root, created), language=_text(root, "language")
    )  # fmt: skip


def _text(root: etree._Element, name: str) -> str:
    found = next(iter(root.iter(f"{{*}}{name}")), None)
    return " ".join((found.text or "").split())[:_FACT_MAX_CHARS] if found is not None else ""


def parsed(xml: bytes) -> etree._Element:
    """The root of an XML document. Entities stay as they are, and nothing is loaded."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    return etree.fromstring(xml, parser)


def page(facts: About, body: Iterable[str]) -> Converted:
    """An HTML document with these facts in its head, up to the limit of its length. The rest of the body is not made."""
    metas = {"author": facts.author, "article:published_time": facts.created}
    head = "".join(f'<meta name="{name}" content="{escape(value)}">' for name, value in metas.items() if value)
    language = f' lang="{escape(facts.language)}"' if facts.language else ""
    title = f"<title>{escape(facts.title)}</title>" if facts.title else ""
    start, end = (
        f'<!doctype html><html{language}><head><meta charset="utf-8">{title}{head}</head><body>',
        "</body></html>",
    )
    most = limits.OFFICE_HTML_MAX_CHARS
    parts, is_cut = _bounded(body, most - len(start) - len(end))
    warning = f"Of the file, the first {most:,} characters of its HTML are returned." if is_cut else None
    return Converted(f"{start}{''.join(parts)}{end}", warning)


def _bounded(body: Iterable[str], left: int) -> tuple[list[str], bool]:
    """The first parts with at most `left` characters, and whether something was left out."""
    parts: list[str] = []
    for part in body:
        if len(part) > left:
            return [*parts, _cut(part, left)], True
        parts.append(part)
        left -= len(part)
    return parts, False


def _cut(html: str, most: int) -> str:
    """The beginning of some HTML, up to `most` characters, without a tag or a reference that the cut would divide."""
    cut = html[: max(0, most)]
    tag = cut.rfind("<")
    divided = tag if tag > cut.rfind(">") else cut.rfind("&", len(cut) - _REFERENCE_MAX_CHARS)
    return cut if divided < 0 or (cut[divided] == "&" and ";" in cut[divided:]) else cut[:divided]


def table(rows: Iterable[Iterable[str]]) -> str:
    """A table whose first row is its head. Empty without rows."""
    return "".join(_rows(rows))


def _rows(rows: Iterable[Iterable[str]]) -> Iterator[str]:
    opened = False
    for row in rows:
        cell = "td" if opened else "th"
        if not opened:
            yield "<table>"
            opened = True
        yield "<tr>" + "".join(f"<{cell}>{lines(text)}</{cell}>" for text in row) + "</tr>"
    if opened:
        yield "</table>"


def lines(text: str) -> str:
    """A text as HTML, with its line breaks."""
    return "<br>".join(escape(line, quote=False) for line in text.replace("\x0b", "\n").splitlines())
