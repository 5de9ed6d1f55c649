"""WordPress as it is built: Elementor, Divi and a block theme."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite
from benchmarks.sites.built.outsider_page import company, document, footer, photo
from benchmarks.sites.built.replica import Maker, images, own_png, theirs


def elementor(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Lazy images with placeholders and a consent plug-in; the kit's colours keep their defaults beside the accent."""
    company(site, "Clínica Dental Arrayán", "clinicaarrayan.example")
    site.fonts = ("Montserrat", "Open Sans")
    mark = own_png(site, logos, "/wp-content/uploads/2023/05/Recurso-4-300x76.png", 300)
    big = own_png(site, logos, "/wp-content/uploads/2023/05/Recurso-4.png", 700)
    blank = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%20300%2076'%3E%3C/svg%3E"
    css = (
        f".elementor-kit-9{{--e-global-color-primary:#6EC1E4;--e-global-color-secondary:#54595F;--e-global-color-text:#7A7A7A;--e-global-color-accent:{site.color};"
        '--e-global-typography-primary-font-family:"Montserrat";--e-global-typography-text-font-family:"Open Sans";font-family:"Open Sans",Sans-serif}'
        ".elementor-kit-9 h1,.elementor-kit-9 h2{font-family:var(--e-global-typography-primary-font-family),Sans-serif}"
        ".elementor-button{background-color:var(--e-global-color-accent);color:#fff}.cmplz-btn.cmplz-accept{background:#1E73BE}"
    )
    agreements = "".join(
        f'<figure class="swiper-slide-inner"><img class="swiper-slide-image" src="{blank}" data-lazy-src="{path}" alt="convenio"></figure>'
        for path in theirs(site, others, "/wp-content/uploads/2023/06")
    )
    body = (
        '<div data-elementor-type="header" data-elementor-id="14" class="elementor elementor-14 elementor-location-header"><div class="elementor-element e-con e-parent">'
        '<div class="elementor-element elementor-widget elementor-widget-image" data-widget_type="image.default"><div class="elementor-widget-container">'
        f'<a href="{site.origin}/"><img width="300" height="76" src="{blank}" class="attachment-medium size-medium wp-image-31" alt="" data-lazy-srcset="{mark} 300w, {big} 700w" data-lazy-src="{mark}">'
        f'<noscript><img width="300" height="76" src="{mark}" alt=""></noscript></a></div></div></div></div>'
        '<div data-elementor-type="wp-page" class="elementor elementor-9"><section class="elementor-section"><h1 class="elementor-heading-title">Tu sonrisa, nuestra pasión</h1>'
        f'<a class="elementor-button elementor-button-link" href="/reserva">Reserva tu hora</a></section><section><h2>Convenios</h2><div class="elementor-image-carousel swiper-wrapper">{agreements}</div></section></div>'
        '<div id="cmplz-cookiebanner-container"><div class="cmplz-cookiebanner cmplz-bottom-right"><div class="cmplz-header"><div class="cmplz-logo"></div><div class="cmplz-title">Gestionar consentimiento</div></div><button class="cmplz-btn cmplz-accept">Aceptar</button></div></div>'
        + footer(site, "Todos los derechos reservados.")
    )
    return document(
        site,
        body,
        title="Inicio - Clínica Dental Arrayán",
        css=css,
        lang="es-CL",
        attributes=' class="home page elementor-default elementor-kit-9 elementor-page"',
    )


