"""Frameworks of React: Next.js, Remix with Chakra, MUI and Mantine."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import quote

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company
from benchmarks.sites.built.replica import SVG, Maker, images, inline, own, theirs
from benchmarks.sites.built.stranger_page import alien_inline, box, html, json_ld, oklch, profiles, shown, tile


def next_tailwind(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Font variables with hashed families, colours in oklch, a logo for each scheme, customers as inline SVGs."""
    company(site, "Parsec", "parsec-billing.example")
    site.fonts = ("Bricolage Grotesque", "Geist")
    light = own(site, logos, "/_next/static/media/logo-light.3f9c1a07.svg")
    dark = site.put("/_next/static/media/logo-dark.b11e0d52.svg", logos.wordmark.svg("#ffffff"), SVG)
    site.accept(logos.wordmark.svg("#ffffff"), "wordmark", "#ffffff" if logos.wordmark.fill else None)
    site.put("/icon.svg", logos.icon.svg(), SVG)
    css = (
        f"@layer theme{{:root,:host{{--font-sans:var(--font-geist);--color-red-500:oklch(63.7% .237 25.331);--color-zinc-950:oklch(14.1% .005 285.823);--color-brand-500:{oklch(site.color)};--color-brand-600:{oklch(site.color)};--spacing:.25rem}}}}"
        "@font-face{font-family:Geist;src:url(/_next/static/media/g.woff2)}@font-face{font-family:Geist Fallback;src:local(Arial)}@font-face{font-family:Bricolage Grotesque;src:url(/_next/static/media/b.woff2)}"
        '.__variable_188709{--font-geist:"Geist","Geist Fallback"}.__variable_5cfdac{--font-bricolage:"Bricolage Grotesque","Bricolage Grotesque Fallback"}'
        "@layer base{html{font-family:var(--font-sans)}body{font-family:var(--font-geist)}h1,h2{font-family:var(--font-bricolage)}}@layer utilities{.bg-brand-500{background-color:var(--color-brand-500)}.text-white{color:#fff}.hidden{display:none}@media (prefers-color-scheme:dark){.dark\\:block{display:block}.dark\\:hidden{display:none}}}"
    )
    wall = "".join(f"<li>{alien_inline(site, other, ' class=h-6')}</li>" for other in others)
    body = (
        '<div hidden=""><!--$--><!--/$--></div><header class="sticky top-0 z-50 backdrop-blur"><div class="mx-auto flex h-16 max-w-7xl items-center justify-between">'
        f'<a class="flex items-center gap-2" href="/"><img alt="Parsec" loading="lazy" width="112" height="28" decoding="async" data-nimg="1" class="dark:hidden" style="color:transparent" src="{light}"/><img alt="Parsec" loading="lazy" width="112" height="28" decoding="async" data-nimg="1" class="hidden dark:block" style="color:transparent" src="{dark}"/></a>'
        '<a class="rounded-full bg-brand-500 px-4 text-white" href="/signup">Start building</a></div></header><main><h1 class="text-6xl tracking-tight text-balance">Usage billing in an afternoon</h1>'
        f'<a class="rounded-full bg-brand-500 px-4 text-white" href="/signup">Start building</a><ul class="grid grid-cols-5">{wall}</ul></main><footer>{profiles(site, "parsecbilling", "github x linkedin", text=False)}<p>© 2026 Parsec Technologies, Inc.</p></footer><script>self.__next_f.push([1,"0:[]"])</script>'
    )
    head = '<link rel="icon" href="/icon.svg?3f9c1a07" type="image/svg+xml" sizes="any"/><meta property="og:title" content="Parsec — usage billing in an afternoon"/><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#09090b"/>'
    return html(site, body, title="Parsec — Usage billing for developers", css=css, sheet="/_next/static/css/4ad1.css", head=head, root=' class="__variable_188709 __variable_5cfdac antialiased"')  # fmt: skip


