"""Reads annotated pages as training data: feature columns, labels, and the fold of each page's domain."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from contract.capture import PageCapture
from extraction import visible_tree
from extraction.content import features
from extraction.content.blocks import Block, Outline
from extraction.content.lexicon import PageTokens, page_tokens
from extraction.declared.metadata import Metadata
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import open_page
from training import labels

# Models for scoring are trained without one fold, a tenth of the domains.
FOLDS = 10
# For the blocks of a page and its title: a label and a weight for each block.
Labeller = Callable[[list[Block], str], tuple[list[float], list[float]]]


@dataclass(frozen=True)
class Page:
    """One page of a training set.

    `columns` are those without the lexicon's. Per block: `shares` are labels, `trust` is the weight of the label, `lengths` are
    tokens and `words` are words.
    """

    name: str
    kind: str
    fold: int
    columns: list[bytes]
    tokens: PageTokens
    shares: list[float]
    trust: list[float]
    lengths: list[int]
    words: list[int]


def read(folder: Path) -> Iterator[Page]:
    """All pages of a data set with `html/NAME.html.gz` and `ground-truth/NAME.json`, in the order of their names."""
    for path in sorted((folder / "html").glob("*.html.gz")):
        name = path.name.removesuffix(".html.gz")
        truth = json.loads((folder / "ground-truth" / f"{name}.json").read_text())

        def label(blocks: list[Block], title: str, truth: dict[str, Any] = truth) -> tuple[list[float], list[float]]:
            texts = [labels.tokens(block.text) for block in blocks]
            return labels.shares(texts, truth["ground_truth"].get("main_content") or ""), [1.0] * len(texts)

        yield page_of(
            name, kind_of(truth), fold_of(truth.get("url") or name), gzip.decompress(path.read_bytes()), label
        )


def capture(body: bytes) -> PageCapture:
    """A saved page as a capture with a neutral URL, so that the model does not learn from URLs."""
    address = "https://saved.example/page"
    headers = (("content-type", "text/html"),)
    return PageCapture(
        url=address,
        final_url=address,
        status=200,
        headers=headers,
        body=body,
        captured_at=datetime(2026, 1, 1, tzinfo=UTC),
    )


def fold_of(url: str) -> int:
    """The fold of a URL. Pages of one domain share a fold, so that no page is scored by a model trained on its site."""
    domain = ".".join((urlsplit(url).hostname or url).split(".")[-2:])
    return int(hashlib.md5(domain.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS


def kind_of(truth: dict[str, Any]) -> str:
    kind = (truth.get("_internal") or {}).get("page_type") or "article"
    kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
    return "collection" if kind == "category" else str(kind)


def page_of(name: str, kind: str, fold: int, body: bytes, label: Labeller) -> Page:
    """One page of a training set, with the labels that `label` gives its blocks."""
    document = open_page(capture(body))
    title = Metadata(document, StructuredMarkup(document)).title() or ""
    # Advertising is not removed: callers may keep it, so the model must learn to reject it.
    visible_tree.drop_invisible(document)
    visible_tree.simplify(document)
    outline = Outline(document.body)
    blocks = outline.blocks
    shares, trust = label(blocks, title)
    return Page(
        name=name,
        kind=kind,
        fold=fold,
        columns=features.shape_columns(document, outline, title) if blocks else [],
        tokens=page_tokens(outline),
        shares=shares,
        trust=trust,
        lengths=[len(labels.tokens(block.text)) for block in blocks],
        words=[len(block.words) for block in blocks],
    )
