"""What a home page says about a brand: names, profiles, colours, fonts, candidates for the logo."""
# ruff: noqa: E501 - pages, one a line

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest

from contract.capture import PageCapture
from contract.results.brands.brand import ResolvedBrand
from extraction.brand import home_page, resolve, side_files
from extraction.brand.home_page import HomePage
from extraction.brand.side_files import FetchedFiles

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><path fill="#c8102e" d="M0 0h20v20H0zM30 4h60v4H30z"/></svg>'
ORIGIN = "https://www.acme.example"


def captured(html: str) -> PageCapture:
    return PageCapture(
        url=f"{ORIGIN}/", final_url=f"{ORIGIN}/", status=200, headers=(("content-type", "text/html; charset=utf-8"),),
        body=html.encode(), captured_at=datetime(2026, 1, 2, tzinfo=UTC),
    )  # fmt: skip


def read(head: str = "", body: str = "", css: str = "", manifest: dict[str, Any] | None = None) -> HomePage:
    files = FetchedFiles(
        stylesheets=(css.encode(),) if css else (), manifest=json.dumps(manifest).encode() if manifest else None
    )
    link = '<link rel="manifest" href="/app.json">' if manifest else ""
    return home_page.read(captured(f"<html><head>{head}{link}</head><body>{body}</body></html>"), files)


def resolved(home: HomePage, **images: bytes) -> ResolvedBrand:
    found = {candidate.url: LOGO for candidate in home.candidates if candidate.url} if not images else {
        f"{ORIGIN}/{name}.svg": body for name, body in images.items()
    }  # fmt: skip
    return resolve.resolve(home, found, "www.acme.example", "acme.example")


def json_ld(**properties: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "Organization", **properties})}</script>'


@pytest.mark.parametrize(
    ("head", "name", "source"),
    [
        (json_ld(name="Acme Ltd") + '<meta property="og:site_name" content="Other">', "Acme Ltd", "jsonld"),
        (json_ld(name="Acme Ltd") + '<meta property="og:site_name" content="Acme">', "Acme", "opengraph"),
        (json_ld(name="株式会社アクメ") + '<meta property="og:site_name" content="アクメ">', "アクメ", "opengraph"),
        ('<meta property="og:site_name" content="Acme | Gauges for everyone">', "Acme", "opengraph"),
        ('<meta name="application-name" content="Acme App">', "Acme App", "meta"),
        ("<title>Gauges and software \u2013 ACME</title>", "ACME", "title"),
        ("<title>Welcome to Acme</title>", "Acme", "title"),
        ("<title>Home</title>", "Acme", "domain"),
        ("<title>Sign in</title>", "Acme", "domain"),
        ("<title>Loading\u2026</title>", "Acme", "domain"),
        ("<title>Page not found \u2013 ACME</title>", "ACME", "title"),
        (
            '<meta property="og:site_name" content="\u9996\u9875"><title>\u30db\u30fc\u30e0 | ACME</title>',
            "ACME",
            "title",
        ),
        ('<meta property="og:site_name" content="www.acme.example"><title>Gauges | ACME</title>', "ACME", "title"),
        (
            '<meta property="og:site_name" content="Booking.example"><title>Hotels | Rooms</title>',
            "Booking.example",
            "opengraph",
        ),
        (
            '<meta property="og:site_name" content="Other Name \u2013 gauges that you can trust">',
            "Other Name",
            "opengraph",
        ),
        ("", "Acme", "domain"),
        (json_ld(name="A\u202ecm\u0000e\u200b &amp; Co\u2069"), "Acme & Co", "jsonld"),
        (json_ld(name=["Acme", "Other"]), "Acme", "jsonld"),
        (json_ld(name={"x": 1}) + "<title>Acme: gauges</title>", "Acme", "title"),
        # The organisation of a review, and one with another site, are not the company.
        (json_ld(name="Globex", url="https://globex.example/") + json_ld(name="Acme", url=ORIGIN), "Acme", "jsonld"),
    ],
)
def test_name_is_the_best_declared_one(head: str, name: str, source: str) -> None:
    found = read(head).names.name

    assert (found.text, found.source.source) == (name, source)
    assert found.source.origin == ("harvested" if source in ("title", "domain") else "declared")


