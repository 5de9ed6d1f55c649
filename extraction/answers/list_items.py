"""The items of a list of objects in the schema: parts of an entity, or the entities that a page lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from extraction.answers import table_rows
from extraction.answers.card_items import CardItems
from extraction.answers.facts import breadcrumbs, chapters, contributions, questions, tables, titled_pairs
from extraction.answers.facts.page_entities import Declared, PageEntities
from extraction.answers.facts.property_values import Raw, days_of, position_of, steps
from extraction.answers.facts.tables import Table
from extraction.answers.facts.titled_pairs import TitledPairs
from extraction.answers.field_values import FieldValues
from extraction.answers.joined_entities import completed, coverage, name_in, shown_name, with_shown
from extraction.answers.repeated import blocks, lists
from extraction.answers.repeated.blocks import Series
from extraction.answers.scalar_lists import ITEMS_MAX, SHOWN_SHARE_MIN
from extraction.answers.schema import glossary, vocabulary
from extraction.answers.schema.names import forms, words
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema.vocabulary import Term
from extraction.answers.subjects import Subject, Subjects
from extraction.answers.values import ingredients
from extraction.answers.values.convert import text_of

_LABEL_WORDS = frozenset(
    "label name key title attribute property nome nombre bezeichnung merkmal nom nazwa ad 項目".split()
)
_VALUE_WORDS = frozenset("value wert valor valeur valore wartosc deger content 値".split())
_SPECIFICATION_WORDS = frozenset(
    "specs spec specification specifications specifics attributes attribute details technical data properties property parameters"
    " characteristics features facts merkmale eigenschaften daten caracteristiques caracteristicas caratteristiche dati"
    " specyfikacja parametry ozellikler kenmerken specificaties egenskaper 仕様 スペック".split()
)
_INGREDIENTS = frozenset(("recipeIngredient", "ingredients"))
_AMOUNTS = frozenset(("amount", "quantity", "qty", "measure", "unit", "units"))
# Kinds of what belongs to entities. A page about one entity does not list them without saying so.
_PARTS = frozenset(("review", "comment", "question", "offer", "step"))


class ListItems:
    """The entities of the lists of one page."""

    def __init__(self, page: PageEntities, subjects: Subjects, values: FieldValues) -> None:
        self._page, self._subjects, self._values = page, subjects, values
        self._cards = CardItems(page, subjects, values)

    def entities(self, asked: SchemaField, subject: Subject, term: Term | None) -> list[tuple[str, Declared]]:
        """The entities of a list of objects: parts of the subject, or what the page lists, or questions, rows and blocks."""
        found = list(self._entities(asked, subject, term))
        if not subject.is_page:
            return found
        kind = next((kind for kind, _ in found), "") or self._subjects.kind_of(asked.item)
        return self._with_blocks(found, asked, kind)

    def _entities(self, asked: SchemaField, subject: Subject, term: Term | None) -> Iterator[tuple[str, Declared]]:
        found = False
        is_any = vocabulary.names_any_list(asked.name)
        named = (term.kind if term else "") or ("" if is_any else vocabulary.kind_named(asked.name))
        for each in self._parts_of(asked, subject, term):
            found = True
            yield named or self._subjects.kind_of(asked.item), each
        if found or not subject.is_page:
            return
        if written := self._contributions(asked):
            yield from ((written[0], each) for each in written[1])
            return
        if found_chapters := self._chapters(asked):
            yield from (("", each) for each in found_chapters)
            return
        if pair := _names_of_pair(asked.item):
            yield from (("", each) for each in self._pairs(pair, asked, subject))
            return
        if rows := self._titled_rows(asked):
            yield from (("", each) for each in rows)
            return
        kind = named or self._subjects.kind_of(asked.item)
        # Items of an unknown name, such as `competitors`, are not what the page lists.
        is_listed = bool(named or is_any)
        listed = self._on_page(asked, kind) if is_listed else self._rows_or_cards(asked, kind, is_named=False)
        yield from ((kind, each) for each in listed)

    def _is_full(self, found: list[tuple[str, Declared]], asked: SchemaField) -> bool:
        """Whether each property of an item has a value in one of the first entities."""
        return bool(found) and all(
            any(
                self._values.declared.raws(each, inner, vocabulary.term_of(inner.name, inner.texts, kind))
                for kind, each in found[:3]
            )
            for inner in asked.item.properties.values()
        )

    def _with_blocks(
        self, found: list[tuple[str, Declared]], asked: SchemaField, kind: str
    ) -> list[tuple[str, Declared]]:
        """The entities of a list, completed by the blocks that have their names, or the blocks that are named like the list."""
        if any(contributions.kind_of(name) for name in (asked.name, *glossary.english_for(asked.name))):
            return self._with_contributions(found, asked, kind)
        blocks_of = lists.of_names(self._series, asked, kind, [shown_name(each) for _, each in found])
        if blocks_of:
            return [(of, completed(each, block)) for (of, each), block in zip(found, blocks_of, strict=True)]
        is_listing = (
            not found
            and not self._subjects.has_main
            and kind not in _PARTS
            and vocabulary.may_name_what_a_page_lists(asked.name)
        )
        shown = lists.read(self._series, asked, kind, may_be_unnamed=is_listing and self._values.main.price is None)
        if not shown:
            return found
        if len(shown) == len(found):
            return [(of, completed(each, block)) for (of, each), block in zip(found, shown, strict=True)]
        is_card = any(each.source == "card" for _, each in found)
        is_row = any(each.source == "table" for _, each in found)
        if not found or is_card or (is_row and coverage(shown) >= coverage([each for _, each in found])):
            return [(kind, each) for each in shown]
        return found

    def _with_contributions(
        self, found: list[tuple[str, Declared]], asked: SchemaField, kind: str
    ) -> list[tuple[str, Declared]]:
        """Reviews, comments and posts, completed by their blocks, or these blocks."""
        if self._is_full(found, asked):
            return found
        shown = lists.read(self._series_of_people, asked, kind, may_be_unnamed=False)
        if not found:
            return [(kind, replace(each, whose="contribution")) for each in shown]
        if len(shown) == len(found):
            return [(of, completed(each, block)) for (of, each), block in zip(found, shown, strict=True)]
        return found

    @cached_property
    def _series_of_people(self) -> list[Series]:
        return blocks.read(self._page.document, of_people=True)

    @cached_property
    def _series(self) -> list[Series]:
        return blocks.read(self._page.document)

    def _contributions(self, asked: SchemaField) -> tuple[str, list[Declared]] | None:
        """What people wrote on the page, if the name of the list asks for it, and its kind."""
        names = (asked.name, *glossary.english_for(asked.name))
        kind = next((kind for name in names if (kind := contributions.kind_of(name))), "")
        if not kind:
            return None
        entities = contributions.read(self._page.document, kind)
        return (
            (
                "review" if kind == "review" else "comment",
                [Declared(each, "card", True, "contribution") for each in entities[:ITEMS_MAX]],
            )
            if entities
            else None
        )

    def _chapters(self, asked: SchemaField) -> list[Declared]:
        """The chapters of the page's recording, if the list asks for a moment and a title of each."""
        title = next((name for name in asked.item.properties if chapters.names_title(name)), None)
        others = [name for name in asked.item.properties if name != title]
        moment = next((name for name in others if len(others) == 1 or chapters.names_moment(name)), None)
        if not chapters.is_asked(asked.name) or title is None or moment is None:
            return []
        found = chapters.read(self._values.text)
        return [Declared({moment: start, title: text}, "table", True) for start, text in found]

    def _pairs(self, names: tuple[str, str], asked: SchemaField, subject: Subject) -> Iterator[Declared]:
        """The specifications of the page's own entity, as items with a name and a value."""
        if not set(words(asked.name)) & _SPECIFICATION_WORDS:
            return
        label, value = names
        found = self._values.specifications(SchemaField(values=asked.item.properties[value]), subject)
        for name, one in list(found)[:ITEMS_MAX]:
            yield Declared({label: name, value: one.value}, "table", True)

    @cached_property
    def _titled_pairs(self) -> list[TitledPairs]:
        return titled_pairs.read(self._page.document)

    def _titled_rows(self, asked: SchemaField) -> list[Declared]:
        """The rows of the only block whose title is the name of the list, for items of a label and a value."""
        members = {name: inner for name, inner in asked.item.properties.items() if inner.kinds != {"boolean"}}
        names = list(members)
        if len(names) != 2 or any(inner.is_list or inner.is_object for inner in members.values()):
            return []
        labels = {form for form in (*forms(asked.name), *glossary.labels_for(asked.name))}
        is_hours = "opening hours" in labels
        found = [
            block
            for block in self._titled_pairs
            if (block.are_days if is_hours else block.title in labels or bool(block.names & labels))
        ]
        if len(found) != 1:
            return []
        label, value = sorted(names, key=lambda name: bool(asked.item.properties[name].kinds & {"number", "integer"}))
        pairs = found[0].pairs
        is_amount_first = table_rows.NAME_WORDS.intersection(words(label)) and _amounts(
            one for one, _ in pairs
        ) > _amounts(other for _, other in pairs)
        if is_amount_first or all(one.isdecimal() for one, _ in pairs):
            label, value = value, label
        return [Declared({label: one, value: other}, "table", True) for one, other in found[0].pairs]

    def _parts_of(self, asked: SchemaField, subject: Subject, term: Term | None) -> list[Declared]:
        if term and term.kind == "breadcrumb":
            return breadcrumbs.read(self._page)
        for each in subject.entities:
            raws = self._values.declared.objects_first(each, asked, term)
            if term and term.kind == "step":
                raws = list(steps(raws, whole=True))
            elif term and term.kind == "hours":
                raws = [day for raw in raws for day in days_of(raw)]
            if each.source == "rdfa":
                raws.sort(key=lambda raw: position_of(raw, self._page.document))
            found = [_ingredient(raw, each, asked) or _entity_of(raw, each, term) for raw in raws[:ITEMS_MAX]]
            if any(found):
                return [entity for entity in found if entity]
        return []

    def _on_page(self, asked: SchemaField, kind: str) -> list[Declared]:
        listed = self._subjects.listed(kind)
        found = self._shown_ones(listed)
        if listed and not found and kind != "question":
            blocks = self._rows_or_cards(asked, kind, is_named=True)
            return blocks or [replace(each, whose="not shown") for each in listed[:ITEMS_MAX]]
        if not found and kind == "question":
            found = [Declared(each, "question", True) for each in self._questions]
        if found:
            shown = self._cards.read(asked, kind, is_named=True) if kind not in ("question", "review") else []
            return with_shown(found[:ITEMS_MAX], shown)
        return self._rows_or_cards(asked, kind, is_named=True)

    def _shown_ones(self, listed: list[Declared]) -> list[Declared]:
        """The declared entities if the page shows nearly all their names. Others are older than the page."""
        names = [name for each in listed if isinstance(name := each.entity.get("name"), str) and name.strip()]
        shown = sum(self._values.shows_text(text_of(name)) for name in names)
        return listed if shown >= SHOWN_SHARE_MIN * len(names) else []

    def _rows_or_cards(self, asked: SchemaField, kind: str, *, is_named: bool) -> list[Declared]:
        """The rows of a table, with what blocks show of the same entities; otherwise the blocks."""
        rows, blocks = self._rows(asked, kind), self._cards.read(asked, kind, is_named=is_named)
        if not rows:
            return blocks
        return with_shown(rows, blocks or self._cards.of_names([name_in(each.entity) for each in rows]))

    @cached_property
    def _questions(self) -> list[dict[str, str]]:
        return questions.read(self._page.document)

    @cached_property
    def _tables(self) -> list[Table]:
        return tables.read(self._page.document)

    def _rows(self, asked: SchemaField, kind: str) -> list[Declared]:
        return table_rows.read(self._tables, asked, kind, self._page.document.tree.get("lang") or "")


