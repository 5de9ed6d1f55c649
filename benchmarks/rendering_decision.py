"""Accuracy and time of the automatic rendering decision: wrong decisions per kind of page, milliseconds per decision.

    python -m benchmarks.rendering_decision [--data DATA] [--show]

Uses made-up pages of both kinds, and with `--data` the annotated ones. An annotated page is whole if the fetched HTML contains
its annotated words. With its `<main>` emptied it becomes a shell. A page without any annotated words and with hardly any text
is a shell too. The data set removed the scripts of many pages: one script is added to pages without any. `--show` lists the
wrong decisions.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles

from benchmarks.sites.rendering_decision_pages import SHELLS, WHOLE
from contract.capture import PageCapture
from extraction.verdicts.app_shells import needs_rendering

Named = tuple[str, bytes]
_WORD = re.compile(r"\w+")
_UNREAD = re.compile(r"<(script|style|template|svg|noscript)\b.*?</\1\s*>|<[^>]*>", re.I | re.S)
_MAIN = re.compile(rb"(<main\b[^>]*>).*(</main>)", re.I | re.S)
WORDS_MIN = 30
PRESENT_MIN = 0.8
SHELL_WORDS_MAX = 250


def captured(body: bytes) -> PageCapture:
    """A page as a capture of a plain fetch."""
    return PageCapture(
        url="https://www.example.com/",
        final_url="https://www.example.com/",
        status=200,
        headers=(("content-type", "text/html; charset=utf-8"),),
        body=body,
        captured_at=datetime.now(UTC),
    )


def made_up(pages: dict[str, list[str]]) -> dict[str, list[Named]]:
    """The made-up pages, each with a name."""
    return {
        kind: [(f"{kind} {number}", page.encode()) for number, page in enumerate(some)] for kind, some in pages.items()
    }


def annotated(data: Path) -> Iterator[tuple[bool, str, Named]]:
    """(is a shell, kind, page) of the annotated pages that are clearly a shell or clearly whole."""
    for path in sorted((data / "html").glob("*.html.gz")):
        name, body = path.name.removesuffix(".html.gz"), gzip.decompress(path.read_bytes())
        truth = json.loads((data / "ground-truth" / f"{name}.json").read_text())
        kind = truth["_internal"]["page_type"]["primary"]
        true = _WORD.findall((truth["ground_truth"].get("main_content") or "").lower())
        shown = _WORD.findall(_UNREAD.sub(" ", body.decode("utf-8", "replace")).lower())
        if b"<script" not in body.lower():
            body = b'<script src="/app.js"></script>' + body
        present = set(shown)
        if len(true) >= WORDS_MIN and sum(word in present for word in true) >= PRESENT_MIN * len(true):
            yield False, f"real {kind}", (name, body)
            if _MAIN.search(body):
                yield True, "real, emptied", (name, _MAIN.sub(rb"\1<div class=spinner></div>\2", body))
        elif not true and len(shown) <= SHELL_WORDS_MAX:
            yield True, "real", (name, body)


def decided(pages: dict[str, list[Named]], shell: bool, times: list[float]) -> dict[str, tuple[int, list[str]]]:
    """(number of pages, names of the wrongly decided ones) per kind. Milliseconds are appended to `times`."""
    found = {}
    for kind, some in pages.items():
        wrong = []
        for name, body in some:
            capture = captured(body)
            begun = time.process_time()
            needed = needs_rendering(capture)
            times.append(1000 * (time.process_time() - begun))
            if needed != shell:
                wrong.append(name)
        found[kind] = (len(some), wrong)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    shells, whole = made_up(SHELLS), made_up(WHOLE)
    for is_shell, kind, page in annotated(arguments.data) if arguments.data else ():
        (shells if is_shell else whole).setdefault(kind, []).append(page)
    times: list[float] = []
    for title, pages, shell in (("shells: not rendered", shells, True), ("whole: rendered", whole, False)):
        found = decided(pages, shell, times)
        found["ALL"] = (
            sum(count for count, _ in found.values()),
            [name for _, each in found.values() for name in each],
        )
        print(f"{title:34s}{'pages':>8s}{'wrong':>8s}")
        for kind, (count, wrong) in found.items():
            print(f"  {kind:32s}{count:8d}{len(wrong):8d}  {', '.join(wrong) if arguments.show else ''}".rstrip())
    print(f"ms a decision: median {median(times):.2f}, p95 {quantiles(times, n=20)[-1]:.2f}, most {max(times):.1f}")


if __name__ == "__main__":
    main()
