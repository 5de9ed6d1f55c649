"""What one visit of a page read, as it is stored and compared."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class FieldValue:
    """A value of a schema's field or a price: the JSON value, and the passage of the page that shows it."""

    value: Any
    evidence: str | None = None


@dataclass(frozen=True)
class Version:
    """What one visit read. Every field has a default: fill those that are compared, and always the first four.

    Attributes:
        status: HTTP status of the final response.
        url: the URL that was asked for.
        final_url: the URL after redirects.
        blocked: whether `Quality.blocked` of the scrape says that a wall was served instead of the page.
        selected: the texts per CSS selector, in the order of the page.
        json: values of a schema by dotted name (`offers.0.price`).
        price: a decimal number as text, such as `1299.00`.
        currency: ISO 4217.
        screenshot: a PNG, JPEG or WebP. It is compared, and stored apart from the version.
        picture: the id of the stored screenshot that the page had at its last change.
    """

    status: int = 200
    url: str = ""
    final_url: str = ""
    title: str | None = None
    markdown: str = ""
    blocked: bool = False
    selected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    json: Mapping[str, FieldValue] = field(default_factory=dict)
    price: str | None = None
    currency: str | None = None
    screenshot: bytes | None = None
    picture: str | None = None


def to_json(version: Version) -> str:
    """The version as one JSON text, with sorted keys. `from_json` returns an equal version, without the screenshot."""
    values = {each.name: getattr(version, each.name) for each in fields(version) if each.name != "screenshot"}
    values["selected"] = {name: list(texts) for name, texts in version.selected.items()}
    values["json"] = {name: [one.value, one.evidence] for name, one in version.json.items()}
    return json.dumps(values, ensure_ascii=False, sort_keys=True)


def from_json(text: str) -> Version:
    """The version of a JSON text that `to_json` wrote. Unknown names, which a newer version may have written, are left out."""
    known = {each.name for each in fields(Version)} - {"screenshot"}
    values = {name: value for name, value in json.loads(text).items() if name in known}
    values["selected"] = {name: tuple(texts) for name, texts in values.get("selected", {}).items()}
    values["json"] = {name: FieldValue(*pair) for name, pair in values.get("json", {}).items()}
    return Version(**values)