def test_long_name_is_cut() -> None:
    assert len(read(json_ld(name="A" * 100_000)).names.name.text) == 120


@pytest.mark.parametrize(
    ("address", "kind", "handle"),
    [
        ("https://twitter.com/acme", "x", "acme"),
        ("https://x.com/@acme/", "x", "acme"),
        ("https://de.linkedin.com/company/acme-gmbh/", "linkedin", "acme-gmbh"),
        ("https://m.facebook.com/acme", "facebook", "acme"),
        ("https://www.youtube.com/@acme", "youtube", "acme"),
        ("https://www.youtube.com/channel/UC1", "youtube", "UC1"),
        ("https://bsky.app/profile/acme.example", "bluesky", "acme.example"),
        ("https://www.facebook.com/sharer/sharer.php?u=x", None, None),
        ("https://twitter.com/intent/tweet?text=x", None, None),
        ("https://twitter.com/share?url=x", None, None),
        ("https://www.linkedin.com/in/somebody", None, None),
        ("https://www.linkedin.com/shareArticle?mini=true&url=x", None, None),
        ("https://www.instagram.com/p/Cx1/", None, None),
        ("https://www.youtube.com/watch?v=1", None, None),
        ("https://t.me/share/url?url=x", None, None),
        ("https://wa.me/?text=x", None, None),
        ("https://pinterest.com/pin/create/button/?url=x", None, None),
        ("https://twitter.com.evil.example/acme", None, None),
        ("https://twitter.com/", None, None),
        ("https://www.facebook.com/profile.php?id=100063", "facebook", None),
        ("https://www.facebook.com/profile.php", None, None),
        ("https://www.facebook.com/pages/Acme/1234567", "facebook", None),
        ("https://www.linkedin.com/company/acme/admin/", None, None),
        ("https://www.pinterest.com/pins/", None, None),
        ("https://www.instagram.com/wix", None, None),
        ("https://www.facebook.com/yourpage", None, None),
    ],
)
def test_profiles_are_distinguished_from_share_links_and_posts(
    address: str, kind: str | None, handle: str | None
) -> None:
    found = read("", f'<footer><a href="{address.replace("&", "&amp;")}">x</a></footer>').socials

    assert [(social.type, social.handle) for social in found] == ([(kind, handle)] if kind else [])


def test_declared_profile_is_preferred_and_links_in_the_content_are_ignored() -> None:
    head = json_ld(name="Acme", sameAs=["https://x.com/acme_official"])
    body = '<main><a href="https://github.com/somebody">x</a></main><footer><a href="https://x.com/acme">x</a></footer>'

    found = read(head, body).socials

    assert [(social.handle, social.origin, social.source) for social in found] == [
        ("acme_official", "declared", "same-as")
    ]


WALL = "".join(f'<li><a href="#"><img class="logo" src="/c{n}.svg" alt="Globex logo"></a></li>' for n in range(4))
TRAPS = f"""<main><ul class="customers">{WALL}</ul><p><img src="/photo.jpg" alt="Acme logo on our building, seen from the harbour in winter"></p>
<a href="https://globex.example/"><img class="logo" src="/partner.svg" alt="Acme"></a></main>
<nav><a href="/podcast"><img src="/podcast-logo.svg" alt="Acme podcast logo"></a><button><svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg></button></nav>"""


