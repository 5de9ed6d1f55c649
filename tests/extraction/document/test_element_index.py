"""The elements of a page by tag and by attribute."""

from __future__ import annotations

from collections.abc import Callable

from contract.capture import PageCapture
from extraction import visible_tree
from extraction.document.document import NAME_MAX_CHARS, open_page, parse
from extraction.document.element_index import ElementIndex

PAGE = """<html class=wide><body><a href=/1 class=x>1</a><area href=/2><p class="x y">3</p><a class=x>4</a>
<p hidden>5</p></body></html>"""


def test_elements_are_found_by_tag_in_document_order() -> None:
    index = ElementIndex(parse(PAGE))

    assert [each.text for each in index.tagged("a")] == ["1", "4"]
    assert [each.tag for each in index.tagged("a", "area", "table")] == ["a", "area", "a"]
    assert list(index.tagged("table")) == []


def test_elements_are_found_by_attribute() -> None:
    index = ElementIndex(parse(PAGE))

    assert [each.tag for each in index.having("class")] == ["html", "a", "p", "a"]
    assert [each.text for each in index.having("hidden")] == ["5"]
    assert {value: [each.tag for each in found] for value, found in index.by_value("class").items()} == {
        "wide": ["html"], "x": ["a", "a"], "x y": ["p"],
    }  # fmt: skip
    assert not index.by_value("id")


def test_index_is_made_again_after_the_tree_was_modified(capture: Callable[..., PageCapture]) -> None:
    document = open_page(capture("<body><base href=/folder/><svg><title>drawn</title></svg><p>text</p></body>"))
    assert document.index.tagged("svg")

    visible_tree.drop_invisible(document)

    assert not document.index.tagged("svg")
    assert document.base_url.endswith("/folder/")


def test_long_names_of_elements_are_cut_in_the_tree_and_in_the_index(capture: Callable[..., PageCapture]) -> None:
    long = "x" * (NAME_MAX_CHARS + 1)
    document = open_page(capture(f"<body><p class='{long}' id=short title='{long}'>text</p></body>"))

    paragraph = document.body[0]

    assert (paragraph.get("class"), paragraph.get("title")) == (long[:-1], long)
    assert list(document.index.by_value("class")) == [long[:-1]]
