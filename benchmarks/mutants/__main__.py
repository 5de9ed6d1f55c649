"""The command, which `benchmarks.mutants` describes."""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from pathlib import Path

import pytest

import benchmarks.mutants
from benchmarks.mutants.changes import ROOT, by_a_quarter, changes, described, of_all_kinds
from benchmarks.mutants.runs import OPTIONS, Runner, area, gate
from extraction.content import models


def main() -> None:
    """Make the changes, run the tests, print what stays unnoticed."""
    parser = argparse.ArgumentParser(
        description=benchmarks.mutants.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("which", choices=("constants", "sample"))
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--match", default="", help="only changes whose description contains this")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=21)
    parser.add_argument("--without", type=Path, help="the output of an earlier run, whose changes are not run again")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    os.chdir(ROOT)
    if arguments.which == "constants":
        sites, tests = by_a_quarter, gate
        made = changes(arguments.paths or ["extraction/content"], sites)
    else:
        sites, tests = of_all_kinds, area
        every = changes(arguments.paths or ["extraction", "contract"], sites)
        made = random.Random(arguments.seed).sample(every, min(arguments.count, len(every)))
    done = (
        set(re.findall(r"^(\d+) ", arguments.without.read_text(encoding="utf-8"), re.M)) if arguments.without else set()
    )
    chosen = [
        (number, change)
        for number, change in enumerate(made)
        if str(number) not in done and arguments.match in described(change)
    ]
    files = dict.fromkeys(str(file) for _, change in chosen for file in tests(change.path))
    models.shipped()
    sys.exit(pytest.main([*OPTIONS, *files], plugins=[Runner(chosen, sites, tests, arguments.jobs)]))


if __name__ == "__main__":
    main()
