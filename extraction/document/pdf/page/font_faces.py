"""The styles of text: size, weight and direction, from PDFium's text objects and fonts."""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass

from pypdfium2 import raw

_MONOSPACED = ("mono", "nimbusmon", "courier", "consol", "menlo", "typewriter", "cmtt", "terminal", "lettergothic")
_BOLD = ("bold", "black", "heavy", "cmbx", "-demi", "sfbx", "no9l-medi")
_ITALIC = ("italic", "oblique", "cmti", "cmsl", "sfti")
# Flags of a font descriptor.
_FIXED_PITCH_FLAG, _ITALIC_FLAG, _FORCE_BOLD_FLAG = 1, 1 << 6, 1 << 18
_INVISIBLE = 3
# Smaller and larger text cannot be read.
_SIZE_MIN, _SIZE_MAX = 1.5, 1_500.0
_NAME_MAX_BYTES = 200


@dataclass(frozen=True, slots=True)
class Style:
    """What the characters of a text object share.

    `quarter` is turns of 90 degrees, None for text at another angle and for text that is too small or too large to be read.
    """

    size: float
    bold: bool
    italic: bool
    mono: bool
    quarter: int | None
    visible: bool


class Fonts:
    """The styles of text objects of one document. Each font is looked up once."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[bool, bool, bool]] = {}

    def style(self, page: raw.FPDF_TEXTPAGE, index: int, shape: raw.FPDF_PAGEOBJECT) -> Style:
        """The style of the character at `index`, which belongs to the text object `shape`."""
        matrix = raw.FS_MATRIX()
        raw.FPDFText_GetMatrix(page, index, matrix)
        size = raw.FPDFText_GetFontSize(page, index) * math.hypot(matrix.c, matrix.d)
        quarter = _quarter(matrix) if _SIZE_MIN <= size <= _SIZE_MAX else None
        visible = raw.FPDFTextObj_GetTextRenderMode(shape) != _INVISIBLE
        return Style(round(size, 1), *self._face(raw.FPDFTextObj_GetFont(shape)), quarter, visible)

    def _face(self, font: raw.FPDF_FONT) -> tuple[bool, bool, bool]:
        """Whether the font is bold, italic and monospaced."""
        key = ctypes.cast(font, ctypes.c_void_p).value or 0
        if key not in self._known:
            self._known[key] = _look(font)
        return self._known[key]


def _quarter(matrix: raw.FS_MATRIX) -> int | None:
    turns = math.atan2(matrix.b, matrix.a) * 2 / math.pi
    return round(turns) % 4 if math.isfinite(turns) and abs(turns - round(turns)) < 0.03 else None


def _look(font: raw.FPDF_FONT) -> tuple[bool, bool, bool]:
    buffer = ctypes.create_string_buffer(_NAME_MAX_BYTES)
    raw.FPDFFont_GetBaseFontName(font, buffer, _NAME_MAX_BYTES)
    name = buffer.value.decode("utf-8", "replace").lower()
    flags = max(0, raw.FPDFFont_GetFlags(font))
    bold = any(sign in name for sign in _BOLD) or bool(flags & _FORCE_BOLD_FLAG)
    italic = any(sign in name for sign in _ITALIC) or bool(flags & _ITALIC_FLAG)
    mono = any(sign in name for sign in _MONOSPACED) or bool(flags & _FIXED_PITCH_FLAG)
    return bold, italic, mono
