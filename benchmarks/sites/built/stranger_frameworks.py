"""Other frameworks: Nuxt, SvelteKit, Astro, Angular, Rails and Laravel."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import json
from collections.abc import Sequence

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import INK, BrandSite, ico, png
from benchmarks.sites.built.outsider_page import company, hsl, numbers, photo
from benchmarks.sites.built.replica import SVG, Maker, images, inline, own, own_png, theirs
from benchmarks.sites.built.stranger_page import alien, alien_inline, box, html, json_ld, profiles, shown, tile


def nuxt(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An image service in the path, a consent dialog with the provider's logo before the page."""
    company(site, "Kisduna Pékség", "www.kisdunapekseg.example")
    site.fonts = ("Gabarito", "Nunito")
    one = own_png(site, logos, "/_ipx/w_180&f_png/img/logo.png", 180)
    two = own_png(site, logos, "/_ipx/w_360&f_png/img/logo.png", 360)
    own_png(site, logos, "/img/logo.png", 360)
    small, large = one.replace("&", "&amp;"), two.replace("&", "&amp;")
    css = f":root{{--ui-color-primary-500:{site.color};--ui-primary:var(--ui-color-primary-500);--ui-color-neutral-900:#0f172a;--font-sans:'Nunito',sans-serif}}body{{font-family:var(--font-sans)}}h1,h2,h3{{font-family:'Gabarito',sans-serif}}.bg-primary{{background-color:var(--ui-primary);color:#fff}}#CybotCookiebotDialog{{font-family:Helvetica,sans-serif}}#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll{{background-color:#1032CF;color:#fff}}"
    body = (
        f'<div id="CybotCookiebotDialog" role="dialog" aria-label="Cookie-k"><div id="CybotCookiebotDialogHeader"><div id="CybotCookiebotDialogPoweredbyLink"><a href="https://www.cookiebot.example/" aria-label="Cookiebot by Usercentrics">{alien_inline(site, others[0], " id=CybotCookiebotDialogPoweredbyCybot width=111 height=24 role=img")}</a></div></div><button id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll">Mindet elfogadom</button></div>'
        '<div id="__nuxt"><div class="isolate"><header class="bg-default/75 backdrop-blur border-b border-default h-16 sticky top-0 z-50"><div class="flex items-center justify-between">'
        f'<a href="/" aria-current="page" class="router-link-active router-link-exact-active shrink-0 font-bold"><img onerror="this.setAttribute(\'data-error\', 1)" width="180" height="44" alt="Kisduna" data-nuxt-img srcset="{small} 1x, {large} 2x" src="{large}"></a><a class="rounded-md bg-primary" href="/rendeles">Rendelés</a></div></header>'
        f"<main><h1>Kovász, liszt, idő</h1><p>Minden reggel hatkor nyitunk.</p>{images(theirs(site, others[1:], '/img/partnerek'), 'data-nuxt-img alt')}</main><footer>{profiles(site, 'kisdunapekseg', 'facebook instagram', text=False)}<p>Kisduna Pékség Kft. © 2026</p></footer></div></div><script>window.__NUXT__={{}}</script>"
    )
    return html(site, body, title="Kisduna Pékség – Kovászos kenyér Vácon", css=css, sheet="/_nuxt/entry.D1x.css", lang="hu", head='<link rel="icon" href="data:,"/>')  # fmt: skip


