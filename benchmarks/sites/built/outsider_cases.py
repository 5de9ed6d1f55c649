"""Cases apart: parked domains, a domain of a company that was bought, other scripts, old tables, Drupal and photographs as logos."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import io
import json
from collections.abc import Sequence

from PIL import Image

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, document, footer, photo
from benchmarks.sites.built.replica import Maker, images, inline, own, own_png, theirs


def _gif(body: bytes) -> bytes:
    output = io.BytesIO()
    with Image.open(io.BytesIO(body)) as drawn:
        white = Image.new("RGB", drawn.size, "#ffffff")
        white.paste(drawn, (0, 0), drawn)
        white.save(output, "GIF")
    return output.getvalue()


def parked(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A domain seller's page, with the seller's logo in the header."""
    company(site, "tidepool-kitchens.example", "tidepool-kitchens.example")
    site.parked, site.color = True, ""
    seller = theirs(site, others[:1], "https://cdn.domain-hub.example/static", named=True)[0]
    body = (
        f'<div class="page"><header class="header"><a href="https://www.domain-hub.example/?utm=lander"><img class="logo" src="{seller}" alt="DomainHub"></a></header><main><h1>tidepool-kitchens.example</h1><p class="sale">This domain name is for sale</p><p>Get it now for $2,395 or make an offer.</p><form action="https://www.domain-hub.example/offer" method="post"><input name="price"><button class="btn">Make offer</button></form></main>'
        "<footer>Buyer Protection Program · Fast &amp; easy transfers · Hassle free payments. © 2026 DomainHub Ltd.</footer></div>"
    )
    return document(
        site,
        body,
        title="tidepool-kitchens.example is for sale",
        css=".btn{background:#1565c0;color:#fff}body{font-family:Roboto,sans-serif}",
    )


