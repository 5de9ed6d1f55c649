"""PowerPoint presentations (PPTX)."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pptx

from contract import limits
from extraction.document.office.converted import Converted, about, lines, page, table

# Groups inside of groups that are read.
_DEPTH_MAX = 10


def convert(archive: zipfile.ZipFile, body: bytes) -> Converted:
    """A presentation as HTML: each slide with a heading, its texts and tables in their order, and its notes."""
    slides = list(islice(_different(pptx.Presentation(io.BytesIO(body)).slides), limits.SLIDES_MAX + 1))
    read = slides[: limits.SLIDES_MAX]
    warning = f"Of the presentation, the first {len(read)} slides are returned." if len(read) < len(slides) else None
    parts = (part for number, slide in enumerate(read, 1) for part in _slide(number, slide))
    return page(about(archive), parts).also(warning)


def _different(slides: Iterable[Any]) -> Iterator[Any]:
    """The slides. One that the presentation names again is not read again."""
    seen: set[int] = set()
    for slide in slides:
        if id(slide.part) not in seen:
            seen.add(id(slide.part))
            yield slide


def _slide(number: int, slide: Any) -> Iterator[str]:
    title = slide.shapes.title
    named = " ".join(title.text_frame.text.split()) if title is not None else ""
    yield f"<h2>{lines(named or f'Slide {number}')}</h2>"
    for shape in slide.shapes:
        if title is None or shape.shape_id != title.shape_id:
            yield from _shape(shape, 0)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
        yield f"<blockquote>{''.join(_paragraphs(notes))}</blockquote>"


def _shape(shape: Any, depth: int) -> Iterator[str]:
    if hasattr(shape, "shapes"):
        for below in shape.shapes if depth < _DEPTH_MAX else ():
            yield from _shape(below, depth + 1)
    elif getattr(shape, "has_table", False):
        yield table([cell.text_frame.text for cell in row.cells] for row in shape.table.rows)
    elif shape.has_text_frame:
        yield from _paragraphs(shape.text_frame)


def _paragraphs(frame: Any) -> Iterator[str]:
    """The paragraphs of a frame; a list if there are several, because a slide's texts are its points."""
    texts = [lines(text) for paragraph in frame.paragraphs if (text := paragraph.text.strip())]
    if len(texts) == 1:
        yield f"<p>{texts[0]}</p>"
    elif texts:
        yield f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>"
