"""Pages that once took too much time or gave too much text. The limit is at least five times the usual time."""

from __future__ import annotations

import time

import pytest

from contract.options.page import ReadingOptions
from extraction.answers import answered_page

WORDS = "word " * 200
# Of the processor. The slowest needs 4 s on an idle machine, and twice as much on a busy one.
LIMIT_SECONDS = 25
SLOW = {
    "line ends in code": ("<pre>" + ("x" * 80 + "<br>") * 16000 + "</pre>", 16000),
    "advertising between words": (WORDS + "<i class=ad></i>word " * 40000, 40000),
    "labels": ("<p>" + "<label>x</label> word " * 40000, 80000),
    "code in one cell": ("<table><tr><td>" + "<pre>x</pre>" * 5000, 5000),
    "code beside line numbers": ("<table><tr><td class=linenos>1<td>" + "<pre>x</pre>" * 5000, 1),
    "code in one wrapper": ("<div>" + "<b></b>" * 50000 + "<pre>x</pre>" * 5000, 5000),
    "links without words": ("<p>" + "<a href=/x></a> word " * 20000, 20000),
    "links to scripts": ("<p>" + "<a href=javascript:x>x</a> word " * 20000, 40000),
    "form fields": ("<p>" + "<input> word " * 30000, 30000),
    "empty elements": ("<p>" + "<button></button> word " * 30000, 30000),
    "formulas": ("<p>" + "<script type=math/tex>x</script> word " * 20000, 40000),
    "line breaks": ("<div>" + "<br>" * 60000 + "<p>" + WORDS, 200),
    "open brackets": ("<p>" + "![a " * 100000, 100000),
}
# Markup that once took minutes, or gigabytes.
SLOW_MARKUP = {
    "items inside one another": "<div itemscope itemtype=http://schema.org/Product itemprop=isRelatedTo><b itemprop=name>x</b>"
    * 800,
    "properties inside one another": "<p itemscope><b>" + "<b itemprop=name>" * 800 + "<i></i>" * 20000,
    "prefixes of RDFa": f"<p vocab=http://schema.org/ typeof=Product prefix='{'a and ' * 20000}'>x",
}


@pytest.mark.parametrize("name", SLOW)
def test_reading_takes_no_longer_a_word_on_large_pages(read, name: str) -> None:
    source, words = SLOW[name]

    began = time.process_time()
    found = read(source, formats=("markdown", "html"), only_main_content=False, include_links=True)

    assert time.process_time() - began < LIMIT_SECONDS
    assert found.metadata.word_count >= words


def test_main_content_of_a_long_index_takes_no_longer_an_entry(read) -> None:
    index = "".join(f"<li><a href=/x#{entry}>entry of the index</a> and its module</li>" for entry in range(20_000))

    began = time.process_time()
    found = read(f"<h1>Index</h1><ul>{index}</ul>")

    assert time.process_time() - began < 5  # It takes 1 s. Each entry once counted all of them, which took 9 s.
    assert found.metadata.word_count >= 100_000


@pytest.mark.parametrize(
    "source",
    [
        "<table>" + "<tr><td colspan=1000>x" * 4000,
        "<table>" + "<tr><td colspan=00001000 rowspan=+65534>x" * 2000,
        "<blockquote>" * 1000 + "<p>word word</p>" * 2000,
        "<ul><li>" * 600 + "<p>word word</p>" * 2000,
        "<em>" * 600 + "word word <br>" * 2000,
    ],
)
def test_small_page_gives_no_huge_text(read, source: str) -> None:
    text = read(source, only_main_content=False).markdown

    assert 4000 < len(text) < 1_000_000


def test_cells_and_nests_of_honest_pages_stay(read) -> None:
    table = "<table><tr><th colspan=2>Wide</th></tr><tr><td>1</td><td>2</td></tr></table>"
    text = read(table + "<ul><li>a" * 10 + "<blockquote>" * 5 + "deep", only_main_content=False).markdown

    assert "| Wide | |" in text and "                  - a" in text and "> > > > > deep" in text


@pytest.mark.parametrize("name", SLOW_MARKUP)
def test_structured_data_of_hostile_pages_takes_seconds(read, name: str) -> None:
    began = time.process_time()

    assert read(SLOW_MARKUP[name] + WORDS, formats=("markdown", "structured")).structured is not None

    assert time.process_time() - began < LIMIT_SECONDS


