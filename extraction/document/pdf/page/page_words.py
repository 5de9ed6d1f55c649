"""The words of a page, with their positions and styles, from PDFium's characters.

Coordinates are points; y grows upwards. The page is turned so that most of its text is horizontal.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections import Counter
from dataclasses import dataclass

from pypdfium2 import PdfPage, PdfTextPage, raw

from extraction.document.pdf.page.font_faces import Fonts, Style

# PDFium's marks of a hyphen at the end of a line.
SOFT_HYPHEN = "\u00ad"
_HYPHENS = dict.fromkeys(map(ord, "\u00ad\u0002\ufffe"), SOFT_HYPHEN)
# PDFium's function with numbers for pointers, because it is called for each character: comparing numbers is fast.
_text_object = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)(
    ctypes.cast(raw.FPDFText_GetTextObject, ctypes.c_void_p).value or 0
)
# The largest page that PDF readers support: 200 inches.
PAGE_MAX_POINTS = 14_400
_LINE_HYPHENS = "\u0002\ufffe"
# Bullets of symbol fonts, in the private use area.
_BULLETS = dict.fromkeys(map(ord, "\uf0b7\uf0a7\uf0d8\uf076\uf0fc\uf02d\uf06e\uf071"), "\u2022")
# Hyphens with a separate code, which browsers write.
_SIGNS = _HYPHENS | _BULLETS | dict.fromkeys((0x2010, 0x2011), "-")


@dataclass(slots=True)
class Word:
    """Characters without a space between them, in one style.

    `y` is the baseline. `index` is the position in the file. A `glued` word follows the word before it without a space.
    """

    text: str
    x0: float
    x1: float
    y: float
    style: Style
    index: int
    glued: bool = False
    link: str = ""

    @property
    def size(self) -> float:
        return self.style.size


@dataclass(frozen=True)
class Turn:
    """Turns the coordinates of a page by `quarters` of 90 degrees, against the direction of its text."""

    quarters: int

    def point(self, x: float, y: float) -> tuple[float, float]:
        return ((x, y), (y, -x), (-x, -y), (-y, x))[self.quarters]

    def box(self, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
        """The turned box: left, bottom, right, top."""
        (x0, y0), (x1, y1) = self.point(left, bottom), self.point(right, top)
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


@dataclass(frozen=True)
class PageWords:
    """The visible words of a page, and how the page was turned. `count` includes the words that were left out."""

    words: list[Word]
    turn: Turn
    count: int


def read(page: PdfPage, text_page: PdfTextPage, count: int, fonts: Fonts, most: int) -> PageWords:
    """The visible words of a page with `count` characters, in the order of the file. Reading ends after `most` words and one more.

    Text at another angle than most of the page is left out, such as a watermark; so is text outside the page. Invisible text is
    included if there is no other: it is what a scanner recognised.
    """
    every = _Reader(text_page, count, fonts).words(most)
    found = [word for word in every if word.style.quarter is not None]
    found = [word for word in found if word.style.visible] or found
    if not found:
        return PageWords([], Turn(0), len(every))
    letters: Counter[int] = Counter()
    for word in found:
        letters[word.style.quarter or 0] += len(word.text)
    turn = Turn(letters.most_common(1)[0][0])
    left, bottom, right, top = turn.box(*page.get_bbox())
    upright = [_turned(word, turn) for word in found if word.style.quarter == turn.quarters]
    # A part may be outside of the page. Numbers without a limit would break the arithmetic.
    wide = right - left
    inside = (
        word
        for word in upright
        if left < word.x1 < right + wide and left - wide < word.x0 < right and bottom < word.y < top
    )
    return PageWords(list(inside) if max(wide, top - bottom) <= PAGE_MAX_POINTS else [], turn, len(every))


def _turned(word: Word, turn: Turn) -> Word:
    if turn.quarters in (2, 3):
        word.x0, word.x1 = -word.x1, -word.x0
    if turn.quarters in (1, 2):
        word.y = -word.y
    return word


class _Reader:
    """Goes through the characters of a page."""

    def __init__(self, page: PdfTextPage, count: int, fonts: Fonts) -> None:
        self._page, self._count, self._fonts = page.raw, count, fonts
        self._box = raw.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()

    def words(self, most: int) -> list[Word]:
        """The words of the page, at most one more than `most`. Their coordinates are not turned yet."""
        found: list[Word] = []
        texts, start, glued = self._characters(), 0, False
        shape: int | None = None
        style: Style | None = None
        before: Style | None
        page = ctypes.cast(self._page, ctypes.c_void_p)
        for index, text in enumerate(texts):
            if len(found) > most:
                return found
            if text.isspace() or text == "\0":
                self._add(found, texts, start, index, style, glued)
                start, glued = index + 1, False
                continue
            if text in _LINE_HYPHENS:
                # PDFium joins the parts of a word that a line end separates.
                self._add(found, texts, start, index + 1, style, glued)
                start, glued = index + 1, False
                continue
            address = _text_object(page, index)
            if address != shape and address:
                handle = ctypes.cast(address, raw.FPDF_PAGEOBJECT)
                before, style, shape = style, self._fonts.style(self._page, index, handle), address
                if before != style and index > start:
                    self._add(found, texts, start, index, before, glued)
                    start, glued = index, True
        self._add(found, texts, start, self._count, style, glued)
        return found

    def _characters(self) -> str:
        """One character per index. A character that PDFium cannot map is a space."""
        buffer = (ctypes.c_ushort * (2 * self._count + 2))()
        length = raw.FPDFText_GetText(self._page, 0, self._count, buffer)
        text = bytes(buffer)[: 2 * max(0, length - 1)].decode("utf-16-le", "replace")
        if len(text) == self._count:
            return text
        codes = [raw.FPDFText_GetUnicode(self._page, index) for index in range(self._count)]
        return "".join(chr(code) if 0 < code < 0x110000 and not 0xD800 <= code < 0xE000 else " " for code in codes)

    def _add(self, found: list[Word], texts: str, start: int, end: int, style: Style | None, glued: bool) -> None:
        if end <= start or style is None:
            return
        text = _plain(texts[start:end])
        upright = style.quarter in (1, 3)
        first, last = self._span(start, upright), self._span(end - 1, upright)
        raw.FPDFText_GetCharOrigin(self._page, start, self._x, self._y)
        x0, x1 = min(first[0], last[0]), max(first[1], last[1])
        found.append(Word(text, x0, x1, self._x.value if upright else self._y.value, style, start, glued))

    def _span(self, index: int, upright: bool) -> tuple[float, float]:
        """The extent of a character along the direction of its text."""
        raw.FPDFText_GetLooseCharBox(self._page, index, self._box)
        return (self._box.bottom, self._box.top) if upright else (self._box.left, self._box.right)


def _plain(text: str) -> str:
    """The word with ligatures and presentation forms resolved."""
    if text.isascii():
        return text.translate(_HYPHENS) if "\x02" in text else text
    text = text.translate(_SIGNS)
    return "".join(
        unicodedata.normalize("NFKC", sign) if "\ufb00" <= sign <= "\ufdff" or "\ufe70" <= sign <= "\ufefe" else sign
        for sign in text
    )
