"""What a generated document contains, in reading order. Renderers draw it, scores compare with it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """`html` may contain `<b>`, `<i>`, `<code>`, `<a href>` and `<sup>`."""

    html: str


@dataclass(frozen=True)
class Item:
    """An item of a list. `depth` 0 is the outermost list; `number` is None for a bullet."""

    depth: int
    text: str
    number: int | None = None


@dataclass(frozen=True)
class Table:
    """`style` is `ruled`, `plain` (no lines at all) or `booktabs` (three horizontal lines)."""

    rows: tuple[tuple[str, ...], ...]
    style: str = "ruled"


@dataclass(frozen=True)
class Code:
    text: str


@dataclass(frozen=True)
class Note:
    """A footnote. Its mark in the text is `<sup>number</sup>`."""

    number: int
    text: str


Block = Heading | Paragraph | Item | Table | Code | Note


@dataclass
class Generated:
    """One PDF, its content in reading order, and the lines that are repeated on its pages and do not belong to it."""

    name: str
    body: bytes
    blocks: list[Block]
    furniture: list[str] = field(default_factory=list)
