"""Which elements are regions of a page, and which of them are open."""

from __future__ import annotations

import pytest

from extraction.verdicts.regions import OVERLAY_LETTERS_MAX, OpenRegions, kind_of


@pytest.mark.parametrize(
    ("tag", "attributes", "kind"),
    [
        ("main", "", "main"),
        ("article", "", "article"),
        ("nav", "", "boilerplate"),
        ("a", "href=/x", "boilerplate"),
        ("a", "name=x", None),
        ("app-root", "", "root"),
        ("gwt:panel", "", "root"),
        ("my-widget", "", None),
        ("my:widget", "", None),
        ("div", "id=root", "root"),
        ("div", 'class="a" ID="__next"', "root"),
        ("div", "class=root", None),
        ("div", "data-id=root", None),
        ("p", "id=root", None),
        ("section", "id='main-content'", "main"),
        ("div", "class=main", None),
        ("div", "role=main", "main"),
        ("div", "role=content", None),
        ("div", "class=x id=S:0", "article"),
        ("div", "class='cookie-bar'", "overlay"),
        ("body", "class=modal-open", None),
        ("div", "class=story", None),
    ],
)
def test_region_is_named_by_its_tag_id_or_role(tag: str, attributes: str, kind: str | None) -> None:
    assert kind_of(tag, attributes) == kind


@pytest.mark.parametrize(
    ("tags", "is_open"),
    [
        (["a", "a"], False),
        (["a", "span", "a"], False),
        (["nav", "a"], True),
        (["div", "a"], False),
        (["nav", "/nav", "a"], False),
        (["a", "span", "/span", "nav", "/nav", "/x"], True),
    ],
)
def test_link_ends_the_unclosed_link_before_it_and_nothing_else(tags: list[str], is_open: bool) -> None:
    regions = OpenRegions()
    for tag in [*tags, "/a"] if tags[-1] == "a" else tags:
        if tag.startswith("/"):
            list(regions.end(tag[1:]))
        else:
            regions.start(tag, "href=/", 0)

    assert regions.in_boilerplate(0) == is_open


def test_overlay_with_much_text_is_the_page() -> None:
    regions = OpenRegions()
    regions.start("div", "class=modal", 100)

    assert regions.in_boilerplate(99 + OVERLAY_LETTERS_MAX) and not regions.in_boilerplate(100 + OVERLAY_LETTERS_MAX)


def test_main_part_is_not_boilerplate() -> None:
    regions = OpenRegions()
    for tag, attributes in (("main", ""), ("div", "id=root"), ("article", "")):
        regions.start(tag, attributes, 0)

    assert not regions.in_boilerplate(10)


def test_end_of_an_element_ends_the_regions_inside_and_not_one_of_the_same_tag() -> None:
    regions = OpenRegions()
    for tag in ("main", "article", "nav"):
        regions.start(tag, "", 0)
    regions.start("article", "", 0)

    assert [region.kind for region in regions.end("article")] == ["article"]
    assert [region.kind for region in regions.end("article")] == ["boilerplate", "article"]
    assert regions.in_main() and [region.kind for region in regions.end_all()] == ["main"] and not regions.in_main()


def test_region_ends_with_its_own_end_tag_not_with_that_of_an_element_of_the_same_name_inside() -> None:
    regions = OpenRegions()
    regions.start("div", "class=cookie-bar", 0)
    for tag in ("div", "p"):
        regions.start(tag, "", 0)
        assert list(regions.end(tag)) == [] and regions.in_boilerplate(0)

    assert [region.kind for region in regions.end("div")] == ["overlay"]
