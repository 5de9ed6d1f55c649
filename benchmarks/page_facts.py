"""Facts and noise of made-up pages: what the Markdown of `benchmarks/pages` keeps, and what comes back that should not.

    python -m benchmarks.page_facts [FOLDER …] [--details] [--record] [--crawl4ai PYTHON]

FOLDER is `building` by default, a folder of `benchmarks/pages`. A fact is kept if its text is in the Markdown; noise is text of
other products, carts, filters, newsletters and the like. Beside it: the whole page as Markdown, trafilatura if it is installed,
and crawl4ai, with and without its filter, by an interpreter that has it. `--record` writes the figures of each page of
`building`, `held_out` and `rules`, which the tests compare, to `benchmarks/figures/page_facts.json`, and raises the floors of
each kind of page there. It never lowers a floor: do that by hand, on purpose.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil, floor
from pathlib import Path
from typing import Any

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from training.dataset import capture

PAGES = Path(__file__).parent / "pages"
FIGURES = Path(__file__).parent / "figures" / "page_facts.json"
# The pages whose figures are recorded one by one.
GATE = ("building", "held_out", "rules")
# The kinds of page that the models know, and the things that the made-up pages are about.
KINDS = {
    "article": "article podcast recipe review video",
    "collection": "collection",
    "documentation": "docs",
    "forum": "forum question",
    "listing": "calendar directory table team",
    "product": "book car estate product software",
    "service": "company course dataset event hotel job place plans service",
}
KIND_OF = {about: kind for kind, many in KINDS.items() for about in many.split()}
CRAWL4AI = Path(__file__).parent / "baselines" / "crawl4ai_pages.py"
Reader = Callable[[PageCapture], str]


@dataclass(frozen=True)
class MadePage:
    """A page, and what a reader finds on it: facts as (kind, text), and texts that are not main content."""

    name: str
    capture: PageCapture
    kind: str
    facts: tuple[tuple[str, str], ...]
    noise: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """Which facts of a page a Markdown misses, which noise it has, and its number of words."""

    missing: tuple[tuple[str, str], ...]
    noise: tuple[str, ...]
    words: int


def made_pages(folder: Path) -> Iterator[MadePage]:
    """The pages of a folder, by name."""
    for path in sorted(folder.glob("*.json")):
        about: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        body = path.with_suffix(".html").read_bytes()
        yield MadePage(
            name=path.stem,
            capture=replace(capture(body), url=about["url"], final_url=about["url"]),
            kind=about["kind"],
            facts=tuple((fact["kind"], fact["text"]) for fact in about["facts"]),
            noise=tuple(about["noise"]),
        )


def gate_pages() -> list[MadePage]:
    """The pages that the tests read."""
    return [made for folder in GATE for made in made_pages(PAGES / folder)]


@dataclass(frozen=True)
class Shares:
    """The share of facts that are kept and of noise that comes back, from 0 to 1."""

    facts: float
    noise: float


def shares_of(made: list[MadePage], results: Mapping[str, Found]) -> Shares:
    """The shares of some pages together."""
    missing = sum(len(results[each.name].missing) for each in made)
    back = sum(len(results[each.name].noise) for each in made)
    return Shares(1 - missing / sum(len(each.facts) for each in made), back / sum(len(each.noise) for each in made))


def shares_of_kinds(made: list[MadePage], results: Mapping[str, Found]) -> dict[str, Shares]:
    """The shares of all pages of a kind together, for each kind."""
    return {kind: shares_of([each for each in made if KIND_OF[each.kind] == kind], results) for kind in KINDS}


def orbweaver(captured: PageCapture) -> str:
    """The Markdown with default options."""
    return page.read(captured, ReadingOptions()).markdown or ""


def whole_page(captured: PageCapture) -> str:
    """The Markdown of the whole page."""
    return page.read(captured, ReadingOptions(only_main_content=False)).markdown or ""


def found(made: MadePage, markdown: str) -> Found:
    """What of a page's facts and noise is in a Markdown."""
    text = plain(markdown)
    return Found(
        missing=tuple((kind, fact) for kind, fact in made.facts if plain(fact) not in text),
        noise=tuple(one for one in made.noise if plain(one) in text),
        words=len(text.split()),
    )