@pytest.mark.parametrize(
    ("mark", "source"),
    [
        ('<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header>', "header-img"),
        (f'<header><a href="{ORIGIN}/de/"><img src="/logo.svg" alt=""></a></header>', "header-img"),
        ('<div class="navbar"><a href="#"><img src="/logo.svg"></a></div>', "header-img"),
        ('<header><img class="brand-logo" src="/logo.svg"></header>', "header-img"),
        (
            '<header><a href="/"><img data-src="/logo.svg" src="data:image/gif;base64,R0lGOD"></a></header>',
            "header-img",
        ),
        ('<div><div><a href="/" id="logo"><img src="/logo.svg"></a></div></div>', "header-img"),
        ('<header><a href="/"><svg viewBox="0 0 9 9"><path d="M0 0h9v5z"/></svg></a></header>', "header-svg"),
        ('<header><a href="/"><svg><use href="/logo.svg#a"/></svg></a></header>', "header-svg"),
        (
            '<header><a class="logo" href="/">Acme</a></header><style>.logo{background:url(/logo.svg)}</style>',
            "css-background",
        ),
    ],
)
def test_mark_of_the_company_is_found_among_those_of_others(mark: str, source: str) -> None:
    found = read("<title>Acme</title>", mark + TRAPS)

    assert found.candidates[0].source == source
    assert [one.url for one in found.candidates if one.url] == [
        *([f"{ORIGIN}/logo.svg"] if found.candidates[0].url else []), f"{ORIGIN}/favicon.ico",
    ]  # fmt: skip


def test_candidates_are_in_the_order_of_trust() -> None:
    head = (
        json_ld(name="Acme", logo={"@type": "ImageObject", "url": "/jsonld.svg"}) + '<link rel="icon" href="/icon.svg">'
        '<link rel="icon" sizes="32x32" href="/i32.png"><link rel="apple-touch-icon" href="/touch.png"><link rel="icon" href="/vite.svg">'
    )  # fmt: skip
    body = '<header><a href="/"><img src="/header.svg" alt="Acme"></a></header>'

    found = read(head, body, manifest={"icons": [{"src": "app.png", "sizes": "512x512"}]})

    paths = [str(candidate.url).removeprefix(ORIGIN) for candidate in found.candidates]
    assert paths == ["/jsonld.svg", "/header.svg", "/app.png", "/icon.svg", "/touch.png", "/i32.png", "/favicon.ico"]


def test_inline_drawing_takes_its_colors_and_symbols_from_the_page() -> None:
    drawing = '<header style="color:#0a0b0c"><a href="/"><svg class="l"><use xlink:href="#s"/></svg></a></header>'
    symbol = '<svg hidden><symbol id="s" viewBox="0 0 90 20"><path d="M0 0h20v9z" fill="currentColor"/></symbol></svg>'

    [file, *_] = resolved(read("", drawing + symbol)).files

    assert b"#0a0b0c" in file.body and b'viewBox="0 0 90 20"' in file.body
    assert file.adaptive_body is not None and b"currentColor" in file.adaptive_body


@pytest.mark.parametrize(
    ("head", "css", "color", "source"),
    [
        ('<meta name="theme-color" content="#c8102f">', "", "#c8102f", "theme-color"),
        ('<meta name="theme-color" content="#ffffff">', "", "#c8102e", "logo-pixels"),
        # A vivid theme colour is the company's; a dark or pale one is that of the browser's bar.
        ('<meta name="theme-color" content="#0057b8">', "", "#0057b8", "theme-color"),
        ('<meta name="theme-color" content="#1b1f3a">', "", "#c8102e", "logo-pixels"),
        # The colour of a tile is a statement, unless the generator of icons has chosen it.
        ('<meta name="msapplication-TileColor" content="#102c54">', "", "#102c54", "tile-color"),
        ('<meta name="msapplication-TileColor" content="#da532c">', "", "#c8102e", "logo-pixels"),
        ('<link rel="mask-icon" href="/m.svg" color="#102c53">', "", "#102c53", "mask-icon"),
        ('<link rel="mask-icon" href="/m.svg" color="#5bbad5">', "", "#c8102e", "logo-pixels"),
        ("", ":root{--brand-primary:#d0102e}", "#d0102e", "css-variable"),
        ("", ":root{--brand:#494bcb}", "#494bcb", "css-variable"),
        # A framework's own colour is not a statement of the company.
        ("", ":root{--bs-primary:#0d6efd}", "#c8102e", "logo-pixels"),
    ],
)
def test_primary_color_is_the_declared_one_else_the_logos(head: str, css: str, color: str, source: str) -> None:
    home = read(head, '<header><a href="/"><img src="/logo.svg"></a></header>', css)

    brand = resolved(home, logo=LOGO).brand

    assert brand.sources.primary_color is not None
    assert (brand.primary_color, brand.sources.primary_color.source) == (color, source)
    assert brand.colors[0].role == "primary" and brand.colors[0].hex == color


