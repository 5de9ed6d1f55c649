"""Chooses the blocks of a page that are its main content.

A learned model gives each block a probability. Articles have a stricter model than other pages. On pages that do not
declare what they are, both models must agree before the strict one is used. The threshold is chosen per page, so that the
expected F1 score is the highest. On small pages the model is unreliable, so only landmarks, classes and ids decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from extraction.content import features, forest, lexicon, page_kind, post_lines, price_texts, pruning
from extraction.content.blocks import DEPTH_MAX, Block, Container, Outline, is_within
from extraction.content.forest import Forest
from extraction.content.models import Models, shipped
from extraction.content.page_kind import Kinds, PageKinds
from extraction.content.rules import dated_lines, head_boxes, headline, posts, refinement, repetition
from extraction.content.rules.contacts import with_phone
from extraction.content.rules.facts import main_heading, with_facts
from extraction.content.rules.heading_facts import is_offered
from extraction.content.rules.headings import with_headings
from extraction.content.rules.items import with_item_facts
from extraction.content.rules.landmarks import (
    declared_content,
    declared_whole,
    is_boilerplate,
    without_boilerplate,
    words_of,
)
from extraction.content.rules.main_part import with_main_part
from extraction.content.rules.other_entities import without_other_entities
from extraction.content.rules.properties import with_properties
from extraction.content.rules.repetition import Series
from extraction.content.rules.stated import Fact
from extraction.document.document import Document

_SMALL_PAGE_WORDS = 150
# Up to this size the page's `main` element is kept whole, if it has most of the text and few links.
_MEDIUM_PAGE_WORDS = 400
_CONTENT_WORDS_MIN = 25
# Below this expected F1 the choice of blocks is unreliable.
_UNCERTAIN_F1 = 0.35
# A larger structure is the page's layout, except for a table with short cells.
_STRUCTURE_SHARE_MAX, _TABLE_SHARE_MAX = 0.5, 0.9
_CELL_WORDS_MAX = 30
_WHOLE_TAGS = ("table", "pre", "ul", "ol", "dl")
# Below this probability of being an article, a page is read by the model for all kinds.
_ARTICLE_MIN = 0.6
# Below this probability of its kind, a small page may be about an entity.
_WRITTEN_MIN = 0.4
_MAYBE_ARTICLES = (None, "article", "home")
# For articles, extra text counts more than missing text.
_ARTICLE_BETA = 0.9
# If a page does not declare that it is an article, both models are asked. The strict one must keep this share of the other's text.
_AGREEMENT_MIN = 0.8
# Pages of these kinds consist of repeated items. On articles and service pages the model judges each block alone.
_REPETITIVE_KINDS = frozenset(("documentation", "forum", "product", "collection", "listing"))
# Pages of these kinds are texts, which do not list entities with prices.
_WRITTEN_KINDS = frozenset(("article", "documentation", "forum"))


@dataclass(frozen=True)
class Choice:
    """The content that was kept.

    `expected` is the F1 score that the model expects, from 0 to 1. `kinds` has the probability of each kind of page, or is
    empty if the page has too little text.
    """

    words: int
    page_words: int
    expected: float
    link_share: float
    kinds: Kinds


def cut(
    document: Document,
    title: str,
    *,
    declared: str | None = None,
    whole_structures: bool = False,
    facts: Sequence[Fact] = (),
    models: Models | None = None,
) -> Choice:
    """Leave only the main content in the shared tree.

    Args:
        title: the page's title, for recognising its main heading.
        declared: the page type that the page declares. Only `article` and `home` pages can be read strictly.
        whole_structures: keep or drop each list, table and code block as a whole.
        facts: what the page declares about its main entity; the containers that show it are kept.
        models: replaces the shipped models.
    """
    outline = Outline(document.body)
    blocks, page_words = outline.blocks, outline.containers[0].words
    if not blocks:
        return Choice(0, 0, 0.0, 0.0, {})
    models = models or shipped()
    columns = features.shape_columns(document, outline, title)
    kinds = page_kind.of_blocks(models.kinds, columns, blocks)
    columns += lexicon.columns(lexicon.page_tokens(outline), models.blocks.lexicon)
    kind = _most_probable(kinds, declared)
    is_repetitive = kind in _REPETITIVE_KINDS
    series = repetition.series_of(outline) if is_repetitive else []
    page = _Page(blocks, columns, page_words, _WHOLE_TAGS if whole_structures else _WHOLE_TAGS[:2], series)
    found = _content(page, models, kinds, declared)
    retained = (
        found.blocks if is_repetitive else repetition.completed(repetition.series_of(outline), blocks, found.blocks)
    )
    retained = refinement.refine(blocks, retained, kind)
    retained = headline.with_headline(blocks, retained, title)
    if page_words < _MEDIUM_PAGE_WORDS and retained and _may_be_entity(kind, kinds, declared):
        is_certain = kind == "product" and kinds.get(kind, 0.0) >= _ARTICLE_MIN
        retained = with_main_part(blocks, retained, main_heading(blocks, retained), only_numbers=is_certain)
    retained = without_other_entities(blocks, retained, kind, is_small=page_words < _MEDIUM_PAGE_WORDS)
    if kind not in _WRITTEN_KINDS:
        retained = with_item_facts(blocks, retained, keeps_tables=kind != "product")
    are_posts = kind == "forum" or (b"answer" in document.source and posts.are_answers(retained))
    if are_posts:
        retained = posts.with_details(blocks, retained)
    is_product = _is_product(kind, kinds, declared) or (
        declared is None
        and kind not in _WRITTEN_KINDS
        and bool(retained)
        and is_offered(main_heading(blocks, retained))
    )
    retained = with_facts(blocks, retained, facts, is_product=is_product)
    if is_product or _may_be_entity(kind, kinds, declared):
        retained = _with_undeclared(blocks, retained)
    elif kind == "article" and retained:
        retained = head_boxes.in_head(blocks, retained, main_heading(blocks, retained))
    lines = post_lines.lines_of(retained) if are_posts else []
    pruning.prune(document.body, outline, retained)
    post_lines.write(lines)
    price_texts.set_apart(retained)
    words = words_of(retained)
    linked = sum(block.link_words for block in retained)
    return Choice(words, page_words, found.expected, linked / words if words else 0.0, kinds)


def kinds_of(document: Document, title: str, *, model: PageKinds | None = None) -> Kinds:
    """The probability of each kind of page, without choosing its content. Empty if the page has too little text."""
    outline = Outline(document.body)
    if not outline.blocks:
        return {}
    columns = features.shape_columns(document, outline, title)
    return page_kind.of_blocks(model or shipped().kinds, columns, outline.blocks)


def _with_undeclared(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The kept blocks with facts that are found by what they are: days, labelled values, a phone number."""
    if not retained:
        return retained
    anchor = main_heading(blocks, retained)
    retained = dated_lines.beside_heading(blocks, retained, anchor)
    retained = dated_lines.beside_texts(blocks, retained, anchor)
    return with_phone(blocks, with_properties(blocks, retained, anchor), anchor)


