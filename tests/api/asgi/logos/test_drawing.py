"""Logos in other forms are drawn in a process of their own."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Iterator
from uuid import uuid4

import pytest
from PIL import Image

from api.asgi.logos.drawing import SLOTS_EACH, Drawing
from api.asgi.logos.forms import Form

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{}</svg>'
MARK = SVG.format('<circle cx="5" cy="5" r="4" fill="red"/>').encode()
# It costs as much as a stored SVG may cost to draw, which takes seconds at this size.
LAYERS = SVG.format('<rect width="10" height="10" opacity=".1"/>' * 195).encode()
FORM = Form("png", 512)


@pytest.fixture
def drawing() -> Iterator[Drawing]:
    made = Drawing()
    yield made
    made.stop()


def draw(drawing: Drawing, *bodies: bytes) -> list[bytes | BaseException | None]:
    """What comes of concurrent requests of one workspace."""
    workspace_id = uuid4()

    async def draw_all() -> list[bytes | BaseException | None]:
        requests = (drawing.draw(body, "image/svg+xml", FORM, workspace_id) for body in bodies)
        return await asyncio.gather(*requests, return_exceptions=True)

    return asyncio.run(draw_all())


def test_svg_that_takes_seconds_is_given_up_and_the_next_one_is_drawn(drawing: Drawing) -> None:
    assert draw(drawing, LAYERS) == [None]

    (found,) = draw(drawing, MARK)

    assert isinstance(found, bytes) and Image.open(io.BytesIO(found)).size == (512, 512)


def test_file_that_cannot_be_drawn_is_none(drawing: Drawing) -> None:
    assert draw(drawing, b"<svg", b"") == [None, None]


def test_logos_of_one_page_wait_for_each_other(drawing: Drawing) -> None:
    assert all(isinstance(each, bytes) for each in draw(drawing, *[MARK] * (3 * SLOTS_EACH)))
