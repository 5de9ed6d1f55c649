"""URLs in a page: resolves them, rejects unsafe ones, and finds the URL that a lazy-loaded image uses."""

from __future__ import annotations

import re
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

from extraction.document.known_texts import remembered
from extraction.document.tree import Tree

# Most references are absolute, or have no dot segments besides leading `../`. `urljoin` is not needed for them. Dots are allowed
# in the last segment only.
_SIGNS = r"\w=&%,+~@!\-"
_PLAIN = re.compile(r"https?://[\w.:-]+/(?!/)[^\s.]*(?:\.[^\s./][^\s.]*)*(?<![?;])\Z")
_ROOTED = re.compile(rf"/(?!/)[{_SIGNS}/?;:]*(?:\.[{_SIGNS}?;:]+)*(?:#\S+)?(?<![?;])\Z")
_NEARBY = re.compile(rf"((?:\.\./)*)[{_SIGNS}]+(?:/[{_SIGNS}]+)*(?:\.[{_SIGNS}]+)*/?(?:\?[{_SIGNS}/.;:]+)?(?:#\S+)?\Z")
_BASE = re.compile(r"(https?://[^/?#\s]+)((?:/[^/?#;\s]+)*/)?[^/?#\s]*(?:[?#].*)?\Z")
_BLANKS = re.compile(r"[\t\r\n]")
_LAZY = "data-src data-lazy-src data-original data-lazy data-srcset srcset data-hi-res-src data-image data-url".split()
# Only these schemes are safe. A list of unsafe schemes could never be complete.
_SAFE = re.compile(r"^(?:https?|mailto|tel|ftps?|sms|geo|magnet|xmpp|irc|news):|^#", re.I)
_IMAGE_DATA = re.compile(r"^data:image/(?:png|jpe?g|gif|webp|avif)[;,]", re.I)
_SPACE_AND_CONTROL = re.compile(r"[\x00-\x20]+")
# Characters that would end a URL in Markdown or HTML.
_ENDING = re.compile(r'[ <>"`]')


def absolute(base: str, address: str) -> str | None:
    """The URL resolved against `base`, or None if it is invalid."""
    address = address.strip()
    if found := _joined(base, address):
        return found
    try:
        return urljoin(base, _BLANKS.sub("", address))
    except ValueError:
        return None


def parts_of(address: str) -> SplitResult:
    """The parts of a URL. All are empty if it is invalid."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")


def parameters_of(query: str, most: int) -> list[tuple[str, str]]:
    """The parameters of a query. Empty if it has more than `most`."""
    try:
        return parse_qsl(query, max_num_fields=most)
    except ValueError:
        return []


def http_address(base: str, address: str) -> str | None:
    """The absolute http(s) URL without its fragment. None for other schemes and invalid URLs."""
    address = address.strip()
    if found := _joined(base, address):
        return found.partition("#")[0]
    found = absolute(base, address)
    if found is None or found[:8].lower().split("//")[0] not in ("http:", "https:"):
        return None
    found = found.partition("#")[0].replace(" ", "%20")
    host = found.partition("//")[2]
    return found if host and host[0] not in "/?:" else None


def _joined(base: str, address: str) -> str | None:
    """What `urljoin` returns for a simple reference. None for others."""
    if address.startswith("http"):
        return address if _PLAIN.match(address) else None
    root, folder = _folder(base)
    if not root:
        return None
    if address.startswith("/"):
        return root + address[1:] if _ROOTED.match(address) else None
    if found := _NEARBY.match(address):
        up = found.end(1)
        return root + (_above(folder, up // len("../")) if up else folder) + address[up:]
    return None


@remembered(500_000)
def _folder(base: str) -> tuple[str, str]:
    """The root of a URL and the folder in it, such as `("https://example.com/", "a/b/")`. Empty if the URL is not simple."""
    found = _BASE.match(base)
    if not found or "/." in (found[2] or ""):
        return "", ""
    return found[1] + "/", (found[2] or "/")[1:]


def _above(folder: str, levels: int) -> str:
    """The folder this many levels above a folder: `a/b/`, 1 -> `a/`. Above the root is the root."""
    parts = folder.rsplit("/", levels + 1)
    return parts[0] + "/" if len(parts) == levels + 2 else ""


def safe_address(base_url: str, value: str, *, image: bool = False) -> str | None:
    """The absolute URL, or None if a browser could run it as a script. Images may be `data:` URLs."""
    # Browsers ignore blanks and control characters inside a scheme, so they are removed before the check.
    if image and _IMAGE_DATA.match(bare := _SPACE_AND_CONTROL.sub("", value)):
        return bare
    value = value.strip()
    found = _SPACE_AND_CONTROL.sub("", value) if value.startswith("#") else absolute(base_url, value)
    if found is None or not (
        found.startswith(("https://", "http://")) or _SAFE.match(_SPACE_AND_CONTROL.sub("", found))
    ):
        return None
    return _ENDING.sub(_percent_encoded, found)


def _percent_encoded(found: re.Match[str]) -> str:
    return f"%{ord(found[0]):02X}"


def lazy_address(image: Tree) -> str | None:
    """The URL that a lazy-loaded image uses: for a `srcset`, the first one."""
    for name in _LAZY:
        value = (image.get(name) or "").strip()
        if "srcset" in name:
            # Candidates end in a comma, but URLs may contain commas too. A URL therefore ends at the next blank.
            value = next((found for run in value.split() if (found := run.strip(","))), "")
        if value and not value.startswith("data:"):
            return value
    return None
