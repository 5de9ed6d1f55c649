"""The styleguide of loopback sites, from a real browser: one small site of our own, and sites that are difficult to read."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from aiohttp import web

from tests.crawler.conftest import Bench
from tests.sites.site import Site

CSS = """
:root{--color-brand:#7c3aed;--colors-red-500:#ff0000;--bs-primary:#0d6efd}
*{transition:color 9s}
body{margin:0;font:400 17px/1.6 Inter,system-ui,sans-serif;background:#fafafa;color:rgba(0,0,0,.87)}
h1{font:700 48px/1.1 Georgia,serif}
h2{font-size:32px;letter-spacing:.5px;text-transform:uppercase}
.card{background:#fff;border-radius:12px;padding:24px;margin:16px;width:400px;box-shadow:0 2px 8px rgba(0,0,0,.12),0 0 #0000}
.btn{border:0;border-radius:6px;padding:12px 24px;font:600 15px Inter}
.btn-primary{background:oklch(54.1% .281 293.009);color:#fff}
.btn-outline{background:none;border:2px solid #7c3aed;color:#7c3aed}
.btn-link{background:none;color:#7c3aed}
.btn-danger{background:#e11d48;color:#fff}
.muted{color:#6b7280}
a{color:#7c3aed}
input{border:1px solid #ccc;border-radius:4px;padding:8px}
.cookie-banner{position:fixed;bottom:0;background:#00ff00;padding:8px}
.hero{background:linear-gradient(#000,#111);color:#fefe00;padding:40px}
@media (prefers-color-scheme:dark){body{background:#101014;color:#eee}.card{background:#1c1c22}.muted{color:#9ca3af}}
"""
BODY = (
    '<div class="cookie-banner">We use cookies <button class="btn btn-primary">Accept</button></div>'
    '<h1>Acme</h1><div class="hero">Words over a gradient</div><h2>Gauges</h2>'
    "<p>Gauges for boilers and tanks, with all the words that a paragraph needs. <a href='/more'>Read more</a></p>"
    "<p class='muted'>Since 1901.</p><div class='card'><h3>Card</h3><p>Words of a card.</p></div>"
    "<button class='btn btn-primary'>Start now</button> <button class='btn btn-outline'>Learn more</button>"
    " <button class='btn btn-link'>Cancel</button> <button class='btn btn-danger'>Delete</button>"
    # Names of inputs and images hide properties of their form and of the document.
    "<form><input name='children'><input name='localName'><input name='getBoundingClientRect'></form>"
    "<img name='querySelectorAll'><img name='body'><img name='fonts'>"
)


def page(css: str = CSS, body: str = BODY, head: str = "") -> str:
    return f"<!doctype html><html><head><title>Acme</title>{head}<style>{css}</style></head><body>{body}</body></html>"


def styled(engine: Bench, site: Site) -> dict[str, Any]:
    answer = engine.style(site.base)
    assert "data" in answer, answer
    found: dict[str, Any] = answer["data"]
    return found


@pytest.fixture
def put(site: Site, browser: str) -> Any:
    return lambda body, **given: site.put("/", body, kind=given.pop("kind", "text/html"), **given)


def test_values_are_those_that_the_browser_paints(open_engine: Bench, site: Site, put: Any) -> None:
    put(page())

    found = styled(open_engine, site)

    colors, fonts = found["colors"], found["typography"]
    assert (found["status"], found["colorScheme"], found["supportsDark"]) == (200, "light", True)
    assert colors["background"]["hex"] == "#fafafa" and colors["surface"]["hex"] == "#ffffff"
    assert colors["text"] == {"hex": "#202020", "contrast": {"against": "#fafafa", "ratio": 15.61, "level": "AAA"}}
    assert colors["mutedText"]["contrast"] == {"against": "#fafafa", "ratio": 4.63, "level": "AA"}
    assert colors["accent"]["hex"] in ("#7c3aed", "#7f22fe")
    assert (fonts["body"]["fontFamily"], fonts["body"]["fontSize"], fonts["body"]["lineHeight"]) == ("Inter", 17, 1.6)
    assert (fonts["h1"]["fontFamily"], fonts["h1"]["fontSize"], fonts["h1"]["fontWeight"]) == ("Georgia", 48, 700)
    assert (fonts["h2"]["letterSpacing"], fonts["h2"]["textTransform"]) == (0.5, "uppercase")
    assert {name: found["radius"][name] for name in ("button", "card", "input")} == {
        "button": 6,
        "card": 12,
        "input": 4,
    }
    assert found["shadows"] == ["rgba(0, 0, 0, 0.12) 0px 2px 8px 0px"]
    primary, second, link = (found["buttons"][name] for name in ("primary", "secondary", "link"))
    assert (primary["sample"], primary["paddingX"], primary["paddingY"]) == ("Start now", 24, 12)
    assert (second["sample"], second["background"], second["borderColor"], second["borderWidth"]) == (
        "Learn more", None, "#7c3aed", 2,
    )  # fmt: skip
    assert link["sample"] == "Cancel"
    dark = found["dark"]
    assert (dark["background"]["hex"], dark["surface"]["hex"], dark["text"]["hex"]) == ("#101014", "#1c1c22", "#eeeeee")
    shown = str(colors["palette"]) + str(colors["pairs"])
    assert (
        "#00ff00" not in shown and "'foreground': '#fefe00'" not in shown
    )  # The banner, and the text over a gradient.
    tokens = {token for color in colors["palette"] for token in color["tokens"]}
    assert "--color-brand" in tokens and not {"--bs-primary", "--colors-red-500"} & tokens


def test_absent_values_are_null_with_a_warning_each(open_engine: Bench, site: Site, put: Any) -> None:
    put(page(css="body{margin:0;font:16px/1.5 Arial}", body="<p>Only words.</p>"))

    found = styled(open_engine, site)

    warned = {warning["field"] for warning in found["warnings"]}
    assert found["colors"]["accent"] is None and found["buttons"]["primary"] is None and found["supportsDark"] is False
    assert {"colors.accent", "buttons.primary", "typography.h1", "radius.card"} <= warned
    assert found["colors"]["text"]["hex"] == "#000000" and found["dark"] is None


def test_scheme_that_the_browser_supplies_is_dark_support(open_engine: Bench, site: Site, put: Any) -> None:
    put(page(css=":root{color-scheme:light dark} body{font:16px Arial}", body="<h1>Acme</h1><p>Words.</p>"))

    found = styled(open_engine, site)

    assert found["colors"]["background"]["hex"] == "#ffffff" and found["supportsDark"]
    assert found["dark"]["background"]["hex"] == "#121212" and found["dark"]["text"]["hex"] == "#ffffff"


def test_unstyled_page_is_reported(open_engine: Bench, site: Site, put: Any) -> None:
    put(
        "<!doctype html><head><link rel=stylesheet href=/gone.css></head><body><h1>Acme</h1><p>Words <a href=/x>more</a></p></body>"
    )

    found = styled(open_engine, site)

    assert found["warnings"][0]["field"] == "document" and "did not load" in found["warnings"][0]["reason"]
    assert found["colors"]["accent"] is None


def test_one_dead_style_sheet_is_a_warning(open_engine: Bench, site: Site, put: Any) -> None:
    put(page(head="<link rel=stylesheet href=/gone.css>"))

    [warning] = [each for each in styled(open_engine, site)["warnings"] if each["field"] == "document"]

    assert warning["reason"] == "Style sheets that did not load: 1."


@pytest.mark.parametrize(
    ("body", "given", "message"),
    [
        ("<h1>Gone</h1>", {"status": 404}, "HTTP 404"),
        ("<h1>Broken</h1>", {"status": 503}, "HTTP 503"),
        ("<title>Just a moment...</title><h1>Checking your browser</h1><div id=challenge-form></div>", {}, "bot check"),
        ("words", {"kind": "text/plain"}, "not an HTML"),
        ("", {}, "an empty body"),
    ],
)
def test_what_is_not_a_page_of_the_site_is_not_found(
    open_engine: Bench, site: Site, put: Any, body: str, given: dict[str, Any], message: str
) -> None:
    put(body, **given)

    error = open_engine.style(site.base)["error"]

    assert error["code"] == "NOT_FOUND" and message in error["message"]


HOSTILE = {
    "prototypes": "<script>Element.prototype.getBoundingClientRect=null;getComputedStyle=()=>{throw 1};"
    "JSON.stringify=()=>{throw 2};Map=Set=Object.keys=null;"
    "for(const e of [Node,Element,Document,CSSStyleDeclaration])for(const n of Object.getOwnPropertyNames(e.prototype))"
    "try{Object.defineProperty(e.prototype,n,{get(){throw 3}})}catch{}</script>",
    "many": "<script>document.body.insertAdjacentHTML('beforeend','<i>x</i>'.repeat(100000))</script>",
    # A deep tree, many custom properties, and a long value.
    "large": "<script>let e=document.body;for(let i=0;i<1500;i++){const n=document.createElement('div');e.append(n);e=n}"
    "const s=document.documentElement.style;for(let i=0;i<20000;i++)s.setProperty('--t'+i,'#00'+(1000+i%9000))</script>"
    "<style>p{font-family:'" + "x" * 500_000 + "'}</style>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_page_is_read_within_bounds(open_engine: Bench, site: Site, put: Any, name: str) -> None:
    put(page(body=BODY + HOSTILE[name]))
    began = time.monotonic()

    found = styled(open_engine, site)

    assert found["typography"]["h1"]["fontSize"] == 48 and found["buttons"]["primary"]["sample"] == "Start now"
    assert len(str(found)) < 60_000 and time.monotonic() - began < 50


def test_style_sheet_without_end_does_not_hold_the_call(open_engine: Bench, site: Site, put: Any) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse(headers={"Content-Type": "text/css"})
        await answer.prepare(request)
        for number in range(1_200):
            await answer.write(f".x{number}{{color:red}}\n".encode())
            await asyncio.sleep(0.05)
        return answer

    site.on("/endless.css", endless)
    put(page(head="<link rel=stylesheet href=/endless.css media=print>"))
    began = time.monotonic()

    answer = open_engine.style(site.base)

    assert "data" in answer or answer["error"]["code"] == "NOT_FOUND"
    assert time.monotonic() - began < 50
