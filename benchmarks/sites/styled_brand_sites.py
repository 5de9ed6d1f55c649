"""A third set of made-up sites: the CSS conventions by which sites show their colour, each with colours that are not the brand's.

A kind writes a style sheet, and the parts of the page that use it. To add a kind: a function in `KINDS`.
"""
# ruff: noqa: E501 - pages

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite
from extraction.logo import color

SITES_PER_KIND = 6
# Colours of parts that every site buys or copies.
_FOREIGN = (
    ".cookie-accept{background:#1a8f3c;color:#fff}.alert-danger{background:#dc3545}.badge-success{background:#198754}"
    ".whatsapp-float{background-color:#25d366}.share-facebook{background-color:#1877f2}"
)


@dataclass(frozen=True, kw_only=True)
class Look:
    """A style sheet, the tags in the head, and the classes of header, call to action and link."""

    css: str = ""
    head: str = ""
    header: str = "site-top"
    action: str = "action"
    link: str = "more"
    is_dark: bool = False


Kind = Callable[[str], Look]


def _shade(hex_color: str, factor: float) -> str:
    """A darker colour, as for hovering."""
    red, green, blue = (round(channel * factor) for channel in color.rgb_of(hex_color))
    return color.hex_of((red, green, blue))


def tailwind(hue: str) -> Look:
    numbers = " ".join(map(str, color.rgb_of(hue)))
    return Look(
        css=f".bg-indigo-600{{--tw-bg-opacity:1;background-color:rgb({numbers}/var(--tw-bg-opacity))}}.bg-white{{background-color:#fff}}"
        f".text-indigo-600{{color:rgb({numbers}/1)}}.text-gray-600{{color:#4b5563}}.bg-yellow-100{{background-color:#fef9c3}}",
        header="bg-white",
        action="rounded-md bg-indigo-600 px-3.5 text-white",
        link="text-indigo-600 font-semibold",
    )


def tailwind_arbitrary(hue: str) -> Look:
    return Look(
        css=f".bg-\\[\\{hue}\\]{{background-color:{hue}}}.hover\\:bg-\\[\\{_shade(hue, 0.8)}\\]:hover{{background-color:{_shade(hue, 0.8)}}}",
        action=f"inline-flex bg-[{hue}] hover:bg-[{_shade(hue, 0.8)}]",
    )


def tailwind_theme(hue: str) -> Look:
    return Look(
        css=f"@layer theme{{:root,:host{{--color-red-500:#fb2c36;--color-brand-50:#fafafa;--color-brand-600:{hue};--spacing:.25rem}}}}"
        "@layer utilities{.bg-brand-600{background-color:var(--color-brand-600)}}",
        action="bg-brand-600",
    )


def bootstrap_changed(hue: str) -> Look:
    numbers = ",".join(map(str, color.rgb_of(hue)))
    return Look(
        css=f":root{{--bs-blue:#0d6efd;--bs-indigo:#6610f2;--bs-primary:{hue};--bs-primary-rgb:{numbers};--bs-danger:#dc3545}}"
        f".btn-primary{{--bs-btn-color:#fff;--bs-btn-bg:{hue};--bs-btn-hover-bg:{_shade(hue, 0.85)}}}.btn{{background-color:var(--bs-btn-bg)}}",
        action="btn btn-primary btn-lg",
    )


def bootstrap_beside(hue: str) -> Look:
    """Bootstrap as it comes. The site's own style sheet changes one button."""
    return Look(
        css=":root{--bs-primary:#0d6efd}.btn-primary{background-color:#0d6efd}.btn-success{background-color:#198754}a{color:#0d6efd}"
        f".hero .btn-start{{background-color:{hue};border-color:{hue}}}.navbar-main{{background:#fff}}",
        header="navbar-main",
        action="btn btn-start",
    )


def hand_written(hue: str) -> Look:
    return Look(
        css=f"a{{color:{hue}}}a:hover{{color:{_shade(hue, 0.7)}}}.action{{background:{hue};color:#fff;border-radius:3px}}h2{{color:#333}}"
    )


def colored_header(hue: str) -> Look:
    return Look(css=f".top{{background:{hue}}}.action{{background:#fff;color:{hue}}}", header="top")


def hashed(hue: str) -> Look:
    return Look(
        css=f".css-1x9f{{background-color:{hue};color:#fff}}.css-0{{color:#1b1b1f}}.css-77ab{{background-color:#fafafa}}.css-kk2{{background-color:#1877f2}}",
        action="css-1x9f",
        link="css-0",
    )


def dark(hue: str) -> Look:
    return Look(
        css=f":root{{--bg:#0b0d12;--fg:#e8eaf0;--muted:#8b90a0;--glow:{hue}}}body{{background:var(--bg);color:var(--fg)}}.action{{background:var(--glow)}}",
        head='<meta name="theme-color" content="#0b0d12">',
        is_dark=True,
    )


def gradient(hue: str) -> Look:
    return Look(css=f".action{{background:linear-gradient(135deg,{hue} 0%,{_shade(hue, 0.85)} 100%);color:#fff}}")


