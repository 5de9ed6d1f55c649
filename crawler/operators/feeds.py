"""What `scrapy crawl … -O page.jsonl` writes: the result in wire names, as the API answers it."""

from __future__ import annotations

import json
from typing import Any

from scrapy.exporters import CsvItemExporter, JsonItemExporter, JsonLinesItemExporter, XmlItemExporter

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


class ResultElements(XmlItemExporter):
    """One element a result."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))


class ResultTable(CsvItemExporter):
    """One row a result; what is no text or number stands as JSON in its cell."""

    def export_item(self, item: Any) -> None:
        super().export_item({name: _cell(value) for name, value in _row(item).items()})


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list, tuple)) else value