def next_image(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Korean insurer: all images go through the image service, with the true path in the query."""
    company(site, "한빛손해보험", "www.hanbit-insure.example")
    site.fonts = ("Pretendard",)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    body_of_logo = png(logos.wordmark, 384)

    def service(path: str, width: int, body: bytes) -> str:
        site.put(path, body, "image/png")
        return site.put(f"/_next/image?url={quote(path, safe='')}&w={width}&q=75", body, "image/png")

    one, two = (service("/images/bi_hanbit.png", width, body_of_logo) for width in (192, 384))
    site.foreign += [other.wordmark.svg().encode() for other in others]
    partners = images([service(f"/images/partner_{n}.png", 256, png(other.wordmark, 256)) for n, other in enumerate(others)], 'alt="제휴사" data-nimg="1"').replace("&w=", "&amp;w=").replace("&q=", "&amp;q=")  # fmt: skip
    css = f"@font-face{{font-family:Pretendard;src:url(/fonts/p.woff2)}}:root{{--primary:{site.color};--gray-900:#191f28;--danger:#f04452}}html,body{{font-family:Pretendard,-apple-system,BlinkMacSystemFont,system-ui,sans-serif}}h1,h2{{font-family:Pretendard,sans-serif}}.Button_primary__x1{{background-color:var(--primary);color:#fff}}"
    quoted = [path.replace("&", "&amp;") for path in (one, two)]
    body = (
        f'<div id="__next"><header class="Gnb_wrap__a1"><div class="Gnb_inner__b2"><h1 class="Gnb_logo__c3"><a href="/"><img alt="한빛손해보험" srcset="{quoted[0]} 1x, {quoted[1]} 2x" src="{quoted[1]}" width="140" height="34" decoding="async" data-nimg="1"/></a></h1><nav><a href="/products">보험상품</a><a href="/claim">보상</a></nav></div></header>'
        f'<main><h2>내일의 걱정을 덜어드립니다</h2><a class="Button_primary__x1" href="/quote">보험료 계산</a><section><h2>제휴사</h2>{partners}</section></main><footer><p>한빛손해보험(주) 대표이사 김하늘 | 사업자등록번호 000-00-00000</p>{profiles(site, "hanbitinsure", "youtube instagram")}</footer></div>'
    )
    head = '<meta property="og:site_name" content="한빛손해보험"/>'
    return html(site, body, title="한빛손해보험 | 자동차보험, 여행자보험", css=css, head=head, lang="ko")


def remix_chakra(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The styles of emotion in the page; the mark is an icon beside the name in text."""
    company(site, "Tidewater", "tidewater-ops.example")
    site.fonts = ("Onest",)
    mark = shown(site, logos, site.color, "icon")
    css = (
        f":host,:root,[data-theme]{{--chakra-colors-gray-800:#1A202C;--chakra-colors-blue-500:#3182ce;--chakra-colors-brand-500:{site.color};--chakra-colors-brand-600:{site.color};--chakra-fonts-heading:'Onest',sans-serif;--chakra-fonts-body:'Onest',sans-serif}}"
        "body{font-family:var(--chakra-fonts-body);color:var(--chakra-colors-chakra-body-text)}.chakra-heading,h1,h2{font-family:var(--chakra-fonts-heading)}.css-1k9 {background:var(--chakra-colors-brand-500);color:#fff}.css-7aq{color:var(--chakra-colors-brand-500)}"
    )
    wall = images(theirs(site, others, "/build/_assets"), 'class="chakra-image css-0" alt="Customer"')
    body = (
        '<div class="css-1qv"><div class="chakra-container css-2x"><div class="chakra-stack css-n21"><a class="chakra-link css-f4h" href="/">'
        f'{inline(mark, "currentColor", " class=&quot;chakra-icon css-7aq&quot; focusable=false width=32 height=32".replace("&quot;", chr(34)))}<p class="chakra-text css-q0">Tidewater</p></a><a class="chakra-button css-1k9" href="/login">Log in</a></div></div></div>'
        f'<main><h1 class="chakra-heading css-18">Run the marina from one screen</h1><a class="chakra-button css-1k9" href="/demo">Book a demo</a><div class="chakra-wrap">{wall}</div></main>'
        f'<div class="css-foot"><p class="chakra-text">© 2026 Tidewater Software Ltd. All rights reserved</p>{profiles(site, "tidewaterops", "linkedin", text=False)}</div><script>window.__remixContext = {{}};</script>'
    )
    head = f'<link rel="icon" href="data:image/svg+xml,{quote(logos.icon.svg())}"/><meta name="emotion-insertion-point" content=""/>'
    return html(site, body, title="Marina management software | Tidewater", css=css, head=head, attributes=' class="chakra-ui-light"', root=' data-theme="light" style="color-scheme:light"')  # fmt: skip


def mui_brand_bar(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A white inline logo on an app bar in the company's colour; the manifest has the coloured icon."""
    company(site, "Helsebro", "helsebro.example")
    site.fonts = ("Inter",)
    mark = shown(site, logos, "#ffffff")
    icons = [{"src": "/icons/any-512.png", "sizes": "512x512", "type": "image/png"}, {"src": "/icons/maskable-512.png", "sizes": "512x512", "purpose": "maskable"}]  # fmt: skip
    site.put("/icons/any-512.png", png(logos.icon, 512), "image/png")
    site.put("/icons/maskable-512.png", tile(logos, 512), "image/png")
    site.put("/site.webmanifest", json.dumps({"name": "Helsebro", "short_name": "Helsebro", "icons": icons, "theme_color": site.color, "background_color": "#ffffff", "display": "standalone"}), "application/manifest+json")  # fmt: skip
    css = (
        f":root{{--mui-palette-primary-main:{site.color};--mui-palette-secondary-main:#9c27b0;--mui-palette-error-main:#d32f2f;--mui-palette-common-white:#fff}}body,.css-1a{{margin:0;font-family:Inter,sans-serif}}h1,h2{{font-family:Inter,sans-serif}}"
        ".MuiAppBar-colorPrimary{background-color:var(--mui-palette-primary-main);color:#fff}.MuiButton-containedPrimary{background-color:var(--mui-palette-primary-main);color:#fff}"
    )
    body = (
        '<div id="root"><header class="MuiPaper-root MuiPaper-elevation MuiAppBar-root MuiAppBar-colorPrimary MuiAppBar-positionSticky css-ap"><div class="MuiToolbar-root MuiToolbar-gutters MuiToolbar-regular css-tb"><a class="MuiTypography-root MuiLink-root" aria-label="Helsebro forside" href="/">'
        f'{inline(mark, "#fff", " width=150 height=36")}</a><button class="MuiButtonBase-root MuiIconButton-root" aria-label="meny"><svg class="MuiSvgIcon-root" viewBox="0 0 24 24"><path d="M3 18h18v-2H3zm0-5h18v-2H3zm0-7v2h18V6z"></path></svg></button></div></header>'
        f'<main class="MuiContainer-root"><h1 class="MuiTypography-root MuiTypography-h1">Legetime på mobilen</h1><a class="MuiButtonBase-root MuiButton-contained MuiButton-containedPrimary" href="/bestill">Bestill time</a><div class="MuiGrid-root">{images(theirs(site, others, "/static/media"), "alt=samarbeidspartner")}</div></main>'
        f'<footer class="MuiBox-root"><p class="MuiTypography-root MuiTypography-body2">Helsebro AS · Org.nr. 900 000 000</p>{profiles(site, "helsebro", "facebook linkedin", text=False)}</footer></div>'
    )
    head = f'<link rel="manifest" href="/site.webmanifest"/><meta name="theme-color" content="{site.color}"/><meta name="application-name" content="Helsebro"/>'
    return html(site, body, title="Helsebro - snakk med fastlegen din på nett", css=css, head=head, lang="nb")


def mantine(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Ukrainian logistics company: ten shades of the colour, the logo through `use` of a symbol in the page's end."""
    company(site, "Степовий Шлях", "stepovyi.example")
    site.fonts = ("Montserrat", "Golos Text")
    mark = shown(site, logos, site.color)
    css = (
        f":root{{--mantine-font-family:'Golos Text',sans-serif;--mantine-font-family-headings:'Montserrat',sans-serif;--mantine-color-blue-6:#228be6;--mantine-color-brand-6:{site.color};--mantine-primary-color-filled:var(--mantine-color-brand-6)}}"
        "body{font-family:var(--mantine-font-family)}h1,h2,h3{font-family:var(--mantine-font-family-headings)}.m_77c9d27d{background:var(--mantine-primary-color-filled);color:#fff}"
    )
    symbols = f'<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" style="position:absolute"><symbol id="i-truck" viewBox="0 0 24 24"><path d="M1 4h14v12H1z"/></symbol><symbol id="i-brand" viewBox="{box(mark)}"><g fill="{site.color}">{mark.inside}</g></symbol></svg>'
    body = (
        f'<header class="m_3b16f56b mantine-AppShell-header"><a class="mantine-focus-auto" href="/uk"><svg width="168" height="40" aria-hidden="true"><use href="#i-brand"></use></svg></a><div class="m_lang"><a href="/en">EN</a></div><a class="m_77c9d27d mantine-Button-root" href="/uk/rate"><svg width="16" height="16"><use href="#i-truck"></use></svg>Розрахувати</a></header>'
        f"<main><h1>Зерно до порту за три дні</h1><section><h2>Нам довіряють</h2>{images(theirs(site, others, '/clients'))}</section></main><footer><p>ТОВ «Степовий Шлях», 2026</p>{profiles(site, 'stepovyi', 'facebook linkedin')}</footer>{symbols}"
    )
    head = json_ld(
        {
            "@type": "WebPage",
            "name": "Перевезення зерна",
            "publisher": {"@type": "Organization", "name": "Степовий Шлях"},
        }
    )
    return html(site, body, title="Перевезення зерна Україною – Степовий Шлях", css=css, head=head, lang="uk", root=' data-mantine-color-scheme="light"')  # fmt: skip


KINDS: dict[str, Maker] = {
    "Next.js, Tailwind 4": next_tailwind, "Next.js image": next_image, "Remix, Chakra": remix_chakra, "MUI": mui_brand_bar, "Mantine": mantine,
}  # fmt: skip
