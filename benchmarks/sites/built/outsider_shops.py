"""Shops: Shopify, WooCommerce, Shopware, Magento, PrestaShop and BigCommerce."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
import json
from collections.abc import Sequence

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company, document, footer, numbers, photo
from benchmarks.sites.built.replica import Maker, images, inline, own, own_png, theirs

_CARD = '<svg class="icon icon--full-color" viewBox="0 0 38 24" role="img" width="38" height="24" aria-labelledby="pi-{name}"><title id="pi-{name}">{title}</title><path fill="{fill}" d="M35 0H3C1.3 0 0 1.3 0 3v18c0 1.7 1.4 3 3 3h32c1.7 0 3-1.3 3-3V3c0-1.7-1.4-3-3-3z"/></svg>'


def _cards() -> str:
    kinds = (("visa", "Visa", "#142688"), ("master", "Mastercard", "#EB001B"), ("paypal", "PayPal", "#003087"))
    return "".join(
        f'<li class="list-payment__item">{_CARD.format(name=name, title=title, fill=fill)}</li>'
        for name, title, fill in kinds
    )


def dawn(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Wick & Hollow", "wickandhollow.example")
    site.fonts = ("Assistant",)
    small, big = (own_png(site, logos, f"/cdn/shop/files/WH_horizontal_{edge}x.png", edge) for edge in (120, 360))
    css = (
        "body{font-family:var(--font-body-family)}h1,h2,.h0{font-family:var(--font-heading-family)}"
        ".button{background-color:rgba(var(--color-button),var(--alpha-button-background));color:rgb(var(--color-button-text))}"
        ".badge{background:rgb(var(--color-badge-background))}"
    )
    head = (
        "<style data-shopify>:root{--font-body-family:Assistant,sans-serif;--font-heading-family:Assistant,sans-serif}"
        f":root,.color-scheme-1{{--color-background:255,255,255;--color-foreground:18,18,18;--color-button:{numbers(site.color)};--color-button-text:255,255,255;--alpha-button-background:1}}"
        ".color-scheme-5{--color-background:51,79,180;--color-button:255,255,255}body,.color-scheme-1{color:rgba(var(--color-foreground),0.75);background-color:rgb(var(--color-background))}</style>"
        f'<meta property="og:site_name" content="Wick &amp; Hollow"><meta property="og:image" content="{site.origin}{photo(site, "/cdn/shop/files/social.jpg", 5)}">'
    )
    seen_in = "".join(
        f'<div class="multicolumn-card__image-wrapper"><img src="{path}" alt=""></div>'
        for path in theirs(site, others, "/cdn/shop/files/press")
    )
    body = (
        '<div id="shopify-section-sections--1__announcement-bar" class="shopify-section shopify-section-group-header-group announcement-bar-section"><p>Free shipping over $60</p></div>'
        '<div id="shopify-section-sections--1__header" class="shopify-section shopify-section-group-header-group section-header"><sticky-header data-sticky-type="on-scroll-up" class="header-wrapper color-scheme-1 gradient">'
        '<header class="header header--middle-left page-width"><h1 class="header__heading"><a href="/" class="header__heading-link link link--text focus-inset"><div class="header__heading-logo-wrapper">'
        f'<img src="//wickandhollow.example{big}?v=1700000000&amp;width=600" alt="Wick &amp; Hollow" srcset="//wickandhollow.example{small}?v=1&amp;width=120 120w, //wickandhollow.example{big}?v=1&amp;width=360 360w" width="180" height="43" loading="eager" class="header__heading-logo motion-reduce" sizes="(max-width: 360px) 50vw, 180px"></div></a></h1></header></sticky-header></div>'
        '<main id="MainContent"><section class="shopify-section"><div class="banner color-scheme-5"><h2 class="banner__heading h0">Candles for slow evenings</h2><a class="button button--primary color-scheme-1" href="/collections/all">Shop all</a></div></section>'
        f'<section class="shopify-section"><h2>As seen in</h2>{seen_in}</section></main><div class="shopify-section-group-footer-group"><ul class="list list-payment">{_cards()}</ul></div>'
        + footer(site, "Powered by Shopify")
    )
    return document(site, body, title="Wick &amp; Hollow – Hand-poured soy candles", css=css, head=head)


def black_shop(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A fashion shop in black; red is for sale prices only."""
    company(site, "Halvard Studio", "halvardstudio.example")
    site.color, site.fonts = "#121212", ("Jost",)
    mark = own(site, logos, "/cdn/shop/t/4/assets/lockup.svg", fill="#121212")
    css = ":root{--color-primary:#121212;--color-sale:#e4002b}body,h1,h2{font-family:'Jost',sans-serif;color:#121212}.btn{background:var(--color-primary);color:#fff}.price--sale,.badge{color:var(--color-sale)}.badge--sale{background:#e4002b;color:#fff}"
    items = "".join(
        f'<div class="product-card"><img src="{photo(site, f"/cdn/p{n}.jpg", 10 + n)}" alt="Coat {n}"><span class="badge badge--sale">Sale</span><span class="price--sale">€ 89</span></div>'
        for n in range(4)
    )
    body = (
        f'<div class="site-header" id="SiteHeader"><div class="site-header__logo"><a href="/" itemprop="url" class="site-header__logo-link"><img src="{mark}" alt="Halvard Studio" itemprop="logo" width="150"></a></div></div>'
        f'<main><h1>Winter, edited</h1><a class="btn" href="/new">New in</a>{items}</main><ul>{_cards()}</ul>'
        + footer(site)
    )
    return document(site, body, title="Halvard Studio | Official Store", css=css)


