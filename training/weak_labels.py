"""Labels for articles that are annotated with snippets only.

Two extractors and the snippets decide each block together. A block on which they disagree gets no weight. Needs trafilatura
and readability-lxml, which the service does not need.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import trafilatura
from lxml.html import fromstring
from readability import Document as Readability

from extraction.content.blocks import Block
from training import labels

_SURE_SHARE, _ABSENT_SHARE = 0.7, 0.15
_SNIPPET_WEIGHT = 2.0
_UNJUDGED_TAGS = frozenset(("h1", "figcaption", "caption"))
_TITLE_WORDS_MIN, _TITLE_WORDS_MAX, _TITLE_SHARE = 3, 30, 0.5
# A snippet decides a block if it is this share of the block, or if the block is short, or if the snippet has several words.
_SNIPPET_SHARE, _SHORT_BLOCK_WORDS, _SNIPPET_WORDS = 0.3, 12, 3


@dataclass(frozen=True)
class Opinions:
    """For each block, the share of it that each extractor returned."""

    strict: list[float]
    other: list[float]


def of_blocks(blocks: list[Block], body: bytes, truth: dict[str, Any], title: str) -> tuple[list[float], list[float]]:
    """A label and a weight for each block. The weight is 0 where nothing is known, and all are 0 without any content."""
    texts = [labels.tokens(block.text) for block in blocks]
    opinions = Opinions(labels.shares(texts, _trafilatura(body)), labels.shares(texts, _readability(body)))
    title_words = frozenset(labels.tokens(title))
    found = []
    for index, (block, words) in enumerate(zip(blocks, texts, strict=True)):
        agreed = _agreement(opinions.strict[index], opinions.other[index])
        if block.container.tag in _UNJUDGED_TAGS or _repeats_title(words, title_words):
            agreed = (0.0, 0.0)
        found.append(_by_snippets(block, truth, opinions.strict[index]) or agreed)
    if not any(label and weight for label, weight in found):
        found = [(0.0, 0.0)] * len(blocks)
    return [label for label, _ in found], [weight for _, weight in found]


def _agreement(strict: float, other: float) -> tuple[float, float]:
    if min(strict, other) >= _SURE_SHARE:
        return 1.0, 1.0
    return 0.0, float(max(strict, other) <= _ABSENT_SHARE)


def _repeats_title(words: list[str], title: frozenset[str]) -> bool:
    if not _TITLE_WORDS_MIN <= len(words) <= _TITLE_WORDS_MAX:
        return False
    return sum(word in title for word in words) > _TITLE_SHARE * len(words)


def _by_snippets(block: Block, truth: dict[str, Any], strict: float) -> tuple[float, float] | None:
    """What the snippets say about the block: label and weight, or None."""
    is_content = any(_is_inside(snippet, block) for snippet in truth.get("with", []))
    unwanted = [snippet for snippet in truth.get("without", []) if _is_inside(snippet, block)]
    if is_content == bool(unwanted):
        return (0.0, 0.0) if is_content else None
    if is_content:
        return 1.0, _SNIPPET_WEIGHT
    if strict < 0.5 and any(_decides(snippet, block) for snippet in unwanted):
        return 0.0, _SNIPPET_WEIGHT
    return 0.0, 0.0


def _is_inside(snippet: str, block: Block) -> bool:
    folded = " ".join(snippet.split())
    return bool(folded) and folded in block.text


def _decides(snippet: str, block: Block) -> bool:
    return (
        len(snippet) >= _SNIPPET_SHARE * len(block.text)
        or len(block.words) <= _SHORT_BLOCK_WORDS
        or len(snippet.split()) >= _SNIPPET_WORDS
    )


def _trafilatura(body: bytes) -> str:
    return trafilatura.extract(body, favor_precision=True, include_comments=False) or ""


def _readability(body: bytes) -> str:
    summary = Readability(body.decode("utf-8", "replace")).summary()
    return " ".join(fromstring(summary).itertext())