def plain(markdown: str) -> str:
    """A text without marks of Markdown, in one line."""
    unescaped = re.sub(r"\\([^\w\s])", r"\1", markdown)
    without_links = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", unescaped)
    return " ".join(re.sub(r"[*_`~|#\\\[\]]|<br>", " ", without_links).split())


def _readers() -> dict[str, Reader]:
    readers: dict[str, Reader] = {"orbweaver": orbweaver, "whole page": whole_page}
    try:
        import trafilatura
    except ImportError:
        return readers
    readers["trafilatura"] = lambda captured: (
        trafilatura.extract(captured.body, output_format="markdown", include_tables=True) or ""
    )
    return readers


def _crawl4ai(python: str, folder: Path) -> dict[str, dict[str, str]]:
    """The Markdown of each page, as `raw` and `fit`."""
    printed = subprocess.run([python, CRAWL4AI, folder], check=True, stdout=subprocess.PIPE).stdout
    found: dict[str, dict[str, str]] = json.loads(printed)
    return found


def main() -> None:
    """Read, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=["building"])
    parser.add_argument("--details", action="store_true", help="list what each page misses and what came back")
    parser.add_argument("--record", action="store_true", help="write the figures of the pages that the tests read")
    parser.add_argument("--crawl4ai", metavar="PYTHON", help="an interpreter that has crawl4ai")
    arguments = parser.parse_args()
    if arguments.record:
        record()
    made = [each for folder in arguments.folders for each in made_pages(PAGES / Path(folder).name)]
    texts = {name: {each.name: read(each.capture) for each in made} for name, read in _readers().items()}
    if arguments.crawl4ai:
        of_folders = [_crawl4ai(arguments.crawl4ai, PAGES / Path(folder).name) for folder in arguments.folders]
        texts |= {
            f"crawl4ai {form}": {name: page[form] for pages in of_folders for name, page in pages.items()}
            for form in ("fit", "raw")
        }
    total = Counter(kind for each in made for kind, _ in each.facts)
    noise = sum(len(each.noise) for each in made)
    for name, markdown in texts.items():
        results = {each.name: found(each, markdown[each.name]) for each in made}
        missing = Counter(kind for result in results.values() for kind, _ in result.missing)
        back = sum(len(result.noise) for result in results.values())
        print(
            f"{name:12s} facts {1 - missing.total() / total.total():.3f} of {total.total()}   noise {back / noise:.3f} of {noise}"
        )
        if name == "orbweaver":
            print("  lost: " + ", ".join(f"{kind} {count}/{total[kind]}" for kind, count in missing.most_common()))
            if arguments.details:
                for page_name, result in results.items():
                    print(f"{page_name}\n    missing {result.missing}\n    noise {result.noise}")


def record() -> None:
    """Write the figures of each page, and raise the floors of its kind."""
    made = gate_pages()
    results = {each.name: found(each, orbweaver(each.capture)) for each in made}
    floors: dict[str, Any] = json.loads(FIGURES.read_text(encoding="utf-8")).get("kinds", {})
    figures = {
        "kinds": {kind: raised(floors.get(kind), shares) for kind, shares in shares_of_kinds(made, results).items()},
        "pages": {name: figures_of(result) for name, result in results.items()},
    }
    FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


def figures_of(result: Found) -> dict[str, int]:
    """What is recorded of a page."""
    return {"missing": len(result.missing), "noise": len(result.noise), "words": result.words}


def raised(before: Mapping[str, float] | None, shares: Shares) -> dict[str, float]:
    """The stricter ones of these shares, to three digits, and the floor so far."""
    least, most = (before["facts_min"], before["noise_max"]) if before else (0.0, 1.0)
    return {
        "facts_min": max(least, floor(1_000 * shares.facts) / 1_000),
        "noise_max": min(most, ceil(1_000 * shares.noise) / 1_000),
    }


if __name__ == "__main__":
    main()
