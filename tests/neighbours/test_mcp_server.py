"""Firecrawl's MCP server over stdio, set to this service: each tool that it lists is called once.

The client of the protocol compares each result with the `outputSchema` of its tool, if the tool has one. A row has the arguments
of a tool, and what its result has; a text instead is the message of a failure. Those without our sentence are the server's own.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from mcp import Client as McpClient
from mcp import StdioServerParameters

from tests.neighbours.conftest import Neighbourhood, filled, installed

pytestmark = pytest.mark.neighbours

SERVER = "node/node_modules/firecrawl-mcp/dist/index.js"
UNKNOWN = "00000000-0000-0000-0000-000000000000"
TEXT = "It costs 1299 EUR."
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}}
TWO_PAGES = {
    "status": "completed", "total": 2, "completed": 2, "creditsUsed": 2, "data.0.markdown": TEXT,
    "data.0.metadata.sourceURL": "SITE/lamp", "data.1.metadata.sourceURL": "SITE/b",
}  # fmt: skip
NOT_OFFERED = "is not part of this service"
IS_404 = "status code 404"
MONITOR = {"id": "MONITOR"}
# Tools that make something, and the word for its id in the arguments of later ones.
MADE = {"firecrawl_monitor_create": "MONITOR", "firecrawl_monitor_run": "CHECK"}

CALLS: dict[str, tuple[dict[str, Any], dict[str, Any] | str]] = {
    "firecrawl_scrape": (
        {"url": "SITE/lamp", "formats": ["markdown", "links", "json"], "jsonOptions": {"schema": SCHEMA}},
        {"markdown": TEXT, "links": ["SITE/b"], "json.price": 1299, "metadata.statusCode": 200},
    ),
    "firecrawl_map": ({"url": "SITE/lamp", "limit": 10}, {"links.0.url": "SITE/lamp", "links.1.url": "SITE/b"}),
    "firecrawl_search": (
        {"query": "WORDS", "limit": 5, "sources": [{"type": "web"}]},
        {"success": True, "data.web.0.url": "SITE/lamp", "data.web.0.description": TEXT, "creditsUsed": 1},
    ),
    "firecrawl_crawl": ({"url": "SITE/lamp", "limit": 5, "crawlEntireDomain": True}, {"id": ..., **TWO_PAGES}),
    "firecrawl_check_crawl_status": ({"id": "CRAWL"}, TWO_PAGES),
    "firecrawl_parse": (
        {"filePath": "FILE"},
        {"success": True, "data.markdown": TEXT, "data.metadata.title": "Acme Lamp"},
    ),
    "firecrawl_credit_usage": ({}, {"remainingCredits": ..., "planCredits": ...}),
    # The server needs a scrapeId, which our documents do not have.
    "firecrawl_interact": ({"url": "SITE/lamp", "code": "1"}, {"error": "did not return a scrapeId"}),
    "firecrawl_interact_stop": ({"scrapeId": UNKNOWN}, IS_404),
    "firecrawl_agent": ({"prompt": "Find it."}, f"POST /v2/agent {NOT_OFFERED}"),
    "firecrawl_agent_status": ({"id": UNKNOWN}, IS_404),
    "firecrawl_find_tools": ({"query": "weather"}, f"alexandria: {NOT_OFFERED}"),
    "firecrawl_feedback": (
        {"endpoint": "scrape", "jobId": UNKNOWN, "rating": "good"},
        {"success": False, "status": 404, "error": NOT_OFFERED},
    ),
    "firecrawl_search_feedback": (
        {"searchId": UNKNOWN, "rating": "good", "valuableSources": [{"url": "SITE/lamp"}]},
        {"success": False, "status": 404, "error": NOT_OFFERED},
    ),
    "firecrawl_monitor_create": ({"page": "SITE/lamp", "goal": "Prices"}, {"data.id": ..., "data.status": "active"}),
    "firecrawl_monitor_list": ({}, {"data.0.targets.0.urls": ["SITE/lamp"]}),
    "firecrawl_monitor_get": (MONITOR, {"data.targets.0.urls": ["SITE/lamp"]}),
    "firecrawl_monitor_update": ({**MONITOR, "body": {"name": "x"}}, {"data.name": "x"}),
    "firecrawl_monitor_run": (MONITOR, {"data.monitorId": ..., "data.status": ...}),
    "firecrawl_monitor_checks": (MONITOR, {"data": ...}),
    "firecrawl_monitor_check": ({**MONITOR, "checkId": "CHECK"}, {"data.pages": ...}),
    "firecrawl_monitor_delete": (MONITOR, {"success": True}),
    "firecrawl_developer_search": ({"query": "lamps"}, IS_404),
    "firecrawl_research_search_papers": ({"query": "lamps"}, IS_404),
    "firecrawl_research_inspect_paper": ({"paperId": "arxiv:1"}, IS_404),
    "firecrawl_research_related_papers": ({"seed_ids": ["arxiv:1"], "intent": "lamps"}, IS_404),
    "firecrawl_research_read_paper": ({"paperId": "arxiv:1", "question": "Which lamps?"}, IS_404),
    # Both only say that they are deprecated.
    "firecrawl_research_search_github": ({"query": "lamps"}, "deprecated"),
    "firecrawl_extract": ({"urls": ["SITE/lamp"]}, "deprecated"),
}


async def call_all(neighbourhood: Neighbourhood, file: Path) -> tuple[set[str], dict[str, Any]]:
    """(the tools that the server lists, the results by tool)."""
    server = StdioServerParameters(
        command="node", args=[str(installed(SERVER))],
        env={"FIRECRAWL_API_URL": neighbourhood.api_url, "FIRECRAWL_API_KEY": neighbourhood.api_key},
    )  # fmt: skip
    words = {
        "SITE": neighbourhood.site,
        "WORDS": neighbourhood.words,
        "FILE": str(file),
        "CRAWL": UNKNOWN,
        "MONITOR": UNKNOWN,
        "CHECK": UNKNOWN,
    }
    results: dict[str, Any] = {}
    async with McpClient(server, mode="legacy", read_timeout_seconds=90) as client:
        listed = {tool.name for tool in (await client.list_tools()).tools}
        for tool, (arguments, _) in CALLS.items():
            results[tool] = await client.call_tool(tool, filled(arguments, **words))
            if tool == "firecrawl_crawl":
                words["CRAWL"] = results[tool].structured_content["id"]
            if tool in MADE:
                words[MADE[tool]] = results[tool].structured_content["data"]["id"]
    return listed, results


@pytest.fixture(scope="module")
def run(neighbourhood: Neighbourhood, tmp_path_factory: pytest.TempPathFactory) -> tuple[set[str], dict[str, Any]]:
    file = tmp_path_factory.mktemp("uploads") / "lamp.html"
    file.write_text(f"<h1>Acme Lamp</h1><p>{TEXT}</p>", encoding="utf-8")
    return asyncio.run(call_all(neighbourhood, file))


def test_every_tool_is_called(run: tuple[set[str], dict[str, Any]]) -> None:
    assert run[0] == set(CALLS)


@pytest.mark.parametrize("tool", CALLS)
def test_tool_returns_what_it_promises(
    neighbourhood: Neighbourhood, run: tuple[set[str], dict[str, Any]], tool: str
) -> None:
    result, expected = run[1][tool], CALLS[tool][1]

    if isinstance(expected, str):
        assert result.is_error and expected in result.content[0].text, result
    else:
        assert not result.is_error, result
        neighbourhood.check(result.structured_content, expected)
