"""What logo serving remembers is bounded."""

from __future__ import annotations

import time
from datetime import timedelta

from api.asgi.logos.cache import BRANDS_MAX_FILES, CachedBrand, LogoCache
from models.brands.brand import LogoRow, ServedBrand

FILES_PER_BRAND = 500


def test_brands_with_many_files_push_out_others() -> None:
    cache = LogoCache()
    row = LogoRow("icon", "light", 64, "image/png", "e", 64, 64, False, "l")
    served = ServedBrand(timedelta(), "acme.com", "Acme", None, (row,) * FILES_PER_BRAND)

    for number in range(1_000):
        cache.remember_brand(f"{number}.com", CachedBrand(served, time.monotonic()))

    assert cache.brand("0.com") is None and cache.brand("999.com") is not None
    assert len(cache.brands.items()) <= BRANDS_MAX_FILES // FILES_PER_BRAND
