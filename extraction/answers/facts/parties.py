"""The block about who offers the page's own entity: the agent, the dealer, the seller, with its data."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from extraction.answers.facts import areas, card_values
from extraction.answers.facts.visible_text import text_of
from extraction.answers.schema.party_words import OFFERERS
from extraction.declared.structured import EntityObject
from extraction.document.document import Document
from extraction.document.hidden.elements import is_hidden, mark
from extraction.document.tree import Tree

_TAGS = ("div", "section", "aside", "article", "address", "li")
_ELEMENTS_MAX, _BLOCK_ELEMENTS_MAX, _LINE_MAX_CHARS = 30_000, 120, 120
_BLOCKS_MAX = 20
_TITLE = re.compile(
    r"^\W*(?:seller|dealer|agent|agency|landlord|vendor|about the (?:seller|dealer|agent)|h[aä]ndler|verk[aä]ufer"
    r"|anbieter|vermieter|makler|agence|"
    r"vendeur|l.agence|inmobiliaria|vendedor|anunciante|venditore|contatta il venditore|concessionario|verkoper"
    r"|sprzedawca|satıcı|prodejce"
    r"|säljare|selger|sælger|megler|myyjä|eladó)\W*$",
    re.I,
)
_NAME = re.compile(r"(?:^|[\s_-])name(?:$|[\s_-])", re.I)
_PERSON = re.compile(r"(?:^|[\s_-])(?:person|name|agent|contact|negotiator|who)(?:$|[\s_-])", re.I)
_FIRM = re.compile(r"(?:^|[\s_-])(?:firm|company|agency|branch|office|shop|store|dealer|business)(?:$|[\s_-])", re.I)
_POSTAL = re.compile(r"(?<!\d)(?:\d{3} ?\d{2}|\d{4,5}|\d{2}-\d{3}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})(?!\d)")
# `31 Mill Lane, 41100 Modena`: a street, the postal code, the town.
_ADDRESS = re.compile(rf"^(?P<street>[^,]*\d[^,]*),\s*(?P<code>{_POSTAL.pattern})\s+(?P<city>[^\d,]{{2,40}})$")
_NO_NAME = re.compile(r"\d|@|://|[?!]$|:(?:\s|$)")


def asks_for(name_words: tuple[str, ...]) -> bool:
    """Whether a property with these words is about who offers something."""
    return bool(set(name_words) & OFFERERS)


def read(document: Document) -> EntityObject | None:
    """The only party, or None if the page has none or several."""
    mark(document.index)
    blocks: dict[Tree, None] = {}
    for element in islice(document.body.iter(*_TAGS), _ELEMENTS_MAX):
        if (
            not blocks.keys().isdisjoint(element.iterancestors())
            or is_hidden(element)
            or areas.is_in_other_block(element)
        ):
            continue
        if (areas.names_party(element) or _is_titled(element)) and next(element.iter("h1"), None) is None:
            blocks[element] = None
            if len(blocks) == _BLOCKS_MAX:
                break
    found = [entity for block in blocks if (entity := _entity(block)) and len(entity) > 2]
    return found[0] if len(found) == 1 else None


def _is_titled(block: Tree) -> bool:
    first = next((child for child in block if isinstance(child.tag, str)), None)
    return first is not None and first.tag in ("h2", "h3", "h4") and bool(_TITLE.match(text_of(first, 10)))


def _entity(block: Tree) -> EntityObject | None:
    elements = [one for one in islice(block.iter(), _BLOCK_ELEMENTS_MAX + 1) if isinstance(one.tag, str)]
    if len(elements) > _BLOCK_ELEMENTS_MAX:
        return None
    entity: dict[str, Any] = {"@type": "Organization"}
    for link in block.iter("a"):
        address = link.get("href") or ""
        if address.startswith("tel:"):
            entity.setdefault("telephone", text_of(link, 5) if any(map(str.isdigit, text_of(link, 5))) else address[4:])
        elif address.startswith("mailto:"):
            entity.setdefault("email", address[7:].partition("?")[0])
    lines = [line for one in elements[1:] if not len(one) or _is_lines(one) for line in _lines(one)]
    addresses = [found for line in lines if (found := _ADDRESS.match(line))]
    if len(addresses) == 1:
        found = addresses[0]
        entity["address"] = {
            "@type": "PostalAddress", "streetAddress": found["street"].strip(), "postalCode": found["code"],
            "addressLocality": found["city"].strip(),
        }  # fmt: skip
    entity |= {"aggregateRating": rating} if (rating := card_values.ratings_of(elements)) else {}
    names = [
        (one, text)
        for one in elements[1:]
        if not len(one)
        and _may_be_name(text := text_of(one, 3))
        and one.tag not in ("button", "h2", "h3", "h4", "label")
    ]
    person = [text for one, text in names if _PERSON.search(_name(one)) and not _FIRM.search(_name(one))]
    firm = [text for one, text in names if _FIRM.search(_name(one))]
    called = [text for one, text in names if _NAME.search(_name(one))]
    every = called or firm or person or [text for _, text in names]
    if every and not (person and firm and not called):
        entity["name"] = every[0]
    named = {"agency": firm, "company": firm, "firm": firm, "dealer": firm, "contact person": person if firm else []}
    entity["additionalProperty"] = [
        {"name": name, "value": texts[0], "which": "class"} for name, texts in named.items() if len(texts) == 1
    ]
    return entity


def _is_lines(element: Tree) -> bool:
    return all(child.tag == "br" for child in element)


def _lines(element: Tree) -> list[str]:
    parts = [element.text, *(child.tail for child in element)]
    lines = [" ".join(part.split()) for part in parts if part and part.strip()]
    joined = ", ".join(lines)
    return (
        [joined]
        if len(lines) > 1 and len(joined) <= _LINE_MAX_CHARS
        else [line for line in lines if len(line) <= _LINE_MAX_CHARS]
    )


def _may_be_name(text: str) -> bool:
    return 2 < len(text) <= 60 and not _NO_NAME.search(text) and text[0].isupper() and len(text.split()) <= 7


def _name(element: Tree) -> str:
    return areas.dashed((element.get("class") or "").replace("__", "-"))[:200]
