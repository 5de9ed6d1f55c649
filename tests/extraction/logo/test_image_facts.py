"""Logos are measured by their bytes; hostile and false ones are refused quickly."""

from __future__ import annotations

import io
import struct
import time
import zlib

import pytest
from PIL import Image

from extraction.logo import image_facts, sniff
from extraction.logo.raster import UnusableImage

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="{}">{}</svg>'
REFUSED_WITHIN_SECONDS = 5.0


def svg(box: str, inside: str) -> bytes:
    return SVG.format(box, inside).encode()


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    output = io.BytesIO()
    image.save(output, kind, **options)
    return output.getvalue()


def mark(size: tuple[int, int], color: str, background: str | None = None) -> Image.Image:
    """A bar with a gap, on nothing or on a background."""
    image = Image.new("RGBA", size, background or (0, 0, 0, 0))
    image.paste(color, (size[0] // 10, size[1] // 10, size[0] // 2, size[1] * 9 // 10))
    image.paste(color, (size[0] * 6 // 10, size[1] // 10, size[0] * 9 // 10, size[1] * 5 // 10))
    return image


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_of(width: int, height: int) -> bytes:
    """A PNG of that size whose pixels compress to nothing."""
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    pixels = zlib.compress(bytes(4_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def ico_of(png: bytes) -> bytes:
    return struct.pack("<HHHBBBBHHII", 0, 1, 1, 0, 0, 0, 0, 1, 32, len(png), 22) + png


@pytest.mark.parametrize(
    ("size", "color", "background", "kind", "theme", "single"),
    [
        ((100, 100), "#c8102e", None, "icon", "any", True),
        ((300, 100), "#c8102e", None, "wordmark", "any", True),
        ((100, 300), "#111111", None, "icon", "light", True),
        ((300, 100), "#ffffff", None, "wordmark", "dark", True),
        ((100, 100), "#ffffff", "#0057b8", "icon", "any", False),
        # White paper around a wide mark is not a part of it.
        ((400, 120), "#111111", "#ffffff", "wordmark", "any", False),
    ],
)
def test_type_and_theme_are_read_from_pixels(
    size: tuple[int, int], color: str, background: str | None, kind: str, theme: str, single: bool
) -> None:
    found = image_facts.read(encoded(mark(size, color, background), "PNG"))

    assert (found.type, found.theme, found.single_color) == (kind, theme, single)
    assert found.has_transparency == (background is None)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("PNG", "png"), ("GIF", "gif"), ("WEBP", "webp"), ("ICO", "ico"), ("AVIF", "avif"), ("BMP", "bmp")],
)
def test_format_is_read_from_the_bytes(kind: str, name: str) -> None:
    assert image_facts.read(encoded(mark((64, 64), "#0057b8", "#ffffff"), kind)).format == name


@pytest.mark.parametrize(
    ("body", "name"),
    [
        ("<svg></svg>".encode("utf-16"), "svg"),
        (b"<svg></svg>\x00", "svg"),
        (b"<!doctype html><svg></svg>", None),
        (b"<html><svg></svg>", None),
        (b"<svg><html></html></svg>", "svg"),
        (b"RIFF0000WAVE", None),
        (b"0000WEBPWEBP", None),
        (b"0000ftypmp42", None),
        (b"BM" + 24 * b"0", None),
    ],
)
def test_what_only_resembles_an_image_is_none(body: bytes, name: str | None) -> None:
    assert sniff.format_of(body) == name


def test_ico_gives_its_largest_frame() -> None:
    found = image_facts.read(encoded(mark((48, 48), "#0057b8"), "ICO", sizes=[(16, 16), (48, 48)]))

    assert (found.width, found.height) == (48, 48)


def test_colors_of_a_logo_are_exact_and_the_vivid_ones_come_first() -> None:
    inside = '<path fill="#111111" d="M0 0h60v20H0z"/><path fill="#e4002b" d="M70 0h20l10 20H70z"/>'

    assert image_facts.read(svg("0 0 100 20", inside)).colors == ("#e4002b", "#111111")


@pytest.mark.parametrize("size", ["512.000000pt", "45mm", "1cm", "2in", "3pc"])
def test_svg_with_a_size_in_units_of_length_is_drawn(size: str) -> None:
    inside = '<path fill="#e4002b" d="M0 0h5l3 3z"/>'
    sized = svg("0 0 9 9", inside).replace(b"<svg", f'<svg width="{size}" height="{size}"'.encode(), 1)

    assert image_facts.read(sized).colors == ("#e4002b",)


def test_svg_is_sanitised() -> None:
    inside = (
        '<script>alert(1)</script><image href="/etc/passwd" width="9" height="9"/><path onclick="x()" d="M0 0h5l3 3z"/>'
    )

    body = image_facts.read(svg("0 0 9 9", inside)).body

    assert not any(word in body for word in (b"script", b"passwd", b"onclick"))


LINES = "".join(f'<path stroke="red" stroke-dasharray="1e-5" d="M0 {n}l9 9"/>' for n in range(300))
USES = '<g id="a0"><path d="M0 0h5v3z"/></g>' + "".join(
    f'<g id="a{n + 1}">{f"<use href={chr(34)}#a{n}{chr(34)}/>" * 10}</g>' for n in range(9)
)
HOSTILE = {
    "PNG of 400 million pixels": png_of(20_000, 20_000),
    "PNG without its pixels": png_of(6_000, 6_000),
    "ICO that holds a PNG bomb": ico_of(png_of(12_000, 12_000)),
    "GIF with an endless screen": b"GIF89a" + struct.pack("<HH", 65_535, 65_535) + bytes(40),
    "BMP of 900 million pixels": b"BM" + struct.pack("<IHHIIiiHHIIiiII", 99, 0, 0, 54, 40, 30_000, 30_000, 1, 24, *[0] * 6),
    "20 MB": b"\x89PNG\r\n\x1a\n" + bytes(20_000_000),
    "HTML as an icon": b"<!doctype html><html><body><svg></svg></body></html>",
    "text": b"not found",
    "nothing": b"",
    "empty drawing": svg("0 0 9 9", ""),
    "transparent image": encoded(Image.new("RGBA", (64, 64)), "PNG"),
    "references that multiply": svg("0 0 9 9", USES + '<use href="#a9"/>'),
    "endless line": svg("0 0 1000000 1", '<path d="M0 0h9v1z"/>'),
    "entities that multiply": b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "' + b"&a;" * 50_000 + b'">]>'
    + svg("0 0 9 9", "<title>" + "&b;" * 50 + "</title>"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_image_is_refused_quickly(name: str) -> None:
    started = time.process_time()

    with pytest.raises(UnusableImage):
        image_facts.read(HOSTILE[name])

    assert time.process_time() - started < REFUSED_WITHIN_SECONDS


def test_tiny_dashes_are_drawn_as_lines() -> None:
    started = time.process_time()

    assert image_facts.read(svg("0 0 9 400", LINES)).colors == ("#ff0000",)
    assert time.process_time() - started < REFUSED_WITHIN_SECONDS


def test_letters_that_disappear_decide_against_a_background() -> None:
    """The icon has most of the pixels, the thin letters most of the logo."""
    letters = "".join(f'<path d="M{60 + 12 * number} 20h2v20h-2z" fill="#1c1c1c"/>' for number in range(24))
    icon = '<path d="M2 2h50v56H2z" fill="#f60"/>'
    body = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 350 60">{icon}{letters}</svg>'.encode()

    assert image_facts.read(body).theme == "light"
