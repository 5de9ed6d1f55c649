"""Values are located in a page's text, in any notation, and quoted verbatim."""

from __future__ import annotations

import time
from typing import Any

import pytest

from extraction.answers.evidence import PageText
from extraction.answers.markup_quotes import Markup
from extraction.answers.occurrences import folded
from extraction.answers.passages import PASSAGE_MAX_CHARS

TEXT = """Acme “Super” Widget – the original
Price
1.299,00 €
Rating: 4.5 out of 5
Published on 12 March 2024 by Jane Doe
Termin: 3. Oktober 2024
In stock: yes
Tel. +49 (40) 123-4567
Guests: 2
Page 1 of 3
東京タワーの高さ
1,299 people liked this"""


@pytest.mark.parametrize(
    ("value", "labels", "passage"),
    [
        ('acme "super" widget - the original', (), "Acme “Super” Widget – the original"),
        ("ACME  “super” widget", (), "Acme “Super” Widget – the original"),
        (1299.0, ("price",), "Price\n1.299,00 €"),
        ("1299.00", (), "1.299,00 €"),
        (1299, ("likes",), "1.299,00 €"),
        (4.5, ("rating",), "Rating: 4.5 out of 5"),
        (4.5, (), None),
        ("2024-03-12", (), "Published on 12 March 2024 by Jane Doe"),
        ("2024-03-12T10:00:00Z", (), "Published on 12 March 2024 by Jane Doe"),
        ("2024-10-03", (), "Termin: 3. Oktober 2024"),
        ("2024-03-13", (), None),
        (True, ("inStock",), "In stock: yes"),
        (False, ("inStock",), None),
        (True, (), None),
        ("yes", (), None),
        ("yes", ("in stock",), "In stock: yes"),
        (1, (), None),
        (2, ("guests",), "Guests: 2"),
        ("+49 40 1234567", (), "Tel. +49 (40) 123-4567"),
        ("Jane D", (), None),
        ("widget price", (), None),
        ("the original Price", (), "Acme “Super” Widget – the original\nPrice"),
        ("東京タワー", (), "東京タワーの高さ"),
        ("", (), None),
        ("   ", (), None),
        (None, (), None),
        ([1299], (), None),
        ({"price": 1299}, (), None),
        (float("nan"), (), None),
        (10**40, (), None),
        ("\\d+", (), None),
    ],
)
def test_a_value_is_located_and_quoted(value: Any, labels: tuple[str, ...], passage: str | None) -> None:
    found = PageText(TEXT).locate(value, labels)

    assert (found.passage if found else None) == passage
    assert passage is None or passage in TEXT


ITEMS = "Oak chair\n4.5 (12)\nYes\n\u2013\nAsh chair\nWe sold 12 of them, and we are sure that there will be more\n3.9 (7)\nNo\nYes"


@pytest.mark.parametrize(
    ("values", "beside", "is_alone", "passage"),
    [
        # A short value near the name of its item, but not in a sentence or in the next item
        ((12, "12"), {0}, False, "4.5 (12)"),
        ((12, "12"), {4}, False, "4.5 (12)"),
        ((7, "7"), {4}, False, "3.9 (7)"),
        # Without an item, only if it is in one line
        ((7, "7"), (), False, "3.9 (7)"),
        ((12, "12"), (), False, None),
        # Marks and words such as "yes" are lines of their own
        ((True, "Yes"), {4}, False, "Yes"),
        ((False, "\u2013"), {0}, False, "\u2013"),
        ((False, "-"), {4}, False, "\u2013"),
        ((7, "7"), {4}, True, None),
        ((99, "99"), {0}, False, None),
    ],
)
def test_short_value_that_was_read_from_an_item_has_the_line_near_it(
    values: tuple[Any, ...], beside: Any, is_alone: bool, passage: str | None
) -> None:
    found = PageText(ITEMS).locate_read(values, frozenset(beside), is_alone=is_alone)

    assert (found.passage if found else None) == passage


def test_text_of_an_element_with_microdata_is_quoted_with_its_tag() -> None:
    markup = Markup('<p>4.3</p><span class="r" itemprop="ratingValue">4.3</span><b itemprop="name">4.3 stars</b>')

    assert markup.quote("4.3", "ratingValue") == '<span class="r" itemprop="ratingValue">4.3'
    assert markup.quote("4.3", "name") is None and markup.quote("4.3", "") is None


def test_a_label_makes_a_position_more_certain() -> None:
    text = PageText("Was 50.00\nWidth: 50.00\nNow 50.00")

    found, unsure = text.locate(50, ("width",)), text.locate("50.00", ("colour",))

    assert found and found.passage == "Was 50.00\nWidth: 50.00"[10:]
    assert unsure is None or unsure.confidence < found.confidence


