"""CSS systems and consent dialogs: Tailwind 2 and 4, Bootstrap 5.3, CSS modules, sprites, OneTrust's and Cookiebot's markup."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company, document, footer, numbers, photo
from benchmarks.sites.built.replica import SVG, Maker, images, inline, own, own_png, theirs


def _symbol(name: str, mark_inside: str, width: float, height: float, fill: str = "") -> str:
    paint = f' fill="{fill}"' if fill else ""
    return f'<symbol id="{name}" viewBox="0 0 {width:g} {height:g}"{paint}>{mark_inside}</symbol>'


def tailwind_4(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Cindertrail", "cindertrail.example")
    site.fonts = ("Outfit",)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    css = (
        "/*! tailwindcss v4.1.4 | MIT License */@layer properties{@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))){*,:before,:after{--tw-font-weight:initial}}}"
        f"@layer theme{{:root,:host{{--font-sans:'Outfit',ui-sans-serif,system-ui;--color-red-600:oklch(57.7% .245 27.325);--color-white:#fff;--color-brand-600:{site.color};--default-font-family:var(--font-sans)}}}}"
        "@layer base{*,:after,:before{border:0 solid;margin:0}html,:host{font-family:var(--default-font-family,ui-sans-serif,system-ui,sans-serif)}h1,h2{font-size:inherit}}"
        "@layer components;@layer utilities{.text-brand-600{color:var(--color-brand-600)}.bg-brand-600{background-color:var(--color-brand-600)}.hover\\:bg-red-600{&:hover{@media (hover:hover){background-color:var(--color-red-600)}}}.text-white{color:var(--color-white)}.fill-current{fill:currentcolor}}"
    )
    drawn = inline(logos.wordmark, "currentColor", ' class="h-8 w-auto text-brand-600" aria-hidden="true"')
    clouds = "".join(
        f'<img class="col-span-2 max-h-12 w-full object-contain" src="{path}" alt="" width="158" height="48">'
        for path in theirs(site, others, "/img/logos")
    )
    body = (
        f'<div class="bg-white"><header class="absolute inset-x-0 top-0 z-50"><nav aria-label="Global" class="flex items-center justify-between p-6"><div class="flex lg:flex-1"><a href="#" class="-m-1.5 p-1.5"><span class="sr-only">Cindertrail</span>{drawn}</a></div><a href="/login">Log in <span aria-hidden="true">&rarr;</span></a></nav></header>'
        f'<div class="relative isolate"><h1 class="text-5xl">Route planning for ultra runners</h1><a href="/start" class="rounded-md bg-brand-600 text-white hover:bg-red-600">Get started</a></div><div class="mx-auto grid">{clouds}</div></div>'
        + footer(site)
    )
    return document(site, body, title="Cindertrail", css=css, root=' class="h-full"')


def tailwind_hero(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The hero is the only `header`; the navigation with the logo is before it."""
    company(site, "Brightfen Solar", "brightfen.example")
    site.fonts = ("Poppins",)
    mark = own(site, logos, "/images/bf.svg")
    css = (
        f"html{{font-family:Poppins,system-ui,sans-serif}}.bg-sun-500{{--tw-bg-opacity:1;background-color:rgba({numbers(site.color, ', ')},var(--tw-bg-opacity))}}.bg-gray-900{{--tw-bg-opacity:1;background-color:rgba(17,24,39,var(--tw-bg-opacity))}}"
        ".text-white{--tw-text-opacity:1;color:rgba(255,255,255,var(--tw-text-opacity))}"
    )
    awards = "".join(
        f'<img class="h-10" src="{path}" alt="Award logo">' for path in theirs(site, others, "/images/awards")
    )
    body = (
        f'<nav class="flex bg-white px-6"><a href="{site.origin}/index.html"><img class="h-8 w-auto sm:h-10" src="{mark}" alt=""></a><button class="bg-gray-900 text-white">Menu</button></nav>'
        f'<header class="bg-gray-900 text-white"><div class="flex">{awards}</div><h1>Panels that pay the rent</h1><a class="bg-sun-500 text-white" href="/offer">Get an offer</a><img src="{photo(site, "/images/field.jpg", 7)}" alt="Field"></header><section><a class="bg-sun-500" href="/offer">Get an offer</a></section>'
        + footer(site)
    )
    return document(site, body, title="Solar panels for tenants | Brightfen Solar", css=css)


