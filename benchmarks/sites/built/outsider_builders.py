"""Page builders: Wix, Squarespace, Webflow, Jimdo, Framer and HubSpot."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import ImageFilter

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, document, footer, hsl, numbers, photo
from benchmarks.sites.built.replica import Maker, images, own, own_png, theirs
from extraction.logo import vector


def _blurred(logos: LogoSet) -> bytes:
    output = io.BytesIO()
    vector.draw(logos.wordmark.svg().encode(), 48).filter(ImageFilter.GaussianBlur(2)).save(output, "PNG")
    return output.getvalue()


def _stranger(site: BrandSite, others: Sequence[LogoSet], path: str, kind: str = "image/png") -> str:
    """Put the builder's own default icon; its path."""
    mark = others[0].icon
    site.foreign.append(mark.svg().encode())
    return site.put(path, ico(mark) if kind == "image/x-icon" else png(mark, 256), kind)


def wix(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Marlow Physio", "www.marlowphysio.example")
    media = "https://static.wixstatic.com/media/3f1c_8d2b~mv2.png/v1/fill"
    blurred = site.put(
        f"{media}/w_79,h_20,al_c,q_85,usm_0.66_1.00_0.01,blur_2/Untitled-3.png", _blurred(logos), "image/png"
    )
    one = own_png(site, logos, f"{media}/w_158,h_40,al_c,q_85,usm_0.66_1.00_0.01,enc_auto/Untitled-3.png", 158)
    two = own_png(site, logos, f"{media}/w_316,h_80,al_c,q_90,enc_auto/Untitled-3.png", 316)
    insurers = theirs(site, others, "https://static.wixstatic.com/media/gallery")
    css = (
        f":root{{--color_0:255,255,255;--color_11:255,255,255;--color_15:47,46,46;--color_18:{numbers(site.color)};"
        "--wix-ads-height:0px}.StylableButton{background:rgba(var(--bg,var(--color_18,color_18)),var(--alpha-bg,1))}"
        ".font_0{font:var(--font_0);color:rgb(var(--color_15))}"
    )
    body = (
        '<div id="SITE_CONTAINER"><div id="main_MF" class="main_MF"><div id="SCROLL_TO_TOP" tabindex="-1"></div>'
        '<div id="site-root"><div id="masterPage" class="mesh-layout masterPage css-editing-scope">'
        '<header class="xU8fqS SITE_HEADER_WRAPPER" tabindex="-1" id="SITE_HEADER_WRAPPER"><div id="SITE_HEADER" class="yUVtB">'
        f'<div id="comp-kz1" class="MazNVa comp-kz1"><a href="{site.origin}" target="_self" class="j7pOnl">'
        '<wow-image id="img_comp-kz1" class="BI8PVQ Tj01hh" data-motion-part="BG_IMG" data-bg-effect-name="" data-has-ssr-src="">'
        f'<img src="{blurred}" srcset="{one} 1x, {two} 2x" alt="Untitled-3.png" style="width:158px;height:40px;object-fit:cover" '
        'width="158" height="40" fetchpriority="high"></wow-image></a></div></div></header>'
        '<main id="PAGES_CONTAINER"><section id="comp-l1"><div class="font_0">Back on your feet</div>'
        '<a class="StylableButton" href="/book" aria-label="Book now"><span>Book now</span></a></section>'
        '<section id="comp-l2"><h2 class="font_2">Insurers we work with</h2><div class="pro-gallery" id="pro-gallery-comp-l2">'
        + "".join(
            f'<div class="gallery-item-wrapper"><img class="gallery-item-visible" alt="" src="{one}"></div>'
            for one in insurers
        )
        + '</div></section></main><footer id="SITE_FOOTER"><p class="font_8">©2026 by Marlow Physio. Proudly created with '
        '<a href="https://www.wix.com/?utm_campaign=x">Wix.com</a></p></footer></div></div></div></div>'
    )
    return document(
        site,
        body,
        title="Home | Marlow Physio",
        css=css,
        head='<meta name="generator" content="Wix.com Website Builder">',
    )


def squarespace(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Fennimore & Daughters", "fennimoredaughters.example")
    site.fonts = ("Cormorant Garamond", "Poppins")
    mark = own_png(site, logos, "https://images.squarespace-cdn.com/content/v1/60ab/1622/header+%282%29.png", 500)
    css = (
        f":root{{--accent-hsl:{hsl(site.color).replace(' ', ',')};--black-hsl:0,0%,7%;--white-hsl:0,0%,100%;--darkAccent-hsl:210,12%,28%;"
        '--heading-font-font-family:"Cormorant Garamond";--body-font-font-family:Poppins;--primary-button-font-font-family:Poppins}'
        "[data-section-theme=white],.white{--primaryButtonBackgroundColor:hsla(var(--accent-hsl),1);--headingExtraLargeColor:hsla(var(--black-hsl),1)}"
        "h1,h2{font-family:var(--heading-font-font-family)}body,p{font-family:var(--body-font-font-family)}"
        ".sqs-block-button-element--primary{background-color:var(--primaryButtonBackgroundColor);color:#fff}"
    )
    press = images(
        theirs(site, others, "https://images.squarespace-cdn.com/content/v1/60ab/press"), 'data-loader="sqs" alt=""'
    )
    linked = f'<div class="header-title-logo"><a href="/" data-animation-role="header-element"><img elementtiming="nbf-header-logo" src="{mark.replace("https:", "")}?format=1500w" alt="Fennimore &amp; Daughters" style="display:block" fetchpriority="high"></a></div>'
    body = (
        '<div id="siteWrapper" class="clearfix site-wrapper"><header data-test="header" id="header" class="white header theme-col--primary" '
        'data-section-theme="white" data-controller="Header"><div class="sqs-announcement-bar-dropzone"></div><div class="header-announcement-bar-wrapper">'
        f'<div class="header-inner container--fluid header-mobile-layout-logo-left-nav-right"><div class="header-title-nav-wrapper">{linked}</div></div>'
        f'<div class="header-display-mobile">{linked}</div></div></header><main id="page"><article class="sections">'
        f'<section data-section-theme="white" class="page-section white"><h1>Jam the way our mother made it</h1><a href="/shop" class="sqs-block-button-element--primary sqs-button-element--primary">Shop</a></section>'
        f'<section class="page-section gallery-section"><h2>In the press</h2><div class="gallery-strips">{press}</div></section></article></main></div>'
        + footer(site)
    )
    return document(
        site,
        body,
        title="Fennimore &amp; Daughters",
        css=css,
        attributes=' id="collection-60ab" class="primary-button-style-solid tweak-blog"',
    )


def squarespace_text(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The name as text; the icon is the builder's default."""
    company(site, "Oyelaran Architects", "oyelaran-architects.example")
    site.fonts = ("Instrument Serif", "Public Sans")
    icon = _stranger(site, others, "https://assets.squarespace.com/universal/default-favicon.ico", "image/x-icon")
    css = (
        ':root{--heading-font-font-family:"Instrument Serif";--body-font-font-family:"Public Sans"}'
        f".sqs-button-element--primary{{background-color:{site.color};color:#fff}}"
        "h1,h2,h3{font-family:var(--heading-font-font-family)}body{font-family:var(--body-font-font-family)}"
    )
    body = (
        '<div id="siteWrapper" class="site-wrapper"><header id="header" class="header"><div class="header-title-text">'
        '<a id="site-title" href="/">Oyelaran Architects</a></div></header><main><h1>Buildings that keep cool</h1>'
        f'<img src="{photo(site, "/s/house.jpg", 2)}" alt="House in Ibadan"><a class="sqs-button-element--primary" href="/work">Work</a></main></div>'
    )
    return document(
        site,
        body,
        title="Oyelaran Architects",
        css=css,
        head=f'<link rel="shortcut icon" type="image/x-icon" href="{icon}">',
    )


def webflow(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Quillstack", "quillstack.example")
    site.fonts = ("Sora", "Manrope")
    cdn = "https://cdn.prod.website-files.com"
    mark = own(site, logos, f"{cdn}/6512aa/6512ab_Group%20427.svg")
    clip = _stranger(site, others, f"{cdn}/img/webclip.png")
    css = f"body{{font-family:Manrope,sans-serif;color:#1a1b1f}}h1,h2,h3{{font-family:Sora,sans-serif}}.button-primary{{background-color:{site.color};color:#fff}}.w-button{{background-color:#3898EC}}"
    clients = images(theirs(site, others[1:], f"{cdn}/6512aa/c"), 'loading="lazy" alt="" class="clients-image-three"')
    body = (
        '<div class="navbar-logo-left"><div data-animation="default" data-collapse="medium" data-duration="400" role="banner" class="navbar-logo-left-container shadow-three w-nav">'
        f'<div class="container"><a href="/" aria-current="page" class="navbar-brand w-nav-brand w--current"><img src="{mark}" loading="lazy" alt=""></a>'
        '<nav role="navigation" class="nav-menu-wrapper w-nav-menu"><a href="/pricing">Pricing</a><a href="/start" class="button-primary w-button">Start free</a></nav></div></div></div>'
        f'<section class="hero-heading-left"><h1>Contracts that read themselves</h1><a href="/start" class="button-primary w-button">Start free</a></section>'
        f'<section class="logos-title-large"><h2 class="heading-3">Trusted by legal teams</h2><div class="clients-wrapper">{clients}</div></section>'
        + footer(site)
    )
    return document(
        site, body, title="Contract review on autopilot — Quillstack", css=css,
        head=f'<meta content="Webflow" name="generator"><link href="{clip}" rel="apple-touch-icon">', root=' data-wf-domain="quillstack.example"',
    )  # fmt: skip


def jimdo(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A German craftsman: the name as text in the header, and icons only."""
    company(site, "Kowalzik Sanitär", "kowalzik-sanitaer.example")
    site.fonts = ("Roboto Slab", "Roboto")
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    head = f'<link rel="icon" type="image/png" sizes="32x32" href="{site.put("/fav/32.png", png(logos.icon, 32), "image/png")}">'
    head += f'<link rel="icon" type="image/png" sizes="192x192" href="{site.put("/fav/192.png", png(logos.icon, 192), "image/png")}">'
    css = f"body{{font-family:Roboto,sans-serif}}h1,h2{{font-family:'Roboto Slab',serif}}.j-calltoaction-link{{background-color:{site.color};color:#fff}}.cc-btn{{background:#2b7a0b}}"
    brands = images(theirs(site, others, "/img/hersteller", named=True))
    body = (
        '<div class="cc-window cc-banner" role="dialog"><p>Wir verwenden Cookies.</p><button class="cc-btn cc-allow">Alle akzeptieren</button></div>'
        '<div class="jtpl-main"><div class="jtpl-logo"><div id="cc-website-title" class="cc-single-module-element"><p class="cc-within-single-module-element"><a href="/">Kowalzik Sanitär</a></p></div></div>'
        '<nav class="jtpl-navigation"><a href="/">Startseite</a><a href="/kontakt/">Kontakt</a><a href="/impressum/">Impressum</a></nav>'
        f'<section class="jtpl-content"><h1>Willkommen!</h1><p>Bad und Heizung aus einer Hand.</p><a class="j-calltoaction-link" href="/kontakt/">Termin</a><h2>Unsere Marken</h2><div class="header-slider">{brands}</div></section></div>'
    )
    return document(site, body, title="Startseite - Kowalzik Sanitär", css=css, head=head, lang="de-DE")


def framer(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The logo is a template elsewhere in the page; clients run through a ticker."""
    company(site, "Nimbuslane", "nimbuslane.example")
    site.fonts = ("Satoshi", "Inter")
    mark = logos.wordmark
    site.accept(mark.svg(), "wordmark", mark.fill)
    template = f'<div id="svg-templates" style="position:absolute;overflow:hidden;width:0;height:0"><svg id="svg-1184307_2">{"<g>" + mark.inside + "</g>"}</svg></div>'.replace(
        "<svg id", f'<svg viewBox="0 0 {mark.width:g} {mark.height:g}" fill="{site.color}" id'
    )
    token = "--token-8a3e41c2-11"
    css = (
        f"body{{{token}:rgb({numbers(site.color, ', ')});--token-22-white:rgb(255, 255, 255);background:var(--token-22-white, rgb(255, 255, 255))}}"
        ".framer-text{font-family:var(--framer-font-family, Inter, Inter Placeholder, sans-serif)}.framer-x9{background-color:var(--token-8a3e41c2-11, rgb(0, 0, 0))}"
        "body{font-family:Inter,sans-serif}h1.framer-text{font-family:Satoshi,'Satoshi Placeholder',sans-serif}"
    )
    ticker = "".join(
        f'<li><div class="framer-c" data-framer-name="Logo {n}"><img decoding="async" alt="" src="{path}"></div></li>'
        for n, path in enumerate(theirs(site, others, "https://framerusercontent.com/images"))
    )
    body = (
        '<div id="main" data-framer-hydrate-v2=""><div class="framer-72rtr7"><div class="framer-nav-container"><nav class="framer-Nav framer-v-1" data-framer-name="Desktop">'
        f'<a class="framer-logo" data-framer-name="Logo" href="./" data-framer-page-link-current="true"><div data-framer-component-type="SVG" class="framer-1k2" style="width:140px;height:28px"><div class="svgContainer" style="width:100%;height:100%"><svg viewBox="0 0 {mark.width:g} {mark.height:g}" style="width:100%;height:100%"><use href="#svg-1184307_2"></use></svg></div></div></a>'
        '<a class="framer-x9" href="./start"><p class="framer-text">Get early access</p></a></nav></div><header class="framer-hero" data-framer-name="Hero"><h1 class="framer-text">Inventory, minus the spreadsheets</h1>'
        f'<section class="framer-ticker"><ul role="group">{ticker}</ul></section></header></div></div>{template}'
        + footer(site)
    )
    return document(
        site,
        body,
        title="Nimbuslane: Inventory, minus the spreadsheets",
        css=css,
        head='<meta name="generator" content="Framer 7f2">',
    )


def hubspot(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Customers are in the header of the hero, each with an English alternative text."""
    company(site, "Tessaract Health", "www.tessaract-health.example")
    site.fonts = ("Merriweather", "Lato")
    big = own_png(site, logos, "/hubfs/TH_primary_RGB-2.png", 640)
    small = own_png(site, logos, "/hs-fs/hubfs/TH_primary_RGB-2.png", 320)
    css = f"body{{font-family:Lato,sans-serif}}h1,h2,h3{{font-family:Merriweather,serif}}.button,.hs-button{{background-color:{site.color};border-color:{site.color};color:#fff}}.hs-menu-item a{{color:#33475b}}"
    customers = "".join(
        f'<div class="logo-grid__logo"><img class="logo-grid__img" src="{path}" alt="logo" loading="lazy"></div>'
        for path in theirs(site, others, "/hubfs/customers")
    )
    body = (
        '<div class="body-wrapper hs-content-id-71"><div data-global-resource-path="theme/templates/partials/header.html"><header class="header"><div class="header__container content-wrapper">'
        f'<div class="header__logo header__logo--main"><div id="hs_cos_wrapper_site_logo" class="hs_cos_wrapper hs_cos_wrapper_widget hs_cos_wrapper_type_logo"><a href="{site.origin}?hsLang=en" class="hs-logo-link"><img src="{site.origin}{small}?width=320&amp;height=76&amp;name=TH_primary_RGB-2.png" class="hs-image-widget" height="76" width="320" alt="TH_primary_RGB-2" srcset="{site.origin}{small}?width=160 160w, {site.origin}{big} 640w"></a></div></div></div></header></div>'
        f'<main class="body-container-wrapper"><header class="hero-header"><h1>Care plans patients finish</h1><a class="button" href="/demo">Request a demo</a><div class="logo-grid">{customers}</div></header></main>'
        + footer(site)
        + "</div>"
    )
    head = '<script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","name":"Tessaract Health","url":"https://www.tessaract-health.example"}</script>'
    return document(site, body, title="Patient engagement platform for clinics | Tessaract Health", css=css, head=head)


KINDS: dict[str, Maker] = {
    "Wix": wix, "Squarespace": squarespace, "Squarespace, text": squarespace_text, "Webflow": webflow, "Jimdo": jimdo, "Framer": framer,
    "HubSpot": hubspot,
}  # fmt: skip