def registrar(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A registrar's page for a new German domain."""
    company(site, "backhaus-lorenz.example", "backhaus-lorenz.example")
    site.parked, site.color = True, ""
    host = theirs(site, others[1:2], "/parking", named=True)[0]
    body = f'<div id="wrapper"><div class="logo"><a href="https://www.hostwerk.example"><img src="{host}" alt="hostwerk"></a></div><h1>Hier entsteht eine neue Internetpräsenz</h1><p>Diese Domain wurde erfolgreich bei hostwerk registriert. Der Inhaber hat noch keine Inhalte hinterlegt.</p><a class="cta" href="https://www.hostwerk.example/domains">Jetzt eigene Domain sichern</a></div>'
    return document(site, body, title="backhaus-lorenz.example", css=".cta{background:#ff6600;color:#fff}", lang="de")


def bought(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The old domain of a company that was bought leads to the buyer's home page."""
    company(site, "Grandvelle Hotels", "www.grandvelle.example")
    site.asked, site.redirected = "seaview-lodge.example", "www.grandvelle.example"
    site.fonts = ("Marcellus", "Jost")
    mark = own(site, logos, "/content/dam/gv/logo/gv-horizontal.svg")
    houses = theirs(site, others, "/content/dam/gv/brands", named=True)
    css = f"body{{font-family:Jost,sans-serif}}h1,h2{{font-family:Marcellus,serif}}.cmp-button--primary{{background-color:{site.color};color:#fff}}"
    lodges = "".join(
        f'<li class="brand-bar__item"><a href="/{other.slug}"><img src="{path}" alt="{other.slug}" class="brand-bar__logo"></a></li>'
        for other, path in zip(others, houses, strict=True)
    )
    body = (
        f'<div class="root responsivegrid"><div class="experiencefragment"><header class="cmp-header"><ul class="brand-bar">{lodges}</ul><div class="cmp-header__main"><a class="cmp-header__logo" href="/"><img class="cmp-image__image" src="{mark}" alt="Grandvelle Hotels"></a></div></header></div>'
        '<main><h1>Stay a little longer</h1><a class="cmp-button cmp-button--primary" href="/book">Book a stay</a></main></div>'
        + footer(site)
    )
    return document(site, body, title="Luxury hotels and resorts | Grandvelle Hotels", css=css)


def japanese(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "ミドリカワ工業", "www.midorikawa.example")
    site.fonts = ("Noto Sans JP",)
    mark = own_png(site, logos, "/wp/wp-content/themes/mk/images/common/h_logo.png", 360)
    css = f"body{{font-family:'Noto Sans JP','Hiragino Kaku Gothic ProN',Meiryo,sans-serif}}#gnav .contact a,.btn01 a{{background:{site.color};color:#fff}}.cat_news{{background:#888;color:#fff}}"
    groups = images(theirs(site, others, "/wp/wp-content/uploads/bnr"), 'alt=""')
    data = {
        "@context": "https://schema.org",
        "@type": "Corporation",
        "name": "株式会社ミドリカワ工業",
        "url": "https://www.midorikawa.example/",
    }
    body = (
        f'<div id="container"><header id="header"><div class="inner"><h1 class="logo"><a href="https://www.midorikawa.example/"><img src="{mark}" alt="株式会社ミドリカワ工業"></a></h1><nav id="gnav"><ul><li class="contact"><a href="/contact/">お問い合わせ</a></li></ul></nav></div></header>'
        f'<main><p class="catch">精密をかたちに。</p><p class="btn01"><a href="/recruit/">採用情報</a></p><div class="bnr_area">{groups}</div></main><footer id="footer"><small>Copyright © MIDORIKAWA INDUSTRY CO., LTD. All Rights Reserved.</small></footer></div>'
    )
    head = f'<meta property="og:site_name" content="ミドリカワ工業"><meta name="description" content="精密板金のミドリカワ工業"><script type="application/ld+json">{json.dumps(data, ensure_ascii=False)}</script>'
    return document(site, body, title="【公式】ミドリカワ工業｜精密板金・試作", css=css, lang="ja", head=head)


def arabic(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Right to left, on a dark header with a white logo; the favicon shows the colour."""
    company(site, "واحة الزيتون", "oliveoasis.example")
    site.fonts = ("Tajawal",)
    mark = own_png(site, logos, "/uploads/logo-ar.png", 360)
    css = f"body,h1,h2{{font-family:'Tajawal',sans-serif}}.topbar{{background:#f3f3f3}}.btn-main{{background-color:{site.color};color:#fff}}"
    body = (
        f'<div class="topbar"><a href="tel:+970555">اتصل بنا</a></div><div class="mainnav"><a class="mainnav-logo" href="{site.origin}/ar"><img src="{mark}" alt="شعار واحة الزيتون" height="60"></a></div>'
        f'<main><h1>زيت من أشجار عمرها ألف عام</h1><a class="btn-main" href="/ar/shop">تسوق الآن</a><section class="partners-header"><h2>شركاؤنا</h2>{images(theirs(site, others, "/uploads/p"))}</section></main><footer><p>© 2026 واحة الزيتون. جميع الحقوق محفوظة.</p></footer>'
    )
    return document(site, body, title="الرئيسية | واحة الزيتون", css=css, lang="ar", root=' dir="rtl"')


def tables(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A page of the year 2004 that is still there: tables, a GIF, attributes in place of a style sheet."""
    company(site, "Pemberton Bearings", "www.pembertonbearings.example")
    body_gif = _gif(png(logos.wordmark, 340))
    site.put("/images/top_01.gif", body_gif, "image/gif")
    site.accept(body_gif, "wordmark", "#808080")
    spacer = site.put("/images/spacer.gif", _gif(png(others[0].icon, 1)), "image/gif")
    lines = "".join(
        f'<td><a href="http://www.{other.slug}.example"><img src="{path}" border="0" alt="{other.name}"></a></td>'
        for other, path in zip(others, theirs(site, others, "/images/lines"), strict=True)
    )
    return (
        '<HTML><HEAD><TITLE>Pemberton Bearings - Ball Bearings, Roller Bearings, Bushings, Seals</TITLE><META NAME="keywords" CONTENT="bearings">'
        '<style>body,td{font-family:Verdana,Arial,Helvetica,sans-serif;font-size:11px}</style></HEAD><BODY BGCOLOR="#FFFFFF" TOPMARGIN="0">'
        f'<table width="760" align="center" cellpadding="0" cellspacing="0"><tr><td><a href="index.asp"><img src="images/top_01.gif" width="340" border="0" alt="Pemberton Bearings Home"></a></td><td><img src="{spacer}" width="1" height="90"></td></tr>'
        f'<tr><td colspan="2" bgcolor="{site.color}"><font color="#FFFFFF"><b><a href="products.asp">Products</a> | <a href="contact.asp">Contact</a></b></font></td></tr><tr><td colspan="2">Welcome to our web site. We distribute the following lines:</td></tr><tr>{lines}</tr></table>'
        "<center>Copyright &copy; 2004-2026 Pemberton Bearings</center></BODY></HTML>"
    )


def drupal(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The alternative text is the French word for home; funders' emblems are in the header region, beside the logo."""
    company(site, "Musée des Sablières", "www.musee-sablieres.example")
    site.fonts = ("Marianne",)
    mark = own(site, logos, "/themes/custom/sabl/logo.svg")
    region, state = theirs(site, others[:2], "/themes/custom/sabl/images", named=True)
    css = f"body,h1,h2{{font-family:'Marianne',arial,sans-serif}}.button--primary{{background-color:{site.color};color:#fff}}.messages--warning{{background:#fdf8ed}}"
    body = (
        '<a href="#main-content" class="visually-hidden focusable">Aller au contenu principal</a><div class="dialog-off-canvas-main-canvas"><div class="layout-container"><header role="banner"><div class="region region-header">'
        f'<div class="block block-tutelles"><a href="https://www.culture.example"><img src="{state}" alt="Ministère de la culture"></a><img src="{region}" alt="Région"></div><div id="block-sabl-branding" class="block block-system block-system-branding-block"><a href="/fr" rel="home" class="site-logo"><img src="{mark}" alt="Accueil" fetchpriority="high"></a><div class="site-name"><a href="/fr" rel="home">Musée des Sablières</a></div></div></div></header>'
        '<main role="main"><h1>Trois siècles de verre</h1><a class="button button--primary" href="/fr/billets">Billetterie</a></main></div></div>'
        + footer(site, "Tous droits réservés.")
    )
    head = (
        '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)">'
        + f'<link rel="icon" href="{site.put("/themes/custom/sabl/favicon.ico", ico(logos.icon), "image/vnd.microsoft.icon")}" type="image/vnd.microsoft.icon">'
    )
    return document(site, body, title="Accueil | Musée des Sablières", css=css, lang="fr", head=head)


def declared_photograph(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An SEO plug-in declares the hero's photograph as the logo; the real one is an inline drawing in the header."""
    company(site, "Copperleaf Estates", "copperleafestates.example")
    site.fonts = ("Playfair Display", "Mulish")
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    picture = photo(site, "/wp-content/uploads/2021/hero-house.jpg", 21, (1200, 630))
    graph = {"@context": "https://schema.org", "@graph": [
        {"@type": "Organization", "@id": f"{site.origin}/#organization", "name": "Copperleaf Estates", "url": f"{site.origin}/",
         "logo": {"@type": "ImageObject", "url": site.origin + picture, "width": 1200, "height": 630, "caption": "Copperleaf Estates"}},
        {"@type": "WebSite", "url": f"{site.origin}/", "name": "Copperleaf Estates", "description": "Homes worth the drive"},
    ]}  # fmt: skip
    css = f"body{{font-family:Mulish,sans-serif}}h1,h2,h3{{font-family:'Playfair Display',serif}}.site-branding svg{{fill:{site.color};width:180px}}.cta{{background-color:{site.color};color:#fff}}"
    body = (
        f'<div id="page" class="site"><div class="site-branding"><a href="{site.origin}/" rel="home">{inline(logos.wordmark, "currentColor").replace(" fill=" + chr(34) + "currentColor" + chr(34), "")}</a></div><div class="hero" style="background-image:url({picture})"><h1>Homes worth the drive</h1><a class="cta" href="/homes">See homes</a></div>'
        f'<div class="memberships">{images(theirs(site, others, "/wp-content/uploads/m"))}</div></div>' + footer(site)
    )
    return document(
        site,
        body,
        title="Copperleaf Estates - Homes worth the drive",
        css=css,
        head=f'<script type="application/ld+json" class="yoast-schema-graph">{json.dumps(graph)}</script><meta property="og:image" content="{site.origin}{picture}">',
    )


KINDS: dict[str, Maker] = {
    "parked": parked, "registrar": registrar, "bought": bought, "Japanese": japanese, "Arabic": arabic, "tables": tables, "Drupal": drupal,
    "declared photograph": declared_photograph,
}  # fmt: skip
