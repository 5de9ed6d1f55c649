"""Chooses the blocks of a page that its learned models take for main content.

A model gives each block a probability. Articles have a stricter model than other pages. On pages that do not declare what they
are, both models must agree before the strict one is used. The threshold is chosen per page, so that the expected F1 score is the
highest. On small pages the models are unreliable, so only landmarks, classes and ids decide.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from extraction.content import forest
from extraction.content.blocks import DEPTH_MAX, Block, Container, is_within
from extraction.content.forest import Forest
from extraction.content.models import Models
from extraction.content.page_kind import Kinds
from extraction.content.rules import repetition
from extraction.content.rules.headings import with_headings
from extraction.content.rules.landmarks import (
    declared_content,
    declared_whole,
    is_boilerplate,
    without_boilerplate,
    words_of,
)
from extraction.content.rules.repetition import Series

_SMALL_PAGE_WORDS = 150
# Up to this size the page's `main` element is kept whole, if it has most of the text and few links.
MEDIUM_PAGE_WORDS = 400
_CONTENT_WORDS_MIN = 25
# Below this expected F1 the choice of blocks is unreliable.
_UNCERTAIN_F1 = 0.35
# A larger structure is the page's layout, except for a table with short cells.
_STRUCTURE_SHARE_MAX, _TABLE_SHARE_MAX = 0.5, 0.9
_CELL_WORDS_MAX = 30
# Below this probability of being an article, a page is read by the model for all kinds.
ARTICLE_MIN = 0.6
# Declared types of pages that can be read strictly.
MAYBE_ARTICLES = (None, "article", "home")
# For articles, extra text counts more than missing text.
_ARTICLE_BETA = 0.9
# If a page does not declare that it is an article, both models are asked. The strict one must keep this share of the other's text.
_AGREEMENT_MIN = 0.8


class PageBlocks(NamedTuple):
    """The blocks of a page, their features, the tags of structures that are kept or dropped whole, and the series of blocks."""

    blocks: list[Block]
    columns: list[bytes]
    words: int
    whole_tags: tuple[str, ...]
    series: list[Series]


class Choice(NamedTuple):
    """Chosen blocks and their expected F1."""

    blocks: list[Block]
    expected: float


def choose(page: PageBlocks, models: Models, kinds: Kinds, declared: str | None) -> Choice:
    """The content of the page as the model for articles chooses it, or as the model for all kinds does.

    Args:
        kinds: the probability of each kind of page.
        declared: the page type that the page declares.
    """
    article: list[Block] = []
    expected = 0.0
    if kinds.get("article", 0.0) >= ARTICLE_MIN and declared in MAYBE_ARTICLES:
        article, expected = _chosen(page, models.articles, _ARTICLE_BETA)
        article = with_headings(page.blocks, article)
        if declared == "article":
            return Choice(article, expected)
    generous, expected_generous = _chosen(page, models.blocks, 1.0)
    if article and _covers(article, generous):
        return Choice(article, expected)
    filled = with_headings(page.blocks, _with_gaps_filled(page.blocks, generous))
    whole = repetition.retained_or_dropped_whole(page.series, page.blocks, filled)
    return Choice(whole, expected_generous)


def _covers(retained: list[Block], needed: list[Block]) -> bool:
    inside = set(map(id, retained))
    return words_of([block for block in needed if id(block) in inside]) >= _AGREEMENT_MIN * words_of(needed)


def _chosen(page: PageBlocks, model: Forest, beta: float) -> Choice:
    """The blocks that this model chooses, and their expected F1."""
    blocks = page.blocks
    if page.words < _SMALL_PAGE_WORDS:
        return Choice(without_boilerplate(blocks) or blocks, 0.75)
    if page.words < MEDIUM_PAGE_WORDS and (declared := declared_whole(blocks, page.words)):
        return Choice(declared, 0.75)
    likely = forest.probabilities(model, page.columns)
    _average_within_structures(blocks, likely, page.words, page.whole_tags)
    words = [len(block.words) for block in blocks]
    judged = list(likely)
    repetition.smooth(page.series, likely, words)
    threshold, expected = best_threshold(likely, words, beta)
    retained = [block for block, probability in zip(blocks, likely, strict=True) if probability >= threshold]
    if page.series:
        expected = _expected(judged, words, [probability >= threshold for probability in likely])
    if words_of(retained) < _CONTENT_WORDS_MIN:
        # Too little text is worse than too much: a reader can skip text, but cannot restore it.
        plain = [block for block in blocks if not is_boilerplate(block)]
        return Choice(plain or blocks, min(expected, 0.4))
    if expected < _UNCERTAIN_F1:
        # When the model is uncertain, the page's `main` element decides.
        declared = declared_content(blocks)
        if words_of(declared) >= _CONTENT_WORDS_MIN:
            return Choice(declared, _UNCERTAIN_F1)
    return Choice(retained, expected)


def _with_gaps_filled(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks, and short gaps between two of them in the same container, for example a list inside an article."""
    indexes = {id(block): index for index, block in enumerate(blocks)}
    found: list[Block] = retained[:1]
    for before, after in pairwise(retained):
        gap = blocks[indexes[id(before)] + 1 : indexes[id(after)]]
        if gap and before.container.outer is after.container.outer and _is_part_of_text(gap, before, after):
            found += gap
        found.append(after)
    return found


