"""Addresses of links and images without what differs between two visits: sessions, campaigns, sizes, digests."""

from __future__ import annotations

import re
from urllib.parse import unquote

from extraction.links.scope import PATH_SESSION, identifies_a_session

_VOLATILE = re.compile(
    r"(?i)^(?:[\w.-]*(?:token|nonce|csrf|session|sess|signature|expires?|timestamp|cache|cachebuster|rand(?:om)?|click_?id|visit(?:or)?_?id|"
    r"tracking|track|campaign)[\w.-]*|_|t|ts|cb|rnd|ver|hash|sig|sid|s?ref|referr?er|from|src|source|r|rt|pos|position|spm|scm|pvid|"
    r"qid|sr|keywords|crid|dib|psc|pf_rd_\w+|pd_rd_\w+|_encoding|algo\w*|trk\w*|trackingid|lipi|cid|gad_source|impression\w*|"
    r"recommend\w*|rec_\w+|returnurl|return_to|return|redirect\w*|next|destination|continue|back)="
)
# At least a digit and a letter, and no word: a digest, a session or a signature.
_RANDOM = re.compile(r"(?i)^(?=[^=]*\d)(?=[^=]*[a-z])(?:[0-9a-f]{8,}|[0-9a-z_-]{20,}|[0-9a-f]{8}-[0-9a-f-]{27})$")
_DIGEST = re.compile(
    r"(?i)(?<![0-9a-z])(?=[a-z]{0,30}\d)(?=\d{0,30}[a-f])[0-9a-f]{8,}(?![0-9a-z])|[._-][0-9a-f]{6,}(?=\.\w{2,5}$)"
)
_SIZE = re.compile(
    r"(?i)[-_@.]?(?:\d{2,4}x\d{2,4}|\d{2,4}w|[234]x|scaled|thumb(?:nail)?|small|medium|large|[wh][-_]?\d{2,4}|q[-_]?\d{1,3})(?=[-_.@]|$)"
)
_EXTENSION = re.compile(r"\.(?:jpe?g|png|webp|avif|gif|svg)$", re.I)
_LONGEST = 2_000


def of_link(address: str) -> str:
    """A link's host, path and the parts of its query that name the page, in a fixed order. The fragment is dropped."""
    address = address[:_LONGEST].partition("#")[0]
    head, _, query = address.partition("?")
    head = _DIGEST.sub("~", PATH_SESSION.sub("", head.partition("://")[2] or head)).removesuffix("/")
    return f"{head}?{'&'.join(sorted(_of_query(query)))}" if query else head


def _of_query(query: str) -> list[str]:
    kept = []
    for part in re.split("&(?:amp;)?", query):
        value = part.partition("=")[2]
        if part and not _VOLATILE.match(part) and not identifies_a_session(part) and not _RANDOM.match(value):
            kept.append(part)
    return kept


def of_image(address: str) -> str:
    """An image's file name without sizes, digests and extension: a delivery network changes host, folders and query."""
    if address[:5].lower() == "data:":
        return ""
    path = address[:_LONGEST].partition("#")[0].partition("?")[0].rstrip("/")
    name = unquote(path.rpartition("/")[2])
    return _SIZE.sub("", _DIGEST.sub("~", _EXTENSION.sub("", name))).lower()
