"""Hidden text of rendered pages: the browser knows the style sheets that readers do not fetch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from extraction.document.document import parse
from extraction.document.hidden.rendered import COMPLETE
from tests.crawler.wild_pages import ModuleStage
from tests.extraction.document.hidden import test_elements

pytestmark = pytest.mark.usefixtures("browser")

SHEET = (
    ".none{display:none}.unseen{visibility:hidden}.clear{opacity:0}.tiny{font-size:1px}.glass{color:transparent}"
    ".white{color:#fff}.paper{color:#fefefe;background:#fff}.away{position:absolute;left:-9999px}"
    ".cut{position:absolute;clip:rect(0,0,0,0)}.inset{clip-path:inset(50%)}.dot{width:1px;height:1px;overflow:hidden}"
    ".flat{height:0;overflow:hidden}.indent{text-indent:-9999px}.dark{background:#111}.dark .ink{color:#111}"
    ".hero{position:relative;background:url(data:,)}.later{opacity:0;transition:opacity 1s}.some{opacity:.5}"
    ".over{position:relative}.over img{position:absolute;left:0;top:0;width:300px;height:60px}.over p{position:relative}"
    ".letters{background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent}"
)
HIDDEN = "none unseen clear tiny glass white paper away cut inset dot flat indent".split()
SHOWN = "later some letters".split()
FILLING = "<p>The town opened its new bridge on Monday, after four years of work.</p>" * 6
BODY = (
    f"<link rel=stylesheet href='data:text/css,{quote(SHEET)}'>"
    + "".join(f"<p class={name}>text {name} here</p>" for name in [*HIDDEN, *SHOWN])
    + "<div class=dark><p class=ink>text ink here</p><p class=white>text light here</p></div>"
    + "<div class=inset><div><p>text inner here</p></div></div>"
    + "<div class=hero><p class=white>text hero here</p></div>"
    + "<div class=over><img src='data:image/gif;base64,R0lGODlhAQABAAAAACw='><p class=white>text over here</p></div>"
    + "<div style='overflow:hidden;width:600px'><div style='display:flex;width:9000px;transform:translate3d(-2400px,0,0)'>"
    + "".join(
        f"<p style='width:600px'>text {name} here</p>" for name in ("slide", "second", "third", "fourth", "fifth")
    )
    + "</div></div>"
    + "<details><summary>More</summary><p>text details here</p></details>"
    + "<button aria-controls=fold>More</button><p>Between</p><p class=none id=fold>text fold here</p>"
    + FILLING
)


@pytest.fixture(scope="module")
def html(stage: ModuleStage) -> str:
    return stage.render(f"page?body={quote(BODY)}").html


@pytest.fixture(scope="module")
def read(html: str) -> Callable[..., str]:
    return lambda: read_formats(html)


def read_formats(html: str) -> str:
    """The Markdown and the raw HTML of a rendered page, with a form feed between them."""
    capture = PageCapture(
        url="http://a.test/", final_url="http://a.test/", status=200, body=html.encode(), rendered=True,
        captured_at=datetime.now(UTC),
    )  # fmt: skip
    formats = page.read(capture, ReadingOptions(formats=("markdown", "rawHtml"), only_main_content=False))
    return f"{formats.markdown}\f{formats.raw_html}"


@pytest.mark.parametrize("name", [*HIDDEN, "ink", "inner"])
def test_text_that_style_sheets_hide_is_left_out(read: Callable[..., str], name: str) -> None:
    assert f"text {name} here" not in read().partition("\f")[0]


@pytest.mark.parametrize("name", [*SHOWN, "light", "hero", "over", "slide", "details", "fold"])
def test_text_that_a_person_sees_or_can_open_stays(read: Callable[..., str], name: str) -> None:
    assert f"text {name} here" in read().partition("\f")[0]


def test_raw_html_has_no_marks(html: str, read: Callable[..., str]) -> None:
    assert "orbweaver-hidden=" in html
    assert "orbweaver-hidden" not in read().partition("\f")[2]


# Chromium draws letters of a relative size with 6 pixels at least.
READABLE = ("own style: a part of a letter", "own style: one per cent")
WITHOUT_SHEET = [markup for name, sheet, markup in test_elements.HIDDEN if "style:" in name and name not in READABLE]


@pytest.mark.parametrize("part", range(3))
def test_the_browser_hides_what_styles_of_elements_hide(stage: ModuleStage, part: int) -> None:
    """In parts, because the time is looked at after each 64 elements."""
    cases = WITHOUT_SHEET[part::3]
    body = "".join(f"<section>{markup}</section>" for markup in cases)
    tree = parse(stage.render(f"page?body={quote(body + FILLING)}").html)

    sections = zip(tree.iter("section"), cases, strict=True)
    assert [case for section, case in sections if not section.xpath("descendant::*[@orbweaver-hidden]")] == []


SHOWN_BY_SCRIPTS = (
    "<style>.a{display:none}.on .a{display:block!important}.b{opacity:0}</style><p class=a>text one here</p>"
    "<p class='hidden d-none'>text two here</p><p class=b>text three here</p><p style='display:none' id=c>text four here</p>"
    "<style>#c.on{display:block!important}</style><p class='a e'>text five here</p><p hidden id=f>text six here</p>"
    "<script>document.body.className = 'on'; c.className = 'on'; f.style.display = 'block';"
    "document.querySelector('.b').style.opacity = 1; document.querySelector('.e').className = 'hide';"
    "for (const rule of ['.hide{display:block}', '.hidden{color:red}'])"
    "document.styleSheets[0].insertRule(rule)</script>"
)


def test_what_scripts_have_shown_is_read(stage: ModuleStage) -> None:
    html = stage.render(f"page?body={quote(SHOWN_BY_SCRIPTS + FILLING)}").html

    assert html.startswith(COMPLETE)
    markdown = read_formats(html).partition("\f")[0]
    words = ("one", "two", "three", "four", "five", "six")
    assert [word for word in words if f"text {word} here" not in markdown] == []


HOSTILE = {
    "fields with the names of properties": (
        "<form class=none><input name=checkVisibility><input name=setAttribute><input name=firstChild><input name=tagName>"
        "<input name=parentElement><input name=getBoundingClientRect><input name=nextSibling>text secret here</form>"
    ),
    "an element that takes marks away": (
        "<script>customElements.define('x-a', class extends HTMLElement {"
        "static observedAttributes = ['orbweaver-hidden']; attributeChangedCallback() {"
        "document.querySelectorAll('.none').forEach(each => each.removeAttribute('orbweaver-hidden')) }})</script>"
        "<p class=none style='display:none'>text secret here</p><x-a class=none>words</x-a>"
    ),
    "a document that takes marks away": (
        "<script>new MutationObserver(() => document.querySelector('.none').removeAttribute('orbweaver-hidden'))"
        ".observe(document, {subtree: true, attributes: true})</script><p class=none style='display:none'>text secret here</p>"
    ),
    "functions of the page": (
        "<script>Element.prototype.checkVisibility = () => true; getComputedStyle = () => ({});"
        "Element.prototype.setAttribute = () => {}</script><p class=none>text secret here</p>"
    ),
}  # fmt: skip


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_page_cannot_show_its_hidden_text_to_readers_only(stage: ModuleStage, body: str) -> None:
    sheet = "<link rel=stylesheet href='data:text/css,.none{display:none}'>"
    html = stage.render(f"page?body={quote(sheet + body + FILLING)}").html

    assert "text secret here" not in read_formats(html).partition("\f")[0]


def test_very_large_page_is_taken_with_and_without_marks(stage: ModuleStage) -> None:
    html = stage.render("huge").html

    assert html.count("<i>") == 90_000 and not html.startswith(COMPLETE)