def test_black_logo_without_stated_color_makes_black_the_primary_color() -> None:
    home = read("", '<header><a href="/"><img src="/logo.svg"></a></header>')

    assert resolved(home, logo=LOGO.replace(b"#c8102e", b"#000000")).brand.primary_color == "#000000"


GO = '<a class="go" href="/start">Go</a>'
TWO_HUES = LOGO.replace(b"</svg>", b'<path fill="#0057b8" d="M30 10h60v8H30z"/></svg>')
WHITE = LOGO.replace(b"#c8102e", b"#ffffff")


@pytest.mark.parametrize(
    ("logo", "body", "css", "color"),
    [
        (TWO_HUES, GO, ".go{background:#8a0b20}", "#8a0b20"),
        (TWO_HUES, GO, ".go{background-image:linear-gradient(90deg,#0057b8,#00a0ff)}", "#0057b8"),
        (TWO_HUES, GO, ".go{background:#00aa33}", "#c8102e"),
        (LOGO, GO, ".go{background:#00aa33}", "#c8102e"),
        (WHITE, GO, ".go{background-color:#00aa33}", "#00aa33"),
        (WHITE, f'<div class="cookie-banner">{GO}</div>', ".go{background:#00aa33}", "#ffffff"),
        (WHITE, '<a class="go" href="https://wa.me/1">Chat</a>', ".go{background:#00aa33}", "#ffffff"),
    ],
)
def test_colors_of_buttons_choose_between_the_logos_hues(logo: bytes, body: str, css: str, color: str) -> None:
    home = read("", f'<header><a href="/"><img src="/logo.svg"></a></header>{body}', css)

    assert resolved(home, logo=logo).brand.primary_color == color


def test_fonts_have_roles_and_icon_fonts_are_left_out() -> None:
    head = '<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Playfair+Display:wght@400;700">'
    css = (
        '@font-face{font-family:"Inter";font-weight:400;src:url(i.woff2)}@font-face{font-family:FontAwesome;src:url(f.woff2)}'
        "body{font-family:Inter,system-ui,sans-serif}h1,h2{font-family:'Playfair Display',serif}"
    )

    found = {font.role: font for font in read(head, "<h1>x</h1>", css).fonts}

    assert (found["heading"].family, found["heading"].weights, found["heading"].source) == (
        "Playfair Display",
        (400, 700),
        "font-link",
    )
    assert (found["body"].family, found["body"].fallbacks, found["body"].weights) == (
        "Inter",
        ("system-ui", "sans-serif"),
        (400,),
    )
    assert set(found) == {"heading", "body"}


@pytest.mark.parametrize(
    ("css", "family"),
    [
        ("body{font-family:-apple-system,Roboto,Inter,sans-serif}", None),
        ("body{font-family:-apple-system,Inter,sans-serif}", "Inter"),
        ("body{font-family:Roboto,sans-serif}", "Roboto"),
        ("body{font:16px/1.5 Inter,serif}", "Inter"),
        ("body{font-family:sans-serif}", None),
    ],
)
def test_a_system_stack_is_not_the_companys_choice(css: str, family: str | None) -> None:
    found = {font.role: font.family for font in read("", "<p>x</p>", css).fonts}

    assert found.get("body") == family


