"""Attributes of elements that a caller names."""

from __future__ import annotations

import pytest

from contract import limits
from contract.declare import dump, load
from contract.options.page import AttributeSelector, ReadingOptions
from tests.extraction.conftest import Read

PAGE = """<html><head><meta name="sku" content="A&amp;1"></head><body><nav><a href="/a" data-n="1">A</a></nav><main>
<h1>Lamps</h1><p>Text of the page.</p><a href="b?x=1">B</a><a>no address</a><img src="data:image/png;base64,AAAA">
<div style="display:none"><a href="/c">C</a></div></main></body></html>"""


def options(*entries: tuple[str, str]) -> tuple[AttributeSelector, ...]:
    requested = [{"selector": selector, "attribute": name} for selector, name in entries]
    return load(ReadingOptions, {"attributes": requested}).attributes


def test_values_are_those_of_the_whole_page_as_it_has_them(read: Read) -> None:
    requested = options(("a", "href"), ("meta[name=sku]", "CONTENT"), ("nav a", "data-n"), ("img", "src"), ("b", "id"))

    formats = read(PAGE, attributes=requested)

    assert dump(formats)["attributes"] == [
        {"selector": "a", "attribute": "href", "values": ["/a", "b?x=1", "/c"]},
        {"selector": "meta[name=sku]", "attribute": "CONTENT", "values": ["A&1"]},
        {"selector": "nav a", "attribute": "data-n", "values": ["1"]},
        {"selector": "img", "attribute": "src", "values": ["data:image/png;base64,AAAA"]},
        {"selector": "b", "attribute": "id", "values": []},
    ]
    assert formats.warning is None and "attributes" not in dump(read(PAGE))


def test_many_and_long_values_are_cut_with_a_warning(read: Read) -> None:
    many = "".join(f'<i id="{number}">x</i>' for number in range(limits.ATTRIBUTE_VALUES_MAX + 1))
    long = f'<b title="{"x" * limits.ATTRIBUTES_MAX_CHARS}">y</b>'

    requested = options(("i", "id"), ("b", "title"), ("i:first-child", "id"))
    formats = read(f"<p>Text {many}{long}</p>", attributes=requested)

    assert formats.attributes is not None
    assert [len(each.values) for each in formats.attributes] == [limits.ATTRIBUTE_VALUES_MAX, 0, 1]
    assert formats.warning == "`attributes` does not have all values of: i, b."


def test_text_has_no_attributes(read: Read) -> None:
    formats = read("plain words", attributes=options(("a", "href")), content_type="text/plain")

    assert dump(formats)["attributes"] == [{"selector": "a", "attribute": "href", "values": []}]


@pytest.mark.parametrize("name", ["\x05", "a\x00b", "\udb4f", "\uffff", " ", "data x", "&", "é"])
def test_name_that_no_attribute_can_have_has_no_values(read: Read, name: str) -> None:
    formats = read(PAGE, attributes=(AttributeSelector(selector="a", attribute=name),))

    assert dump(formats)["attributes"][0]["values"] == []
