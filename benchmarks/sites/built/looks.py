"""Replicas whose colours and fonts come through the cascade: custom properties on elements, new colour functions, made names."""
# ruff: noqa: E501 - pages

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite
from benchmarks.sites.built.replica import Maker, images, inline, own, page, theirs
from extraction.logo import color


def _numbers(site: BrandSite, separator: str = ",") -> str:
    return separator.join(map(str, color.rgb_of(site.color)))


def _oklch(site: BrandSite) -> str:
    import math

    light, a, b = color.oklab(color.rgb_of(site.color))
    return f"{light * 100:.2f}% {math.hypot(a, b):.4f} {math.degrees(math.atan2(b, a)) % 360:.2f}"


def _drawn(site: BrandSite, logos: LogoSet, attributes: str, fill: str = "currentColor") -> str:
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    return f'<header><a href="/">{inline(logos.wordmark, fill, attributes)}</a></header><h1>Boats</h1>'


def tailwind_2(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = f".text-brand-600{{--tw-text-opacity:1;color:rgba({_numbers(site)},var(--tw-text-opacity))}}.bg-white{{--tw-bg-opacity:1;background-color:rgba(255,255,255,var(--tw-bg-opacity))}}"
    return page(site, _drawn(site, logos, ' class="h-8 text-brand-600"'), css=css, classes=' class="bg-white"')


def tailwind_3(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = f".bg-brand{{--tw-bg-opacity:1;background-color:rgb({_numbers(site, ' ')} / var(--tw-bg-opacity))}}.text-white{{--tw-text-opacity:1;color:rgb(255 255 255 / var(--tw-text-opacity))}}"
    white = own(site, logos, "/l.svg", fill="#ffffff")
    return page(
        site,
        f'<header class="bg-brand"><a href="/"><img src="{white}" alt="{site.name}"></a></header><h1>Boats</h1><a class="bg-brand" href="/b">Book</a>',
        css=css,
    )


def bootstrap_5(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = (":root,[data-bs-theme=light]{--bs-primary:#0d6efd;--bs-body-bg:#fff}.btn{--bs-btn-bg:transparent;background-color:var(--bs-btn-bg);color:var(--bs-btn-color)}"
           f".btn-primary{{--bs-btn-color:#fff;--bs-btn-bg:{site.color};--bs-btn-hover-bg:#111}}.navbar-brand{{--bs-navbar-brand-color:#fff}}")  # fmt: skip
    white = own(site, logos, "/l.svg", fill="#ffffff")
    return page(
        site,
        f'<nav class="navbar bg-dark"><a class="navbar-brand" href="/"><img src="{white}" alt="{site.name}"></a><a class="btn btn-primary" href="/b">Book</a></nav><h1>Boats</h1><a class="btn btn-primary" href="/b">Book</a>',
        css=css,
    )


def theme_class(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = f".theme-bay{{--ink:{site.color}}}.theme-red{{--ink:#ff0000}}.mark path,.mark g{{fill:var(--ink)}}"
    return page(site, _drawn(site, logos, ' class="mark"', "#000"), css=css, classes=' class="theme-bay"')


def data_theme(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = f'[data-theme="dusk"]{{--p:#222}}[data-theme="bay"]{{color-scheme:light;--color-primary:oklch({_oklch(site)})}}.btn-primary{{--btn-color:var(--color-primary);background-color:var(--btn-color)}}.logo{{color:var(--color-primary)}}'
    body = _drawn(site, logos, ' class="logo"')
    return page(site, f'<div data-theme="bay">{body}<button class="btn btn-primary">Go</button></div>', css=css)


def fallback_value(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    css = f".mark{{color:var(--color-logo,var(--color-accent,rgb({_numbers(site)})))}}"
    return page(site, _drawn(site, logos, ' class="mark"'), css=css)


def color_function(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    parts = " ".join(f"{part / 255:.4f}" for part in color.rgb_of(site.color))
    return page(site, _drawn(site, logos, ' class="mark"'), css=f".mark{{color:color(srgb {parts} / 1)}}")


def cdata_style(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    head = f"<style type='text/css'>\n<![CDATA[\n.mark{{color:{site.color}}}\n.x{{color:red}}\n]]>\n</style>"
    return page(site, _drawn(site, logos, ' class="mark"'), head=head)


def next_font(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.fonts = ("Inter", "Playfair Display")
    css = ("@font-face{font-family:__Inter_d65c78;src:url(/a.woff2);font-weight:100 900}@font-face{font-family:__Inter_Fallback_d65c78;src:local('Arial')}"
           "@font-face{font-family:__Playfair_Display_a1b2c3;src:url(/b.woff2)}@font-face{font-family:__Playfair_Display_Fallback_a1b2c3;src:local('Times')}"
           ".__className_d65c78{font-family:__Inter_d65c78,__Inter_Fallback_d65c78;font-style:normal}.__variable_a1b2c3{--font-display:__Playfair_Display_a1b2c3,__Playfair_Display_Fallback_a1b2c3}"
           ".font-display{font-family:var(--font-display)}")  # fmt: skip
    mark = own(site, logos, "/l.svg")
    return page(
        site,
        f'<header><a href="/"><img src="{mark}" alt="{site.name}"></a></header><h1 class="font-display">Boats</h1>',
        css=css,
        classes=' class="__className_d65c78 __variable_a1b2c3"',
    )


def element_font(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    site.fonts = ("Work Sans", "Fraunces")
    css = "html{font-family:var(--f,'Work Sans Variable'),system-ui}.display{font-family:'Fraunces Variable',Georgia}"
    mark = own(site, logos, "/l.svg")
    return page(
        site,
        f'<header><a href="/"><img src="{mark}" alt="{site.name}"></a></header><div class="display"><h1>Boats</h1></div>',
        css=css,
    )


def hsl_parts(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A page builder that stores hue, saturation and lightness of its palette, and puts them together in each section."""
    import colorsys

    hue, light, full = colorsys.rgb_to_hls(*(part / 255 for part in color.rgb_of(site.color)))
    css = (f":root{{--accent-hsl:{hue * 360:.2f},{full * 100:.2f}%,{light * 100:.2f}%;--white-hsl:0,0%,100%;--black-hsl:0,0%,7%}}"
           ".white{--primaryButtonBackgroundColor:hsla(var(--accent-hsl),1)}.sqs-button{background:var(--primaryButtonBackgroundColor)}")  # fmt: skip
    mark = own(site, logos, "/l.svg", fill="#ffffff")
    return page(site, f'<div id="siteWrapper" class="site-wrapper"><header class="header theme-col--primary"><div class="header-title-logo"><a href="/"><img alt="{site.name}" src="{mark}"></a></div></header>'
                f'<section class="white"><h1>Boats</h1><a class="sqs-button" href="/b">Book</a></section></div>', css=css)  # fmt: skip


def kit_class(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A page builder's kit: its properties are on a class of the body."""
    css = f".elementor-kit-7{{--e-global-color-primary:{site.color};--e-global-color-text:#7A7A7A}}.elementor-button{{background-color:var(--e-global-color-primary)}}"
    partners = images(theirs(site, others, "/wp"), 'class="attachment-large" alt=""')
    mark = own(site, logos, "/wp/l.svg", fill="#ffffff")
    return page(site, f'<div data-elementor-type="header" class="elementor elementor-location-header"><div class="elementor-widget-theme-site-logo"><a href="{site.origin}"><img src="{mark}" alt=""></a></div></div>'
                f'<div class="elementor"><h1>Boats</h1><a class="elementor-button" href="/b">Book</a><div class="e-con">{partners}</div></div>', css=css, classes=' class="home elementor-kit-7"')  # fmt: skip


KINDS: dict[str, Maker] = {
    "Tailwind 2": tailwind_2, "Tailwind 3": tailwind_3, "Bootstrap 5.3": bootstrap_5, "theme class": theme_class, "data-theme": data_theme,
    "fallback value": fallback_value, "color()": color_function, "CDATA": cdata_style, "next/font": next_font, "variable font": element_font,
    "hsl parts": hsl_parts, "kit class": kit_class,
}  # fmt: skip
