"""CSS systems and hand-written pages: Bulma, UIkit, tables, a mask; a parked domain and a redirect to another company."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, hsl, numbers, photo
from benchmarks.sites.built.replica import SVG, Maker, images, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, html, json_ld, profiles, shown, tile


def bulma_object(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An `object` as the logo, with the name in it as a fallback; Bulma 1.0's colours in three parts."""
    company(site, "Bodegas Trasmonte", "www.bodegastrasmonte.example")
    site.fonts = ("EB Garamond", "Lato")
    mark = own(site, logos, "/img/marca/trasmonte-h.svg")
    hue, full, light = hsl(site.color).split()
    css = f":root{{--bulma-primary-h:{hue}deg;--bulma-primary-s:{full};--bulma-primary-l:{light};--bulma-link-h:233deg;--bulma-family-primary:Lato,sans-serif}}body{{font-family:Lato,sans-serif}}.title,h1,h2{{font-family:'EB Garamond',serif}}.button.is-primary{{background-color:hsl({hue}deg,{full},{light});color:#fff}}.button.is-link{{background-color:#485fc7}}"
    medals = images(theirs(site, others, "/img/medallas", named=True), 'width="64"')
    body = (
        f'<nav class="navbar is-fixed-top" role="navigation" aria-label="main navigation"><div class="navbar-brand"><a class="navbar-item" href="/"><object type="image/svg+xml" data="{mark}" width="190" height="45" tabindex="-1">Bodegas Trasmonte</object></a><a role="button" class="navbar-burger"><span></span></a></div><div class="navbar-end"><a class="button is-primary" href="/tienda">Tienda</a></div></nav>'
        f'<section class="hero is-medium"><div class="hero-body"><h1 class="title">Vinos de altura</h1><a class="button is-primary is-large" href="/visitas">Reservar visita</a></div></section><section class="section"><h2 class="title">Premios</h2>{medals}</section>'
        f'<footer class="footer"><div class="content">Bodegas Trasmonte, S.A. {profiles(site, "bodegastrasmonte", "instagram facebook")} <a href="https://bulma.io"><img src="{alien(site, others[4], "/img/made-with-bulma.svg")}" alt="Made with Bulma"></a></div></footer>'
    )
    return html(site, body, title="Inicio | Bodegas Trasmonte", css=css, head='<meta property="og:site_name" content="Bodegas Trasmonte"/>', lang="es", root=' class="has-navbar-fixed-top"')  # fmt: skip


