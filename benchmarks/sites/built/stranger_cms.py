"""Content systems: TYPO3, Drupal, Joomla, Ghost and Odoo."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company, photo
from benchmarks.sites.built.replica import Maker, images, inline, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, alien_inline, html, json_ld, profiles, shown, tile


def typo3(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A German engineer: a certification seal beside the logo, and an agency's logo in the footer."""
    company(site, "Ostermann Fördertechnik", "www.ostermann-foerdertechnik.example")
    site.fonts = ("Titillium Web", "Open Sans")
    mark = own(site, logos, "/fileadmin/user_upload/Bilder/Logos/OFT_Logo_4c.svg")
    seal = alien(site, others[0], "/fileadmin/user_upload/Bilder/Siegel/iso-9001.svg", wide=False)
    agency = alien(site, others[1], "/typo3conf/ext/sitepackage/Resources/Public/Icons/agentur.svg")
    partners = images(
        theirs(site, others[2:], "/fileadmin/_processed_/a/b"),
        'class="image-embed-item" title="" alt="" loading="lazy"',
    )
    css = f":root{{--brand-primary:{site.color};--brand-grey:#5b6670}}body{{font-family:'Open Sans',Helvetica,Arial,sans-serif}}h1,h2,h3,.h1{{font-family:'Titillium Web',sans-serif}}.btn-primary{{background-color:{site.color};border-color:{site.color};color:#fff}}a{{color:{site.color}}}"
    body = (
        '<a class="visually-hidden" href="#content">Zum Hauptinhalt</a><div class="body-bg body-bg-top"><header id="page-header" class="bp-page-header navbar navbar-mainnavigation navbar-default-transition navbar-top"><div class="container container-mainnavigation">'
        f'<a class="navbar-brand navbar-brand-image" title="Ostermann" href="/"><img class="navbar-brand-logo-normal" src="{mark}" alt="Ostermann logo" height="52" width="180"></a><img class="seal" src="{seal}" alt="Zertifiziert nach ISO 9001" height="52">'
        '<nav><ul class="navbar-nav"><li><a href="/produkte/">Produkte</a></li><li><a href="/unternehmen/">Unternehmen</a></li></ul></nav></div></header>'
        f'<main id="content"><h1>Wir bewegen Schüttgut</h1><p>Förderbänder nach Maß.</p><a class="btn btn-primary" href="/kontakt/">Anfrage stellen</a><div class="frame frame-type-image"><h2>Unsere Partner</h2>{partners}</div></main>'
        f'<footer id="page-footer" class="bp-page-footer"><p>© 2026 Ostermann Fördertechnik GmbH &amp; Co. KG</p>{profiles(site, "ostermann-foerdertechnik", "linkedin youtube")}<a href="https://www.agentur.example">Umsetzung: <img src="{agency}" alt="Agentur"></a></footer></div>'
    )
    head = '<meta name="generator" content="TYPO3 CMS"/>' + json_ld({"@type": "Organization", "name": "Ostermann Fördertechnik GmbH & Co. KG", "alternateName": "Ostermann Fördertechnik", "url": f"{site.origin}/"})  # fmt: skip
    return html(site, body, title="Startseite | Ostermann Fördertechnik", css=css, sheet="/typo3temp/assets/compressed/merged-8c1.css", head=head, lang="de")  # fmt: skip


