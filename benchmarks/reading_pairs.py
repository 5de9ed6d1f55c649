"""CPU of one read in several revisions, page by page in turn: what a change costs, also on a machine that is not quiet.

    git worktree add OTHER REVISION
    python -m benchmarks.reading_pairs DATA OTHER [OTHER ...] [--every 30] [--rounds 4] [--processes 3]
    python -m benchmarks.reading_pairs DATA OTHER [OTHER ...] --groups questions --every 7

Each revision has a process of its own that reads a page when it is asked to. Whatever slows the machine down slows all of them, so
the ratios are steady where whole runs, one after another, differ by a fifth. The least time of all rounds but the first counts.
Two processes of one revision differ by up to 5 % as long as they run, so each revision has several, one after another. The first
folder is the baseline, and the current folder comes last. All read the pages of the current folder.

`--instructions` counts the instructions of a second pass over all pages with Valgrind instead. The count is the same on all
machines and at any load, but does not show what memory costs.

Groups are `development` (pages), `made-up` (pages of the set `last`) and `questions` (answers to schemas without a model, which
include one read, about made-up pages of all sets).
"""

from __future__ import annotations

import argparse
import gc
import gzip
import json
import os
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
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--instructions", action="store_true", help="count instructions with Valgrind")
    parser.add_argument("--passes", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    groups = {name: works_of(name, arguments) for name in arguments.groups}
    works = [work for group in groups.values() for work in group]
    if arguments.work:
        serve(works, arguments.passes)
        return
    folders = [*arguments.others, Path()]
    if arguments.instructions:
        for folder in folders:
            each = instructions(folder, arguments) / len(works)
            print(f"{folder.resolve().name:20} {each / 1e6:.2f} million instructions for each of {len(works)}")
        return
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
    least = [[float("inf")] * len(folders) for _ in works]
    for _ in range(arguments.processes):
        take_turns(least, folders, arguments)
    return least


def take_turns(least: list[list[float]], folders: list[Path], arguments: argparse.Namespace) -> None:
    """Lower the least seconds by what a new process of each revision needs."""
    workers = [
        subprocess.Popen(command_of(arguments), cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    for turn in range(arguments.rounds):
        for number in range(len(least)):
            for step in range(len(folders)):
                index = (number + turn + step) % len(folders)
                seconds = ask(workers[index], number)
                if turn:
                    least[number][index] = min(least[number][index], seconds)
    for worker in workers:
        worker.communicate()


def command_of(arguments: argparse.Namespace) -> list[str]:
    """The command of a process that works for this one."""
    command = [sys.executable, str(Path(__file__).resolve()), str(arguments.data.resolve()), "--work"]
    return [*command, "--every", str(arguments.every), "--groups", *arguments.groups]


def instructions(folder: Path, arguments: argparse.Namespace) -> int:
    """The instructions of the second pass over all work: those of two passes without those of one."""
    valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    counts = []
    for passes in ("1", "2"):
        command = [*valgrind, *command_of(arguments), "--passes", passes]
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        ended = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True)
        counts.append(int(ended.stderr.split("refs:")[1].split()[0].replace(",", "")))
    return counts[1] - counts[0]


def ask(worker: subprocess.Popen[str], number: int) -> float:
    """The seconds of CPU that a process needs for a piece of work."""
    assert worker.stdin is not None and worker.stdout is not None
    print(number, file=worker.stdin, flush=True)
    return float(worker.stdout.readline())


def serve(works: list[Work], passes: int | None) -> None:
    """Do the work whose numbers come on standard input, or all of it `passes` times, with the revision in the current folder."""
    sys.path.insert(0, ".")
    from crawler import reading

    calls = [call_of(work) for work in works]
    gc.collect()
    gc.freeze()
    gc.set_threshold(*reading.COLLECT_AFTER)
    if passes:
        for call in calls * passes:
            call()
        return
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
