"""The page's title: a heading, or the declared title without the site's name."""

from __future__ import annotations

import pytest

from extraction.declared import site_names


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
        ("The river rose | A diary", "", ["<a href=/>A diary</a>"], "The river rose"),
        ("A diary: The river rose", "", ["<a href=https://gale.example/index.html>A diary</a>"], "The river rose"),
        ("The river rose | A diary | Since 2005", "", ["<a href=/>A diary</a>"], "The river rose"),
        ("The river rose", "", ["<a href=/>The river rose</a>"], "The river rose"),
        ("Gale online - News - The river rose", "", ["News", "The river rose"], "The river rose"),
        ("The river rose | Journal of News", "", ["<a href=/>Journal of News</a>", "News"], "The river rose"),
        ("The heart of the web", "", ["The river rose at night"], "The river rose at night"),
        ("The heart of the web", "", ["<a href=/>Gale press</a>", "The river rose at night"], "The river rose at night"),
    ],
)  # fmt: skip
def test_title(read, title: str, social: str, headings: list[str], found: str) -> None:
    assert read(page(title, social, *headings), url="https://www.gale.example/a/river-at-night").metadata.title == found


def test_heading_of_a_home_page_can_be_the_name_of_the_site(read) -> None:
    assert read(page("Weather maps | Gale", "", "Gale"), url="https://www.gale.example/").metadata.title == "Gale"


SITE_NAMES = [
    ("<a href=/><h1>A diary</h1></a>", "<h2>The river rose</h2>"),
    ("<h1><a href=/>A diary</a></h1>", "<h1>The river rose</h1>"),
    ("<h1>Gale</h1>", "<h1>The river rose</h1>"),
]


@pytest.mark.parametrize(("site", "headline"), SITE_NAMES)
def test_name_of_the_site_is_not_a_heading_of_the_text(read, site: str, headline: str) -> None:
    text = "".join(
        f"<p>In the {number} week the water came up to the doors of the old houses.</p>" for number in range(9)
    )
    shown = f"<html><head><title>The river rose | A diary</title></head><body>{site}{headline}{text}</body></html>"

    page = read(shown, url="https://www.gale.example/a/river")

    assert page.metadata.title == "The river rose"
    assert page.markdown.split("\n")[0].lstrip("# ") == "The river rose"


def test_heading_that_links_home_stays_if_it_is_the_title(read) -> None:
    page = "<html><head><title>The river rose</title></head><body><h1><a href=/>The river rose</a></h1><p>Water.</p></body></html>"

    assert read(page, url="https://www.gale.example/a").markdown == "# The river rose\n\nWater.\n"


def test_a_declared_title_of_many_separators_is_read_as_it_is() -> None:
    """Comparing all of its parts with the site's name would take minutes."""
    title = "a | " * 50_000

    assert site_names.without(title, {"b"}, set()) == title
    assert not site_names.is_last_part("a", title, ("b",))


def test_lines_and_blocks_of_a_heading_are_separate_words(read) -> None:
    page = "<title>Green Tea</title><h1><div>Green</div><div>Tea<br>for all</div></h1><p>x</p>"

    assert read(page).metadata.title == "Green Tea for all"
