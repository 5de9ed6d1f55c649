"""The page's title: a heading, or the declared title without the site's name."""

from __future__ import annotations

import pytest


def page(title: str, social: str, *headings: str) -> str:
    declared = f'<meta property="og:title" content="{social}">' if social else ""
    shown = "".join(f"<h1>{text}</h1>" for text in headings)
    return f"<html><head><title>{title}</title>{declared}</head><body>{shown}<p>x</p></body></html>"


@pytest.mark.parametrize(
    ("title", "social", "headings", "found"),
    [
        ("The river rose | Gale", "", ["The river rose"], "The river rose"),
        ("The river rose | Gale", "", ["Gale", "The river rose"], "The river rose"),
        ("The river rose - Jane Doe", "", ["Jane Doe"], "The river rose - Jane Doe"),
        ("The river rose - Jane Doe", "The river rose", ["Jane Doe"], "The river rose"),
        ("Gale: The river rose", "", ["The river rose"], "The river rose"),
        ("Best river floods of 2024 | Gale", "", ["The worst river floods in our town"], "The worst river floods in our town"),
        ("Best river floods of 2024 | Gale", "", ["Newsletter"], "Best river floods of 2024"),
        ("Best river floods of 2024 | Gale", "", ["Some river floods", "More river floods"], "Best river floods of 2024"),
        ("The river rose", "", ["<style>.a{color: red}</style>The river rose"], "The river rose"),
        ("", "", ["The river rose"], "The river rose"),
        ("The river rose - Gale", "", ["The river rose<a href=#a>¶</a>"], "The river rose"),
    ],
)  # fmt: skip
def test_title(read, title: str, social: str, headings: list[str], found: str) -> None:
    assert read(page(title, social, *headings), url="https://www.gale.example/a").metadata.title == found


def test_heading_of_a_home_page_can_be_the_name_of_the_site(read) -> None:
    assert read(page("Weather maps | Gale", "", "Gale"), url="https://www.gale.example/").metadata.title == "Gale"
