"""The trained models of this package: two forests for blocks, and the model of page kinds."""

from __future__ import annotations

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from extraction.content import forest, page_kind
from extraction.content.forest import Forest
from extraction.content.page_kind import PageKinds

# The data files, as `training` writes them.
BLOCKS, ARTICLES, KINDS = "main_content.json", "articles.json", "page_kinds.json"
FILES = (BLOCKS, ARTICLES, KINDS)


class Models(NamedTuple):
    """`blocks` reads pages of all kinds, `articles` reads articles and is stricter. Both use the lexicon of `blocks`."""

    blocks: Forest
    articles: Forest
    kinds: PageKinds


@cache
def shipped() -> Models:
    """The models that come with this package; loaded once a process."""
    return load(resources.files("extraction.content").joinpath("data"))


def load(folder: Traversable) -> Models:
    """The models in a folder with the three data files."""
    blocks, articles, kinds = ((folder / name).read_text() for name in FILES)
    return Models(forest.load(blocks), forest.load(articles), page_kind.load(kinds))
