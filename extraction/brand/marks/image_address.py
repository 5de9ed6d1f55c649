"""The address of the best file of an image: the largest of its `srcset` or `picture`, never a preview. Images in `data:` URLs."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import unquote, unquote_to_bytes

from extraction.document import srcset as candidates
from extraction.document.addresses import lazy_address
from extraction.document.tree import Tree

SOURCES_MAX = 20
_PLACEHOLDER = re.compile(r"(?:^data:image/(?:gif|svg\+xml)|blank|placeholder|spacer|pixel)", re.I)
_TINY = re.compile(r"^data:image/(?:gif|png);base64,.{0,300}\Z", re.S)
_INLINE_RASTER = re.compile(r"data:image/(?!svg)", re.I)
_SRCSETS = ("data-srcset", "data-lazy-srcset", "srcset")
SRCSET_MAX_CHARS = 20_000
_DATA_URL = re.compile(r"data:image/[\w.+-]{1,30}(?:;[\w=-]{1,40})*?(;base64)?,", re.I)
_DATA_MAX_CHARS = 2_000_000


def best(image: Tree) -> str | None:
    """The address of an image's best file, as the page writes it. None without any."""
    if image.tag in ("object", "embed"):
        return (image.get("data") or image.get("src") or "").strip() or None
    source = (image.get("src") or "").strip()
    is_preview = not source or bool(_PLACEHOLDER.search(source[:200]) or _TINY.match(source[:400]))
    found = [address for name in _SRCSETS if (address := largest(image.get(name) or ""))]
    plain = (each for each in sources(image) if not each.get("media"))
    found = [*(address for each in plain if (address := of_source(each))), *found]
    if found:
        return found[0]
    return (lazy_address(image) or source or None) if is_preview else source


def is_preview(image: Tree, address: str) -> bool:
    """Whether an image is part of the page only until the file of the image beside it is loaded."""
    if not _INLINE_RASTER.match(address[:40]) or (parent := image.getparent()) is None:
        return False
    beside = islice(parent.iter("img"), SOURCES_MAX)
    return any(other is not image and not (best(other) or "data:").startswith("data:") for other in beside)


def of_source(element: Tree) -> str | None:
    """The largest file of a `source`."""
    return next((found for name in _SRCSETS if (found := largest(element.get(name) or ""))), None)


def sources(image: Tree) -> Iterator[Tree]:
    """The sources of the picture around an image."""
    # The parser puts an image into the sources before it, so the picture may be further up than the parent.
    picture = next(image.iterancestors("picture"), None)
    return islice(picture.iter("source"), SOURCES_MAX) if picture is not None else iter(())


def largest(srcset: str) -> str | None:
    """The address with the largest width or density in a `srcset`."""
    return candidates.largest(srcset[:SRCSET_MAX_CHARS]) or None


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
