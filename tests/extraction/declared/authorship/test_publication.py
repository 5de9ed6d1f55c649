"""Which of several dates is the publication date."""

from __future__ import annotations

import pytest

DAYS = ("2024-05-01", "2024-05-02", "2024-05-03")
PARTS = "".join(f'<article itemscope><meta itemprop="datePublished" content="{day}"></article>' for day in DAYS)
STORIES = "".join(f'<li>Story <time class="published" datetime="{day}">then</time></li>' for day in DAYS)


def page(head: str, body: str = "") -> str:
    return (
        f"<html><head><title>The river</title>{head}</head><body><h1>The river</h1>{body}<p>It rose.</p></body></html>"
    )


def video(name: str) -> str:
    return f'<script type="application/ld+json">{{"@type":"VideoObject","name":"{name}","uploadDate":"2024-05-01"}}</script>'


def declared(date: str) -> str:
    return f'<meta property="article:published_time" content="{date}">'


@pytest.mark.parametrize(
    ("head", "body", "published"),
    [
        (declared("2024-05-01"), "<p>May 9, 2024</p>", "2024-05-01"),
        (declared("2024-05-01"), "<p>May 9, 2023</p>", "2024-05-01"),
        ("", "<p>May 9, 2023</p>", "2023-05-09"),
        (declared("2024-05-01"), "<p>Updated May 9, 2023</p>", "2024-05-01"),
        (declared("2024-05-02T01:00:00Z"), "<p>May 1, 2024</p>", "2024-05-02T01:00:00Z"),
        (declared("2024-05-02T01:00:00Z"), "<time datetime='2024-05-01T18:00-07:00'>May 1</time>", "2024-05-02T01:00:00Z"),
        ('<meta name="citation_publication_date" content="2024 May 1">', "", "2024-05-01"),
        ("", PARTS, None),
        ("", STORIES, None),
        (video("Other"), "", None),
        (video("The river"), "", "2024-05-01"),
    ],
)  # fmt: skip
def test_publication_date(read, head: str, body: str, published: str | None) -> None:
    assert read(page(head, body)).metadata.published_time == published


@pytest.mark.parametrize("url", ["https://example.com/2024/05/01/river", "https://example.com/news/2024-5-1-river/"])
def test_day_in_the_url_is_not_a_publication_date(read, url: str) -> None:
    assert read(page(""), url=url).metadata.published_time is None
