"""Word documents (DOCX)."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import mammoth

from extraction.document.office.converted import Converted, about, page

# Beside the library's own rules for headings, lists, links, tables and footnotes.
_STYLES = "p[style-name='Title'] => h1:fresh\np[style-name='Subtitle'] => h2:fresh\np[style-name='Quote'] => blockquote > p:fresh"


def convert(archive: zipfile.ZipFile, body: bytes) -> Converted:
    """A document as HTML: headings, paragraphs, lists, tables, links and notes. Pictures are left out."""
    result = mammoth.convert_to_html(io.BytesIO(body), style_map=_STYLES, convert_image=_no_image)
    return page(about(archive), (result.value,))


def _no_image(image: Any) -> list[Any]:
    """Nothing. The library would open the picture, and write it into the page."""
    return []
