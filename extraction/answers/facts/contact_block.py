"""Whom to ask about what a page shows: the only block of its main content with an address of mail or a telephone number."""

from __future__ import annotations

import re
from typing import Any

from extraction.answers.facts import areas
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.names import words
from extraction.declared.structured import EntityObject
from extraction.document.document import Document
from extraction.document.tree import Tree, all_text, has_more_elements

_TAGS = frozenset("p address div li dd".split())
_ELEMENTS_MAX, _CHARS_MAX, _BLOCKS_MAX, _LINES_MAX = 12, 400, 4, 8
_NAMES = frozenset(
    "contact ansprechpartner ansprechpartnerin ansprechperson kontakt kontaktperson contatto contacto contato contactpersoon"
    " kontaktperson interlocuteur".split()
)
_PARTS = {
    "telephone": frozenset(
        "phone telephone tel telefon telefono telefone telefoon telefonnummer durchwahl puhelin".split()
    ),
    "email": frozenset("email mail courriel correo posta".split()),
    "jobTitle": frozenset(
        "role position funktion function title fonction cargo ruolo funzione rolle functie puesto".split()
    ),
    "name": frozenset("name person nom nombre nome naam namn navn".split()),
}
_EMAIL = re.compile(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_PHONE = re.compile(r"\+?\(?\d[\d\s()/.\-\u2010-\u2013]{5,24}\d")
# Words before a name: what to do, or a form of address.
_BEFORE = re.compile(
    r"^(?:[^:?]{2,40}[:?]\s*)?(?:(?:please\s+)?(?:ask|contact|call|e-?mail|write to|kontakt|contattare|contactez)\s+)?"
    r"(?:(?:herrn?|frau|mr|mrs|ms|mme|m|sig\.?ra|sig|sra|sr|dr|prof|pan[ií]?)\.?\s+)*",
    re.I,
)
_NAME = re.compile(
    r"[^\W\d_a-z][^\W\d_]*(?:[-'’.][^\W\d_]+)*"
    r"(?:\s(?:(?:von|van|de|di|da|del|der|den)\s)?[^\W\d_a-z][\w'’.-]*){1,3}"
)
_NO_NAME = re.compile(
    r"\b(?:GmbH|AG|KG|Ltd|Inc|LLC|S\.?r\.?l|S\.?A|B\.?V|Oy|AB|plc|e\.?V|Team|Office|Service|Hotline)\b"
)
_ROLE_WORDS_MAX = 6


def asks_for(name: str) -> str:
    """The schema.org property of a contact that a property asks for: `email` for `contact_email`. Empty if it asks for none."""
    every = words(name)
    rest = [word for word in every if word not in _NAMES]
    if len(rest) == len(every) or len(rest) > 1:
        return ""
    if not rest:
        return "name" if set(every) - {"contact", "kontakt", "contacto", "contatto", "contato"} else ""
    return next((part for part, named in _PARTS.items() if rest[0] in named), "")


def read(document: Document) -> EntityObject | None:
    """The contact, or None if the page has none or several."""
    blocks: list[Tree] = []
    for part in (None, *areas.asides(document)):
        for element, is_outside in areas.own_elements(document, part):
            if element.tag not in _TAGS or is_outside or (blocks and blocks[-1] in element.iterancestors()):
                continue
            if has_more_elements(element, _ELEMENTS_MAX) or len(text := all_text(element)) > _CHARS_MAX:
                continue
            if _EMAIL.search(text) and not areas.is_about_party(element):
                blocks.append(element)
                if len(blocks) > _BLOCKS_MAX:
                    return None
    return _entity(blocks[0]) if len(blocks) == 1 else None


def _entity(block: Tree) -> EntityObject | None:
    lines = _lines(block)
    emails = {found for line in lines for found in _EMAIL.findall(line)}
    if len(emails) != 1 or len(lines) > _LINES_MAX:
        return None
    found: dict[str, Any] = {"email": emails.pop()}
    phones = {number.strip() for line in lines for number in _PHONE.findall(_EMAIL.sub("", line))}
    if len(phones) == 1:
        found["telephone"] = phones.pop()
    for place, line in enumerate(lines):
        if (name := _name(line)) is None:
            continue
        found["name"] = name
        after = lines[place + 1] if place + 1 < len(lines) else ""
        if _may_be_role(after):
            found["jobTitle"] = after
        break
    return found


def _lines(block: Tree) -> list[str]:
    """The lines of a block: between breaks and inner blocks, otherwise between commas."""
    parts = [block.text or ""]
    for child in block:
        if child.tag in ("br", "p", "div", "li"):
            parts.append("")
        parts[-1] += text_of(child, _ELEMENTS_MAX) if isinstance(child.tag, str) and child.tag != "br" else ""
        if child.tag in ("p", "div", "li"):
            parts.append("")
        parts[-1] += child.tail or ""
    lines = [line for part in parts if (line := " ".join(part.split()))]
    return [part.strip() for part in lines[0].split(",")] if len(lines) == 1 else lines


def _name(line: str) -> str | None:
    bare = line[_BEFORE.match(line).end() :].strip(" .")  # type: ignore[union-attr]
    return bare if _NAME.fullmatch(bare) and not _NO_NAME.search(bare) else None


def _may_be_role(line: str) -> bool:
    if not 3 < len(line) <= 60 or any(map(str.isdigit, line)) or "@" in line or ":" in line or not line[0].isupper():
        return False
    return len(line.split()) <= _ROLE_WORDS_MAX and not _NO_NAME.search(line) and line[-1] not in ".!?"