def test_long_lines_and_long_values_are_cut_at_words() -> None:
    line = "start " + "word " * 5_000 + "needle in the haystack " + "word " * 5_000
    text = PageText(line)

    short, long = text.locate("Needle in the haystack"), text.locate(line)

    assert short and "needle in the haystack" in short.passage and short.passage in line
    assert long and line.startswith(long.passage)
    assert max(len(short.passage), len(long.passage)) <= PASSAGE_MAX_CHARS


FILLER = "nothing to see here " * 60


@pytest.mark.parametrize(
    ("line", "value", "labels"),
    [
        ("Wait… " * 400 + "the ‘oak’ chair costs little " + FILLER, "the 'oak' chair", ()),
        ("Acme™ " * 400 + "co\u00adop\u00ader\u00ada\u00adtive of farmers " + FILLER, "cooperative of farmers", ()),
        ("o\ufb03ce " * 400 + "first\u2013class o\ufb03ces " + FILLER, "first-class offices", ()),
        (FILLER + "“Super” Widget – the original " + FILLER, '"super" widget - the original', ()),
        ("e\u0301te\u0301 " * 400 + "cafe\u0301 ‘nord’ " + FILLER, "caf\u00e9 'nord'", ()),
        ("concatenate " * 200 + "cate ‘x’ " + FILLER, "cate 'x'", ()),
        ("…東京" * 400 + "‘東京’タワー" + FILLER, "'東京'タワー", ()),
        ("Maker\n" + FILLER + "Wait… " * 400 + "‘Oak’ & Sons " + FILLER, "'oak' & sons", ("maker",)),
        (FILLER + "Wait… " * 400 + "a ‘good’\nchair " + FILLER, "a 'good' chair", ()),
        ("\u00ad".join("Wait " * 100) + " ‘oak’ chair", "'oak' chair", ()),
    ],
)  # fmt: skip
def test_passage_of_a_long_line_contains_the_value(line: str, value: str, labels: tuple[str, ...]) -> None:
    found = PageText(line).locate(value, labels)

    assert found and folded(value) in folded(found.passage) and found.passage in line
    assert len(found.passage) <= PASSAGE_MAX_CHARS


def test_value_that_no_short_passage_contains_has_no_evidence() -> None:
    line = "a" + "\u00ad" * 400 + "bcd‘e’ chair " + FILLER

    assert PageText(line).locate("abcd'e' chair") is None


def test_passages_are_verbatim_across_blank_lines() -> None:
    text = "# Heading\n\n\nfirst line\n\nsecond line\n"

    found = PageText(text).locate("first line second line")

    assert found and found.passage == "first line\n\nsecond line"


def test_locating_many_values_in_a_large_text_is_fast() -> None:
    text = PageText(
        "\n".join(f"row {number} costs {number}.99 on 2024-01-{number % 28 + 1:02d}" for number in range(20_000))
    )
    started = time.process_time()

    found = [text.locate(f"{number}.99", ("cost",)) for number in range(1_000, 1_500)]

    assert all(found)
    assert time.process_time() - started < 10


MARKUP = """<meta property="og:title" content="Salt &amp; Pepper"><link itemprop="image" href="/i/a.jpg?x=1&amp;y=2">
<script type="application/ld+json">{"name": "Caf\\u00e9 \\"Nord\\"", "price":12.50,"url":"https:\\/\\/a.example\\/b", "free": true,
"sku": "7", "image": ["https://a.example/1.jpg", "https://a.example/2.jpg"]}</script>"""


@pytest.mark.parametrize(
    ("raw", "key", "quote"),
    [
        ('Café "Nord"', "name", '"name": "Caf\\u00e9 \\"Nord\\""'),
        (12.5, "price", '"price":12.50'),
        (12.6, "price", None),
        ("https://a.example/b", "url", '"url":"https:\\/\\/a.example\\/b"'),
        (True, "free", '"free": true'),
        ("7", "sku", '"sku": "7"'),
        ("7", "name", None),
        ("https://a.example/2.jpg", "image", '"https://a.example/2.jpg"'),
        ("Salt & Pepper", "name", '<meta property="og:title" content="Salt &amp; Pepper">'),
        ("https://site.example/i/a.jpg?x=1&y=2", "image", '<link itemprop="image" href="/i/a.jpg?x=1&amp;y=2">'),
        ("nowhere to be found", "name", None),
    ],
)
def test_the_markup_that_declares_a_value_is_quoted(raw: Any, key: str, quote: str | None) -> None:
    assert Markup(MARKUP).quote(raw, key) == quote
    assert quote is None or quote in MARKUP
