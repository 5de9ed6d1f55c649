"""Values that are composed of several declared parts: addresses, opening hours, amounts with a unit, several names."""

from __future__ import annotations

from typing import Any

from extraction.declared.structured import types_of
from extraction.shaped.evidence import PageText
from extraction.shaped.facts.property_values import Raw, address_parts, hours_text
from extraction.shaped.schema.wanted import Wanted
from extraction.shaped.values.convert import plain_value


def composed(value: Any, holds: str, text: PageText) -> Any:
    """The value itself, or the text of an address, a place, opening hours or an amount."""
    if not isinstance(value, dict):
        return value
    if holds == "hours":
        return hours_text(value)
    if holds == "quantity":
        amount = plain_value(value.get("value"))
        return (
            f"{amount} {value.get('unitText') or value.get('unitCode') or ''}".strip()
            if amount is not None
            else plain_value(value)
        )
    if holds in ("address", "place"):
        return _place(value, holds, text)
    if holds == "money" and "value" in value:
        return plain_value(value["value"])
    return value


def _place(value: dict[str, Any], holds: str, text: PageText) -> Any:
    inner = (
        value.get("address")
        if isinstance(value.get("address"), dict) and "PostalAddress" not in types_of(value)
        else None
    )
    if holds == "place" and isinstance(value.get("name"), str):
        return value["name"]
    parts = address_parts(inner or value)
    if holds == "place" and parts and not text.locate(", ".join(parts)):
        locality = (inner or value).get("addressLocality")
        return locality if isinstance(locality, str) else ", ".join(parts)
    return ", ".join(parts) or None


def one_of(values: list[tuple[Any, Raw]], wanted: Wanted, holds: str) -> tuple[Any, Raw] | None:
    """The one value, the first of equal rank, or all names joined. None if different values compete."""
    if len(values) == 1 or holds in ("url", "quantity"):
        return values[0]
    if all(isinstance(value, str) for value, _ in values) and not wanted.enum and not wanted.format:
        if holds in ("names", "hours"):
            text = ", ".join(value for value, _ in values)
            return text, Raw(text, values[0][1].key)
        if holds == "prose":
            text = "\n".join(value for value, _ in values)
            return text, Raw(text, values[0][1].key)
    return None
