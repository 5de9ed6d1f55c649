"""Home pages of made-up companies with known brands: template x logo set x the position of the logo.

To add a place: a function in `PLACES`. To add a template: a function in `TEMPLATES`. A set that was designed after the rules
were fixed is in `unseen_brand_sites`.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet, Mark
from extraction.logo import color, vector

INK = "#14181f"
File = tuple[str, bytes]


@dataclass
class BrandSite:
    """A site by path, and the right answers. `logos` are the images that may be the primary logo; None as `theme`: any.

    Without `logos` the record has no logo; without `color` any colour is right.
    """

    key: str
    origin: str
    name: str
    color: str
    files: dict[str, File] = field(default_factory=dict)
    logos: list[tuple[bytes, str, str | None]] = field(default_factory=list)
    socials: dict[str, str] = field(default_factory=dict)
    # The families of headings and text, where the set judges them. `foreign`: the marks of other companies on the page.
    fonts: tuple[str, ...] = ()
    foreign: list[bytes] = field(default_factory=list)
    # The host that is asked for, if it redirects to the site; the host that the record then names; a page without a company.
    asked: str = ""
    redirected: str | None = None
    parked: bool = False

    def put(self, path: str, body: str | bytes, kind: str) -> str:
        """Add a file; its path. A file of another host has its URL as its path."""
        self.files[path] = (kind, body.encode() if isinstance(body, str) else body)
        return path

    def accept(self, body: str | bytes, kind: str, paint: str | None) -> None:
        """Accept an image as the primary logo. `paint` is the colour that it has in one piece."""
        self.logos.append((body.encode() if isinstance(body, str) else body, kind, _theme(paint)))


def _theme(paint: str | None) -> str | None:
    if paint is None:
        return None
    rgb = color.rgb_of(paint)
    on_light, on_dark = color.contrast(rgb, color.WHITE) >= 1.8, color.contrast(rgb, color.NEAR_BLACK) >= 1.8
    return "any" if on_light and on_dark else "light" if on_light else "dark"


@dataclass
class Page:
    """The parts that a place fills and a template arranges."""

    head: str = ""
    mark: str = ""
    css: str = ""
    body: str = ""
    is_dark: bool = False


def png(mark: Mark, edge: int, fill: str | None = None, background: str | None = None) -> bytes:
    """The mark as a PNG, on a padded tile if there is a background."""
    drawn = vector.draw(mark.svg(fill).encode(), edge)
    if background:
        tile = Image.new("RGBA", (edge, edge), background)
        small = vector.draw(mark.svg(fill).encode(), round(edge * 0.7))
        tile.alpha_composite(small, ((edge - small.width) // 2, (edge - small.height) // 2))
        drawn = tile
    output = io.BytesIO()
    drawn.save(output, "PNG")
    return output.getvalue()


def ico(mark: Mark) -> bytes:
    """The mark as an ICO of three sizes."""
    output = io.BytesIO()
    drawn = Image.new("RGBA", (48, 48))
    small = vector.draw(mark.svg().encode(), 48)
    drawn.alpha_composite(small, ((48 - small.width) // 2, (48 - small.height) // 2))
    drawn.save(output, "ICO", sizes=[(16, 16), (32, 32), (48, 48)])
    return output.getvalue()


# Places. Each fills the page and adds the right answers to the site.

Place = Callable[[BrandSite, Page, LogoSet], None]


def json_ld(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/media/brand-512.png", png(logos.wordmark, 512), "image/png")
    data = {"@context": "https://schema.org", "@type": "Organization", "name": logos.name, "url": site.origin,
            "logo": f"{site.origin}/media/brand-512.png"}  # fmt: skip
    page.head += f'<script type="application/ld+json">{json.dumps(data)}</script>'
    page.mark = f"<span>{logos.name}</span>"
    site.accept(png(logos.wordmark, 512), "wordmark", logos.wordmark.fill)


def graph(site: BrandSite, page: Page, logos: LogoSet) -> None:
    """JSON-LD as a graph with an ImageObject, beside reviews by other companies; another file in the header."""
    site.put("/media/logo.png", png(logos.icon, 300), "image/png")
    site.put("/assets/header.svg", logos.wordmark.svg(), "image/svg+xml")
    nodes = [
        {"@type": "WebSite", "@id": f"{site.origin}/#website", "name": logos.name, "publisher": {"@id": f"{site.origin}/#org"}},
        {"@type": "Review", "author": {"@type": "Organization", "name": "Globex", "logo": f"{site.origin}/wall/0.svg"}},
        {"@type": "Organization", "@id": f"{site.origin}/#org", "name": logos.name, "url": f"{site.origin}/",
         "logo": {"@type": "ImageObject", "@id": f"{site.origin}/#logo", "url": f"{site.origin}/media/logo.png"}},
    ]  # fmt: skip
    graphs = json.dumps({"@context": "https://schema.org", "@graph": nodes})
    page.head += f'<script type="application/ld+json">{graphs}</script>'
    page.mark = f'<img src="/assets/header.svg" alt="{logos.name}" width="160" height="40">'
    site.accept(png(logos.icon, 300), "icon", logos.icon.fill)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def microdata(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/i/lockup.png", png(logos.wordmark, 400), "image/png")
    page.body += (
        '<div itemscope itemtype="https://schema.org/Corporation"><meta itemprop="name" content="' + logos.name + '">'
        '<link itemprop="logo" href="/i/lockup.png"></div>'
    )
    page.mark = f"<b>{logos.name}</b>"
    site.accept(png(logos.wordmark, 400), "wordmark", logos.wordmark.fill)


def header_img(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/assets/logo.svg", logos.wordmark.svg(), "image/svg+xml")
    page.mark = f'<img src="/assets/logo.svg" alt="{logos.name} logo" class="h-8">'
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def header_png(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/img/main_2x.png", png(logos.wordmark, 360), "image/png")
    page.mark = f'<img src="/img/main_2x.png" alt="{logos.name}" width="180" height="44" srcset="/img/main_2x.png 2x">'
    site.accept(png(logos.wordmark, 360), "wordmark", logos.wordmark.fill)


def lazy_img(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/cdn/l.svg", logos.wordmark.svg(), "image/svg+xml")
    blank = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    page.mark = f'<img class="logo lazyload" src="{blank}" data-src="/cdn/l.svg" alt="{logos.name}">'
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def data_uri(site: BrandSite, page: Page, logos: LogoSet) -> None:
    encoded = base64.b64encode(logos.wordmark.svg().encode()).decode()
    page.mark = f'<img alt="{logos.name}" src="data:image/svg+xml;base64,{encoded}">'
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def inline_svg(site: BrandSite, page: Page, logos: LogoSet) -> None:
    """An inline SVG that is coloured by the style sheet, where the mark has a single colour."""
    if logos.wordmark.fill:
        page.css += f".brandmark{{color:{logos.color}}}.brandmark path{{fill:currentColor}}"
        page.mark = logos.wordmark.svg(
            "currentColor", attributes=' class="brandmark" role="img" width="160" height="40"'
        )
    else:
        page.mark = logos.wordmark.svg(attributes=' class="brandmark"')
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def sprite(site: BrandSite, page: Page, logos: LogoSet) -> None:
    mark = logos.wordmark
    paint = f' fill="{mark.fill}"' if mark.fill else ""
    box = f"{mark.origin[0]:g} {mark.origin[1]:g} {mark.width:g} {mark.height:g}"
    symbols = f'<symbol id="brand-logo" viewBox="{box}"{paint}>{mark.inside}</symbol>'
    symbols += '<symbol id="menu" viewBox="0 0 24 24"><path d="M2 5h20v2H2zM2 11h20v2H2z"/></symbol>'
    page.body += f'<svg xmlns="http://www.w3.org/2000/svg" style="display:none">{symbols}</svg>'
    page.mark = '<svg class="site-logo"><use xlink:href="#brand-logo"></use></svg>'
    site.accept(mark.svg(), "wordmark", mark.fill)


def external_sprite(site: BrandSite, page: Page, logos: LogoSet) -> None:
    mark = logos.wordmark
    paint = f' fill="{mark.fill}"' if mark.fill else ""
    box = f"{mark.origin[0]:g} {mark.origin[1]:g} {mark.width:g} {mark.height:g}"
    sheet = '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="cart" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></symbol>'
    sheet += f'<symbol id="logo" viewBox="{box}"{paint}>{mark.inside}</symbol></svg>'
    site.put("/static/sprite.svg", sheet, "image/svg+xml")
    page.mark = f'<svg aria-label="{logos.name}" width="140" height="36"><use href="/static/sprite.svg#logo"/></svg>'
    site.accept(mark.svg(), "wordmark", mark.fill)


def css_background(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/theme/mark.svg", logos.wordmark.svg(), "image/svg+xml")
    page.css += ".logo-link{display:block;width:160px;height:40px;background:url('/theme/mark.svg') no-repeat;text-indent:-9999px}"
    page.mark = f'<span class="logo-link">{logos.name}</span>'
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)


def dark_header(site: BrandSite, page: Page, logos: LogoSet) -> None:
    """A white logo on a dark header; the coloured icon is the favicon."""
    page.is_dark = True
    white = logos.wordmark.svg("#ffffff")
    site.put("/assets/logo-white.svg", white, "image/svg+xml")
    site.put("/fav.svg", logos.icon.svg(), "image/svg+xml")
    page.head += '<link rel="icon" type="image/svg+xml" href="/fav.svg">'
    page.mark = f'<img src="/assets/logo-white.svg" alt="{logos.name}">'
    site.accept(white, "wordmark", "#ffffff" if logos.wordmark.fill else None)


def picture(site: BrandSite, page: Page, logos: LogoSet) -> None:
    """Two files, for light and for dark schemes."""
    light = logos.wordmark.svg(INK) if logos.wordmark.fill else logos.wordmark.svg()
    site.put("/l/on-light.svg", light, "image/svg+xml")
    site.put("/l/on-dark.svg", logos.wordmark.svg("#f5f5f5"), "image/svg+xml")
    site.put("/l/icon.svg", logos.icon.svg(), "image/svg+xml")
    page.head += '<link rel="icon" href="/l/icon.svg">'
    page.mark = (
        '<picture><source srcset="/l/on-dark.svg" media="(prefers-color-scheme: dark)">'
        f'<img src="/l/on-light.svg" alt="{logos.name}"></picture>'
    )
    site.accept(light, "wordmark", INK if logos.wordmark.fill else None)


def manifest(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/pwa/512.png", png(logos.icon, 512), "image/png")
    site.put("/pwa/mask.png", png(logos.icon, 512, "#ffffff", logos.color), "image/png")
    icons = [{"src": "mask.png", "sizes": "512x512", "purpose": "maskable"}, {"src": "512.png", "sizes": "512x512"}]
    data = {
        "name": logos.name,
        "short_name": logos.name[:6],
        "icons": icons,
        "theme_color": logos.color,
        "background_color": "#fff",
    }
    site.put("/pwa/site.webmanifest", json.dumps(data), "application/manifest+json")
    page.head += '<link rel="manifest" href="/pwa/site.webmanifest">'
    page.mark = f"<strong>{logos.name}</strong>"
    site.accept(png(logos.icon, 512), "icon", logos.icon.fill)


def apple_touch(site: BrandSite, page: Page, logos: LogoSet) -> None:
    tile = png(logos.icon, 180, "#ffffff", logos.color) if logos.icon.fill else png(logos.icon, 180, None, "#ffffff")
    site.put("/apple-touch-icon.png", tile, "image/png")
    page.head += '<link rel="apple-touch-icon" sizes="180x180" href="/apple-touch-icon.png">'
    page.head += '<link rel="icon" sizes="16x16" href="/tiny.png">'
    site.put("/tiny.png", png(logos.icon, 16), "image/png")
    page.mark = f"<em>{logos.name}</em>"
    site.accept(tile, "icon", "#808080")


def favicon(site: BrandSite, page: Page, logos: LogoSet) -> None:
    site.put("/favicon.ico", ico(logos.icon), "image/x-icon")
    page.mark = f"<span>{logos.name}</span>"
    site.accept(ico(logos.icon), "icon", logos.icon.fill)


PLACES: dict[str, Place] = {
    "json-ld": json_ld, "json-ld graph": graph, "microdata": microdata, "header img": header_img, "header png": header_png,
    "lazy img": lazy_img, "data uri": data_uri, "inline svg": inline_svg, "sprite": sprite, "external sprite": external_sprite,
    "css background": css_background, "dark header": dark_header, "picture": picture, "manifest": manifest,
    "apple touch": apple_touch, "favicon.ico": favicon,
}  # fmt: skip