def bootstrap_dark(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A dark page: a light wordmark with a touch of colour on the button only."""
    company(site, "Vantablume", "vantablume.example")
    site.fonts = ("Space Grotesk",)
    mark = own(site, logos, "/img/vantablume-light.svg", fill="#ffffff")
    css = (
        ":root,[data-bs-theme=light]{--bs-blue:#0d6efd;--bs-primary:#0d6efd;--bs-body-bg:#fff;--bs-body-font-family:'Space Grotesk',sans-serif;--bs-link-color:#0d6efd}"
        f"[data-bs-theme=dark]{{--bs-body-bg:#0b0c10;--bs-body-color:#e9ecef;--bs-primary:{site.color};--bs-primary-rgb:{numbers(site.color)}}}"
        "body{font-family:var(--bs-body-font-family);background-color:var(--bs-body-bg);color:var(--bs-body-color)}.btn{background-color:var(--bs-btn-bg);color:var(--bs-btn-color)}"
        f".btn-primary{{--bs-btn-color:#000;--bs-btn-bg:{site.color};--bs-btn-border-color:{site.color}}}.btn-outline-light{{--bs-btn-color:#f8f9fa}}.text-bg-danger{{background-color:#dc3545}}"
    )
    body = (
        f'<nav class="navbar navbar-expand-lg sticky-top"><div class="container"><a class="navbar-brand" href="/"><img src="{mark}" alt="Vantablume" height="28" class="d-inline-block align-text-top"></a><a class="btn btn-primary" href="/tickets">Tickets</a></div></nav>'
        f'<header class="py-5 text-center"><h1 class="display-3">Light shows for dark gardens</h1><a class="btn btn-primary btn-lg" href="/tickets">Tickets</a><div class="row navbar-partners">{images(theirs(site, others, "/img/partners"), "class=" + chr(34) + "img-fluid" + chr(34) + " alt=" + chr(34) + "Partner" + chr(34))}</div></header>'
        + footer(site)
    )
    return document(
        site, body, title="Vantablume • Light shows for dark gardens", css=css, root=' data-bs-theme="dark"'
    )


def css_modules(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Each class has its file's name in it, and partners have a file named `PartnersHeader`."""
    company(site, "Mossbank Credit", "mossbankcredit.example")
    site.fonts = ("IBM Plex Sans", "IBM Plex Serif")
    mark = own_png(site, logos, "/assets/mb-5f2c.png", 380)
    css = (
        "body{font-family:'IBM Plex Sans',Arial,sans-serif}.Title_title__9xK2a{font-family:'IBM Plex Serif',Georgia,serif}"
        f".Button_root__Q1w2E{{border-radius:4px}}.Button_variantPrimary__Zx9Yw{{background:{site.color};color:#fff}}.Button_variantGhost__aa11b{{background:transparent;color:#333}}.Alert_warn__1a2b3{{background:#ffd54f}}"
    )
    partners = "".join(
        f'<li class="PartnersHeader_logoItem__1Qa2Z"><img class="PartnersHeader_logo__7Yh3N" src="{path}" alt=""></li>'
        for path in theirs(site, others, "/assets/p")
    )
    body = (
        f'<div class="Layout_root__2Sx4R"><div class="Topbar_bar__4Rf5T"><div class="Topbar_start__8Uj7K"><a class="Topbar_homeLink__5Tg6Y" href="/"><img src="{mark}" alt="Mossbank" height="32"></a></div><div class="Topbar_end__1Wq2E"><a class="Button_root__Q1w2E Button_variantGhost__aa11b" href="/login">Log in</a></div></div>'
        f'<div class="Alert_warn__1a2b3">Rates change on 1 December.</div><div class="PartnersHeader_root__6Yh7U"><ul>{partners}</ul></div><div class="Hero_header__3Ed4R"><h1 class="Title_title__9xK2a">Loans that shrink</h1><a class="Button_root__Q1w2E Button_variantPrimary__Zx9Yw" href="/apply">Apply</a></div></div>'
        + footer(site, "Mossbank Credit is a member of the savings guarantee.")
    )
    return document(
        site,
        body,
        title="Loans that shrink - Mossbank Credit",
        css=css,
        head='<meta property="og:title" content="Loans that shrink"><meta property="og:site_name" content="Mossbank Credit">',
    )


def svg_sprite(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """One sprite holds the company's logo and those of its partners."""
    company(site, "Ravel & Stitch", "ravelstitch.example")
    site.fonts = ("Recoleta", "Mulish")
    mark = logos.wordmark
    site.accept(mark.svg(), "wordmark", mark.fill)
    sheet = '<svg xmlns="http://www.w3.org/2000/svg">' + _symbol(
        "icon-arrow", '<path d="M4 11h12l-5-5 1-2 8 8-8 8-1-2 5-5H4z"/>', 24, 24
    )
    for number, other in enumerate(others):
        site.foreign.append(other.wordmark.svg().encode())
        sheet += _symbol(
            f"icon-logo-{number}", other.wordmark.inside, other.wordmark.width, other.wordmark.height, other.color
        )
    site.put(
        "/dist/img/sprite.4a1b.svg",
        sheet + _symbol("icon-ravelstitch", mark.inside, mark.width, mark.height) + "</svg>",
        SVG,
    )
    css = f"body{{font-family:Mulish,sans-serif}}h1,h2{{font-family:Recoleta,serif}}.icon{{fill:currentColor}}.page-head__brand{{color:{site.color}}}.btn--main{{background-color:{site.color};color:#fff}}"
    partners = "".join(
        f'<li class="partners__item"><svg class="icon icon--partner"><use xlink:href="/dist/img/sprite.4a1b.svg#icon-logo-{number}"></use></svg></li>'
        for number in range(len(others))
    )
    body = (
        f'<div class="page-head"><div class="wrap"><a class="page-head__brand" href="/"><svg class="icon icon--brand" width="180" height="28" role="img"><title>Ravel &amp; Stitch</title><use xlink:href="/dist/img/sprite.4a1b.svg#icon-ravelstitch"></use></svg></a><button class="burger"><svg class="icon"><use xlink:href="/dist/img/sprite.4a1b.svg#icon-arrow"></use></svg></button></div></div>'
        f'<main><h1>Mending is a love language</h1><a class="btn btn--main" href="/classes">Classes</a><ul class="partners">{partners}</ul></main>'
        + footer(site)
    )
    return document(site, body, title="Ravel &amp; Stitch", css=css)


def onetrust(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A rendered page: the consent centre with its stock logo is before the page's own header."""
    company(site, "Aldervane", "www.aldervane.example")
    site.fonts = ("Source Sans 3",)
    stock = site.put(
        "https://cdn.cookielaw.org/logos/static/ot_company_logo.png", png(others[0].wordmark, 300), "image/png"
    )
    powered = site.put("https://cdn.cookielaw.org/logos/static/powered_by_logo.svg", others[2].wordmark.svg(), SVG)
    site.foreign += [others[0].wordmark.svg().encode(), others[2].wordmark.svg().encode()]
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    css = f"body,h1,h2{{font-family:'Source Sans 3',sans-serif}}.c-logo{{color:{site.color}}}.c-button{{background:{site.color};color:#fff}}"
    consent = (
        "<style>#onetrust-consent-sdk #onetrust-accept-btn-handler,#onetrust-pc-sdk button:not(.x){background-color:#6cc04a;border-color:#6cc04a;color:#fff}</style>"
        '<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter ot-fade-in"></div><div id="onetrust-pc-sdk" class="otPcCenter ot-hide" role="dialog" aria-label="Privacy Preference Center"><div class="ot-pc-header"><div class="ot-pc-logo" role="img" aria-label="Company Logo">'
        f'<img alt="Company Logo" src="{stock}"></div><button id="close-pc-btn-handler" class="ot-close-icon" aria-label="Close"></button></div><div class="ot-pc-footer"><button id="accept-recommended-btn-handler">Allow All</button><div class="ot-pc-footer-logo"><a href="https://www.onetrust.com/products/cookie-consent/" rel="noopener noreferrer" target="_blank" aria-label="Powered by OneTrust"><img alt="Powered by Onetrust" src="{powered}"></a></div></div></div>'
        '<div id="onetrust-banner-sdk" class="otFlat bottom ot-wo-title" role="region"><div id="onetrust-policy-text">We use cookies.</div><button id="onetrust-accept-btn-handler">Accept All Cookies</button></div></div>'
    )
    body = (
        f'{consent}<div id="app"><div class="c-masthead"><a class="c-masthead__home" href="/en-gb/" aria-label="Aldervane">{inline(logos.wordmark, "currentColor", " class=" + chr(34) + "c-logo" + chr(34) + " width=" + chr(34) + "150" + chr(34))}</a></div>'
        f'<main><h1>Pumps for difficult water</h1><a class="c-button" href="/en-gb/products">Products</a><div class="c-refs">{images(theirs(site, others[1:], "/dam/refs"))}</div></main></div>'
        + footer(site)
    )
    return document(site, body, title="Aldervane | Industrial pumps", css=css, lang="en-GB")


def cookiebot(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Cookiebot's dialog in Danish, with its maker's linked logo, on a page with a logo as a background."""
    company(site, "Fjordbryg", "fjordbryg.example")
    site.fonts = ("Bitter", "Work Sans")
    own(site, logos, "/theme/fb-logo.svg")
    maker = others[3].wordmark
    site.foreign.append(maker.svg().encode())
    css = f"body{{font-family:'Work Sans',sans-serif}}h1,h2{{font-family:Bitter,serif}}.brand a{{display:block;width:170px;height:30px;background:url(../theme/fb-logo.svg) 0 0/contain no-repeat;text-indent:100%;overflow:hidden;white-space:nowrap}}.knap{{background:{site.color};color:#fff}}#CybotCookiebotDialog .CybotCookiebotDialogBodyButton{{background-color:#188600;color:#fff}}"
    dialog = (
        '<div id="CybotCookiebotDialog" name="CybotCookiebotDialog" role="dialog" aria-modal="true" lang="da"><div class="CybotCookiebotDialogContentWrapper"><div id="CybotCookiebotDialogHeader"><div id="CybotCookiebotDialogHeaderLogosWrapper"><div id="CybotCookiebotDialogPoweredbyLink">'
        f'<a href="https://www.cookiebot.com/en/what-is-behind-powered-by-cookiebot/" target="_blank"><span>{inline(maker, maker.fill or "#111", " width=" + chr(34) + "120" + chr(34))}</span></a></div></div></div><button class="CybotCookiebotDialogBodyButton" id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">Tillad alle</button></div></div>'
    )
    body = (
        f'{dialog}<div class="page"><div class="top"><div class="brand"><a href="/">Fjordbryg</a></div><ul class="menu"><li><a href="/ol">Øl</a></li></ul></div><h1>Brygget af regnvand</h1><a class="knap" href="/kob">Køb</a><div class="forhandlere">{images(theirs(site, others, "/f"))}</div></div>'
        + footer(site, "Alle rettigheder forbeholdes.")
    )
    return document(site, body, title="Forside | Fjordbryg", css=css, lang="da")


KINDS: dict[str, Maker] = {
    "Tailwind 4": tailwind_4, "Tailwind 2, hero": tailwind_hero, "Bootstrap 5.3, dark": bootstrap_dark, "CSS modules": css_modules, "SVG sprite": svg_sprite,
    "OneTrust": onetrust, "Cookiebot": cookiebot,
}  # fmt: skip
