"""Serves the console's static files from memory, without Flask: `/console/static/{version}/{name}`."""

from __future__ import annotations

from functools import lru_cache

from werkzeug.datastructures import Headers

from api.asgi.answer import Answer, Message, failed
from api.asgi.content_coding import chosen_coding, encode
from api.asgi.headers import header, request_id_header
from api.console.assets import PREFIX, assets, version
from contract.errors import MethodNotAllowed, NotFound

CACHED_FOR_A_YEAR = "public, max-age=31536000, immutable"
# For URLs of another version than this process has, during an upgrade.
CHECKED_EACH_TIME = "no-cache"


def is_for(path: str) -> bool:
    """Whether a path is one of a static file."""
    return path.startswith(PREFIX)


def answer(scope: Message) -> Answer:
    """The answer to a request for a static file. 304 when the caller has the current file."""
    if scope["method"] not in ("GET", "HEAD"):
        return failed(MethodNotAllowed.of(("GET", "HEAD")))
    asked_version, _, name = scope["path"].removeprefix(PREFIX).partition("/")
    if name not in assets():
        return failed(NotFound("The file does not exist."))
    content, headers = _encoded(name, chosen_coding(header(scope, "Accept-Encoding")))
    caching = CACHED_FOR_A_YEAR if asked_version == version() else CHECKED_EACH_TIME
    own = [(b"cache-control", caching.encode()), request_id_header()]
    if assets()[name].digest in header(scope, "If-None-Match"):
        return Answer(304, [*headers, *own])
    return Answer(200, [*headers, *own], content, len(content))


@lru_cache(maxsize=256)
def _encoded(name: str, coding: str) -> tuple[bytes, list[tuple[bytes, bytes]]]:
    """A file in a content coding, and the headers that are the same for all requests."""
    asset = assets()[name]
    headers = Headers(
        {
            "Content-Type": f"{asset.media_type}; charset=utf-8",
            "Content-Length": str(len(asset.content)),
            "ETag": f'"{asset.digest}"',
            "Vary": "Accept-Encoding",
            "X-Content-Type-Options": "nosniff",
        }
    )
    content = b"".join(encode([asset.content], 200, headers, coding))
    headers.pop("Content-Length", None)
    return content, [(name.lower().encode(), value.encode()) for name, value in headers.to_wsgi_list()]
