"""Accuracy of `pageType`: a confusion matrix, and the share of correct answers per annotated type.

    python -m benchmarks.page_type DATA --folds DIR [--half tuning|check] [--show KIND]

The pages are split by domain into two halves. Rules are written with the tuning half only (`--half tuning --show KIND` lists
its wrong pages). The check half shows whether they generalise. The learned kind comes from the models in `--folds`, which
`python -m training DATA ARTICLES --folds DIR` makes (`--only page_kinds.json` makes only those of the kinds, in seconds).

The data has seven types, `pageType` has thirteen. A type that the data does not have (`home`, `faq`, `other` …) counts as
wrong. Home pages are annotated as service, listing or collection.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median, quantiles

from benchmarks.content import annotated
from contract.results.page import PAGE_TYPES
from extraction import visible_tree
from extraction.content import main_content, models, page_kind
from extraction.declared import page_type
from extraction.declared.metadata import Metadata
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import open_page
from training.dataset import FOLDS, capture, kind_of

# Types with a different name in the data.
RENAMED = {"documentation": "docs"}
HALVES = ("tuning", "check")


@dataclass(frozen=True)
class Answer:
    """The annotated and the detected type of one page. `ms` is the CPU time of the decision, with the
    blocks and features that a read of the main content computes anyway."""

    name: str
    half: str
    expected: str
    found: str
    ms: float


def main() -> None:
    """Read every page, and print one table per half and one for both."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--half", choices=HALVES)
    parser.add_argument("--show", help="list the wrong pages of this annotated type")
    arguments = parser.parse_args()
    answers = [answer for answer in read_all(arguments.data, arguments.folds) if arguments.half in (None, answer.half)]
    for half in (arguments.half,) if arguments.half else HALVES:
        report(half, [answer for answer in answers if answer.half == half])
    if not arguments.half:
        report("both halves", answers)
    for answer in answers:
        if answer.expected == arguments.show and answer.found != answer.expected:
            print(f"{answer.name} {answer.found}")
    times = [answer.ms for answer in answers]
    print(f"ms a decision: median {median(times):.3f}, p95 {quantiles(times, n=20)[-1]:.3f}, most {max(times):.2f}")


def read_all(data: Path, folds: Path) -> Iterable[Answer]:
    """The answer for each annotated page, read under its real URL. The model of the kind was trained without its domain."""
    trained = [page_kind.load((folds / str(fold) / models.KINDS).read_text()) for fold in range(FOLDS)]
    for page in annotated(data, every=1):
        url = page.truth.get("url") or "https://saved.example/page"
        saved = replace(capture(gzip.decompress(page.path.read_bytes())), url=url, final_url=url)
        document = open_page(saved)
        # As in the service, metadata is read first, which parses the JSON-LD.
        declared = Metadata(document, StructuredMarkup(document))
        title = declared.title()
        begun = time.process_time()
        signs = page_type.signs(declared, title)
        visible_tree.drop_invisible(document)
        visible_tree.simplify(document)
        found = signs.page_type(main_content.kinds_of(document, title or "", model=trained[page.fold]))
        ms = 1000 * (time.process_time() - begun)
        kind = kind_of(page.truth)
        yield Answer(page.name, HALVES[page.fold % 2], RENAMED.get(kind, kind), found, ms)


def report(title: str, answers: list[Answer]) -> None:
    """Print one row per annotated type: number of pages, share of correct answers, number of pages per answer."""
    found = Counter((answer.expected, answer.found) for answer in answers)
    expected = Counter(answer.expected for answer in answers)
    print(f"{title:12s}{'pages':>7s}{'right':>7s}" + "".join(f"{kind[:8]:>9s}" for kind in PAGE_TYPES))
    for kind, pages in expected.most_common():
        row = "".join(f"{found[kind, other] or '':>9}" for other in PAGE_TYPES)
        print(f"{kind:12s}{pages:7d}{found[kind, kind] / pages:7.3f}{row}")
    right = sum(found[kind, kind] for kind in expected)
    balanced = sum(found[kind, kind] / pages for kind, pages in expected.items()) / len(expected)
    precise = "".join(f"{share(found[kind, kind], found, kind):>9}" for kind in PAGE_TYPES)
    print(f"{'ALL':12s}{len(answers):7d}{right / len(answers):7.3f}{precise}  (share right of each answer)")
    print(f"mean of the kinds: {balanced:.3f}\n")


def share(right: int, found: Counter[tuple[str, str]], answer: str) -> str:
    given = sum(count for (_, other), count in found.items() if other == answer)
    return f"{right / given:.2f}" if given else ""


if __name__ == "__main__":
    main()
