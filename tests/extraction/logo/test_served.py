"""The served files: each size once, none enlarged, legible on each background, adaptive where a logo can be."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable
from dataclasses import replace

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

WHITE = BLACK.replace(b"#000", b"#fff")
BARS = BLACK.replace(b"M4 4h20v32H4z", b"M4 4h8v32H4zM20 4h8v32h-8z")
BLUE = BARS.replace(b"#000", b"#1d4ed8")
TWO_DARK = BARS.replace(b"</svg>", b'<path d="M30 4h4v32h-4z" fill="#5b2430"/></svg>')


def png(width: int, height: int, fill: str = "#dd2222") -> bytes:
    image = Image.new("RGBA", (width, height))
    image.paste(fill, (0, 0, width * 2 // 3, height))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def _fills(body: bytes) -> tuple[str, ...]:
    found = re.search(rb'fill="(#[0-9a-f]{6})"', body)
    return (found[1].decode() if found else "#000000",)


def brand(*logos: tuple[bytes, LogoTheme, bool], adaptive_body: bytes | None = None) -> ResolvedBrand:
    """A brand with icons: (bytes, theme, single colour)."""
    records, files = [], []
    for number, (body, theme, single) in enumerate(logos):
        kind = "svg" if body.startswith(b"<svg") else "png"
        records.append(
            Logo(
                id=str(number), type="icon", theme=theme, format=kind, width=40, height=40, aspect_ratio=1.0, source="link-icon",
                has_transparency=True, single_color=single, colors=_fills(body), origin="declared",
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


@pytest.mark.parametrize(("body", "theme"), [(LIGHT, "dark"), (BLACK, "light")])
def test_adaptive_logo_shows_the_logo_and_the_form_that_was_made_of_it(body: bytes, theme: LogoTheme) -> None:
    (auto,) = of(build(brand((body, theme, False))), "auto")

    assert auto.adaptive and auto.body.count(b"data:image/svg+xml") == 2


@pytest.mark.parametrize(
    ("light", "dark", "pictures"), [(True, True, 2), (True, False, 1), (False, True, 1)], ids=["both", "light", "dark"]
)
def test_pair_goes_before_a_mark_of_one_colour_only_if_both_have_one(light: bool, dark: bool, pictures: int) -> None:
    (auto,) = of(build(brand((BLACK, "light", light), (WHITE, "dark", dark))), "auto")

    assert auto.adaptive and auto.body.count(b"data:image/svg+xml") == pictures


@pytest.mark.parametrize(
    ("body", "edge", "logo_id"), [(png(39, 20, "#000"), 39, "0"), (png(40, 20, "#000"), 40, "1"), (BLACK, 10, "1")]
)
def test_tiny_picture_of_one_colour_is_not_preferred(body: bytes, edge: int, logo_id: str) -> None:
    found = brand((png(400, 400), "any", False), (body, "light", True))
    first, second = found.brand.logos
    logos = (first, replace(second, width=edge, height=edge // 2))

    assert of(build(replace(found, brand=replace(found.brand, logos=logos))), "auto")[0].logo_id == logo_id


def test_logo_is_shown_as_it_is_where_it_is_declared_or_made_for_light() -> None:
    dark, light = (of(build(brand((body, theme, False))), shown) for body, theme, shown in (
        (TWO_DARK, "dark", "dark"), (TWO_DARK, "any", "light"),
    ))  # fmt: skip

    assert dark[0].body == light[0].body == TWO_DARK


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


def test_mark_for_dark_backgrounds_goes_before_one_for_any() -> None:
    files = build(brand((png(40, 40), "any", False), (WHITE, "dark", True)))

    assert of(files, "dark")[0].logo_id == "1" and of(files, "light")[0].logo_id == "0"


@pytest.mark.parametrize(
    ("body", "single", "expected"),
    [(BLUE, True, b"#ffffff"), (TWO_DARK, False, b'rx="'), (BLACK.replace(b"#000", b"#f97316"), True, b"#f97316")],
    ids=["white form", "tile", "as it is"],
)
def test_mark_on_dark_has_a_contrast_of_three_or_another_form(body: bytes, single: bool, expected: bytes) -> None:
    assert expected in of(build(brand((body, "any", single))), "dark")[0].body


def test_adaptive_logo_prefers_the_mark_of_one_colour() -> None:
    files = build(brand((png(400, 400), "any", False), (BLACK, "light", True)))

    (auto,) = of(files, "auto")
    assert auto.logo_id == "1" and auto.adaptive


def test_mark_that_looks_the_same_on_both_backgrounds_is_not_adaptive() -> None:
    orange = BLACK.replace(b"#000", b"#f97316")
    resolved = brand((orange, "any", True))
    resolved = replace(
        resolved, brand=replace(resolved.brand, logos=(replace(resolved.brand.logos[0], colors=("#f97316",)),))
    )

    (auto,) = of(build(resolved), "auto")

    assert not auto.adaptive and auto.body == orange


def test_both_marks_of_an_adaptive_logo_have_the_same_size() -> None:
    padded = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><path d="M40 40h20v20H40z" fill="#fff"/></svg>'
    )
    full = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><path d="M0 0h60v60H0z" fill="#000"/></svg>'

    (auto,) = of(build(brand((full, "light", False), (padded, "dark", False))), "auto")

    boxes = [draw(_only(auto.body, name), 120).getchannel("A").getbbox() for name in ("l", "d")]
    for box in boxes:
        assert box == pytest.approx((0, 0, 120, 120), abs=2)


def _only(svg: bytes, name: str) -> bytes:
    """The two-image SVG with one of its images drawn as a shape, since `draw` takes no SVG inside an SVG."""
    other = {"l": "d", "d": "l"}[name]
    text = re.sub(rf'<image id="{other}".*?/>', "", svg.decode())
    text = re.sub(r"<style>.*?</style>", "", text)
    image = re.search(r'<image id="\w" x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)"', text)
    assert image
    x, y, width, height = (float(part) for part in image.groups())
    start, share = (0.4, 0.2) if name == "d" else (0, 1)
    position = f'x="{x + start * width}" y="{y + start * height}"'
    shape = f'<rect {position} width="{share * width}" height="{share * height}"/>'
    return re.sub(r"<image .*?/>", shape, text).encode()


def test_adaptive_file_of_a_size_has_the_pictures_of_that_size() -> None:
    files = build(brand((png(64, 64), "light", False), (png(32, 32), "dark", False)))

    edges = {file.size: [image.width for image in _images(file.body)] for file in of(files, "auto")}
    assert edges == {16: [16, 16], 32: [32, 32], 48: [48, 32], 64: [64, 32]}


def _images(svg: bytes) -> list[Image.Image]:
    """The pictures inside an SVG."""
    found = re.findall(rb"data:image/png;base64,([\w+/=]+)", svg)
    return [Image.open(io.BytesIO(base64.b64decode(each))) for each in found]


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


@pytest.mark.parametrize("size", ["", ' width="40" height="40"'])
def test_forms_of_a_mark_have_a_size_if_the_mark_has_one(size: str) -> None:
    body = BLACK.replace(b" viewBox", f"{size} viewBox".encode())

    bodies = [file.body for file in build(brand((body, "light", True))) if file.theme in ("dark", "auto")]

    assert [b' width="40" height="40" viewBox' in each for each in bodies] == [bool(size)] * 2


def test_dark_and_adaptive_form_have_the_same_color_at_the_edge_of_legibility() -> None:
    files = build(brand((BLACK.replace(b"#000", b"#be123c"), "any", True)))

    assert [b"#ffffff" in of(files, theme)[0].body for theme in ("dark", "auto")] in ([True] * 2, [False] * 2)


def test_the_text_of_a_mark_is_drawn_in_its_dark_form_too() -> None:
    words = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><text x="60" y="38" font-size="36">Acme</text>'
    )
    words += b'<path d="M0 0h50v50H0z"/></svg>'
    dark = of(build(brand((words, "any", True))), "dark")[0]

    assert draw(dark.body, 200).getbbox() == draw(words, 200).getbbox()
