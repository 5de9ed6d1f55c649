"""Styles that many pages use on text that is seen."""

from __future__ import annotations

import pytest

from tests.extraction.document.hidden.test_elements import is_seen

SHOWING = {
    "slide of a carousel": "transform: translate3d(-1520px, 0px, 0px)",
    "row of a carousel": "position: relative; left: -1160px",
    "item of a grid": "position: absolute; left: 0; top: 1873px",
    "page of a converted PDF": "position: absolute; left: 120px; top: 12040px",
    "part of a row": "flex: 1; width: 0; overflow: hidden",
    "part that may shrink": "min-width: 0; overflow: hidden",
    "cell with an ellipsis": "max-width: 0; overflow: hidden; text-overflow: ellipsis",
    "narrow cell": "display: table-cell; width: 1px; overflow: hidden; white-space: nowrap",
    "box with a ratio": "height: 0; padding-bottom: 56.25%; overflow: hidden",
    "border": "border-width: 1px; border-top-width: 0; overflow: hidden",
    "outline": "outline-width: 1px; overflow: hidden",
    "height of lines": "line-height: 1px; overflow: hidden",
    "width of the screen": "margin-left: -9999px; padding-left: 9999px",
    "columns of equal height": "margin-bottom: -32767px; padding-bottom: 32767px",
    "place after scrolling": "scroll-margin-top: -1000px",
    "variables": "--left: -9999px; --tw-bg-opacity: 0; --width: 0; overflow: hidden",
    "transparent drawing": "fill-opacity: 0; stroke-opacity: 0",
    "filter of the background": "backdrop-filter: opacity(0)",
    "white on an image": "color: #fff; background-color: #fff; background-image: url(a.png)",
    "white on an image in short": "color: #fff; background-color: #fff; background: url(a.png)",
}


@pytest.mark.parametrize("style", SHOWING.values(), ids=SHOWING.keys())
def test_common_styles_hide_nothing(style: str) -> None:
    assert is_seen("", f"<div style='{style}'><p>secret</p></div>")
    assert is_seen(f".x{{{style}}}", "<div class=x><p>secret</p></div>")
