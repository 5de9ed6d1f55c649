"""Everything that callers and operators can use is documented: options, fields, codes, limits, prices, settings, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import click
import pytest

from api.asgi.mcp.tools import TOOLS
from api.guide import markdown, pages
from api.openapi.finishing import EXAMPLES, operations
from api.ratelimit import PER_MINUTE
from contract import limits
from contract.environment import Environment
from contract.errors import CODES
from contract.operations import FORMAT_ENDPOINTS
from contract.results.page_entry import PAGE_ERROR_CODES
from maintenance.documentation import command_parts, contract_parts, limit_meanings
from maintenance.documentation.__main__ import WRITERS
from maintenance.documentation.openapi import JSON, document
from maintenance.documentation.regions import Pages, markdown_files, regions_of
from orbweaver.main import FOLDERS
from orbweaver.rest.sync_calls import Calls as SyncCalls

DOCS = pages.FOLDER
# Operations that are documented with another one: they have its options, answer and errors.
SAME_AS = {
    **dict.fromkeys(("scrapeMarkdown", "scrapeHtml", "scrapeRawHtml", "scrapeLinks", "scrapeStructured"), "scrape"),
    "getBatch": "getCrawl", "retryBatchDelivery": "retryCrawlDelivery",
    "cancelBatch": "cancelCrawl", "downloadBatch": "downloadCrawl", "listBatchDeliveries": "listCrawlDeliveries",
    "streamCrawlEvents": "streamBatchEvents", "serveLogoFromImageHost": "serveLogo",
}  # fmt: skip


def test_pages_are_current() -> None:
    outdated = [str(path) for path, _ in Pages.read(WRITERS).changed()]

    assert outdated == [], "run `make docs`"


def test_no_option_of_a_command_shows_a_value_of_click_as_its_default() -> None:
    folders = ("pages", "accounts", "service", "brands")

    assert not [
        folder
        for folder in folders
        if "Sentinel" in command_parts.commands(folder) or "| `` |" in command_parts.commands(folder)
    ]


@pytest.fixture(scope="module")
def parts() -> set[tuple[str, ...]]:
    """The generated parts of all pages."""
    return {words for path in markdown_files() for words in regions_of(path.read_text(encoding="utf-8"))}


def test_every_operation_is_documented(parts: set[tuple[str, ...]]) -> None:
    missing = []
    for _, _, described in operations(document()):
        name = described["operationId"]
        if name in SAME_AS:
            continue
        query = [each for each in described.get("parameters", ()) if each["in"] == "query"]
        required = {("call", name)}
        if query or "requestBody" in described:
            required.add(("options", name))
        missing += sorted(required - parts)
        missing += [
            ("fields", name, status)
            for status, answer in described["responses"].items()
            if status in ("200", "201") and JSON in answer.get("content", {}) and not has_fields(name, status, parts)
        ]
    assert missing == []


def has_fields(name: str, status: str, parts: set[tuple[str, ...]]) -> bool:
    """Whether the fields of an answer are listed, by the operation's name or by that of its result."""
    if name == "cancelCrawl":
        name = "getCrawl"  # It answers the status.
    results = {
        ("scrape", "200"): "ScrapeResult",
        ("getBrand", "200"): "BrandResult",
        ("extract", "200"): "ExtractResult",
    }
    return ("fields", name, status) in parts or ("object", results.get((name, status), "")) in parts


def test_every_page_of_an_operation_has_options_errors_cost_and_an_example() -> None:
    missing = []
    for path in sorted((DOCS / "operations").glob("*.md")):
        kinds = {words[0] for words in regions_of(path.read_text(encoding="utf-8"))}
        missing += [
            (path.name, kind) for kind in ("call", "options", "errors", "prices", "example") if kind not in kinds
        ]

    assert missing == []


def test_every_example_is_shown(parts: set[tuple[str, ...]]) -> None:
    shown = {words[1] for words in parts if words[0] in ("example", "callback", "stream")}
    callbacks = {name for name in EXAMPLES if name.startswith("on")}

    # Of the callbacks, one of each shape is shown.
    assert set(EXAMPLES) - shown - callbacks - set(SAME_AS) == set()
    assert {"onCrawlPage", "onCrawlCompleted"} <= shown


