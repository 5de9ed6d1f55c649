"""Replicas that were made after the rules, and are only measured. Each is a way of writing that the other files do not have."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from urllib.parse import quote

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.replica import SVG, Maker, images, inline, own, own_png, page, theirs
from extraction.logo import color

Part = Callable[[BrandSite, LogoSet, Sequence[LogoSet]], tuple[str, str, str]]


def _made(part: Part, title: str | None = None, classes: str = "") -> Maker:
    """A replica of (body, css, head)."""

    def make(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
        body, css, head = part(site, logos, others)
        shown = title.format(name=site.name) if title else None
        return page(site, body, css=css, head=head, title=shown, classes=f' class="{classes}"' if classes else "")

    return make


def _wall(site: BrandSite, others: Sequence[LogoSet], folder: str = "/w", attributes: str = 'alt=""') -> str:
    return images(theirs(site, others, folder), attributes)


def _go(site: BrandSite, css_class: str = "go") -> str:
    return f'<a class="{css_class}" href="/book">Book</a>'


def _white(site: BrandSite, logos: LogoSet) -> str:
    return own(site, logos, "/w.svg", fill="#ffffff")


def _drawn(site: BrandSite, logos: LogoSet, attributes: str, fill: str = "currentColor") -> str:
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    return inline(logos.wordmark, fill, attributes)


def _rgb(site: BrandSite, by: str = " ") -> str:
    return by.join(map(str, color.rgb_of(site.color)))


def _accepted(site: BrandSite, logos: LogoSet) -> str:
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    return ""


def _shape(site: BrandSite, logos: LogoSet) -> str:
    site.put("/k/l.svg", logos.wordmark.svg("#000000"), SVG)
    return _accepted(site, logos)


def _classed(site: BrandSite, logos: LogoSet) -> str:
    """A drawing whose colours are in its style sheet, as drawing programs write it."""
    sheet = f"<style>@charset 'utf-8';.st0{{fill:{site.color}}}</style>"
    mark = logos.wordmark
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {mark.width:g} {mark.height:g}">{sheet}<g class="st0">{mark.inside}</g></svg>'
    return _accepted(site, logos) + site.put("/y/l.svg", text, SVG)


KINDS: dict[str, Maker] = {
    "hubspot": _made(lambda s, m, o: (f'<div class="header-container-wrapper"><div class="row-fluid-wrapper"><span class="hs_cos_wrapper"><a href="//{s.origin[8:]}/" id="hs-link-logo"><img src="{own_png(s, m, "/hubfs/lg.png")}" class="hs-image-widget" alt="lg"></a></span></div></div><h1>Boats</h1><div class="body-container">{_wall(s, o)}</div>', "", "")),
    "squarespace 7.0": _made(lambda s, m, o: (f'<header id="header"><div id="logoWrapper"><h1 id="logoImage"><a href="/"><img src="{own_png(s, m, "/s/l.png")}?format=1500w" alt="{s.name}"></a></h1></div></header><div class="sqs-layout">{_wall(s, o)}</div><h2>Boats</h2>', "", "")),
    "weebly": _made(lambda s, m, o: (f'<div class="wrapper"><div class="birdseye-header"><div class="nav-wrap"><div class="logo"><span class="wsite-logo"><a href="/"><img src="{own_png(s, m, "/uploads/1/pub.png")}"></a></span></div></div></div><div class="main-wrap"><h2>Boats</h2>{_wall(s, o)}</div></div>', "", "")),
    "magento": _made(lambda s, m, o: (f'<div class="page-wrapper"><header class="page-header"><div class="panel wrapper"><ul class="header links"><li><a href="/l">Sign In</a></li></ul></div><div class="header content"><a class="logo" href="{s.origin}/" title=""><img src="{own(s, m, "/static/version1/images/logo.svg")}" title="" alt="" width="148" height="43"></a></div></header><main><h1>Boats</h1>{_wall(s, o)}</main></div>', f".action.primary{{background:{s.color}}}", "")),
    "woocommerce": _made(lambda s, m, o: (f'<div id="page" class="hfeed site"><header id="masthead" class="site-header"><div class="col-full"><div class="site-branding"><a href="{s.origin}/" class="custom-logo-link"><img width="300" src="{own_png(s, m, "/wp/u/l-300x72.png", 300)}" class="custom-logo" alt="" srcset="{own_png(s, m, "/wp/u/l.png", 512)} 512w, /wp/u/l-300x72.png 300w" sizes="(max-width:300px) 100vw"></a></div></div></header><h1>Boats</h1>{_wall(s, o)}</div>', "", "")),
    "divi": _made(lambda s, m, o: (f'<div id="page-container"><div id="top-header"><a href="tel:1">1</a></div><header id="main-header"><div class="container et_menu_container"><div class="logo_container"><span class="logo_helper"></span><a href="{s.origin}/"><img src="{own(s, m, "/wp/d.svg")}" alt="" id="logo" data-height-percentage="54"></a></div></div></header><div id="et-main-area"><div class="et_pb_module"><h2>Boats</h2>{_wall(s, o)}</div></div></div>', "", "")),
    "gutenberg header": _made(lambda s, m, o: (f'<div class="wp-site-blocks"><div class="wp-block-cover alignfull header-cover"><div class="wp-block-group"><div class="wp-block-site-logo"><a href="/"><img src="{own(s, m, "/wp/g.svg")}" alt=""></a></div></div><h2>Boats</h2><div class="wp-block-gallery">{_wall(s, o)}</div></div></div>', "", "")),
    "drupal olivero": _made(lambda s, m, o: (f'<div id="page-wrapper" class="page-wrapper"><div id="page"><header id="header" class="site-header"><div class="site-branding__inner"><a href="/" rel="home" class="site-branding__logo"><img src="{own(s, m, "/core/l.svg")}" alt="Home"></a></div></header><main><h1>Boats</h1>{_wall(s, o)}</main></div></div>', ":root{--color--primary-50:#0d77b5}", "")),
    "typo3 figure": _made(lambda s, m, o: (f'<div id="top"><figure class="c-logo"><a href="/de/"><picture><source srcset="{own(s, m, "/f/l.svg")}" media="(min-width: 768px)"><img src="/f/l.svg" alt=""></picture></a></figure></div><h1>Schiffe</h1>{_wall(s, o)}', "", "")),
    "joomla": _made(lambda s, m, o: (f'<header class="header container-header"><div class="grid-child"><div class="navbar-brand"><a class="brand-logo" href="/"><img loading="eager" src="{own(s, m, "/images/l.svg")}" alt="{s.name}"></a></div></div></header><div class="site-grid"><h2>Boats</h2>{_wall(s, o)}</div>', f":root{{--cassiopeia-color-primary:{s.color}}}", "")),
    "react header in main": _made(lambda s, m, o: (f'<div id="root"><main class="layout"><header class="sc-aXZ"><a href="/">{_drawn(s, m, " height=24", s.color)}</a></header><section><h1>Boats</h1>{_wall(s, o)}</section></main></div>', "", "")),
    "link around nothing": _made(lambda s, m, o: (f'<nav class="flex"><div class="w-32"><img src="{own(s, m, "/n/l.svg")}" alt="{s.name}"></div><a href="/l">Lines</a></nav><h1>Boats</h1><div>{_wall(s, o)}</div>', "", "")),
    "button logo": _made(lambda s, m, o: (f'<header><button aria-label="{s.name} home" class="h"><img src="{own(s, m, "/n/b.svg")}" alt="{s.name}"></button></header><h1>Boats</h1>{_wall(s, o)}', "", "")),
    "two sizes": _made(lambda s, m, o: (f'<header><a href="/"><img class="hidden lg:block" src="{own(s, m, "/n/wide.svg")}" alt="{s.name}"><img class="lg:hidden" src="{own(s, m, "/n/mark.svg", kind="icon")}" alt="{s.name}"></a></header><h1>Boats</h1>{_wall(s, o)}', "", "")),
    "sponsor bar": _made(lambda s, m, o: (f'<div class="sponsor-top"><span>Powered by</span><a href="https://{o[0].slug}.example"><img src="{theirs(s, o[:1], "/sp")[0]}" alt="logo" class="logo"></a></div><div class="head"><a href="/"><img src="{own(s, m, "/n/s.svg")}" alt="{s.name}"></a></div><h1>Boats</h1>', "", "")),
    "acquired": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/n/a.svg")}" alt="{s.name}"></a><span>a <img class="parent-logo" src="{theirs(s, o[:1], "/pa")[0]}" alt="{o[0].name}"> company</span></header><h1>Boats</h1>', "", "")),
    "app store badges": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/n/app.svg")}" alt=""></a><a href="https://apps.apple.com/1"><img src="{theirs(s, o[:1], "/st")[0]}" alt="App Store"></a></header><h1>Boats</h1>', "", "")),
    "usercentrics": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/n/u.svg")}" alt="{s.name}"></a></header><h1>Boats</h1><div id="usercentrics-root"><div class="uc-banner-content header"><a href="/"><img src="{theirs(s, o[:1], "/uc")[0]}" alt="Logo" class="logo"></a><button class="uc-btn">Alle akzeptieren</button></div></div>', ".uc-btn{background:#0045a5}", "")),
    "cookieyes": _made(lambda s, m, o: (f'<div class="cky-consent-container"><div class="cky-header"><img class="cky-logo" src="{theirs(s, o[:1], "/cy")[0]}" alt="logo"></div><button class="cky-btn">Accept All</button></div><header><a href="/"><img src="{_white(s, m)}" alt="{s.name}"></a></header><h1>Boats</h1>{_go(s)}', f".cky-btn{{background:#1863dc}}.go{{background:{s.color}}}header{{background:#111}}", "")),
    "tailwind 3.4 theme": _made(lambda s, m, o: (f'<header class="bg-primary"><a href="/"><img src="{_white(s, m)}" alt=""></a></header><h1>Boats</h1><a class="bg-primary" href="/b">Book</a>', f":root{{--primary:{_rgb(s)};--background:255 255 255}}.bg-primary{{--tw-bg-opacity:1;background-color:rgb(var(--primary) / var(--tw-bg-opacity,1))}}", "")),
    "shadcn": _made(lambda s, m, o: (f'<header><a href="/">{_drawn(s, m, " class=logo height=20")}</a></header><h1>Boats</h1><button class="bg-primary">Go</button>', f":root{{--primary:{s.color};--primary-foreground:#fff;--ring:#999}}.bg-primary{{background-color:hsl(var(--primary))}}.logo{{color:var(--primary)}}", "")),
    "mui": _made(lambda s, m, o: (f'<header class="MuiAppBar-root css-9d"><a href="/"><img src="{_white(s, m)}" alt="{s.name}"></a></header><h1>Boats</h1><button class="MuiButton-root css-7k">Go</button>', f".css-9d{{--AppBar-background:{s.color};background-color:var(--AppBar-background)}}.css-7k{{--variant-containedBg:{s.color};background-color:var(--variant-containedBg)}}", "")),
    "chakra": _made(lambda s, m, o: (f'<div class="chakra-ui-light"><header><a href="/">{_drawn(s, m, " class=css-l height=20")}</a></header><h1>Boats</h1></div>', f":host,:root,[data-theme]{{--chakra-colors-brand-500:{s.color};--chakra-colors-gray-800:#1a202c}}.css-l{{color:var(--chakra-colors-brand-500)}}", "")),
    "vuetify": _made(lambda s, m, o: (f'<div class="v-application v-theme--bay"><header class="v-toolbar"><a href="/"><img src="{_white(s, m)}" alt=""></a></header><h1>Boats</h1><button class="v-btn bg-primary">Go</button></div>', f".v-theme--bay{{--v-theme-primary:{_rgb(s, ',')}}}.bg-primary{{background-color:rgb(var(--v-theme-primary))!important}}.v-toolbar{{background:#121212}}", "")),
    "ionic": _made(lambda s, m, o: (f'<header><a href="/">{_drawn(s, m, " class=tint height=20")}</a></header><h1>Boats</h1>', f":root{{--ion-color-primary:{s.color};--ion-color-primary-rgb:{_rgb(s, ',')}}}.tint{{fill:var(--ion-color-primary);color:var(--ion-color-primary)}}", "")),
    "nested theme": _made(lambda s, m, o: (f'<div class="theme" data-color="bay"><header><a href="/">{_drawn(s, m, " class=ink height=20")}</a></header><h1>Boats</h1></div>', f'.theme{{--c:#000}}.theme[data-color="bay"]{{--c:{s.color}}}.theme .ink{{color:var(--c)}}', "")),
    "hex fallback chain": _made(lambda s, m, o: (f'<header><a href="/">{_drawn(s, m, " class=ink height=20")}</a></header><h1>Boats</h1>', f".ink{{color:var(--a,var(--b,var(--c,{s.color})))}}", "")),
    "inline custom property": _made(lambda s, m, o: (f'<div style="--brand:{s.color}"><header><a href="/">{_drawn(s, m, " class=ink height=20")}</a></header><h1>Boats</h1></div>', ".ink{color:var(--brand)}", "")),
    "img in style sheet content": _made(lambda s, m, o: (f'<header><a class="site-logo" href="/" title="{s.name}"></a></header><h1>Boats</h1>', f'.site-logo::before{{content:url("{own(s, m, "/c/l.svg")}");display:block}}', "")),
    "mask by property": _made(lambda s, m, o: (f'<header><a href="/"><span class="logo-mask"></span></a></header><h1>Boats</h1>{_shape(s, m)}', f".logo-mask{{--m:url(/k/l.svg);mask-image:var(--m);-webkit-mask-image:var(--m);background-color:{s.color};display:block}}", "")),
    "webp and png": _made(lambda s, m, o: (f'<header><a href="/"><img src="{s.put("/q/l-20x.png", png(m.wordmark, 20), "image/png")}" data-srcset="{own_png(s, m, "/q/l-180x.png", 180)} 180w 45h, {own_png(s, m, "/q/l-360x.png", 360)} 360w 90h" data-sizes="auto" class="lazyautosizes lazyloaded" alt="{s.name}"></a></header><h1>Boats</h1>', "", "")),
    "noscript lazy": _made(lambda s, m, o: (f'<header><a href="/"><img class="lazy" src="data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20viewBox=%220%200%20210%20140%22%3E%3C/svg%3E" data-lazy-src="{own(s, m, "/z/l.svg")}" alt="{s.name}"><noscript><img src="/z/l.svg"></noscript></a></header><h1>Boats</h1>', "", "")),
    "encoded svg": _made(lambda s, m, o: (f'<header><a href="/"><img alt="{s.name}" src="data:image/svg+xml;charset=utf8,{quote(m.wordmark.svg())}"></a></header><h1>Boats</h1>{_accepted(s, m)}', "", "")),
    "svg with class styles": _made(lambda s, m, o: (f'<header><a href="/"><img src="{_classed(s, m)}" alt="{s.name}"></a></header><h1>Boats</h1>', "", "")),
    "og first": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/o/l.svg")}" alt="logo"></a></header><h1>Boats</h1>', "", f'<meta property="og:site_name" content="{s.name} | Official Site">'), title="Home"),
    "login title": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/o/l.svg")}" alt="{s.name} logo"></a></header><h1>Boats</h1>', "", ""), title="Log in | {name}"),
    "french home": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/o/l.svg")}" alt="Accueil {s.name}"></a></header><h1>Bateaux</h1><footer>\u00a9 {s.name}, 2019-2026</footer>', "", '<meta property="og:site_name" content="Accueil">'), title="Accueil"),
    "webpage json": _made(lambda s, m, o: (f'<header><a href="/"><img src="{own(s, m, "/o/l.svg")}" alt=""></a></header><h1>Boats</h1>', "", f'<script type="application/ld+json">{json.dumps({"@context": "https://schema.org", "@type": "WebSite", "url": s.origin, "name": s.name + " - ferries and boats since the year 1900", "alternateName": s.name})}</script>'), title="Ferries and boats"),
}  # fmt: skip
