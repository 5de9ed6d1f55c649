"""Arranges the parts of a made-up company's home page, with traps: other companies' logos, share buttons, icons."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import PLACES, BrandSite, Page

Template = Callable[[BrandSite, Page, LogoSet], str]
_TEXT = "<p>We make instruments that measure the height of the tide, and the software that reads them.</p>"
_MENU_ICON = '<svg viewBox="0 0 24 24" width="24" height="24"><path d="M3 6h18v2H3zM3 12h18v2H3z"/></svg>'
_FRAMEWORK = ":root{--bs-blue:#0d6efd;--bs-primary:#0d6efd}.btn-primary{background-color:#0d6efd;color:#fff}"


def semantic(site: BrandSite, page: Page, logos: LogoSet) -> str:
    return (
        f'<header class="site-header"><a class="logo" href="/">{page.mark}</a><nav><a href="/shop">Shop</a>'
        f'<a href="https://status.other.example/"><img src="/wall/1.svg" alt="Status logo"></a></nav></header>'
        f"<main><section><h1>Tide gauges</h1>{_TEXT}</section>{_wall(site)}{page.body}</main>{_footer(site, logos)}"
    )


def navbar(site: BrandSite, page: Page, logos: LogoSet) -> str:
    return (
        f'{page.body}<nav class="navbar navbar-expand-lg"><div class="container"><a class="navbar-brand" href="{site.origin}/">'
        f'{page.mark}</a><button class="navbar-toggler">{_MENU_ICON}</button></div></nav>'
        f'<div class="container"><h1>{logos.name}</h1>{_TEXT}<a class="btn btn-primary" href="/start">Start</a></div>'
        f'<div class="row clients">{_images(site, "client")}</div>{_footer(site, logos)}'
    )


def utility(site: BrandSite, page: Page, logos: LogoSet) -> str:
    return (
        f'<div class="bg-white"><header class="absolute inset-x-0 top-0 z-50"><nav class="flex items-center p-6"><div class="flex '
        f'lg:flex-1"><a href="/" class="-m-1.5 p-1.5"><span class="sr-only">{logos.name}</span>{page.mark}</a></div>'
        f'<button type="button">{_MENU_ICON}</button></nav></header><div class="relative px-6 pt-14">{_TEXT}</div>'
        f'<div class="mx-auto grid grid-cols-4">{_images(site, "h-12 w-full")}</div>{page.body}</div>{_footer(site, logos)}'
    )


def builder(site: BrandSite, page: Page, logos: LogoSet) -> str:
    return (
        f'<div id="SITE_CONTAINER"><div id="SITE_HEADER" class="_3Gv qx"><div class="wixui-image"><a href="{site.origin}" '
        f'target="_self">{page.mark}</a></div><div class="social-bar"><a href="https://www.instagram.com/p/Cxyz123/">'
        f'<img src="/wall/2.svg" alt="post"></a></div></div><div id="PAGES">{_TEXT}{_wall(site)}</div>{page.body}'
        f'<div id="SITE_FOOTER">{_links(site)}</div></div>'
    )


def blog_system(site: BrandSite, page: Page, logos: LogoSet) -> str:
    return (
        f'<div id="page" class="site"><header id="masthead" class="site-header"><div class="site-branding"><h1 class="site-title">'
        f'<a href="{site.origin}/" rel="home">{page.mark}</a></h1></div></header><div id="content"><article><header '
        f'class="entry-header"><a href="/author"><img class="avatar" src="/wall/3.svg" alt="Author"></a></header>{_TEXT}'
        f'<a href="https://twitter.com/intent/tweet?url=x">Share</a><a href="https://www.linkedin.com/in/someone">Me</a></article>'
        f'{page.body}<aside class="partners"><ul>{_images(site, "partner-logo")}</ul></aside></div>{_footer(site, logos)}</div>'
    )


TEMPLATES: dict[str, Template] = {
    "semantic": semantic, "navbar": navbar, "utility": utility, "builder": builder, "blog": blog_system,
}  # fmt: skip


def _wall(site: BrandSite) -> str:
    items = "".join(
        f'<li><a href="#"><img src="/wall/{n}.svg" alt="{name} logo"></a></li>' for n, name in enumerate(_others(site))
    )
    return f'<section class="trusted-by"><h2>Trusted by</h2><ul class="logo-grid">{items}</ul></section>'


def _images(site: BrandSite, classes: str) -> str:
    return "".join(
        f'<div><img class="{classes}" src="/wall/{n}.svg" alt="{name}"></div>' for n, name in enumerate(_others(site))
    )


def _others(site: BrandSite) -> Sequence[str]:
    return ("Globex", "Initech", "Umbrella", "Hooli", "Vandelay")


def _links(site: BrandSite) -> str:
    shares = '<a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a><a href="https://t.me/share/url?url=x">Send</a>'
    return shares + "".join(f'<a href="{address}" rel="noopener">{kind}</a>' for kind, address in site.socials.items())


def _footer(site: BrandSite, logos: LogoSet) -> str:
    payments = '<div class="payment"><img src="/wall/4.svg" alt="Visa logo"></div>'
    return f'<footer class="site-footer">{_links(site)}{payments}<p>© 2024 {logos.name} Inc.</p></footer>'


def build(sets: Sequence[LogoSet], others: Sequence[LogoSet], *, most: int = 80, seed: int = 11) -> list[BrandSite]:
    """A site for each template and place, each with another logo set and other traps."""
    chance = random.Random(seed)
    pairs = [(template, place) for place in PLACES for template in TEMPLATES][:most]
    return [
        _site(template, place, sets[number % len(sets)], chance.sample(list(others), 5), number)
        for number, (template, place) in enumerate(pairs)
    ]


def _site(template: str, place: str, logos: LogoSet, others: Sequence[LogoSet], number: int) -> BrandSite:
    site = BrandSite(f"{template} / {place}", f"https://{logos.slug}.example", logos.name, logos.color)
    site.socials = _socials(logos, number)
    page = Page()
    for place_of_other, other in enumerate(others):
        mark = other.wordmark if place_of_other % 2 else other.icon
        site.put(f"/wall/{place_of_other}.svg", mark.svg(), "image/svg+xml")
    PLACES[place](site, page, logos)
    _state_color(site, page, number)
    if number % 4 == 1:
        page.head += '<link rel="icon" href="/vite.svg">'
        site.put("/vite.svg", others[0].icon.svg("#bd34fe"), "image/svg+xml")
    _name(page, logos, number)
    page.css += "header,.site-header,.navbar,#SITE_HEADER{background:%s}" % ("#10131a" if page.is_dark else "#fff")
    site.put(
        "/css/main.css",
        page.css + "body{color:#222;background:#fff;font-family:Inter,sans-serif}h1{font-family:'Lora'}",
        "text/css",
    )
    body = TEMPLATES[template](site, page, logos)
    head = f'<meta charset="utf-8">{page.head}<link rel="stylesheet" href="/css/main.css">'
    site.put(
        "/", f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>', "text/html; charset=utf-8"
    )
    return site


def _state_color(site: BrandSite, page: Page, number: int) -> None:
    """State the company's colour in one of the usual ways, or another colour, or none."""
    kinds = (
        lambda: f'<meta name="theme-color" content="{site.color}">',
        lambda: f"<style>:root{{--color-primary:{site.color};--color-text:#333}}</style>",
        lambda: '<meta name="theme-color" content="#ffffff">',
        lambda: f"<style>{_FRAMEWORK}</style>",
        lambda: "",
    )
    page.head += kinds[number % len(kinds)]()


def _name(page: Page, logos: LogoSet, number: int) -> None:
    titles = (f"{logos.name} | Tide gauges", f"Home - {logos.name}", f"Tide gauges and software \u2013 {logos.name}")
    page.head += f"<title>{titles[number % 3].replace('&', '&amp;')}</title>"
    if number % 2:
        page.head += f'<meta property="og:site_name" content="{logos.name.replace("&", "&amp;")}">'
    page.head += '<meta name="description" content="Instruments and software for tides.">'


def _socials(logos: LogoSet, number: int) -> dict[str, str]:
    handle = logos.slug.replace("-", "")
    found = {
        "x": f"https://twitter.com/{handle}", "linkedin": f"https://www.linkedin.com/company/{handle}",
        "instagram": f"https://www.instagram.com/{handle}/", "github": f"https://github.com/{handle}",
        "youtube": f"https://www.youtube.com/@{handle}", "facebook": f"https://www.facebook.com/{handle}",
    }  # fmt: skip
    return dict(list(found.items())[number % 3 : number % 3 + 3])
