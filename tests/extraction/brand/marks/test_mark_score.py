"""Which images of a page are seen as the company's logo, and how much each is trusted."""

from __future__ import annotations

import pytest

from extraction.brand.marks.candidate import TRUST
from extraction.brand.marks.mark_score import MarkScore
from extraction.brand.page_areas import PageAreas
from extraction.document.document import open_page
from training.dataset import capture

KINDS = {
    TRUST["page-img"]: "page", TRUST["footer-img"]: "footer", TRUST["header-img"] - 15: "link home", None: "none",
}  # fmt: skip
HOME_MARK = '<a href="/"><img src="/x.png"></a>'


def score_of(top: str = "", main: str = "", footer: str = "") -> MarkScore:
    """The score of the marked image. The company is Acme."""
    page = f"<body><header>{top}</header><main><h1>Gauges</h1>{main}</main><footer>{footer}</footer></body>"
    document = open_page(capture(page.encode()))
    [mark] = document.body.xpath(".//*[@data-it]")
    return MarkScore(mark, PageAreas(document), frozenset({"acme"}))


def kind_of(score: MarkScore) -> str:
    """Where the score says that the logo is."""
    return KINDS.get(score.trust, "header")


def home(attributes: str) -> str:
    return f'<a href="/"><img data-it {attributes}></a>'


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        (home('src="/a.png"'), "header"),
        (home('class="flag"'), "none"),
        (home('class="flag logo"'), "header"),
        (home('alt="Globex"'), "header"),
        (home('alt="Website by Globex"'), "none"),
        (home(f'alt="{"logo " * 9}brand"'), "header"),
        (home(f'alt="{"logo " * 9}header"'), "link home"),
        (home("width=23 height=23"), "none"),
        (home("width=24 height=23"), "header"),
        (home("width=23"), "header"),
        (home("width=801 height=501"), "none"),
        (home("width=800 height=501"), "header"),
        (home("width=801 height=500"), "header"),
        (home("width=801"), "header"),
        (home("height=501"), "header"),
        ('<img data-it src="/a.png">', "none"),
        ('<img data-it class="logo">', "header"),
        ('<img data-it class="logo" alt="Globex">', "none"),
        ('<img data-it class="logo" alt="Logo of the company">', "header"),
        ('<img data-it class="logo" alt="Globex of Acme">', "header"),
        ('<svg data-it class="logo"><title>Globex</title></svg>', "none"),
        ('<svg data-it class="logo"><title>Acme</title></svg>', "header"),
        (f'{HOME_MARK}<img data-it class="logo">', "none"),
        (f'{HOME_MARK}<img data-it class="logo" src="/acme.png">', "header"),
        ('<a href="/news"><img data-it class="logo" src="/acme.png"></a>', "none"),
        ('<a href="https://globex.example/"><img data-it class="logo" src="/acme.png"></a>', "none"),
    ],
)
def test_mark_in_the_header(mark: str, kind: str) -> None:
    assert kind_of(score_of(top=mark)) == kind


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        ('<img data-it class="logo" src="/acme.png">', "page"),
        ('<img data-it src="/acme.png">', "none"),
        ('<img data-it class="logo">', "none"),
        (home('class="logo"'), "link home"),
        (home('src="/acme.png"'), "page"),
        (home('class="logo flag"'), "link home"),
        (home('src="/a.png"'), "none"),
    ],
)
def test_mark_in_the_content(mark: str, kind: str) -> None:
    assert kind_of(score_of(top=HOME_MARK, main=mark)) == kind


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        ('<img data-it class="logo" src="/acme.png">', "footer"),
        (home('class="logo"'), "footer"),
        ('<img data-it class="logo">', "none"),
        ('<img data-it src="/acme.png">', "none"),
    ],
)
def test_mark_in_the_footer(mark: str, kind: str) -> None:
    assert kind_of(score_of(top=HOME_MARK, footer=mark)) == kind


@pytest.mark.parametrize(("body", "around", "has_word"), [("", "logo", True), ("logo", "", False), ("", "a", False)])
def test_class_of_the_whole_page_says_nothing_about_an_image(body: str, around: str, has_word: bool) -> None:
    page = f'<body class="{body}"><div class="{around}"><img data-it src="/a.png"></div></body>'
    document = open_page(capture(page.encode()))
    [mark] = document.body.xpath(".//*[@data-it]")

    assert MarkScore(mark, PageAreas(document), frozenset()).has_logo_word == has_word


def test_more_signals_give_more_trust() -> None:
    marks = home('src="/a.png"'), home('class="logo"'), home('src="/acme.png"'), home('class="logo" src="/acme.png"')

    trusts = [score_of(top=mark).trust for mark in marks]

    assert trusts == sorted(trusts) and len(set(trusts)) == 4  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("areas", "source"),
    [
        ({"top": "<img data-it>"}, "header-img"),
        ({"top": "<svg data-it></svg>"}, "header-svg"),
        ({"main": "<svg data-it></svg>"}, "page-img"),
        ({"footer": "<img data-it>"}, "footer-img"),
    ],
)
def test_source_is_the_area(areas: dict[str, str], source: str) -> None:
    assert score_of(**areas).source == source
