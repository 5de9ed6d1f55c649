"""Text of a page as a plain line: without control characters, direction marks and invisible characters."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import Any

from extraction.document.encoding import scrubbed

NAME_MAX_CHARS = 120
TEXT_MAX_CHARS = 1_000
# More is never part of a name or a description.
_READ_MAX_CHARS = 10_000
_SPACES = re.compile(r"\s+")
_JOINERS = "\u200c\u200d"
# Legal forms of companies: `Acme GmbH` and `株式会社アクメ` are the legal names of Acme and アクメ.
_LEGAL_FORM = re.compile(
    r"[\s,]+(?:inc|incorporated|corp|corporation|ltd|limited|llc|llp|plc|gmbh(?: & co\.? kg)?|ag|kg|se|s\.?a\.?s?|s\.?r\.?l|"
    r"s\.?p\.?a|b\.?v|n\.?v|a/s|aps|ab|oy|oyj|pty|k\.?k|co|ltda|s\.?l|sp\.? z ?o\.? ?o|s\.?r\.?o|d\.?o\.?o|kft|a\.?ş)\.?$",
    re.I,
)
# These are written without a blank, and some before the name.
_JOINED_FORMS = (
    "株式会社|有限会社|合同会社|合資会社|（株）|\\(株\\)|㈱|주식회사|\\(주\\)|㈜|股份有限公司|有限责任公司|有限公司"
)
_JOINED_FORM = re.compile(rf"^(?:{_JOINED_FORMS}|(?:ООО|ОАО|ЗАО|ПАО|АО)\s)\s*|\s*(?:{_JOINED_FORMS})$")


def line(text: Any, most: int = TEXT_MAX_CHARS) -> str | None:
    """The text as one line of at most `most` characters. None if nothing remains, or if it is not text."""
    if not isinstance(text, str):
        return None
    spaced = _SPACES.sub(" ", unescape(text[:_READ_MAX_CHARS]))
    visible = "".join(char for char in spaced if char in _JOINERS or unicodedata.category(char)[0] != "C")
    clean = scrubbed(unicodedata.normalize("NFC", visible)).strip(" " + _JOINERS)
    return clean[:most].rstrip() or None


def letters(text: str) -> str:
    """Only the letters and digits, without case and accents, to compare names."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in bare if char.isalnum())


def without_legal_form(name: str) -> str:
    """The name without its legal form. Unchanged if nothing else is in it."""
    return _JOINED_FORM.sub("", _LEGAL_FORM.sub("", name)).strip(' «»"') or name
