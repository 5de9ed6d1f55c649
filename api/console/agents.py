"""What a browser calls itself, in words: `Firefox on Linux`."""

from __future__ import annotations

# The first that the text contains. Browsers name others that they descend from, so the order counts.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
)
SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def browser_of(agent: str) -> str:
    """The browser and its system, as far as its User-Agent header names them."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "Unknown browser")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser
