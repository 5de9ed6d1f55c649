"""The pages of the documentation for people."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest

from api.asgi.documents import PATHS
from api.guide import pages
from tests.api.conftest import Caller


@pytest.mark.parametrize("url", sorted(pages.files()))
def test_every_guide_is_shown_in_the_frame(caller: Caller, url: str) -> None:
    answer = caller.send("GET", url)
    text = answer.get_data(as_text=True)

    assert answer.status_code == 200 and answer.mimetype == "text/html" and answer.headers["ETag"]
    assert text.count("<h1") == 1 and text.count('aria-current="page"') == 2  # in the sidebar and in the menu
    assert "unsafe" not in answer.headers["Content-Security-Policy"] and "<script>" not in text and "style=" not in text
    assert "<!-- " not in text.replace("<!-- generated: options scrape", "")


def test_all_pages_are_kept_by_the_asgi_application() -> None:
    assert {
        *pages.files(),
        *pages.sources(),
        "/llms.txt",
        "/docs/",
        "/docs/guide/static/guide.css",
        "/docs/guide/static/guide.js",
    } <= PATHS


@pytest.mark.parametrize("url", ["/docs/guide/none", "/docs/guide/static/none.css", "/docs/guide/static/../pages.py"])
def test_other_paths_are_not_found(caller: Caller, url: str) -> None:
    assert caller.send("GET", url).status_code == 404


def test_files_have_their_types(caller: Caller) -> None:
    kinds = {name: caller.send("GET", f"/docs/guide/static/{name}").mimetype for name in ("guide.css", "guide.js")}

    assert kinds == {"guide.css": "text/css", "guide.js": "text/javascript"}


def test_swagger_ui_is_in_the_same_frame(caller: Caller) -> None:
    text = caller.send("GET", "/docs/").get_data(as_text=True)

    assert (
        'id="swagger-ui"' in text and "/docs/guide/operations/scrape" in text and "/docs/swagger-ui-bundle.js" in text
    )


@pytest.mark.parametrize("url", sorted(pages.sources()))
def test_every_guide_is_markdown_with_absolute_links(caller: Caller, url: str) -> None:
    answer = caller.send("GET", url)
    text = answer.get_data(as_text=True)
    targets = re.findall(r"\]\(([^)\s]+)\)", re.sub(r"^```.*?^```|`[^`\n]*`", "", text, flags=re.M | re.S))

    assert answer.status_code == 200 and answer.mimetype == "text/markdown"
    assert text.startswith("# ") and "\n<!--" not in text
    assert all(target.startswith(("http://", "https://", "#", "/")) for target in targets)
    own = [target.partition("#")[0] for target in targets if f"{pages.PREFIX}" in target]
    assert {urlsplit(target).path for target in own} <= {*pages.sources()}


def test_llms_txt_lists_every_guide(caller: Caller) -> None:
    answer = caller.send("GET", "/llms.txt")
    text = answer.get_data(as_text=True)

    assert answer.mimetype == "text/plain" and text.startswith("# Orbweaver documentation\n\n> Orbweaver is ")
    for url in {*pages.sources()} - {pages.markdown_url(pages.PREFIX)}:
        assert f"{url}): " in text
    assert "/openapi.json)" in text and "/mcp/tools)" in text
