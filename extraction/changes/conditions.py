"""Conditions of a caller: of which changes they want to hear."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Literal

from extraction.answers.values import numbers
from extraction.changes.change import Change
from extraction.changes.version import FieldValue, Version
from extraction.document.letters import folded

Kind = Literal["above", "below", "contains", "contains_not", "increases", "decreases", "share"]


@dataclass(frozen=True)
class Condition:
    """One condition.

    Attributes:
        kind: `above` and `below`: the new number passed `number`, which the old one had not, or there was no old one.
            `contains` and `contains_not`: the new text has `text` and the old one had not, or the other way round. `increases` and
            `decreases`: the number moved by at least `number` (any amount without it), or by that percentage with `percent`.
            `share`: at least `number` of the words changed, from 0 to 1.
        field: the dotted name of a schema's value, a selector, `price`, `title` or `markdown`. Not used by `share`.
        text: letters in any case, with or without accents.
    """

    kind: Kind
    field: str = "markdown"
    number: Decimal | None = None
    percent: bool = False
    text: str = ""


def evaluate(conditions: Sequence[Condition], before: Version | None, after: Version, change: Change) -> bool:
    """Whether a change is one that the caller wants to hear of: one condition is met, or there is none.

    Only for results `new` and `changed`. A value that is missing or is not one number meets no condition of numbers.
    """
    return not conditions or any(_is_met(each, before, after, change) for each in conditions)


def _is_met(condition: Condition, before: Version | None, after: Version, change: Change) -> bool:
    if condition.kind == "share":
        return change.share >= (condition.number or 0) and change.share > 0
    old, new = (_value(version, condition.field) if version else None for version in (before, after))
    if condition.kind in ("contains", "contains_not"):
        had, has = _contains(old, condition.text), _contains(new, condition.text)
        if condition.kind == "contains":
            return has and not had
        return before is not None and had and not has
    return _passes(condition, _number(old), _number(new))


def _passes(condition: Condition, old: Decimal | None, new: Decimal | None) -> bool:
    if new is None:
        return False
    limit = condition.number or Decimal(0)
    if condition.kind == "above":
        return new > limit and (old is None or old <= limit)
    if condition.kind == "below":
        return new < limit and (old is None or old >= limit)
    if old is None:
        return False
    moved = new - old if condition.kind == "increases" else old - new
    return moved > 0 and moved >= (abs(old) * limit / 100 if condition.percent else limit)


def _value(version: Version, field: str) -> Any:
    """A version's value. A schema's value has precedence over the page's own of the same name."""
    known: Mapping[str, FieldValue] = version.json
    if field in known:
        return known[field].value
    if field in version.selected:
        return "\n".join(version.selected[field])
    return {"price": version.price, "title": version.title, "markdown": version.markdown}.get(field)


def _contains(value: Any, text: str) -> bool:
    wanted = _plain(text)
    return bool(wanted) and value is not None and wanted in _plain(str(value))


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", folded(text)).strip()


def _number(value: Any) -> Decimal | None:
    if value is None or isinstance(value, bool):
        return None
    if isinstance(value, int | float | Decimal):
        number = Decimal(str(value))
        return number if number.is_finite() else None
    if not isinstance(value, str):
        return None
    try:
        return Decimal(value.strip()) if re.fullmatch(r"-?\d{1,30}(?:\.\d{1,12})?", value.strip()) else _shown(value)
    except InvalidOperation:
        return None


def _shown(text: str) -> Decimal | None:
    return numbers.of_text(text, money=True)
