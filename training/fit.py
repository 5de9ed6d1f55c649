"""Train the models of the main content: `python -m training DATA ARTICLES [--folds DIR] [--only FILE]`.

Deterministic: one thread, fixed seeds. Writes the files in `extraction/content/data`. With `--folds` also writes ten sets of
models, each trained without a tenth of the domains. `benchmarks/content.py` scores each page with the models that were not
trained on its domain.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from extraction.content import lexicon, models
from training import articles as snippet_articles
from training import page_kinds
from training.dataset import FOLDS, Page, read
from training.token_weights import TokenCounts

PARAMETERS = {
    "objective": "cross_entropy", "num_leaves": 32, "learning_rate": 0.07, "min_data_in_leaf": 60, "feature_fraction": 0.4,
    "bagging_fraction": 0.8, "bagging_freq": 1, "max_bin": 32, "lambda_l2": 3, "num_threads": 1, "seed": 1,
    "deterministic": True, "force_row_wise": True, "verbose": -1,
}  # fmt: skip
ROUNDS = 180
SCALE = 2048
ATTRIBUTION = "Trained on WCXB, the Web Content eXtraction Benchmark, by Murrough Foley, CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/)."
DATA = Path(models.__file__).parent / "data"
# What the strict forest is trained on: annotated articles with weight 1, every third page of other kinds, weakly labelled articles.
OTHER_KINDS_EVERY, OTHER_KINDS_WEIGHT, WEAK_LABELS_WEIGHT = 3, 0.45, 2.0


class BlockModels:
    """Trains both forests on the same columns, so that the columns of a page are computed once when it is read."""

    def __init__(self, pages: list[Page], articles: list[Page]) -> None:
        self.pages = [page for page in pages if page.columns]
        self.articles = [page for page in articles if page.columns and any(page.trust)]
        tally = TokenCounts(FOLDS)
        for page in self.pages:
            tally.add(page.fold, page.tokens, page.shares, weights(page))
        folds = sorted({page.fold for page in self.pages})
        self.lexicon = tally.lexicon(folds)
        # A page's lexicon comes from the other folds: see `training.token_weights`.
        self.others = {fold: tally.lexicon([one for one in folds if one != fold]) for fold in range(FOLDS)}

    def generous(self) -> dict[str, Any]:
        """The forest for pages of all kinds, with the lexicon, in the format that `extraction.content.forest` loads."""
        return self._forest([(page, 1.0) for page in self.pages]) | {"lexicon": self.lexicon}

    def strict(self) -> dict[str, Any]:
        """The forest for articles. It uses the lexicon of `generous`."""
        own = [(page, 1.0) for page in self.pages if page.kind == "article"]
        others = [page for page in self.pages if page.kind != "article"][::OTHER_KINDS_EVERY]
        weak = [(page, WEAK_LABELS_WEIGHT) for page in self.articles]
        return self._forest(own + [(page, OTHER_KINDS_WEIGHT) for page in others] + weak)

    def _forest(self, weighted: list[tuple[Page, float]]) -> dict[str, Any]:
        """The forest trained on these pages. Blocks without a known label are left out."""
        rows = np.concatenate([self._rows(page) for page, _ in weighted])
        shares = np.concatenate([page.shares for page, _ in weighted])
        weight = np.concatenate([factor * weights(page) for page, factor in weighted])
        known = np.concatenate([page.trust for page, _ in weighted]) > 0
        data = lightgbm.Dataset(rows[known], shares[known], weight=weight[known], params=PARAMETERS)
        return flatten(lightgbm.train(PARAMETERS, data, ROUNDS).dump_model(), rows.shape[1])

    def _rows(self, page: Page) -> Any:
        return matrix(page.columns + lexicon.columns(page.tokens, self.others[page.fold]))


def weights(page: Page) -> Any:
    """One weight per block, by its words. Normalised, so that long pages do not outweigh short ones."""
    sizes = np.minimum(np.array(page.lengths, dtype=float), 150) ** 0.85 * np.array(page.trust)
    total = max(float(sizes.sum()), 1e-9)
    content = max(float((sizes * np.array(page.shares)).sum()), 0.02 * total)
    return 100 * sizes / np.sqrt(total * content)


def fit(pages: list[Page], articles: list[Page], only: str | None = None) -> dict[str, dict[str, Any]]:
    """The models trained on these pages, by the names of their data files. `only` is the name of one of them."""
    blocks = BlockModels(pages, articles)
    recipes: dict[str, Callable[[], dict[str, Any]]] = {
        models.BLOCKS: blocks.generous,
        models.ARTICLES: blocks.strict,
        models.KINDS: lambda: page_kinds.fit(pages, articles),
    }
    return {name: recipe() for name, recipe in recipes.items() if only in (None, name)}


def matrix(columns: list[bytes]) -> Any:
    """One row per block."""
    return np.frombuffer(b"".join(columns), dtype=np.uint8).reshape(len(columns), -1).T


def flatten(dumped: dict[str, Any], columns: int) -> dict[str, Any]:
    """Nested `[condition, gain, below_yes, below_no]` trees with gains in whole lane units."""
    conditions: dict[tuple[int, int], int] = {}
    base, trees = 0, []
    for tree in dumped["tree_info"]:
        value, flat = _flat(tree["tree_structure"], conditions)
        base += value
        if flat:
            trees.append(flat)
    return {
        "attribution": ATTRIBUTION,
        "scale": SCALE,
        "base": base,
        "columns": columns,
        "conditions": list(conditions),
        "trees": trees,
    }


def _flat(node: dict[str, Any], conditions: dict[tuple[int, int], int]) -> tuple[int, Any]:
    """The value of the node's rightmost leaf, and the flattened node (0 for a leaf)."""
    if "leaf_value" in node:
        return round(node["leaf_value"] * SCALE), 0
    condition = conditions.setdefault((node["split_feature"], int(node["threshold"])), len(conditions))
    yes_value, yes = _flat(node["left_child"], conditions)
    no_value, no = _flat(node["right_child"], conditions)
    return no_value, [condition, yes_value - no_value, yes, no]


def write(folder: Path, trained: dict[str, dict[str, Any]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in trained.items():
        (folder / name).write_text(json.dumps(model, separators=(",", ":")) + "\n")


def main() -> None:
    """Read the pages once, then train on all of them. With `--folds` also train the models for scoring."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="pages of seven kinds with annotated content")
    parser.add_argument("articles", type=Path, help="articles with snippets")
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--only", choices=models.FILES, help="train only this model")
    arguments = parser.parse_args()
    pages, articles = list(read(arguments.data)), list(snippet_articles.read(arguments.articles))
    for fold in range(FOLDS) if arguments.folds else ():
        rest, others = ([page for page in data if page.fold != fold] for data in (pages, articles))
        write(arguments.folds / str(fold), fit(rest, others, arguments.only))
    write(DATA, fit(pages, articles, arguments.only))


if __name__ == "__main__":
    main()
