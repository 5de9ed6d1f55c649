"""The features of a whole page, as small integers. All its blocks share them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from extraction.content.blocks import Outline
from extraction.document.document import Document
from extraction.document.tree import Tree

_OPEN_GRAPH = {"article": 1, "product": 2, "website": 3, "blog": 4, "object": 5, "profile": 6, "book": 7}
_ADDRESS_HINTS = re.compile(
    r"(?P<forum>forum|thread|topic|discuss|community|question|viewtopic|showthread|/t/)|"
    r"(?P<docs>/docs?\b|documentation|manual|reference|/api|/guide|tutorial|wiki|/man/|learn|"
    r"readthedocs|developer|help|support)|(?P<product>/products?/|/p/|/dp/|/item|/itm|/sku|/buy)|"
    r"(?P<collection>/collections?\b|/categor|/shop|/c/|/catalog|/store)|(?P<article>/blog/|"
    r"/news/|/article|/story|/post|/\d{4}/\d\d?/)|(?P<listing>/tag/|/tags/|/archive|/list|/search|"
    r"directory|/jobs|/events|/best-)|(?P<service>/services?\b|/solutions?\b|/pricing|"
    r"/features?\b|/platform|/about|/industries|/company)",
    re.I,
)
_MARKS = ("time", "article", "h1", "pre", "meta", "link")
HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}
_SIZE = bytes(
    min(31, int(2.1 * (number + 1).bit_length() + 3 * ((number + 1) / 2 ** ((number + 1).bit_length() - 1) - 1)))
    for number in range(4096)
)


def size(number: int) -> int:
    """A count on a logarithmic scale of 32 steps, about four per doubling."""
    return _SIZE[number] if number < 4096 else 31


def values(document: Document, outline: Outline, title: str) -> list[int]:
    """The page's feature values, in the order that the model was trained on."""
    root, blocks = outline.containers[0], outline.blocks
    words = max(1, root.words)
    in_lists = in_tables = headings = long = in_long = 0
    for block in blocks:
        tag, count = block.container.tag, len(block.words)
        in_lists += count if tag == "li" else 0
        in_tables += count if tag in ("td", "th") else 0
        headings += tag in HEADING_LEVELS
        if count > 40:
            long, in_long = long + 1, in_long + count
    marks = _marks(document)
    social = next((meta.get("content") or "" for meta in marks["meta"] if meta.get("property") == "og:type"), "")
    host, path = _host_and_path(_canonical(marks))
    hint = _ADDRESS_HINTS.search(host + path)
    path = path.strip("/")
    most_alike = max((container.same for container in outline.containers if container.words > 8), default=1)
    return [
        size(root.words), size(len(blocks)), 20 * root.link_words // words, 20 * root.p_words // words,
        size(headings), 20 * in_lists // words, 20 * in_tables // words, size(long), 20 * in_long // words,
        size(len(marks["time"])), size(len(marks["article"])), size(most_alike), len(marks["h1"]) & 15, bool(marks["pre"]),
        _OPEN_GRAPH.get(social.strip().lower(), 9 if social else 0), hint.lastindex or 0 if hint else 0,
        min(9, path.count("/") + bool(path)), min(9, path.rpartition("/")[2].count("-")), min(15, len(title.split())),
        size(words // len(blocks)),
    ]  # fmt: skip


def _host_and_path(address: str) -> tuple[str, str]:
    try:
        parts = urlsplit(address)
    except ValueError:
        return "", ""
    return parts.netloc, parts.path


def _marks(document: Document) -> dict[str, list[Tree]]:
    """The elements that say something about the whole page, by tag."""
    found: dict[str, list[Tree]] = {tag: [] for tag in _MARKS}
    for element in document.tree.iter(*_MARKS):
        found[element.tag].append(element)
    return found


def _canonical(marks: dict[str, list[Tree]]) -> str:
    """The URL that the page declares. The model is trained on saved pages, which have no other URL."""
    for link in marks["link"]:
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            return str(link.get("href"))
    return next((meta.get("content") or "" for meta in marks["meta"] if meta.get("property") == "og:url"), "")
