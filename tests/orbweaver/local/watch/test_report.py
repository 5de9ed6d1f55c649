"""What `orbweaver watch` prints: pages cannot control the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from contract.errors import InvalidRequest
from orbweaver.local.watch.report import DIFF_LINES_MAX, command_of, page_text

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def page(**values: Any) -> dict[str, Any]:
    return {
        "url": "https://example.com/", "result": "changed", "description": "The text changed.", "diff": "", "fields": [], **values,
    }  # fmt: skip


def test_a_page_cannot_control_the_terminal() -> None:
    hostile = "\x1b]0;title\x07\x1b[2J\x9b31m\u202egnp.exe\r"

    shown = page_text(
        page(diff=f"+{hostile}\n", fields=[{"name": hostile, "old": [hostile], "new": {"a": hostile}}]), AT
    )

    assert not {"\x07", "\x9b", "\u202e", "\r"} & set(shown)
    assert "\x1b]" not in shown and "\x1b[2J" not in shown and "+]0;title[2J31mgnp.exe" in shown


def test_long_diffs_are_cut() -> None:
    shown = page_text(page(diff="+line\n" * (DIFF_LINES_MAX + 7)), AT)

    assert shown.count("+line") == DIFF_LINES_MAX and "… 7 more lines" in shown


def test_values_are_readable() -> None:
    fields = [
        {"name": "price", "old": "12.00 EUR", "new": None},
        {"name": ".x", "old": ["a", "b"], "new": []},
        {"name": "n", "old": 1, "new": True},
    ]

    lines = page_text(page(fields=fields), AT).splitlines()

    assert lines[2:] == ["  price: 12.00 EUR -> nothing", "  .x: a, b -> nothing", "  n: 1 -> true"]


@pytest.mark.parametrize("text", ["", "  ", "'unfinished", "/nonexistent/program --flag"])
def test_a_command_that_cannot_run_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequest, match="exec"):
        command_of(text)


def test_a_command_is_split_into_words() -> None:
    assert command_of(None) == ()
    assert command_of("sh -c 'echo \"a b\"'") == ("sh", "-c", 'echo "a b"')
