"""Long results of tools are cut so that a model can read them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from api.asgi.mcp.fit import RESULT_CHARS_MAX, fit

HINT = "Ask for less."


def _nested(depth: int) -> Any:
    value: Any = "x" * 500_000
    for _ in range(depth):
        value = [value, {"below": value}]
    return value


@pytest.mark.parametrize(
    ("result", "cut"),
    [
        ({"data": {"markdown": "short", "links": ["a", "b"]}}, {}),
        ({"data": {"markdown": "é" * 300_000, "title": "Ships"}}, {"data.markdown": (300_000, "characters")}),
        ({"data": {"links": [f"https://example.com/{n}" for n in range(5_000)]}}, {"data.links": (5_000, "entries")}),
        (
            {"pages": [{"url": f"u{n}", "data": {"markdown": "text " * 20_000}} for n in range(20)]},
            {f"pages[{n}].data.markdown": (100_000, "characters") for n in range(20)},
        ),
        ({"data": {"values": list(range(100_000))}}, {"data.values": (100_000, "entries")}),
    ],
)
def test_longest_parts_are_cut_and_listed(result: dict[str, Any], cut: dict[str, tuple[int, str]]) -> None:
    shown = fit(result, HINT)

    assert len(json.dumps(shown, ensure_ascii=False)) <= RESULT_CHARS_MAX
    listed = {part["field"]: (part["total"], part["unit"]) for part in shown.get("truncated", {}).get("fields", [])}
    assert listed == cut and (not cut or shown["truncated"]["hint"] == HINT)


def test_short_fields_remain_whole() -> None:
    shown = fit({"data": {"markdown": "x" * 200_000, "title": "Ships of the sea", "links": ["a"] * 20}}, HINT)

    assert shown["data"]["title"] == "Ships of the sea" and len(shown["data"]["links"]) == 20
    assert len(shown["data"]["markdown"]) > 50_000


def test_deep_result_is_bounded() -> None:
    assert len(json.dumps(fit({"data": _nested(6)}, HINT))) < RESULT_CHARS_MAX
