"""Frames of the page's site and open shadow roots: their text is at its place in the rendered page."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import escape
from urllib.parse import quote

import pytest

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from contract.results.page import PageFormats
from crawler.rendering.browser import SharedBrowser
from crawler.rendering.render_request import RenderedPage
from extraction import page
from extraction.document.hidden.rendered import COMPLETE
from tests.crawler.wild_pages import WORDS, ModuleStage, Site, shown

pytestmark = pytest.mark.usefixtures("browser")

Made = Callable[[Site], str]


def inner(body: str) -> str:
    """The path of a page with that body."""
    return f"/page?body={quote(body)}"


def frame(src: str, more: str = "") -> str:
    return f'<iframe src="{escape(src)}" width=400 height=200 {more}></iframe>'


def render(stage: ModuleStage, make: Made, host: str = "127.0.0.1") -> RenderedPage:
    """The page whose body `make` returns, on a host."""

    async def work(browser: SharedBrowser, site: Site) -> RenderedPage:
        url = site.url.replace("127.0.0.1", host)
        return await shown(browser, url + inner(make(site)))

    found: RenderedPage = stage.run(work)
    return found


def read(rendered: RenderedPage) -> PageFormats:
    capture = PageCapture(
        url=rendered.url, final_url=rendered.url, status=200, body=rendered.html.encode(), rendered=True,
        captured_at=datetime.now(UTC),
    )  # fmt: skip
    options = ReadingOptions(
        formats=("markdown", "html", "rawHtml", "links"), only_main_content=False, include_links=True
    )
    return page.read(capture, options)


def script_of(html: str) -> str:
    """A script that fills the first `my-card` with a shadow root."""
    return f"<script>document.querySelector('my-card').attachShadow({{mode: 'open'}}).innerHTML = `{html}`</script>"


@pytest.fixture(scope="module")
def rendered(stage: ModuleStage) -> RenderedPage:
    deep = inner(
        f"<h2>Inside</h2><style>p {{color: red}}</style><a href='other'>A link</a>{frame(inner('<p>the deepest words</p>'))}"
    )
    hidden = "<p>text in the frame <span style='display:none'>never seen by anybody</span></p>"

    def make(site: Site) -> str:
        other = site.url.replace("127.0.0.1", "localhost")
        return (
            f"<p>before {WORDS}</p>{frame(deep)}<p>after {WORDS}</p>"
            f"{frame(inner(hidden))}"
            f"<iframe width=300 height=90 srcdoc='<p>words of srcdoc</p><script>document.write(1)</script>'></iframe>"
            f"{frame(other + inner('<p>words of another site</p>'))}"
            f"{frame(inner('<p>words of no size</p>'), 'style=width:0;height:0;border:0')}"
            f"{frame(inner('<p>words of a pixel</p>'), 'style=width:1px;height:1px')}"
            f"{frame(inner('<p>words not displayed</p>'), 'style=display:none')}"
            f"<div style='visibility:hidden'>{frame(inner('<p>words unseen</p>'))}</div>"
            f"{frame(inner('<p>words far away</p>'), 'style=position:absolute;left:-5000px')}"
            "<p>the end</p>"
        )

    return render(stage, make)


class TestFrames:
    def test_text_is_at_the_position_of_the_frame(self, rendered: RenderedPage) -> None:
        found = read(rendered)

        for text in (found.markdown, found.html, found.raw_html):
            assert text is not None
            at = [
                text.index(words)
                for words in ("before", "Inside", "the deepest words", "after", "words of srcdoc", "the end")
            ]
            assert at == sorted(at)
        assert "data-orbweaver" not in str(found.markdown) + str(found.html)

    @pytest.mark.parametrize("words", ["another site", "no size", "a pixel", "not displayed", "unseen", "far away"])
    def test_frames_of_other_sites_and_hidden_ones_are_left_out(self, rendered: RenderedPage, words: str) -> None:
        text = re.sub(r'src="[^"]*"', "", rendered.html)

        assert f"words of {words}" not in text and f"words {words}" not in text

    def test_hidden_text_of_a_frame_is_marked(self, rendered: RenderedPage) -> None:
        found = read(rendered)

        assert rendered.html.startswith(COMPLETE)
        assert "text in the frame" in str(found.markdown) and "never seen" not in str(found.markdown)
        assert "never seen" in str(found.raw_html) and "orbweaver-hidden" not in str(found.raw_html)

    def test_links_of_a_frame_are_those_of_its_address(self, rendered: RenderedPage) -> None:
        found = read(rendered)
        other = rendered.url.partition("/page?")[0] + "/other"

        assert found.links is not None and other in found.links.internal and f"[A link]({other})" in str(found.markdown)

    def test_styles_and_scripts_of_a_frame_are_left_out(self, rendered: RenderedPage) -> None:
        text = re.sub(r'src(?:doc)?="[^"]*"', "", rendered.html)

        assert "<style>" not in text and "<script>" not in text and text.count("data-orbweaver-frame") == 4


def test_frame_of_another_host_of_the_site_is_read(stage: ModuleStage) -> None:
    def make(site: Site) -> str:
        other = site.url.replace("127.0.0.1", "docs.shop.localhost")
        return f"<p>{WORDS}</p>{frame(other + inner('<p>words of the other host</p>'))}"

    assert "<p>words of the other host</p>" in render(stage, make, host="www.shop.localhost").html


def test_frameset_is_a_page(stage: ModuleStage) -> None:
    rendered = stage.run(
        lambda browser, site: shown(
            browser,
            f"{site.url}/frameset?left={quote(inner('<p>words at the left</p>'))}&right={quote(inner(f'<p>{WORDS}</p>'))}",
        )
    )

    text = str(read(rendered).markdown)
    assert "words at the left" in text and "northern light" in text


def test_frames_without_end_are_bounded(stage: ModuleStage) -> None:
    """It has a frame with itself, until the browser or the limit ends it."""
    rendered = render(stage, lambda site: f"<p>start {WORDS}</p>" + frame("/within"))

    assert "start" in rendered.html and rendered.html.count("data-orbweaver-frame") <= 16


class TestShadowRoots:
    def test_content_is_in_the_host_with_its_slots_filled(self, stage: ModuleStage) -> None:
        shadow = (
            "<style>p {display: block}</style><h2>Card</h2><slot name=top><i>nothing on top</i></slot><p>between</p>"
            "<slot></slot><slot name=none><b>fallback</b></slot><a href=/target>to the target</a>"
        )
        light = "<my-card><p>in the middle</p><em slot=top>on top</em><p slot=unknown>without a slot</p></my-card>"

        rendered = render(stage, lambda site: f"<p>before {WORDS}</p>{light}<p>after {WORDS}</p>{script_of(shadow)}")

        found = read(rendered)
        text = str(found.markdown)
        at = [
            text.index(words) for words in ("before", "Card", "on top", "between", "in the middle", "fallback", "after")
        ]
        assert at == sorted(at) and "nothing on top" not in text
        assert "<style>" not in rendered.html.partition("<script>")[0]
        assert found.links is not None and [link.rpartition("/")[2] for link in found.links.internal] == ["target"]
        assert 'orbweaver-hidden="closed">without a slot' in rendered.html

    def test_nested_roots_and_hidden_text_in_them(self, stage: ModuleStage) -> None:
        rendered = render(
            stage,
            lambda site: (
                f"<p>{WORDS}</p><my-card></my-card>"
                + script_of(
                    "<div id=in><p>outer words</p><p class=off>hidden words</p></div><style>.off {display:none}</style>"
                )
                + "<script>document.querySelector('my-card').shadowRoot.getElementById('in').attachShadow({mode: 'open'})"
                ".innerHTML = '<p>inner words</p><slot></slot>'</script>"
            ),
        )

        text = str(read(rendered).markdown)
        assert text.index("inner words") < text.index("outer words") and "hidden words" not in text
        assert rendered.html.startswith(COMPLETE)

    def test_closed_root_is_not_read(self, stage: ModuleStage) -> None:
        script = script_of("<p>secret words</p>").replace("open", "closed")

        assert (
            "<p>secret words</p>"
            not in render(stage, lambda site: f"<p>{WORDS}</p><my-card></my-card>{script}").html.partition("<script>")[
                0
            ]
        )

    def test_root_in_a_frame_is_read(self, stage: ModuleStage) -> None:
        body = f"<my-card></my-card>{script_of('<p>words in both</p>')}"

        assert (
            "<p>words in both</p></my-card>" in render(stage, lambda site: f"<p>{WORDS}</p>{frame(inner(body))}").html
        )


def test_page_with_confusing_names_is_read(stage: ModuleStage) -> None:
    """Fields of a form hide its properties, and images those of the document."""
    names = "childNodes shadowRoot localName attributes parentNode getAttribute".split()
    fields = "".join(f"<input name={name}>" for name in names)

    rendered = render(
        stage,
        lambda site: (
            f"<form>{fields}<p>words of the form</p></form>{frame(inner('<p>words inside</p>'))}<p>{WORDS}</p>"
        ),
    )

    assert "words of the form" in rendered.html and "<p>words inside</p>" in rendered.html