def drupal(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Spanish foundation with the logos of its funders in a strip above the header."""
    company(site, "Fundación Almazara", "www.fundacionalmazara.example")
    site.fonts = ("Lora", "Nunito Sans")
    funders = images(
        theirs(site, others[:3], "/sites/default/files/2026-02", named=True), 'width="120" height="40" loading="lazy"'
    )
    mark = own(site, logos, "/themes/custom/almazara/logo.svg")
    site.put("/sites/default/files/favicon_2.png", png(logos.icon, 64), "image/png")
    css = f"html{{--font-sans:'Nunito Sans',sans-serif;--font-serif:Lora,georgia,serif;--color--primary-50:{site.color}}}body{{font-family:var(--font-sans)}}h1,h2,h3{{font-family:var(--font-serif)}}.button--primary{{background-color:var(--color--primary-50);color:#fff}}.messages--status{{background:#e6f4ea}}"
    body = (
        '<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div id="page-wrapper" class="page-wrapper">'
        f'<div class="region region-highlighted"><div class="block block-block-content"><div class="field--name-body">{funders}</div></div></div>'
        '<header id="header" class="site-header" role="banner"><div id="block-almazara-branding" class="block block-system block-system-branding-block"><div class="site-branding">'
        f'<a href="/" rel="home" class="site-branding__logo"><img src="{mark}" alt="Inicio" fetchpriority="high"/></a><div class="site-branding__text"><div class="site-branding__name"><a href="/" title="Inicio" rel="home">Fundación Almazara</a></div><div class="site-branding__slogan">El olivo como cultura</div></div></div></div></header>'
        '<main role="main"><h1 class="title page-title">Becas para jóvenes olivareros</h1><p>Convocatoria abierta.</p><a class="button button--primary" href="/becas">Solicitar beca</a></main>'
        f'<footer class="site-footer">{profiles(site, "falmazara", "x facebook youtube")}<p>Fundación Almazara, inscrita en el Registro de Fundaciones.</p></footer></div></div>'
    )
    head = '<meta name="Generator" content="Drupal 11 (https://www.drupal.org)"/><link rel="shortcut icon" href="/sites/default/files/favicon_2.png" type="image/png"/>'
    return html(site, body, title="Inicio | Fundación Almazara", css=css, sheet="/sites/default/files/css/css_Qx1.css", head=head, lang="es", root=' dir="ltr"', attributes=' class="path-frontpage"')  # fmt: skip


def joomla(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Polish housing association on the default template, with a BIP emblem in the header."""
    company(site, "SM Zielona Dolina", "www.smzielonadolina.example")
    site.fonts = ("Fira Sans",)
    mark = own_png(site, logos, "/images/logo-smzd.png", 300)
    site.put(f"{mark}#joomlaImage://local-images/logo-smzd.png", site.files[mark][1], "image/png")
    emblem = alien(site, others[0], "/images/bip.svg", wide=False)
    css = f":root{{--cassiopeia-color-primary:{site.color};--cassiopeia-color-link:#224faa;--cassiopeia-font-family-body:'Fira Sans',sans-serif;--cassiopeia-font-family-headings:'Fira Sans',sans-serif}}body{{font-family:var(--cassiopeia-font-family-body)}}h1,h2,h3{{font-family:var(--cassiopeia-font-family-headings)}}.btn-primary{{background-color:var(--cassiopeia-color-primary);color:#fff}}.container-footer{{background-color:var(--cassiopeia-color-primary);color:#fff}}"
    body = (
        '<header class="header container-header full-width position-sticky sticky-top"><div class="grid-child"><div class="navbar-brand">'
        f'<a class="brand-logo" href="/"><img loading="eager" decoding="async" src="{mark}#joomlaImage://local-images/logo-smzd.png?width=300&height=74" alt="Spółdzielnia Mieszkaniowa Zielona Dolina" width="300" height="74"></a></div><a href="https://www.bip.example"><img src="{emblem}" alt="BIP"></a></div></header>'
        '<div class="site-grid"><div class="grid-child container-component"><main><div class="page-header"><h1>Aktualności</h1></div><p>Harmonogram odczytów wodomierzy.</p><a class="btn btn-primary" href="/kontakt">Zgłoś awarię</a></main></div></div>'
        f'<footer class="container-footer footer full-width"><div class="grid-child"><p>© 2026 SM Zielona Dolina</p>{profiles(site, "smzielonadolina", "facebook")}</div></footer>'
    )
    head = '<meta name="generator" content="Joomla! - Open Source Content Management"/><meta property="og:site_name" content="SM Zielona Dolina"/>'
    return html(site, body, title="Aktualności - SM Zielona Dolina", css=css, sheet="/media/templates/site/cassiopeia/css/template.min.css", head=head, lang="pl-pl", attributes=' class="site com_content wrapper-static"')  # fmt: skip


def ghost(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A newsletter: the accent colour is an inline style; the posts' pictures are logos of companies it writes about."""
    company(site, "Longitude Weekly", "longitudeweekly.example")
    site.fonts = ("Newsreader", "Inter Tight")
    mark = own(site, logos, "/content/images/2026/01/longitude-wordmark.svg")
    site.put("/content/images/size/w256h256/2026/01/icon.png", tile(logos, 256), "image/png")
    posts = "".join(
        f'<article class="gh-card post"><a href="/{n}/"><figure class="gh-card-image"><img src="{path}" alt="What went wrong there" loading="lazy"></figure><h3 class="gh-card-title">What went wrong there</h3></a></article>'
        for n, path in enumerate(theirs(site, others, "/content/images/2026/03"))
    )
    css = ":root{--color-primary-text:#15171a}.gh-button{background-color:var(--ghost-accent-color);color:#fff;border-radius:5px}body{font-family:'Inter Tight',sans-serif}h1,h2,h3{font-family:Newsreader,serif}"
    body = (
        '<div class="gh-viewport"><header id="gh-navigation" class="gh-navigation is-left-logo gh-outer"><div class="gh-navigation-inner gh-inner"><div class="gh-navigation-brand">'
        f'<a class="gh-navigation-logo is-title" href="https://longitudeweekly.example"><img src="{mark}" alt="Longitude Weekly"></a></div><div class="gh-navigation-actions"><a class="gh-button" href="#/portal/signup">Subscribe</a></div></div></header>'
        f'<section class="gh-header"><h1>Shipping, explained on Thursdays.</h1></section><main><div class="gh-feed">{posts}</div></main>'
        f'<footer class="gh-footer"><div class="gh-footer-bar">{profiles(site, "longitudeweekly", "x")}<a href="https://longitudeweekly.example/rss/">RSS</a></div><div class="gh-footer-copyright"><a href="https://ghost.org/" target="_blank">Powered by Ghost</a></div></footer></div>'
    )
    head = (
        '<link rel="icon" href="/content/images/size/w256h256/2026/01/icon.png" type="image/png"/><meta name="generator" content="Ghost 6.2"/><meta property="og:site_name" content="Longitude Weekly"/>'
        + json_ld({"@type": "WebSite", "publisher": {"@type": "Organization", "name": "Longitude Weekly", "url": f"{site.origin}/", "logo": {"@type": "ImageObject", "url": f"{site.origin}{mark}"}}, "url": f"{site.origin}/", "name": "Longitude Weekly"})
        + f"<style>:root{{--ghost-accent-color: {site.color};}}</style>"
    )  # fmt: skip
    return html(site, body, title="Longitude Weekly", css=css, sheet="/assets/built/screen.css", head=head, attributes=' class="home-template has-sans-body"')  # fmt: skip


def odoo(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Belgian brewer: references in a carousel, the builder's own badge in the footer, three languages."""
    company(site, "Brasserie Quatre-Vents", "www.quatrevents.example")
    site.fonts = ("Oswald", "Raleway")
    mark = own_png(site, logos, "/web/image/website/1/logo/Brasserie%20Quatre-Vents", 380)
    badge = alien(site, others[0], "/web/static/img/odoo_logo_tiny.svg")
    photo(site, "/base/static/img/country_flags/nl.png", 3, (38, 25))
    css = f":root{{--o-color-1:{site.color};--o-color-2:#685563;--o-color-3:#f2f1ec;--primary:{site.color}}}body{{font-family:'Raleway','Odoo Unicode Support Noto',sans-serif}}h1,h2,h3,.h1{{font-family:'Oswald','Odoo Unicode Support Noto',sans-serif}}.btn-primary{{background-color:{site.color};border-color:{site.color};color:#fff}}"
    references = images(
        theirs(site, others[1:], "/web/image/412-9c"), 'class="img img-fluid" alt="" data-bs-original-title=""'
    )
    body = (
        '<div id="wrapwrap" class="homepage"><header id="top" data-anchor="true" data-name="Header" class="o_header_standard"><nav data-name="Navbar" aria-label="Main" class="navbar navbar-expand-lg navbar-light o_colored_level">'
        f'<a data-name="Navbar Logo" href="/" class="navbar-brand logo me-4"><span role="img" aria-label="Logo of Brasserie Quatre-Vents" title="Brasserie Quatre-Vents"><img src="{mark}?unique=3c91" class="img img-fluid" width="95" height="40" alt="Brasserie Quatre-Vents" loading="lazy"/></span></a>'
        '<a class="js_change_lang" href="/nl"><img class="o_lang_flag" src="/base/static/img/country_flags/nl.png?height=25" alt=""/>Nederlands</a><a href="/contactus" class="btn btn-primary btn_cta">Contactez-nous</a></nav></header>'
        f'<main><div id="wrap" class="oe_structure oe_empty"><section class="s_cover"><h1>Brassée face au vent</h1></section><section class="s_references" data-snippet="s_references"><h2>Nos références</h2>{references}</section></div></main>'
        f'<footer id="bottom" class="o_footer"><div class="s_social_media">{profiles(site, "quatrevents", "facebook instagram", text=False)}</div><div class="o_footer_copyright"><span class="o_footer_copyright_name">Copyright © Brasserie Quatre-Vents SRL</span><div class="o_brand_promotion">Généré par <a target="_blank" class="badge" href="http://www.odoo.com"><img alt="Odoo" src="{badge}" width="62" height="20"/></a></div></div></footer></div>'
    )
    head = '<meta name="generator" content="Odoo"/><meta property="og:title" content="Accueil | Brasserie Quatre-Vents"/><meta property="og:site_name" content="Brasserie Quatre-Vents"/>'
    return html(
        site,
        body,
        title="Accueil | Brasserie Quatre-Vents",
        css=css,
        sheet="/web/assets/1/9f3/web.assets_frontend.min.css",
        head=head,
        lang="fr-BE",
    )


def government(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Finnish hospital in two languages; the logo is inline, a quality award is too."""
    company(site, "Kuusiharju", "www.kuusiharju.example")
    mark = shown(site, logos)
    site.fonts = ("Mulish",)
    picture = photo(site, "/globalassets/kuvat/etusivu.jpg", 6)
    award = alien_inline(site, others[0], ' width="90" height="40" aria-label="Laatupalkinto 2026"')
    css = f"@font-face{{font-family:Mulish;src:url(/f/mulish.woff2)}}*{{box-sizing:border-box}}body,h1,h2,h3{{font-family:Mulish,sans-serif}}.brand svg{{fill:{site.color}}}.nappi{{background:{site.color};color:#fff}}.varoitus{{background:#fde68a}}"
    body = (
        '<div class="varoitus" role="alert">Päivystyksessä on ruuhkaa.</div><header role="banner"><div class="brand"><a href="/" aria-label="Kuusiharju, etusivulle">'
        f'{inline(mark, site.color, " focusable=false width=170 height=40")}</a></div><ul class="kielet"><li><a hreflang="sv" href="/sv/">På svenska</a></li></ul></header>'
        f'<main><img src="{picture}" alt="Hoitaja"><h1>Leikkaukseen ilman jonoa</h1><a class="nappi" href="/ajanvaraus">Varaa aika</a>{award}</main>'
        f"<footer><p>Kuusiharjun Sairaala Oy</p>{profiles(site, 'kuusiharju', 'facebook instagram linkedin')}</footer>"
    )
    head = '<meta property="og:site_name" content="Kuusiharju"/><meta name="generator" content="EPiServer"/>'
    return html(site, body, title="Etusivu - Kuusiharju", css=css, head=head, lang="fi")


KINDS: dict[str, Maker] = {
    "TYPO3": typo3,
    "Drupal": drupal,
    "Joomla": joomla,
    "Ghost": ghost,
    "Odoo": odoo,
    "Optimizely": government,
}
