"""Two screenshots: the share of changed pixels, and the picture of both."""

from __future__ import annotations

import io
import time

import pytest
from PIL import Image, ImageDraw, ImageFont

from extraction.changes import picture, tiles
from extraction.changes.comparison import compare
from extraction.changes.noise import Noise
from extraction.changes.tiles import NO_TILES, PictureNoise
from extraction.changes.version import Version


def drawn(text: str = "Price 49", *, at: float = 20.0, size: tuple[int, int] = (400, 200), kind: str = "PNG") -> bytes:
    image = Image.new("RGB", size, "white")
    ImageDraw.Draw(image).text((at, 40), text, fill="black", font=ImageFont.load_default(24))
    written = io.BytesIO()
    image.save(written, kind)
    return written.getvalue()


def test_equal_pictures_have_no_difference() -> None:
    assert picture.compare(drawn(), drawn()) == picture.Difference(0.0, None, NO_TILES)


def test_changed_text_is_marked_in_a_picture_of_both() -> None:
    found = picture.compare(drawn(), drawn("Price 99"))

    assert 0.0005 < found.share < 0.05 and found.png
    shown = Image.open(io.BytesIO(found.png)).convert("RGB")
    assert shown.size == (400 + picture.GAP_PX + 400, 200)
    reds = [
        x
        for x in range(shown.width)
        for y in range(30, 80)
        if shown.getpixel((x, y))[0] > shown.getpixel((x, y))[1] + 60
    ]
    assert any(x < 400 for x in reds) and any(x > 408 for x in reds)


def test_smoothed_edges_and_another_format_are_no_difference() -> None:
    assert picture.compare(drawn(at=20.0), drawn(at=20.4)).share < 0.0002
    assert picture.compare(drawn(), drawn(kind="WEBP")).share < 0.0002


def test_longer_page_counts_as_changed_below() -> None:
    assert picture.compare(drawn(), drawn(size=(400, 400))).share == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("data", [b"", b"no image", drawn()[:200]])
def test_unreadable_picture_is_an_error(data: bytes) -> None:
    with pytest.raises(picture.UnreadablePicture):
        picture.compare(drawn(), data)


def test_long_screenshots_are_compared_in_bounded_time_and_shown_smaller() -> None:
    started = time.process_time()
    found = picture.compare(drawn(size=(300, 14_000)), drawn("Price 99", size=(300, 14_000)))

    assert time.process_time() - started < 15
    assert found.png and Image.open(io.BytesIO(found.png)).height <= picture.SHOWN_HEIGHT_MAX_PX


def test_comparison_reports_the_picture_only_if_asked() -> None:
    one, other = Version(screenshot=drawn()), Version(screenshot=drawn("Everything 99 is new"))

    asked = compare(one, other, Noise(), {"screenshot"})

    assert (asked.result, asked.aspects) == ("changed", ("screenshot",)) and asked.picture
    assert compare(one, other, Noise()).result == "same"


def test_changed_digit_of_a_long_page_is_a_change() -> None:
    one, other = (Version(screenshot=drawn(text, size=(1_440, 6_000))) for text in ("Price 49", "Price 44"))

    assert compare(one, other, Noise(), {"screenshot"}).aspects == ("screenshot",)


def test_unreadable_screenshot_of_a_visit_is_not_compared() -> None:
    change = compare(Version(screenshot=drawn()), Version(screenshot=b"?"), Noise(), {"screenshot"})

    assert (change.result, change.picture_share) == ("same", None)


def test_places_that_change_at_every_visit_are_not_counted_and_not_marked() -> None:
    def shown(slogan: str, price: str) -> bytes:
        image = Image.open(io.BytesIO(drawn(price, size=(400, 300))))
        ImageDraw.Draw(image).text((20, 200), slogan, fill="black", font=ImageFont.load_default(24))
        written = io.BytesIO()
        image.save(written, "PNG")
        return written.getvalue()

    one, two, three = (shown(slogan, "Price 49") for slogan in ("Fly away", "Buy more", "Eat well"))
    noise = PictureNoise().seen(picture.compare(one, two).tiles)

    assert picture.compare(two, three).share > 0.001
    assert picture.compare(two, three, noise.noisy) == picture.Difference(0.0, None, picture.compare(two, three).tiles)
    assert picture.compare(two, shown("Eat well", "Price 99"), noise.noisy).share > 0.0004


def test_picture_that_became_quiet_counts_again_and_the_noise_survives_storage() -> None:
    found = picture.compare(drawn(), drawn("Price 99")).tiles
    noise = PictureNoise().seen(found)
    assert noise.noisy == found

    stored = tiles.from_json(tiles.to_json(noise))
    for _ in range(2):
        stored = stored.seen(NO_TILES)

    assert stored.noisy == NO_TILES
    assert tiles.from_json(tiles.to_json(stored)) == stored


def test_noise_of_a_picture_that_changes_everywhere_is_small() -> None:
    every = tiles.Tiles(frozenset((x, y) for x in range(125) for y in range(750)))

    assert len(str(tiles.to_json(PictureNoise().seen(every)))) < 2_000
