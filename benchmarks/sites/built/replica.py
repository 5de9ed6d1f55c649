"""What the replicas share: their parts, and the building of sites.

To add a replica: a function in `KINDS` of one of the files beside this one. It returns the page, and declares to the site which
logos, colour, name and fonts are right.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from benchmarks.sites.brand_marks import LogoSet, Mark
from benchmarks.sites.brand_sites import BrandSite, png

Maker = Callable[[BrandSite, LogoSet, Sequence[LogoSet]], str]
SVG = "image/svg+xml"
FONTS = "body{font-family:Karla,sans-serif}h1,h2{font-family:'Bitter',serif}"


def own(site: BrandSite, logos: LogoSet, path: str, *, fill: str | None = None, kind: str = "wordmark") -> str:
    """Put the right logo as an SVG; its path."""
    mark = logos.wordmark if kind == "wordmark" else logos.icon
    site.accept(mark.svg(fill), kind, (fill or mark.fill) if mark.fill else None)
    return site.put(path, mark.svg(fill), SVG)


def own_png(site: BrandSite, logos: LogoSet, path: str, edge: int = 360, kind: str = "wordmark") -> str:
    """Put the right logo as a PNG; its path."""
    mark = logos.wordmark if kind == "wordmark" else logos.icon
    site.accept(mark.svg(), kind, mark.fill)
    return site.put(path, png(mark, edge), "image/png")


def inline(mark: Mark, fill: str = "currentColor", attributes: str = ' height="28"') -> str:
    """The mark as part of a page."""
    return mark.svg(fill, attributes=attributes)


def theirs(site: BrandSite, others: Sequence[LogoSet], folder: str, *, named: bool = False) -> list[str]:
    """Put the marks of other companies; their paths. `named`: each file has the name of its company."""
    found = []
    for number, other in enumerate(others):
        mark = other.wordmark if number % 2 == 0 else other.icon
        site.foreign.append(mark.svg().encode())
        found.append(site.put(f"{folder}/{other.slug if named else number}.svg", mark.svg(), SVG))
    return found


def images(paths: Sequence[str], attributes: str = 'alt=""') -> str:
    return "".join(f'<img src="{path}" {attributes}>' for path in paths)


def page(
    site: BrandSite, body: str, *, css: str = "", head: str = "", title: str | None = None, classes: str = ""
) -> str:
    """A page with a title, the style sheet of the site and a body."""
    site.put("/css/site.css", FONTS + css if not site.fonts else css, "text/css")
    site.fonts = site.fonts or ("Bitter", "Karla")
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title or f"{site.name} | Ferries on the bay"}</title>'
        f'<link rel="stylesheet" href="/css/site.css">{head}</head><body{classes}>{body}</body></html>'
    )


def build(kinds: Mapping[str, Maker], sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int) -> list[BrandSite]:
    """One site of each kind, each with another company."""
    chance = random.Random(seed)
    return [
        _site(kind, maker, sets[number % len(sets)], chance.sample(list(others), 5))
        for number, (kind, maker) in enumerate(kinds.items())
    ]


def _site(kind: str, maker: Maker, logos: LogoSet, others: Sequence[LogoSet]) -> BrandSite:
    site = BrandSite(f"built {kind}", f"https://{logos.slug}.example", logos.name.replace("&", "and"), logos.color)
    site.put("/", maker(site, logos, others), "text/html; charset=utf-8")
    return site
