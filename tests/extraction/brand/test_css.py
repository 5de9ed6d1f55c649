"""Style sheets as far as a brand needs them: which rule applies to an element, custom properties, hostile sheets."""

from __future__ import annotations

import time

import pytest

from extraction.brand.css.styles import Painting, Styles
from extraction.document.document import parse

PAGE = """<html class="x"><body class="home"><header id="top" class="site-header dark:bg"><a class="logo" href="/"><b>A</b></a>
<p style="color: #010203">B</p></header></body></html>"""


@pytest.mark.parametrize(
    ("css", "found"),
    [
        (".logo{color:red}", "#ff0000"),
        ("header .logo{color:red} .logo{color:blue}", "#ff0000"),
        ("#top>.logo{color:red}", "#ff0000"),
        ("body>.logo{color:red}", None),
        (".site-header{color:red}", "#ff0000"),
        ("a[href='/']{color:red}", "#ff0000"),
        (".logo:hover{color:red}", None),
        (".logo::before{color:red}", None),
        ("@media print{.logo{color:red}}", None),
        ("@media (min-width:800px){.logo{color:red}}", "#ff0000"),
        ("@media (prefers-color-scheme: dark){.logo{color:red}}", None),
        ("@layer base{@supports (x:y){.logo{color:red}}}", "#ff0000"),
        (".dark\\:bg{color:red}", "#ff0000"),
        ("/* .logo{color:blue} */.logo{color:red;}", "#ff0000"),
        (".x{content:'}'}.logo{color:red}", "#ff0000"),
        (":root{--a:var(--b,#f00)}.logo{color:var(--a)}", "#ff0000"),
        (".logo{color:red!important}", "#ff0000"),
        (".site-header{--a:#f00}.home{--a:blue}:root{--a:lime}.logo{color:var(--a)}", "#ff0000"),
        (".other{--a:blue}.logo{color:var(--a,var(--b,rgb(255,0,0)))}", "#ff0000"),
        (".logo{--o:1;color:rgba(255,0,0,var(--o))}", "#ff0000"),
        (".logo{color:oklch(62.8% .2577 29.23)}", "#ff0000"),
        (".logo{color:color(srgb 1 0 none / 1)}", "#ff0000"),
        (".logo{color:color(display-p3 .9176 .2003 .1386)}", "#ff0000"),
        (".logo{color:hwb(0 0% 0%)}", "#ff0000"),
        (".logo{color:lab(54.29% 80.8 69.9)}", "#ff0000"),
        (".logo{color:light-dark(rgb(255 0 0),blue)}", "#ff0000"),
        ("<![CDATA[\n.logo{color:red}]]>", "#ff0000"),
        ("<!-- .logo{color:red} -->", "#ff0000"),
    ],
)
def test_color_of_an_element(css: str, found: str | None) -> None:
    [link] = parse(PAGE).iter("a")

    assert Styles([css]).text_color(link) == found


def test_style_attribute_wins() -> None:
    [paragraph] = parse(PAGE).iter("p")

    assert Styles(["#top p{color:red}"]).text_color(paragraph) == "#010203"


def test_image_of_a_generated_element_is_found() -> None:
    [link] = parse(PAGE).iter("a")

    assert Styles([".logo::before{background:url( '/l.svg' ) no-repeat}"]).image(link) == "/l.svg"


BOMBS = {
    "open blocks": ".a{" * 300_000,
    "open comments": "/*" * 500_000,
    "open addresses": "url(" * 250_000 + '"',
    "escapes": "a{b:'\\" * 200_000,
    "variables that multiply": ":root{--a0:red;"
    + "".join(f"--a{n}:var(--a{n - 1}) var(--a{n - 1});" for n in range(1, 200))
    + "--brand:var(--a199)}",
    "circle": ":root{--a:var(--b) var(--b);--b:var(--a)}.logo{color:var(--a)}",
    "many rules": ".logo{color:red}" * 60_000,
    "long value": ".logo{background:" + "x " * 400_000 + "}",
}


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_sheet_takes_no_longer_than_its_size(name: str) -> None:
    [link] = parse(PAGE).iter("a")
    started = time.process_time()

    styles = Styles([BOMBS[name]])
    styles.background(link)
    styles.color_of(styles.variables.get("--brand"))

    assert time.process_time() - started < 3


@pytest.mark.parametrize(
    ("declared", "shown"),
    [
        ("background-color:currentColor", "#00ff00"),
        ("background:CURRENTCOLOR", "#00ff00"),
        ("background-color:red", "#ff0000"),
        ("background-color:red;background:blue", "#ff0000"),
        ("opacity:1", None),
    ],
)
def test_mask_shows_the_background_or_the_colour_of_the_text(declared: str, shown: str | None) -> None:
    [link] = parse(PAGE).iter("a")

    painting = Styles([f".logo{{color:lime;mask-image:url(/m.svg);{declared}}}"]).painting(link)

    assert painting == Painting("/m.svg", shown)
