"""False alarms and missed changes on pairs of visits of real pages that scripts changed.

    python -m benchmarks.changes DATA [--set first|second|third|fourth] [--pairs 240] [--show]

`DATA` has `wcxb-dev` and `articles-dev`. Each pair is three visits: the first two are learned from, and the third is compared with
the second. If it differs, further visits confirm the change, as those of a check do. Half of the pairs differ by noise only, four
kinds of it. In the others the third visit and those after it have a real change, too.
The first set has every second page of WCXB, with which rules may be built. The second set has the articles and the made-up pages
in `benchmarks/pages`, and other scripts. The third set has pages of both that no other set has. So has the fourth, which another
person wrote who had not read the rules.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from types import ModuleType

from lxml import html

from benchmarks.changes import first_set, fourth_set, second_set, third_set, visits
from benchmarks.changes.visits import Script, Visit
from extraction.changes.change import Change
from extraction.changes.comparison import compare, learn
from extraction.changes.confirmation import settle
from extraction.changes.noise import Noise
from extraction.changes.version import Version

SETS: dict[str, ModuleType] = {"first": first_set, "second": second_set, "third": third_set, "fourth": fourth_set}
PLACES_MIN, WORDS_MIN, NOISES = 8, 8, 4


def main() -> None:
    """Compare the pairs of one set and print what went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--set", choices=SETS, default="first")
    parser.add_argument("--pairs", type=int, default=240)
    parser.add_argument("--show", action="store_true", help="print the diff of each wrong pair")
    arguments = parser.parse_args()
    scripts = SETS[arguments.set]
    changes = cycle(
        (kind, *each)
        for turn in range(6)
        for kind, all_ in scripts.CHANGES.items()
        for each in [all_[turn % len(all_)]]
    )
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    confirming: Counter[str] = Counter()
    spent = 0.0
    pages = usable(arguments.data, arguments.set)
    for number in range(arguments.pairs):
        name, tree, places = next(pages)
        rng = random.Random(f"{arguments.set} {number}")
        kind, change, expected = next(changes) if number % 2 else ("noise only", None, "same")
        noises = rng.sample(scripts.NOISES, NOISES)
        page = Page(scripts, tree, places, rng, noises, change)
        found, visited, seconds = judged(page)
        spent += seconds
        confirming[kind] += visited
        seen[kind] += 1
        right[kind] += found.result == expected
        if found.result != expected:
            report(name, kind, change, noises, found)
            print(found.diff[:1500] if arguments.show else "")
    show_totals(right, seen, confirming, spent / max(1, arguments.pairs))


@dataclass(frozen=True)
class Page:
    """A saved page with the scripts that change it."""

    scripts: ModuleType
    tree: html.HtmlElement
    places: list[int]
    rng: random.Random
    noises: Sequence[Script]
    change: Script | None

    def read(self, number: int) -> Version:
        """What the service reads at the visit with this number, from 0."""
        # The scripts of the first two sets have texts for three visits.
        turn = min(number, 2) if self.scripts in (first_set, second_set) else number
        visit = Visit(copy.deepcopy(self.tree), turn, self.rng, self.places)
        for script in (self.scripts.PREPARE, *self.noises, *([self.change] if self.change and number >= 2 else [])):
            script(visit)
        return visits.read(visit)


def judged(page: Page) -> tuple[Change, int, float]:
    """The third visit compared with the second, after learning from the first two, as far as later visits agree.

    With the number of later visits and the CPU seconds of all comparisons.
    """
    first, second, third = (page.read(number) for number in range(3))
    started = time.process_time()
    noise = learn(Noise(), first, second)
    change = compare(second, third, noise)
    spent = time.process_time() - started
    if change.result not in ("changed", "removed"):
        return change, 0, spent
    seen = [third]
    while True:
        started = time.process_time()
        settled = settle(second, seen, noise, ("markdown",))
        spent += time.process_time() - started
        if settled.pause_seconds is None:
            break
        seen.append(page.read(len(seen) + 2))
    if not settled.is_change:
        return Change("same", "Later visits did not confirm a change."), len(seen) - 1, spent
    change = compare(second, settled.last, noise, unsteady=settled.unsteady)
    return change, len(seen) - 1, spent


def usable(data: Path, which: str) -> Iterator[tuple[str, html.HtmlElement, list[int]]]:
    """Pages with enough paragraphs in their Markdown, over and over."""
    found = []
    for path in files(data, which):
        body = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        try:
            tree = html.document_fromstring(body, parser=html.HTMLParser(encoding="utf-8"))
            markdown = visits.read(Visit(copy.deepcopy(tree), 0, random.Random(0))).markdown
        except Exception:  # A saved page that cannot be read is left out.
            continue
        places = visits.content_places(tree, markdown, ("p",), WORDS_MIN)
        if len(places) >= PLACES_MIN:
            found.append((path.name, tree, places))
            yield found[-1]
    yield from cycle(found)


def files(data: Path, which: str) -> Iterator[Path]:
    """The saved pages of a set."""
    if which == "first":
        return iter(sorted((data / "wcxb-dev/html").glob("*.html.gz"))[::6])
    unseen = sorted((data / "wcxb-dev/html").glob("*.html.gz"))[3::6]
    if which == "fourth":
        return chain(unseen[1::4], unseen[3::4])
    if which == "third":
        return chain(unseen[::4], sorted((data / "articles-dev/html").glob("*.html.gz"))[1::2], unseen[2::4])
    made = sorted(Path("benchmarks/pages").glob("*/*.html"))
    return chain(made, sorted((data / "articles-dev/html").glob("*.html.gz"))[::2])


def report(name: str, kind: str, change: Script | None, noises: Sequence[Script], found: Change) -> None:
    """One wrong pair."""
    print(
        f"{kind:12}{name:40}{change.__name__ if change else '':15}{found.result:9}{found.description[:80]}", flush=True
    )
    print("            ", *(noise.__name__ for noise in noises))


def show_totals(right: Counter[str], seen: Counter[str], confirming: Counter[str], seconds: float) -> None:
    """The table of results."""
    for kind, pairs in seen.items():
        print(
            f"{kind:14}{pairs:6} pairs{right[kind]:6} right{pairs - right[kind]:5} wrong, {confirming[kind]} confirming visits"
        )
    real = sum(pairs for kind, pairs in seen.items() if kind != "noise only")
    missed = real - sum(count for kind, count in right.items() if kind != "noise only")
    false = seen["noise only"] - right["noise only"]
    print(f"false alarms {false / max(1, seen['noise only']):.1%}, missed or misjudged {missed / max(1, real):.1%}")
    print(f"CPU of learning and comparing one pair: {1000 * seconds:.1f} ms")


if __name__ == "__main__":
    main()
