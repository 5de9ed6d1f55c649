"""CPU of one read in several revisions, page by page in turn: what a change costs, also on a machine that is not quiet.

    git worktree add OTHER REVISION
    python -m benchmarks.reading_pairs DATA OTHER [OTHER ...] [--every 30] [--rounds 7]

Each revision has a process of its own that reads a page when it is asked to. Whatever slows the machine down slows all of them, so
the ratios are steady where whole runs, one after another, differ by a fifth. The least time of all rounds but the first counts. The
first folder is the baseline, and the current folder comes last.
"""

from __future__ import annotations

import argparse
import gc
import gzip
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

MADE_PAGES = Path(__file__).parent / "pages" / "last"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder of WCXB's development pages")
    parser.add_argument("others", type=Path, nargs="*", help="folders with other revisions")
    parser.add_argument("--every", type=int, default=30, help="read only every n-th page")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--read", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    groups = {
        "development": sorted((arguments.data / "html").glob("*.html.gz"))[:: arguments.every],
        "made-up": sorted(MADE_PAGES.rglob("*.html")),
    }
    pages = [page.resolve() for group in groups.values() for page in group]
    if arguments.read:
        read(pages)
        return
    folders = [*arguments.others, Path()]
    times = dict(zip(pages, measure(pages, folders, arguments), strict=True))
    for name, group in groups.items():
        for index, folder in enumerate(folders):
            of_folder, of_first = ([times[page.resolve()][each] for page in group] for each in (index, 0))
            ratios = [own / first for own, first in zip(of_folder, of_first, strict=True)]
            total = sum(of_folder) / sum(of_first)
            print(
                f"{name:12}{len(group):4} pages  {folder.resolve().name:20} sum {total:.3f}  median {median(ratios):.3f}"
            )


def measure(pages: list[Path], folders: list[Path], arguments: argparse.Namespace) -> list[list[float]]:
    """For each page, the least seconds of each folder's revision."""
    command = [sys.executable, __file__, str(arguments.data.resolve()), "--every", str(arguments.every), "--read"]
    readers = [
        subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for folder in folders
    ]
    least = [[float("inf")] * len(folders) for _ in pages]
    for turn in range(arguments.rounds):
        for page in range(len(pages)):
            for step in range(len(folders)):
                index = (page + turn + step) % len(folders)
                seconds = ask(readers[index], page)
                if turn:
                    least[page][index] = min(least[page][index], seconds)
    for reader in readers:
        reader.communicate()
    return least


def ask(reader: subprocess.Popen[str], page: int) -> float:
    """The seconds of CPU that a process needs for a page."""
    assert reader.stdin is not None and reader.stdout is not None
    print(page, file=reader.stdin, flush=True)
    return float(reader.stdout.readline())


def read(pages: list[Path]) -> None:
    """Read pages by their numbers, which come on standard input, with the revision in the current folder."""
    sys.path.insert(0, ".")
    from contract.options.page import ReadingOptions
    from crawler import reading
    from extraction import page
    from training.dataset import capture

    bodies = [gzip.decompress(each.read_bytes()) if each.suffix == ".gz" else each.read_bytes() for each in pages]
    gc.collect()
    gc.freeze()
    gc.set_threshold(*reading.COLLECT_AFTER)
    options = ReadingOptions()
    for line in sys.stdin:
        saved = capture(bodies[int(line)])
        begun = time.process_time()
        page.read(saved, options)
        print(time.process_time() - begun, flush=True)


if __name__ == "__main__":
    main()
