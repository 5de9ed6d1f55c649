"""What a block looks like, as one small number a feature: the columns that the model of main content reads.

Each column is a `bytes` with one value a block, because a forest is evaluated over whole columns at once. The order
of the columns is the model's: change anything here and train again.
"""

from __future__ import annotations

import re
from collections import Counter
from urllib.parse import urlsplit

from extraction.blocks import Block, Box, Outline
from extraction.document import Document
from extraction.vocabulary import GROUPS, KIND_WORDS_MAX, STOP_WORDS, TAG_CODES, TAGS, text_kind

ANCESTORS = 4
_NEIGHBOUR_BASE = (0, 1, 3, 8, 15)
_SIZE = bytes(min(31, int(4.2 * (number + 1).bit_length() / 2 + 3 * ((number + 1) / 2 ** ((number + 1).bit_length() - 1) - 1))) for number in range(4096))  # fmt: skip
_BITS = tuple(tuple(byte >> place & 1 for place in range(8)) for byte in range(256))
_NO_BOX = (0,) * 8
_ENDS = {".": 1, "!": 1, "?": 2, "…": 3, ":": 4, ",": 5, ";": 5, '"': 1, "”": 1, ")": 6, "。": 1, "»": 7, "›": 7, ">": 7, "→": 7}
_OPEN_GRAPH = {"article": 1, "product": 2, "website": 3, "blog": 4, "object": 5, "profile": 6, "book": 7}
_ADDRESS_HINTS = re.compile(r"(?P<forum>forum|thread|topic|discuss|community|question|viewtopic|showthread|/t/)|(?P<docs>/docs?\b|documentation|manual|reference|/api|/guide|tutorial|wiki|/man/|learn|readthedocs|developer|help|support)|(?P<product>/products?/|/p/|/dp/|/item|/itm|/sku|/buy)|(?P<collection>/collections?\b|/categor|/shop|/c/|/catalog|/store)|(?P<article>/blog/|/news/|/article|/story|/post|/\d{4}/\d\d?/)|(?P<listing>/tag/|/tags/|/archive|/list|/search|directory|/jobs|/events|/best-)|(?P<service>/services?\b|/solutions?\b|/pricing|/features?\b|/platform|/about|/industries|/company)", re.I)  # fmt: skip
_TOKEN = re.compile(r"\w+")


def size(number: int) -> int:
    """A count on a scale of 32 steps, about four a doubling."""
    return _SIZE[number] if number < 4096 else 31


def columns(document: Document, outline: Outline, title: str) -> list[bytes]:
    """One column a feature over the blocks of the page; no columns where there are no blocks."""
    blocks = outline.blocks
    if not blocks:
        return []
    total = max(1, outline.boxes[0].words)
    _describe_boxes(outline, total)
    rows = _rows(blocks, total, title)
    own = [bytes(column) for column in zip(*rows, strict=True)]
    around = [shifted for place in _NEIGHBOUR_BASE for shifted in _shifts(own[place])]
    page = page_values(document, outline, title)
    return own + around + [bytes((value,)) * len(blocks) for value in page]


