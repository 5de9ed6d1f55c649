"""Guesses the page type from the page's software and layout."""

from __future__ import annotations

import re
from itertools import accumulate

from extraction.document.document import Document
from extraction.document.element_index import ElementIndex
from extraction.document.tree import all_text

# To add one: the software's name in `<meta name="generator">`, if it makes pages of one type only.
_GENERATORS = (
    ("docs", re.compile(
        r"mkdocs|docusaurus|sphinx|docutils|gitbook|rustdoc|bookdown|vitepress|vuepress|starlight|doxygen|javadoc|antora|"
        r"read the docs|hugo book", re.I)),
    ("forum", re.compile(r"discourse|vbulletin|phpbb|mybb|xenforo|flarum|nodebb|vanilla forums|simple machines|invision", re.I)),
)  # fmt: skip
# To add one: a class that a content management system gives the body of every page of a type.
_BODY_CLASSES = (
    ("product", re.compile(r"(?<![\w-])(?:single-product|catalog-product-view)(?![\w-])")),
    ("collection", re.compile(
        r"(?<![\w-])(?:tax-product_cat|tax-product_tag|post-type-archive-product|catalog-category-view)(?![\w-])")),
    ("article", re.compile(r"(?<![\w-])single-post(?![\w-])")),
    ("listing", re.compile(r"(?<![\w-])(?:archive category|archive tag|archive author|archive date)(?![\w-])")),
)  # fmt: skip
_HEADLINED, _PLAIN = 300, 1500
_CARDS_MIN, _PRICES_MIN, _CODE_MIN, _SLUG_HYPHENS_MIN = 5, 8, 5, 3
_ARTICLES_MAX = 200


def of_software(document: Document, generator: str) -> str | None:
    """The page type by the `generator` meta element or by classes of the body, or None."""
    for kind, pattern in _GENERATORS:
        if generator and pattern.search(generator):
            return kind
    classes = document.body.get("class") or ""
    return next((kind for kind, pattern in _BODY_CLASSES if pattern.search(classes)), None)


def of_layout(document: Document) -> str | None:
    """The page type by layout: cards, prices, code, paragraphs. None if unclear."""
    index = document.index
    articles = index.tagged("article")[:_ARTICLES_MAX]
    headlined = any(article.find(".//h1") is not None for article in articles)
    if len(articles) < _CARDS_MIN and headlined and _has_letters(index, _HEADLINED):
        return "article"
    if sum(len(labelled) for label, labelled in index.by_value("class").items() if "rice" in label) >= _PRICES_MIN:
        return "collection"
    if len(index.tagged("pre")) >= _CODE_MIN:
        return "docs"
    if len(articles) >= _CARDS_MIN and not headlined:
        return "listing"
    if (articles or _is_slug(document.url)) and _has_letters(index, _PLAIN):
        return "article"
    return None


def _has_letters(index: ElementIndex, enough: int) -> bool:
    """Whether the paragraphs have more letters than this."""
    return any(letters > enough for letters in accumulate(len(all_text(paragraph)) for paragraph in index.tagged("p")))


def _is_slug(url: str) -> bool:
    """Whether the last path segment looks like a title with hyphens."""
    return url.partition("?")[0].rstrip("/").rpartition("/")[2].count("-") >= _SLUG_HYPHENS_MIN
