"""Reads a web app manifest."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from extraction.brand import clean_text
from extraction.document.addresses import http_address
from extraction.logo import color

MAX_BYTES = 500_000
ICONS_MAX = 50
# Names of the manifests that come with project templates. Such a manifest says nothing about a company.
_TEMPLATES = frozenset(
    "create react app sample|gatsby-starter-default|gatsby default starter|gatsbyjs|ionic app|quasar app|vite app".split(
        "|"
    )
)
_SIZE = re.compile(r"(\d{1,5})x(\d{1,5})", re.I)


@dataclass(frozen=True, kw_only=True)
class ManifestIcon:
    """One icon. `edge` is its largest declared size, 0 if it declares none."""

    url: str
    purpose: str = "any"
    edge: int = 0


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a manifest declares. Empty for one that cannot be read, and for that of a project template.

    `template_icons` are the URLs of a project template's icons: the marks of its makers.
    """

    url: str = ""
    name: str | None = None
    description: str | None = None
    theme_color: str | None = None
    background_color: str | None = None
    icons: tuple[ManifestIcon, ...] = ()
    template_icons: frozenset[str] = frozenset()


def read(body: bytes, url: str) -> Manifest:
    """The manifest at that URL."""
    try:
        data = json.loads(body[:MAX_BYTES].decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return Manifest(url=url)
    if not isinstance(data, dict):
        return Manifest(url=url)
    name = clean_text.line(data.get("name"), clean_text.NAME_MAX_CHARS)
    if name and name.lower() in _TEMPLATES:
        return Manifest(url=url, template_icons=frozenset(icon.url for icon in _icons(data.get("icons"), url)))
    return Manifest(
        url=url, name=name or clean_text.line(data.get("short_name"), clean_text.NAME_MAX_CHARS),
        description=clean_text.line(data.get("description")), theme_color=_color(data.get("theme_color")),
        background_color=_color(data.get("background_color")), icons=_icons(data.get("icons"), url),
    )  # fmt: skip


def _color(value: Any) -> str | None:
    return color.read(value) if isinstance(value, str) else None


def _icons(value: Any, base: str) -> tuple[ManifestIcon, ...]:
    found = []
    for icon in value[:ICONS_MAX] if isinstance(value, list) else ():
        source = icon.get("src") if isinstance(icon, dict) else None
        address = http_address(base, source) if isinstance(source, str) else None
        if address:
            found.append(ManifestIcon(url=address, purpose=_purpose(icon), edge=edge_of(icon.get("sizes"))))
    return tuple(found)


def _purpose(icon: dict[str, Any]) -> str:
    purposes = str(icon.get("purpose") or "any").lower().split()
    return "any" if "any" in purposes else next(iter(purposes), "any")


def edge_of(sizes: Any) -> int:
    """The largest edge in a `sizes` value such as `48x48 192x192`. `any` is larger than all; 0 if none is declared."""
    text = str(sizes or "")[:500].lower()
    if "any" in text.split():
        return 10_000
    return max((max(int(width), int(height)) for width, height in _SIZE.findall(text)), default=0)