def _shifts(column: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The column of the block before, the one behind, and the same two steps away."""
    padded = b"\xff\xff" + column + b"\xff\xff"
    return padded[1:-3], padded[3:-1], padded[:-4], padded[4:]


def _describe_boxes(outline: Outline, total: int) -> None:
    for box in outline.boxes:
        words = box.words
        if not words:
            box.row = _NO_BOX
            continue
        box.row = (
            size(words), 24 * words // total, 12 * box.link_words // words, size(box.blocks), 12 * box.p_words // words,
            size(box.same), TAG_CODES.get(box.tag, 0), size(words // box.blocks),
        )  # fmt: skip


def _rows(blocks: list[Block], total: int, title: str) -> list[tuple[int, ...]]:
    repeats = Counter(block.text for block in blocks)
    title_words = frozenset(_TOKEN.findall(title.casefold()))
    rows, before, number = [], 0, len(blocks)
    groups = _groups(blocks)
    core, heading = _trail(_core(blocks)), _trail(next((block.box for block in blocks if block.box.tag == "h1"), None))
    seen: Counter[str] = Counter()
    since_h1 = heading_kind = heading_level = since_heading = 0
    landmarks: dict[int, tuple[int, ...]] = {}
    for place, block in enumerate(blocks):
        box, words, text = block.box, block.words, block.text
        count, tag = len(words), box.tag
        kind = text_kind(text) if count <= KIND_WORDS_MAX else 0
        if tag in _HEADING_LEVELS:
            heading_kind, heading_level, since_heading = kind + 1, _HEADING_LEVELS[tag], 0
            if tag == "h1":
                since_h1 = 1
        letters = len(text)
        base = (
            size(count), 12 * block.link_words // count, min(20, letters // count), _ENDS.get(text[-1], 0),
            min(12, text.count(",") + text.count(". ")), 10 * sum(map(STOP_WORDS.__contains__, words)) // count,
            10 * sum(map(str.isdigit, words)) // count, 10 * sum(map(str.istitle, words[:12])) // min(12, count), TAG_CODES.get(tag, 0),
            box.parent.row[6] if box.parent else 0, min(40, block.depth), 50 * before // total, 50 * place // number,
            min(60, since_h1), min(10, repeats[text]), kind, heading_kind, heading_level, size(since_heading),
            _overlap(title_words, words) if count <= 30 else 0, min(9, len(block.inlines)), text.isupper() + 2 * text[0].islower(),
        )  # fmt: skip
        seen[text] += 1
        base += (min(5, seen[text]), *groups[box.signature], *_meeting(box, core, total), *_meeting(box, heading, total))
        rows.append(base + _ancestry(box) + _flags(box.near, box.within, landmarks, box.landmarks))
        before += count
        since_heading += count
        since_h1 += since_h1 > 0
    return rows


def _groups(blocks: list[Block]) -> dict[object, tuple[int, int, int]]:
    """For blocks whose box is written alike: how many there are, their mean length, their share of links."""
    totals: dict[object, list[int]] = {}
    for block in blocks:
        sums = totals.get(block.box.signature)
        if sums is None:
            totals[block.box.signature] = sums = [0, 0, 0]
        sums[0] += 1
        sums[1] += len(block.words)
        sums[2] += block.link_words
    return {key: (size(count), size(words // count), 12 * links // words) for key, (count, words, links) in totals.items()}


def _core(blocks: list[Block]) -> Box | None:
    """The innermost box that still holds most of the page's running text."""
    prose = Counter[Box]()
    for block in blocks:
        unlinked = len(block.words) - block.link_words
        if unlinked >= 12:
            prose[block.box] += unlinked
    if not prose:
        return None
    within: Counter[Box] = Counter()
    for box, words in prose.items():
        above: Box | None = box
        while above is not None:
            within[above] += words
            above = above.parent
    half = 0.6 * prose.total()
    return min((box for box, words in within.items() if words >= half), key=lambda box: (within[box], box.words), default=None)


def _trail(box: Box | None) -> dict[int, int]:
    """The boxes around one, by identity, with the number of steps up to each."""
    trail: dict[int, int] = {}
    while box is not None:
        trail[id(box)] = len(trail)
        box = box.parent
    return trail


def _meeting(box: Box | None, trail: dict[int, int], total: int) -> tuple[int, int, int]:
    """Where a block and a landmark meet: steps from each side, and the share of the page under that box."""
    steps = 0
    while box is not None:
        if id(box) in trail:
            return min(15, steps), min(15, trail[id(box)]), 1 + 24 * box.words // total
        steps, box = steps + 1, box.parent
    return 16, 16, 0


_HEADING_LEVELS = {f"h{level}": level for level in range(1, 7)}


def _overlap(title_words: frozenset[str], words: list[str]) -> int:
    return 10 * sum(map(title_words.__contains__, map(str.casefold, words))) // len(words)


def _ancestry(box: Box) -> tuple[int, ...]:
    rows = box.row
    above = box.parent
    for _ in range(ANCESTORS - 1):
        if above is None:
            rows += _NO_BOX
        else:
            rows += above.row
            above = above.parent
    return rows


def _flags(near: int, within: int, known: dict[int, tuple[int, ...]], landmarks: int) -> tuple[int, ...]:
    marks = known.get(landmarks)
    if marks is None:
        marks = known[landmarks] = _BITS[landmarks & 255] + _BITS[landmarks >> 8]
    return (
        _BITS[near & 255] + _BITS[near >> 8 & 255] + _BITS[near >> 16 & 255] + _BITS[near >> 24]
        + _BITS[within & 255] + _BITS[within >> 8 & 255] + _BITS[within >> 16 & 255] + _BITS[within >> 24] + marks
    )  # fmt: skip


def page_values(document: Document, outline: Outline, title: str) -> list[int]:
    """What the whole page looks like; the same for all its blocks."""
    root, blocks = outline.boxes[0], outline.blocks
    words = max(1, root.words)
    in_lists = in_tables = headings = long = in_long = times = 0
    for block in blocks:
        tag, count = block.box.tag, len(block.words)
        in_lists += count if tag == "li" else 0
        in_tables += count if tag in ("td", "th") else 0
        headings += tag in _HEADING_LEVELS
        if count > 40:
            long, in_long = long + 1, in_long + count
    tree = document.tree
    times = sum(1 for _ in tree.iter("time"))
    articles = sum(1 for _ in tree.iter("article"))
    social = next((meta.get("content") or "" for meta in tree.iter("meta") if meta.get("property") == "og:type"), "")
    parts = urlsplit(_canonical(document))
    hint = _ADDRESS_HINTS.search(parts.netloc + parts.path)
    path = parts.path.strip("/")
    most_alike = max((box.same for box in outline.boxes if box.words > 8), default=1)
    return [
        size(root.words), size(len(blocks)), 20 * root.link_words // words, 20 * root.p_words // words, size(headings), 20 * in_lists // words,
        20 * in_tables // words, size(long), 20 * in_long // words, size(times), size(articles), size(most_alike), sum(1 for _ in tree.iter("h1")) & 15,
        sum(1 for _ in tree.iter("pre")) and 1, _OPEN_GRAPH.get(social.strip().lower(), 9 if social else 0), hint.lastindex or 0 if hint else 0,
        min(9, path.count("/") + bool(path)), min(9, path.rpartition("/")[2].count("-")), min(15, len(title.split())), size(words // len(blocks)),
    ]  # fmt: skip


def _canonical(document: Document) -> str:
    """The address that the page gives itself: saved pages have no other, so the model is trained on none other."""
    for link in document.tree.iter("link"):
        if (link.get("rel") or "").lower() == "canonical" and link.get("href"):
            return link.get("href", "")
    return next((meta.get("content") or "" for meta in document.tree.iter("meta") if meta.get("property") == "og:url"), "")


assert GROUPS <= 32 and len(TAGS) <= 16, "the bit columns above are four and two bytes wide"
