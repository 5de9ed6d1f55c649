"""Images that are part of a page, as `data:` URLs."""

from __future__ import annotations

import base64
import binascii
import re
from urllib.parse import unquote, unquote_to_bytes

_DATA_URL = re.compile(r"data:image/[\w.+-]{1,30}(?:;[\w=-]{1,40})*?(;base64)?,", re.I)
_DATA_MAX_CHARS = 2_000_000


def data_of(address: str) -> bytes | None:
    """The bytes of a `data:` URL of an image."""
    match = _DATA_URL.match(address[:200])
    if match is None or len(address) > _DATA_MAX_CHARS:
        return None
    content = address[match.end() :]
    if not match[1]:
        return unquote_to_bytes(content)
    try:
        return base64.b64decode(unquote(content), validate=False)
    except (binascii.Error, ValueError):
        return None
