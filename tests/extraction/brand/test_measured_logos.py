"""How far an image is trusted to be the logo, by its measurements."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from extraction.brand.marks.candidate import Candidate
from extraction.brand.measured_logos import ASPECT_MAX, SMALL_PX, MeasuredLogo
from extraction.logo.image_facts import LogoFacts

LOGO = MeasuredLogo(
    Candidate(source="header-img", origin="harvested", trust=80, url="https://acme.example/logo.png"),
    LogoFacts(
        format="png", body=b"logo", width=SMALL_PX, height=SMALL_PX, aspect_ratio=1, theme="light", has_transparency=True,
        has_tile=False, single_color=True, is_photo=False, swatches=(),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("facts", "candidate", "is_trusted_less"),
    [
        ({}, {}, False),
        ({"width": SMALL_PX - 1}, {}, False),
        ({"width": SMALL_PX - 1, "height": SMALL_PX - 1}, {}, True),
        ({"width": SMALL_PX - 1, "height": SMALL_PX - 1, "format": "svg"}, {}, False),
        ({"aspect_ratio": ASPECT_MAX}, {}, False),
        ({"aspect_ratio": ASPECT_MAX + 0.1}, {}, True),
        ({"is_photo": True}, {}, True),
        ({}, {"hidden": True}, True),
        ({"theme": "dark"}, {"background": "#ffffff"}, True),
        ({"theme": "dark"}, {"background": "#000000"}, False),
        ({"theme": "any"}, {"background": "#000000"}, False),
    ],
)
def test_an_image_that_does_not_look_like_a_main_logo_is_trusted_less(
    facts: dict[str, Any], candidate: dict[str, Any], is_trusted_less: bool
) -> None:
    logo = MeasuredLogo(replace(LOGO.candidate, **candidate), replace(LOGO.facts, **facts))

    assert (logo.trust < LOGO.trust) is is_trusted_less and logo.trust <= 80
