"""Page builders: Wix Studio, Squarespace, Webflow, Framer, HubSpot, Jimdo, GoDaddy and Duda."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, hsl, numbers, photo
from benchmarks.sites.built.replica import Maker, images, inline, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, box, html, json_ld, profiles, shown, tile


def wix_studio(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A dentist: the header's vector takes its colour from the style sheet; seals are before the footer."""
    company(site, "Praxis Ahrenkiel", "www.praxis-ahrenkiel.example")
    site.fonts = ("Cormorant Garamond", "Figtree")
    mark = shown(site, logos)
    icon = site.put("https://static.wixstatic.com/media/77ab_01~mv2.png/v1/fill/w_192,h_192,lg_1,usm_0.66_1.00_0.01/77ab_01~mv2.png", tile(logos, 192), "image/png")  # fmt: skip
    css = (
        f":root{{--wst-color-fill-background-primary:255,255,255;--color_36:{numbers(site.color)};--color_37:32,32,32}}"
        f'#comp-m1 svg [data-color="1"]{{fill:{site.color}}}.wixui-button{{background:rgb(var(--color_36));color:#fff}}'
        "h1.font_0,h2.font_2{font-family:'Cormorant Garamond',cormorantgaramond,serif}p,a,body{font-family:Figtree,sans-serif}"
    )
    seals = images(theirs(site, others[:3], "https://static.wixstatic.com/shapes"), 'alt="Siegel" width="90"')
    body = (
        '<div id="SITE_CONTAINER"><div id="site-root"><div id="masterPage"><header id="SITE_HEADER" class="wixui-header"><section class="wixui-section">'
        '<div id="comp-m1" class="wixui-vector-image"><a href="https://www.praxis-ahrenkiel.example" aria-label="Startseite"><div data-testid="svgRoot-comp-m1" class="aeyn4z">'
        f'<svg preserveAspectRatio="xMidYMid meet" data-bbox="{box(mark)}" viewBox="{box(mark)}" xmlns="http://www.w3.org/2000/svg" data-type="color" role="presentation" aria-hidden="true"><g data-color="1">{mark.inside}</g></svg></div></a></div>'
        '<nav aria-label="Website"><ul><li><a href="/leistungen">Leistungen</a></li><li><a href="/team">Team</a></li></ul></nav></section></header>'
        '<main id="PAGES_CONTAINER"><h1 class="font_0">Schöne Zähne ohne Angst</h1><p>Ihre Zahnärzte am Königsplatz.</p><a class="wixui-button" href="/termin">Termin buchen</a>'
        f'<h2 class="font_2">Geprüfte Qualität</h2><div class="wixui-repeater">{seals}</div></main>'
        f'<footer id="SITE_FOOTER"><p>© 2026 Praxis Ahrenkiel. Erstellt mit <a href="https://de.wix.com/studio">Wix Studio</a></p>{profiles(site, "praxisahrenkiel", "instagram facebook", text=False)}</footer></div></div></div>'
    )
    head = f'<meta name="generator" content="Wix.com Website Builder"/><link rel="icon" sizes="192x192" href="{icon}" type="image/png"/><link rel="apple-touch-icon" href="{icon}"/>'
    return html(site, body, title="Zahnarzt Kassel Mitte | Praxis Ahrenkiel", css=css, head=head, lang="de")


