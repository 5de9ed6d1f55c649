"""Reads articles that are annotated with snippets only, as training data with weak labels."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from extraction.content.blocks import Block
from training import weak_labels
from training.dataset import Page, fold_of, page_of


def read(folder: Path) -> Iterator[Page]:
    """All pages of a data set with `html/NAME.html.gz` and snippets in `truth.json`, with weak labels."""
    for name, truth in sorted(json.loads((folder / "truth.json").read_text()).items()):
        body = gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes())

        def label(
            blocks: list[Block], title: str, body: bytes = body, truth: dict[str, Any] = truth
        ) -> tuple[list[float], list[float]]:
            return weak_labels.of_blocks(blocks, body, truth, title)

        yield page_of(name, "article", fold_of(truth.get("url") or name), body, label)
