"""Objects of a schema that only group properties of one entity, such as `contact` and `price`, and what their names say."""

from __future__ import annotations

from dataclasses import replace

from extraction.answers.schema import glossary, vocabulary
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.schema_field import SchemaField

# Objects of these names only group properties of the same entity.
_GROUPS = frozenset(
    "detail info information data metadata meta attribute spec specification property basic general overview content page fact "
    "contact contact info contact information contact detail technical detail product detail".split()
) | {
    "contact info",
    "contact information",
    "contact detail",
    "product detail",
    "product info",
    "technical detail",
    "basic info",
    "dimension",
    "dimensions",
    "measurements",
    "abmessungen",
    "masse",
    "wymiary",
    "dimensioni",
    "dimensiones",
    "afmetingen",
}
_GENERAL_PATHS = frozenset(
    "name headline title telephone email address url description image aggregateRating reviewRating offers author publisher"
    " contactPoint openingHours foundingDate founder numberOfEmployees geo worksFor jobTitle".split()
)
_GENERAL_NAMES = frozenset(
    "name title label headline price cost amount total rating score phone telephone tel mobile fax email mail address street city"
    " town locality postcode zip country region state url website link description summary text type kind category date id value"
    " status time founded founder employees ceo author role company location age count number code image photo logo year language"
    " publisher currency availability hours published updated by note".split()
) | {"postal code", "zip code", "review count", "start date", "end date", "opening hours"}
_NAMED = frozenset(
    (
        "name",
        "title",
        "fullname",
        "full_name",
        "person",
        "contact_name",
        "contactname",
        "description",
        "role",
        "function",
        "position",
        "job title",
    )
)
_PRICE_GROUPS = frozenset(("pricing", "price", "prices", "preis", "preise", "cena", "ceny", "prezzo", "prezzi", "precio", "precios",
    "prix", "tarif", "fiyat", "price info", "price information", "価格"))  # fmt: skip
_GROUPS |= _PRICE_GROUPS


def is_group(asked: SchemaField) -> bool:
    """Whether an object only groups properties of the entity that has it."""
    return bool(_GROUPS.intersection(forms(asked.name)))


def _is_of_person(name: str) -> bool:
    """Whether a property in a group of contact data is about a person, in any language: `nom`, `function`."""
    return name.lower() in _NAMED or bool(_NAMED.intersection(glossary.english_for(name)))


def without_names(asked: SchemaField) -> SchemaField:
    """A group of contact data without the name in it, which is that of a person."""
    if "contact" not in words(asked.name):
        return asked
    return replace(asked, properties={name: one for name, one in asked.properties.items() if not _is_of_person(name)})


def _is_general(asked: SchemaField) -> bool:
    """Whether any entity has such a property, so that its label may be about another one."""
    term = vocabulary.term_of(asked.name, asked.texts, "")
    english = (form for name in glossary.english_for(asked.name) for form in forms(name))
    if _GENERAL_NAMES.intersection((*forms(asked.name), *english)):
        return True
    return bool(term and any(path.partition(".")[0] in _GENERAL_PATHS for path in term.paths))


def without_general_names(asked: SchemaField) -> SchemaField:
    """An object without the properties that any entity has, whose labels may be about another one."""
    retained = {
        name: inner if not inner.is_object else without_general_names(inner)
        for name, inner in asked.properties.items()
        if not _is_general(inner) and not (inner.is_list and inner.item.is_object)
    }
    return replace(asked, properties=retained)


def with_group_names(asked: SchemaField) -> SchemaField:
    """The group, with its own name before those of its properties: `current` of a group `price` is the current price."""
    if not set(forms(asked.name)) & _PRICE_GROUPS:
        return asked
    named = {
        name: replace(inner, texts=(f"price {name}", f"{name} price", f"{asked.name} {name}", *inner.texts))
        for name, inner in asked.properties.items()
    }
    return replace(asked, properties=named)
