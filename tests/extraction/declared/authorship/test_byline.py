"""Authors and dates in the lines next to a headline."""

from __future__ import annotations

import pytest

PARAGRAPH = "<p>The river rose by two metres in one night, and the old bridge was closed to all traffic at six in the morning.</p>"
PAGE = "<html><head><title>The river</title></head><body><main>{}</main></body></html>"


@pytest.fixture
def shown(read):
    """The author and the day of a page with these elements around its text."""

    def read_byline(below: str, above: str = "", **more: str) -> tuple[str | None, str | None]:
        about = read(PAGE.format(f"{above}<h1>The river</h1>{below}{PARAGRAPH * 4}"), **more).metadata
        return about.author, about.published_time and about.published_time[:10]

    return read_byline


@pytest.mark.parametrize(
    "below",
    [
        "<p>By Jane Doe | March 3, 2021</p>",
        "<p>By Jane Doe, March 3rd, 2021</p>",
        "<p>by <a href='/authors/jane'>Jane Doe</a> on <time datetime='2021-03-03T10:00'>3 Mar 2021</time></p>",
        "<div class=byline><span>By</span> <span>Jane Doe</span></div><div>Posted on March 3, 2021</div>",
        "<div>By</div><div>Jane Doe</div><div>3 March 2021</div>",
        "<div class=post-author><img src=/j.png><b>Jane Doe</b><span class=role>Senior editor</span></div><p>2021-03-03</p>",
        "<div><span>Jane Doe</span> <span>Mar 3, 2021</span> · <span>5 min read</span></div>",
        "<p>Written by: Jane Doe</p><p>Published: 03/03/2021</p>",
        "<p>Autorin: Jane Doe</p><p>Veröffentlicht am 3. März 2021</p>",
        "<p>Von Jane Doe, 03.03.2021, 10:15 Uhr</p>",
        "<p>Par Jane Doe</p><p>Publié le 3 mars 2021 à 10h15</p>",
        "<p>Por Jane Doe — 3 de marzo de 2021</p>",
        "<p>di Jane Doe</p><p>3 marzo 2021</p>",
        "<p>Door Jane Doe</p><p>3 maart 2021</p>",
        "<p>Автор: Jane Doe</p><p>Опубликовано 3 марта 2021</p>",
        "<p>作者：Jane Doe</p><p>2021年3月3日</p>",
        "<p>By Jane Doe</p><p>Updated on May 5, 2022</p><p>Published on March 3, 2021</p>",
        "<h2>How it came about</h2><p>By Jane Doe</p><p>March 3, 2021. Last updated on May 5, 2022</p>",
    ],
)  # fmt: skip
def test_author_and_date_below_the_headline_are_read(shown, below: str) -> None:
    assert shown(below) == ("Jane Doe", "2021-03-03")


def test_author_and_date_above_the_headline_are_read(shown) -> None:
    assert shown("", "<div class=meta>March 3, 2021</div><div class=author>Jane Doe</div>") == (
        "Jane Doe",
        "2021-03-03",
    )


@pytest.mark.parametrize(
    "below",
    [
        "<p>By boat you get there in ten minutes.</p>",
        "<p>On 3 March 2021 the river rose by two metres, and the old bridge was closed to all traffic.</p>",
        "<p>Updated on May 5, 2022</p>",
        "<p>Member since May 5, 2022</p><p>Registration is open until June 1, 2022</p>",
        "<nav><span class=author>Jane Doe</span> March 3, 2021</nav>",
        "<aside><p>By Jane Doe</p><time datetime=2021-03-03>3 March</time></aside>",
        "<div class=related-posts><p>By Jane Doe</p><p>March 3, 2021</p></div>",
        "<div class=author-bio>Share</div><div class=byline>Follow</div>",
        "<div hidden>By Jane Doe | March 3, 2021</div>",
        "<p style='display: none'>By Jane Doe | March 3, 2021</p>",
        "<figure><figcaption>By Jane Doe, March 3, 2021</figcaption></figure>",
        "<h2>News</h2><h3>Another story</h3><p>By Jane Doe</p><p>March 3, 2021</p>",
    ],
)
def test_other_lines_are_not_read(shown, below: str) -> None:
    assert shown(below) == (None, None)


def test_dates_further_down_are_not_those_of_a_text_next_to_the_headline(read) -> None:
    comments = "<ul><li><time datetime='2021-05-05'>May 5</time> Nice</li></ul>"
    assert read(PAGE.format(f"<h1>The river</h1>It rose.{PARAGRAPH * 8}{comments}")).metadata.published_time is None


def test_author_and_date_in_the_text_are_not_read(shown) -> None:
    assert shown(f"{PARAGRAPH * 8}<p>By Jane Doe</p><p>March 3, 2021</p>") == (None, None)


def test_footer_copyright_is_not_a_date(shown) -> None:
    assert shown(f"{PARAGRAPH}<footer>© May 5, 2022 By Jane Doe</footer>") == (None, None)


@pytest.mark.parametrize(
    "url", ["https://example.com/", "https://example.com/category/rivers/", "https://example.com/search?q=river"]
)
def test_home_pages_and_lists_have_no_byline(shown, url: str) -> None:
    assert shown("<p>By Jane Doe | March 3, 2021</p>", url=url) == (None, None)


@pytest.mark.parametrize(
    "around",
    [
        '<script type="application/ld+json">{{"@type": "Product", "name": "The river"}}</script>{}',
        '<div itemscope itemtype="https://schema.org/Product">{}</div>',
        '<div itemscope itemtype="https://schema.org/Event">{}</div>',
    ],
)
def test_products_and_events_have_no_byline(read, around: str) -> None:
    about = read(
        PAGE.format(around.format(f"<h1>The river</h1><p>By Jane Doe</p><p>March 3, 2021</p>{PARAGRAPH}"))
    ).metadata
    assert (about.author, about.published_time) == (None, None)


def test_byline_is_found_below_a_smaller_heading_with_the_title(read) -> None:
    title = "The river and the bridge"
    page = f"<html><head><title>{title}</title></head><body><h1>My blog</h1><h2>{title}</h2>{{}}</body></html>"
    assert read(page.format(f"<p>By Jane Doe</p>{PARAGRAPH * 4}")).metadata.author == "Jane Doe"


def test_hostile_pages_are_read_in_linear_time(read) -> None:
    deep = "<div>" * 200 + "<!--x-->" * 20_000 + "<span></span>" * 20_000
    assert read(PAGE.format(f"<h1>The river</h1>{deep}")).metadata.author is None
