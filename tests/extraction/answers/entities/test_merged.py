"""Rows of several pages that describe the same entity become one."""

from __future__ import annotations

import time
from typing import Any

import pytest

from extraction.answers.entities.merged import MergedEntity, merge
from extraction.answers.schema_answer import FieldEvidence

A, B, C = "https://a.example/1", "https://b.example/2", "https://c.example/3"


def rows(*data: dict[str, Any]) -> list[Any]:
    return [(url, each, {}) for url, each in zip((A, B, C), data, strict=False)]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"gtin": "0012345678905", "name": "X"}, {"ean": "12345678905", "name": "Other"}, True),
        ({"gtin": "4006381333931", "name": "Pen"}, {"gtin": "4006381333948", "name": "Pen"}, False),
        ({"sku": "AB-1", "brand": "Acme"}, {"sku": "ab1", "brand": "ACME"}, True),
        ({"sku": "AB-1"}, {"sku": "AB-1"}, False),
        ({"url": "https://www.x.example/p/1/"}, {"url": "http://x.example/p/1#top"}, True),
        ({"url": "https://x.example/"}, {"url": "https://x.example/"}, False),
        ({"email": "Info@x.example"}, {"email": "info@x.example"}, True),
        (
            {"website": "https://www.acme.example/about", "name": "Acme"},
            {"domain": "acme.example", "name": "ACME Inc."},
            True,
        ),
        ({"name": "Jane Doe", "email": "info@x.example"}, {"name": "John Roe", "email": "info@x.example"}, False),
        ({"name": "Store Berlin", "website": "x.example"}, {"name": "Store Munich", "website": "x.example"}, False),
        ({"website": "x.example"}, {"website": "x.example"}, False),
        (
            {"name": "Mug", "price": 5, "website": "x.example"},
            {"name": "Lamp", "price": 50, "website": "x.example"},
            False,
        ),
        ({"name": "Talk A", "url": "https://x.example/e"}, {"name": "Talk B", "url": "https://x.example/e"}, False),
        ({"role": "Sales", "email": "info@x.example"}, {"role": "Support", "email": "info@x.example"}, False),
        (
            {"name": "Jazz Night", "startDate": "2026-05-01T20:00", "venue": "Blue Hall"},
            {"name": "Jazz Night with Kim", "startDate": "2026-05-01T20:00", "venue": "Blue Hall"},
            True,
        ),
        (
            {"name": "Jazz Night", "startDate": "2026-05-01T20:00", "venue": "Blue Hall"},
            {"name": "Chess Open", "startDate": "2026-05-01T20:00", "venue": "Blue Hall"},
            False,
        ),
        (
            {"name": "Jazz Night", "startDate": "2026-05-01", "venue": "Blue Hall"},
            {"name": "Jazz Night with Kim", "startDate": "2026-05-01", "venue": "Blue Hall"},
            False,
        ),
        ({"name": "Ann Lee", "email": "a@x.example"}, {"name": "Ann Lee", "email": "b@x.example"}, False),
        ({"name": "Ann Lee", "phone": "040 1"}, {"name": "Ann Lee", "phone": "040 2"}, False),
        ({"title": "Weather", "published": "2026-01-01"}, {"title": "Weather", "published": "2026-01-02"}, False),
        (
            {"name": "T-Shirt", "price": 5, "url": "https://x.example/1"},
            {"name": "T-Shirt", "price": 9, "url": "https://x.example/2"},
            False,
        ),
        ({"website": "acme.example", "name": "Acme"}, {"website": "other.example", "name": "Acme"}, False),
        ({"name": "Café Morgenrot GmbH"}, {"name": "cafe  morgenrot"}, True),
        ({"name": "Summer Fair", "startDate": "2024-06-01"}, {"name": "Summer Fair", "startDate": "2025-06-01"}, False),
        ({"title": "Engineer", "company": "A"}, {"title": "Engineer", "company": "B"}, False),
        ({"name": "東京"}, {"name": "東京"}, True),
        ({"name": ""}, {"name": ""}, False),
        ({"price": 5}, {"price": 5}, False),
        ({"product": {"gtin": "4006381333931"}}, {"product": {"gtin13": "4006381333931"}}, True),
    ],
)
def test_which_rows_are_one_entity(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    assert len(merge(rows(one, other))) == (1 if same else 2)


def test_the_better_evidenced_value_is_retained_and_every_source_listed() -> None:
    weak, strong, bare = FieldEvidence(0.6, "10"), FieldEvidence(0.9, "12"), FieldEvidence(0.5, None)
    found = merge(
        [
            (A, {"name": "Pen", "gtin": "4006381333931", "price": 10, "tags": ["blue", "Ink"]}, {"price": weak}),
            (
                B,
                {"name": "pen", "gtin": "4006381333931", "price": 12, "stock": 3, "tags": ["ink", "new"]},
                {"price": strong},
            ),
            (
                C,
                {"name": "PEN", "gtin": "4006381333931", "price": 13, "stock": None, "offer": {"price": 1}},
                {"price": bare},
            ),
            (A, {"name": "Pencil"}, {}),
        ]
    )

    merged = {
        "name": "Pen",
        "gtin": "4006381333931",
        "price": 12,
        "tags": ["blue", "Ink", "new"],
        "stock": 3,
        "offer": {"price": 1},
    }
    assert found == [MergedEntity(merged, (A, B, C), {"price": [10, 13]}), MergedEntity({"name": "Pencil"}, (A,))]


def test_items_of_lists_are_entities() -> None:
    found = merge(
        [
            (
                A,
                {"products": [{"name": "Pen", "price": 1}, {"name": "Ink", "price": 2}]},
                {"products.0.price": FieldEvidence(0.9, "1")},
            ),
            (B, {"items": [{"name": "pen", "stock": 3}]}, {}),
        ]
    )

    assert [(entity.data, entity.sources) for entity in found] == [
        ({"name": "Pen", "price": 1, "stock": 3}, (A, B)),
        ({"name": "Ink", "price": 2}, (A,)),
    ]


@pytest.mark.parametrize("same", ["gtin", "name", "nothing"])
def test_ten_thousand_rows_stay_linear(same: str) -> None:
    made: list[Any] = [
        (
            f"https://x.example/{position}",
            {
                "name": "Same" if same == "name" else f"N {position}",
                "gtin": f"{10**12 + (0 if same == 'gtin' else position)}",
            },
            {},
        )
        for position in range(10_000)
    ]
    started = time.process_time()

    found = merge(made)

    assert time.process_time() - started < 15
    assert len(found) == (1 if same == "gtin" else 10_000)


def test_hostile_rows_are_bounded() -> None:
    deep: Any = "end"
    for _ in range(5_000):
        deep = {"a": deep} if _ % 2 else [deep]
    wide = {f"field {position}": "x" * 1_000 for position in range(3_000)}

    found = merge(
        [
            (A, {"name": "X", "deep": deep}, {}),
            (B, {"name": "x", "deep": deep, **wide}, {}),
            ("http://[", {"url": "http://[", "name": ""}, {}),
        ]
    )

    assert [len(entity.sources) for entity in found] == [2, 1]
