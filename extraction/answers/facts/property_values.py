"""The values of an entity's property, by the paths of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from typing import Any

from extraction.answers.schema.names import letters
from extraction.declared.structured import EntityObject
from extraction.document.document import Document

VALUES_MAX = 2_000
_DEPTH_MAX = 8
_KEYS_MAX = 2_000
_STEP_LISTS = ("itemListElement", "step", "steps")
_ADDRESS_PARTS = ("streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry")

UNIT_CODES = {
    "CMT": "cm", "MMT": "mm", "MTR": "m", "KMT": "km", "KGM": "kg", "GRM": "g", "LBR": "lb", "ONZ": "oz", "INH": "in", "FOT": "ft",
    "DAY": "d", "CEL": "°C", "LTR": "l", "MLT": "ml", "MTK": "m²", "FTK": "sq ft", "SMI": "mi", "WTT": "W", "KWT": "kW",
    "KWH": "kWh", "HUR": "h", "MIN": "min", "C62": "", "H87": "", "NIU": "",
}  # fmt: skip
Resolve = Callable[[EntityObject], EntityObject]


@dataclass(frozen=True)
class Raw:
    """A declared value, and the name of the property that holds it.

    `which`: how the property was found, as in `confidence.WHICH`.
    """

    value: Any
    key: str
    which: str = "path"


def follow(entity: EntityObject, path: str, resolve: Resolve) -> list[Raw]:
    """The values at the end of a dotted path. Lists on the way are followed in all their items."""
    found = [Raw(entity, "")]
    for name in path.split("."):
        inner = (raw for owner in found if isinstance(owner.value, dict) for raw in _own(owner.value, name, resolve))
        found = list(islice(inner, VALUES_MAX))
    return found


def _own(entity: EntityObject, name: str, resolve: Resolve) -> Iterator[Raw]:
    """The values of one property. `interactionStatistic:LikeAction` are those whose own type, interaction
    or kind of price is of that type; `acceptedAnswer+suggestedAnswer` are those of both."""
    name, _, kind = name.partition(":")
    value = entity.get(name)
    if "+" in name:
        value = [item for part in name.split("+") for item in _items(entity.get(part))]
    if kind:
        value = [
            item
            for item in _items(value)
            if isinstance(item, dict)
            and kind in f"{item.get('interactionType')}{item.get('priceType')}{item.get('@type')}"
        ]
    elif name == "priceSpecification":
        value = _current_prices(value)
    for item in value[:VALUES_MAX] if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield Raw(resolve(item), name)
        elif item is not None and item != "":
            yield Raw(item, name)


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _current_prices(value: Any) -> Any:
    """Price specifications without list prices, and without prices of a unit."""
    items = _items(value)
    if not any(isinstance(item, dict) for item in items):
        return value
    return [
        item
        for item in items
        if isinstance(item, dict)
        and not re.search(r"ListPrice|MSRP|SRP|Strikethrough", str(item.get("priceType")), re.I)
        and not item.get("referenceQuantity")
    ]


def unit_of(amount: EntityObject) -> Any:
    """The unit of an amount, in the usual notation if it is declared as a UN/CEFACT code."""
    code = amount.get("unitText") or amount.get("unitCode")
    return UNIT_CODES.get(code, code) if isinstance(code, str) else None


def additional(entity: EntityObject, names: Iterable[str]) -> list[Raw]:
    """The values of `additionalProperty` entries with one of these names, each with its unit."""
    asked = {letters(name) for name in names} - {""}
    return [raw for name, raw in all_additional(entity) if letters(name) in asked]


def all_additional(entity: EntityObject) -> Iterator[tuple[str, Raw]]:
    """The name and the value of each `additionalProperty` entry."""
    for entry in islice(_items(entity.get("additionalProperty")), VALUES_MAX):
        if not isinstance(entry, dict):
            continue
        unit = unit_of(entry)
        for one in _items(entry.get("value")):
            if isinstance(one, (str, int, float)):
                yield (
                    str(entry.get("name") or entry.get("propertyID") or ""),
                    Raw(f"{one} {unit}" if unit else one, "value", str(entry.get("which") or "other label")),
                )


def named_alike(entity: EntityObject, name: str, resolve: Resolve) -> list[Raw]:
    """The values of the property whose name has the same letters, for names that the vocabulary does not know."""
    asked = letters(name)
    for key in islice(entity, _KEYS_MAX):
        if asked and not key.startswith("@") and letters(key) == asked:
            return [replace(raw, which="same name") for raw in _own(entity, key, resolve)]
    return []


def steps(raws: list[Raw], depth: int = 0, *, whole: bool = False) -> Iterator[Raw]:
    """The single steps of instructions, out of sections and lists: their texts, or `whole` as objects."""
    for raw in raws:
        if not isinstance(raw.value, dict):
            yield raw
            continue
        inner = next((raw.value[key] for key in _STEP_LISTS if raw.value.get(key)), None)
        if inner is not None and depth < _DEPTH_MAX and "text" not in raw.value:
            items = inner if isinstance(inner, list) else [inner]
            parts = [Raw(item.get("item", item) if isinstance(item, dict) else item, "text") for item in items]
            yield from steps(parts, depth + 1, whole=whole)
        elif whole:
            yield raw
        else:
            key = next((key for key in ("text", "description", "name") if isinstance(raw.value.get(key), str)), None)
            if key:
                yield Raw(raw.value[key], key)


def address_parts(entity: EntityObject) -> list[str]:
    """The parts of a postal address in the usual order. A country may be an entity with a name."""
    found = []
    for key in _ADDRESS_PARTS:
        value = entity.get(key)
        value = value[0] if isinstance(value, list) and value else value
        value = value.get("name") if isinstance(value, dict) else value
        if isinstance(value, (str, int)) and str(value).strip():
            found.append(str(value).strip())
    return found


def hours_text(entity: EntityObject) -> str | None:
    """One entry of opening hours as text: `Monday, Tuesday 09:00-17:00`."""
    days = entity.get("dayOfWeek")
    names = [_day(day) for day in (days if isinstance(days, list) else [days]) if day]
    opens, closes = entity.get("opens"), entity.get("closes")
    if not (names and isinstance(opens, str) and isinstance(closes, str)):
        return None
    return f"{', '.join(names)} {opens[:5]}-{closes[:5]}"


def days_of(raw: Raw) -> list[Raw]:
    """One entry of opening hours per day."""
    if not isinstance(raw.value, dict) or not isinstance(raw.value.get("dayOfWeek"), list):
        return [raw]
    return [Raw({**raw.value, "dayOfWeek": day}, raw.key) for day in raw.value["dayOfWeek"][:7]]


def _day(day: Any) -> str:
    text = day.get("name", "") if isinstance(day, dict) else day
    return str(text).rstrip("/").rpartition("/")[2]


def position_of(raw: Raw, document: Document) -> int:
    """Where the page writes a value. RDFa does not define an order."""
    return 0 if isinstance(raw.value, dict) else document.text.find(escape(str(raw.value), quote=False))
