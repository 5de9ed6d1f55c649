"""Changes in Firecrawl's form."""

from __future__ import annotations

from typing import Any

from contract.firecrawl.changes import diff

TEXT = "@@ -1,3 +1,4 @@\n # Plant\n-It has 40 panels.\n+It has 64 panels.\n+And batteries.\n It works.\n@@ -9 +10 @@\n-Old\n+New\n"


def page(text: str = "", *fields: dict[str, Any]) -> dict[str, Any]:
    return {"url": "http://a.com/", "diff": text, "fields": list(fields)}


def test_a_text_is_also_given_in_parts() -> None:
    found = diff(page(TEXT))

    assert found["text"] == f"--- previous\n+++ current\n{TEXT}"
    [file] = found["json"]["files"]
    assert (file["additions"], file["deletions"]) == (3, 2)
    first, second = file["chunks"]
    assert (first["oldStart"], first["oldLines"], first["newStart"], first["newLines"]) == (1, 3, 1, 4)
    assert (second["oldStart"], second["oldLines"], second["newStart"], second["newLines"]) == (9, 1, 10, 1)
    assert first["changes"] == [
        {"type": "normal", "normal": True, "ln1": 1, "ln2": 1, "content": " # Plant"},
        {"type": "del", "del": True, "ln": 2, "content": "-It has 40 panels."},
        {"type": "add", "add": True, "ln": 2, "content": "+It has 64 panels."},
        {"type": "add", "add": True, "ln": 3, "content": "+And batteries."},
        {"type": "normal", "normal": True, "ln1": 3, "ln2": 4, "content": " It works."},
    ]


def test_values_replace_the_parts_of_the_text() -> None:
    price = {"name": "price", "old": 12, "new": 13}

    assert diff(page("", price)) == {"json": {"price": {"previous": 12, "current": 13}}}
    both = diff(page(TEXT, price))
    assert both["text"].endswith(TEXT) and both["json"] == {"price": {"previous": 12, "current": 13}}


def test_no_difference_is_empty() -> None:
    assert diff(page()) == {}
