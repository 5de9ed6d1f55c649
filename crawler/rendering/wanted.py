"""Input and output of a rendering, and the resources that are not loaded.

To load other resources (a screenshot needs pictures, at scale 1), set other values for that capture only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# Resources without text, recognized by URL. Recognizing them by resource type would route every request through another
# browser process.
_PICTURES = "avif bmp gif heic ico jpeg jpg png webp".split()
_FILMS_AND_FONTS = "aac flac m3u8 m4a m4v mov mp3 mp4 oga ogg ogv otf ttf wav webm woff woff2".split()
UNLOADED = tuple(f"*.{ending}{more}" for ending in _PICTURES + _FILMS_AND_FONTS for more in ("", "?*"))
UNLOADED += ("*/_next/image?*", "*/_vercel/image?*", "*/cdn-cgi/image/*", "*/_ipx/*")
# Raster at a tenth of the size: the image is not used. Layout, devicePixelRatio and script measurements are unchanged.
SCALE = 0.1


@dataclass(frozen=True, kw_only=True)
class Cookie:
    """A cookie that the page starts with. It is for the host of `url` only, unless it has a `domain`."""

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

    `headers` are added to all requests to the origin of `url`, where the page does not set its own. Cookies are sent
    only to their hosts, as in every browser. `until` is the deadline in loop time; `wait_for_ms` is added to it.
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
    # The page redirects through a tracker: trackers can be reached, but only by the page's own navigation.
    through_trackers: bool = False


@dataclass(frozen=True, kw_only=True)
class Rendered:
    """The final document. Status and headers are those of its response."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    html: str
