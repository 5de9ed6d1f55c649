"""What the scan of a page counts."""

from __future__ import annotations

from typing import Any

import pytest

from extraction.verdicts.page_scan import (
    ANY_LETTERS,
    FILLED_LETTERS,
    MAIN_LETTERS,
    PROSE_LETTERS,
    may_have_scripts,
    scan,
)


@pytest.mark.parametrize(
    ("html", "name", "count"),
    [
        ("<p>One</p> two", "text_blocks", 1),
        ("<p>One <b>two</b> three</p>", "text_blocks", 3),
        ("<p>One<p> </p>two", "text_blocks", 1),
        ("<p> \n </p>", "letters", 0),
        ("<p>a b</p><a href=/>cd</a>", "letters", 4),
        ("<p>a b</p><a href=/>cd</a>", "prose", 2),
        ("<p>a</p><main>bc</main>", "main_prose", 2),
        ("<p>One</p><p>Two", "paragraphs", 1),
        ("<p>{{a}} {{b}}</p>", "placeholders", 2),
        ("<p>{{a}} b</p>", "letters", 1),
        ("<pre>{{a}}</pre>", "placeholders", 0),
        ("<div v-for=x></div>", "placeholders", 3),
        ("<script src=a.js></script><script>run()</script>", "loaded_scripts", 1),
        ("<script type=application/json>{}</script>", "has_scripts", False),
        ("<div id=root> </div>", "has_empty_root", True),
        ("<div id=root>a</div>", "has_empty_root", False),
        ("<main></main>", "has_empty_main", True),
        ("<main>a</main>", "has_empty_main", False),
        ("<main></main>", "has_empty_root", False),
        (f"<main>{FILLED_LETTERS * 'a'}</main>", "has_filled_part", True),
        (f"<main>{(FILLED_LETTERS - 1) * 'a'}</main>", "has_filled_part", False),
        (f"<nav><article>{FILLED_LETTERS * 'a'}</article></nav>", "has_filled_part", False),
        ("<h1>a</h1>", "has_heading", True),
        ("<nav><h1>a</h1></nav>", "has_heading", False),
        ("<h1></h1>a", "has_heading", False),
        ("<p>Loading…</p>", "says_loading", True),
        ("<p>Loading docks are closed. Come back.</p>", "says_loading", False),
        ("<p>Please enable JavaScript.</p>", "asks_for_javascript", True),
        ("<p>JavaScript is a language.</p>", "asks_for_javascript", False),
        ("<p>Please enable JavaScript.</p>", "letters", 0),
    ],
)
def test_scan_counts(html: str, name: str, count: Any) -> None:
    assert getattr(scan(html), name) == count


@pytest.mark.parametrize(
    ("html", "may"),
    [
        ("<p>One</p>", False),
        ("<p>One</p><script type='application/ld+json'>{}</script>", False),
        ("<SCRIPT>run()</SCRIPT>", True),
        ("<script type=application/json>{}</script><script\nsrc=a.js>", True),
        ("<script", True),
    ],
)
def test_pages_without_scripts_are_recognised_without_a_scan(html: str, may: bool) -> None:
    assert may_have_scripts(html) == may >= scan(html).has_scripts


@pytest.mark.parametrize(
    ("html", "letters"),
    [
        ("<main>{}</main>", MAIN_LETTERS),
        ("<div>{}</div>", PROSE_LETTERS),
        ("<nav>{}</nav>", ANY_LETTERS + 1),
        ("<noscript>{}</noscript>", MAIN_LETTERS),
    ],
)
def test_page_is_readable_from_this_many_letters(html: str, letters: int) -> None:
    assert scan(html.format(letters * "a")).is_readable
    assert not scan(html.format((letters - 1) * "a")).is_readable


def test_limits_of_a_readable_page() -> None:
    assert (MAIN_LETTERS, PROSE_LETTERS, ANY_LETTERS, FILLED_LETTERS) == (250, 1_000, 30_000, 15)
