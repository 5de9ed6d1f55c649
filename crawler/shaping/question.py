"""A question about one page, and its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from extraction.shaped.shaped_fields import FieldEvidence


@dataclass(frozen=True)
class Question:
    """What to read from a page: a checked JSON Schema, an instruction in plain language, or both.

    `include_tags` and `exclude_tags` are CSS selectors of the part of the page that is read.
    """

    schema: dict[str, Any] | None = None
    prompt: str | None = None
    prefer_structure: bool = False
    include_tags: tuple[str, ...] = ()
    exclude_tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What an answer may use. `deadline` is the event loop's time by which it must be complete.

    `owner` is the workspace that a private capture belongs to: its cached answers are for that workspace only.
    `workspace_id` is the workspace whose turns the work uses.
    """

    deadline: float
    owner: str | None = None
    workspace_id: str | None = None


@dataclass(frozen=True)
class Shaped:
    """The answer. `data` is None if the page has nothing that matches. `fields` has one entry for each dotted name of a
    value in `data`."""

    data: dict[str, Any] | None
    fields: Mapping[str, FieldEvidence] = field(default_factory=dict)
    warning: str | None = None
