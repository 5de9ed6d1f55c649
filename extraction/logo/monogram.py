"""Monograms: the first letter of a name on a tile in the brand's colour."""

from __future__ import annotations

import hashlib
import io
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from contract.host_name import to_unicode
from extraction.logo import color

# Height of the letter, and the most that a wide letter may take, as parts of the tile's edge.
LETTER_HEIGHT, LETTER_WIDTH_MAX = 0.56, 0.66
# A small tile is drawn larger and scaled down, so that the letter is centred to a quarter of a pixel.
_SCALES = ((96, 4), (192, 2), (4_096, 1))
_BLENDS = 64
_FONTS = Path(__file__).parent / "fonts"
# Most frequent first. The first font that has the letter is used.
_SCRIPTS = (
    "latin", "latin-ext", "vietnamese", "cyrillic", "greek", "arabic", "hebrew", "devanagari", "thai", "georgian",
    "armenian", "cyrillic-ext", "greek-ext", "cjk",
)  # fmt: skip
# Thai and Lao write some vowels before their consonant, which is the letter of the word.
_LEADING_VOWELS = "เแโใไເແໂໃໄ"
_MISSING = "\uffff"
_PROBE_SIZE = 24
_THE = re.compile(r"the\s+(?=\S)", re.I)


@dataclass(frozen=True, kw_only=True)
class Monogram:
    """What a monogram shows. `color` is `#rrggbb`."""

    letter: str
    color: str

    def draw(self, edge: int) -> bytes:
        """The monogram as a square PNG with that many pixels per edge."""
        scale = next(scale for most, scale in _SCALES if edge <= most)
        mask = _letter_mask(self.letter, edge * scale).resize((edge, edge), Image.Resampling.BOX)
        # Two colours and their blends: the mask is the index into them.
        tile = mask.point(lambda coverage: coverage * (_BLENDS - 1) // 255)
        tile.putpalette(self._palette())
        stream = io.BytesIO()
        tile.save(stream, "PNG")
        return stream.getvalue()

    def _palette(self) -> list[int]:
        ground = color.rgb_of(self.color)
        ink = color.rgb_of(color.text_color_on(ground))
        parts = [number / (_BLENDS - 1) for number in range(_BLENDS)]
        return [round(one + (other - one) * part) for part in parts for one, other in zip(ground, ink, strict=True)]


def monogram_of(domain: str, name: str | None = None, brand_color: str | None = None) -> Monogram:
    """The monogram of a brand. A brand without a known colour gets one by its domain, always the same."""
    return Monogram(letter=_letter_of(name or "", domain), color=brand_color or _color_of(domain))


def _letter_of(name: str, domain: str) -> str:
    """The first letter or digit of the name that a font has, otherwise of the domain."""
    labels = to_unicode(domain)
    for text in (_THE.sub("", name.strip(), count=1), labels, domain):
        letter = _first_letter(text)
        if letter and _script_of(letter):
            return letter
    return "#"


def _first_letter(text: str) -> str:
    for character in unicodedata.normalize("NFC", text):
        if character.isalnum() and character not in _LEADING_VOWELS:
            upper = character.upper()
            return upper if len(upper) == 1 else character
    return ""


def _color_of(domain: str) -> str:
    hue = int.from_bytes(hashlib.sha256(domain.encode()).digest()[:2], "big") % 360
    return color.read(f"oklch(0.52 0.13 {hue})") or "#555555"


@lru_cache(maxsize=4_096)
def _script_of(letter: str) -> str | None:
    """The font that has the letter. A missing letter is drawn as the font's empty box."""
    return next((script for script in _SCRIPTS if _has(script, letter)), None)


def _has(script: str, letter: str) -> bool:
    font = _font(script, _PROBE_SIZE)
    return bytes(font.getmask(letter)) != bytes(font.getmask(_MISSING)) and font.getmask(letter).getbbox() is not None


@lru_cache(maxsize=64)
def _font(script: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / f"{script}.woff2", size, layout_engine=ImageFont.Layout.BASIC)


def _letter_mask(letter: str, edge: int) -> Image.Image:
    """The letter, white on black, with its ink in the centre."""
    script = _script_of(letter) or _SCRIPTS[0]
    tried = edge // 2
    ink = _ink(letter, script, tried)
    fitting = min(edge * LETTER_HEIGHT / ink.height, edge * LETTER_WIDTH_MAX / ink.width)
    ink = _ink(letter, script, max(1, round(tried * fitting)))
    mask = Image.new("L", (edge, edge))
    mask.paste(ink, ((edge - ink.width) // 2, (edge - ink.height) // 2))
    return mask


def _ink(letter: str, script: str, size: int) -> Image.Image:
    """The letter without any border. The metrics of a font include empty space beside the ink."""
    font = _font(script, size)
    canvas = Image.new("L", (size * 4, size * 4))
    ImageDraw.Draw(canvas).text((size, size), letter, fill=255, font=font)
    return canvas.crop(canvas.getbbox())
