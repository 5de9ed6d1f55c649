"""Which declarations of CSS hide the text of an element."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from extraction.document.hidden import text_colors

# `never`: nobody sees the text. `closed`: a control of the page may show it. `faded`: transparent, perhaps until a script has run.
Hiding = Literal["never", "closed", "faded"]

# Longer texts are not cached, because pages can have thousands of them.
KNOWN_MAX_CHARS = 500

# All patterns are for text in lower case.
_CLOSED = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse|h)")
_DISPLAY = re.compile(r"display\s*:\s*none")
_HIDES_ITSELF, _SHOWS_ITSELF = (
    re.compile(rf"(?:^|[;{{\s])display\s*:\s*{value}")
    for value in ("none", r"(?:block|flex|grid|inline|table|list-item|contents|flow-root)")
)
# Properties such as `border-width` and `min-width` hide nothing. `max-width: 0` is how table cells get an ellipsis.
_NO_SIZE = re.compile(r"(?<![\w-])(?:(?:max-)?height\s*:\s*(?:0(?![.\d])|1px)|width\s*:\s*0(?![.\d]))")
_ONE_PIXEL = tuple(re.compile(rf"(?<![\w-])(?:max-)?{side}\s*:\s*(?:0(?![.\d])|1px)") for side in ("width", "height"))
# What gives an element without height or width a size: boxes that keep a ratio, parts of a flexible row, table cells.
_HAS_ROOM = re.compile(
    r"padding(?:-(?:top|bottom)\s*:|\s*:[^;]{0,40}?)\s*\d\d[\d.]*%|flex(?:-grow)?\s*:\s*[1-9]|min-(?:width|height)\s*:\s*[1-9]\d|"
    r"table-cell"
)
_CLIPPED = re.compile(
    r"clip\s*:\s*rect\(\s*(?:[01](?:px)?[\s,]*){4}\)|clip-path\s*:\s*(?:inset\(\s*(?:[5-9]\d|\d{3})(?:\.\d*)?%|"
    r"(?:circle|ellipse)\(\s*0|polygon\(\s*(?:0(?:px|%)?[\s,]*)+\))"
)
# The row of a carousel is moved by thousands of pixels, too, so only round numbers and those from 9,000 on count. A page scrolls
# down, so an element below its end is shown.
_FAR = r"(?:[1-9]000|9\d{3}|\d{5,})(?!\d)"
_FAR_EM = r"\d{3,}(?:em|rem|vw|vh)"
_OFF_SCREEN = re.compile(
    rf"(?<![\w-])(?:(?:margin-)?(?:left|top)|right|bottom)\s*:\s*-(?:{_FAR}|{_FAR_EM})|"
    rf"text-indent\s*:\s*-(?:\d{{4,}}|{_FAR_EM})|translate(?:3d|x|y)?(?:\s*:\s*|\([^()]*?)-(?:9\d{{3}}|\d{{5,}}|{_FAR_EM})"
)
# Parts with the same padding fill the width of the screen, or get equal heights.
_PADDED = re.compile(rf"padding(?:-\w{{1,9}})?\s*:[^;]{{0,60}}?(?<![\d-])(?:{_FAR}|{_FAR_EM})")
_FAR_AWAY = re.compile(rf"(?<![\w-])(?:left|right|bottom)\s*:\s*{_FAR}(?:px|em|rem)")
_BELOW_SCREEN = re.compile(r"(?<![\w-])top\s*:\s*(?:\d{4,}(?:px|em|rem)|\d{3,}(?:em|rem|vh))")
_FIXED = re.compile(r"position\s*:\s*fixed")
_TAKEN_OUT = re.compile(r"position\s*:\s*(?:absolute|fixed)")
_PUSHED_OUT = re.compile(r"text-indent\s*:\s*(?:1\d\d|\d{4,})(?:%|px|em|rem)")
_CUT_OFF = re.compile(r"overflow(?:-[xy])?\s*:\s*(?:hidden|clip)")
_SHRUNK = re.compile(
    r"scale(?:3d|x|y)?(?:\(|\s*:)\s*+0?(?:\.0\d*+)?\s*+(?:[,);]|$)|rotate[xy]\(\s*-?90deg|zoom\s*:\s*0?\.0"
)
_FONT = re.compile(r"(?<![\w-])font\s*:\s*0[\s/]")
_FONT_SIZE = re.compile(r"font-size\s*:\s*(\d*\.?\d+)\s*(px|pt|em|rem|%|vw|vh|vmin|mm|cm|in)?")
# Smaller letters cannot be read.
_READABLE_FROM = {"px": 2.5, "pt": 2.0, "em": 0.16, "rem": 0.16, "%": 16.0, "vw": 0.2, "vh": 0.2, "vmin": 0.2, "mm": 0.6,
    "cm": 0.06, "in": 0.03}  # fmt: skip
_TRANSPARENT = re.compile(
    r"(?<![\w-])(?:opacity\s*:|filter\s*:[^;]{0,100}?opacity\()\s*(?:0?\.0\d*|0(?![.\d])|[0-4](?:\.\d+)?%)"
)
# A transparent element with one of these is about to be faded in.
_FADES_IN = re.compile(r"transform|transition|animation")
_COLOR = re.compile(r"(?:^|[;\s])(?:color|-webkit-text-fill-color)\s*:\s*([^;!]+)")
_BACKGROUND = re.compile(r"(?:^|[;\s])background(?:-color)?\s*:\s*([^;!]+)")
_IMAGE = re.compile(r"background(?:-image)?\s*:[^;]{0,200}?(?:url|image|gradient)\(")
_LETTERS_OF_BACKGROUND = re.compile(r"background-clip\s*:\s*text")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
_ESCAPED = re.compile(r"\\([0-9a-f]{1,6})\s?|\\(.)", re.I | re.S)


def hiding(declarations: str) -> Hiding | None:
    """How declarations such as `display: none; color: red` hide an element, or None."""
    return _known(declarations) if len(declarations) <= KNOWN_MAX_CHARS else _hiding(declarations)


@lru_cache(maxsize=4_096)
def _known(declarations: str) -> Hiding | None:
    return _hiding(declarations)


def _hiding(declarations: str) -> Hiding | None:
    text = plain(declarations).lower()
    if _is_out_of_sight(text) or _is_unreadable(text):
        return "never"
    if _CLOSED.search(text):
        return "closed"
    is_transparent = "opacity" in text and _TRANSPARENT.search(text)
    # An element without height or width shows its content unless it cuts it off.
    if _NO_SIZE.search(text) and (is_transparent or _CUT_OFF.search(text)) and not _HAS_ROOM.search(text):
        return "closed"
    return "faded" if is_transparent and not _FADES_IN.search(text) else None


def plain(css: str) -> str:
    """The text without comments and escapes, such as `d\\69splay`."""
    if "/*" in css:
        css = _COMMENT.sub(" ", css)
    if "\\" in css:
        css = _ESCAPED.sub(_unescaped, css)
    return css


def text_color(declarations: str) -> str | None:
    """The declared colour of the text."""
    found = _COLOR.search(declarations.lower())
    return found[1] if found else None


def background(declarations: str) -> str | None:
    """The declared background. It may be an image, which covers a declared colour."""
    text = declarations.lower()
    found = (_IMAGE.search(text) if "background" in text else None) or _BACKGROUND.search(text)
    return found[found.lastindex or 0] if found else None


def is_of_one_color(declarations: str) -> bool:
    """Whether the letters have the colour of their own background."""
    color, ground = text_color(declarations), background(declarations)
    return color is not None and ground is not None and text_colors.are_alike(color, ground)


def declares_font_size(declarations: str) -> bool:
    """Whether letters get a size at which they can be read."""
    found = _FONT_SIZE.search(declarations.lower())
    return found is not None and not _is_tiny(found)


def hides_by_display_only(declarations: str) -> bool:
    """Whether these declarations of a rule hide an element by `display: none`, in a way that its own style can undo."""
    text = plain(declarations).lower()
    return _HIDES_ITSELF.search(text) is not None and "important" not in text and hiding(_DISPLAY.sub("", text)) is None


def has_display(declarations: str) -> bool:
    """Whether an element's own style gives it a box, such as `display: block`."""
    return len(declarations) <= KNOWN_MAX_CHARS and _SHOWS_ITSELF.search(plain(declarations).lower()) is not None