def uikit_arabic(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An Arabic furniture maker, right to left: a logo, and an inverse one for the section with the photograph."""
    company(site, "دار السنديان", "www.dar-alsindyan.example")
    site.fonts = ("Tajawal", "Almarai")
    mark = own(site, logos, "/images/yootheme/sindyan.svg")
    white = own(site, logos, "/images/yootheme/sindyan-inverse.svg", fill="#ffffff")
    css = f"html{{font-family:Almarai,sans-serif;color:#666}}body{{font-family:Almarai,sans-serif}}h1,h2,.uk-h1{{font-family:Tajawal,sans-serif}}.uk-button-primary{{background-color:{site.color};color:#fff}}.uk-button-danger{{background:#f0506e}}.uk-logo-inverse{{display:none}}.uk-light .uk-logo-inverse{{display:block}}"
    body = (
        '<div class="tm-page"><header class="tm-header uk-visible@m" uk-header><div uk-sticky media="@m" cls-active="uk-navbar-sticky"><div class="uk-navbar-container"><nav class="uk-navbar" uk-navbar><div class="uk-navbar-left">'
        f'<a href="https://www.dar-alsindyan.example/" aria-label="العودة إلى الصفحة الرئيسية" class="uk-logo uk-navbar-item"><img alt="دار السنديان" loading="eager" width="160" height="38" src="{mark}"/><img class="uk-logo-inverse" alt="دار السنديان" loading="eager" width="160" height="38" src="{white}"/></a></div></nav></div></div></header>'
        f'<div class="uk-section uk-light"><img src="{photo(site, "/images/yootheme/sala.jpg", 31)}" alt=""><h1 class="uk-h1">أثاث يدوم لأجيال</h1><a class="uk-button uk-button-primary" href="/contact">اطلب عرض سعر</a></div><div uk-slider>{images(theirs(site, others, "/images/clients"), "class=el-image alt loading=lazy")}</div>'
        f'<footer class="uk-section"><p>جميع الحقوق محفوظة © 2026 دار السنديان</p>{profiles(site, "daralsindyan", "instagram facebook", text=False)}</footer></div>'
    )
    return html(site, body, title="دار السنديان | أثاث خشبي مصنوع يدويًا", css=css, sheet="/templates/yootheme/css/theme.1.css", lang="ar", root=' dir="rtl" vocab="https://schema.org/"')  # fmt: skip


def tables(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A page of 2003 that is still in use: tables, `font`, a GIF, a counter and member associations."""
    company(site, "Dunmore Bolt & Nut", "www.dunmorebolt.example")
    output = io.BytesIO()
    with Image.open(io.BytesIO(png(logos.wordmark, 300))) as drawn:
        flat = Image.new("RGB", drawn.size, "#ffffff")
        flat.paste(drawn, mask=drawn.getchannel("A"))
        flat.save(output, "GIF")
    site.accept(output.getvalue(), "wordmark", "#808080")
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    logo = site.put("/images/dbnlogo.gif", output.getvalue(), "image/gif")
    members = images(theirs(site, others[:3], "/images/assoc"), 'border="0" height="40"')
    body = (
        f'<table width="780" border="0" cellpadding="0" cellspacing="0" align="center"><tr><td width="310"><a href="index.htm"><img src="images/dbnlogo.gif" width="300" height="72" border="0"></a></td><td align="right"><font face="Arial" size="2"><b>Call 1-800-555-0199</b></font></td></tr>'
        f'<tr><td colspan="2" bgcolor="{site.color}"><font face="Arial" color="#FFFFFF" size="2"><a href="products.htm">PRODUCTS</a> | <a href="quote.htm">QUOTE</a> | <a href="contact.htm">CONTACT</a></font></td></tr>'
        f'<tr><td colspan="2"><center><h1><font face="Arial" color="{site.color}">Welcome to Dunmore Bolt &amp; Nut</font></h1></center><font face="Arial" size="2">Fasteners since 1961.</font><p>Member of: {members}</td></tr>'
        '<tr><td colspan="2"><font size="1" face="Arial">Copyright &copy; 1999-2026 Dunmore Bolt &amp; Nut Co., Inc. Best viewed at 1024 x 768.</font></td></tr></table>'
    )
    assert logo in site.files
    return f'<html><head><title>Dunmore Bolt &amp; Nut - hex bolts, nuts, threaded rod</title><meta name="GENERATOR" content="Microsoft FrontPage 5.0"></head><body bgcolor="#FFFFFF" link="{site.color}">{body}</body></html>'


def mask_before(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Danish kindergarten: a mask on `::before` of the link, in the colour of the brand."""
    company(site, "Børnehuset Fyrtårnet", "bornehuset-fyrtaarnet.example")
    site.fonts = ("Baloo 2", "Quicksand")
    shown(site, logos)
    path = site.put("/assets/img/logo-mono.svg", logos.wordmark.svg("#000000"), SVG)
    site.put("/favicon.ico", ico(logos.icon), "image/x-icon")
    css = f":root{{--farve-1:{site.color};--farve-2:#fff4d6}}body{{font-family:Quicksand,sans-serif;background:var(--farve-2)}}h1,h2{{font-family:'Baloo 2',cursive}}.logo::before{{content:'';display:block;width:190px;height:46px;background-color:var(--farve-1);-webkit-mask:url({path}) left center/contain no-repeat;mask:url({path}) left center/contain no-repeat}}.knap{{background:var(--farve-1);color:#fff}}"
    body = (
        '<div class="top"><a class="logo" href="/"><span class="skjult">Børnehuset Fyrtårnet</span></a><ul><li><a href="/stuer">Stuer</a></li></ul></div>'
        f'<h1>Plads til at være lille</h1><a class="knap" href="/opskrivning">Skriv op</a><h2>Vi samarbejder med</h2>{images(theirs(site, others, "/assets/img/sponsorer", named=True))}<div class="bund">Børnehuset Fyrtårnet, Skagen {profiles(site, "fyrtaarnet", "facebook")}</div>'
    )
    return html(site, body, title="Forside – Børnehuset Fyrtårnet", css=css, sheet="/assets/css/main.css", lang="da")


def parked(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A domain that its holder offers for sale through a broker, whose logo is on the page."""
    site.origin, site.name, site.color, site.parked = "https://lumenforge.example", "lumenforge.example", "", True
    broker = alien(site, others[0], "https://cdn.broker.example/logos/full.svg")
    css = "body{font-family:Inter,sans-serif;background:#f7f9fc}.btn-buy{background:#1f6feb;color:#fff}"
    body = (
        f'<header class="broker"><a href="https://www.broker.example"><img src="{broker}" alt="Domain Broker"></a></header><main><h1>lumenforge.example is for sale</h1><p>Get this domain: buy now for $4,888 or make an offer.</p><form action="/offer"><input name="email"><button class="btn-buy">Make an offer</button></form><ul><li>Free ownership transfer</li><li>Buyer protection program</li></ul></main>'
        '<footer><p>The domain owner maintains no relationship with third party advertisers.</p><a href="https://www.broker.example/privacy">Privacy policy</a></footer>'
    )
    return html(site, body, title="lumenforge.example - domain name is for sale", css=css)


def acquired(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A brand that was bought: its domain leads to the buyer's, which says so with the old logo in a notice."""
    company(site, "Corvane", "www.corvane.example")
    site.asked, site.redirected = "pinelytics.example", "www.corvane.example"
    site.fonts = ("Sora", "Public Sans")
    mark = own_png(site, logos, "/static/corvane.png", 440)
    site.put("/static/touch.png", tile(logos), "image/png")
    stock = alien(site, others[4], "https://cdn.cookielaw.example/logos/static/ot_company_logo.svg")
    old = alien(site, others[0], "/static/pinelytics.svg")
    css = f"body{{font-family:'Public Sans',sans-serif}}h1,h2{{font-family:Sora,sans-serif}}.notice{{background:#fff7cc}}.cta{{background:rgb({numbers(site.color, ' ')} / 100%);color:#fff}}"
    body = (
        f'<div class="notice"><img src="{old}" alt="Pinelytics" height="20"> Pinelytics is now part of Corvane. <a href="/pinelytics">Read more</a></div><header><a href="/"><img src="{mark}" alt="Corvane" width="150"></a><a class="cta" href="/demo">Get a demo</a></header>'
        f'<main><h1>Analytics for utilities</h1><a class="cta" href="/demo">Get a demo</a><h2>Customers</h2>{images(theirs(site, others[1:4], "/static/customers"))}</main><footer>{profiles(site, "corvane", "linkedin youtube")}<p>© 2026 Corvane Holdings B.V.</p></footer>'
        f'<div id="onetrust-consent-sdk"><div id="onetrust-pc-sdk" role="dialog"><div class="ot-pc-logo" role="img" aria-label="Company Logo" style="background-image:url({stock})"></div><button id="accept-recommended-btn-handler">Allow all</button></div></div>'
    )
    head = '<link rel="apple-touch-icon" href="/static/touch.png"/>' + json_ld({"@type": "Corporation", "name": "Corvane", "url": f"{site.origin}/", "subOrganization": {"@type": "Organization", "name": "Pinelytics", "logo": f"{site.origin}{old}"}})  # fmt: skip
    return html(site, body, title="Corvane: Analytics for utilities", css=css, head=head)


KINDS: dict[str, Maker] = {
    "Bulma, object": bulma_object, "UIkit, Arabic": uikit_arabic, "tables": tables, "mask before": mask_before,
    "parked, broker": parked, "acquired": acquired,
}  # fmt: skip
