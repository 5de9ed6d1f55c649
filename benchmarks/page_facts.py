"""Facts and noise of made-up pages: what the Markdown of `benchmarks/pages` keeps, and what comes back that should not.

    python -m benchmarks.page_facts [FOLDER] [--details] [--record] [--crawl4ai PYTHON]

FOLDER is `benchmarks/pages/building` by default. A fact is kept if its text is in the Markdown; noise is text of other products,
carts, filters, newsletters and the like. Beside it: the whole page as Markdown, trafilatura if it is installed, and crawl4ai, with
and without its filter, by an interpreter that has it. `--record` writes the figures of each page to
`benchmarks/figures/page_facts.json`, which the tests compare.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from contract.capture import PageCapture
from contract.options.page import ReadingOptions
from extraction import page
from training.dataset import capture

PAGES = Path(__file__).parent / "pages"
FIGURES = Path(__file__).parent / "figures" / "page_facts.json"
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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=PAGES / "building")
    parser.add_argument("--details", action="store_true", help="list what each page misses and what came back")
    parser.add_argument("--record", action="store_true", help="write the figures of each page")
    parser.add_argument("--crawl4ai", metavar="PYTHON", help="an interpreter that has crawl4ai")
    arguments = parser.parse_args()
    made = list(made_pages(arguments.folder))
    texts = {name: {each.name: read(each.capture) for each in made} for name, read in _readers().items()}
    if arguments.crawl4ai:
        pages = _crawl4ai(arguments.crawl4ai, arguments.folder)
        texts |= {f"crawl4ai {form}": {name: page[form] for name, page in pages.items()} for form in ("fit", "raw")}
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
            _show(results, arguments)


def _show(results: dict[str, Found], arguments: argparse.Namespace) -> None:
    if arguments.details:
        for name, result in results.items():
            print(f"{name}\n    missing {result.missing}\n    noise {result.noise}")
    if arguments.record:
        figures = {
            name: {"missing": len(one.missing), "noise": len(one.noise), "words": one.words}
            for name, one in results.items()
        }
        FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