def stars_in_header(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A review site's mark is in the header group, before the shop's own."""
    company(site, "Petalwick", "petalwick.example")
    site.fonts = ("Lora", "Nunito Sans")
    mark = own_png(site, logos, "/cdn/shop/files/Asset_1_4x.png", 400)
    reviews = theirs(site, others[:1], "https://cdn.reviews.example/badge", named=True)[0]
    css = f"body{{font-family:'Nunito Sans',sans-serif}}h1,h2{{font-family:Lora,serif}}.btn--primary,.shopify-payment-button__button{{background-color:{site.color};color:#fff}}.trust{{background:#00b67a}}"
    data = {
        "@context": "https://schema.org",
        "@type": "Organization",
        "name": "Petalwick",
        "url": site.origin,
        "sameAs": ["", "https://www.instagram.com/petalwick"],
    }
    body = (
        '<header class="site-header header"><div class="announcement-bar trust"><a href="https://www.reviews.example/review/petalwick" target="_blank" rel="noopener"><img src="'
        + reviews
        + '" alt="Rated excellent" width="120" height="28"></a><span>Same-day delivery</span></div>'
        f'<div class="header__inner"><a class="header__logo" href="/"><img src="{mark}" alt="" width="160" height="40"></a><nav><a href="/collections/roses">Roses</a></nav></div></header>'
        '<main><h1>Flowers that arrive awake</h1><button class="btn btn--primary">Send flowers</button></main><footer><a href="https://www.instagram.com/petalwick">Instagram</a><p>© Petalwick 2026</p></footer>'
    )
    site.socials = {"instagram": "https://www.instagram.com/petalwick"}
    return document(
        site,
        body,
        title="Petalwick | Flower delivery in Leeds",
        css=css,
        head=f'<script type="application/ld+json">{json.dumps(data)}</script>',
    )


def flatsome(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """WooCommerce in Polish: a light and a dark logo in the header, banks' logos at the foot."""
    company(site, "Leśna Spiżarnia", "lesna-spizarnia.example")
    site.fonts = ("Lato",)
    mark = own_png(site, logos, "/wp-content/uploads/2022/09/spizarnia-zielona.png", 480)
    white = site.put(
        "/wp-content/uploads/2022/09/spizarnia-biala.png", png(logos.wordmark, 480, "#ffffff"), "image/png"
    )
    css = (
        f":root{{--primary-color:{site.color};--fs-color-primary:{site.color};--fs-color-secondary:#d26e4b;--fs-color-success:#7a9c59;--fs-color-alert:#b20000}}"
        ".button.primary,.primary{background-color:var(--primary-color)}body{font-family:Lato,sans-serif}h1,h2,.heading-font{font-family:Lato,sans-serif}.success{background-color:var(--fs-color-success)}"
    )
    banks = images(theirs(site, others, "/wp-content/uploads/payu"), 'class="payment-icon" alt=""')
    body = (
        '<div id="wrapper"><header id="header" class="header has-sticky sticky-jump"><div class="header-wrapper"><div id="masthead" class="header-main"><div class="header-inner flex-row container logo-left medium-logo-center">'
        f'<div id="logo" class="flex-col logo"><a href="{site.origin}/" title="Leśna Spiżarnia - Smaki z puszczy" rel="home"><img width="480" height="115" src="{mark}" class="header_logo header-logo" alt="Leśna Spiżarnia"><img width="480" height="115" src="{white}" class="header-logo-dark" alt="Leśna Spiżarnia"></a></div></div></div></div></header>'
        '<main id="main"><div class="banner"><h1>Smaki z puszczy</h1><a class="button primary" href="/sklep/">Do sklepu</a></div></main>'
        f'<footer id="footer" class="footer-wrapper"><div class="payment-icons">{banks}</div><div class="copyright-footer">Copyright 2026 © <strong>Leśna Spiżarnia</strong></div></footer></div>'
    )
    return document(
        site,
        body,
        title="Strona główna - Leśna Spiżarnia",
        css=css,
        lang="pl-PL",
        attributes=' class="home woocommerce"',
    )


def shopware(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The alternative text of the logo says where the link leads; each width has its own file."""
    company(site, "Bergtritt", "www.bergtritt.example")
    site.fonts = ("Barlow",)
    wide, tablet, phone = (
        own_png(site, logos, f"/media/{n}/bt-{edge}.png?ts=1690000000".partition("?")[0], edge)
        for n, edge in (("4f/ab", 520), ("a1/0c", 300), ("77/b2", 200))
    )
    css = f":root{{--sw-color-brand-primary:{site.color};--sw-color-brand-secondary:#3d444d;--sw-color-success:#3cc261}}body,h1,h2{{font-family:'Barlow',sans-serif}}.btn-primary,.btn-buy{{background-color:{site.color};border-color:{site.color};color:#fff}}.badge-discount{{background:#e52427}}"
    makers = "".join(
        f'<div class="manufacturer-slider-item"><a href="/hersteller/{n}"><img src="{path}" class="manufacturer-image" alt=""></a></div>'
        for n, path in enumerate(theirs(site, others, "/media/hersteller"))
    )
    body = (
        '<header class="header-main"><div class="container"><div class="top-bar d-none d-lg-block"></div><div class="row align-items-center header-row"><div class="col-12 col-lg-auto header-logo-col"><div class="header-logo-main">'
        f'<a class="header-logo-main-link" href="/" title="Zur Startseite gehen"><picture class="header-logo-picture"><source srcset="{tablet}?ts=1" media="(min-width: 768px) and (max-width: 991px)"><source srcset="{phone}?ts=1" media="(max-width: 767px)"><img src="{site.origin}{wide}?ts=1690000000" alt="Zur Startseite gehen" class="img-fluid header-logo-main-img"></picture></a></div></div></div></div></header>'
        f'<main class="content-main"><div class="cms-page"><h1>Ausrüstung für oben</h1><button class="btn btn-primary btn-buy">In den Warenkorb</button><div class="manufacturer-slider">{makers}</div></div></main>'
        '<div class="cookie-permission-container"><div class="cookie-permission-content">Diese Website verwendet Cookies.</div><button class="btn btn-primary">Nur technisch notwendige</button></div><footer class="footer-main"><p>* Alle Preise inkl. gesetzl. Mehrwertsteuer</p><p>Realisiert mit Shopware</p></footer>'
    )
    return document(
        site,
        body,
        title="Bergtritt | Bergschuhe &amp; Trekking",
        css=css,
        lang="de-DE",
        root=' itemscope itemtype="https://schema.org/WebPage"',
    )


def magento(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The title says "Home page"; the name is in the copyright line and in the structured data."""
    company(site, "Halden Outdoor", "www.halden-outdoor.example")
    site.fonts = ("Open Sans",)
    folder = "/static/version1690/frontend/Halden/default/en_US/images"
    mark = own(site, logos, f"{folder}/logo.svg")
    css = f"body{{font-family:'Open Sans','Helvetica Neue',Helvetica,Arial,sans-serif}}.action.primary,.action-primary{{background:{site.color};border:1px solid {site.color};color:#fff}}a{{color:#006bb4}}.message.success{{background:#e5efe5;color:#006400}}.panel.wrapper{{background-color:#6e716e}}"
    brands = "".join(
        f'<a href="/brands/{n}"><img src="{path}" alt=""></a>'
        for n, path in enumerate(theirs(site, others, "/media/wysiwyg/brands", named=True))
    )
    body = (
        '<noscript><div class="message global noscript">JavaScript seems to be disabled in your browser.</div></noscript><div class="page-wrapper"><header class="page-header"><div class="panel wrapper"><ul class="header links"><li><a href="/customer/account/login/">Sign In</a></li></ul></div>'
        f'<div class="header content"><a class="logo" href="{site.origin}/" title="" aria-label="store logo"><img src="{site.origin}{mark}" title="" alt="" width="170"></a></div></header>'
        f'<main id="maincontent" class="page-main"><div class="page-title-wrapper"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper">Home page</span></h1></div><div class="header-brands">{brands}</div><button class="action primary tocart">Add to Cart</button></main>'
        '<footer class="page-footer"><small class="copyright"><span>Copyright © 2013-present Halden Outdoor. All rights reserved.</span></small></footer></div>'
    )
    return document(
        site,
        body,
        title="Home page",
        css=css,
        attributes=' data-container="body" class="cms-home cms-index-index page-layout-1column"',
    )


def prestashop(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The logo is a JPEG on white with a generic file name."""
    company(site, "Maison Corvelle", "www.maison-corvelle.example")
    site.fonts = ("Noto Sans",)
    tile = Image.new("RGB", (400, 110), "#ffffff")
    with Image.open(io.BytesIO(png(logos.wordmark, 360))) as drawn:
        tile.paste(drawn, (20, (110 - drawn.height) // 2), drawn)
    output = io.BytesIO()
    tile.save(output, "JPEG", quality=92)
    site.accept(output.getvalue(), "wordmark", "#808080")
    site.put("/img/logo-1631003030.jpg", output.getvalue(), "image/jpeg")
    css = f"body,h1,h2{{font-family:'Noto Sans',sans-serif}}.btn-primary{{background-color:{site.color};color:#fff}}a:hover{{color:#24b9d7}}.alert-info{{background:#d9edf7}}#header{{background:#fff}}"
    brands = images(theirs(site, others, "/img/m"), 'class="logo img-fluid" alt=""')
    body = (
        '<main><header id="header"><div class="header-banner"></div><nav class="header-nav"><div class="hidden-sm-down" id="_desktop_contact_link"><a href="/nous-contacter">Contactez-nous</a></div></nav><div class="header-top"><div class="container"><div class="col-md-2 hidden-sm-down" id="_desktop_logo">'
        f'<h1><a href="{site.origin}/"><img class="logo img-fluid" src="{site.origin}/img/logo-1631003030.jpg" alt="Maison Corvelle" width="400" height="110"></a></h1></div></div></div></header>'
        f'<section id="wrapper"><section id="content" class="page-home"><a class="btn btn-primary" href="/promo">Nos promotions</a><div class="brands-block"><p>Nos marques</p>{brands}</div></section></section><footer id="footer"><a class="_blank" href="https://www.prestashop-project.org/">© 2026 - Logiciel e-commerce par PrestaShop™</a></footer></main>'
    )
    return document(
        site,
        body,
        title="Maison Corvelle",
        css=css,
        lang="fr-FR",
        head='<link rel="icon" type="image/vnd.microsoft.icon" href="/img/favicon.ico?1631003030">',
        attributes=' id="index" class="lang-fr country-fr currency-eur layout-full-width page-index"',
    )


def bigcommerce(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An inline wordmark in white on the coloured header; brands are in a menu of the same header."""
    company(site, "Torrent Cycles", "torrentcycles.example")
    site.fonts = ("Archivo", "Karla")
    site.accept(logos.wordmark.svg("#ffffff"), "wordmark", "#ffffff")
    css = f"body{{font-family:Karla,Arial,sans-serif}}h1,h2,h3{{font-family:Archivo,Arial,sans-serif}}.header{{background-color:{site.color};color:#fff}}.header-logo-link{{color:#fff}}.button--primary{{background-color:{site.color};color:#fff}}.sale-flag{{background:#ffcc00}}"
    makes = "".join(
        f'<li class="navPage-subMenu-item"><a href="/brands/{n}"><img src="{path}" alt="" height="24"></a></li>'
        for n, path in enumerate(theirs(site, others, "/content/brands"))
    )
    body = (
        f'<header class="header" role="banner"><a href="#" class="mobileMenu-toggle">Toggle menu</a><div class="header-logo header-logo--left"><a href="{site.origin}/" class="header-logo__link header-logo-link" data-header-logo-link aria-label="Torrent Cycles">{inline(logos.wordmark)}</a></div>'
        f'<div class="navPages-container" id="menu"><nav class="navPages"><ul class="navPages-list"><li><a href="/brands">Brands</a><ul class="navPage-subMenu">{makes}</ul></li></ul></nav></div></header>'
        '<div class="body"><h1>Bikes for hills</h1><a class="button button--primary" href="/sale">Shop the sale</a></div>'
        + footer(site)
    )
    return document(site, body, title="Torrent Cycles - Gravel, Road and MTB", css=css)


KINDS: dict[str, Maker] = {
    "Shopify Dawn": dawn, "Shopify, black": black_shop, "Shopify, stars in header": stars_in_header, "WooCommerce Flatsome": flatsome, "Shopware": shopware,
    "Magento": magento, "PrestaShop": prestashop, "BigCommerce": bigcommerce,
}  # fmt: skip
