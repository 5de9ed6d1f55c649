"""Cuts a page to its main content: the blocks that the learned models choose, then the rules in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from extraction.content import features, lexicon, model_choice, page_kind, post_lines, price_texts, pruning
from extraction.content.blocks import Block, Outline
from extraction.content.model_choice import ARTICLE_MIN, MAYBE_ARTICLES, MEDIUM_PAGE_WORDS, PageBlocks
from extraction.content.models import Models, shipped
from extraction.content.page_kind import Kinds, PageKinds
from extraction.content.rules import dated_lines, headline, infoboxes, posts, refinement, repetition
from extraction.content.rules.contacts import with_phone
from extraction.content.rules.facts import main_heading, with_facts
from extraction.content.rules.heading_facts import is_offered
from extraction.content.rules.items import with_item_facts
from extraction.content.rules.landmarks import words_of
from extraction.content.rules.main_part import with_main_part
from extraction.content.rules.other_entities import without_other_entities
from extraction.content.rules.properties import with_properties
from extraction.content.rules.stated import Fact
from extraction.document.document import Document

_TABLES, _WHOLE_TAGS = ("table", "pre"), ("table", "pre", "ul", "ol", "dl")
# Below this probability of its kind, a small page may be about an entity.
_WRITTEN_MIN = 0.4
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

    expected: float
    link_share: float
    kinds: Kinds


@dataclass(frozen=True)
class _Page:
    """What a page is, as far as it declares it and its text shows it."""

    words: int
    declared: str | None
    kinds: Kinds

    @property
    def kind(self) -> str:
        """The declared kind, otherwise the most probable one."""
        if self.declared in MAYBE_ARTICLES:
            return max(self.kinds, key=lambda kind: self.kinds[kind], default="")
        return "documentation" if self.declared == "docs" else str(self.declared)

    @property
    def is_small(self) -> bool:
        return self.words < MEDIUM_PAGE_WORDS

    @property
    def is_written(self) -> bool:
        return self.kind in _WRITTEN_KINDS

    @property
    def may_be_product(self) -> bool:
        """Whether it may be about one entity with a price: a product, or a text that is not certain to be an article."""
        kind, is_uncertain = self.kind, self.declared is None and self.kinds.get("article", 0.0) < ARTICLE_MIN
        return kind == "product" or (kind in ("article", "") and is_uncertain)

    @property
    def may_be_entity(self) -> bool:
        """Whether it may be about an entity or a list of them, and is not certain to be a text."""
        return not self.is_written or (self.declared is None and self.kinds.get(self.kind, 0.0) < _WRITTEN_MIN)


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
        return Choice(0.0, 0.0, {})
    models = models or shipped()
    columns = features.shape_columns(document, outline, title)
    page = _Page(page_words, declared, page_kind.of_blocks(models.kinds, columns, blocks))
    columns += lexicon.columns(lexicon.page_tokens(outline), models.blocks.lexicon)
    series, is_repetitive = repetition.series_of(outline), page.kind in _REPETITIVE_KINDS
    given = PageBlocks(
        blocks, columns, page_words, _WHOLE_TAGS if whole_structures else _TABLES, series if is_repetitive else []
    )
    found = model_choice.choose(given, models, page.kinds, declared)
    retained = found.blocks if is_repetitive else repetition.completed(series, blocks, found.blocks)
    retained = _refined(page, blocks, retained, title)
    are_posts = page.kind == "forum" or (b"answer" in document.source and posts.are_answers(retained))
    if are_posts:
        retained = posts.with_details(blocks, retained)
    retained = _with_facts(page, blocks, retained, facts)
    lines = post_lines.lines_of(retained) if are_posts else []
    pruning.prune(document.body, outline, retained)
    post_lines.write(lines)
    price_texts.set_apart(retained)
    words, linked = words_of(retained), sum(block.link_words for block in retained)
    return Choice(found.expected, linked / words if words else 0.0, page.kinds)


def kinds_of(document: Document, title: str, *, model: PageKinds | None = None) -> Kinds:
    """The probability of each kind of page, without choosing its content. Empty if the page has too little text."""
    outline = Outline(document.body)
    if not outline.blocks:
        return {}
    columns = features.shape_columns(document, outline, title)
    return page_kind.of_blocks(model or shipped().kinds, columns, outline.blocks)


def _refined(page: _Page, blocks: list[Block], retained: list[Block], title: str) -> list[Block]:
    """The retained blocks as the rules for texts, entities and items correct them."""
    kind = page.kind
    retained = refinement.refine(blocks, retained, kind)
    retained = headline.with_headline(blocks, retained, title)
    if page.is_small and retained and page.may_be_entity:
        is_certain = kind == "product" and page.kinds.get(kind, 0.0) >= ARTICLE_MIN
        retained = with_main_part(blocks, retained, main_heading(blocks, retained), only_numbers=is_certain)
    retained = without_other_entities(blocks, retained, kind, is_small=page.is_small)
    return retained if page.is_written else with_item_facts(blocks, retained, keeps_tables=kind != "product")


def _with_facts(page: _Page, blocks: list[Block], retained: list[Block], facts: Sequence[Fact]) -> list[Block]:
    """The retained blocks with those that show facts: what the page declares, and what is found by its form."""
    is_product = page.may_be_product or (
        page.declared is None and not page.is_written and bool(retained) and is_offered(main_heading(blocks, retained))
    )
    retained = with_facts(blocks, retained, facts, is_product=is_product)
    if not retained:
        return retained
    if is_product or page.may_be_entity:
        return _with_undeclared(blocks, retained)
    return infoboxes.in_head(blocks, retained, main_heading(blocks, retained)) if page.kind == "article" else retained


def _with_undeclared(blocks: list[Block], retained: list[Block]) -> list[Block]:
    """The retained blocks with facts that are found by what they are: days, labelled values, a phone number."""
    anchor = main_heading(blocks, retained)
    retained = dated_lines.beside_heading(blocks, retained, anchor)
    retained = dated_lines.beside_texts(blocks, retained, anchor)
    return with_phone(blocks, with_properties(blocks, retained, anchor), anchor)
