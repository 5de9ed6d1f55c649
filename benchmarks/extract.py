"""Schema fields answered without a model: right, wrong and missing, precision of the evidence, calibration of the confidence.

    python -m benchmarks.extract [DATA] [--pages made|second|third|unseen|fresh] [--details]

Made-up pages have hand-made truth. Those of `unseen` and `fresh` were designed after the rules were fixed. DATA is the folder of
WCXB's development pages; those with embedded structured data are compared with the annotated title, author and date. A passage
counts as precise if it is verbatim in the visible text or in the page's markup.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.content_metadata import letters, same_day, same_name
from benchmarks.sites.declared import fresh_pages, made_pages, second_pages, third_pages, unseen_pages
from benchmarks.sites.declared.made_page import DAY, TEXT, MadePage
from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from extraction.answers import answered_page
from extraction.answers.facts import visible_text
from extraction.answers.schema import dotted_names
from extraction.document.document import open_page
from training.dataset import capture

_PAGES = {
    "made": made_pages,
    "second": second_pages,
    "third": third_pages,
    "unseen": unseen_pages,
    "fresh": fresh_pages,
}
_EMBEDDED = ("application/ld+json", "itemscope", "typeof=", "__NEXT_DATA__")
_SCHEMA = {"type": "object", "properties": {"title": TEXT, "author": TEXT, "publish_date": DAY}}
_METADATA = {"title": "title", "author": "author", "publish_date": "published_time"}
_AGREES = {"title": same_name, "author": same_name, "publish_date": same_day}


@dataclass
class Score:
    """Fields of a set of pages, their passages, and (confidence, right) of every answered one."""

    right: int = 0
    wrong: int = 0
    missing: int = 0
    verbatim: int = 0
    invented: int = 0
    graded: list[tuple[float, bool]] = field(default_factory=list)

    def line(self, name: str) -> str:
        declared = self.right + self.wrong + self.missing
        return f"{name:16s}{declared:9d}{self.right / max(1, declared):8.3f}{self.wrong:7d}{self.missing:9d}"


def main() -> None:
    """Print one table per question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument("--pages", choices=_PAGES, default="made", help="The set of made-up pages.")
    parser.add_argument("--details", action="store_true", help="Print every wrong or missing value.")
    arguments = parser.parse_args()
    graded = _made_pages(_PAGES[arguments.pages].made_pages(), arguments.details)
    if arguments.data:
        graded += _annotated(arguments.data, arguments.details)
    _calibration(graded)


def score_of(pages: list[MadePage], details: bool = False) -> Score:
    """The score of all pages together."""
    return _scores(pages, details)["ALL"]


def _made_pages(pages: list[MadePage], details: bool) -> list[tuple[float, bool]]:
    scores = _scores(pages, details)
    total = scores.pop("ALL")
    print(f"{'':16s}{'declared':>9s}{'right':>8s}{'wrong':>7s}{'missing':>9s}")
    for kind, score in scores.items():
        print(score.line(kind))
    print(total.line("ALL"))
    print(_passages(total.verbatim, total.invented))
    return total.graded


def _scores(pages: list[MadePage], details: bool) -> dict[str, Score]:
    """The score per kind, and of all pages as `ALL`."""
    scores: dict[str, Score] = {}
    for made in pages:
        page_capture = replace(capture(made.html.encode()), url=made.url, final_url=made.url)
        answered = answered_page.read(page_capture, made.schema, ReadingOptions()).answered
        quoted = Counter(_verbatim(page_capture, answered.fields))
        true, found = dict(_leaves(made.truth)), dict(_leaves(answered.data))
        for kind in (made.kind, "ALL"):
            score = scores.setdefault(kind, Score())
            _compare(score, true, found, answered.fields)
            score.verbatim += quoted[True]
            score.invented += quoted[False]
        for name in sorted(true.keys() | found.keys()) if details else ():
            if not _same(true.get(name), found.get(name)):
                print(f"{made.kind} {made.format}: {name}: {found.get(name)!r} instead of {true.get(name)!r}")
    return scores


def _passages(verbatim: int, invented: int) -> str:
    return f"passages: {verbatim + invented}, verbatim: {verbatim / max(1, verbatim + invented):.4f}\n"


