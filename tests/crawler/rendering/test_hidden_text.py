"""Hidden text of rendered pages: the browser knows the style sheets that readers do not fetch."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import quote

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from tests.crawler.wild_pages import ModuleStage

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
    + "<details><summary>More</summary><p>text details here</p></details>"
    + "<button aria-controls=fold>More</button><p>Between</p><p class=none id=fold>text fold here</p>"
    + FILLING
)


@pytest.fixture(scope="module")
def html(stage: ModuleStage) -> str:
    return stage.render(f"page?body={quote(BODY)}").html


@pytest.fixture(scope="module")
def read(html: str) -> Callable[..., str]:
    def markdown() -> str:
        body = html.encode()
        capture = PageCapture(
            url="http://a.test/",
            final_url="http://a.test/",
            status=200,
            body=body,
            rendered=True,
            captured_at=datetime.now(UTC),
        )
        formats = page.read(capture, ReadingOptions(formats=("markdown", "rawHtml"), only_main_content=False))
        return f"{formats.markdown}\f{formats.raw_html}"

    return markdown


@pytest.mark.parametrize("name", [*HIDDEN, "ink", "inner"])
def test_text_that_style_sheets_hide_is_left_out(read: Callable[..., str], name: str) -> None:
    assert f"text {name} here" not in read().partition("\f")[0]


@pytest.mark.parametrize("name", [*SHOWN, "light", "hero", "over", "details", "fold"])
def test_text_that_a_person_sees_or_can_open_stays(read: Callable[..., str], name: str) -> None:
    assert f"text {name} here" in read().partition("\f")[0]


def test_raw_html_has_no_marks(html: str, read: Callable[..., str]) -> None:
    assert "orbweaver-hidden=" in html
    assert "orbweaver-hidden" not in read().partition("\f")[2]


def test_very_large_page_is_taken_with_and_without_marks(stage: ModuleStage) -> None:
    assert stage.render("huge").html.count("<i>") == 90_000