def svelte_text(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The name is text; the icons are of all forms, a mask icon among them."""
    company(site, "Tallymoth", "tallymoth.example")
    site.fonts = ("Space Grotesk", "IBM Plex Sans")
    for body, paint in (
        (logos.icon.svg().encode(), logos.icon.fill),
        (tile(logos), "#808080"),
        (tile(logos, 512), "#808080"),
    ):
        site.accept(body, "icon", paint)
    site.accept(logos.icon.svg("#000000"), "icon", "#000000" if logos.icon.fill else None)
    site.put("/favicon.svg", logos.icon.svg(), SVG)
    site.put("/favicon.ico", ico(logos.icon), "image/x-icon")
    site.put("/safari-pinned-tab.svg", logos.icon.svg("#000000"), SVG)
    site.put("/apple-touch-icon.png", tile(logos), "image/png")
    site.put("/web-app-manifest-512x512.png", tile(logos, 512), "image/png")
    site.put("/site.webmanifest", json.dumps({"name": "Tallymoth", "short_name": "Tally", "icons": [{"src": "/web-app-manifest-512x512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"}], "theme_color": "#ffffff", "background_color": "#ffffff"}), "application/manifest+json")  # fmt: skip
    css = f"body.svelte-12qhfyh{{font-family:'IBM Plex Sans',sans-serif}}h1.svelte-1x,h2.svelte-1x{{font-family:'Space Grotesk',sans-serif}}body{{font-family:'IBM Plex Sans',sans-serif}}h1,h2{{font-family:'Space Grotesk',sans-serif}}a.cta.svelte-1x{{background:{site.color};color:#fff}}.wordmark.svelte-1x{{color:#111}}"
    said = "".join(
        f'<figure class="svelte-9z"><blockquote>Best month close ever.</blockquote><figcaption><img src="{path}" alt="" height="20"/>Controller</figcaption></figure>'
        for path in theirs(site, others, "/_app/immutable/assets")
    )
    body = (
        '<div style="display: contents"><!--[--><header class="svelte-1x"><a class="wordmark svelte-1x" href="/">tallymoth</a><nav class="svelte-1x"><a href="/pricing">Pricing</a><a class="cta svelte-1x" href="/app">Open app</a></nav></header>'
        f'<main class="svelte-1x"><h1 class="svelte-1x">Close the books while you sleep</h1><a class="cta svelte-1x" href="/app">Open app</a>{said}</main><footer class="svelte-1x">{profiles(site, "tallymoth", "github x")}<p>© Tallymoth 2026</p></footer><!--]--></div>'
    )
    head = f'<link rel="icon" type="image/svg+xml" href="/favicon.svg"/><link rel="shortcut icon" href="/favicon.ico"/><link rel="apple-touch-icon" sizes="180x180" href="/apple-touch-icon.png"/><link rel="mask-icon" href="/safari-pinned-tab.svg" color="{site.color}"/><meta name="apple-mobile-web-app-title" content="Tallymoth"/><link rel="manifest" href="/site.webmanifest"/>'
    return html(site, body, title="Tallymoth · Bookkeeping that runs at night", css=css, sheet="/_app/immutable/assets/0.css", head=head, attributes=' data-sveltekit-preload-data="hover"')  # fmt: skip


def astro(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A `picture` for light and dark schemes; the dark colours are a media query."""
    company(site, "Uferwerk", "uferwerk.example")
    ink = own(site, logos, "/_astro/uferwerk.D7k1_Zq.svg", fill=INK)
    white = own(site, logos, "/_astro/uferwerk-dark.B2x9_Rt.svg", fill="#f4f4f0")
    site.put("/favicon.svg", logos.icon.svg(), SVG)
    css = (
        f":root{{--bg:#fff;--fg:#1b1b18;--akzent:{site.color}}}@media (prefers-color-scheme:dark){{:root{{--bg:#16161a;--fg:#f4f4f0;--akzent:{site.color}}}}}body{{background:var(--bg);color:var(--fg);font-family:'Schibsted Grotesk Variable','Schibsted Grotesk',system-ui,sans-serif}}"
        "h1,h2,h3{font-family:'Schibsted Grotesk Variable','Schibsted Grotesk',system-ui,sans-serif}.btn[data-astro-cid-3ef6ksr2]{background:var(--akzent);color:#fff}"
    )
    body = (
        f'<header data-astro-cid-3ef6ksr2><a href="/" class="marke" data-astro-cid-3ef6ksr2><picture data-astro-cid-3ef6ksr2><source srcset="{white}" media="(prefers-color-scheme: dark)"><img src="{ink}" alt="Uferwerk" width="150" height="36" loading="eager" data-astro-cid-3ef6ksr2></picture></a><nav data-astro-cid-3ef6ksr2><a href="/projekte/">Projekte</a></nav></header>'
        f'<main data-astro-cid-3ef6ksr2><h1>Architektur am Wasser</h1><a class="btn" href="/buero/" data-astro-cid-3ef6ksr2>Das Büro</a><img src="{photo(site, "/_astro/haus.jpg", 12)}" alt="Bootshaus"><section><h2>Bauherren</h2>{images(theirs(site, others, "/_astro/b"))}</section></main>'
        f"<footer data-astro-cid-3ef6ksr2>Uferwerk Architekten PartG mbB, Konstanz {profiles(site, 'uferwerk', 'instagram linkedin')}</footer>"
    )
    head = '<link rel="icon" type="image/svg+xml" href="/favicon.svg"/><meta name="generator" content="Astro v5.16.0"/><meta name="color-scheme" content="light dark"/>'
    return html(site, body, title="Uferwerk – Architektur am Wasser", css=css, head=head, lang="de")


def angular(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A bank on Angular Material: the registered icon is an inline SVG; the store badges are its phone apps'."""
    company(site, "Bank Meridian", "www.bankmeridian.example")
    site.fonts = ("Red Hat Display", "Red Hat Text")
    mark = shown(site, logos, site.color)
    apple, google = (
        alien(site, other, f"/assets/stores/{name}.svg")
        for other, name in zip(others, ("apple", "google"), strict=False)
    )
    css = (
        f"html{{--mat-sys-primary:{site.color};--mat-sys-on-primary:#ffffff;--mat-sys-secondary:#565e71;--mat-sys-error:#ba1a1a;--mat-sys-body-large-font:Red Hat Text}}body{{font-family:'Red Hat Text',Roboto,sans-serif}}h1,h2,.mat-headline{{font-family:'Red Hat Display',sans-serif}}"
        ".mdc-button--unelevated{background-color:var(--mat-sys-primary);color:var(--mat-sys-on-primary)}bm-logo svg{color:var(--mat-sys-primary)}"
    )
    body = (
        '<app-root ng-version="21.0.1" ng-server-context="ssg"><bm-shell _nghost-ng-c31><mat-toolbar _ngcontent-ng-c31 class="mat-toolbar"><a _ngcontent-ng-c31 routerlink="/" href="/" aria-label="Bank Meridian home"><bm-logo _nghost-ng-c7><mat-icon role="img" svgicon="bm:logo" class="mat-icon notranslate" data-mat-icon-type="svg" data-mat-icon-name="logo" data-mat-icon-namespace="bm">'
        f'{inline(mark, "currentColor", " width=170 height=40 fit preserveAspectRatio=&quot;xMidYMid meet&quot; focusable=false".replace("&quot;", chr(34)))}</mat-icon></bm-logo></a><a mat-flat-button class="mdc-button mdc-button--unelevated mat-primary" href="/login"><span class="mdc-button__label">Log in</span></a></mat-toolbar>'
        f'<main><h1>Banking without queues</h1><a class="mdc-button mdc-button--unelevated" href="/open">Open an account</a><a href="https://apps.apple.com/app/id7"><img src="{apple}" alt="Download on the App Store"></a><a href="https://play.google.com/store/apps/details?id=x"><img src="{google}" alt="Get it on Google Play"></a></main>'
        f'<footer><p>Bank Meridian plc is authorised by the Prudential Regulation Authority.</p><img src="{alien(site, others[3], "/assets/fscs.svg")}" alt="FSCS protected">{profiles(site, "bankmeridian", "x facebook linkedin")}</footer></bm-shell></app-root><script src="main-7X.js" type="module"></script>'
    )
    head = '<base href="/"/>' + json_ld(
        {"@type": "BankOrCreditUnion", "name": "Bank Meridian", "legalName": "Bank Meridian plc", "url": site.origin}
    )
    return html(site, body, title="Current accounts, savings and mortgages | Bank Meridian", css=css, sheet="/styles-4Q.css", head=head, attributes=' class="mat-typography"')  # fmt: skip


def rails(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """Tailwind 3 with arbitrary values; hashed assets; the logo's alternative text is its file name."""
    company(site, "Hedgerow", "hedgerow-hr.example")
    site.fonts = ("Outfit", "Inter")
    mark = own(site, logos, "/assets/hedgerow_full-9c1ad23b77.svg")
    site.put("/icon.png", png(logos.icon, 512), "image/png")
    site.put("/icon.svg", logos.icon.svg(), SVG)
    escaped = site.color.replace("#", "\\#")
    css = f"html{{font-family:Inter var,Inter,ui-sans-serif,system-ui,sans-serif}}.font-display,h1,h2{{font-family:Outfit,sans-serif}}body{{font-family:Inter,ui-sans-serif,sans-serif}}.bg-\\[{escaped}\\]{{--tw-bg-opacity:1;background-color:rgb({numbers(site.color, ' ')}/var(--tw-bg-opacity,1))}}.text-white{{color:#fff}}.bg-gray-50{{background-color:#f9fafb}}.text-blue-600{{color:#2563eb}}"
    quotes = "".join(
        f'<figure class="bg-gray-50"><img class="h-12" src="{path}" alt=""><blockquote>Payroll went from days to minutes.</blockquote></figure>'
        for path in theirs(site, others, "/assets/testimonials", named=True)
    )
    body = (
        '<div class="bg-white"><header class="absolute inset-x-0 top-0 z-50"><nav class="flex items-center justify-between p-6 lg:px-8" aria-label="Global"><div class="flex lg:flex-1">'
        f'<a href="/" class="-m-1.5 p-1.5"><span class="sr-only">Your Company</span><img class="h-8 w-auto" alt="Hedgerow full" src="{mark}"></a></div><a class="rounded-md bg-[{site.color}] text-white" href="/users/sign_up" data-turbo="false">Try it free</a></nav></header>'
        f'<main data-controller="reveal"><h1 class="font-display text-5xl">People ops for small teams</h1><a class="rounded-md bg-[{site.color}] px-3.5 text-white" href="/users/sign_up">Try it free</a>{quotes}</main><footer class="bg-gray-50">{profiles(site, "hedgerowhr", "linkedin x", text=False)}<p class="text-sm">&copy; 2026 Hedgerow Software, Inc. All rights reserved.</p></footer></div>'
    )
    head = '<meta name="csrf-param" content="authenticity_token"/><meta name="apple-mobile-web-app-capable" content="yes"/><meta name="application-name" content="Hedgerow"/><link rel="icon" href="/icon.png" type="image/png"/><link rel="icon" href="/icon.svg" type="image/svg+xml"/><link rel="apple-touch-icon" href="/icon.png"/>'
    return html(
        site, body, title="Hedgerow - People ops for small teams", css=css, sheet="/assets/tailwind-8e1.css", head=head
    )


def laravel(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A Vietnamese courier on Bootstrap 5.3: two bars above each other, the logo as a symbol of the page."""
    company(site, "Giao Nhanh Sông Hàn", "giaonhanhsonghan.example")
    site.fonts = ("Be Vietnam Pro",)
    mark = shown(site, logos)
    css = (
        f":root,[data-bs-theme=light]{{--bs-blue:#0d6efd;--bs-primary:{site.color};--bs-primary-rgb:{numbers(site.color, ',')};--bs-success:#198754;--bs-font-sans-serif:'Be Vietnam Pro',sans-serif;--bs-body-font-family:var(--bs-font-sans-serif)}}[data-bs-theme=dark]{{--bs-body-bg:#212529}}"
        f"body{{font-family:var(--bs-body-font-family)}}h1,h2,.h1{{font-family:'Be Vietnam Pro',sans-serif}}.btn-primary{{--bs-btn-color:#fff;--bs-btn-bg:hsl({hsl(site.color)});background-color:var(--bs-btn-bg);color:#fff}}.btn-success{{--bs-btn-bg:#198754;background-color:#198754}}"
    )
    body = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="d-none"><symbol id="check" viewBox="0 0 16 16"><path d="M1 8l5 5L15 2"/></symbol><symbol id="gnsh" viewBox="{box(mark)}"><g fill="{site.color}">{mark.inside}</g></symbol></svg>'
        '<div id="app"><div class="bg-dark text-white small py-1"><span>Tổng đài 1900 0000</span></div><nav class="navbar navbar-expand-lg bg-body-tertiary sticky-top"><div class="container"><a class="navbar-brand d-inline-flex" href="https://giaonhanhsonghan.example"><svg class="bi me-2" width="160" height="38" role="img" aria-label="Giao Nhanh Sông Hàn"><use xlink:href="#gnsh"/></svg></a><a class="btn btn-primary" href="/dang-ky">Đăng ký</a></div></nav>'
        f'<main class="py-4"><h1>Giao hàng trong hai giờ</h1><a class="btn btn-success" href="/zalo">Chat Zalo</a><a class="btn btn-primary btn-lg" href="/dang-ky">Gửi hàng ngay</a><div class="row">{images(theirs(site, others, "/storage/doi-tac"), "alt class=img-fluid")}</div></main>'
        f'<footer class="bg-dark text-white"><p>© 2026 Công ty TNHH Giao Nhanh Sông Hàn. Mọi quyền được bảo lưu.</p>{profiles(site, "giaonhanhsonghan", "facebook tiktok")}</footer></div>'
    )
    head = '<meta name="csrf-token" content="8aQ"/><meta property="og:site_name" content="Giao Nhanh Sông Hàn"/>'
    return html(site, body, title="Trang chủ - Giao Nhanh Sông Hàn", css=css, sheet="/build/assets/app-Dk1.css", head=head, lang="vi", root=' data-bs-theme="light"')  # fmt: skip


KINDS: dict[str, Maker] = {
    "Nuxt": nuxt, "SvelteKit text": svelte_text, "Astro": astro, "Angular": angular, "Rails, Tailwind 3": rails, "Laravel, Bootstrap": laravel,
}  # fmt: skip
