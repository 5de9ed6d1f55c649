"""What the sites of `stranger` share: documents, profiles, marks without a file, tiles and colour notations."""

from __future__ import annotations

import cmath
import json
from collections.abc import Mapping

from benchmarks.sites.brand_marks import LogoSet, Mark
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.replica import SVG
from extraction.logo import color

_PROFILES = {
    "facebook": "https://www.facebook.com/",
    "instagram": "https://www.instagram.com/",
    "linkedin": "https://www.linkedin.com/company/",
    "x": "https://x.com/",
    "youtube": "https://www.youtube.com/@",
    "tiktok": "https://www.tiktok.com/@",
    "github": "https://github.com/",
}


def profiles(site: BrandSite, handle: str, kinds: str, *, text: bool = True) -> str:
    """Links to the company's profiles; `kinds` is a list of networks with spaces."""
    site.socials = {kind: f"{_PROFILES[kind]}{handle}" for kind in kinds.split()}
    return "".join(
        f'<a href="{url}" rel="noopener" aria-label="{kind.title()}">{kind.title() if text else "<i></i>"}</a>'
        for kind, url in site.socials.items()
    )


def html(
    site: BrandSite, body: str, *, title: str, css: str = "", sheet: str = "", head: str = "", lang: str = "en",
    root: str = "", attributes: str = "",
) -> str:  # fmt: skip
    """A document. Its CSS is a file at `sheet`, or a `style` element."""
    styles = f'<link rel="stylesheet" href="{site.put(sheet, css, "text/css")}">' if sheet else f"<style>{css}</style>"
    return (
        f'<!doctype html>\n<html lang="{lang}"{root}>\n<head>\n<meta charset="utf-8"/>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"/>\n<title>{title}</title>\n'
        f"{head}\n{styles}\n</head>\n<body{attributes}>\n{body}\n</body>\n</html>"
    )


def json_ld(data: Mapping[str, object]) -> str:
    """A script with one node of schema.org."""
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return f'<script type="application/ld+json">{text}</script>'


def box(mark: Mark) -> str:
    """The `viewBox` of the mark."""
    return f"{mark.origin[0]:g} {mark.origin[1]:g} {mark.width:g} {mark.height:g}"


def shown(site: BrandSite, logos: LogoSet, fill: str | None = None, kind: str = "wordmark") -> Mark:
    """The mark, accepted as the primary logo in one colour."""
    mark = logos.wordmark if kind == "wordmark" else logos.icon
    site.accept(mark.svg(fill), kind, (fill or mark.fill) if mark.fill else None)
    return mark


def tile(logos: LogoSet, edge: int = 180) -> bytes:
    """The icon in white on a square of the company's colour, as a PNG."""
    if logos.icon.fill:
        return png(logos.icon, edge, "#ffffff", logos.color)
    return png(logos.icon, edge, None, "#ffffff")


def alien(site: BrandSite, other: LogoSet, path: str, *, wide: bool = True) -> str:
    """Put the mark of another company; its path."""
    mark = other.wordmark if wide else other.icon
    site.foreign.append(mark.svg().encode())
    return site.put(path, mark.svg(), SVG)


def alien_inline(site: BrandSite, other: LogoSet, attributes: str = "", fill: str | None = None) -> str:
    """The mark of another company as an SVG of the page."""
    site.foreign.append(other.wordmark.svg(fill).encode())
    return other.wordmark.svg(fill, attributes=attributes)


def oklch(paint: str) -> str:
    """The colour as `oklch(0.548 0.221 262.3)`."""
    red, green, blue = (_linear(part / 255) for part in color.rgb_of(paint))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    lab = complex(
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )
    return f"oklch({light:.4f} {abs(lab):.4f} {_degrees(lab):.2f})"


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _degrees(lab: complex) -> float:
    return cmath.phase(lab) * 180 / cmath.pi % 360
