"""Replicas in which another company's mark is in what looks like a header."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
import json
import random
from collections.abc import Sequence

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.replica import Maker, images, own, own_png, page, theirs


def consent_center(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A preference centre with a stock logo and stock colours, as a browser shows it."""
    [stock, *_] = theirs(site, others, "/logos/static")
    css = "#ot-pc .ot-btn{background-color:#68b631}.ot-accept{background:#68b631;color:#fff}"
    sdk = f"""<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter ot-hide"></div><div id="onetrust-pc-sdk" class="otPcCenter ot-hide" role="dialog"
 aria-label="Preference center"><div class="ot-pc-header"><div class="ot-pc-logo" role="img" aria-label="Company Logo"><img alt="Company Logo" src="{stock}"></div></div>
<button class="ot-btn ot-accept">Allow All</button><button class="ot-btn ot-accept">Confirm</button></div></div>"""
    mark = own(site, logos, "/static/media/a8f2c1.svg")
    return page(
        site,
        f'<div id="root"><div class="App"><div class="css-1k"><a href="/"><img src="{mark}" alt="{site.name}"></a></div><h1>Boats</h1></div></div>{sdk}',
        css=css,
    )


def _icon(site: BrandSite, logos: LogoSet) -> str:
    """An icon in the head: the page itself shows the name as text."""
    return f'<link rel="icon" type="image/svg+xml" href="{own(site, logos, "/icon-7.svg", kind="icon")}">'


