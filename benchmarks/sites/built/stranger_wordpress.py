"""WordPress: block themes, Elementor, Divi, Astra and an agency's own theme."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company, photo
from benchmarks.sites.built.replica import Maker, images, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, html, json_ld, profiles

_PRESETS = ":root{--wp--preset--color--black:#000000;--wp--preset--color--cyan-bluish-gray:#abb8c3;--wp--preset--color--white:#ffffff;--wp--preset--color--pale-pink:#f78da7;--wp--preset--color--vivid-red:#cf2e2e;--wp--preset--color--luminous-vivid-orange:#ff6900;--wp--preset--color--vivid-cyan-blue:#0693e3;--wp--preset--color--vivid-purple:#9b51e0;}"


def block_theme(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Brazilian clinic on a block theme: health plans' logos in a gallery, the default palette in the style sheet."""
    company(site, "Clínica Serra Azul", "clinicaserraazul.example")
    site.fonts = ("Fraunces", "Manrope")
    mark = own_png(site, logos, "/wp-content/uploads/2026/05/serra-azul-1.png", 512)
    own_png(site, logos, "/wp-content/uploads/2026/05/serra-azul-1-300x73.png", 300)
    site.put("/wp-content/uploads/2026/05/cropped-icone-192x192.png", png(logos.icon, 192), "image/png")
    css = (
        f":root{{--wp--preset--color--base:#FFFFFF;--wp--preset--color--contrast:#111111;--wp--preset--color--accent-1:{site.color};--wp--preset--font-family--manrope:Manrope,sans-serif;--wp--preset--font-family--fraunces:Fraunces,serif}}"
        "body{font-family:var(--wp--preset--font-family--manrope);color:var(--wp--preset--color--contrast)}h1,h2,h3,h4,h5,h6{font-family:var(--wp--preset--font-family--fraunces)}"
        ":root :where(.wp-element-button,.wp-block-button__link){background-color:var(--wp--preset--color--accent-1);color:#fff}"
    )
    plans = "".join(
        f'<figure class="wp-block-image size-large"><img decoding="async" src="{path}" alt="" class="wp-image-9"/></figure>'
        for path in theirs(site, others, "/wp-content/uploads/2026/06")
    )
    body = (
        '<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignfull is-layout-flow"><div class="wp-block-group alignwide is-content-justification-space-between">'
        f'<div class="wp-block-site-logo"><a href="https://clinicaserraazul.example/" class="custom-logo-link" rel="home" aria-current="page"><img width="220" height="54" src="{mark}" class="custom-logo" alt="Clínica Serra Azul" decoding="async" srcset="{mark} 512w, /wp-content/uploads/2026/05/serra-azul-1-300x73.png 300w" sizes="(max-width: 220px) 100vw, 220px"/></a></div>'
        '<nav class="wp-block-navigation"><ul><li><a href="/especialidades/">Especialidades</a></li></ul></nav></div></div></header><main class="wp-block-group"><h1 class="wp-block-heading">Cuidar é estar perto</h1>'
        f'<div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/agendar/">Agendar consulta</a></div><h2>Convênios</h2><figure class="wp-block-gallery">{plans}</figure></main>'
        f'<footer class="wp-block-template-part"><ul class="wp-block-social-links">{profiles(site, "clinicaserraazul", "instagram facebook youtube", text=False)}</ul><p class="wp-block-site-title"><a href="/">Clínica Serra Azul</a></p><p>Desenvolvido com <a href="https://br.wordpress.org">WordPress</a></p></footer></div>'
    )
    head = f'<meta name="generator" content="WordPress 6.9"/><style id="global-styles-inline-css">{_PRESETS}</style><link rel="icon" href="/wp-content/uploads/2026/05/cropped-icone-192x192.png" sizes="192x192"/>'
    return html(site, body, title="Clínica Serra Azul &#8211; Saúde da família em Petrópolis", css=css, head=head, lang="pt-BR", attributes=' class="home wp-custom-logo wp-embed-responsive"')  # fmt: skip


