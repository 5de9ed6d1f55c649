"""The static files of the console: style sheets, scripts, images. They are read once, when the process starts."""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
PREFIX = "/console/static/"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class Asset:
    """One file."""

    content: bytes
    media_type: str
    digest: str


@cache
def assets() -> dict[str, Asset]:
    """The files by their path in the folder: `tokens.css`, `pages/usage.css`."""
    return {path.relative_to(FOLDER).as_posix(): _read(path) for path in sorted(FOLDER.rglob("*")) if path.is_file()}


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    media_type = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return Asset(content, media_type, hashlib.sha256(content).hexdigest()[:32])


@cache
def version() -> str:
    """A word that changes with any of the files. It is part of their URLs, so browsers may keep them for a year."""
    return hashlib.sha256("".join(asset.digest for asset in assets().values()).encode()).hexdigest()[:12]


def url(name: str) -> str:
    """The path of a file. A script may import its neighbours by relative paths."""
    if name not in assets():
        raise KeyError(name)
    return f"{PREFIX}{version()}/{name}"
