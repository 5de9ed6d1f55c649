"""The search over the guides."""

from __future__ import annotations

import pytest

from api.guide import guide_search, pages
from api.guide.views import SEARCH
from tests.api.conftest import Caller


def first(query: str) -> str:
    return guide_search.find(query)[0].section.url


@pytest.mark.parametrize(
    ("query", "url"),
    [
        ("ORBWEAVER_TRUSTED_PROXIES", "/docs/guide/configuration"),
        ("X-Forwarded-For", "/docs/guide/operating#reverse-proxies"),
        ("verify signature", "/docs/guide/interface/webhooks#verify-a-callback"),
        ("BACKUP", "/docs/guide/operating#backups"),
        ("pgbounc", "/docs/guide/operating#pgbouncer"),
        ("invitations", "/docs/guide/"),
    ],
)
def test_best_result_is_the_section_about_it(query: str, url: str) -> None:
    assert first(query).startswith(url)


def test_sections_with_all_words_come_first_and_others_only_without_them() -> None:
    assert all("redis" in f"{each}".lower() for each in guide_search.find("redis postgres"))
    assert guide_search.find("backup zzzzzz")[0].section.url == "/docs/guide/operating#backups"
    assert guide_search.find("zzzzzz") == guide_search.find("") == guide_search.find("?!") == []


def test_name_in_a_table_is_found_in_any_spelling() -> None:
    for query in ("waitFor", "waitfor", "wait for"):
        assert "/docs/guide/operations/scrape#" in str([each.section.url for each in guide_search.find(query)]), query


def test_snippet_is_short_and_marks_whole_words() -> None:
    for each in guide_search.find("retries"):
        text = "".join(piece for piece, _ in each.snippet)
        assert len(text) <= guide_search.SNIPPET_CHARS + 10
        assert all(piece.lower().startswith("retr") for piece, is_marked in each.snippet if is_marked)


@pytest.mark.parametrize("query", ["a" * 5_000, "( [ * \\", "%00", "日本 ü", "-" * 300, " ".join("abcdefghijkl")])
def test_any_query_is_answered(query: str) -> None:
    assert len(guide_search.find(query)) <= guide_search.RESULTS_MAX


def test_page_of_results_works_without_a_script(caller: Caller) -> None:
    answer = caller.send("GET", f"{SEARCH}?q=%3Cscript%3Ealert(1)+webhook")
    text = answer.get_data(as_text=True)

    assert answer.status_code == 200 and "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "<script>alert" not in text and "<mark>" in text and 'role="search"' in text
    assert "/docs/guide/interface/webhooks" in text
    assert "No guide has these words" in caller.send("GET", f"{SEARCH}?q=zzzzzz").get_data(as_text=True)
    assert caller.send("GET", SEARCH).status_code == 200


def test_no_guide_has_the_address_of_the_search() -> None:
    assert SEARCH not in pages.files()
