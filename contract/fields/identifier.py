"""What an address names: ids (UUIDs in their usual form, and nothing that only contains one), and whole numbers."""

from __future__ import annotations

import re
from uuid import UUID

# The largest number that a column of the type `integer` can be compared with.
INTEGER_MAX = 2**31 - 1
_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


def parse_id(text: str) -> UUID | None:
    """The id, or None for any other text."""
    return UUID(text) if _FORM.fullmatch(text) else None


def parse_number(text: str, most: int = INTEGER_MAX) -> int | None:
    """The whole number from 0 to `most`, or None for any other text."""
    digits = text.lstrip("0") or text[:1]
    if not (text.isascii() and text.isdigit()) or len(digits) > len(str(most)):
        return None
    return int(digits) if int(digits) <= most else None
