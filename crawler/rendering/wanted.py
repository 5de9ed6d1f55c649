"""What is asked of a page in the browser, what is not loaded, and what comes back.

To let something else be loaded (a screenshot needs pictures, at scale 1), give other values for that capture alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Nothing that text is read from, told by its address: asking the browser about kinds would pass every request through
# another process of it.
_PICTURES = "avif bmp gif heic ico jpeg jpg png webp".split()
_FILMS_AND_FONTS = "aac flac m3u8 m4a m4v mov mp3 mp4 oga ogg ogv otf ttf wav webm woff woff2".split()
UNLOADED = tuple(f"*.{ending}{more}" for ending in _PICTURES + _FILMS_AND_FONTS for more in ("", "?*"))
UNLOADED += ("*/_next/image?*", "*/_vercel/image?*", "*/cdn-cgi/image/*", "*/_ipx/*")
# Raster a tenth of the size: nobody looks. Layout, devicePixelRatio and what scripts measure stay the same.
SCALE = 0.1


@dataclass(frozen=True, kw_only=True)
class Cookie:
    """A cookie that the page starts with, for the host of `url` alone unless it names a `domain`."""

    name: str
    value: str
    url: str
    domain: str | None = None
    path: str = "/"
    secure: bool = False
    http_only: bool = False

    def as_params(self) -> dict[str, Any]:
        given = {"domain": self.domain} if self.domain else {"url": self.url}
        return given | {
            "name": self.name, "value": self.value, "path": self.path, "secure": self.secure, "httpOnly": self.http_only,
        }  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What to render.

    `headers` go to the origin of `url` only, with whatever is asked of it, where the page does not set its own; cookies are
    their host's, as in every browser. `until` is the end of patience in the loop's time.
    """

    url: str
    headers: tuple[tuple[str, str], ...] = ()
    cookies: tuple[Cookie, ...] = ()
    user_agent: str = ""
    languages: tuple[str, ...] = ()
    wait_for_ms: int = 0
    until: float | None = None
    unloaded: tuple[str, ...] = UNLOADED
    scale: float = SCALE
    # The way leads through a tracker: those answer, but to the page's own course alone.
    through_trackers: bool = False


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """The document as it stood in the end; status and headers are those of the answer that brought it."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    html: str