def _is_out_of_sight(text: str) -> bool:
    """Whether the element is clipped, shrunk, or outside of the screen. Plain searches come first, because they are fast."""
    if "-" in text and _OFF_SCREEN.search(text) and not _PADDED.search(text):
        return True
    if "clip" in text and _CLIPPED.search(text):
        return True
    if ("scale" in text or "rotate" in text or "zoom" in text) and _SHRUNK.search(text):
        return True
    if "overflow" in text and _CUT_OFF.search(text):
        is_one_pixel = all(side.search(text) for side in _ONE_PIXEL) and not _HAS_ROOM.search(text)
        return is_one_pixel or _PUSHED_OUT.search(text) is not None
    return "position" in text and _is_far_away(text)


def _is_far_away(text: str) -> bool:
    """Whether the element is where a page does not scroll to."""
    if _FAR_AWAY.search(text):
        return _TAKEN_OUT.search(text) is not None
    return _BELOW_SCREEN.search(text) is not None and _FIXED.search(text) is not None


def _is_unreadable(text: str) -> bool:
    """Whether the letters are too small, transparent, or of the colour of their own background."""
    if "font" in text:
        size = _FONT_SIZE.search(text)
        if (size and _is_tiny(size)) or _FONT.search(text):
            return True
    if "color" not in text:
        return False
    color = text_color(text)
    if color is None or _LETTERS_OF_BACKGROUND.search(text):
        return False
    ground = background(text)
    return text_colors.is_transparent(color) or (ground is not None and text_colors.are_alike(color, ground))


def _is_tiny(size: re.Match[str]) -> bool:
    # A number without a unit is invalid, except 0.
    unit = size[2] or ""
    return float(size[1]) < _READABLE_FROM[unit] if unit else float(size[1]) == 0


def _unescaped(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if 0 < code < 0x110000 else " "
