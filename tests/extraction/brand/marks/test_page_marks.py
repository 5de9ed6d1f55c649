"""Candidates that are in the page: variants for dark backgrounds, and drawings that style sheets colour."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from contract.capture import PageCapture
from extraction.brand import home_page
from extraction.brand.marks import inline_svg
from extraction.brand.marks.candidate import Candidate
from extraction.brand.side_files import FetchedFiles

ORIGIN = "https://www.acme.example"
DARK = '<source srcset="/dark.png 1x, /dark2.png 2x" media="(prefers-color-scheme: dark)">'
BLURRED = f'<img src="data:image/png;base64,{"iVBO" * 200}">'
LIGHT = '<source srcset="/pale.png" media="(prefers-color-scheme: light)">'


def candidates(mark: str, css: str = "") -> tuple[Candidate, ...]:
    page = f'<style>{css}</style><title>Acme</title><header><a href="/">{mark}</a></header>'
    capture = PageCapture(
        url=f"{ORIGIN}/", final_url=f"{ORIGIN}/", status=200, headers=(("content-type", "text/html; charset=utf-8"),),
        body=page.encode(), captured_at=datetime(2026, 1, 2, tzinfo=UTC),
    )  # fmt: skip
    return home_page.read(capture, FetchedFiles()).candidates


@pytest.mark.parametrize(
    ("sources", "themes"),
    [
        (DARK, {"/logo.png": None, "/dark2.png": "dark"}),
        (DARK.replace(">", "/>"), {"/logo.png": None, "/dark2.png": "dark"}),
        (DARK + LIGHT, {"/logo.png": None, "/dark2.png": "dark", "/pale.png": "light"}),
        ('<source srcset="/wide.png" media="(min-width: 800px)">', {"/logo.png": None}),
    ],
)
def test_sources_for_a_color_scheme_are_candidates(sources: str, themes: dict[str, str | None]) -> None:
    found = candidates(f'<picture>{sources}<img class="logo" src="/logo.png" alt="Acme"></picture>')

    of_header = {one.url: one.theme for one in found if one.source in ("header-img", "picture-source")}
    assert of_header == {f"{ORIGIN}{path}": theme for path, theme in themes.items()}


@pytest.mark.parametrize("fill", ["var(--brand)", "var(--brand, #0000ff)", "var( --alias )"])
def test_variables_in_the_style_sheet_of_a_drawing_are_resolved(fill: str) -> None:
    drawing = f'<svg viewBox="0 0 90 20"><style>.a{{fill:{fill}}}</style><path class="a" d="M0 0h20v9z"/></svg>'

    [first, *_] = candidates(drawing, ":root{--brand:#c81e5a;--alias:var(--brand)}")

    assert first.body is not None and b".a{fill:#c81e5a}" in first.body.replace(b" ", b"")


@pytest.mark.parametrize(
    ("image", "path"),
    [
        ('<img srcset="/a.png 180w,/b.png 360w" src="/a.png">', "/b.png"),
        ('<img srcset="/a,1.png 1x,/b,2.png 2x">', "/b,2.png"),
        ('<img srcset="/a.png, /b.png 2x">', "/b.png"),
        (f'<div>{BLURRED}<picture><img data-src="/c.png" alt="Acme"></picture></div>', "/c.png"),
    ],
)  # fmt: skip
def test_best_file_is_the_candidate(image: str, path: str) -> None:
    assert [one.url for one in candidates(image) if one.source == "header-img"] == [ORIGIN + path]


@pytest.mark.parametrize(
    ("css", "symbol", "fill"),
    [
        (".i{fill:currentColor}a{color:#c8102e}", '<symbol id="logo" viewBox="0 0 9 9">', "#c8102e"),
        (".i{fill:#c8102e}", '<symbol id="logo" viewBox="0 0 9 9">', "#c8102e"),
        (".i{fill:#0000ff}", '<symbol id="logo" viewBox="0 0 9 9" fill="#c8102e">', "#c8102e"),
        ("a{color:#c8102e}", '<symbol id="logo" viewBox="0 0 9 9" fill="currentColor">', "#c8102e"),
        ("", '<symbol id="logo" viewBox="0 0 9 9">', None),
    ],
)
def test_symbol_of_another_file_has_the_colors_of_the_page(css: str, symbol: str, fill: str | None) -> None:
    [first, *_] = candidates('<svg class="i"><use href="/s.svg#logo"/></svg>', css)
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg">{symbol}<path d="M0 0h9v9z"/></symbol></svg>'

    drawn = inline_svg.from_sprite(sprite.encode(), "logo", *first.inherited)

    assert drawn is not None and (f'fill="{fill}"'.encode() in drawn if fill else b"fill" not in drawn)
