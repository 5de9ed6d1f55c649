"""Placeholders: monograms, the transparent pixel, and the empty 404."""

from __future__ import annotations

from functools import lru_cache

from contract.results.brands.served_logo import ladder_size
from extraction.logo.monogram import Monogram, monogram_of
from models.brands.brand import ServedBrand

TRANSPARENT_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082"
)


def monogram(host: str, served: ServedBrand | None, size: int) -> bytes:
    """The monogram of a brand as PNG. Takes up to 20 ms for the largest size: call it in a thread."""
    return _drawn(shown(host, served), ladder_size(size))


def shown(host: str, served: ServedBrand | None) -> Monogram:
    """What the monogram of a brand shows."""
    return monogram_of(host, served.name, served.primary_color) if served else monogram_of(host)


@lru_cache(maxsize=8_192)
def _drawn(monogram: Monogram, edge: int) -> bytes:
    return monogram.draw(edge)
