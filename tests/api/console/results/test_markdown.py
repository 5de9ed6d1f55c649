"""Markdown of hostile pages as HTML."""

from __future__ import annotations

import time

import lxml.html
import pytest
from markupsafe import Markup

from api.console.results import markdown
from api.console.results.markdown import CHARS_MAX, Renderer, is_web_url

HOSTILE = [
    "<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<style>*{display:none}</style>",
    "[x](javascript:alert(1))", "[x](data:text/html,<script>alert(1)</script>)", "![x](javascript:alert(1))",
    '[x](https://a.example/ "a\\" onmouseover=\\"alert(1)")', "<javascript:alert(1)>", '![a" onerror="alert(1)](https://a.example/)',
    "[x](//a.example/)", "[x](vbscript:a)", "```\" onclick=\"alert(1)\n</code></pre><script>alert(1)</script>\n```",
    "| a |\n| :-: |\n| <b onclick=x>b</b> |", "[![x](https://a.example/i.png)](https://a.example/)", 
    "[x]: javascript:alert(1)\n\n[x]",
]  # fmt: skip


def render(text: str) -> Markup:
    """A text alone on its page, as HTML."""
    return Renderer()(text)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_page_becomes_active(text: str) -> None:
    tree = lxml.html.fragment_fromstring(str(render(text)), create_parent="div")

    for element in tree.iter():
        assert element.tag not in ("script", "style", "img", "iframe", "b")
        assert not any(name.startswith("on") or name in ("style", "src") for name in element.attrib)
        if element.tag == "a":
            assert is_web_url(element.get("href"))
            assert element.get("rel") == "noopener noreferrer nofollow" and element.get("target") == "_blank"


def test_markdown_is_rendered() -> None:
    html = render(
        "# Title\n\nA **bold** ~~old~~ [link](https://a.example/?a=1&b=2)\n\n| a | b |\n| - | -: |\n| 1 | 2 |\n"
    )

    for part in (
        "<h1>Title</h1>",
        "<strong>bold</strong>",
        "<s>old</s>",
        'href="https://a.example/?a=1&amp;b=2"',
        "<td>2</td>",
    ):
        assert part in html


def test_image_is_a_link_to_it_and_is_not_loaded() -> None:
    assert '<a href="https://a.example/i.png" rel=' in render("![A plant](https://a.example/i.png)")
    assert "A plant" in render("![A plant](https://a.example/i.png)")
    assert render("[![A](https://a.example/i.png)](https://b.example/)").count("<a ") == 1


@pytest.mark.parametrize(
    "unit",
    ["![](https://a.example/)", "[", "> ", "*a ", "`", "|a|b|\n|-|-|\n", "- a\n ", "[a](https://a.example/) ", "<"],
)
def test_long_hostile_texts_take_bounded_time(unit: str) -> None:
    begun = time.process_time()
    render(unit * (CHARS_MAX // len(unit)))

    assert time.process_time() - begun < 30


@pytest.mark.parametrize(
    "text",
    [
        "[a]: https://a.example/" + "a" * 20_000 + "\n\n" + "[a] " * 5_000,
        "|" * 20_000 + "\n" + "|-" * 19_999 + "|\n" + "|\n" * 10_000,
    ],
    ids=["references", "table"],
)
def test_short_text_never_becomes_a_very_long_document(text: str) -> None:
    assert len(render(text)) < 4_000_000


def test_texts_of_one_page_share_the_limit() -> None:
    renderer = Renderer()

    assert "word" in renderer("word " * (CHARS_MAX // 5 - 1))
    assert renderer("abcdefghij") == "<p>abcde</p>\n"
    assert renderer("more") == ""


SLOW = (
    "[" * 50_000,
    "![" * 50_000,
    "*a **b " * 14_000,
    "`" * 49_999 + "a" + "`" * 50_000,
    "> " * 40_000,
    "- " * 50_000,
    "|" * 99_000,
)


@pytest.mark.parametrize("text", SLOW, ids=lambda text: text[:4])
def test_hostile_text_costs_half_a_second_of_another_process(text: str) -> None:
    render("warm " * 2_000)
    begun, own = time.monotonic(), time.process_time()

    html = render(text)

    assert html and time.monotonic() - begun < 3 and time.process_time() - own < 0.3


def test_after_a_text_that_takes_too_long_no_long_text_of_the_page_is_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    render_next, calm = Renderer(), "*a* " * 2_000
    assert render_next(calm).startswith("<p>")
    with monkeypatch.context() as patch:
        patch.setattr(markdown._child, "_limit_seconds", 0.0)
        assert render_next(calm).startswith("<pre>")

    assert render_next(calm).startswith("<pre>") and render(calm).startswith("<p>")
    assert render_next("*short*").strip() == "<p><em>short</em></p>"


def test_few_texts_wait_for_the_process() -> None:
    calm = "*a* " * 2_000
    assert render(calm).startswith("<p>")
    with markdown._SLOTS.slot({}), markdown._SLOTS.slot({}), markdown._SLOTS.slot({}):
        assert render(calm).startswith("<pre>")
    assert render(calm).startswith("<p>")


def test_long_text_is_rendered_in_a_child_process_and_a_killed_process_is_replaced() -> None:
    text = "## Title\n\nsome *text*\n\n" * 500
    expected = markdown.render_here(text)
    assert render(text) == expected
    process = markdown._child._process
    assert process is not None
    process.kill()

    assert {str(render(text)) for _ in range(2)} <= {expected, f"<pre>{text}</pre>"}
    assert render(text) == expected
