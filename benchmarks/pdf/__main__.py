"""Twenty generated PDFs with known content, read by us and by other libraries.

    python -m benchmarks.pdf [NAME...] [--keep FOLDER]

ReportLab and pdfplumber must be importable; benchmarks/results/pdf.md has the
command. `--keep` writes each PDF and the Markdown of each
library. The book is read by pdfplumber only with `--slow`, because it needs minutes.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections import defaultdict
from dataclasses import fields
from pathlib import Path

from benchmarks.pdf.documents import DOCUMENTS
from benchmarks.pdf.late_documents import LATE_DOCUMENTS
from benchmarks.pdf.libraries import LIBRARIES
from benchmarks.pdf.scores import Scores, score
from benchmarks.pdf.truth import Generated

_SLOW = {("book", "pdfplumber")}
_NAMES = [field.name for field in fields(Scores)]
Found = dict[str, list[tuple[Scores, float]]]


def main() -> None:
    """Print a line per document and library, and the means."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--slow", action="store_true")
    options = parser.parse_args()
    skipped = set() if options.slow else _SLOW
    for title, makers in (
        ("fifteen documents", DOCUMENTS),
        ("five documents, written after the rules", LATE_DOCUMENTS),
    ):
        found: Found = defaultdict(list)
        for make in makers:
            if not options.names or make.__name__ in options.names:
                _compare(make(), found, skipped, options.keep)
        _print_means(title, found)
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB with all libraries")


def _compare(document: Generated, found: Found, skipped: set[tuple[str, str]], keep: Path | None) -> None:
    if keep:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{document.name}.pdf").write_bytes(document.body)
    for library, read in LIBRARIES.items():
        if (document.name, library) in skipped:
            continue
        started = time.process_time()
        markdown = read(document.body)
        seconds = time.process_time() - started
        result = score(document, markdown)
        found[library].append((result, seconds))
        if keep:
            (keep / f"{document.name}.{library}.md").write_text(markdown)
        print(f"{document.name:18s}{library:12s}{_values(result)}{seconds:8.2f} s", flush=True)


def _print_means(title: str, found: Found) -> None:
    print(f"\n{title:30s}" + "".join(f"{name:>10s}" for name in (*_NAMES, "mean")))
    for library, results in found.items():
        means = [_mean([getattr(scores, name) for scores, _ in results]) for name in (*_NAMES, "mean")]
        print(f"{library:30s}" + "".join(f"{value:10.3f}" if value is not None else f"{'':10s}" for value in means))
    print()


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _values(result: Scores) -> str:
    values = [getattr(result, name) for name in (*_NAMES, "mean")]
    return "".join(f"{value:10.3f}" if value is not None else f"{'-':>10s}" for value in values)


if __name__ == "__main__":
    main()
