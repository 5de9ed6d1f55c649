"""What a page declares of the entities of a list, joined with what its blocks show of them."""

from __future__ import annotations

from dataclasses import replace

from extraction.answers.facts.page_entities import Declared
from extraction.answers.schema.names import letters
from extraction.answers.subjects import name_of
from extraction.declared.structured import EntityObject

# At least this share of the declared entities must have a block of the same name.
_JOINED_SHARE_MIN = 0.8


def shown_name(entity: Declared) -> str:
    """The name of an entity as the page may show it, or an empty text."""
    return next((text for key in ("name", "headline", "title") if isinstance(text := entity.entity.get(key), str)), "")


def coverage(entities: list[Declared]) -> float:
    """How many values an entity has on average."""
    return sum(len(each.entity) for each in entities) / max(1, len(entities))


def completed(entity: Declared, block: Declared | None) -> Declared:
    """An entity with what its block shows under the schema's own names."""
    if block is None:
        return entity
    more = {name: text for name, text in block.entity.items() if name not in entity.entity}
    return replace(entity, entity={**entity.entity, **more}, weak=entity.weak | more.keys())


def name_in(entity: EntityObject) -> str:
    """The letters of an entity's name, or of its first text, which is the name in a row of a table."""
    return name_of(entity) or next((letters(value) for value in entity.values() if isinstance(value, str)), "")


def _without_position(entity: EntityObject) -> EntityObject:
    """An entity without the type of its position in a list."""
    return {key: value for key, value in entity.items() if key != "@type" or value != "ListItem"}


def with_shown(listed: list[Declared], shown: list[Declared]) -> list[Declared]:
    """What a page declares of each listed entity, with what its blocks show of the entity of the same name."""
    blocks = {name_of(each.entity): each for each in shown}
    names = [name_in(each.entity) for each in listed]
    if len(set(names)) < len(names) or sum(name in blocks for name in names) < _JOINED_SHARE_MIN * len(names):
        return listed
    return [
        replace(each, entity={**blocks[name].entity, **_without_position(each.entity)}, source="card")
        if name in blocks
        else each
        for name, each in zip(names, listed, strict=True)
    ]
