"""CPU of one read in several revisions, page by page in turn: what a change costs, also on a machine that is not quiet.

    git worktree add OTHER REVISION
    python -m benchmarks.reading_pairs DATA OTHER [OTHER ...] [--every 30] [--rounds 7]
    python -m benchmarks.reading_pairs DATA OTHER [OTHER ...] --groups questions --every 7

Each revision has a process of its own that reads a page when it is asked to. Whatever slows the machine down slows all of them, so
the ratios are steady where whole runs, one after another, differ by a fifth. The least time of all rounds but the first counts. The
first folder is the baseline, and the current folder comes last. All read the pages of the current folder.

Groups are `development` (pages), `made-up` (pages of the set `last`) and `questions` (answers to schemas without a model, which
include one read, about made-up pages of all sets).
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

MADE_PAGES = Path(__file__).parent / "pages"
# The set whose pages are read. Questions are asked about all sets.
READ_SET = "last"
GROUPS = ("development", "made-up", "questions")


class Work(NamedTuple):
    """One thing to do: a page to read, or one of its questions to answer."""

    page: Path
    question: int | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder of WCXB's development pages")
    parser.add_argument("others", type=Path, nargs="*", help="folders with other revisions")
    parser.add_argument("--groups", nargs="+", choices=GROUPS, default=GROUPS[:2])
    parser.add_argument("--every", type=int, default=30, help="only every n-th development page and question")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    groups = {name: works_of(name, arguments) for name in arguments.groups}
    works = [work for group in groups.values() for work in group]
    if arguments.work:
        serve(works)
        return
    folders = [*arguments.others, Path()]
    times = dict(zip(works, measure(works, folders, arguments), strict=True))
    for name, group in groups.items():
        for index, folder in enumerate(folders):
            of_folder, of_first = ([times[work][each] for work in group] for each in (index, 0))
            ratios = [own / first for own, first in zip(of_folder, of_first, strict=True)]
            total = sum(of_folder) / sum(of_first)
            print(f"{name:12}{len(group):4}  {folder.resolve().name:20} sum {total:.3f}  median {median(ratios):.3f}")


def works_of(group: str, arguments: argparse.Namespace) -> list[Work]:
    """What is measured of a group."""
    if group == "questions":
        return questions()[:: arguments.every]
    if group == "development":
        found = sorted((arguments.data / "html").glob("*.html.gz"))[:: arguments.every]
    else:
        found = sorted((MADE_PAGES / READ_SET).rglob("*.html"))
    return [Work(page.resolve()) for page in found]


def questions() -> list[Work]:
    """The questions about the made-up pages of all sets."""
    return [
        Work(page.resolve(), number)
        for page in sorted(MADE_PAGES.rglob("*.html"))
        for number in range(len(_record(page).get("questions", ())))
    ]


def _record(page: Path) -> dict[str, Any]:
    """What is asked about a made-up page, and its URL. Empty for a page without questions."""
    path = page.with_suffix(".json")
    return json.loads(path.read_text()) if path.exists() else {}


def measure(works: list[Work], folders: list[Path], arguments: argparse.Namespace) -> list[list[float]]:
    """For each piece of work, the least seconds of each folder's revision."""
    command = [sys.executable, str(Path(__file__).resolve()), str(arguments.data.resolve()), "--work"]
    command += ["--every", str(arguments.every), "--groups", *arguments.groups]
    workers = [
        subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    least = [[float("inf")] * len(folders) for _ in works]
    for turn in range(arguments.rounds):
        for number in range(len(works)):
            for step in range(len(folders)):
                index = (number + turn + step) % len(folders)
                seconds = ask(workers[index], number)
                if turn:
                    least[number][index] = min(least[number][index], seconds)
    for worker in workers:
        worker.communicate()
    return least


def ask(worker: subprocess.Popen[str], number: int) -> float:
    """The seconds of CPU that a process needs for a piece of work."""
    assert worker.stdin is not None and worker.stdout is not None
    print(number, file=worker.stdin, flush=True)
    return float(worker.stdout.readline())


def serve(works: list[Work]) -> None:
    """Do the work whose numbers come on standard input, with the revision in the current folder."""
    sys.path.insert(0, ".")
    from crawler import reading

    calls = [call_of(work) for work in works]
    gc.collect()
    gc.freeze()
    gc.set_threshold(*reading.COLLECT_AFTER)
    for line in sys.stdin:
        call = calls[int(line)]
        begun = time.process_time()
        call()
        print(time.process_time() - begun, flush=True)


def call_of(work: Work) -> Callable[[], object]:
    """The call that is measured."""
    from contract.options.page import ReadingOptions
    from extraction import page
    from training.dataset import capture

    body = work.page.read_bytes()
    saved = capture(gzip.decompress(body) if work.page.suffix == ".gz" else body)
    options = ReadingOptions()
    if work.question is None:
        return lambda: page.read(saved, options)
    from extraction.answers import answered_page  # Older revisions have none.

    record = _record(work.page)
    question = record["questions"][work.question]
    asked = replace(saved, url=record["url"], final_url=record["url"])
    return lambda: answered_page.read(asked, question["schema"], options, question.get("prompt"))


if __name__ == "__main__":
    main()
