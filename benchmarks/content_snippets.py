"""Articles compared with annotated snippets: precision, recall and F1 of the final Markdown, for ours and for trafilatura's modes.

    python -m benchmarks.content_snippets ARTICLES --folds DIR [--libraries] [--record FILE]

A text that must be in the article and is found counts as right, one that is not found as missing. A text that must not be in it
and is found counts as extra. Every page is read by models that were trained without its domain. `--record` adds the figures to
the file that `benchmarks.content --record` writes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from pathlib import Path
from typing import NamedTuple

from benchmarks.content import Reader, libraries, ours
from training.dataset import fold_of

_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[\\*_`#>|~]")
Figures = dict[str, float]


class Article(NamedTuple):
    """A saved article. `expected` must be in its text, `unwanted` must not."""

    body: bytes
    fold: int
    expected: list[str]
    unwanted: list[str]


def main() -> None:
    """Read all articles with every reader, and print one line per reader."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("articles", type=Path)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--libraries", action="store_true")
    parser.add_argument("--record", type=Path)
    arguments = parser.parse_args()
    articles = sorted(annotated(arguments.articles), key=lambda article: article.fold)
    readers = {"orbweaver": ours(arguments.folds, [])} | (libraries() if arguments.libraries else {})
    found = {name: score(articles, read) for name, read in readers.items()}
    print(f"{'':22s}{'precision':>10s}{'recall':>8s}{'F1':>7s}")
    for name, figures in found.items():
        print(f"{name:22s}{figures['precision']:10.3f}{figures['recall']:8.3f}{figures['f1']:7.3f}")
    if arguments.record:
        recorded = json.loads(arguments.record.read_text())
        arguments.record.write_text(json.dumps(recorded | {"articles": found}, indent=1) + "\n")


def annotated(folder: Path) -> list[Article]:
    return [
        Article(
            gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes()),
            fold_of(truth.get("url") or name),
            truth.get("with", []),
            truth.get("without", []),
        )
        for name, truth in json.loads((folder / "truth.json").read_text()).items()
    ]


def score(articles: list[Article], read: Reader) -> Figures:
    """Precision, recall and F1 of the sums over all articles."""
    right = extra = missing = 0
    for article in articles:
        text = plain(read(article.body, article.fold))
        found = sum(plain(snippet) in text for snippet in article.expected)
        right += found
        missing += len(article.expected) - found
        extra += sum(plain(snippet) in text for snippet in article.unwanted)
    return {
        "precision": round(right / (right + extra), 4),
        "recall": round(right / (right + missing), 4),
        "f1": round(2 * right / (2 * right + extra + missing), 4),
    }


def plain(text: str) -> str:
    """The text without Markdown's marks and with single spaces."""
    return " ".join(_MARKS.sub("", _LINK.sub(r"\1", text)).split())


if __name__ == "__main__":
    main()
