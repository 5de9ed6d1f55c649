"""Values that are composed of several declared parts: addresses, opening hours, amounts with a unit, several names."""

from __future__ import annotations

from typing import Any

from extraction.answers.evidence import PageText
from extraction.answers.facts.property_values import Raw, address_parts, hours_text, unit_of
from extraction.answers.schema.schema_field import SchemaField
from extraction.answers.values.convert import plain_value
from extraction.declared.structured import types_of


def composed(value: Any, holds: str, text: PageText) -> Any:
    """The value itself, or the text of an address, a place, opening hours or an amount."""
    if isinstance(value, str) and holds == "address" and "\n" in value:
        return _joined([line.strip(" ,") for line in value.split("\n") if line.strip(" ,")], text)
    if not isinstance(value, dict):
        return value
    if holds == "hours":
        return hours_text(value)
    if holds == "quantity":
        amount = plain_value(value.get("value"))
        return f"{amount} {unit_of(value) or ''}".strip() if amount is not None else plain_value(value)
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
    return _joined(parts, text) if parts else None


def _joined(parts: list[str], text: PageText) -> str:
    """The parts as the page shows them together; otherwise each once in the usual order."""
    if any(part in parts[0] for part in parts[2:]) or (
        len(parts) > 1 and len(parts[0].split(",")) > 2 and parts[1] in parts[0]
    ):
        return parts[0]  # Some sites declare the whole address as its street.
    alone = [part for index, part in enumerate(parts) if not any(part in one for one in parts[:index])]
    shown = (text.passage_of(alone[:end]) for end in range(len(alone), max(1, len(alone) - 2), -1))
    passages = (passage for passage in shown if passage)
    return next(passages, ", ".join(alone))


def one_of(values: list[tuple[Any, Raw]], asked: SchemaField, holds: str) -> tuple[Any, Raw] | None:
    """The one value, the first of equal rank, or all names joined. None if different values compete."""
    if len(values) == 1 or holds in ("url", "quantity"):
        return values[0]
    if all(isinstance(value, str) for value, _ in values) and not asked.enum and not asked.format:
        if holds in ("names", "hours"):
            text = ", ".join(value for value, _ in values)
            return text, Raw(text, values[0][1].key)
        if holds == "prose":
            text = "\n".join(value for value, _ in values)
            return text, Raw(text, values[0][1].key)
    return None
