"""Ids of jobs, deliveries and other rows: UUIDs in their usual form, and nothing that only contains one."""

from __future__ import annotations

import re
from uuid import UUID

_FORM = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)


def parse_id(text: str) -> UUID | None:
    """The id, or None for any other text."""
    return UUID(text) if _FORM.fullmatch(text) else None