def test_heading_has_the_font_of_the_nearest_element_around_it_but_not_that_of_the_body() -> None:
    css = "body{font-family:Inter}main{font-family:Lora}.a{font-family:Karla}"

    fonts = [read("", body, css).fonts for body in ("<main><div class=a><h1>x</h1></div></main>", "<h1>x</h1>")]

    assert [{font.family for font in found if font.role == "heading"} for found in fonts] == [{"Karla"}, set()]


def test_brand_without_any_image_is_a_brand() -> None:
    brand = resolve.resolve(read("<title>Acme</title>"), {}, "acme.example", "acme.example").brand

    assert brand.primary_logo is None and brand.logos == () and brand.name == "Acme" and brand.confidence < 0.4


def test_files_to_fetch_are_the_manifest_and_the_main_style_sheets() -> None:
    links = "".join(f'<link rel="stylesheet" href="/{n}.css">' for n in range(9))
    others = '<link rel="stylesheet" media="print" href="/print.css"><link rel="stylesheet" href="https://cdn.example/font-awesome.css">'

    found = side_files.read(captured(f'<head><link rel="manifest" href="/app.json">{others}{links}</head>'))

    assert found.manifest == f"{ORIGIN}/app.json"
    assert found.stylesheets == tuple(f"{ORIGIN}/{n}.css" for n in range(3, 9))


