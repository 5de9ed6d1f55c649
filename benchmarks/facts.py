"""Facts that a page declares about its main thing and shows: the share of them that is in the Markdown.

    python -m benchmarks.facts DATA [--every 1] [--details]

DATA has annotated pages, as for `benchmarks.content`. A fact counts if the page's structured data declares it and the page's
text shows it: prices with a currency, ratings, article numbers, brands, places, phone numbers. Beside it: the whole page without
choosing its content, and the word F1 of the Markdown, which falls where a fact is not annotated as content.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.content import Page, annotated
from contract.options.page import ReadingOptions
from extraction import page, visible_tree
from extraction.content.rules.stated import Stated
from extraction.declared import main_facts
from extraction.declared import metadata as declared
from extraction.declared.main_facts import Fact
from extraction.declared.structured import StructuredMarkup
from extraction.document.document import open_page
from extraction.document.tree import all_text
from training.dataset import capture, kind_of
from training.labels import f1, tokens

READERS = {"orbweaver": ReadingOptions(), "whole page": ReadingOptions(only_main_content=False)}


def main() -> None:
    """Read, count and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--every", type=int, default=1, help="read only every n-th page")
    parser.add_argument("--details", action="store_true", help="list the pages that lost all facts of a kind")
    arguments = parser.parse_args()
    facts: Counter[tuple[str, str]] = Counter()
    pages: Counter[tuple[str, str]] = Counter()
    lost: dict[str, list[str]] = defaultdict(list)
    scores: dict[str, list[float]] = defaultdict(list)
    milliseconds: list[float] = []
    for each in annotated(arguments.data, arguments.every):
        body = gzip.decompress(each.path.read_bytes())
        wanted = Counter(tokens(each.truth["ground_truth"].get("main_content") or ""))
        start = time.process_time()
        text = page.read(capture(body), READERS["orbweaver"]).markdown or ""
        milliseconds.append(1000 * (time.process_time() - start))
        for kind in (kind_of(each.truth), "ALL"):
            scores[kind].append(f1(Counter(tokens(text)), wanted))
        if shown := _shown_facts(body):
            whole = page.read(capture(body), READERS["whole page"]).markdown or ""
            _count(each, shown, {"orbweaver": text, "whole page": whole}, facts, pages, lost)
    for kind in sorted({kind for kind, _ in pages}):
        row = f"{kind:8s} facts {facts[kind, 'shown']:5d}   pages {pages[kind, 'shown']:4d}"
        for reader in READERS:
            share_facts = facts[kind, reader] / facts[kind, "shown"]
            row += f"   {reader}: {share_facts:.3f} of facts, {pages[kind, reader] / pages[kind, 'shown']:.3f} of pages"
        print(row)
    print("word F1 " + "  ".join(f"{kind} {sum(values) / len(values):.4f}" for kind, values in sorted(scores.items())))
    print(f"CPU per page {sum(milliseconds) / len(milliseconds):.2f} ms")
    if arguments.details:
        for kind, names in lost.items():
            print(f"lost {kind}: {' '.join(names)}")


def _shown_facts(body: bytes) -> dict[str, list[Fact]]:
    """The declared facts that the page's visible text shows, by kind."""
    document = open_page(capture(body))
    data = StructuredMarkup(document)
    found = main_facts.read(document, data, declared.Metadata(document, data).title())
    visible_tree.drop_invisible(document)
    text = Stated(all_text(document.body))
    by_kind: dict[str, list[Fact]] = defaultdict(list)
    for fact in found:
        if text.shows(fact):
            by_kind[fact.kind].append(fact)
    return by_kind


def _count(
    each: Page, shown: dict[str, list[Fact]], texts: dict[str, str], facts: Counter[tuple[str, str]],
    pages: Counter[tuple[str, str]], lost: dict[str, list[str]],
) -> None:  # fmt: skip
    for kind, expected in shown.items():
        facts[kind, "shown"] += len(expected)
        pages[kind, "shown"] += 1
        for reader, text in texts.items():
            stated = Stated(text)
            kept = sum(map(stated.shows, expected))
            facts[kind, reader] += kept
            pages[kind, reader] += bool(kept)
            if reader == "orbweaver" and not kept:
                lost[kind].append(each.name)


if __name__ == "__main__":
    main()