def wordpress(hue: str) -> Look:
    return Look(
        css=f"body{{--wp--preset--color--black:#000000;--wp--preset--color--vivid-red:#cf2e2e;--wp--preset--color--primary:{hue};--wp--preset--color--secondary:#f0f0f0}}"
        ".has-primary-background-color{background-color:var(--wp--preset--color--primary) !important}",
        action="wp-block-button__link has-primary-background-color",
    )


def theme_color(hue: str) -> Look:
    return Look(css=".action{background:#222}", head=f'<meta name="theme-color" content="{hue}">')


def tile(hue: str) -> Look:
    return Look(
        css=".action{background:#111;color:#fff}", head=f'<meta name="msapplication-TileColor" content="{hue}">'
    )


def generated_tile(hue: str) -> Look:
    return Look(
        css=f".action{{background-color:{hue}}}",
        head='<meta name="msapplication-TileColor" content="#da532c"><link rel="mask-icon" href="/m.svg" color="#5bbad5"><meta name="theme-color" content="#ffffff">',
    )


def contrasting_action(hue: str) -> Look:
    """The buttons have another colour than the brand."""
    red, green, blue = color.rgb_of(hue)
    return Look(css=f".action{{background:{color.hex_of((blue, red, green))};color:#fff}}a{{color:#333}}")


def silent(hue: str) -> Look:
    """States and shows nothing: only the logo may show the colour."""
    return Look(css=".action{background:#202124;color:#fff}.more{color:#202124}")


KINDS: dict[str, Kind] = {
    "tailwind": tailwind, "tailwind arbitrary": tailwind_arbitrary, "tailwind theme": tailwind_theme,
    "bootstrap changed": bootstrap_changed, "bootstrap beside": bootstrap_beside, "hand-written": hand_written,
    "colored header": colored_header, "hashed classes": hashed, "dark": dark, "gradient": gradient, "wordpress": wordpress,
    "theme color": theme_color, "tile": tile, "generated tile": generated_tile,
    "contrasting action": contrasting_action, "silent": silent,
}  # fmt: skip


def build(sets: Sequence[LogoSet], others: Sequence[LogoSet], seed: int = 41) -> list[BrandSite]:
    """Six sites of each kind, each with another logo set."""
    chance = random.Random(seed)
    return [
        _site(kind, sets[(place * SITES_PER_KIND + number) % len(sets)], chance.sample(list(others), 4), number)
        for place, kind in enumerate(KINDS)
        for number in range(SITES_PER_KIND)
    ]


def _site(kind: str, logos: LogoSet, others: Sequence[LogoSet], number: int) -> BrandSite:
    name = logos.name.replace("&", "and")
    site = BrandSite(f"styled {kind} {number}", f"https://{logos.slug}.example", name, logos.color)
    handle = logos.slug.replace("-", "")
    site.socials = {"x": f"https://x.com/{handle}", "linkedin": f"https://www.linkedin.com/company/{handle}"}
    look = KINDS[kind](site.color)
    site.put("/a/site.css", f"body{{margin:0}}{look.css}{_FOREIGN}", "text/css")
    wall = "".join(f'<li><img src="{site.put(f"/c/{n}.svg", other.icon.svg(), "image/svg+xml")}" alt="{other.name}"></li>'
                   for n, other in enumerate(others))  # fmt: skip
    site.put("/", _page(site, look, _mark(site, logos, look, number), wall), "text/html; charset=utf-8")
    return site


def _mark(site: BrandSite, logos: LogoSet, look: Look, number: int) -> str:
    """The logo in the header: the wordmark, or the icon beside the name as text."""
    mark, kind = (logos.wordmark, "wordmark") if number % 2 else (logos.icon, "icon")
    text = mark.svg("#ffffff") if look.is_dark else mark.svg()
    site.put("/a/brand.svg", text, "image/svg+xml")
    site.accept(text, kind, ("#ffffff" if look.is_dark else mark.fill) if mark.fill else None)
    return f'<img src="/a/brand.svg" alt="{site.name}" height="32">' + ("" if number % 2 else f" <b>{site.name}</b>")


def _page(site: BrandSite, look: Look, mark: str, wall: str) -> str:
    socials = "".join(f'<a class="social" href="{url}">{kind}</a>' for kind, url in site.socials.items())
    return f"""<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{site.name} | Ferries and timetables</title>{look.head}
<meta property="og:site_name" content="{site.name}"><link rel="stylesheet" href="/a/site.css"></head><body>
<header class="{look.header}"><a href="/">{mark}</a><nav><a class="{look.link}" href="/lines">Lines</a><a class="{look.link}" href="/help">Help</a>
<a class="{look.action}" href="/book">Book</a></nav></header><main><section class="hero"><h1>Across the bay</h1><p>Every twenty minutes.</p>
<a class="{look.action}" href="/book">Book a crossing</a> <a class="{look.link}" href="/times">Timetable</a></section>
<div class="alert-danger">The pier is closed on Monday.</div><span class="badge-success">On time</span><ul class="clients">{wall}</ul>
<a class="share-facebook" href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a></main>
<form action="/search"><button class="{look.action}" type="submit">Search</button></form><footer>{socials}</footer>
<div class="cookie-banner"><button class="cookie-accept">Accept</button></div><a class="whatsapp-float" href="https://wa.me/1">Chat</a></body></html>"""
