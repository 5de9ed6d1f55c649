"""Title, author and date that a PDF declares."""

from __future__ import annotations

import re

import pypdfium2

from extraction.document.encoding import scrubbed

_DATE = re.compile(r"D?:?(\d{4})(\d{2})(\d{2})(\d{2})?(\d{2})?(\d{2})?([Zz+-])?(\d{2})?'?(\d{2})?")


def read(opened: pypdfium2.PdfDocument) -> tuple[str | None, str | None, str | None]:
    """Title, author and date of creation. None for what is not declared."""
    return _field(opened, "Title"), _field(opened, "Author"), _date(_field(opened, "CreationDate"))


def _field(opened: pypdfium2.PdfDocument, key: str) -> str | None:
    """One field of the PDF's metadata. None if it is empty or cannot be decoded."""
    try:
        return scrubbed(opened.get_metadata_value(key)).strip() or None
    except UnicodeDecodeError:
        return None


def _date(written: str | None) -> str | None:
    """A PDF date such as `D:20240501120000+02'00'`, in a form that `dates.iso` accepts."""
    found = _DATE.match(written or "")
    if not found:
        return None
    year, month, day, hour, minute, second, sign, zone_hours, zone_minutes = found.groups()
    if not hour:
        return f"{year}-{month}-{day}"
    zone = "" if not sign else "Z" if sign in "Zz" else f"{sign}{zone_hours or '00'}:{zone_minutes or '00'}"
    return f"{year}-{month}-{day}T{hour}:{minute or '00'}:{second or '00'}{zone}"
