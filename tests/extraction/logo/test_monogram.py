"""A monogram shows the first letter that a font has, in its centre, in a colour that can be read."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops

from extraction.logo import color
from extraction.logo.monogram import monogram_of


@pytest.mark.parametrize(
    "name,domain,letter",
    [
        ("Acme", "acme.com", "A"), ("the Times", "times.com", "T"), ("  «Ångström»", "a.com", "Å"), ("E\u0301tude", "a.com", "É"),
        ("3M", "a.com", "3"), ("Яндекс", "a.ru", "Я"), ("ωmega", "a.gr", "Ω"), ("삼성", "a.kr", "삼"), ("東京", "a.jp", "東"),
        ("שלום", "a.il", "ש"), ("العربية", "a.sa", "ا"), ("हिन्दी", "a.in", "ह"), ("ไทย", "a.th", "ท"), ("😀", "smile.com", "S"),
        ("\U00013000", "nile.com", "N"), ("", "xn--mnchen-3ya.de", "M"), ("ßeta", "a.de", "ß"), ("The", "a.com", "T"),
        (None, "7.com", "7"),
    ],
)  # fmt: skip
def test_letter_is_the_first_that_a_font_has(name: str | None, domain: str, letter: str) -> None:
    assert monogram_of(domain, name).letter == letter


@pytest.mark.parametrize("edge", [16, 32, 48, 64, 96, 128, 256, 512])
@pytest.mark.parametrize("name", ["Wide", "Jig", "Iota", "Quay"])
def test_ink_stands_in_the_centre(edge: int, name: str) -> None:
    image = Image.open(io.BytesIO(monogram_of("a.com", name, "#336699").draw(edge))).convert("RGB")

    ground = Image.new("RGB", image.size, "#336699")
    left, top, right, bottom = (
        ImageChops.difference(image, ground).convert("L").point(lambda v: 255 * (v > 30)).getbbox()
    )

    assert image.size == (edge, edge)
    assert abs(left - (edge - right)) <= 1 + edge / 128 and abs(top - (edge - bottom)) <= 1 + edge / 128
    assert 0.4 < (bottom - top) / edge < 0.66


def test_colour_of_an_unknown_brand_is_always_the_same_and_readable() -> None:
    colors = {monogram_of(f"{number}.com").color for number in range(200)}

    assert len(colors) > 100 and monogram_of("0.com").color == monogram_of("0.com").color
    assert min(color.contrast(color.rgb_of(one), color.WHITE) for one in colors) > 4.3
