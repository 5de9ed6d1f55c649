"""Shops: two Shopify themes, Shopware, Magento and BigCommerce."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, numbers, photo
from benchmarks.sites.built.replica import Maker, images, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, alien_inline, html, json_ld, profiles, tile


def shopify_dawn(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A French soap maker: payment marks are inline SVGs, the press is quoted with logos, the phone app has a badge."""
    company(site, "Savonnerie Lune", "savonnerie-lune.example")
    site.fonts = ("Assistant", "Cormorant")
    cdn = f"{site.origin}/cdn/shop/files"
    own_png(site, logos, "/cdn/shop/files/Logo_Lune_horizontal.png", 600)
    path = "//savonnerie-lune.example/cdn/shop/files/Logo_Lune_horizontal.png?v=1738"
    site.put("/cdn/shop/files/favicon.png", png(logos.icon, 96), "image/png")
    css = (
        f":root,.color-scheme-1{{--color-background:255,255,255;--color-foreground:18,18,18;--color-button:{numbers(site.color)};--color-button-text:255,255,255;--font-body-family:Assistant,sans-serif;--font-heading-family:Cormorant,serif}}"
        "body{font-family:var(--font-body-family);color:rgba(var(--color-foreground),.75)}h1,h2,h3,.h1{font-family:var(--font-heading-family)}.button{background-color:rgba(var(--color-button),1);color:rgb(var(--color-button-text))}"
    )
    pays = "".join(
        f'<li class="list-payment__item">{alien_inline(site, other, " class=icon width=38 height=24 role=img")}</li>'
        for other in others[:2]
    )
    press = images(theirs(site, others[2:4], "/cdn/shop/files/presse"), 'loading="lazy" alt="" width="120"')
    badge = alien(site, others[4], "/cdn/shop/t/9/assets/app-store.svg")
    body = (
        '<div class="shopify-section shopify-section-group-header-group announcement-bar-section"><p class="announcement-bar__message h5">Livraison offerte dès 40 €</p></div>'
        '<div class="shopify-section shopify-section-group-header-group section-header"><sticky-header data-sticky-type="on-scroll-up" class="header-wrapper color-scheme-1"><header class="header header--middle-left page-width">'
        f'<h1 class="header__heading"><a href="/" class="header__heading-link link link--text focus-inset"><div class="header__heading-logo-wrapper"><img src="{path}&amp;width=600" alt="Savonnerie Lune" srcset="{path}&amp;width=180 180w, {path}&amp;width=270 270w, {path}&amp;width=360 360w" width="180" height="44" loading="eager" class="header__heading-logo motion-reduce" sizes="(max-width: 360px) 50vw, 180px"></div></a></h1></header></sticky-header></div>'
        f'<main id="MainContent"><h2 class="h1">Savons à froid du Perche</h2><a class="button" href="/collections/all">Découvrir</a><h2>Ils parlent de nous</h2>{press}</main>'
        f'<footer class="footer color-scheme-1"><ul class="list-social">{profiles(site, "savonnerielune", "instagram tiktok", text=False)}</ul><a href="https://apps.apple.com/app/id1"><img src="{badge}" alt="App Store"></a><ul class="list list-payment">{pays}</ul><small>© 2026, <a href="/">Savonnerie Lune</a> <a href="https://www.shopify.com">Commerce électronique propulsé par Shopify</a></small></footer>'
    )
    head = f'<link rel="icon" type="image/png" href="//savonnerie-lune.example/cdn/shop/files/favicon.png?crop=center&amp;height=32&amp;v=17&amp;width=32"/><meta property="og:site_name" content="Savonnerie Lune"/><script>window.Shopify={{shop:"lune-7.myshopify.com"}}</script>{json_ld({"@type": "Organization", "name": "Savonnerie Lune", "logo": f"{cdn}/Logo_Lune_horizontal.png?v=1738&width=500", "url": site.origin})}'
    return html(site, body, title="Savonnerie Lune – Savons naturels saponifiés à froid", css=css, head=head, lang="fr", attributes=' class="gradient"')  # fmt: skip