def squarespace_overlay(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A white logo over a photograph, once for desktops and once for telephones."""
    company(site, "Ferrous & Fern", "www.ferrousandfern.example")
    site.fonts = ("Cardo", "Work Sans")
    cdn = "https://images.squarespace-cdn.com/content/v1/66f0a1"
    white = own(site, logos, f"{cdn}/b1f/FF_horizontal_reversed.svg", fill="#ffffff")
    hero = photo(site, f"{cdn}/c2/DSC_0417.jpg", 4, (900, 500))
    icon = site.put(f"{cdn}/e9/favicon.ico", ico(logos.icon), "image/x-icon")
    css = (
        f":root{{--white-hsl:0,0%,100%;--black-hsl:0,0%,8%;--accent-hsl:{hsl(site.color).replace(' ', ',')};--darkAccent-hsl:210,9%,14%;--lightAccent-hsl:34,28%,93%}}"
        ".header{background:transparent}.sqs-button-element--primary{background-color:hsla(var(--accent-hsl),1);color:hsla(var(--white-hsl),1)}"
        "h1,h2,h3{font-family:Cardo;font-weight:400}body,p{font-family:'Work Sans'}"
    )
    mark = f'<div class="header-title-logo"><a href="/" data-animation-role="header-element"><img elementtiming="nbf-header-logo-desktop" src="{white}?format=1500w" alt="Ferrous &amp; Fern" style="display:block" fetchpriority="high"/></a></div>'
    press = images([f"{path}?format=300w" for path in theirs(site, others, f"{cdn}/press")], 'alt="" loading="lazy"')
    body = (
        '<div id="siteWrapper" class="clearfix site-wrapper"><header data-test="header" id="header" class="dark header theme-col--primary" data-section-theme="dark"><div class="header-announcement-bar-wrapper">'
        f'<div class="header-inner container--fluid header-mobile-layout-logo-left-nav-right"><div class="header-display-desktop"><div class="header-title">{mark}</div><a class="btn sqs-button-element--primary" href="/visit">Visit the nursery</a></div>'
        f'<div class="header-display-mobile"><div class="header-title">{mark}</div></div></div></div></header>'
        f'<main id="page"><section class="page-section" data-section-theme="dark"><img src="{hero}?format=2500w" alt=""><h1>Iron for gardens</h1><a class="sqs-button-element--primary" href="/shop">Shop planters</a></section>'
        f'<section class="page-section"><h2>As seen in</h2>{press}</section></main><footer class="sections" id="footer-sections"><p>© Ferrous &amp; Fern LLC</p>{profiles(site, "ferrousandfern", "instagram", text=False)}</footer></div>'
    )
    head = f'<!-- This is Squarespace. --><link rel="shortcut icon" type="image/x-icon" href="{icon}"/><meta property="og:site_name" content="Ferrous &amp; Fern"/>' + json_ld({"@type": "WebSite", "name": "Ferrous & Fern", "url": site.origin})  # fmt: skip
    return html(site, body, title="Ferrous &amp; Fern", css=css, sheet="https://static1.squarespace.com/static/versioned-site-css/66f0a1/1/site.css", head=head)  # fmt: skip


def webflow_relume(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An embedded SVG that is the current colour; the customers run through the hero before any heading."""
    company(site, "Maison Tourbier", "www.maison-tourbier.example")
    site.fonts = ("Instrument Serif", "DM Sans")
    mark = shown(site, logos, site.color)
    css = (
        f":root{{--base-color-brand--primary:{site.color};--base-color-neutral--black:#101010;--link-color--link-primary:var(--base-color-brand--primary)}}"
        ".navbar1_logo-link{color:var(--base-color-brand--primary)}.button{background-color:var(--base-color-brand--primary);color:#fff;padding:.75rem 1.5rem}"
        ".w-webflow-badge{background:#fff}body{font-family:DM Sans,sans-serif;color:#101010}h1,h2,h3{font-family:Instrument Serif,sans-serif}"
    )
    wall = images(
        theirs(site, others, "https://cdn.prod.website-files.com/67aa", named=True),
        'loading="lazy" alt="" class="logo3_logo"',
    )
    body = (
        '<div class="page-wrapper"><div data-collapse="medium" role="banner" fs-scrolldisable-element="smart-nav" class="navbar1_component w-nav"><div class="navbar1_container">'
        f'<a href="/" aria-current="page" class="navbar1_logo-link w-nav-brand w--current" aria-label="home"><div class="navbar1_logo w-embed">{inline(mark, "currentColor", " width=100% height=100%")}</div></a>'
        '<nav role="navigation" class="navbar1_menu w-nav-menu"><a href="/traiteur" class="navbar1_link w-nav-link">Traiteur</a><a href="/devis" class="button is-small w-button">Demander un devis</a></nav></div></div>'
        f'<main class="main-wrapper"><header class="section_header"><div class="logo3_list">{wall}</div><h1 class="heading-style-h1">Des réceptions qui ont du goût</h1><a href="/devis" class="button w-button">Demander un devis</a></header></main>'
        f'<footer class="footer1_component"><div class="footer1_social-list">{profiles(site, "maisontourbier", "instagram linkedin", text=False)}</div><div class="footer1_credit-text">© 2026 Maison Tourbier. Tous droits réservés.</div></footer></div>'
    )
    return html(site, body, title="Traiteur événementiel à Lille - Maison Tourbier", css=css, sheet="https://cdn.prod.website-files.com/67aa/css/tourbier.webflow.shared.7d1.css", head='<meta content="Webflow" name="generator"/>', lang="fr", root=' data-wf-page="67aa" data-wf-site="67aa"')  # fmt: skip


def framer_data(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Japanese company whose logo is a data: background of a nameless block."""
    company(site, "ツナグ舎", "tsunagu-sha.example")
    site.fonts = ("Zen Kaku Gothic New", "Noto Sans JP")
    mark = shown(site, logos)
    data = f"data:image/svg+xml,{quote(mark.svg())}"
    token = "--token-2f91ee07-4c"
    css = (
        f"body{{{token}:rgb({numbers(site.color, ', ')});--framer-will-change-override:none}}.framer-kQ1 .framer-1a2{{background-color:var({token},#888);border-radius:999px}}"
        "body{font-family:'Noto Sans JP','Noto Sans JP Placeholder',sans-serif}h1,h2{font-family:'Zen Kaku Gothic New','Zen Kaku Gothic New Placeholder',sans-serif}"
    )
    ticker = "".join(
        f'<li><img decoding="async" src="{path}" alt=""></li>'
        for path in theirs(site, others, "https://framerusercontent.com/images")
    )
    body = (
        '<div id="main" data-framer-hydrate-v2="{}"><div class="framer-kQ1 framer-72rtr7"><nav class="framer-9nq" data-framer-name="PC">'
        f'<a class="framer-lm2" data-framer-name="ロゴ" href="./"><div data-framer-background-image-wrapper="true" class="framer-logo-2" style="width:150px;height:34px;background-image:url(\'{data}\');background-size:contain"></div></a>'
        '<a class="framer-1a2" href="./contact"><p class="framer-text">お問い合わせ</p></a></nav>'
        f'<h1 class="framer-text">地域の仕事を、つなぐ。</h1><section data-framer-name="Partners"><ul>{ticker}</ul></section>'
        f'<footer data-framer-name="Footer"><p class="framer-text">© 2026 ツナグ舎</p>{profiles(site, "tsunagu_sha", "x instagram")}</footer></div></div>'
    )
    head = '<meta name="generator" content="Framer 3b1f2a0"/><link href="https://framerusercontent.com/sites/icons/default-favicon-light.v1.png" rel="icon" media="(prefers-color-scheme: light)"/>'
    site.foreign.append(png(others[4].icon, 32))
    site.put(
        "https://framerusercontent.com/sites/icons/default-favicon-light.v1.png", png(others[4].icon, 32), "image/png"
    )
    return html(site, body, title="ツナグ舎｜地域の仕事をつなぐ求人サービス", css=css, head=head, lang="ja")


def hubspot_group(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Two header rows: the group's logo in the upper, the company's in the lower."""
    company(site, "Nordlyft", "www.nordlyft.example")
    site.fonts = ("Barlow Condensed", "Barlow")
    group = alien(site, others[0], "/hubfs/raw_assets/public/nordlyft-theme/images/group.svg")
    path = own_png(site, logos, "/hubfs/Nordlyft_logo_rgb.png", 480)
    css = f":root{{--primary:{site.color};--secondary:#233040}}body{{font-family:Barlow,sans-serif}}h1,h2,h3,h4{{font-family:'Barlow Condensed',sans-serif;text-transform:uppercase}}.hs-button,.cta_button{{background:{site.color};color:#fff}}#hs-eu-confirmation-button{{background-color:#425b76!important;color:#fff}}"
    quotes = "".join(
        f'<blockquote><img src="{one}" alt="kundlogotyp"><p>Lyften kom i tid.</p><cite>Platschef</cite></blockquote>'
        for one in theirs(site, others[1:4], "/hubfs/kunder")
    )
    body = (
        '<div class="body-wrapper hs-content-path"><div data-global-resource-path="nordlyft/templates/partials/header.html"><header class="site-header">'
        f'<div class="site-header__top"><span>En del av</span><a href="https://www.{others[0].slug}-group.example"><img src="{group}" alt="" height="18"></a><a href="/karriar">Karriär</a></div>'
        f'<div class="site-header__main"><div class="site-header__logo"><span class="hs_cos_wrapper hs_cos_wrapper_widget hs_cos_wrapper_type_logo"><a href="//www.nordlyft.example/?hsLang=sv" class="hs-logo-link"><img src="{path}?width=240&amp;height=50" class="hs-image-widget" style="height:auto;width:240px" alt="Logotyp" loading="eager"></a></span></div><a class="cta_button" href="/offert">Begär offert</a></div></header></div>'
        f'<main id="main-content"><h1>Kranar för trånga gårdar</h1><a class="cta_button" href="/kranar">Se kranarna</a><section class="testimonials">{quotes}</section></main>'
        f"<footer><p>Nordlyft Industri AB, org.nr 556000-0000</p>{profiles(site, 'nordlyft', 'linkedin youtube')}</footer></div>"
    )
    return html(site, body, title="Hyr kran i Mälardalen | Nordlyft", css=css, sheet="/hubfs/hub_generated/template_assets/1/main.min.css", lang="sv", head='<meta name="generator" content="HubSpot"/>')  # fmt: skip


def jimdo_dolphin(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An Italian pastry shop: the logo is a round picture in a header without a name."""
    company(site, "Pasticceria Dellacorte", "www.pasticceriadellacorte.example")
    site.fonts = ("Playfair Display", "Source Sans Pro")
    media = "https://jimdo-storage.global.ssl.fastly.net/image/9021/logo.png?quality=80,90&amp;auto=webp&amp;trim=0,0,0,0&amp;width=200"
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    site.put(media.partition("?")[0], png(logos.icon, 200), "image/png")
    css = f"body{{font-family:'Source Sans Pro',sans-serif}}h1,h2,h3{{font-family:'Playfair Display',serif}}.primary-button,.s-button{{background:rgb({numbers(site.color)});color:#fff}}.header-bg{{background:#faf7f2}}"
    delivery = images(theirs(site, others[:2], "/consegna", named=True), 'alt="Ordina con noi" height="40"')
    body = (
        f'<div id="app"><header class="header-bg"><a class="home-link" href="/"><picture><source srcset="{media} 1x"/><img src="{media}" alt="" class="logo-image"/></picture></a><ul class="menu"><li><a href="/torte">Torte</a></li><li><a href="/contatti">Contatti</a></li></ul></header>'
        f'<main><h1>Torte di famiglia dal 1958</h1><a class="primary-button" href="/contatti">Prenota</a><h2>Ordina online</h2>{delivery}</main>'
        f'<footer><p>Pasticceria Dellacorte s.n.c. di Dellacorte Piero &amp; C. - P.IVA 00000000000</p>{profiles(site, "pasticceriadellacorte", "facebook instagram")}<a href="https://www.jimdo.com">Realizzato con Jimdo</a></footer></div>'
    )
    return html(site, body, title="Pasticceria Dellacorte | Torte e biscotti a Verona", css=css, lang="it-IT")


def godaddy(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """URLs with commas in the `srcset`, and a badge of the builder's bot under the page."""
    company(site, "Copper Kettle Plumbing", "copperkettleplumbing.example")
    site.fonts = ("League Spartan", "Montserrat")
    base = "https://img1.wsimg.com/isteam/ip/2c1/CKP-final-v3.png"
    small = own_png(site, logos, f"{base}/:/rs=h:60,cg:true,m/qt=q:95", 240)
    large = own_png(site, logos, f"{base}/:/rs=h:120,cg:true,m/qt=q:95", 480)
    css = f".x .c1-1{{font-family:Montserrat,arial,sans-serif}}body{{font-family:Montserrat,arial,sans-serif}}h1,h2,h3,h4{{font-family:'League Spartan',arial,sans-serif}}.x .c1-2{{background-color:rgb({numbers(site.color, ', ')});color:rgb(255, 255, 255)}}.x .c1-9{{background-color:rgb(22, 22, 22)}}"
    badges = images(
        theirs(site, others[:4], "https://img1.wsimg.com/isteam/ip/2c1/badges"),
        'data-ux="ContentImage" alt="BBB Angi HomeAdvisor"',
    )
    relative = [path.removeprefix("https:") for path in (small, large)]
    body = (
        '<div id="layout-6a1" class="layout layout-layout layout-layout-layout-27 locale-en-US lang-en"><div data-ux="Page" id="page-9"><div data-ux="Widget" role="region" id="header" class="x widget-header"><section data-ux="Section" class="x c1-1">'
        f'<div data-ux="LogoBlock"><a rel="" role="link" aria-haspopup="menu" data-ux="Link" data-page="9" title="Copper Kettle Plumbing" href="/" data-aid="HEADER_LOGO_RENDERED"><img src="{relative[0]}" srcset="{relative[0]}, {relative[1]} 2x" alt="Copper Kettle Plumbing" data-ux="ImageLogo" data-aid="HEADER_LOGO_IMAGE_RENDERED" height="60"/></a></div>'
        f'<a data-ux="ButtonPrimary" class="x c1-2" href="tel:5550100">Call now</a></section></div><h1 data-ux="Heading">Leaks fixed tonight</h1><div data-ux="Block">{badges}</div>'
        f'<div data-ux="Widget" id="footer" class="x c1-9"><p data-ux="FooterDetails">Copyright © 2026 Copper Kettle Plumbing - All Rights Reserved.</p><p>Powered by <a href="https://www.godaddy.com/websites">GoDaddy</a></p>{profiles(site, "copperkettleplumbing", "facebook")}</div></div></div>'
    )
    head = '<meta name="generator" content="Starfield Technologies; Go Daddy Website Builder 8.0.0000"/><meta name="theme-color" content="#ffffff"/>'
    return html(site, body, title="Home", css=css, head=head, lang="en-US")


def duda(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A roofer with a logo for small screens that is the icon, and another for large ones."""
    company(site, "Van Hattem Dakwerken", "www.vanhattemdakwerken.example")
    site.fonts = ("Rubik",)
    cdn = "https://lirp.cdn-website.com/41b/dms3rep/multi/opt"
    icon = site.put(f"{cdn}/beeldmerk-1920w.png", png(logos.icon, 256), "image/png")
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    wide = own_png(site, logos, f"{cdn}/vanhattem-logo-1920w.png", 420)
    css = f":root{{--color_1:{site.color};--color_2:rgba(35,31,32,1)}}*#dm .dmwidget-title,#dm h1,#dm h2,#dm p,body{{font-family:Rubik,'Rubik Fallback'}}*#dm a.dmButtonLink{{background-color:var(--color_1)!important;color:#fff}}"
    marks = images(
        theirs(site, others, f"{cdn}/keurmerken", named=True), 'alt="keurmerk" onerror="handleImageLoadError(this)"'
    )
    body = (
        '<div id="dmRoot" class="dmRoot desktop"><div id="dm"><div class="dm_wrapper"><div id="hamburger-header" class="layout-drawer hidden-md">'
        f'<div class="imageWidget"><a href="/"><img src="{icon}" alt="" data-diy-image="" onerror="handleImageLoadError(this)"/></a></div></div>'
        f'<div class="dmHeaderContainer fHeader d-header-wrapper"><div id="hcontainer" class="dmHeader"><div class="u_1467 imageWidget" data-element-type="image"><a href="/" id="1831"><img src="{wide}" alt="Van Hattem Dakwerken logo" data-dm-image-path="https://irp.cdn-website.com/41b/dms3rep/multi/vanhattem-logo.png" width="210"/></a></div><a class="dmButtonLink" href="/offerte"><span>Gratis offerte</span></a></div></div>'
        f'<div class="dmBody"><h1>Uw dak in één dag dicht</h1><p>Sinds 1974.</p><div class="dmPhotoGallery">{marks}</div></div><div class="dmFooterContainer"><p>© 2026 Alle rechten voorbehouden | Van Hattem Dakwerken B.V.</p>{profiles(site, "vanhattemdakwerken", "facebook linkedin", text=False)}</div></div></div></div>'
    )
    return html(site, body, title="Dakdekker Apeldoorn e.o. | Van Hattem Dakwerken", css=css, lang="nl")


KINDS: dict[str, Maker] = {
    "Wix Studio": wix_studio, "Squarespace overlay": squarespace_overlay, "Webflow Relume": webflow_relume, "Framer, Japanese": framer_data,
    "HubSpot, group": hubspot_group, "Jimdo, Italian": jimdo_dolphin, "GoDaddy": godaddy, "Duda": duda,
}  # fmt: skip