def _amounts(texts: Iterable[str]) -> int:
    """How many of the texts begin with a digit, as amounts do."""
    return sum(text[:1].isdigit() for text in texts)


def _names_of_pair(asked: SchemaField) -> tuple[str, str] | None:
    """The properties for the name and the value of an item that has only these two."""
    if len(asked.properties) != 2:
        return None
    label = next((name for name in asked.properties if set(words(name)) & _LABEL_WORDS), None)
    value = next((name for name in asked.properties if set(words(name)) & _VALUE_WORDS), None)
    return (label, value) if label and value and label != value else None


def _ingredient(raw: Raw, owner: Declared, asked: SchemaField) -> Declared | None:
    """A line of an ingredient list in its parts, if the schema asks for amounts. Empty if it cannot be divided."""
    names = {" ".join(words(name)) for name in asked.item.properties}
    if raw.key not in _INGREDIENTS or not isinstance(raw.value, str) or not names & _AMOUNTS:
        return None
    parts = ingredients.read(text_of(raw.value))
    if parts is None:
        return Declared({}, owner.source, owner.is_main)
    amount = parts.quantity if names & {"unit", "units"} else parts.amount
    entity = {"name": parts.name, "ingredient": parts.name, "unit": parts.unit}
    return Declared(
        {**entity, **dict.fromkeys(("quantity", "amount", "qty", "measure"), amount)}, owner.source, owner.is_main
    )


def _entity_of(raw: Raw, owner: Declared, term: Term | None) -> Declared | None:
    """A part as an entity. A plain value becomes the name, the text or the URL of one."""
    if isinstance(raw.value, dict):
        return Declared(raw.value, owner.source, owner.is_main)
    if term is None or not isinstance(raw.value, str):
        return None
    key = {"url": "url", "prose": "text"}.get(term.holds, "name")
    return Declared({key: raw.value}, owner.source, owner.is_main)