def shopify_horizon(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A logo for the plain header and an inverse one for the transparent header; a vendor's logo on each product."""
    company(site, "Outpost Supply", "outpostsupply.example")
    site.fonts = ("Bricolage Grotesque", "Geist")
    plain = own(site, logos, "/cdn/shop/files/outpost-lockup.svg")
    white = own(site, logos, "/cdn/shop/files/outpost-lockup-white.svg", fill="#ffffff")
    css = (
        f".color-scheme-1{{--color-background:rgb(255 255 255 / 1.0);--color-foreground:rgb(0 0 0 / 1.0);--color-primary-button-background:rgb({numbers(site.color, ' ')} / 1.0);--color-primary-button-text:rgb(255 255 255 / 1.0)}}"
        ":root{--font-body--family:Geist,sans-serif;--font-heading--family:'Bricolage Grotesque',sans-serif}body{font-family:var(--font-body--family)}h1,h2,h3,.h3{font-family:var(--font-heading--family)}.button{background-color:var(--color-primary-button-background);color:#fff}"
        ".header-logo__image--inverse{display:none}[transparent] .header-logo__image--inverse{display:block}[transparent] .header-logo__image--original{display:none}"
    )
    vendors = "".join(
        f'<product-card><img src="{photo(site, f"/cdn/shop/files/p{n}.jpg", n + 20)}" alt="Tent"><img class="vendor" src="{path}" alt="" loading="lazy"><p class="h3">Two-person tent</p><span>$420.00</span></product-card>'
        for n, path in enumerate(theirs(site, others, "/cdn/shop/files/vendors", named=True))
    )
    body = (
        '<div id="header-group"><header-component class="header" transparent="always" sticky="scroll-up"><div class="header__row"><a class="size-style header-logo" href="/" aria-label="Home">'
        f'<span class="header-logo__image-container header-logo__image-container--inverse"><img class="header-logo__image header-logo__image--inverse" src="{white}?height=84&amp;v=1" alt="Outpost Supply"></span><span class="header-logo__image-container header-logo__image-container--original"><img class="header-logo__image header-logo__image--original" src="{plain}?height=84&amp;v=1" alt="Outpost Supply"></span></a></div></header-component></div>'
        f'<main id="MainContent"><h1>Gear that comes back</h1><a class="button" href="/collections/rent">Rent a kit</a><product-list>{vendors}</product-list></main><footer><p>© 2026 Outpost Supply, Powered by Shopify</p>{profiles(site, "outpostsupply", "instagram youtube", text=False)}</footer>'
    )
    head = '<meta property="og:site_name" content="Outpost Supply"/><meta name="theme-color" content=""/>'
    return html(
        site,
        body,
        title="Camping gear rental&ndash; Outpost Supply",
        css=css,
        sheet="/cdn/shop/t/2/assets/base.css",
        head=head,
    )


def shopware(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A `picture` with files for tablets and telephones; a seal of trust floats over the page."""
    company(site, "Teekontor Sandmeier", "www.teekontor-sandmeier.example")
    site.fonts = ("Alegreya", "Alegreya Sans")
    desktop = own_png(site, logos, "/media/4c/1b/logo-desktop.png", 560)
    tablet = own_png(site, logos, "/media/4c/1c/logo-tablet.png", 300)
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    mobile = site.put("/media/4c/1d/logo-mobile.png", png(logos.icon, 120), "image/png")
    site.put("/media/4c/favicon.ico", ico(logos.icon), "image/x-icon")
    css = f":root{{--bs-primary:{site.color};--bs-primary-rgb:{numbers(site.color)};--bs-success:#3cc261;--bs-font-sans-serif:'Alegreya Sans',sans-serif}}body{{font-family:'Alegreya Sans',sans-serif}}h1,h2,.h1{{font-family:Alegreya,serif}}.btn-primary,.btn-buy{{background-color:{site.color};color:#fff}}.badge-discount{{background:#e52427}}"
    trust = alien(site, others[0], "https://widgets.trusted.example/seal.svg", wide=False)
    ship = images(
        theirs(site, others[1:], "/media/versand", named=True), 'class="img-fluid footer-logo-image" loading="eager"'
    )
    body = (
        f'<div id="trustbadge-container" style="position:fixed"><img src="{trust}" alt="Käuferschutz"></div><header class="header-main"><div class="container"><div class="row header-row"><div class="col-12 col-lg-auto header-logo-col"><div class="header-logo-main text-center"><a class="header-logo-main-link" href="/" title="Zur Startseite gehen">'
        f'<picture class="header-logo-picture d-block m-auto"><source srcset="{tablet}?ts=17" media="(min-width: 768px) and (max-width: 991px)"><source srcset="{mobile}?ts=17" media="(max-width: 767px)"><img src="{desktop}?ts=17" alt="Zur Startseite gehen" class="img-fluid header-logo-main-img"></picture></a></div></div></div></div></header>'
        f'<main class="content-main"><h1>Tee aus erster Ernte</h1><a class="btn btn-primary" href="/tee/">Jetzt stöbern</a></main><footer class="footer-main">{profiles(site, "teekontorsandmeier", "instagram facebook")}<div class="footer-logos">{ship}</div><p>* Alle Preise inkl. gesetzl. MwSt. – Teekontor Sandmeier e. K.</p></footer>'
    )
    head = f'<link rel="shortcut icon" href="/media/4c/favicon.ico"/><meta property="og:site_name" content="Teekontor Sandmeier"/>{json_ld({"@type": "WebSite", "name": "Teekontor Sandmeier", "url": site.origin})}'
    return html(
        site, body, title="Loser Tee online kaufen", css=css, sheet="/theme/6e/css/all.css", head=head, lang="de-DE"
    )


def magento(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Spanish tool shop: the brands that it sells are in the header's menu."""
    company(site, "Ferretería Aranda", "www.ferreteria-aranda.example")
    site.fonts = ("Exo 2", "Roboto")
    mark = own(site, logos, "/media/logo/stores/1/aranda_2026.svg")
    menu = "".join(
        f'<li class="level1"><a href="/marcas/{n}"><img src="{path}" alt="marca" height="20"></a></li>'
        for n, path in enumerate(theirs(site, others, "/media/marcas"))
    )
    css = f"body{{font-family:Roboto,'Helvetica Neue',sans-serif}}h1,h2,h3{{font-family:'Exo 2',sans-serif}}.action.primary{{background:{site.color};border:1px solid {site.color};color:#fff}}.page-header .panel.wrapper{{background-color:#6e716e}}.message.info{{background:#fdf0d5}}.nav-sections{{background:{site.color}}}"
    body = (
        '<div class="page-wrapper"><header class="page-header"><div class="panel wrapper"><div class="panel header"><ul class="header links"><li><a href="/customer/account/login/">Identificarse</a></li></ul></div></div>'
        f'<div class="header content"><span data-action="toggle-nav" class="action nav-toggle"><span>Menú</span></span><a class="logo" href="https://www.ferreteria-aranda.example/" title="Ferreter&#xED;a&#x20;Aranda" aria-label="store logo"><img src="{mark}" title="Ferreter&#xED;a&#x20;Aranda" alt="Ferreter&#xED;a&#x20;Aranda" width="189" height="46"/></a></div></header>'
        f'<div class="sections nav-sections"><nav class="navigation"><ul><li class="level0">Marcas<ul>{menu}</ul></li></ul></nav></div><main id="maincontent"><h1 class="page-title">Herramienta para profesionales</h1><button class="action primary tocart">Añadir al carrito</button></main>'
        f'<footer class="page-footer">{profiles(site, "ferreteriaaranda", "facebook youtube")}<small class="copyright"><span>Ferretería Aranda Hermanos, S.L.</span></small></footer></div>'
    )
    return html(site, body, title="Ferretería Aranda - Herramientas y bricolaje", css=css, sheet="/static/version17/frontend/Aranda/base/es_ES/css/styles-l.css", lang="es", attributes=' data-container="body" class="cms-home cms-index-index page-layout-1column"')  # fmt: skip


def bigcommerce_text(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The name is text in the header; the icons are the only logo, the brands of the shop are a carousel."""
    company(site, "Pemberley Yarns", "www.pemberleyyarns.example")
    site.fonts = ("Vollkorn", "Karla")
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    site.accept(tile(logos), "icon", "#808080")
    site.put("/product_images/favicon.png?t=1760", png(logos.icon, 32), "image/png")
    site.put("/product_images/apple-touch.png", tile(logos), "image/png")
    css = f'body{{font-family:"Karla",Arial,Helvetica,sans-serif}}h1,h2,h3,.header-logo-text{{font-family:"Vollkorn",Georgia,serif}}.button--primary{{background-color:{site.color};border-color:{site.color};color:#fff}}.header-logo-text{{color:#2d2d2d}}'
    brands = images(
        theirs(site, others, "https://cdn11.bigcommerce.com/s-9/images/stencil/160w/brands"),
        'class="lazyload" title="" alt=""',
    )
    pays = (
        '<svg class="footer-payment-icon" viewBox="0 0 9 3"><title>Visa</title><use href="#icon-logo-visa"></use></svg>'
    )
    body = (
        '<svg data-src="x" class="icons-svg-sprite" style="display:none"><symbol viewBox="0 0 49 33" id="icon-logo-visa"><path d="M1 1h20v30H1z"/></symbol><symbol id="icon-cart" viewBox="0 0 9 9"><path d="M1 1h7v7z"/></symbol></svg><header class="header" role="banner"><h1 class="header-logo header-logo--center"><a href="https://www.pemberleyyarns.example/" class="header-logo__link" data-header-logo-link><span class="header-logo-text">Pemberley Yarns</span></a></h1></header>'
        f'<main class="body"><h2>Hand-dyed in Derbyshire</h2><a class="button button--primary" href="/sock-yarn/">Shop sock yarn</a><section class="brands">{brands}</section></main>'
        f'<footer class="footer">{profiles(site, "pemberleyyarns", "instagram")}<div class="footer-payment-icons">{pays}</div><p class="powered-by">Powered by <a href="https://www.bigcommerce.com">BigCommerce</a></p><p>© 2026 Pemberley Yarns</p></footer>'
    )
    head = '<link href="/product_images/favicon.png?t=1760" rel="shortcut icon"/><link rel="apple-touch-icon" href="/product_images/apple-touch.png"/>'
    return html(site, body, title="Pemberley Yarns | Hand-dyed wool &amp; notions", css=css, head=head, lang="en-GB")


KINDS: dict[str, Maker] = {
    "Shopify Dawn": shopify_dawn, "Shopify Horizon": shopify_horizon, "Shopware": shopware, "Magento": magento, "BigCommerce text": bigcommerce_text,
}  # fmt: skip