def elementor(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Turkish exporter: two headers, one for the sticky state with another logo; references in a carousel."""
    company(site, "Karayel Mermer", "www.karayelmermer.example")
    site.fonts = ("Marcellus", "Jost")
    dark = own(site, logos, "/wp-content/uploads/2026/01/karayel-logo.svg")
    white = own(site, logos, "/wp-content/uploads/2026/01/karayel-logo-beyaz.svg", fill="#ffffff")
    css = (
        f'.elementor-kit-7{{--e-global-color-primary:{site.color};--e-global-color-secondary:#54595F;--e-global-color-text:#7A7A7A;--e-global-color-accent:#C9A96A;--e-global-typography-primary-font-family:"Marcellus";--e-global-typography-text-font-family:"Jost"}}'
        '.elementor-kit-7{font-family:"Jost",Sans-serif}.elementor-kit-7 h1,.elementor-kit-7 h2{font-family:"Marcellus",Sans-serif}body{font-family:Jost,Sans-serif}h1,h2{font-family:Marcellus,Sans-serif}'
        ".elementor-button{background-color:var(--e-global-color-primary);color:#fff}"
    )
    slides = "".join(
        f'<div class="swiper-slide" role="group"><figure class="swiper-slide-inner"><img class="swiper-slide-image" src="{path}" alt="{path.rpartition("/")[2]}"/></figure></div>'
        for path in theirs(site, others, "/wp-content/uploads/2026/02", named=True)
    )

    def header(path: str, number: int, more: str) -> str:
        return (
            f'<div class="elementor-element elementor-element-{number} e-con e-parent {more}" data-element_type="container"><div class="elementor-widget elementor-widget-theme-site-logo elementor-widget-image" data-widget_type="theme-site-logo.default"><div class="elementor-widget-container">'
            f'<a href="https://www.karayelmermer.example"><img width="200" height="48" src="{path}" class="attachment-full size-full" alt=""/></a></div></div><nav class="elementor-nav-menu--main"><a href="/urunler/">Ürünler</a></nav></div>'
        )

    body = (
        f'<header data-elementor-type="header" data-elementor-id="11" class="elementor elementor-11 elementor-location-header">{header(white, 1, "transparent-header")}{header(dark, 2, "elementor-sticky elementor-hidden")}</header>'
        f'<div data-elementor-type="wp-page" class="elementor elementor-2"><h1 class="elementor-heading-title">Anadolu’nun taşı</h1><a class="elementor-button elementor-button-link" href="/iletisim/"><span>Teklif al</span></a><div class="elementor-image-carousel-wrapper swiper">{slides}</div></div>'
        f'<footer data-elementor-type="footer" class="elementor elementor-location-footer">{profiles(site, "karayelmermer", "instagram linkedin", text=False)}<p>Karayel Mermer San. ve Tic. A.Ş. © 2026</p></footer>'
    )
    head = '<meta name="generator" content="Elementor 3.33; features: e_font_icon_svg; settings: css_print_method-external"/>' + json_ld({"@graph": [{"@type": "WebSite", "@id": f"{site.origin}/#website", "url": f"{site.origin}/", "name": "Karayel Mermer", "description": "Doğal taş", "inLanguage": "tr"}]})  # fmt: skip
    return html(site, body, title="Doğal Taş ve Mermer İhracatı - Karayel Mermer", css=css, sheet="/wp-content/uploads/elementor/css/post-7.css", head=head, lang="tr")  # fmt: skip


def divi(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The logo of the theme builder; the footer thanks the theme's maker."""
    company(site, "Brightwater Aquatics", "brightwateraquatics.example")
    site.fonts = ("Poppins", "Open Sans")
    mark = own_png(site, logos, "/wp-content/uploads/2026/08/BWA-logo-web.png", 400)
    css = f"#et-main-area,body{{font-family:'Open Sans',Helvetica,Arial,Lucida,sans-serif;color:#666}}h1,h2,h3,h4,h5,h6{{font-family:'Poppins',Helvetica,Arial,Lucida,sans-serif}}#top-header,#et-secondary-nav{{background-color:{site.color}}}.et_pb_button{{color:#fff!important;background-color:{site.color}}}a{{color:{site.color}}}.et_pb_bg_layout_dark{{background:#2ea3f2}}"
    hero = photo(site, "/wp-content/uploads/2026/08/pool.jpg", 8)
    chat = alien(site, others[4], "https://widget.chat.example/agent.svg", wide=False)
    clubs = images(
        theirs(site, others[:4], "/wp-content/uploads/2026/08/members"), 'loading="lazy" title="Member club" alt=""'
    )
    body = (
        '<div id="page-container"><div id="top-header"><div class="container clearfix"><div id="et-info"><span id="et-info-phone">555 0144</span></div></div></div>'
        f'<header id="main-header" data-height-onload="66"><div class="container clearfix et_menu_container"><div class="logo_container"><span class="logo_helper"></span><a href="https://brightwateraquatics.example/"><img src="{mark}" width="400" height="96" alt="Brightwater Aquatics" id="logo" data-height-percentage="54"/></a></div><div id="et-top-navigation"><nav id="top-menu-nav"><a href="/lessons/">Lessons</a></nav></div></div></header>'
        f'<div id="et-main-area"><div class="et_pb_section et_pb_fullwidth_header"><img src="{hero}" alt=""><h1 class="et_pb_module_header">Every child a swimmer</h1><a class="et_pb_button" href="/enrol/">Enrol today</a></div><div class="et_pb_gallery">{clubs}</div>'
        f'<footer id="main-footer"><div id="footer-bottom"><ul class="et-social-icons">{profiles(site, "brightwateraq", "facebook instagram")}</ul><div id="footer-info">Designed by <a href="https://www.elegantthemes.com" title="Premium WordPress Themes">Elegant Themes</a> | Powered by <a href="https://www.wordpress.org">WordPress</a></div></div></footer></div></div>'
        f'<div id="chat-widget-container" style="position:fixed;bottom:0"><button aria-label="Open chat"><img src="{chat}" alt="Logo" width="48" height="48"></button></div>'
    )
    return html(site, body, title="Swimming lessons in Sacramento | Brightwater Aquatics", css=css, sheet="/wp-content/et-cache/1/et-core-unified-1.min.css", lang="en-US", head='<meta name="generator" content="Divi v.5.0"/>', attributes=' class="home et_fixed_nav et_secondary_nav_enabled"')  # fmt: skip


def astra(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Czech e-bike hire with separate headers for desktops and telephones."""
    company(site, "Kolo na Kopci", "www.kolonakopci.example")
    site.fonts = ("Archivo",)
    mark = own(site, logos, "/wp-content/uploads/2026/04/knk.svg")
    css = f":root{{--ast-global-color-0:{site.color};--ast-global-color-1:{site.color};--ast-global-color-2:#1E293B;--ast-global-color-3:#334155;--ast-global-color-4:#F8FAFC;--ast-global-color-5:#FFFFFF}}body,button,input{{font-family:'Archivo',sans-serif}}h1,h2,h3,.entry-content h1{{font-family:'Archivo',sans-serif}}.ast-button,.wp-block-button__link{{background-color:var(--ast-global-color-0);color:#fff}}"
    makers = images(theirs(site, others, "/wp-content/uploads/2026/04/znacky", named=True), 'class="uagb-image"')
    logo = f'<div class="site-branding ast-site-identity"><span class="site-logo-img"><a href="https://www.kolonakopci.example/" class="custom-logo-link" rel="home"><img src="{mark}" class="custom-logo astra-logo-svg" alt="Logo" decoding="async"/></a></span></div>'
    body = (
        f'<div class="hfeed site" id="page"><header class="site-header ast-primary-submenu-animation-fade" id="masthead"><div id="ast-desktop-header">{logo}<nav><a href="/cenik/">Ceník</a></nav></div><div id="ast-mobile-header">{logo}</div></header>'
        f'<div id="content" class="site-content"><h1>Elektrokola na hřebeny</h1><a class="wp-block-button__link" href="/rezervace/">Rezervovat kolo</a><h2>Značky, které půjčujeme</h2>{makers}</div>'
        f'<footer class="site-footer" id="colophon"><div class="ast-footer-copyright"><p>Copyright © 2026 Kolo na Kopci | Powered by Astra</p></div>{profiles(site, "kolonakopci", "facebook instagram")}</footer></div>'
    )
    head = '<meta property="og:site_name" content="Kolo na Kopci"/><meta property="og:title" content="Půjčovna elektrokol v Beskydech"/>'
    return html(site, body, title="Půjčovna elektrokol v Beskydech", css=css, head=head, lang="cs")


def agency_theme(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An agency's own theme: lazy logo with a placeholder, badges beside the logo, the name only in the JSON-LD and the alt."""
    company(site, "Hollis & Wray", "www.hollisandwray.example")
    site.fonts = ("Libre Caslon Text", "Hanken Grotesk")
    mark = own_png(site, logos, "/wp-content/themes/hw-2026/dist/images/logo@2x.png", 520)
    badge = alien(site, others[0], "/wp-content/themes/hw-2026/dist/images/lexcel.svg")
    rank = images(
        theirs(site, others[1:], "/wp-content/uploads/awards"), 'class="lazyload" alt="Legal 500 leading firm"'
    )
    css = f"@font-face{{font-family:'Hanken Grotesk';src:url(x.woff2)}}body{{font:400 18px/1.6 'Hanken Grotesk',Arial,sans-serif}}h1,h2,.h1{{font:400 52px/1.1 'Libre Caslon Text',Georgia,serif}}.c-btn{{background:{site.color};color:#fff}}.c-header{{border-bottom:4px solid {site.color}}}"
    blank = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 260 60'%3E%3C/svg%3E"
    body = (
        '<header class="c-header js-header"><div class="o-wrap"><a class="c-header__logo" href="https://www.hollisandwray.example">'
        f'<img class="lazyload" src="{blank}" data-src="{mark}" alt="Hollis &amp; Wray Solicitors" width="260" height="60"/><noscript><img src="{mark}" alt="Hollis &amp; Wray Solicitors"/></noscript></a><img class="c-header__badge" src="{badge}" alt="Lexcel accredited"/></div></header>'
        f'<main><h1>Law for people who build things</h1><a class="c-btn" href="/contact/">Talk to us</a><section class="c-awards">{rank}</section></main>'
        f'<footer class="c-footer"><p>Hollis &amp; Wray is the trading name of Hollis and Wray LLP, authorised and regulated by the Solicitors Regulation Authority.</p>{profiles(site, "hollisandwray", "linkedin x")}<a href="https://studio.example">Website by Studio Eleven</a></footer>'
    )
    head = json_ld(
        {
            "@graph": [
                {
                    "@type": ["Organization", "LegalService"],
                    "@id": f"{site.origin}/#organization",
                    "name": "Hollis & Wray",
                    "legalName": "Hollis and Wray LLP",
                    "url": f"{site.origin}/",
                }
            ]
        }
    )
    return html(
        site,
        body,
        title="Construction solicitors in Leeds and London",
        css=css,
        sheet="/wp-content/themes/hw-2026/dist/app.css",
        head=head,
        lang="en-GB",
    )


KINDS: dict[str, Maker] = {
    "WordPress blocks": block_theme, "Elementor, Turkish": elementor, "Divi": divi, "Astra": astra, "WordPress, agency": agency_theme,
}  # fmt: skip