HEADER = '<header class="a"><a href="/"><img class="logo" src="/l.svg"></a></header>'
HOSTILE = {
    "a million elements": HEADER + "<p>x</p>" * 1_000_000,
    "many images": HEADER + "<img class=logo src=a.png>" * 300_000,
    "many drawings": HEADER + "<svg><path d='M0 0'/></svg>" * 200_000,
    "deep": HEADER + "<nav>" * 2_000 + "<img class=logo src=x.png>" * 2_000,
    "many classes": HEADER.replace('"a"', '"' + " ".join(f"c{n}" for n in range(50_000)) + '"'),
    "deep data": HEADER
    + '<script type="application/ld+json">'
    + '{"@type":"Organization","x":' * 5_000
    + "1"
    + "}" * 5_000
    + "</script>",
    "symbols in a circle": HEADER.replace("<img", "<svg class=logo><use href='#a'/></svg><img")
    + "<svg><symbol id=a><use href='#a'/></symbol></svg>",
    "long addresses": HEADER.replace("src=", f'srcset="{"a" * 9_990} b {"c" * 4_000}" src=') * 20,
    "large data URL": HEADER.replace("/l.svg", "data:image/svg+xml;base64," + "A" * 5_000_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_is_read_within_its_budget(name: str) -> None:
    rules = "".join(f".c{number}{{color:red}}" for number in range(20_000))
    started = time.process_time()

    home = read("<title>Acme</title>", HOSTILE[name], css=rules)
    resolve.resolve(home, {}, "acme.example", "acme.example")

    assert home.names.name.text == "Acme"
    # The limit for reading is 30 seconds; the tests' machine may be busy.
    assert time.process_time() - started < 60


@pytest.mark.parametrize(
    ("record", "address"),
    [
        ("v=BIMI1; l=https://acme.example/bimi.svg; a=https://acme.example/vmc.pem", "https://acme.example/bimi.svg"),
        ("V=bimi1;L=https://acme.example/bimi.svg", "https://acme.example/bimi.svg"),
        ("v=BIMI1; l=; a=;", None),
        ("v=BIMI1; l=file:///etc/passwd", None),
        ("v=BIMI1; l=javascript:alert(1)", None),
        ("v=spf1 -all", None),
        ("", None),
    ],
)
def test_bimi_record_names_a_logo(record: str, address: str | None) -> None:
    home = home_page.read(captured("<title>Acme</title>"), FetchedFiles(bimi=(record,)))

    assert next((one.url for one in home.candidates if one.source == "bimi"), None) == address


@pytest.mark.parametrize(
    ("head", "body", "shows_logo"),
    [
        ('<link rel="icon" href="/icon.svg">', "", False),
        ("", '<footer><img class="logo" src="/logo.svg" alt="Acme"></footer>', False),
        ("", '<header><a href="/"><img src="/logo.svg" alt="Acme"></a></header>', True),
        ("", '<header><a href="/"><svg viewBox="0 0 9 9"><path d="M0 0h9v5z"/></svg></a></header>', True),
        ("", '<header><a class="logo" href="/">Acme</a></header><style>.logo{background:url(/logo.svg)}</style>', True),
        (json_ld(name="Acme", logo=f"{ORIGIN}/logo.svg"), "", True),
    ],
    ids=["icon", "footer", "image", "drawing", "background", "declared"],
)
def test_page_shows_a_logo_in_its_header_or_declares_one(head: str, body: str, shows_logo: bool) -> None:
    assert read(head, body).shows_logo == shows_logo


@pytest.mark.parametrize(("media", "color"), [("print", "#c8102e"), ("screen", "#8a0b20")])
def test_style_for_paper_says_nothing_about_the_colors(media: str, color: str) -> None:
    style = f'<style media="{media}">.go{{background:#8a0b20}}</style>'
    home = read(style, f'<header><a href="/"><img src="/logo.svg"></a></header>{GO}')

    assert resolved(home, logo=TWO_HUES).brand.primary_color == color


def test_bot_check_is_found_by_its_few_visible_words() -> None:
    script = f"<script>{300 * 'var word; '}</script>"

    assert read("<title>Just a moment...</title>", f"<p>Checking your browser</p>{script}").is_blocked
    assert not read("<title>Acme</title>", f"<p>Gauges for everyone</p>{script}").is_blocked


def test_legal_name_is_the_name_with_its_legal_form() -> None:
    names = read(json_ld(name="Acme GmbH") + '<meta property="og:site_name" content="Acme">').names

    assert names.legal_name is not None and (names.name.text, names.legal_name.text) == ("Acme", "Acme GmbH")


def test_manifest_of_a_project_template_says_nothing() -> None:
    icons = [{"src": "favicon.ico"}, {"src": "logo192.png", "sizes": "192x192"}]
    template = {"name": "Create React App Sample", "short_name": "React App", "icons": icons}

    home = read(
        '<title>Acme</title><link rel="apple-touch-icon" href="/logo192.png"><link rel="icon" href="/a.svg">',
        manifest=template,
    )

    assert home.names.name.text == "Acme" and [one.url for one in home.candidates] == [f"{ORIGIN}/a.svg"]


@pytest.mark.parametrize(
    "icon",
    ["https://cdn.prod.website-files.com/img/webclip.png", "/core/misc/favicon.ico", "https://www.wix.com/favicon.ico"],
)
def test_icon_of_a_page_builder_is_not_a_logo(icon: str) -> None:
    home = read(f'<link rel="apple-touch-icon" href="{icon}">')

    assert [one.source for one in home.candidates] == ["favicon-ico"]


def test_accent_of_the_buttons_wins_over_a_black_logo() -> None:
    css = ":root{--site-accent:#00843d}.go{background:var(--site-accent)}"
    black = LOGO.replace(b"#c8102e", b"#111111")
    page = '<header><a href="/"><img class="logo" src="/l.svg" alt="Acme"></a></header>'

    colors = [
        resolved(read(body=page + go, css=css), l=black).brand.primary_color
        for go in ("", '<a class="go" href="/x">Go</a>')
    ]

    assert colors == ["#111111", "#00843d"]


@pytest.mark.parametrize(
    "markup",
    [
        '<img class="logo" src="http://[">',
        '<object data="http://["></object>',
        '<link rel="stylesheet" href="http://[">',
        f'<link rel="stylesheet" href="https://fonts.googleapis.com/css?{"family=A&" * 60}">',
    ],
)
def test_invalid_address_is_not_read(markup: str) -> None:
    assert read("<title>Acme</title>", f"<header>{markup}</header>").names.name.text == "Acme"
