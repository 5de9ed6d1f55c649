"""The format of an image by its first bytes. The declared media type and the file name are often wrong."""

from __future__ import annotations

import re

from contract.results.brands.brand import LogoFormat

_SVG = re.compile(rb"<svg[\s>/]", re.I)
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.I)
_HEAD_BYTES = 4_096


def format_of(body: bytes) -> LogoFormat | None:
    """The format, or None for everything that is not an image, such as an HTML page."""
    if body.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if body.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if body[:6] in (b"GIF87a", b"GIF89a"):
        return "gif"
    if body[:4] == b"RIFF" and body[8:12] == b"WEBP":
        return "webp"
    if body[:4] == b"\x00\x00\x01\x00":
        return "ico"
    if body[4:8] == b"ftyp" and body[8:12] in (b"avif", b"avis", b"mif1"):
        return "avif"
    if body[:2] == b"BM" and len(body) > 26:
        return "bmp"
    return "svg" if _is_svg(body) else None


def _is_svg(body: bytes) -> bool:
    head = body[:_HEAD_BYTES]
    if b"\x00" in head[:64] and head[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = head.decode("utf-16", "ignore").encode()
    svg = _SVG.search(head)
    html = _HTML.search(head)
    return svg is not None and (html is None or svg.start() < html.start())
