"""Third parties that measure people or sell their attention."""

from __future__ import annotations

from pathlib import Path

# Sorted, a host a line, each with all below it.
TRACKERS = tuple((Path(__file__).parent / "trackers.txt").read_text().split())


def is_tracker(host: str) -> bool:
    """Whether a host is a tracker's, or below one."""
    parts = host.lower().rstrip(".").split(".")
    return any(".".join(parts[start:]) in TRACKERS for start in range(len(parts)))