def _is_part_of_text(gap: list[Block], before: Block, after: Block) -> bool:
    words = words_of(gap)
    return (
        words <= len(before.words) + len(after.words)
        and 2 * sum(block.link_words for block in gap) <= words
        and not any(map(is_boilerplate, gap))
        and all(is_within(block.container, before.container.outer) for block in gap)
    )


def best_threshold(likely: list[float], words: list[int], beta: float) -> tuple[float, float]:
    """The threshold with the highest expected word F-beta, and the expected F1 at it. A beta below 1 favours precision."""
    relevant = sum(probability * count for probability, count in zip(likely, words, strict=True))
    weighed = beta * beta * relevant
    found = retained = best = expected = 0.0
    threshold = 1.0
    for probability, count in sorted(zip(likely, words, strict=True), reverse=True):
        found += probability * count
        retained += count
        score = found / (retained + weighed)
        if score >= best:
            best, expected, threshold = score, 2 * found / (retained + relevant), probability
    return threshold, expected


def _expected(likely: list[float], words: list[int], chosen: list[bool]) -> float:
    """The expected word F1 of chosen blocks by the model's own probabilities, because smoothed ones are too unsure."""
    rows = list(zip(likely, words, chosen, strict=True))
    found = sum(probability * count for probability, count, is_retained in rows if is_retained)
    retained = sum(count for _, count, is_retained in rows if is_retained)
    relevant = sum(probability * count for probability, count, _ in rows)
    return 2 * found / (retained + relevant)


def _average_within_structures(
    blocks: list[Block], likely: list[float], page_words: int, tags: tuple[str, ...]
) -> None:
    """Give all blocks of one table (or list), and of one very deep text, one probability: they are kept or dropped whole."""
    for index, block in enumerate(blocks[1:], start=1):
        if block.depth == DEPTH_MAX:
            likely[index] = likely[index - 1]  # It continues the block before it.
    groups: dict[int, list[int]] = {}
    for index, block in enumerate(blocks):
        outer = _outer(block.container, page_words, tags)
        if outer is not None:
            groups.setdefault(id(outer), []).append(index)
    for indexes in groups.values():
        words = sum(len(blocks[index].words) for index in indexes)
        mean = sum(likely[index] * len(blocks[index].words) for index in indexes) / words
        for index in indexes:
            likely[index] = mean


def _outer(container: Container | None, page_words: int, tags: tuple[str, ...]) -> Container | None:
    """The outermost container with one of the tags that is not the layout of the page."""
    found = None
    while container is not None:
        if container.tag in tags and container.words <= page_words * (
            _TABLE_SHARE_MAX if _is_data(container) else _STRUCTURE_SHARE_MAX
        ):
            found = container
        container = container.parent
    return found


def _is_data(container: Container) -> bool:
    return container.tag == "table" and container.words <= _CELL_WORDS_MAX * container.blocks