def test_format_endpoints_are_listed(parts: set[tuple[str, ...]]) -> None:
    assert ("formats",) in parts and len(FORMAT_ENDPOINTS) == sum(value == "scrape" for value in SAME_AS.values())


def test_every_code_is_documented(parts: set[tuple[str, ...]]) -> None:
    jobs = (DOCS / "interface/jobs.md").read_text(encoding="utf-8")

    assert ("codes",) in parts and [code for code in CODES if f"`{code}`" not in WRITERS["codes"]()] == []
    assert [code for code in PAGE_ERROR_CODES if code not in CODES and f"| `{code}`" not in jobs.replace("`, `", "` | `")
            and f", `{code}`" not in jobs] == []  # fmt: skip


def constants(module: ModuleType) -> set[str]:
    return {name for name in vars(module) if name.isupper()}


def test_every_limit_has_a_meaning(parts: set[tuple[str, ...]]) -> None:
    explained = [name for rows in limit_meanings.GROUPS.values() for row in rows for name in row.names]

    assert set(explained) == constants(limits) and len(explained) == len(set(explained))
    assert {("limits", group) for group in limit_meanings.GROUPS} <= parts


def test_every_price_and_rate_has_a_meaning(parts: set[tuple[str, ...]]) -> None:
    assert ("prices",) in parts
    assert all(set(contract_parts.RATE_GROUPS) == set(groups) for groups in PER_MINUTE.values()) and ("rates",) in parts


def test_every_setting_is_in_the_readme_and_in_its_page() -> None:
    for path in (DOCS.parent / "README.md", DOCS / "configuration.md"):
        text = path.read_text(encoding="utf-8")
        assert [
            f.metadata["variable"] for f in fields(Environment) if f"| `{f.metadata['variable']}` |" not in text
        ] == []
    assert [f.name for f in fields(Environment) if not f.metadata["meaning"].endswith(".")] == []


def test_every_command_and_option_is_documented(parts: set[tuple[str, ...]]) -> None:
    assert {("commands", folder) for folder in FOLDERS} <= parts
    silent = [
        f"{words} {option.name}"
        for words, command in command_parts.every_command()
        for option in command.params
        if isinstance(option, click.Option) and not option.hidden and not option.help
    ]

    assert silent == [] and [words for words, command in command_parts.every_command() if not command.help] == []


def test_every_tool_and_every_method_of_the_client_is_documented(parts: set[tuple[str, ...]]) -> None:
    client = (DOCS / "client.md").read_text(encoding="utf-8")
    methods = {name for name, member in vars(SyncCalls).items() if callable(member) and not name.startswith("_")} - {
        "send"
    }

    assert ("tools",) in parts and [name for name in TOOLS if f"| `{name}` |" not in WRITERS["tools"]()] == []
    assert methods and [name for name in sorted(methods) if f"`{name}`" not in client] == []


def test_index_lists_every_page() -> None:
    listed = [url for section in pages.sections() for _, url in section.guides]

    assert sorted(listed) == sorted(set(pages.files()) - {pages.PREFIX}) and len(listed) == len(set(listed))


def link_targets() -> Iterator[tuple[Path, str]]:
    """(page, target) of every relative link in the pages, outside of code."""
    for path in [DOCS.parent / "README.md", *pages.files().values()]:
        text = re.sub(r"^(```.*?^```|    .*?)$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        yield from (
            (path, target) for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match("[a-z]+:|/", target)
        )


def test_links_lead_somewhere() -> None:
    ids = {
        path.resolve(): {
            "",
            *re.findall(r'<h\d id="([^"]+)"', markdown.render(path.read_text(encoding="utf-8"), "", str).html),
        }
        for path in pages.files().values()
    }
    broken = []
    for path, target in link_targets():
        name, _, fragment = target.partition("#")
        file = (path.parent / name).resolve() if name else path.resolve()
        if not file.exists() or (file in ids and fragment not in ids[file]):
            broken.append(f"{path.relative_to(DOCS.parent)}: {target}")

    assert broken == []