PARTS = 5_000
TEXT = "Sentence {0} of a dozen plain words that a reader would like to keep here, and number {0} of them. "
OFFERS = ",".join(f'{{"@type":"Offer","price":"{1000 + number}.99"}}' for number in range(30))
DECLARED = (
    '<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"AB-1234567","brand":"Lumen",'
    f'"aggregateRating":{{"ratingValue":"4.7","reviewCount":"1234"}},"offers":[{OFFERS}]}}</script><h1>Lamp</h1><p>{WORDS * 5}'
)
MANY_PARTS = {
    "titles of other things": DECLARED
    + "<div>" * 60
    + "".join(f"<div><p>You may also like</p><p>{TEXT.format(number)}</p></div>" for number in range(PARTS)),
    "declared facts": DECLARED + "<div><a href=/x>$ 3.00</a></div><div><a href=/y>1,000 reviews</a></div>" * PARTS,
    "numbers before long words": DECLARED + ("1234 " + "rezensio" * 20_000 + " ") * 8,
    "cards": DECLARED + "<ul>" + "<li><a href=/x>Lamp one</a><p>$ 3.00</p><p>4.5</p></li>" * PARTS + "</ul>",
}


@pytest.mark.parametrize("name", MANY_PARTS)
def test_main_content_of_a_page_of_many_small_parts_takes_seconds(read, name: str) -> None:
    began = time.process_time()

    assert read(f"<title>Lamp</title>{MANY_PARTS[name]}").markdown

    assert time.process_time() - began < LIMIT_SECONDS


HOSTILE_ADDRESSES = {
    "base of many folders": f"<base href='http://example.com/{'a/' * 100_000}'><a href=x>x</a>",
    "long base of many links": f"<base href='http://example.com/{'a' * 100_000}/'>" + "<a href=x>x</a>" * 20_000,
}


@pytest.mark.parametrize("name", HOSTILE_ADDRESSES)
def test_long_base_is_ignored(read, name: str) -> None:
    began = time.process_time()

    found = read(HOSTILE_ADDRESSES[name] + WORDS, formats=("links",)).links

    assert found.internal == ("https://www.example.com/a/x",)
    assert time.process_time() - began < LIMIT_SECONDS


def test_page_at_an_address_of_many_folders_is_read_at_once(read) -> None:
    began = time.process_time()

    url = "https://www.example.com/" + "a/" * 20_000
    found = read("<a href=../../x>x</a><a href=../y>y</a>" + WORDS, formats=("links",), url=url).links

    assert found.internal == (url[:-4] + "x", url[:-2] + "y")
    assert time.process_time() - began < LIMIT_SECONDS


def test_plain_text_of_open_links_is_read_at_once(read) -> None:
    began = time.process_time()

    assert read("[a](" * 50_000, content_type="text/plain").markdown

    assert time.process_time() - began < LIMIT_SECONDS


def test_names_of_a_container_are_not_searched_at_length_for_everything_in_it(capture) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    source = f"<h1>Lamp</h1><div class='{'x ' * 200_000}'>" + "<div><p>19.99 €</p></div>" * 20_000
    began = time.process_time()

    answered_page.read(capture(source), schema, ReadingOptions())

    assert time.process_time() - began < LIMIT_SECONDS


def test_answers_of_a_deep_page_take_seconds(capture) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}, "faq": {"type": "array"}}}
    source = "<!doctype html>" + ("<div>" * 1_900 + "<p>19.99 €</p>" + "</div>" * 1_900) * 30
    began = time.process_time()

    answered_page.read(capture(source), schema, ReadingOptions())

    assert time.process_time() - began < LIMIT_SECONDS


DEEP_LINKS = (
    "<h1>Lamp</h1>" + "<div>" * 400 + "".join(f"<a href=/{number}>Link {number}</a> " for number in range(3_000))
)
MANY_TERMS = "<h1>Lamp</h1><dl>" + "".join(f"<dt>Term {number}<dd>x" for number in range(30_000)) + "</dl>"


@pytest.mark.parametrize("source", [DEEP_LINKS, MANY_TERMS], ids=["links", "terms"])
def test_parts_around_an_element_are_looked_at_once(capture, source: str) -> None:
    schema = {"type": "object", "properties": {"issues_url": {"type": "string"}, "weight": {"type": "string"}}}
    began = time.process_time()

    answered_page.read(capture(source), schema, ReadingOptions())

    assert time.process_time() - began < 12  # They take 1 s and 2 s. The links once took 32 s.
