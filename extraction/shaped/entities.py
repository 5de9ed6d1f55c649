"""Merges the rows of several pages that describe the same entity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from extraction.shaped.shaped_fields import FieldEvidence

Row = tuple[str, Mapping[str, Any], Mapping[str, FieldEvidence]]


@dataclass(frozen=True)
class MergedEntity:
    """The united data of one entity, and the URL of every page that contributed to it, in the order of the rows."""

    data: dict[str, Any]
    sources: tuple[str, ...]


def merge(rows: Sequence[Row]) -> list[MergedEntity]:
    """One entity per group of rows that share an identifier or a normalised name, in the order of first appearance.

    Args:
        rows: URL, data and evidence of each page with data.
    """
    raise NotImplementedError
