"""What logo serving remembers is bounded."""

from __future__ import annotations

import time
from datetime import timedelta

from api.asgi.logos.known import FACES_MAX_FILES, Known, KnownFace
from models.brands.brand import Face, LogoRow

FILES_PER_BRAND = 500


def test_brands_with_many_files_push_out_others() -> None:
    known = Known()
    row = LogoRow("icon", "light", 64, "image/png", "e", 64, 64, False, "l")
    face = Face(timedelta(), "acme.com", "Acme", None, (row,) * FILES_PER_BRAND)

    for number in range(1_000):
        known.remember_face(f"{number}.com", KnownFace(face, time.monotonic()))

    assert known.face("0.com") is None and known.face("999.com") is not None
    assert len(known.faces.items()) <= FACES_MAX_FILES // FILES_PER_BRAND
