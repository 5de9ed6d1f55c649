"""Splits style sheets into rules, in linear time whatever the text.

Only the properties that a brand is read from are returned. Conditions are evaluated for a wide screen in a light scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

SHEET_MAX_CHARS = 1_000_000
RULES_MAX = 20_000
SELECTORS_MAX_CHARS = 2_000
VALUE_MAX_CHARS = 4_000
# Images inside the sheet, as `data:` URLs.
IMAGE_MAX_CHARS = 200_000
DEPTH_MAX = 16

# Every alternative matches in one pass, with no way back: hostile text takes no longer than other text.
_TOKEN = re.compile(
    r'/\*.*?(?:\*/|\Z)|"(?:[^"\\\n]|\\.)*+"?+|' + r"'(?:[^'\\\n]|\\.)*+'?+" + r"|url\((?:[^)\"'\\]|\\.)*+\)?+|[{};]",
    re.S | re.I,
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.S)
# What hides a sheet from old browsers, and from XML.
_WRAPPING = re.compile(r"<!\[CDATA\[|\]\]>|<!--|-->")
_PROPERTY = re.compile(r"\s*(--[\w-]{1,80}|[a-z-]{3,40})\s*:(.*)\Z", re.S | re.I)
_READ = frozenset((
    "color", "background", "background-color", "background-image", "fill", "stroke", "stop-color", "mask", "mask-image",
    "-webkit-mask", "-webkit-mask-image", "content", "font", "font-family", "font-weight", "src",
))  # fmt: skip
_INACTIVE_MEDIA = re.compile(
    r"\bprint\b|prefers-color-scheme\s*:\s*dark|max-width|max-device-width|forced-colors|\bnot\b", re.I
)
_COMMA = re.compile(r",(?![^()]{0,200}\))")


@dataclass(frozen=True)
class Rule:
    """One rule that applies: its selectors, and the relevant declarations by property. `!important` is dropped."""

    selectors: tuple[str, ...]
    declarations: dict[str, str]


@dataclass
class Sheet:
    """The rules of style sheets in order, and the declarations of their `@font-face` blocks."""

    rules: list[Rule] = field(default_factory=list)
    font_faces: list[dict[str, str]] = field(default_factory=list)


@dataclass
class _Block:
    """An open block. `kind`: `style`, `face`, `group` for conditions that apply, `off` for everything that does not."""

    kind: str
    prelude: str = ""
    declarations: dict[str, str] = field(default_factory=dict)


def read(texts: Iterable[str]) -> Sheet:
    """All style sheets together, in their order."""
    sheet = Sheet()
    for text in texts:
        _read(_WRAPPING.sub(" ", text[:SHEET_MAX_CHARS]), sheet)
    return sheet


def declarations_of(style: str) -> dict[str, str]:
    """The relevant declarations of a `style` attribute."""
    found: dict[str, str] = {}
    start = 0
    for token in _TOKEN.finditer(style[:VALUE_MAX_CHARS]):
        if token[0] == ";":
            _declare(style[start : token.start()], found)
            start = token.end()
    _declare(style[start:VALUE_MAX_CHARS], found)
    return found


def _read(text: str, sheet: Sheet) -> None:
    blocks: list[_Block] = []
    start, skipped = 0, 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark not in "{};":
            continue
        part, start = text[start : token.start()], token.end()
        if mark == "{":
            if skipped or len(blocks) >= DEPTH_MAX:
                skipped += 1
            else:
                blocks.append(_opened(part, blocks))
        elif skipped:
            skipped -= mark == "}"
        elif blocks:
            if blocks[-1].kind in ("style", "face"):
                _declare(part, blocks[-1].declarations)
            if mark == "}":
                _close(blocks.pop(), sheet)
        if len(sheet.rules) >= RULES_MAX:
            return


def _opened(prelude: str, blocks: list[_Block]) -> _Block:
    prelude = _COMMENT.sub(" ", prelude).strip()
    inside = blocks[-1].kind if blocks else "group"
    if inside != "group":
        return _Block("off")  # A nested rule, or one inside a condition that does not apply.
    if not prelude.startswith("@"):
        return _Block("style" if len(prelude) <= SELECTORS_MAX_CHARS else "off", prelude)
    name = prelude[1:].partition(" ")[0]
    if name.lower() == "font-face":
        return _Block("face")
    if name.lower().startswith("media"):
        return _Block("off" if _INACTIVE_MEDIA.search(prelude) else "group")
    return _Block("group" if name.lower() in ("supports", "layer", "scope", "container") else "off")


def _close(block: _Block, sheet: Sheet) -> None:
    if block.kind == "face" and block.declarations:
        sheet.font_faces.append(block.declarations)
    elif block.kind == "style" and block.declarations:
        selectors = tuple(one.strip() for one in _COMMA.split(block.prelude) if one.strip())
        sheet.rules.append(Rule(selectors, block.declarations))


def _declare(part: str, declarations: dict[str, str]) -> None:
    if "/*" in part:
        part = _COMMENT.sub(" ", part)
    if len(part) > IMAGE_MAX_CHARS:
        return
    match = _PROPERTY.match(part)
    if match is None:
        return
    name = match[1] if match[1].startswith("--") else match[1].lower()
    if len(match[2]) > VALUE_MAX_CHARS and not name.endswith(("background", "image", "mask", "content")):
        return
    if name in _READ or name.startswith("--"):
        declarations[name] = match[2].replace("!important", "").strip()
