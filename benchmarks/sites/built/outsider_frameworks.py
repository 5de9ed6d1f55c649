"""Frameworks: Next.js, Nuxt, Angular, SvelteKit, Astro, Gatsby, Vuetify, styled components, and an app without a rendered page."""
# ruff: noqa: E501 - pages

from __future__ import annotations

import base64
import io
import json
from collections.abc import Sequence

from PIL import Image, ImageFilter

from benchmarks.sites.brand_marks import LogoSet
from benchmarks.sites.brand_sites import BrandSite, png
from benchmarks.sites.built.outsider_page import company, document, footer, hsl, numbers
from benchmarks.sites.built.replica import SVG, Maker, images, inline, own, own_png, theirs
from extraction.logo import vector


def next_image(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Parcelmint", "parcelmint.example")
    site.fonts = ("GeistSans",)
    addresses = [f"/_next/image?url=%2Flogo-full.png&w={edge}&q=75" for edge in (256, 384)]
    for address, edge in zip(addresses, (256, 384), strict=True):
        own_png(site, logos, address, edge)
    one, two = (address.replace("&", "&amp;") for address in addresses)
    css = (
        "*,:after,:before{--tw-border-spacing-x:0;--tw-ring-color:rgb(59 130 246/.5)}@font-face{font-family:__GeistSans_1e4310;src:url(/_next/static/media/g.woff2)}@font-face{font-family:__GeistSans_Fallback_1e4310;src:local('Arial')}"
        ".__variable_1e4310{--font-geist-sans:'__GeistSans_1e4310','__GeistSans_Fallback_1e4310'}.font-sans{font-family:var(--font-geist-sans)}"
        f":root{{--background:0 0% 100%;--foreground:222 84% 5%;--primary:{hsl(site.color)};--primary-foreground:0 0% 98%;--destructive:0 84% 60%;--ring:215 20% 65%}}.dark{{--background:222 84% 5%;--primary:0 0% 98%}}"
        ".bg-primary{background-color:hsl(var(--primary))}.text-primary-foreground{color:hsl(var(--primary-foreground))}.bg-background{background-color:hsl(var(--background))}"
    )
    trusted = "".join(
        f'<img alt="" loading="lazy" width="120" height="32" decoding="async" data-nimg="1" class="opacity-60 grayscale" style="color:transparent" src="{path}">'
        for path in theirs(site, others, "/logos")
    )
    body = (
        '<div class="relative flex min-h-screen flex-col bg-background"><header class="sticky top-0 z-50 w-full border-b"><div class="container flex h-14 items-center">'
        f'<a class="mr-6 flex items-center space-x-2" href="/"><img alt="Parcelmint" fetchpriority="high" width="128" height="32" decoding="async" data-nimg="1" style="color:transparent" srcset="{one} 1x, {two} 2x" src="{two}"></a><nav><a href="/docs">Docs</a></nav></div></header>'
        f'<main class="flex-1"><h1 class="text-5xl">Shipping labels for developers</h1><a class="inline-flex h-9 bg-primary text-primary-foreground" href="/signup">Get started</a><section><p>Trusted by the best</p><div class="grid grid-cols-5">{trusted}</div></section></main></div>'
        + footer(site)
    )
    return document(
        site,
        body,
        title="Parcelmint | Shipping labels for developers",
        css=css,
        attributes=' class="font-sans __variable_1e4310 antialiased"',
    )


def nuxt(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The utility's colour is a chain of properties in a layer."""
    company(site, "Kelpworks", "kelpworks.example")
    site.fonts = ("Public Sans",)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    css = (
        "@layer theme{:root,:host{--font-sans:'Public Sans',sans-serif;--color-green-500:#00c16a;--color-old-neutral-500:#737373}}"
        "@layer base{html,:host{font-family:var(--font-sans,ui-sans-serif,system-ui)}h1{font-size:inherit}}"
        ":root,.light{--ui-primary:var(--ui-color-primary-500);--ui-text-highlighted:var(--ui-color-neutral-900)}.dark{--ui-primary:var(--ui-color-primary-400)}"
        "@layer utilities{.text-primary{color:var(--ui-primary)}.bg-primary{background-color:var(--ui-primary)}}"
    )
    head = f'<style id="nuxt-ui-colors">@layer theme{{:root,:host{{--ui-color-primary-400:#9aa0a6;--ui-color-primary-500:{site.color};--ui-color-neutral-900:#0f172b}}}}</style>'
    marks = "".join(
        f'<div class="shrink-0"><img src="{path}" class="h-8" alt=""></div>' for path in theirs(site, others, "/_ipx/_")
    )
    body = (
        '<div id="__nuxt"><div class="isolate"><header data-slot="root" class="bg-default/75 backdrop-blur border-b h-16 sticky top-0"><div class="flex items-center justify-between"><div data-slot="left">'
        f'<a aria-label="Kelpworks" href="/" class="router-link-active router-link-exact-active font-bold text-xl" aria-current="page">{inline(logos.wordmark, attributes=" class=" + chr(34) + "h-6 w-auto text-primary" + chr(34))}</a></div></div></header>'
        f'<main><div class="page-hero"><h1 class="text-5xl">Farmed kelp data, every tide</h1><a href="/start" class="rounded-md bg-primary">Get started</a></div><div class="marquee">{marks}</div></main></div></div>'
        + footer(site)
    )
    return document(site, body, title="Kelpworks - Farmed kelp data, every tide", css=css, head=head)


def angular(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An app drawn by script with Angular Material; its icons are inline drawings too."""
    company(site, "Ostermark Leasing", "portal.ostermark.example")
    site.fonts = ("Roboto",)
    white = logos.wordmark.svg("#ffffff")
    site.accept(white, "wordmark", "#ffffff")
    css = (
        "html{--mat-sys-on-surface:initial;--mdc-filled-button-container-color:white}body{font-family:Roboto,'Helvetica Neue',sans-serif}"
        f".mat-toolbar.mat-primary{{--mat-toolbar-container-background-color:{site.color};--mat-toolbar-container-text-color:white;background:{site.color};color:#fff}}"
        f".mat-mdc-unelevated-button.mat-primary{{--mdc-filled-button-container-color:{site.color};--mdc-filled-button-label-text-color:#fff}}.mat-mdc-unelevated-button{{background-color:var(--mdc-filled-button-container-color)}}"
        ".mat-mdc-unelevated-button.mat-warn{--mdc-filled-button-container-color:#f44336}.mat-accent{--mdc-filled-button-container-color:#ff4081}"
    )
    icons = "".join(
        f'<mat-icon role="img" class="mat-icon notranslate" aria-hidden="true"><svg viewBox="0 0 24 24" height="100%" width="100%" fit="" preserveAspectRatio="xMidYMid meet" focusable="false">{path}</svg></mat-icon>'
        for path in (
            '<path d="M3 18h18v-2H3v2zm0-5h18v-2H3v2zm0-7v2h18V6H3z"></path>',
            '<path d="M12 2l3 7h7l-6 4 3 8-7-5-7 5 3-8-6-4h7z"></path>',
        )
    )
    body = (
        '<app-root ng-version="17.3.1" _nghost-ng-c1=""><app-shell _ngcontent-ng-c1="" _nghost-ng-c2=""><mat-toolbar _ngcontent-ng-c2="" color="primary" class="mat-toolbar mat-primary mat-toolbar-single-row">'
        f'<button _ngcontent-ng-c2="" mat-icon-button="" aria-label="Menu">{icons}</button><a _ngcontent-ng-c2="" routerlink="/" class="home" href="/">{inline(logos.wordmark, "#ffffff", " height=" + chr(34) + "32" + chr(34) + " _ngcontent-ng-c2=" + chr(34) * 2)}</a><span class="spacer"></span><button mat-button="">Anmelden</button></mat-toolbar>'
        f'<router-outlet></router-outlet><app-start><section class="stage-header"><h1>Leasing ohne Papierkram</h1><button mat-flat-button="" color="primary" class="mdc-button mat-mdc-unelevated-button mat-primary">Angebot anfordern</button><button class="mdc-button mat-mdc-unelevated-button mat-accent">Mehr</button><div class="partner-header">{images(theirs(site, others, "/assets/partner"))}</div></section></app-start></app-shell></app-root>'
    )
    return document(site, body, title="Ostermark Leasing", css=css, lang="de", attributes=' class="mat-typography"')


def svelte_mask(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """The logo is a mask over a painted box."""
    company(site, "Fathomly", "fathomly.example")
    site.fonts = ("Figtree",)
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    site.put("/_app/immutable/assets/logo.BX1kq2.svg", logos.wordmark.svg("#000000"), SVG)
    css = (
        f":root{{--brand:{site.color};--ink:#101418}}body{{font-family:'Figtree Variable',system-ui,sans-serif;color:var(--ink)}}"
        f".brand.svelte-1x2y{{display:block;width:{logos.wordmark.width:g}px;height:24px;background:var(--brand);-webkit-mask:url(./../_app/immutable/assets/logo.BX1kq2.svg) no-repeat center / contain;mask:url(./../_app/immutable/assets/logo.BX1kq2.svg) no-repeat center / contain}}"
        ".cta.svelte-1x2y{background:var(--ink);color:#fff}"
    )
    body = (
        '<div style="display: contents"><div class="app svelte-1x2y"><header class="svelte-1x2y"><a href="/" class="svelte-1x2y" aria-label="Fathomly home"><span class="brand svelte-1x2y" aria-hidden="true"></span></a><nav class="svelte-1x2y"><a href="/log">Logbook</a></nav></header>'
        f'<main class="svelte-1x2y"><h1>Dive logs that log themselves</h1><a class="cta svelte-1x2y" href="/get">Get the app</a><div class="wall">{images(theirs(site, others, "/_app/immutable/assets"))}</div></main></div></div>'
        + footer(site)
    )
    return document(site, body, title="Fathomly – Dive logs that log themselves", css=css)


def astro(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A pair of logos for the light and the dark scheme, shown by utility classes."""
    company(site, "Ferrocalc", "ferrocalc.example")
    site.fonts = ("Inter",)
    light = own(site, logos, "/_astro/logo-light.DkP3.svg", fill="#17202a")
    dark = site.put("/_astro/logo-dark.Cq81.svg", logos.wordmark.svg("#f8fafc"), SVG)
    css = f".dark\\:hidden:is(.dark *){{display:none}}.hidden{{display:none}}.dark\\:block:is(.dark *){{display:block}}:root{{--sl-color-accent:{site.color};--sl-color-white:#fff}}body{{font-family:Inter,sans-serif}}.sl-link-button.primary{{background:var(--sl-color-accent);color:#fff}}"
    body = (
        '<div class="page sl-flex"><header class="header"><div class="sl-flex title-wrapper"><a href="/" class="site-title sl-flex">'
        f'<img class="light:sl-hidden dark:block hidden" alt="Ferrocalc" src="{dark}" width="162" height="24"><img class="dark:hidden block" alt="Ferrocalc" src="{light}" width="162" height="24"></a></div><site-search><button>Search</button></site-search></header>'
        f'<main data-pagefind-body><div class="hero"><h1 id="_top">Structural steel, solved in the browser</h1><a class="sl-link-button primary" href="/start">Get started</a></div><h2>Sponsors</h2><p>{"".join(f"""<a href="https://{other.slug}.example" rel="sponsored"><img src="{path}" alt="" height="40"></a>""" for other, path in zip(others, theirs(site, others, "/_astro/sponsor", named=True), strict=True))}</p></main></div>'
    )
    return document(
        site,
        body,
        title="Ferrocalc Docs",
        css=css,
        root=' data-theme="light"',
        head='<meta property="og:site_name" content="Ferrocalc"><meta name="generator" content="Astro v4.8">',
    )


def styled_components(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """No element or class has a meaning: the page as script left it."""
    company(site, "Loomberry", "app.loomberry.example")
    site.fonts = ("Rubik",)
    mark = own(site, logos, "/static/media/logo.3f2a9c1d.svg")
    css = f"body{{margin:0}}.kXyzA{{font-family:Rubik,sans-serif}}.hbQwE{{display:flex;position:fixed;top:0;height:64px}}.fGhTr{{background:{site.color};color:#fff;border-radius:8px;padding:12px 24px}}.lPoKm{{background:#eef0f3;color:#333}}"
    head = f'<style data-styled="active" data-styled-version="5.3.11">{css}</style>'
    walls = "".join(
        f'<div class="sc-ctqQKy rTy"><img src="{path}" class="sc-hTBuwn"></div>'
        for path in theirs(site, others, "/static/media")
    )
    body = (
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"><div class="sc-gsnTZi kXyzA"><div class="sc-dkzDqf hbQwE">'
        f'<a class="sc-hKMtZM" href="/"><img src="{mark}" class="sc-eCYdqJ" height="30"></a><div class="sc-jSMfEi"><a href="/login">Log in</a><button class="sc-gKXOVf fGhTr">Sign up</button></div></div>'
        f'<div class="sc-iBkjds"><h1 class="sc-ftvSup">Knitting patterns that fit</h1><button class="sc-papXJ fGhTr">Start knitting</button><button class="lPoKm">Tour</button></div><div class="sc-jqUVSM">{walls}</div></div></div>'
    )
    return document(site, body, title="Loomberry", head=head)


def default_manifest(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """An app's empty page. The manifest and its icons are those of the starter kit; the favicon is the company's."""
    company(site, "Tallowgate", "tallowgate.example")
    site.accept(logos.icon.svg(), "icon", logos.icon.fill)
    kit = others[0].icon
    site.foreign.append(kit.svg().encode())
    for edge in (192, 512):
        site.put(f"/logo{edge}.png", png(kit, edge), "image/png")
    icons = [
        {"src": "favicon.ico", "sizes": "64x64 32x32 24x24 16x16", "type": "image/x-icon"},
        {"src": "logo192.png", "type": "image/png", "sizes": "192x192"},
        {"src": "logo512.png", "type": "image/png", "sizes": "512x512"},
    ]
    manifest = {
        "short_name": "React App",
        "name": "Create React App Sample",
        "icons": icons,
        "start_url": ".",
        "display": "standalone",
        "theme_color": "#000000",
        "background_color": "#ffffff",
    }
    site.put("/manifest.json", json.dumps(manifest), "application/json")
    head = (
        f'<link rel="icon" href="{site.put("/tallow.svg", logos.icon.svg(), SVG)}" type="image/svg+xml"><meta name="theme-color" content="#000000"><meta name="description" content="Web site created using create-react-app">'
        '<link rel="apple-touch-icon" href="/logo192.png"><link rel="manifest" href="/manifest.json"><script defer="defer" src="/static/js/main.8a1f.js"></script>'
    )
    return document(
        site,
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
        title="Tallowgate",
        head=head,
    )


def gatsby(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    """A blurred placeholder, the files as `data-` attributes, and the real image without script."""
    company(site, "Saltmarsh Observatory", "saltmarsh-observatory.example")
    site.fonts = ("Spectral", "Work Sans")
    output = io.BytesIO()
    vector.draw(logos.wordmark.svg().encode(), 20).filter(ImageFilter.GaussianBlur(1)).save(output, "PNG")
    blurred = f"data:image/png;base64,{base64.b64encode(output.getvalue()).decode()}"
    site.accept(logos.wordmark.svg(), "wordmark", logos.wordmark.fill)
    for edge in (180, 360):
        with Image.open(io.BytesIO(png(logos.wordmark, edge))) as drawn:
            packed = io.BytesIO()
            drawn.save(packed, "WEBP", lossless=True)
        site.put(f"/static/8f1c/{edge}/sm.webp", packed.getvalue(), "image/webp")
        own_png(site, logos, f"/static/8f1c/{edge}/sm.png", edge)
    css = f"body{{font-family:'Work Sans',sans-serif}}h1,h2,h3{{font-family:Spectral,serif}}.Button-module--primary--a1b2{{background:{site.color};color:#fff}}"
    sources = '<source type="image/webp" {0}srcset="/static/8f1c/180/sm.webp 180w,/static/8f1c/360/sm.webp 360w" sizes="180px">'
    body = (
        '<div id="___gatsby"><div style="outline:none" tabindex="-1" id="gatsby-focus-wrapper"><div class="Layout-module--top--c3d4"><a aria-current="page" class="" href="/"><div data-gatsby-image-wrapper="" class="gatsby-image-wrapper gatsby-image-wrapper-constrained">'
        f'<img aria-hidden="true" data-placeholder-image="" style="opacity:1;object-fit:cover" decoding="async" src="{blurred}" alt=""><picture>{sources.format("data-")}<img data-gatsby-image-ssr="" data-main-image="" style="opacity:0" sizes="180px" decoding="async" loading="lazy" data-src="/static/8f1c/180/sm.png" data-srcset="/static/8f1c/180/sm.png 180w,/static/8f1c/360/sm.png 360w" alt="Saltmarsh Observatory"></picture>'
        f'<noscript><picture>{sources.format("")}<img src="/static/8f1c/180/sm.png" alt="Saltmarsh Observatory"></picture></noscript></div></a></div>'
        f'<main><h1>Dark skies, open gates</h1><a class="Button-module--primary--a1b2" href="/visit">Plan a visit</a><h2>Supporters</h2><div class="Header-module--supporters--77">{images(theirs(site, others, "/static/sup"))}</div></main></div></div>'
        + footer(site)
    )
    return document(site, body, title="Home | Saltmarsh Observatory", css=css)


def vuetify(site: BrandSite, logos: LogoSet, others: Sequence[LogoSet]) -> str:
    company(site, "Brunnkvist Energi", "brunnkvist.example")
    site.fonts = ("Roboto",)
    mark = own_png(site, logos, "/img/logotyp.4f5e6a7b.png", 400)
    css = (
        "body{font-family:Roboto,sans-serif}.v-application{background:rgb(var(--v-theme-background));color:rgba(var(--v-theme-on-background),var(--v-high-emphasis-opacity))}"
        ".bg-primary{--v-theme-overlay-multiplier:var(--v-theme-primary-overlay-multiplier);background-color:rgb(var(--v-theme-primary))!important;color:rgb(var(--v-theme-on-primary))!important}.bg-error{background-color:rgb(var(--v-theme-error))!important}"
    )
    head = f'<style id="vuetify-theme-stylesheet">:root{{--v-theme-background:255,255,255;--v-theme-primary:{numbers(site.color)};--v-theme-on-primary:255,255,255;--v-theme-error:176,0,32}}.v-theme--light{{color-scheme:normal;--v-theme-background:255,255,255;--v-theme-primary:{numbers(site.color)};--v-theme-secondary:72,169,166;--v-theme-error:176,0,32}}.v-theme--dark{{--v-theme-primary:33,150,243}}</style>'
    body = (
        '<div id="app" data-v-app=""><div class="v-application v-theme--light v-layout v-locale--is-ltr"><div class="v-application__wrap"><header class="v-toolbar v-toolbar--density-default v-app-bar v-theme--light"><div class="v-toolbar__content"><a class="router-link-active" href="/">'
        f'<div class="v-responsive v-img" aria-label="Brunnkvist Energi" style="width:160px"><div class="v-responsive__sizer"></div><img class="v-img__img v-img__img--contain" src="{mark}" alt="Brunnkvist Energi"></div></a></div></header>'
        f'<main class="v-main"><h1 class="text-h2">El till rätt pris</h1><button type="button" class="v-btn v-theme--light bg-primary v-btn--variant-elevated">Teckna avtal</button><div class="v-slide-group">{images(theirs(site, others, "/img/nat"), "alt=" + chr(34) * 2 + " class=" + chr(34) + "v-img__img" + chr(34))}</div></main></div></div></div>'
        + footer(site, "Alla rättigheter förbehållna.")
    )
    return document(site, body, title="Elavtal för hemmet | Brunnkvist Energi", css=css, head=head, lang="sv")


KINDS: dict[str, Maker] = {
    "Next.js image": next_image, "Nuxt UI": nuxt, "Angular Material": angular, "SvelteKit mask": svelte_mask, "Astro pair": astro, "styled components": styled_components,
    "default manifest": default_manifest, "Gatsby image": gatsby, "Vuetify": vuetify,
}  # fmt: skip
