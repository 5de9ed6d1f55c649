"""A second set of made-up sites, designed after the rules were fixed: other templates, other places, other traps.

Do not change a rule because of this set. Its only use is to show how the rules do on sites that they were not made for.
"""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Sequence

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from extraction.logo import vector

Maker = Callable[[BrandSite, LogoSet, Sequence[LogoSet]], str]
SITES_PER_KIND = 6


def _svg(site: BrandSite, path: str, text: str) -> str:
    return site.put(path, text, "image/svg+xml")


def _ground(logos: LogoSet, size: tuple[int, int], format_name: str) -> bytes:
    """The wordmark on white, as old formats have it."""
    drawn = vector.draw(logos.wordmark.svg().encode(), size[0] - 20)
    image = Image.new("RGBA", size, "#ffffff")
    drawn.thumbnail((size[0] - 20, size[1] - 10))
    image.alpha_composite(drawn, (10, (size[1] - drawn.height) // 2))
    output = io.BytesIO()
    image.convert("RGB").quantize(128).save(output, format_name)
    return output.getvalue()


def _others(site: BrandSite, others: Sequence[LogoSet], folder: str) -> list[str]:
    marks = [other.wordmark if place % 3 else other.icon for place, other in enumerate(others)]
    return [_svg(site, f"/{folder}/{place + 1}.svg", mark.svg()) for place, mark in enumerate(marks)]


def shop(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    body = png(logos.wordmark, 600)
    site.put("/cdn/shop/files/Main_a91f.png", body, "image/png")
    address = f"{site.origin}/cdn/shop/files/Main_a91f.png"
    site.accept(body, "wordmark", logos.wordmark.fill)
    data = {"@context": "http://schema.org", "@type": "Organization", "name": site.name, "logo": f"{address}?v=17&width=500",
            "sameAs": ["", *site.socials.values()], "url": site.origin}  # fmt: skip
    brands = "".join(f'<li class="card"><a href="/collections/{n}"><img src="{one}" alt="{other.name}"></a></li>'
                     for n, (one, other) in enumerate(zip(_others(site, others, "cdn/b"), others, strict=True)))  # fmt: skip
    return f"""<!doctype html><html class="no-js"><head><title>{site.name} Official Store</title>
<meta property="og:site_name" content="{site.name}"><meta property="og:image" content="{address}?width=1200">
<style>:root{{--color-button:18,18,18;--color-base-text:18,18,18}}</style>
<link rel="stylesheet" href="{site.put("/cdn/base.css", ".header{background:rgb(255,255,255)}", "text/css")}"></head><body>
<div class="announcement-bar"><p>Free shipping</p></div><sticky-header class="header-wrapper"><header class="header header--middle-left">
<details-modal><summary><svg class="icon icon-search" viewBox="0 0 18 19"><path d="M1 1h9v9H1z"/></svg></summary></details-modal>
<h1 class="header__heading"><a href="/" class="header__heading-link"><div class="header__heading-logo-wrapper">
<img src="//{site.origin[8:]}/cdn/shop/files/Main_a91f.png?v=17&amp;width=600" alt="{site.name}" class="header__heading-logo"
 srcset="//{site.origin[8:]}/cdn/shop/files/Main_a91f.png?v=17&amp;width=90 90w" width="90" height="30"></div></a></h1></header></sticky-header>
<script type="application/ld+json">{json.dumps(data)}</script><main><ul class="collection-list">{brands}</ul></main>
<footer class="footer"><ul class="list-payment"><li><svg class="icon" viewBox="0 0 38 24" aria-label="Visa"><path d="M3 3h30v18H3z"/></svg>
</li></ul></footer></body></html>"""


def next_app(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.put("/_next/image", png(logos.wordmark, 256), "image/png")
    site.accept(png(logos.wordmark, 256), "wordmark", logos.wordmark.fill)
    _svg(site, "/icon.svg", logos.icon.svg())
    wall = "".join(
        f'<div class="opacity-60"><img alt="" src="{one}" width="120"></div>' for one in _others(site, others, "p")
    )
    links = "".join(
        f'<a class="text-sm" href="{url}"><svg viewBox="0 0 9 9"><path d="M1 1h5v5z"/></svg></a>'
        for url in site.socials.values()
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>{site.name}: plan the work of a week</title>
<link rel="icon" href="/icon.svg?3f" type="image/svg+xml" sizes="any">
<style>:root{{--background:0 0% 100%;--foreground:222 47% 11%;--radius:.5rem}}body{{font-family:__Inter_d65c78,__Inter_Fallback_d65c78}}</style></head>
<body class="antialiased"><header class="sticky top-0 w-full border-b"><div class="container flex h-14"><a aria-label="Home" class="mr-6" href="/">
<img alt="" loading="lazy" width="128" height="32" decoding="async" src="/_next/image?url=%2Fl.png&amp;w=256&amp;q=75"></a>
<nav><a href="/pricing">Pricing</a></nav></div></header><main><h1>Plan the week</h1><p>For teams of ten.</p>
<div class="grid grid-cols-2 md:grid-cols-6">{wall}</div><div class="quote"><img class="rounded-full" alt="Jo" src="/p/1.svg">
<a href="https://twitter.com/jo_from_globex">Jo</a></div></main><footer>{links}
<a href="https://www.linkedin.com/shareArticle?mini=true&amp;url=x">Share</a></footer>
<script src="/_next/static/chunks/main.js" defer></script></body></html>"""


def webflow(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    _svg(site, "/656/6570_Group%2012.svg", logos.wordmark.svg())
    site.files["/656/6570_Group%2012.svg"] = ("image/svg+xml", logos.wordmark.svg().encode())
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    sheet = f"--brand--500:{site.color};--neutral--900:#121212"
    site.put("/css/site.webflow.css", f":root{{{sheet}}}.button-2{{background-color:var(--brand--500)}}", "text/css")
    strip = "".join(
        f'<img src="{one}" loading="lazy" alt="" class="image-{n}">'
        for n, one in enumerate(_others(site, others, "656/c"))
    )
    links = "".join(f'<a href="{url}" class="w-inline-block">.</a>' for url in site.socials.values())
    return f"""<!DOCTYPE html><html data-wf-site="1"><head><title>{site.name}</title><meta content="Webflow" name="generator">
<link href="/css/site.webflow.css" rel="stylesheet"><link href="https://fonts.googleapis.com" rel="preconnect"></head><body>
<div data-collapse="medium" class="navbar-4 w-nav"><div class="w-container"><a href="#" class="brand w-nav-brand">
<img src="/656/6570_Group%2012.svg" loading="lazy" alt="" class="image-3"></a><nav class="w-nav-menu"><a href="/a">A</a></nav>
<div class="w-nav-button"><div class="w-icon-nav-menu"></div></div></div></div><div class="section"><h1 class="h">Hire well</h1>
<div class="marquee"><div class="track">{strip}</div></div></div><div class="footer-3">{links}</div></body></html>"""


def docs(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    mark = logos.icon
    drawn = mark.svg(attributes=' id="Layer_1" style="enable-background:new 0 0 24 24" height="30"')
    site.accept(mark.svg(), "icon", mark.fill)
    badges = "".join(
        f'<a href="https://ci.other.example/{n}"><img src="{one}" alt="Build status"></a>'
        for n, one in enumerate(_others(site, others, "b"))
    )
    links = "".join(
        f'<li class="list-inline-item"><a rel="me noopener" href="{url}">x</a></li>' for url in site.socials.values()
    )
    return f"""<!doctype html><html><head><title>{site.name} | {site.name} documentation</title>
<meta property="og:title" content="{site.name}"><style>.td-navbar{{background:#fff}}:root{{--bs-primary:#0d6efd;--bs-body-font-family:"Open Sans"}}</style></head>
<body class="td-home"><header><nav class="td-navbar js-navbar-scroll"><a class="navbar-brand" href="/"><span class="navbar-brand__logo navbar-logo">
{drawn}</span><span class="navbar-brand__name">{site.name}</span></a><div id="main_navbar"><form><svg class="fa-search" viewBox="0 0 9 9">
<path d="M1 1h4v4H1z"/></svg></form></div></nav></header><main role="main"><p>{badges}</p><p>How to use {site.name}.</p></main>
<footer class="td-footer"><ul>{links}</ul></footer></body></html>"""


def agency(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    body = png(logos.wordmark, 280)
    site.put("/img/lg.png", body, "image/png")
    site.accept(body, "wordmark", logos.wordmark.fill)
    clients = "".join(f'<li><img src="{one}"></li>' for one in _others(site, others, "img/work"))
    links = "".join(f'<a href="{url}">o</a> ' for url in site.socials.values())
    return f"""<html><head><title>{site.name} - design for people who sail</title></head><body id="index">
<div class="wrap"><div class="top"><a href="{site.origin}"><img id="logo" src="img/lg.png"></a><ul class="menu"><li><a href="#work">Work</a></li></ul></div>
<div class="hero" style="background-image:url(/img/work/1.svg)"><h2>We draw.</h2></div><div id="work"><h2>They let us draw for them</h2>
<ul>{clients}</ul></div><div id="footer">{links}<a href="https://www.facebook.com/share.php?u=x">f</a></div></div></body></html>"""


def table_layout(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    body = _ground(logos, (220, 60), "GIF")
    site.put("/images/toplogo.gif", body, "image/gif")
    site.accept(body, "wordmark", "#808080")
    partners = "".join(f'<td><a href="http://{other.slug}.example/"><img src="{one}" border="0"></a></td>'
                       for one, other in zip(_others(site, others, "images"), others, strict=True))  # fmt: skip
    links = "".join(f'<a href="{url.replace("https", "http")}">{kind}</a>' for kind, url in site.socials.items())
    return f"""<HTML><HEAD><TITLE>Welcome to {site.name}</TITLE><META NAME="keywords" CONTENT="tide"></HEAD><BODY BGCOLOR="#FFFFFF">
<TABLE WIDTH="760"><TR><TD><A HREF="index.html"><IMG SRC="images/toplogo.gif" BORDER="0" WIDTH="220" HEIGHT="60" ALT="{site.name}"></A></TD>
<TD><IMG SRC="/images/spacer.gif" WIDTH="1" HEIGHT="1"></TD></TR></TABLE><TABLE><TR><TD>We sell gauges since 1987.</TD></TR></TABLE>
<TABLE><TR>{partners}</TR></TABLE><TABLE id="footer"><TR><TD>{links}</TD></TR></TABLE></BODY></HTML>"""


def dark_app(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    white = logos.wordmark.svg("#ffffff")
    site.accept(white, "wordmark", "#ffffff" if logos.wordmark.fill else None)
    _svg(site, "/pinned.svg", logos.icon.svg("#000000"))
    site.put("/f32.png", png(logos.icon, 32), "image/png")
    tokens = f":root{{color-scheme:dark;--brand-500:{site.color};--gray-950:#0a0a0a}}body{{background:var(--gray-950);color:#ededed}}"
    site.put("/a.css", tokens + ".lockup-on-light{display:none}", "text/css")
    wall = "".join(f'<span class="item">{_inline(one)}</span>' for one in others)
    links = "".join(f'<a href="{url}">.</a>' for url in site.socials.values())
    return f"""<!doctype html><html class="dark"><head><title>{site.name} \u00b7 deploy in seconds</title><link rel="stylesheet" href="/a.css">
<link rel="icon" type="image/png" sizes="32x32" href="/f32.png"><link rel="mask-icon" href="/pinned.svg" color="#5bbad5"></head><body>
<div class="shell"><header class="TopBar_root__x1Y2z"><a class="TopBar_home__a" href="/">{white.replace("<svg", '<svg height="20" aria-hidden="true"', 1)}
</a><a href="https://github.com/{logos.slug}/cli"><svg viewBox="0 0 16 16" width="16" height="16"><path d="M1 1h9v9z"/></svg></a></header>
<main><h1>Deploy</h1><section><p>Used by</p><div class="used">{wall}</div></section></main><footer>{links}</footer></div></body></html>"""


def _inline(logos: LogoSet) -> str:
    return logos.wordmark.svg("currentColor", attributes=' height="24"')


def restaurant(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    body = png(logos.icon, 240)
    site.put("/wp-content/uploads/2023/04/cropped-site-mark-240x240.png", body, "image/png")
    site.accept(body, "icon", logos.icon.fill)
    address = f"{site.origin}/wp-content/uploads/2023/04/cropped-site-mark-240x240.png"
    data = {"@context": "https://schema.org", "@type": ["Restaurant", "LocalBusiness"], "name": site.name,
            "logo": [{"@type": "ImageObject", "contentUrl": address}], "image": f"{site.origin}/food.jpg",
            "review": {"@type": "Review", "author": {"@type": "Organization", "name": "Gault", "logo": f"{site.origin}/x/1.svg"}}}  # fmt: skip
    icons = "".join(f'<img class="wp-image" src="{one}" alt="award">' for one in _others(site, others, "x"))
    links = "".join(f'<li class="wp-social-link"><a href="{url}">.</a></li>' for url in site.socials.values())
    return f"""<!DOCTYPE html><html><head><title>{site.name} &#8211; Dinner by the harbour</title>
<style id="global-styles">body{{--wp--preset--color--vivid-red:#cf2e2e;--wp--preset--color--contrast:#111}}</style>
<script type="application/ld+json">[{json.dumps(data)}]</script></head><body class="home"><div class="wp-site-blocks">
<header class="wp-block-template-part"><div class="wp-block-group"><div class="is-default-size wp-block-site-logo"><a href="{site.origin}/"
 class="custom-logo-link" rel="home" aria-current="page"><img width="120" height="120" src="{address}" class="custom-logo" alt="{site.name}"></a></div>
<p class="wp-block-site-title"><a href="/">{site.name}</a></p></div></header><main class="wp-block-group"><p>Fish.</p>{icons}</main>
<footer class="wp-block-template-part"><ul class="wp-block-social-links">{links}</ul></footer></div></body></html>"""


def generated_icons(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    tile = png(logos.icon, 180, None, "#ffffff")
    site.put("/favicon/apple-touch-icon.png", tile, "image/png")
    site.put("/favicon/android-chrome-512x512.png", png(logos.icon, 512), "image/png")
    site.put("/favicon/favicon-32x32.png", png(logos.icon, 32), "image/png")
    _svg(site, "/favicon/safari-pinned-tab.svg", logos.icon.svg("#000000"))
    icons = [{"src": "/favicon/android-chrome-512x512.png", "sizes": "512x512", "type": "image/png"}]
    app = {"name": "", "short_name": "", "icons": icons, "theme_color": "#ffffff", "background_color": "#ffffff"}
    site.put("/favicon/site.webmanifest", json.dumps(app), "application/json")
    site.accept(png(logos.icon, 512), "icon", logos.icon.fill)
    site.accept(tile, "icon", "#808080")
    press = "".join(f'<a href="https://{other.slug}.example/article"><img src="{one}" alt="{other.name}"></a>'
                    for one, other in zip(_others(site, others, "press"), others, strict=True))  # fmt: skip
    links = "".join(f'<a href="{url}/">{kind}</a>' for kind, url in site.socials.items())
    return f"""<!doctype html><html><head><title>Home | {site.name} - Recipes in your pocket</title>
<link rel="apple-touch-icon" sizes="180x180" href="/favicon/apple-touch-icon.png">
<link rel="icon" type="image/png" sizes="32x32" href="/favicon/favicon-32x32.png"><link rel="manifest" href="/favicon/site.webmanifest">
<link rel="mask-icon" href="/favicon/safari-pinned-tab.svg" color="{site.color}"><meta name="msapplication-TileColor" content="#da532c">
<meta name="theme-color" content="#ffffff"></head><body><div class="nav"><a class="nav-title" href="/">{site.name}</a></div>
<div class="hero"><img src="/press/1.svg" alt="Screenshot of the app" width="900" height="1800"><a href="https://apps.apple.com/app/id1">
<img src="/press/2.svg" alt="Download on the App Store"></a></div><div class="as-seen-on">{press}</div><footer>{links}</footer></body></html>"""


def newspaper(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    mark = logos.wordmark
    paint = f' fill="{mark.fill}"' if mark.fill else ""
    box = f"{mark.origin[0]:g} {mark.origin[1]:g} {mark.width:g} {mark.height:g}"
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg"><defs><symbol id="nameplate" viewBox="{box}"{paint}>{mark.inside}</symbol></defs></svg>'
    _svg(site, "/assets/sprite.8f2a.svg", sheet)
    site.accept(mark.svg(), "wordmark", mark.fill)
    article = {"@context": "https://schema.org", "@type": "NewsArticle", "headline": "Storm", "author": {"@type": "Person", "name": "A"},
               "publisher": {"@type": "NewsMediaOrganization", "name": site.name, "url": site.origin}}  # fmt: skip
    stories = "".join(f'<article><a href="/s/{n}"><figure><img src="{one}" alt="Harbour"></figure><h3>Story</h3></a></article>'
                      for n, one in enumerate(_others(site, others, "photo")))  # fmt: skip
    links = "".join(f'<a href="{url}" data-track="social">f</a>' for url in site.socials.values())
    return f"""<!doctype html><html lang="en"><head><title>{site.name} - News from the coast</title><meta name="application-name" content="{site.name}">
<meta name="theme-color" content="{site.color}" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#000" media="(prefers-color-scheme: dark)">
<script type="application/ld+json">{json.dumps(article)}</script></head><body><div class="page"><div class="masthead" role="banner">
<div class="masthead__bar"><a class="masthead__home" href="/" title="{site.name} home"><svg class="masthead__nameplate" role="img" focusable="false">
<title>{site.name}</title><use xlink:href="/assets/sprite.8f2a.svg#nameplate"></use></svg></a></div></div><main>{stories}</main>
<div class="site-foot" role="contentinfo">{links}</div></div></body></html>"""


def university(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    _svg(site, "/typo3conf/ext/site/Resources/Public/Images/lockup.svg", logos.wordmark.svg())
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    parent = _others(site, others, "fileadmin")
    links = "".join(f'<li><a href="{url}" target="_blank">.</a></li>' for url in site.socials.values())
    return f"""<!DOCTYPE html><html lang="de"><head><title>Startseite - {site.name}</title><base href="{site.origin}/">
<meta name="description" content="Lehre und Forschung an der Küste."><style>#header{{background:#f4f4f4}}a.button--primary{{background:{site.color}}}</style></head>
<body><a href="#content">Zum Inhalt</a><div id="header"><div class="metanav"><a href="https://land.example.org/"><img src="fileadmin/1.svg" alt="Logo des Landes"></a>
<a href="/en/"><img src="fileadmin/2.svg" alt="English" width="18" height="12"></a></div><a class="header__logo" href="/de/" title="Zur Startseite">
<img src="typo3conf/ext/site/Resources/Public/Images/lockup.svg" alt="Logo der {site.name}" width="300" height="60"></a></div>
<main id="content"><p>Bewerben Sie sich.</p><div class="kooperation"><a href="https://{others[0].slug}.example/"><img src="{parent[2]}" alt="Logo {others[2].name}"></a></div></main>
<div class="pagefooter"><div class="footer__social"><ul>{links}</ul></div></div></body></html>"""


def drupal(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    body = png(logos.wordmark, 260)
    site.put("/sites/default/files/styles/logo_0.png", body, "image/png")
    site.accept(body, "wordmark", logos.wordmark.fill)
    sponsors = "".join(
        f'<div class="views-row"><div class="field-content"><img src="{one}" alt="Sponsor"></div></div>'
        for one in _others(site, others, "sites/s")
    )
    links = "".join(f'<a href="{url}"><i class="fab"></i></a>' for url in site.socials.values())
    return f"""<!DOCTYPE html><html dir="ltr"><head><title>{site.name}</title><link rel="shortcut icon" href="/core/misc/druplicon.png">
<link rel="canonical" href="{site.origin}/"></head><body class="path-frontpage"><div class="layout-container"><header role="banner">
<div class="region region-header"><div id="block-branding"><a href="/" rel="home" id="logo"><img src="/sites/default/files/styles/logo_0.png" alt="Home"></a>
</div><div id="block-langs"><a href="/fr"><img class="language-icon" src="/sites/s/2.svg" width="18" height="12" alt="Français"></a></div>
<div class="soc">{links}</div></div></header><main><div class="view-sponsors">{sponsors}</div></main></div></body></html>"""


KINDS: dict[str, Maker] = {
    "shop": shop, "next": next_app, "webflow": webflow, "docs": docs, "agency": agency, "tables": table_layout, "dark app": dark_app,
    "restaurant": restaurant, "generated icons": generated_icons, "newspaper": newspaper, "university": university, "drupal": drupal,
}  # fmt: skip


def build(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 23) -> list[BrandSite]:
    """Six sites of each kind."""
    chance = random.Random(seed)
    return [
        _site(kind, sets[(place * SITES_PER_KIND + number) % len(sets)], chance.sample(list(others), 5), number)
        for place, kind in enumerate(KINDS)
        for number in range(SITES_PER_KIND)
    ]


def _site(kind: str, logos: LogoSet, others: Sequence[LogoSet], number: int) -> BrandSite:
    name = logos.name.replace("&", "and")
    site = BrandSite(f"unseen {kind} {number}", f"https://{logos.slug}.example", name, logos.color)
    handle = logos.slug.replace("-", "_")
    found = {
        "x": f"https://x.com/{handle}", "youtube": "https://www.youtube.com/channel/UC8bXs3dLm0", "tiktok": f"https://www.tiktok.com/@{handle}",
        "linkedin": f"https://de.linkedin.com/company/{handle}", "instagram": f"https://instagram.com/{handle}_official",
        "facebook": f"https://m.facebook.com/{handle}", "github": f"https://github.com/{handle}-org",
    }  # fmt: skip
    site.socials = dict(list(found.items())[number : number + 3])
    body = KINDS[kind](site, logos, others)
    site.put("/", body, "text/html; charset=utf-8")
    return site
