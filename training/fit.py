"""Train the main-content model: `python -m training.fit DATA [--folds DIR]`.

Deterministic: one thread, fixed seeds. Writes `extraction/content/data/main_content.json`. With `--folds` also writes one
model per fold, trained without that fold's domains. `benchmarks/content.py` scores each page with the model that was not
trained on its domain.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from extraction.content import forest as trees
from extraction.content import lexicon
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
_MODEL = Path(trees.__file__).parent / "data" / "main_content.json"


def weights(page: Page) -> Any:
    """One weight per block, by its words. Normalised, so that long pages do not outweigh short ones."""
    sizes = np.minimum(np.array(page.lengths, dtype=float), 150) ** 0.85
    total = max(float(sizes.sum()), 1e-9)
    content = max(float((sizes * np.array(page.shares)).sum()), 0.02 * total)
    return 100 * sizes / np.sqrt(total * content)


def fit(pages: list[Page]) -> dict[str, Any]:
    """The forest and lexicon trained on these pages, in the format that `extraction.content.forest` loads."""
    pages = [page for page in pages if page.columns]
    tally = TokenCounts(FOLDS)
    for page in pages:
        tally.add(page.fold, page.tokens, page.shares, weights(page))
    folds = sorted({page.fold for page in pages})
    others = {fold: tally.lexicon([other for other in folds if other != fold]) for fold in folds}
    rows = np.concatenate([matrix(page.columns + lexicon.columns(page.tokens, others[page.fold])) for page in pages])
    shares = np.concatenate([page.shares for page in pages])
    data = lightgbm.Dataset(rows, shares, weight=np.concatenate([weights(page) for page in pages]), params=PARAMETERS)
    forest = flatten(lightgbm.train(PARAMETERS, data, ROUNDS).dump_model(), rows.shape[1])
    return forest | {"lexicon": tally.lexicon(folds)}


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


def main() -> None:
    """Read the pages once, then train on all of them. With `--folds` also train one model without each fold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=Path)
    arguments = parser.parse_args()
    pages = list(read(arguments.data))
    if arguments.folds:
        arguments.folds.mkdir(parents=True, exist_ok=True)
        for fold in range(FOLDS):
            model = fit([page for page in pages if page.fold != fold])
            (arguments.folds / f"{fold}.json").write_text(json.dumps(model, separators=(",", ":")))
    _MODEL.write_text(json.dumps(fit(pages), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
