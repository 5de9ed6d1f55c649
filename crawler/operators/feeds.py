"""Feed exporters of `scrapy crawl … -O page.jsonl`. Results have the same field names as in the API."""

from __future__ import annotations

import json
from typing import Any

from scrapy.exporters import CsvItemExporter, JsonItemExporter, JsonLinesItemExporter, XmlItemExporter

from contract.declare import dump
from crawler.items import PageItem, ResultItem


def _row(item: Any) -> Any:
    return dump(item.result) if isinstance(item, (PageItem, ResultItem)) and item.result is not None else item


class ResultLines(JsonLinesItemExporter):
    """One result per line."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))


class ResultList(JsonItemExporter):
    """One list of results."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))


class ResultElements(XmlItemExporter):
    """One element per result."""

    def export_item(self, item: Any) -> None:
        super().export_item(_row(item))


class ResultTable(CsvItemExporter):
    """One row per result. Values that are neither text nor numbers are written as JSON."""

    def export_item(self, item: Any) -> None:
        super().export_item({name: _cell(value) for name, value in _row(item).items()})


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (dict, list, tuple)) else value
