"""The numbers of the confidence, at the edges of its rules."""

from __future__ import annotations

from typing import Any

import pytest

from extraction.verdicts.quality import Measurements, judge


def measured(**found: Any) -> Measurements:
    return Measurements(**{"status": 200, "words": 120, "expected": 0.8, **found})


@pytest.mark.parametrize(
    ("found", "confidence"),
    [
        ({}, 0.8),
        ({"words": 54}, 0.8),
        ({"words": 6}, 0.48),
        ({"words": 1}, 0.447),
        ({"words": 0}, 0.0),
        ({"expected": 1.0}, 1.0),
        ({"link_share": 0.3}, 0.8),
        ({"link_share": 1.0}, 0.604),
        ({"shell": True}, 0.15),
        ({"shell": True, "expected": 0.1}, 0.1),
        ({"status": 299}, 0.8),
        ({"status": 300}, 0.3),
        ({"status": 199}, 0.3),
        ({"status": 404, "expected": 0.2}, 0.2),
        ({"wall": "challenge"}, 0.1),
        ({"wall": "login"}, 0.15),
        ({"wall": "consent", "expected": 0.05}, 0.05),
    ],
)
def test_confidence_is_what_the_model_expects_lowered_by_each_sign(found: dict[str, Any], confidence: float) -> None:
    assert judge(measured(**found)).confidence == confidence


@pytest.mark.parametrize(
    ("found", "is_complete"),
    [
        ({}, True),
        ({"words": 1}, True),
        ({"words": 0}, False),
        ({"status": 200}, True),
        ({"status": 299}, True),
        ({"status": 199}, False),
        ({"status": 300}, False),
        ({"shell": True}, False),
        ({"complete": False}, False),
        ({"wall": "login"}, False),
    ],
)
def test_page_is_complete_unless_a_sign_says_otherwise(found: dict[str, Any], is_complete: bool) -> None:
    quality = judge(measured(**found))

    assert quality.complete == is_complete and quality.blocked == ("wall" in found)
