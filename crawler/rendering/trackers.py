"""Hosts of third-party analytics and advertising."""

from __future__ import annotations

from pathlib import Path

# Sorted, one host per line. Each entry includes all its subdomains.
TRACKERS = tuple((Path(__file__).parent / "trackers.txt").read_text().split())


def is_tracker(host: str) -> bool:
    """Whether a host is a tracker or a subdomain of one."""
    parts = host.lower().rstrip(".").split(".")
    return any(".".join(parts[start:]) in TRACKERS for start in range(len(parts)))
