"""Marks on the elements whose text no person sees: the expression that sets them, in the world of a document."""

from __future__ import annotations

from pathlib import Path

# Elements that are checked for hidden text, and milliseconds for it. The rest of a larger page is not checked.
CHECKED_ELEMENTS_MAX, CHECKING_MS = 20_000, 100

HIDDEN_TEXT = Path(__file__).with_name("hidden_text.js").read_text()
# True if the marks are complete.
MARKED = f"{HIDDEN_TEXT}({CHECKED_ELEMENTS_MAX}, {CHECKING_MS})"
