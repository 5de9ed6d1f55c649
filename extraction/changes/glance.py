"""What changed in a check, in a few words: for a list of watches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

TEXT_MAX_CHARS = 160
_MARKS = re.compile(r"^[\s#>*+|-]+")


def glance_of(pages: Sequence[Mapping[str, Any]], words: tuple[int, int] = (0, 0)) -> dict[str, Any] | None:
    """The first thing that a reader of the check would notice. None without pages.

    Args:
        pages: the pages whose result is not `same`, in wire names, the most important first.
        words: the numbers of added and of removed words of the first one.
    Returns:
        `url`, `result` and `text` of the first page. `sign` is `+` or `-` if the text is an added or a removed line, otherwise
        empty. `added` and `removed` are `words`. `pages` is the number of pages.
    """
    if not pages:
        return None
    first = pages[0]
    said = str(first.get("summary") or "")
    sign, text = ("", said) if said or first.get("fields") else _first_line(str(first.get("diff", "")))
    return {
        "url": first["url"], "result": first["result"], "sign": sign, "text": _short(text or str(first["description"])),
        "added": words[0], "removed": words[1], "pages": len(pages),
    }  # fmt: skip


def _first_line(diff: str) -> tuple[str, str]:
    """The first added line of a unified diff with its sign, or the first removed one."""
    found = {sign: "" for sign in "+-"}
    for line in diff.splitlines():
        sign, text = line[:1], _MARKS.sub("", line[1:]).strip()
        if found.get(sign) == "":
            found[sign] = text
    sign = "+" if found["+"] else "-"
    return (sign, found[sign]) if found[sign] else ("", "")


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= TEXT_MAX_CHARS else line[: TEXT_MAX_CHARS - 1] + "…"