def _compare(score: Score, true: dict[str, Any], found: dict[str, Any], fields: Any) -> None:
    for name in true.keys() | found.keys():
        is_right = _same(true.get(name), found.get(name))
        if name in found:
            score.graded.append((fields[name].confidence, is_right))
        score.right += is_right
        score.wrong += name in found and not is_right
        score.missing += name not in found


def _leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, (*path, index))
    else:
        yield dotted_names.of_path(path), value


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, str) and isinstance(other, str):
        return letters(one) == letters(other) or one == other
    return (type(one) in (int, float) and type(other) in (int, float) and one == other) or one is other


def _verbatim(page_capture: PageCapture, fields: Any) -> Iterator[bool]:
    """For each passage, whether it is in the visible text or in the markup, character by character."""
    document = open_page(page_capture)
    text = visible_text.read(document)
    for evidence in fields.values():
        if evidence.evidence is not None:
            yield evidence.evidence in text or evidence.evidence in document.text


def _annotated(folder: Path, details: bool) -> list[tuple[float, bool]]:
    graded: list[tuple[float, bool]] = []
    counts: dict[str, Counter[str]] = {name: Counter() for name in _AGREES}
    quoted, pages = Counter[bool](), 0
    seconds = {"page.read": 0.0, "answered_page.read": 0.0}
    for path in sorted((folder / "html").glob("*.html.gz")):
        body = gzip.decompress(path.read_bytes())
        if not any(mark.encode() in body for mark in _EMBEDDED):
            continue
        pages += 1
        record = json.loads((folder / "ground-truth" / f"{path.name.removesuffix('.html.gz')}.json").read_text())
        page_capture = replace(capture(body), url=record["url"], final_url=record["url"])
        started = time.process_time()
        about = page.read(page_capture, ReadingOptions()).metadata
        between = time.process_time()
        answered = answered_page.read(page_capture, _SCHEMA, ReadingOptions()).answered
        seconds["page.read"] += between - started
        seconds["answered_page.read"] += time.process_time() - between
        quoted.update(_verbatim(page_capture, answered.fields))
        for name, agrees in _AGREES.items():
            true, found = record["ground_truth"].get(name) or "", answered.data.get(name) or ""
            is_right = bool(true and found and agrees(found, true))
            base = getattr(about, _METADATA[name]) or ""
            counts[name].update(answered=bool(found), annotated=bool(true), right=is_right)
            counts[name].update(base=bool(base), base_right=bool(true and base and agrees(base, true)))
            if found and true:
                graded.append((answered.fields[name].confidence, is_right))
            if details and found and not is_right:
                print(f"{path.name[:4]} {name}: {found!r} instead of {true!r} ({answered.fields[name].confidence})")
    print(f"{pages} annotated pages with embedded structured data")
    _print_counts(counts)
    print(_passages(quoted[True], quoted[False]))
    ratio = seconds["answered_page.read"] / seconds["page.read"]
    print(
        f"CPU of answered_page.read: {ratio:.2f} times page.read ({1000 * seconds['page.read'] / pages:.1f} ms per page)\n"
    )
    return graded


def _print_counts(counts: dict[str, Counter[str]]) -> None:
    """One line per field: ours, then the page's metadata as `page.read` returns it."""
    print(
        f"{'':14s}{'annotated':>10s}{'answered':>10s}{'right':>8s}{'share':>8s}{'precision':>11s}"
        f"{'metadata: share':>17s}{'precision':>11s}"
    )
    for name, count in counts.items():
        print(
            f"{name:14s}{count['annotated']:10d}{count['answered']:10d}{count['right']:8d}"
            f"{count['right'] / max(1, count['annotated']):8.3f}{count['right'] / max(1, count['answered']):11.3f}"
            f"{count['base_right'] / max(1, count['annotated']):17.3f}{count['base_right'] / max(1, count['base']):11.3f}"
        )


def _calibration(graded: list[tuple[float, bool]]) -> None:
    """How often values are right, per tenth of confidence."""
    print(f"{'confidence':12s}{'values':>8s}{'right':>8s}{'mean':>8s}")
    for tenth in range(10):
        inside = [(share, right) for share, right in graded if min(9, int(share * 10)) == tenth]
        if inside:
            mean = sum(share for share, _ in inside) / len(inside)
            print(
                f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}  "
                f"{len(inside):8d}{sum(right for _, right in inside) / len(inside):8.3f}{mean:8.3f}"
            )


if __name__ == "__main__":
    main()