def divi(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Greyling Roofing", "greylingroofing.example")
    site.fonts = ("Oswald", "Lato")
    mark = own_png(site, logos, "/wp-content/uploads/2019/11/cropped-GR-horizontal.png", 420)
    css = (
        "a{color:#2ea3f2}.et_pb_button{color:#2ea3f2;border:2px solid}#top-menu li.current-menu-item>a{color:#2ea3f2}#et-secondary-nav li ul{background-color:#2ea3f2}"
        "body{font-family:Open Sans,Arial,sans-serif}"
    )
    custom = (
        f'<style id="et-divi-customizer-global-cached-inline-styles">body,.et_pb_column_1_2 .et_quote_content blockquote cite{{line-height:1.7em}}a{{color:{site.color}}}'
        f".nav li ul,.et_mobile_menu,.footer-widget li:before{{border-color:{site.color}}}#top-header,#et-secondary-nav li ul{{background-color:{site.color}}}"
        f".et_pb_button{{background-color:{site.color};color:#fff}}h1,h2,h3,h4{{font-family:'Oswald',Helvetica,Arial,Lucida,sans-serif}}body,input,textarea{{font-family:'Lato',Helvetica,Arial,Lucida,sans-serif}}</style>"
    )
    suppliers = images(
        theirs(site, others, "/wp-content/uploads/2020/01"),
        'class="attachment-et-pb-portfolio-image" alt="" title="Untitled design"',
    )
    body = (
        '<div id="page-container"><div id="top-header"><div class="container clearfix"><div id="et-info"><span id="et-info-phone">555-0117</span></div></div></div>'
        '<header id="main-header" data-height-onload="66"><div class="container clearfix et_menu_container"><div class="logo_container"><span class="logo_helper"></span>'
        f'<a href="{site.origin}/"><img src="{mark}" width="420" height="96" alt="Greyling Roofing" id="logo" data-height-percentage="54"></a></div></div></header>'
        '<div id="et-main-area"><div class="et_pb_section et_pb_fullwidth_section et_section_regular"><section class="et_pb_module et_pb_fullwidth_header et_pb_text_align_left">'
        f'<div class="et_pb_fullwidth_header_container left"><div class="header-content-container center"><div class="header-content"><h1 class="et_pb_module_header">Roofs that outlive mortgages</h1><a class="et_pb_button" href="/quote">Free quote</a></div><div class="header-image-container"><img src="{photo(site, "/wp-content/uploads/roof.jpg", 3)}" alt=""></div></div></div></section></div>'
        f'<div class="et_pb_section"><div class="et_pb_row header-partners">{suppliers}</div></div></div></div>'
        + footer(site)
    )
    return document(
        site,
        body,
        title="Greyling Roofing | Roofers in Port Alder | Free Quotes",
        css=css,
        head=custom,
        attributes=' class="home page et_fixed_nav et_header_style_left"',
    )


def blocks(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A WordPress block theme with the core palette beside the theme's own colours."""
    company(site, "Bakkerij Zonnehoek", "bakkerijzonnehoek.example")
    site.fonts = ("Cardo", "DM Sans")
    small = own_png(site, logos, "/wp-content/uploads/2024/02/zonnehoek-beeldmerk-150x38.png", 150)
    big = own_png(site, logos, "/wp-content/uploads/2024/02/zonnehoek-beeldmerk.png", 600)
    css = "body{margin:0}"
    palette = (
        "<style id='global-styles-inline-css'>:root{--wp--preset--color--black:#000000;--wp--preset--color--cyan-bluish-gray:#abb8c3;--wp--preset--color--vivid-red:#cf2e2e;"
        f"--wp--preset--color--vivid-cyan-blue:#0693e3;--wp--preset--color--base:#f9f9f9;--wp--preset--color--contrast:#111111;--wp--preset--color--accent-1:{site.color};"
        '--wp--preset--font-family--heading:"Cardo",serif;--wp--preset--font-family--body:"DM Sans",sans-serif}body{font-family:var(--wp--preset--font-family--body);background:var(--wp--preset--color--base)}'
        "h1,h2,h3{font-family:var(--wp--preset--font-family--heading)}:root :where(.wp-element-button,.wp-block-button__link){background-color:var(--wp--preset--color--accent-1);color:#fff}"
        ".has-vivid-red-background-color{background-color:var(--wp--preset--color--vivid-red)!important}</style>"
    )
    suppliers = "".join(
        f'<figure class="wp-block-image"><img src="{path}" alt=""></figure>'
        for path in theirs(site, others, "/wp-content/uploads/2024/03")
    )
    body = (
        '<div class="wp-site-blocks"><header class="wp-block-template-part"><div class="wp-block-group alignwide"><div class="is-default-size wp-block-site-logo">'
        f'<a href="{site.origin}/" class="custom-logo-link" rel="home" aria-current="page"><img width="150" height="38" src="{small}" class="custom-logo" alt="Bakkerij Zonnehoek" srcset="{small} 150w, {big} 600w" sizes="(max-width:150px) 100vw, 150px"></a></div></div></header>'
        '<main class="wp-block-group"><h1 class="wp-block-heading">Vers uit de oven, elke ochtend</h1><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="/bestellen">Bestellen</a></div>'
        f'<div class="wp-block-gallery">{suppliers}</div></main></div>' + footer(site, "Alle rechten voorbehouden.")
    )
    return document(site, body, title="Bakkerij Zonnehoek – Vers uit de oven", css=css, head=palette, lang="nl-NL")


KINDS: dict[str, Maker] = {"Elementor": elementor, "Divi": divi, "WordPress blocks": blocks}
