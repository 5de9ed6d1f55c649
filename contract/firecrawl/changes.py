"""Changes of a page in Firecrawl's form: of a monitor's check, of its webhooks, and of the format `changeTracking`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

# As of git, so that tools that read patches find a file in it.
_HEAD = "--- previous\n+++ current\n"
_CHUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_KINDS = {"+": "add", "-": "del"}


def diff(page: Mapping[str, Any]) -> dict[str, Any]:
    """The difference of a page, which is in the names of `contract.results.watch.WatchedPage`. Empty without any.

    `json` has the old and the new values; if no value was compared, the parsed text.
    """
    values = fields(page)
    return {**text(page), **({"json": values} if values else {})}


def text(page: Mapping[str, Any]) -> dict[str, Any]:
    """The difference of the Markdown: `text`, and parsed as `json`. Empty without any."""
    return {"text": _HEAD + page["diff"], "json": {"files": [_parsed(page["diff"])]}} if page["diff"] else {}


def fields(page: Mapping[str, Any]) -> dict[str, Any]:
    """The values that changed, by name."""
    return {each["name"]: {"previous": each["old"], "current": each["new"]} for each in page["fields"]}


def _parsed(text: str) -> dict[str, Any]:
    """A unified diff as the objects of parse-diff, which clients of Firecrawl expect."""
    chunks: list[dict[str, Any]] = []
    old, new = 0, 0
    for line in text.splitlines():
        if (head := _CHUNK.match(line)) is not None:
            old, old_lines, new, new_lines = (1 if part is None else int(part) for part in head.groups())
            chunks.append({
                "content": line, "changes": [], "oldStart": old, "oldLines": old_lines, "newStart": new, "newLines": new_lines,
            })  # fmt: skip
        elif chunks and line[:1] in (" ", "+", "-"):
            kind = _KINDS.get(line[0])
            if kind is None:
                change = {"type": "normal", "normal": True, "ln1": old, "ln2": new, "content": line}
            else:
                change = {"type": kind, kind: True, "ln": new if kind == "add" else old, "content": line}
            chunks[-1]["changes"].append(change)
            old, new = old + (kind != "add"), new + (kind != "del")
    counts = {kind: sum(kind in change for chunk in chunks for change in chunk["changes"]) for kind in ("add", "del")}
    return {
        "from": "previous", "to": "current", "chunks": chunks, "additions": counts["add"], "deletions": counts["del"],
    }  # fmt: skip
