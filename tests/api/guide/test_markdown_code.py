"""Colours of code in the guides."""

from __future__ import annotations

import re
from html import unescape

import pytest

from api.console import assets
from api.guide.markdown import highlighted, render
from extraction.brand.styleguide.contrasts import contrast

COLOURS = re.compile(r"--(code-\w+): light-dark\((#\w{6}), (#\w{6})\)")
GROUNDS = re.compile(r"--surface-sunken: light-dark\((#\w{6}), (#\w{6})\)")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("json", '{"a": [1, "<b>", null], …}\n'), ("sh", "curl -s \"$URL\" \\\n  -d '{}'\n"), ("python", "def f() -> None: ...\n"),
        ("", "plain <b> & text\n"), ("no-such-language", "<script>"), ("json", ""), ("sh", "\n\n  indented\n"),
    ],
)  # fmt: skip
def test_text_of_the_code_is_unchanged(language: str, text: str) -> None:
    html = highlighted(text, language)

    assert unescape(re.sub(r"</?span[^>]*>", "", html)) == text
    assert "<b>" not in html and "<script" not in html and "style=" not in html


def test_parts_have_classes_in_known_languages_only() -> None:
    assert '<span class="hl-nt">"a"</span>' in render('```json\n{"a": 1}\n```\n', "", {}.get).html
    assert "hl-" not in render('```\n{"a": 1}\n```\n\n    indented = 1\n', "", {}.get).html


def test_colours_are_readable_in_both_schemes() -> None:
    tokens = assets.assets()["tokens.css"].content.decode()
    [grounds] = GROUNDS.findall(tokens)
    colours = COLOURS.findall(tokens)

    assert len(colours) == 5
    for name, *values in colours:
        for colour, ground in zip(values, grounds, strict=True):
            assert contrast(colour, ground).ratio >= 4.5, (name, colour)
