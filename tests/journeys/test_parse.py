"""Uploaded files, end to end."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import Any

import pytest
import requests
from sqlalchemy import Engine, select

from contract import limits
from models.jobs.job import Job
from tests.extraction.document.test_office import paragraph, word, zipped
from tests.service import Client
from tests.sites.pages import ARTICLE
from tests.sites.site import Site

Spent = Callable[[], int]


def parsed(client: Client, content: bytes, **more: Any) -> requests.Response:
    return client.post("/v1/web/parse", {"file": base64.b64encode(content).decode(), **more})


def test_file_is_read_like_a_page_and_then_deleted(client: Client, spent: Spent, database: Engine, unique: str) -> None:
    name = f"{unique}.docx"
    document = word(paragraph("Minutes", "Title") + paragraph("The plant delivers electricity since spring."))

    data = parsed(client, document, fileName=name).json()["data"]

    assert data["markdown"].startswith("Published: 2024-05-06\n\n# Minutes")
    assert (data["fileName"], data["usage"]["creditsUsed"], spent()) == (name, 1, 1)
    with database.connect() as connection:
        options = connection.execute(
            select(Job.options).where(Job.options["fileName"].as_string() == name)
        ).scalar_one()
    assert options["fileName"] == name and "file" not in options


def test_html_has_all_formats_and_links_against_its_url(client: Client) -> None:
    formats = ["markdown", "links", "structured", "html"]

    data = parsed(client, ARTICLE.encode(), formats=formats, url="https://www.example.com/a/").json()["data"]
    without = parsed(client, ARTICLE.encode(), formats=["links"]).json()["data"]

    assert data["links"]["internal"] == ["https://www.example.com/menu", "https://www.example.com/other-page"]
    assert data["metadata"]["title"] == "River pilots" and "Menu" not in data["markdown"]
    assert without["links"] == {"internal": [], "external": ["https://elsewhere.example/far"]}


@pytest.mark.parametrize(
    ("content", "more", "status", "message"),
    [
        (b"", {}, 400, "file: must not be empty"),
        (b"x" * (limits.UPLOAD_MAX_BYTES + 1), {}, 400, "file: must be at most 10000000 bytes before base64"),
        (b"x" * (limits.PARSE_REQUEST_MAX_BYTES * 3 // 4), {}, 413, "body: must be at most"),
        (b"x", {"file": "no base64!"}, 400, "file: must be base64"),
        (b"x", {"formats": ["json"]}, 400, "jsonOptions"),
        (
            zipped({"a.txt": "x"}),
            {"fileName": "a.zip"},
            400,
            "file: is an archive, but no DOCX, XLSX, PPTX or EPUB file",
        ),
        (b"\x89PNG\r\n", {}, 400, "file: is binary data, which contains no readable text"),
    ],
)
def test_wrong_files_are_refused_and_free(
    client: Client, spent: Spent, content: bytes, more: dict[str, Any], status: int, message: str
) -> None:
    answer = parsed(client, content, **more)

    assert answer.status_code == status and message in answer.json()["error"]["message"], answer.text[:500]
    assert spent() == 0


def test_office_file_at_an_address_is_scraped(client: Client, site: Site) -> None:
    site.put("/report.docx", word(paragraph("The plant delivers.")), kind="application/octet-stream")

    data = client.post("/v1/web/scrape", {"url": site.url("/report.docx")}).json()["data"]

    assert "The plant delivers." in data["markdown"]
