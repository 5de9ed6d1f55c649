"""The rules of style sheets that hide elements, and the sheets that are cached."""

from __future__ import annotations

import pytest

from extraction.document.hidden import css_rules
from extraction.document.hidden.css_rules import RecentSheets


@pytest.mark.parametrize(
    ("sheet", "selectors"),
    [
        (".a, p.b{display:none}", [".a", "p.b"]),
        (".a{color:red} .b{opacity:0}", [".b"]),
        (".a{opacity:.5}", []),
        (".a{left:-9999px} .b{left:-100px} .c{text-indent:-100em}", [".a", ".c"]),
        ("@media print{.a{display:none}} .b{display:none}", [".b"]),
        (".a:hover{display:none}", []),
        (f".a{' p' * 200}{{display:none}}", []),
        (".a{color:#fff;background:#fff} .b{border-color:#fff;background:#fff}", [".a"]),
    ],
)
def test_rules_that_hide_are_read(sheet: str, selectors: list[str]) -> None:
    assert [rule.selector for rule in RecentSheets().rules(sheet)] == selectors


def test_sheet_is_read_once() -> None:
    sheets = RecentSheets()

    assert sheets.rules(".a{display:none}") is sheets.rules(".a{display:none}")


def test_cached_sheets_are_limited() -> None:
    sheets = RecentSheets()
    sheets.rules("".join(f".a{number}{{display:none}}" for number in range(5_000)))
    assert sheets.size == 0

    for number in range(200):
        sheets.rules("".join(f".a{number} .b{inner}{{display:none}}" for inner in range(100)))
    assert 0 < sheets.size <= css_rules.RECENT_MAX

    for number in range(css_rules.RECENT_MAX + 10):
        sheets.rules(f".a{number}{{color:red}}")
    assert sheets.size <= css_rules.RECENT_MAX
