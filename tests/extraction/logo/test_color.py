"""Colours in every form of CSS, and the contrast between two."""

from __future__ import annotations

import pytest

from extraction.logo import color


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("#E4002B", "#e4002b"),
        ("#abc", "#aabbcc"),
        ("#e4002bff", "#e4002b"),
        ("rgb(228, 0, 43)", "#e4002b"),
        ("rgb(228 0 43 / 100%)", "#e4002b"),
        ("hsl(0 100% 50%)", "#ff0000"),
        ("222.2 47.4% 11.2%", "#0f172a"),
        ("oklch(0.628 0.2577 29.23)", "#ff0000"),
        ("oklch(50% 0 0)", "#636363"),
        ("lab(29.2345% 39.3825 20.0664)", "#7d2329"),
        ("lab(54.29 80.82 69.89)", "#ff0000"),
        ("lab(29.57 68.3 -112.03)", "#0000ff"),
        ("lab(5 0 0)", "#111111"),
        ("lab(2 0 0)", "#070707"),
        ("hsl(120 100% 25%)", "#008000"),
        ("hwb(120 20% 20%)", "#33cc33"),
        ("hwb(0 60% 60%)", "#808080"),
        ("color(srgb-linear 0.2159 0.2159 0.2159)", "#808080"),
        ("color(display-p3 0.50196 0.50196 0.50196)", "#808080"),
        ("color(display-p3 0.02 0.02 0.02)", "#050505"),
        ("rebeccapurple", "#663399"),
        ("#e4002b40", None),
        ("rgba(0,0,0,.1)", None),
        ("transparent", None),
        ("currentColor", None),
        ("rgb(1,2)", None),
        ("x" * 1_000_000, None),
    ],
)
def test_css_color_is_read(text: str, found: str | None) -> None:
    assert color.read(text) == found


def test_text_color_has_the_better_contrast() -> None:
    assert color.text_color_on((255, 221, 0)) == "#111111"
    assert color.text_color_on((0, 32, 91)) == "#ffffff"


def test_contrast_is_that_of_wcag() -> None:
    assert round(color.contrast((118, 118, 118), color.WHITE), 2) == 4.54
