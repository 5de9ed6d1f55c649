"""Replicas whose logo is a file among several, or no ordinary image."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
from collections.abc import Sequence
from urllib.parse import quote

from PIL import Image, ImageFilter

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.replica import SVG, Maker, images, own, own_png, page, theirs


def _blurred(logos: LogoSet) -> bytes:
    with Image.open(io.BytesIO(png(logos.wordmark, 49))) as small:
        output = io.BytesIO()
        small.filter(ImageFilter.GaussianBlur(3)).save(output, "PNG")
    return output.getvalue()


def _header(mark: str) -> str:
    return f'<header><a href="/">{mark}</a></header><h1>Boats</h1>'


def builder_preview(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    base = "/media/9f_mv2.png/v1/fill"
    small = site.put(f"{base}/w_49,h_12,al_c,q_85,blur_2,enc_auto/logo.png", _blurred(logos), "image/png")
    large = own_png(site, logos, f"{base}/w_196,h_48,al_c,q_85,enc_auto/logo.png", 196)
    larger = own_png(site, logos, f"{base}/w_392,h_96,al_c,q_85,enc_auto/logo.png", 392)
    mark = f'<wow-image><img src="{small}" srcset="{large} 1x, {larger} 2x" alt="{site.name}" width="196" height="48"></wow-image>'
    return page(
        site,
        f'<div id="SITE_CONTAINER"><div id="SITE_HEADER">{_header(mark)}</div><div>{images(theirs(site, others, "/m"))}</div></div>',
    )


def shop_widths(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    tiny = site.put("/cdn/files/l_20x.png", _blurred(logos), "image/png")
    paths = [own_png(site, logos, f"/cdn/files/l_{edge}x.png", edge) for edge in (100, 200, 400)]
    srcset = ", ".join(f"{path} {edge}w" for path, edge in zip(paths, (100, 200, 400), strict=True))
    mark = f'<div class="header__heading-logo-wrapper"><img src="{tiny}" alt="{site.name}" srcset="{srcset}" sizes="(max-width: 200px) 50vw, 100px" class="header__heading-logo"></div>'
    return page(site, f'<div class="shopify-section-group-header-group section-header">{_header(mark)}</div>')


def picture_webp(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    with Image.open(io.BytesIO(png(logos.wordmark, 400))) as drawn:
        output = io.BytesIO()
        drawn.save(output, "WEBP", lossless=True)
    site.put("/i/l.webp", output.getvalue(), "image/webp")
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    site.put(
        "/i/p.gif",
        b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
        "image/gif",
    )
    return page(
        site,
        _header(
            f'<picture><source type="image/webp" srcset="/i/l.webp"><img src="/i/p.gif" alt="{site.name}"></picture>'
        ),
    )


def _with_sheet(logos: LogoSet, sheet: str) -> str:
    mark = logos.wordmark
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mark.width:g} {mark.height:g}"><style>{sheet}</style><g class="a">{mark.inside}</g></svg>'


def import_in_svg(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    sheet = f"@import url('https://fonts.googleapis.com/css2?family=Inter:wght@400;700&amp;display=swap');.a{{fill:{site.color};background:url(https://x.example/y.png)}}"
    site.put("/l.svg", _with_sheet(logos, sheet), SVG)
    return page(site, _header(f'<img src="/l.svg" alt="{site.name}">'))


def mask_logo(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.put("/l.svg", logos.wordmark.svg("#000000"), SVG)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    css = f".logo{{display:block;width:160px;height:40px;background-color:{site.color};-webkit-mask:url(/l.svg) no-repeat center/contain;mask:url(/l.svg) no-repeat center/contain}}"
    return page(site, '<header><a href="/" class="logo" aria-label="Home"></a></header><h1>Boats</h1>', css=css)


def object_logo(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    own(site, logos, "/gfx/lockup.svg")
    return page(
        site,
        _header(f'<object type="image/svg+xml" data="/gfx/lockup.svg" width="180">{site.name}</object>')
        + images(theirs(site, others, "/x")),
    )


def data_favicon(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    head = f'<link rel="icon" href="data:image/svg+xml,{quote(logos.icon.svg())}">'
    return page(site, f"<div class='name'>{site.name}</div><h1>Boats</h1>", head=head)


def outside_header(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    later = images(theirs(site, others, "/f"))
    return page(
        site,
        f'<div class="outer"><div class="inner"><a href="/"><img src="{own(site, logos, "/f/top.svg")}" alt="" width="200"></a><ul><li><a href="/l">Lines</a></li></ul></div><div><h1>Boats</h1></div><div>{later}</div></div>',
    )


def text_svg(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 40"><text x="4" y="30" font-family="Helvetica, Arial, sans-serif" font-weight="700" font-size="30" fill="{site.color}">{site.name}</text></svg>'
    site.accept(text, "wordmark", None)
    site.put("/t.svg", text, SVG)
    return page(site, _header(f'<img src="/t.svg" alt="{site.name}">'))


def themed_pair(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A documentation site with an image for each theme."""
    light = own(site, logos, "/img/logo.svg")
    dark = site.put("/img/logo-dark.svg", logos.wordmark.svg("#ffffff"), SVG)
    css = "[data-theme=light] .themed_d,[data-theme=dark] .themed_l{display:none}"
    mark = f'<div class="navbar__logo"><img src="{dark}" alt="{site.name} Logo" class="themed themed_d"><img src="{light}" alt="{site.name} Logo" class="themed themed_l"></div>'
    return page(
        site,
        f'<div id="__docusaurus"><nav class="navbar"><div class="navbar__inner"><a class="navbar__brand" href="/">{mark}</a></div></nav><h1>Boats</h1></div>',
        css=css,
    )


def styled_span(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    path = own_png(site, logos, "/theme/sprite-l.png", 300)
    return page(
        site,
        f'<div class="c-masthead"><a class="c-masthead__home" href="/"><span class="u-ir" style="background-image:url(&quot;{path}&quot;)">{site.name}</span></a></div><h1>Boats</h1>',
    )


def lazy_gatsby(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    path = own_png(site, logos, "/static/l-400.png", 400)
    mark = ('<div class="gatsby-image-wrapper"><div style="max-width:200px"><img alt="" role="presentation" src="data:image/svg+xml;charset=utf-8,%3Csvg height=\'50\' width=\'200\' xmlns=\'http://www.w3.org/2000/svg\' version=\'1.1\'%3E%3C/svg%3E"></div>'
            f'<img data-main-image="" alt="{site.name}" data-src="/static/none.png" data-srcset="/static/l-200.png 200w, {path} 400w"></div>')  # fmt: skip
    site.put("/static/l-200.png", png(logos.wordmark, 200), "image/png")
    return page(site, _header(mark))


KINDS: dict[str, Maker] = {
    "builder's preview": builder_preview, "shop widths": shop_widths, "picture of WebP": picture_webp, "SVG with @import": import_in_svg,
    "mask": mask_logo, "object": object_logo, "data: favicon": data_favicon, "outside a header": outside_header, "SVG text": text_svg,
    "pair of themes": themed_pair, "background of a span": styled_span, "lazy srcset": lazy_gatsby,
}  # fmt: skip
