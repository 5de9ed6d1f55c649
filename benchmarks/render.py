"""CPU per rendered page, including Markdown: ours, scrapy-playwright and crawl4ai with default settings, a tuned Playwright.

    python -m benchmarks.render --screenshots viewport|full
    python -m benchmarks.render [--rounds 6] [--at-once 4] [--crawl4ai PYTHON] [--only ours] [--kinds]

`--crawl4ai` is an interpreter of an environment with crawl4ai. All renderers use the same Chromium. The baselines wait for a
given element; the service must detect when a page is complete. CPU is user and system time of all processes of a
renderer: Python, the driver and the browser. The renderers alternate, round by round. Startup is not measured.
`--screenshots` compares screenshots with those of plain Playwright, of the viewport or of full pages.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from contextlib import ExitStack
from statistics import median
from typing import Any

from benchmarks.renderers.site import KINDS, address_of, tracker_rules
from benchmarks.running.machine import family, memory_mb, processor_seconds, site
from contract.environment import Environment
from crawler.rendering.browser import find

# At most this part of a baseline's CPU.
GOALS = {"scrapy-playwright": 0.75, "crawl4ai": 1.0, "plain Playwright": 1.2}


class Renderer:
    """A running renderer and the CPU time of its pages."""

    def __init__(self, name: str, command: list[str], environ: dict[str, str]) -> None:
        self.name = name
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **environ}
        )
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "ready\n":
            raise SystemExit(f"{name} does not start")
        self.cpu_ms: dict[str, list[float]] = defaultdict(list)
        self.wall_ms: list[float] = []
        self.missing: list[str] = []

    def render(self, urls: list[str], at_once: int, kind: str, *, count: bool = True) -> None:
        """Render the pages and record the CPU time per page."""
        assert self._process.stdin is not None and self._process.stdout is not None
        cpu, begun = processor_seconds(self._process.pid), time.monotonic()
        self._process.stdin.write(json.dumps({"urls": urls, "at_once": at_once}) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        wall = time.monotonic() - begun
        time.sleep(0.3)  # Includes the CPU time of closing pages.
        cpu = processor_seconds(self._process.pid) - cpu
        if count:
            self.cpu_ms[kind].append(1000 * cpu / len(urls))
            self.wall_ms.append(1000 * wall / len(urls))
            self.missing += answer["missing"]

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(30)
        finally:
            self._process.kill()

    def processes(self) -> int:
        return len(family(self._process.pid))

    def memory_mb(self) -> float:
        return memory_mb(self._process.pid)[0]


def started(arguments: argparse.Namespace, port: int) -> list[Renderer]:
    """Start the renderers to compare."""
    chromium = find(Environment.read())
    if chromium is None:
        raise SystemExit("No browser: run `make browser`.")
    environ = {"CHROMIUM": chromium, "TRACKER_RULES": tracker_rules(port), "ORBWEAVER_CHROMIUM": chromium}
    commands = {
        "orbweaver": [sys.executable, "-m", "benchmarks.renderers.ours"],
        "scrapy-playwright": [sys.executable, "-m", "benchmarks.renderers.default_scrapy_playwright"],
        "tuned Playwright": [sys.executable, "-m", "benchmarks.renderers.tuned_playwright"],
    }
    if kind := arguments.screenshots:
        commands = {
            "orbweaver": [*commands["orbweaver"], kind],
            "plain Playwright": [sys.executable, "-m", "benchmarks.renderers.plain_playwright", kind],
        }
    if arguments.crawl4ai:
        commands["crawl4ai"] = [arguments.crawl4ai, "benchmarks/renderers/default_crawl4ai.py"]
    if arguments.only:
        commands = {arguments.only: commands[arguments.only]}
    return [
        Renderer(name, command, {**environ, "ORBWEAVER_ALLOWED_NETWORKS": "127.0.0.0/8"})
        for name, command in commands.items()
    ]


def report(renderers: list[Renderer]) -> None:
    ours = median(renderers[0].cpu_ms["all"])
    heads = ("CPU ms/page", "lowest", "highest", "wall ms", "missing", "ours is", "PSS MB", "processes")
    print(f"{'renderer':20s}" + "".join(f"{head:>12s}" for head in heads))
    for renderer in renderers:
        rounds = renderer.cpu_ms["all"]
        cells = (median(rounds), min(rounds), max(rounds), median(renderer.wall_ms))
        cells_after = (
            f"{len(renderer.missing):12d}{ours / cells[0]:12.2f}{renderer.memory_mb():12.0f}{renderer.processes():12d}"
        )
        print(f"{renderer.name:20s}" + "".join(f"{cell:12.1f}" for cell in cells) + cells_after)
    for kind in KINDS:
        if kind in renderers[0].cpu_ms:
            print(f"{kind:20s}" + "".join(f"{median(each.cpu_ms[kind]):12.1f}" for each in renderers))
    for renderer in renderers[1:]:
        if goal := GOALS.get(renderer.name):
            part = ours / median(renderer.cpu_ms["all"])
            print(f"goal {goal:.2f} of {renderer.name}: {'reached' if part <= goal else 'missed'} ({part:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--at-once", type=int, default=4)
    parser.add_argument("--crawl4ai", metavar="PYTHON")
    parser.add_argument("--only", metavar="RENDERER")
    parser.add_argument("--screenshots", choices=("viewport", "full"))
    parser.add_argument("--kinds", action="store_true", help="also measure each kind of page separately")
    arguments = parser.parse_args()
    with ExitStack() as opened:
        port = int(opened.enter_context(site("benchmarks.renderers.site")).rpartition(":")[2])
        renderers = started(arguments, port)
        for renderer in renderers:
            opened.callback(renderer.close)
        sets = {"all": list(KINDS) * 2} | ({kind: [kind] * 4 for kind in KINDS} if arguments.kinds else {})
        for number in range(arguments.rounds + 1):
            for name, kinds in sets.items():
                for renderer in renderers:
                    run = f"{renderer.name}-{number}-{name}"
                    urls = [address_of(kind, port, f"{run}-{index}") for index, kind in enumerate(kinds)]
                    renderer.render(urls, arguments.at_once, name, count=number > 0)
        report(renderers)
        for renderer in renderers:
            for url in renderer.missing[:5]:
                print(f"{renderer.name}: no end mark in {url}")


if __name__ == "__main__":
    main()
