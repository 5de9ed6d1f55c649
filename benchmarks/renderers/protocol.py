"""The protocol between renderer and benchmark: JSON lines. Uses only the standard library, so any interpreter can run it."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable


def answer_lines(work: Callable[[list[str], int], list[str]]) -> None:
    """Answer each line on standard input with the pages without their end mark. Other output goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    print("ready", file=out, flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        print(json.dumps({"missing": work(task["urls"], task["at_once"])}), file=out, flush=True)


def end_mark(url: str) -> str:
    """The text of a page's last element."""
    return f"built-{url.rsplit('/', 1)[1]}-end"


def lacks_end(url: str, markdown: str) -> bool:
    return end_mark(url) not in markdown


async def gathered(render: Callable[[str], Awaitable[str]], urls: list[str], at_once: int) -> list[str]:
    """The pages without their end mark. `at_once` pages are rendered at a time."""
    missing: list[str] = []
    waiting = iter(urls)

    async def work() -> None:
        for url in waiting:
            try:
                markdown = await render(url)
            except Exception as error:
                print(f"{url}: {error!r}", file=sys.stderr)
                markdown = ""
            if lacks_end(url, markdown):
                missing.append(url)

    await asyncio.gather(*(work() for _ in range(at_once)))
    return missing
