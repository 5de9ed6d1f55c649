"""Writes what a table's cell only draws, such as a tick: the name of the drawing, or a sign."""

from __future__ import annotations

import re

from extraction.document.tree import Tree

_DRAWN = ("svg", "i", "span", "em", "use")
_NAME_MAX_CHARS = 40
_EDGE = r"(?:^|[\s_-])"
_TICK = re.compile(rf"{_EDGE}(?:check(?:mark|ed)?|tick|yes|true|included|available)(?:$|[\s_-])", re.I)
_CROSS = re.compile(rf"{_EDGE}(?:times|cross|x-?mark|no|false|close|excluded|unavailable)(?:$|[\s_-])", re.I)


def write_out(body: Tree) -> None:
    """Give each cell of a table that has a drawing and no text the name of the drawing. Before drawings are dropped."""
    for cell in body.iter("td"):
        drawing = next(cell.iter(*_DRAWN), None)
        if drawing is None or len(cell) > 2 or next(cell.iterdescendants("img", "input", "td"), None) is not None:
            continue
        if not _text_beside(cell) and (name := _name(cell)):
            cell.text = f"{name} "


def _text_beside(cell: Tree) -> str:
    drawn = {text for svg in cell.iter("svg") for text in svg.itertext()}
    return "".join(text for text in cell.itertext() if text not in drawn).strip()


def _name(cell: Tree) -> str | None:
    parts = list(cell.iterdescendants())
    for part in parts:
        if not isinstance(part.tag, str):
            continue
        name = part.get("aria-label") or part.get("title") or (part.text if part.tag == "title" else None)
        if name and name.strip() and len(name) <= _NAME_MAX_CHARS:
            return " ".join(name.split())
    names = " ".join(
        f"{part.get('class') or ''} {part.get('href') or ''}" for part in parts if isinstance(part.tag, str)
    )
    names = names.replace("#", " ")
    return "\u2713" if _TICK.search(names) else "\u2717" if _CROSS.search(names) else None
