"""Main content compared with annotated pages: word F1 of the final Markdown per page type, and CPU milliseconds per page.

    python -m benchmarks.content DATA --folds DIR [--libraries] [--floors benchmarks/figures/floors.json]

Every page is read by models that were trained without its domain (`python -m training DATA ARTICLES --folds DIR`
makes those models). `--libraries` also reads the pages with trafilatura. `--floors` fails if a page type falls below its
floor. `--save FILE` stores the texts, as `{page: text}`. `--record FILE` stores the figures and the digest of the models. A
test compares `benchmarks/figures/results.json` with the floors.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import hashlib
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.running.machine import quantile
from contract.options.page import ReadingOptions
from crawler import reading
from extraction import page
from extraction.content import models
from training.dataset import FOLDS, capture, fold_of, kind_of
from training.labels import f1, tokens

Reader = Callable[[bytes, int], str]
Scores = dict[str, dict[str, list[float]]]
Band = dict[str, float]
BAND = ("from", "to", "pages", "confidence", "f1", "below_half")
KINDS = ("article", "documentation", "service", "forum", "product", "collection", "listing", "ALL")


def main() -> None:
    """Read, score, print, and compare with the floors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--folds", type=Path, required=True)
    parser.add_argument("--libraries", action="store_true")
    parser.add_argument("--floors", type=Path)
    parser.add_argument("--save", type=Path)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--every", type=int, default=1, help="read only every n-th page")
    arguments = parser.parse_args()
    # The same garbage collection settings as in the reading pool, for all readers.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*reading.COLLECT_AFTER)
    trusted: list[float] = []
    readers = {"orbweaver": ours(arguments.folds, trusted)} | (libraries() if arguments.libraries else {})
    scores: Scores = {name: defaultdict(list) for name in readers}
    times: dict[str, list[float]] = {name: [] for name in readers}
    texts: dict[str, str] = {}
    pages = sorted(annotated(arguments.data, arguments.every), key=lambda page: page.fold)
    # Each reader reads all pages before the next one starts, and each of our models too. Alternating readers would evict each
    # other's data from the CPU caches.
    for reader, read in readers.items():
        for name, truth, path, fold in pages:
            body = gzip.decompress(path.read_bytes())
            expected = Counter(tokens(truth["ground_truth"].get("main_content") or ""))
            start = time.process_time()
            text = read(body, fold)
            times[reader].append(1000 * (time.process_time() - start))
            score = f1(Counter(tokens(text)), expected)
            for kind in (kind_of(truth), "ALL"):
                scores[reader][kind].append(score)
            if reader == "orbweaver":
                texts[name] = text
    if arguments.save:
        arguments.save.write_text(json.dumps(texts))
    report(scores, times)
    bands = calibration(trusted, scores["orbweaver"]["ALL"])
    if arguments.record:
        recorded = json.loads(arguments.record.read_text()) if arguments.record.exists() else {}
        arguments.record.write_text(json.dumps(recorded | results(scores, times, bands), indent=1) + "\n")
    if arguments.floors:
        sys.exit(below(scores["orbweaver"], json.loads(arguments.floors.read_text())))


class Page(NamedTuple):
    """An annotated page, and the fold of its domain."""

    name: str
    truth: dict[str, Any]
    path: Path
    fold: int


def annotated(data: Path, every: int) -> Iterator[Page]:
    for path in sorted((data / "html").glob("*.html.gz"))[::every]:
        name = path.name.removesuffix(".html.gz")
        truth = json.loads((data / "ground-truth" / f"{name}.json").read_text())
        yield Page(name, truth, path, fold_of(truth.get("url") or name))


def ours(folds: Path, trusted: list[float]) -> Reader:
    """Our complete read: Markdown, metadata and links. The confidence of each page is appended to `trusted`."""
    trained = [models.load(folds / str(fold)) for fold in range(FOLDS)]
    options = ReadingOptions(formats=("markdown", "links"))

    def read(body: bytes, fold: int) -> str:
        found = page.read(capture(body), options, models=trained[fold])
        trusted.append(found.quality.confidence)
        return found.markdown or ""

    return read


def libraries() -> dict[str, Reader]:
    """trafilatura, the most accurate other library, in its usual modes."""
    import trafilatura

    return {
        "trafilatura": lambda body, fold: trafilatura.extract(body) or "",
        "trafilatura fast": lambda body, fold: trafilatura.extract(body, fast=True) or "",
        "trafilatura precision": lambda body, fold: trafilatura.extract(body, favor_precision=True) or "",
    }


def report(scores: Scores, times: dict[str, list[float]]) -> None:
    print(f"{'':22s}" + "".join(f"{kind:>14s}" for kind in KINDS) + f"{'ms median':>12s}{'ms p95':>9s}")
    for reader, rows in scores.items():
        cells = "".join(f"{mean(rows[kind]):14.4f}" for kind in KINDS)
        median, late = (quantile(times[reader], share) for share in (0.5, 0.95))
        print(f"{reader:22s}{cells}{median:12.1f}{late:9.1f}")


def results(scores: Scores, times: dict[str, list[float]], bands: list[Band]) -> dict[str, object]:
    """The figures of one run, and the digest of the shipped models."""
    return {
        "model": digest(),
        "f1": {reader: {kind: round(mean(rows[kind]), 4) for kind in KINDS} for reader, rows in scores.items()},
        "ms": {
            reader: {"median": round(quantile(durations, 0.5), 1), "p95": round(quantile(durations, 0.95), 1)}
            for reader, durations in times.items()
        },
        "confidence": bands,
    }


def digest() -> str:
    """The digest of the shipped models."""
    folder = Path(models.__file__).parent / "data"
    return hashlib.sha256(b"".join((folder / name).read_bytes() for name in models.FILES)).hexdigest()


def mean(values: list[float]) -> float:
    return sum(values) / max(1, len(values))


def calibration(trusted: list[float], scores: list[float]) -> list[Band]:
    """Prints and returns one `Band` per range of reported confidence, with the measured F1 in it."""
    print(f"{'range':>12s}{'pages':>8s}{'confidence':>12s}{'mean F1':>10s}{'F1 < 0.5':>10s}")
    bands: list[Band] = []
    for low, high in pairwise((0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.01)):
        pairs = [
            (confidence, score) for confidence, score in zip(trusted, scores, strict=True) if low <= confidence < high
        ]
        if pairs:
            confidence, f1 = mean([pair[0] for pair in pairs]), mean([score for _, score in pairs])
            below_half = mean([score < 0.5 for _, score in pairs])
            bands.append(
                dict(
                    zip(
                        BAND,
                        (low, min(1.0, high), len(pairs), round(confidence, 3), round(f1, 3), round(below_half, 3)),
                        strict=True,
                    )
                )
            )
            print(f"{low:7.1f}-{high:4.1f}{len(pairs):8d}{confidence:12.3f}{f1:10.3f}{below_half:10.2f}")
    return bands


def below(rows: dict[str, list[float]], floors: dict[str, float]) -> int:
    """The number of page types below their floor."""
    fallen = [kind for kind in KINDS if mean(rows[kind]) < floors[kind]]
    for kind in fallen:
        print(f"below the floor: {kind}")
    return len(fallen)


if __name__ == "__main__":
    main()
