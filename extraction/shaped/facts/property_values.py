"""The values of a thing's property, by the paths of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from extraction.declared.structured import Thing
from extraction.shaped.schema.names import letters

VALUES_MAX = 2_000
_DEPTH_MAX = 8
_KEYS_MAX = 2_000
_STEP_LISTS = ("itemListElement", "step", "steps")
_ADDRESS_PARTS = ("streetAddress", "addressLocality", "addressRegion", "postalCode", "addressCountry")

Resolve = Callable[[Thing], Thing]


@dataclass(frozen=True)
class Raw:
    """A declared value, and the name of the property that holds it."""

    value: Any
    key: str


def follow(thing: Thing, path: str, resolve: Resolve) -> list[Raw]:
    """The values at the end of a dotted path. Lists on the way are followed in all their items."""
    found = [Raw(thing, "")]
    for name in path.split("."):
        inner = (raw for holder in found if isinstance(holder.value, dict) for raw in _own(holder.value, name, resolve))
        found = list(islice(inner, VALUES_MAX))
    return found


def _own(thing: Thing, name: str, resolve: Resolve) -> Iterator[Raw]:
    value = thing.get(name)
    for item in value[:VALUES_MAX] if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            yield Raw(resolve(item), name)
        elif item is not None and item != "":
            yield Raw(item, name)


def named_alike(thing: Thing, name: str, resolve: Resolve) -> list[Raw]:
    """The values of the property whose name has the same letters, for names that the vocabulary does not know."""
    wanted = letters(name)
    for key in islice(thing, _KEYS_MAX):
        if wanted and not key.startswith("@") and letters(key) == wanted:
            return list(_own(thing, key, resolve))
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


def address_parts(thing: Thing) -> list[str]:
    """The parts of a postal address in the usual order. A country may be a thing with a name."""
    found = []
    for key in _ADDRESS_PARTS:
        value = thing.get(key)
        value = value[0] if isinstance(value, list) and value else value
        value = value.get("name") if isinstance(value, dict) else value
        if isinstance(value, (str, int)) and str(value).strip():
            found.append(str(value).strip())
    return found


def hours_text(thing: Thing) -> str | None:
    """One entry of opening hours as text: `Monday, Tuesday 09:00-17:00`."""
    days = thing.get("dayOfWeek")
    names = [_day(day) for day in (days if isinstance(days, list) else [days]) if day]
    opens, closes = thing.get("opens"), thing.get("closes")
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
