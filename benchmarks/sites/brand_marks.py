"""Logos for made-up companies: synthetic ones, or those of a folder.

A folder holds SVGs named `NAME--RRGGBB.svg` (icon) and, if there is one, `NAME--RRGGBB--wordmark.svg`. RRGGBB is the
company's colour. A missing wordmark is made from the icon and drawn letters.
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass
from pathlib import Path

_NAME = re.compile(r"(?P<name>.+?)--(?P<color>[0-9a-f]{6})(?P<wide>--wordmark)?\.svg$")
_VIEW_BOX = re.compile(r'viewBox="([^"]+)"')
_SYLLABLES = "bra ven lu mo tek ari no sol fen dra qui pel zor ka mi ran tor vex ola bim".split()
_COLORS = (
    "e4002b", "0057b8", "00843d", "f2a900", "6f2da8", "ff6f00", "008c95", "c8102e", "1d4ed8", "d6006d", "2e7d32", "7c3aed",
    "b45309",
    "0e7490", "be123c", "4d7c0f",
    "e11d48", "0369a1", "9333ea", "ea580c",
)  # fmt: skip


@dataclass(frozen=True)
class Mark:
    """One drawing: the inside of an SVG, and its view box. `fill` None: it has its own colours."""

    inside: str
    width: float
    height: float
    fill: str | None
    origin: tuple[float, float] = (0, 0)

    def svg(self, fill: str | None = None, *, attributes: str = "") -> str:
        """The SVG document. `fill` replaces the colour of a mark with a single one."""
        color = (fill or self.fill) if self.fill else None
        paint = f' fill="{color}"' if color else ""
        box = f"{self.origin[0]:g} {self.origin[1]:g} {self.width:g} {self.height:g}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"{paint}{attributes}>{self.inside}</svg>'


@dataclass(frozen=True)
class LogoSet:
    """The logos of one company."""

    name: str
    color: str
    icon: Mark
    wordmark: Mark

    @property
    def slug(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def is_single_color(self) -> bool:
        return self.icon.fill is not None and self.wordmark.fill is not None


def synthetic(count: int, seed: int = 7) -> list[LogoSet]:
    """Made-up logo sets. Equal arguments give equal sets."""
    chance = random.Random(seed)
    return [_made_up(chance, _COLORS[number % len(_COLORS)]) for number in range(count)]


def _made_up(chance: random.Random, color: str) -> LogoSet:
    name = "".join(chance.sample(_SYLLABLES, chance.choice((2, 3)))).capitalize()
    name += chance.choice(("", "", " Labs", " Group", " & Co"))
    icon = Mark(_shape(chance), 24, 24, f"#{color}")
    return LogoSet(name, f"#{color}", icon, _with_letters(icon, name, chance))


def _shape(chance: random.Random) -> str:
    """A bold shape with a hole in it."""
    kind = chance.choice(("ring", "star", "blocks", "polygon"))
    if kind == "ring":
        inner = chance.uniform(3, 7)
        arc = f"{inner:.1f} {inner:.1f} 0 1 1 0"
        hole = f"M12 {12 - inner:.1f}a{arc} {2 * inner:.1f}a{arc} -{2 * inner:.1f}z"
        disc = "M12 1a11 11 0 1 0 0 22a11 11 0 1 0 0-22z"
        return f'<path fill-rule="evenodd" d="{disc}{hole}"/><path d="M2 2h{chance.uniform(4, 8):.1f}v6H2z"/>'
    if kind == "blocks":
        cells = chance.sample([(x, y) for x in range(3) for y in range(3)], 5)
        return "".join(f'<path d="M{1 + 8 * x} {1 + 8 * y}h6v6h-6z"/>' for x, y in cells)
    points = chance.randint(5, 8)
    radii = (11, chance.uniform(4, 7)) if kind == "star" else (11, 9)
    steps = [
        (12 + radii[n % 2] * math.sin(math.pi * n / points), 12 - radii[n % 2] * math.cos(math.pi * n / points))
        for n in range(2 * points)
    ]
    outline = "L".join(f"{x:.1f} {y:.1f}" for x, y in steps)
    return f'<path fill-rule="evenodd" d="M{outline}zM10 10h4v4h-4z"/>'


def _with_letters(icon: Mark, name: str, chance: random.Random) -> Mark:
    """The icon with drawn letters beside it."""
    letters, at = [], 30.0
    for char in name[:12]:
        if char != " ":
            letters.append(_letter(ord(char), at))
        at += 9
    scale = 24 / max(icon.width, icon.height)
    placed = f'<g transform="scale({scale:.4g}) translate({-icon.origin[0]:g} {-icon.origin[1]:g})">{icon.inside}</g>'
    return Mark(placed + f'<path d="{"".join(letters)}"/>', at, 24, icon.fill or None)


def _letter(code: int, at: float) -> str:
    """Strokes that stand for one letter."""
    bars = [f"M{at:g} 5h2v14h-2z"]
    if code % 2:
        bars.append(f"M{at + 2:g} 5h4v2h-4z")
    if code % 3:
        bars.append(f"M{at + 2:g} 11h4v2h-4z")
    if code % 5:
        bars.append(f"M{at + 5:g} {5 + code % 4}h2v{10 - code % 3}h-2z")
    return "".join(bars)


def of_folder(folder: Path, count: int, seed: int = 7) -> list[LogoSet]:
    """Logo sets of the folder's files, chosen at random. Equal arguments give equal sets."""
    files: dict[tuple[str, str], dict[str, Path]] = {}
    for path in sorted(folder.glob("*.svg")):
        if match := _NAME.match(path.name):
            files.setdefault((match["name"], match["color"]), {})["wide" if match["wide"] else "icon"] = path
    chance = random.Random(seed)
    names = [key for key, found in files.items() if "icon" in found]
    chosen = chance.sample(names, min(count, len(names)))
    return [_read(name, color, files[name, color], chance) for name, color in chosen]


def _read(name: str, color: str, paths: dict[str, Path], chance: random.Random) -> LogoSet:
    icon = _mark(paths["icon"].read_text(), f"#{color}")
    wordmark = _mark(paths["wide"].read_text(), f"#{color}") if "wide" in paths else _with_letters(icon, name, chance)
    return LogoSet(name, f"#{color}", icon, wordmark)


def _mark(text: str, color: str) -> Mark:
    box = _VIEW_BOX.search(text)
    left, top, width, height = (float(part) for part in (box[1] if box else "0 0 24 24").split())
    inside = text[text.index(">", text.index("<svg")) + 1 : text.rindex("</svg>")]
    return Mark(inside, width, height, None if "fill=" in inside or "style" in inside else color, (left, top))