class _Page(NamedTuple):
    """The blocks of a page, their features, the tags of structures that are kept or dropped whole, and the series of blocks."""

    blocks: list[Block]
    columns: list[bytes]
    words: int
    whole_tags: tuple[str, ...]
    series: list[Series]


class _Content(NamedTuple):
    """Chosen blocks and their expected F1."""

    blocks: list[Block]
    expected: float


def _content(page: _Page, models: Models, kinds: Kinds, declared: str | None) -> _Content:
    """The content of the page as the model for articles chooses it, or as the model for all kinds does."""
    article: list[Block] = []
    expected = 0.0
    if kinds.get("article", 0.0) >= _ARTICLE_MIN and declared in _MAYBE_ARTICLES:
        article, expected = _chosen(page, models.articles, _ARTICLE_BETA)
        article = with_headings(page.blocks, article)
        if declared == "article":
            return _Content(article, expected)
    generous, expected_generous = _chosen(page, models.blocks, 1.0)
    if article and _covers(article, generous):
        return _Content(article, expected)
    filled = with_headings(page.blocks, _with_gaps_filled(page.blocks, generous))
    whole = repetition.retained_or_dropped_whole(page.series, page.blocks, filled)
    return _Content(whole, expected_generous)


def _covers(retained: list[Block], needed: list[Block]) -> bool:
    inside = set(map(id, retained))
    return words_of([block for block in needed if id(block) in inside]) >= _AGREEMENT_MIN * words_of(needed)


def _is_product(kind: str, kinds: Kinds, declared: str | None) -> bool:
    """Whether the page may be about one entity with a price: a product, or a text that is not certain to be an article."""
    uncertain = kind in ("article", "") and declared is None and kinds.get("article", 0.0) < _ARTICLE_MIN
    return kind == "product" or uncertain


def _may_be_entity(kind: str, kinds: Kinds, declared: str | None) -> bool:
    """Whether a page may be about an entity or a list of things, and is not certain to be a text."""
    return kind not in _WRITTEN_KINDS or (declared is None and kinds.get(kind, 0.0) < _WRITTEN_MIN)


def _most_probable(kinds: Kinds, declared: str | None) -> str:
    if declared in _MAYBE_ARTICLES:
        return max(kinds, key=lambda kind: kinds[kind], default="")
    return "documentation" if declared == "docs" else str(declared)


def _chosen(page: _Page, model: Forest, beta: float) -> tuple[list[Block], float]:
    """The blocks that this model chooses, and their expected F1."""
    blocks = page.blocks
    if page.words < _SMALL_PAGE_WORDS:
        return without_boilerplate(blocks) or blocks, 0.75
    if page.words < _MEDIUM_PAGE_WORDS and (declared := declared_whole(blocks, page.words)):
        return declared, 0.75
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
        return plain or blocks, min(expected, 0.4)
    if expected < _UNCERTAIN_F1:
        # When the model is uncertain, the page's `main` element decides.
        declared = declared_content(blocks)
        if words_of(declared) >= _CONTENT_WORDS_MIN:
            return declared, _UNCERTAIN_F1
    return retained, expected


def _with_gaps_filled(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The kept blocks, and short gaps between two of them in the same container, for example a list inside an article."""
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
