"""The only postal address that the main content of a page shows in one line or block: `Mill Lane 31, 41100 Modena`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.names import without_note
from extraction.declared.structured import EntityObject
from extraction.document.document import Document
from extraction.document.tree import Tree, all_text, has_more_elements

_TAGS = frozenset("p div address li span td dd".split())
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_CHARS_MAX, _ELEMENTS_MAX, _FOUND_MAX = 140, 6, 3
_POSTAL = r"(?:[A-Z]{1,2}[- ])?(?:\d{4} ?[A-Z]{2}(?=\s)|\d{3} ?\d{2}|\d{4,5}|\d{2}-\d{3})"
_ADDRESS = re.compile(
    r"(?:(?P<name>[^,\d:]{3,60}),\s*)?(?P<street>(?=[^,]{0,50}\d)[^,:]{5,50}),\s*"
    rf"(?:(?P<code>{_POSTAL})\s+(?P<city>[^\W\d_][^\d,:]{{1,40}})|(?P<town>[^\W\d_][^\d,:]{{1,40}}?),?\s+"
    r"(?P<after>[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}))(?:,\s*(?P<district>[^\d,:]{2,40}))?"
)
_LEGAL = re.compile(
    r"\b(?:GmbH|mbH|AG|KG|UG|OHG|Ltd|Limited|Inc|LLC|SARL|SAS|S\.?r\.?l|S\.?p\.?A|S\.?A"
    r"|S\.?L|B\.?V|N\.?V|Oy|AB|ApS|A/S|plc|s\.?r\.?o|a\.?s|Kft|Sp\. z o\.o)\b"
)


@dataclass(frozen=True)
class ShownAddress:
    """An address as a schema.org `PostalAddress`, with a `district` if it has one.

    Attributes:
        name: what is in its first line, such as a venue or a company.
        is_near: no other heading is between the main one and the address.
    """

    address: EntityObject
    name: str = ""
    is_near: bool = False

    @property
    def legal_name(self) -> str:
        """The name if it is that of a company, by its legal form."""
        return self.name if _LEGAL.search(self.name) else ""


def read(document: Document) -> ShownAddress | None:
    """The address, or None if the page shows none or several."""
    found: dict[str, ShownAddress] = {}
    heading = ""
    for element, is_outside in areas.own_elements(document):
        if element.tag in _HEADINGS:
            heading = str(element.tag)
        if element.tag not in _TAGS or is_outside or (text := _text(element)) is None:
            continue
        parts = _ADDRESS.fullmatch(text)
        if parts is None or areas.is_about_party(element):
            continue
        address: EntityObject = {
            "@type": "PostalAddress", "streetAddress": parts["street"].strip(), "postalCode": parts["code"] or parts["after"],
            "addressLocality": without_note((parts["city"] or parts["town"]).strip()),
        }  # fmt: skip
        if parts["district"]:
            address["district"] = parts["district"].strip()
        one = ShownAddress(address, (parts["name"] or "").strip(), heading == "h1")
        found.setdefault(f"{address['streetAddress']} {address['postalCode']}", one)
        if len(found) == _FOUND_MAX:
            break
    return next(iter(found.values())) if len(found) == 1 else None


def _text(element: Tree) -> str | None:
    """The text of a small element with commas between its lines. None if it is too large or has no digit."""
    if has_more_elements(element, _ELEMENTS_MAX):
        return None
    whole = all_text(element)
    if not 10 < len(whole) <= _CHARS_MAX or not any(map(str.isdigit, whole)):
        return None
    if next(element.iterchildren("br"), None) is None:
        return text_of(element, _ELEMENTS_MAX)
    lines = [element.text or ""]
    for child in element:
        if child.tag == "br":
            lines.append("")
        elif isinstance(child.tag, str):
            lines[-1] += text_of(child, _ELEMENTS_MAX)
        lines[-1] += child.tail or ""
    return ", ".join(line for one in lines if (line := " ".join(one.split()).rstrip(",")))
