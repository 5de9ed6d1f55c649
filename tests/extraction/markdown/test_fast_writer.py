"""The fast Markdown writer is used, and the slow one is only the fallback."""

from __future__ import annotations

from typing import Any

import pytest
from html_to_markdown import convert

from extraction.markdown import writer as markdown
from tests.extraction.markdown.test_writer import SNIPPETS

# Number of snippets that the slow writer gets right. It fails on escapes, definition lists, cells, long fences and formulas.
PASSED_BY_SLOW_WRITER = 148


def fail(source: str, options: Any) -> Any:
    raise RuntimeError("the fast writer failed")


def passes(read, snippet) -> bool:
    name, source, requested, unwanted = snippet
    page = f"<html><body><article>{source}</article></body></html>"
    text = read(page, prefer_structure=True, include_links=name.startswith("linked")).markdown or ""
    return all(part in text for part in requested) and not any(part in text for part in unwanted)


def test_fast_writer_takes_our_options() -> None:
    assert convert("<h1>Title</h1><p hidden>kept</p>", markdown._options()).content == "# Title\n\nkept\n"


def test_ordinary_page_never_reaches_the_slow_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "_slowly", lambda source: pytest.fail("slow writer used"))

    assert markdown._converted("<h2>Part</h2><table><tr><td>a</td></tr></table>").startswith("## Part")


def test_page_is_still_read_when_the_fast_writer_fails(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "convert", fail)

    found = read("<article><h1>Title</h1><p>Some <b>bold</b> text</p><ul><li>One</li></ul></article>")

    assert found.markdown == "# Title\n\nSome **bold** text\n\n- One\n"
    assert found.metadata.structure == "markdown"


def test_text_survives_when_both_writers_fail(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "convert", fail)
    monkeypatch.setattr(markdown, "_slowly", lambda source: "")

    found = read("<article><h1>Title</h1><p>Some text</p></article>")

    assert found.markdown == "Title\n\nSome text\n" and found.metadata.structure == "plain"


def test_slow_writer_passes_as_many_snippets_as_it_did(read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markdown, "convert", fail)

    assert sum(passes(read, snippet) for snippet in SNIPPETS) == PASSED_BY_SLOW_WRITER