def header_on_wrapper(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    partners = images(theirs(site, others[:2], "/img/p"), 'alt="" class="brand-logo"')
    return page(
        site,
        f"""<div class="page-wrapper header-style-2 sticky-header"><div class="main-header"><div class="auto-container">
<div class="pull-left"><a href="/">{site.name}</a></div><ul class="navigation"><li><a href="/a">Lines</a></li></ul></div></div>
<section class="about"><h2>Boats</h2><p>We sail.</p></section><section class="sec-pad"><div class="carousel">{partners}</div></section></div>""",
        head=_icon(site, logos),
    )


def hero_header(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    partners = "".join(
        f'<div class="col"><img class="logo" src="{one}" alt=""></div>' for one in theirs(site, others[:2], "/img")
    )
    return page(
        site,
        f"""<div class="top-bar"><a class="home" href="/">{site.name}</a><a href="/a">Lines</a></div>
<header class="hero"><h1>Across the bay</h1><p>As used by</p><div class="row">{partners}</div></header><p>Every hour.</p>""",
        head=_icon(site, logos),
    )


def sticky_footer_class(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.put("/touch.png", png(logos.icon, 180, "#ffffff", "#333333"), "image/png")
    awards = images(theirs(site, others[:2], "/award"), 'alt="" class="brand-img"')
    return page(
        site,
        f"""<div id="page" class="has-sticky-footer site-container"><div class="layout"><header><a href="/"><img src="{own(site, logos, "/u/lockup.svg")}" alt="{site.name} logo"></a></header>
<main><h1>Boats</h1><p>{awards}</p></main></div></div>""",
        head='<link rel="apple-touch-icon" href="/touch.png">',
    )


def navbar_wrapper(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    partners = images(theirs(site, others, "/uploads"))
    return page(
        site,
        f"""<div class="navbar-fixed-layout navbar"><div class="w-nav"><a href="/" class="w-nav-brand"><img src="{own(site, logos, "/uploads/63f1_Group%201.svg")}" alt=""></a></div>
<div class="section"><h1>Boats</h1></div><div class="section"><div class="grid-5">{partners}</div></div></div>""",
    )


def cobranded_header(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    [partner, *_] = theirs(site, others, "/logos", named=True)
    return page(
        site,
        f"""<header class="site-header"><div class="partner"><img class="logo" src="{partner}" alt=""></div><a href="/"><img src="{own(site, logos, "/logos/main.svg")}" alt=""></a></header><h1>Boats</h1>""",
    )


def named_home_link(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The maker of the site signs its footer, with a link to `/`."""
    [maker, *_] = theirs(site, others, "/img", named=True)
    return page(
        site,
        f"""<div class="wrap"><div class="masthead2"><a href="/index.html"><img src="{own_png(site, logos, "/img/top.png")}" alt=""></a></div><h1>Boats</h1></div>
<div id="bottom-header"><a href="/"><img class="logo" src="{maker}" alt="Website by {others[0].name}"></a></div>""",
    )


def photo_as_logo(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.put("/wp-content/uploads/team.jpg", _photo(), "image/jpeg")
    data = {
        "@context": "https://schema.org",
        "@type": "LocalBusiness",
        "name": site.name,
        "url": site.origin,
        "logo": f"{site.origin}/wp-content/uploads/team.jpg",
    }
    return page(site, f"""<header><a href="/"><img src="{own(site, logos, '/wp-content/uploads/word.svg')}" alt="{site.name}"></a></header><h1>Boats</h1>""",
                head=f'<script type="application/ld+json">{json.dumps(data)}</script>')  # fmt: skip


def _photo() -> bytes:
    chance = random.Random(5)
    small = Image.frombytes("RGB", (40, 30), bytes(chance.randrange(256) for _ in range(3600)))
    output = io.BytesIO()
    small.resize((800, 600), Image.Resampling.BICUBIC).save(output, "JPEG")
    return output.getvalue()


def cookie_bar_first(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A consent bar before the header, with its vendor's mark and a link to the home page."""
    [vendor, *_] = theirs(site, others, "/cmp")
    bar = f"""<div id="CybotCookiebotDialog" role="dialog" style="position:fixed"><div class="CybotCookiebotDialogHeader"><a href="/"><img class="logo" src="{vendor}" alt="logo"></a></div><p>We use cookies</p>
<button class="cb-go">Allow all</button><button class="cb-go">Customize</button><button class="cb-go">Deny</button></div>"""
    return page(site, f"""{bar}<header><a href="/"><img src="{own(site, logos, '/a/b.svg')}" alt="{site.name}"></a></header><h1>Boats</h1><a class="go" href="/b">Book</a>""",
                css=f".cb-go{{background:#1032cf}}.go{{background:{site.color}}}")  # fmt: skip


def marquee_in_header(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    strip = images(theirs(site, others, "/_next/static/media"), 'alt="" width="120" height="40" class="h-8"')
    return page(
        site,
        f"""<header class="relative"><div class="flex"><a href="/"><img class="h-6" alt="" src="{own(site, logos, "/_next/static/media/x.9f.svg")}"></a></div>
<div class="mx-auto"><h1>Boats</h1><div class="mt-8 flex gap-4">{strip}{strip}</div></div></header>""",
    )


def language_home(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A group's bar above the header, with the marks of its other companies."""
    sisters = "".join(
        f'<a href="https://{other.slug}.example/"><img src="{one}" alt=""></a>'
        for one, other in zip(theirs(site, others[:2], "/g"), others, strict=False)
    )
    return page(
        site,
        f"""<div class="group-header">{sisters}</div><div class="header-inner"><a href="{site.origin}/en-gb/"><img alt="{site.name}" src="{own(site, logos, "/g/own.svg")}"></a></div><h1>Boats</h1>""",
    )


def apps_row(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Links to the company's own pages about integrations, in the navigation."""
    menu = "".join(
        f'<a href="/integrations/{other.slug}"><img src="{one}" alt="{other.name}"></a>'
        for one, other in zip(theirs(site, others, "/i", named=True), others, strict=True)
    )
    return page(
        site,
        f"""<nav><a href="/" aria-label="Home"><img src="{own(site, logos, "/i/own.svg", kind="icon")}" alt=""></a><div class="mega">{menu}</div></nav><h1>Boats</h1>""",
    )


KINDS: dict[str, Maker] = {
    "consent center": consent_center, "header on wrapper": header_on_wrapper, "hero header": hero_header, "sticky footer class": sticky_footer_class,
    "navbar wrapper": navbar_wrapper, "cobranded header": cobranded_header, "maker's mark": named_home_link, "photo as logo": photo_as_logo,
    "cookie bar first": cookie_bar_first, "marquee in header": marquee_in_header, "group bar": language_home, "integrations menu": apps_row,
}  # fmt: skip
