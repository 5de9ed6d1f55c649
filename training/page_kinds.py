"""Trains the model of page kinds on the annotated kinds, and on articles of another data set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lightgbm
import numpy as np

from extraction.content import page_kind
from training.dataset import Page

NAMES = ["article", "collection", "documentation", "forum", "listing", "product", "service"]
PARAMETERS = {
    "objective": "multiclass", "num_class": len(NAMES), "num_leaves": 4, "learning_rate": 0.1, "min_data_in_leaf": 8,
    "feature_fraction": 0.2, "bagging_fraction": 0.8, "bagging_freq": 1, "lambda_l2": 3, "num_threads": 1, "seed": 1,
    "deterministic": True, "force_row_wise": True, "verbose": -1,
}  # fmt: skip
ROUNDS = 100
SCALE = 1000
# Articles of the second set are alike, so each counts for half.
_ARTICLE_WEIGHT = 0.5


def fit(pages: list[Page], articles: list[Page]) -> dict[str, Any]:
    """The model in the format that `extraction.content.page_kind` loads."""
    rows, kinds, weights = [], [], []
    for page, weight in _weighted(pages, articles):
        rows.append(np.frombuffer(page_kind.values(page.columns, page.words), dtype=np.uint8))
        kinds.append(NAMES.index(page.kind))
        weights.append(weight)
    data = lightgbm.Dataset(np.array(rows), np.array(kinds), weight=np.array(weights), params=PARAMETERS)
    trees = lightgbm.train(PARAMETERS, data, ROUNDS).dump_model()["tree_info"]
    return {
        "names": NAMES,
        "scale": SCALE,
        "columns": len(rows[0]),
        "trees": [[_node(tree["tree_structure"]) for tree in trees[kind :: len(NAMES)]] for kind in range(len(NAMES))],
    }


def _weighted(pages: list[Page], articles: list[Page]) -> Iterator[tuple[Page, float]]:
    for page in pages:
        if page.columns:
            yield page, 1.0
    for page in articles:
        if page.columns:
            yield page, _ARTICLE_WEIGHT


def _node(node: dict[str, Any]) -> Any:
    if "leaf_value" in node:
        return round(node["leaf_value"] * SCALE)
    return [node["split_feature"], int(node["threshold"]), _node(node["left_child"]), _node(node["right_child"])]
