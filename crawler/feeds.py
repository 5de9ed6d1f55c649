"""What `scrapy crawl … -O page.jsonl` writes: the result in wire names, as the API answers it."""

from __future__ import annotations

from typing import Any

from scrapy.exporters import JsonItemExporter, JsonLinesItemExporter

from contract.declare import dump
from crawler.items import PageItem, ResultItem


def _row(item: Any) -> Any:
    return dump(item.result) if isinstance(item, (PageItem, ResultItem)) and item.result is not None else item


class ResultLines(JsonLinesItemExporter):
    """One result a line."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))


class ResultList(JsonItemExporter):
    """One list of results."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))
