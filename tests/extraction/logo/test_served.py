"""The served files: each size once, none enlarged, legible on each background, adaptive where a logo can be."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from PIL import Image

from contract.results.brands.brand import Brand, Logo, LogoFile, LogoTheme, ResolvedBrand
from contract.results.brands.served_logo import ServedLogo
from extraction.logo.sanitise import sanitise
from extraction.logo.served import build
from extraction.logo.vector import draw

BLACK = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 4h20v32H4z" fill="#000"/></svg>'
LIGHT = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M4 4h16v32H4z" fill="#fff"/>'
LIGHT += b'<path d="M20 4h16v32H20z" fill="#ffe"/></svg>'


def png(width: int, height: int, fill: str = "#dd2222") -> bytes:
    image = Image.new("RGBA", (width, height))
    image.paste(fill, (0, 0, width * 2 // 3, height))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def brand(*logos: tuple[bytes, LogoTheme, bool], adaptive_body: bytes | None = None) -> ResolvedBrand:
    """A brand with icons: (bytes, theme, single colour)."""
    records, files = [], []
    for number, (body, theme, single) in enumerate(logos):
        kind = "svg" if body.startswith(b"<svg") else "png"
        records.append(
            Logo(
                id=str(number), type="icon", theme=theme, format=kind, width=40, height=40, aspect_ratio=1.0, source="link-icon",
                has_transparency=True, single_color=single, colors=("#000000",), origin="declared",
            )  # type: ignore[arg-type]
        )  # fmt: skip
        files.append(LogoFile(id=str(number), format=kind, body=body, adaptive_body=adaptive_body))  # type: ignore[arg-type]
    made = Brand(
        domain="a.com", queried_domain="a.com", url="", name="A", resolved_at="", confidence=1.0, logos=tuple(records)
    )
    return ResolvedBrand(brand=made, files=tuple(files))


def of(files: Iterable[ServedLogo], theme: str) -> list[ServedLogo]:
    return [file for file in files if file.theme == theme]


@pytest.mark.parametrize(
    "size,expected",
    [
        ((180, 90), [16, 32, 48, 64, 96, 128, 180]),
        ((64, 64), [16, 32, 48, 64]),
        ((10, 8), [10]),
        ((900, 300), [16, 32, 48, 64, 96, 128, 256, 512]),
    ],
)
def test_raster_has_the_steps_of_the_ladder_up_to_its_own_size(size: tuple[int, int], expected: list[int]) -> None:
    files = of(build(brand((png(*size), "any", False))), "light")

    assert [file.size for file in files] == expected
    for file in files:
        image = Image.open(io.BytesIO(file.body))
        assert max(image.size) == file.size and image.size == (file.width, file.height)


def test_svg_stays_one_svg_for_every_size() -> None:
    files = build(brand((BLACK, "light", True)))

    assert {(file.size, file.content_type) for file in files} == {(0, "image/svg+xml")}
    assert of(files, "light")[0].body == BLACK


def test_single_colour_mark_gets_the_colour_of_the_missing_background() -> None:
    dark = of(build(brand((png(40, 40, "#000"), "light", True))), "dark")[-1]

    pixels = Image.open(io.BytesIO(dark.body)).convert("RGBA")
    assert pixels.getpixel((5, 5)) == (255, 255, 255, 255) and pixels.getpixel((38, 5))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("body", [LIGHT, png(40, 40, "#fffff0")], ids=["svg", "png"])
def test_logo_of_many_colours_gets_a_tile_on_the_missing_background(body: bytes) -> None:
    file = of(build(brand((body, "dark", False))), "light")[-1]

    if file.content_type == "image/svg+xml":
        assert b'fill="#111111"' in file.body and b"data:image/svg+xml;base64" in file.body
    else:
        image = Image.open(io.BytesIO(file.body)).convert("RGBA")
        assert image.width > 40 and image.getpixel((image.width // 2, 2)) == (17, 17, 17, 255)
        assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]


def test_adaptive_logo_shows_the_variant_of_each_background() -> None:
    files = build(brand((BLACK, "light", False), (LIGHT, "dark", False)))

    (auto,) = of(files, "auto")
    assert auto.adaptive and auto.body.count(b"data:image/svg+xml") == 2 and b"prefers-color-scheme:dark" in auto.body


def test_adaptive_mark_of_one_colour_is_drawn_in_two() -> None:
    (auto,) = of(build(brand((BLACK, "light", True))), "auto")

    assert auto.adaptive and b"#c{fill:#000000}" in auto.body and b"#c{fill:#ffffff}" in auto.body


def test_adaptive_mark_keeps_its_current_colour() -> None:
    body = BLACK.replace(b"#000", b"currentColor")

    (auto,) = of(build(brand((BLACK, "light", True), adaptive_body=body)), "auto")

    assert b"currentColor" in auto.body and b"svg{color:#000000}" in auto.body


def test_logo_for_any_background_stays_as_it_is() -> None:
    files = build(brand((png(40, 40), "any", False)))

    assert [file.body for file in of(files, "auto")] == [file.body for file in of(files, "light")]
    assert not of(files, "auto")[0].adaptive


def test_damaged_file_is_left_out() -> None:
    files = build(brand((b"\x89PNG\r\n\x1a\nnothing", "any", False), (BLACK, "light", True)))

    assert {file.logo_id for file in files} == {"1"}
    assert build(brand((b"no image", "any", False))) == ()


def test_every_svg_that_is_made_can_be_drawn_and_is_well_formed() -> None:
    for resolved in (
        brand((BLACK, "light", True)),
        brand((LIGHT, "dark", False)),
        brand((BLACK, "light", False), (png(90, 40), "dark", False)),
    ):
        for file in build(resolved):
            if file.content_type == "image/svg+xml":
                assert sanitise(file.body) and draw(file.body, 64).size[0] <= 64
