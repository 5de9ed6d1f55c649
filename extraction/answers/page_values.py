"""How the values of one page are read: converted to what the schema asks for, in the page's own notation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from extraction.answers.composed_values import composed
from extraction.answers.evidence import PageText
from extraction.answers.facts import visible_text
from extraction.answers.facts.page_entities import PageEntities
from extraction.answers.facts.property_values import Raw, steps
from extraction.answers.markup_quotes import Markup
from extraction.answers.schema import units
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.schema_answer import FieldEvidence
from extraction.answers.values import numbers, terms
from extraction.answers.values.convert import Meaning, convert, same, value_key
from extraction.declared.authorship.people import person

# Sources that describe the page, not one of its entities.
_DECLARING_SOURCES = frozenset(("json-ld", "opengraph", "meta", "state"))
_NAMING_KEYS = frozenset(("name", "headline", "text", "url", "contentUrl", "@id"))
_NUMERIC = frozenset(("integer", "number"))
# A dot for thousands in shown text, a decimal point in an attribute for machines.
_AMBIGUOUS = re.compile(r"\d{1,3}\.\d{3}")
# What a person did, in brackets after the name.
_ROLE = re.compile(
    r"\s*\((?:aut[eoh]?[ou]?r\w*|ed\w*|hrsg|red|tłum\w*|illustr\w*|transl\w*|übers\w*|verf\w*|著|訳)\.?\)\s*$", re.I
)
# The next credit on the line of a name: `Ann Lee Photo: Bo Ek`.
NEXT_CREDIT = re.compile(r"\s[^\W\d_]{3,15}:\s.{0,200}$")
# The word for a reporter before a name.
_REPORTER = re.compile(r"^(?:記者|文|執筆|取材|著者)[\s・:：=＝]+")
# The points of a user after the name.
_REPUTATION = re.compile(r"(?<=[^\W\d_])\s+\d[\d.,]*k?\s*$")
# A condition on the notation of the page itself.
_ONLY = re.compile(r"\bonly if\b|\bonly when\b|\bnur wenn\b|\bseulement si\b|\bsolo si\b", re.I)
_YEAR = re.compile(r"(?<!\d)20\d{2}(?!\d)")
_YEARS_MAX_CHARS = 200_000
_PEOPLE = frozenset(("author", "creator"))


@dataclass(frozen=True)
class Value:
    """A converted value with its evidence."""

    value: Any
    evidence: FieldEvidence


class PageValues:
    """The notation and the texts of one page."""

    def __init__(self, page: PageEntities, text: str | None = None) -> None:
        self.page, self._text = page, text
        self.markup = Markup(page.document.text)
        self.language = page.document.tree.get("lang") or ""
        self.comma = numbers.uses_comma(self.language)

    @cached_property
    def text(self) -> PageText:
        return PageText(visible_text.read(self.page.document) if self._text is None else self._text)

    def currency(self, text: str) -> str | None:
        return terms.currency(text, self.language)

    def converted(self, raws: Iterable[Raw], asked: SchemaField, holds: str, source: str = "") -> list[tuple[Any, Raw]]:
        """The values that fit, each once, with the declared ones.

        Args:
            source: where the values are from, as in `Declared.source`. Empty for text that the page shows.
        """
        meaning = self.meaning(holds, asked, source)
        machine = replace(meaning, is_declared=True)
        found: list[tuple[Any, Raw]] = []
        for raw in steps(list(raws)) if holds == "prose" else raws:
            plain = _plain(Raw(composed(raw.value, holds, self.text), raw.key, raw.which), holds)
            if isinstance(raw.value, dict) and plain.key in _NAMING_KEYS and asked.kinds and asked.kinds <= _NUMERIC:
                continue  # The name of an entity is not its number.
            is_machine = meaning.is_declared or (bool(source) and self._is_attribute(plain.value))
            value = convert(_name_of(plain.value, raw.key), asked, machine if is_machine else meaning)
            if value is not None and not any(same(value, other) for other, _ in found[-50:]):
                found.append((value, plain))
        return found

    def _is_attribute(self, value: Any) -> bool:
        """Whether microdata or RDFa has an amount in an attribute for machines, not as the text that is shown."""
        text = value if isinstance(value, str) else ""
        return bool(_AMBIGUOUS.fullmatch(text)) and any(
            f"content={quote}{text}{quote}" in self.markup.text for quote in "'\""
        )

    def meaning(self, holds: str, asked: SchemaField, source: str) -> Meaning:
        """How values of `asked` are read. `holds` is what it holds, such as `money`; `source` as in `converted`."""
        # Microdata and RDFa often declare the text that is shown.
        is_declared = source in _DECLARING_SOURCES or (source in ("microdata", "rdfa") and not self.comma)
        is_measured = holds not in ("money", "date", "year", "duration", "count", "code") and bool(
            asked.kinds & {"integer", "number"}
        )
        is_exact = any(_ONLY.search(text[:300]) for text in asked.texts)
        unit = units.asked_unit(asked.name, asked.texts) if is_measured else None
        years = self.years if holds == "date" or asked.format == "date" else ()
        base = self.page.document.base_url
        return Meaning(holds, base, self.comma, is_declared, unit or "", self.language, is_exact, years)

    @cached_property
    def years(self) -> tuple[int, ...]:
        """The years that the page shows."""
        return tuple(sorted({int(year) for year in _YEAR.findall(self.text.whole[:_YEARS_MAX_CHARS])}))


def _name_of(value: Any, key: str) -> Any:
    """The value, of an author only the name. Some pages declare the number or the address of a profile, or `By A. Name`."""
    if key not in _PEOPLE or not isinstance(value, str):
        return value
    value = _REPUTATION.sub("", value)
    return None if value.strip().isdigit() else person(_REPORTER.sub("", _ROLE.sub("", NEXT_CREDIT.sub("", value))))


def _plain(raw: Raw, holds: str) -> Raw:
    """The scalar of a value with the name of the property that holds it."""
    if isinstance(raw.value, dict) and (key := value_key(raw.value, holds)):
        return Raw(raw.value[key], key, raw.which)
    return raw
