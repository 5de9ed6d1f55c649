"""The table of operations: one row makes an operation known everywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from contract.declare import wire_name
from contract.operations import OPERATIONS, TAGS, Operation, offered

# Adds a row, then loads everything that is made from the table and prints what it says about the new operation.
PROGRAM = """
import json, sys
from dataclasses import replace
import contract.operations as table
from contract.operations import IMAGES, Form, Tool

table.TAGS["fonts"] = "List the fonts of a page."
table.OPERATIONS["fonts"] = replace(
    IMAGES, name="fonts", summary="List the fonts of one page", path="/v1/web/fonts", tag="fonts", credits=3, unit="per font",
    operation_id="listFonts", client_method="fonts", command="List fonts.", tool=Tool(name="fonts", hint=": family names."),
    form=Form(title="Fonts", common=("url",)),
)

from api.app import create_app
from api.asgi.mcp.tools import described
from api.console.playground.offered import OFFERED
from contract.environment import Environment
from crawler import settings
from crawler.spiders.base import spiders_of
from orbweaver import main
from maintenance import rest_endpoints
from maintenance.documentation.contract_parts import price_list

# As if `orbweaver/commands/pages` had a file for it.
listed = main.pkgutil.iter_modules
main.pkgutil.iter_modules = lambda folders: [*listed(folders), *listed([sys.path[0]])]
openapi = create_app(Environment()).test_client().get("/openapi.json").get_json()
call = openapi["paths"]["/v1/web/fonts"]["post"]
tool = next(each for each in described(openapi) if each["name"] == "fonts")
endpoint = next(each for each in rest_endpoints.ENDPOINTS if each.name == "fonts")
print(json.dumps({
    "OpenAPI": [call["operationId"], call["summary"], call["tags"], sorted(call["responses"])],
    "MCP": [tool["description"], tool["creditCost"], list(tool["inputSchema"]["required"])],
    "client": [endpoint.method, endpoint.path, endpoint.subjects, endpoint.summary],
    "playground": [OFFERED["fonts"].form.title, OFFERED["fonts"].operation.price_sentence],
    "prices": "| `fonts` | 3 per font |" in price_list(),
    "spider": "fonts" in spiders_of([*settings.SPIDER_MODULES, "fonts_spider"]),
    "help": main.commands("pages")["fonts"],
}))
"""
SPIDER = """
from crawler.spiders.base import OrbweaverSpider


class FontsSpider(OrbweaverSpider):
    name = "fonts"
"""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder: Path = tmp_path_factory.mktemp("made")
    (folder / "fonts_spider.py").write_text(SPIDER)
    (folder / "fonts.py").write_text("")
    (folder / "program.py").write_text(PROGRAM)
    root = Path(__file__).resolve().parents[2]
    code = f"import sys; sys.path[:0] = [{str(folder)!r}, {str(root)!r}]; exec(open({str(folder / 'program.py')!r}).read())"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=folder)
    assert answer.returncode == 0, answer.stderr
    read: dict[str, Any] = json.loads(answer.stdout)
    return read


@pytest.mark.parametrize(
    ("door", "expected"),
    [
        ("OpenAPI", ["listFonts", "List the fonts of one page", ["fonts"],
                     ["200", "400", "401", "402", "403", "408", "409", "413", "415", "429", "500", "502", "503", "504"]]),
        ("MCP", ["List the fonts of one page: family names. Cost: 3 credits per font.", 3, ["url"]]),
        ("client", ["POST", "/v1/web/fonts", ["url"], "List the fonts of one page"]),
        ("playground", ["Fonts", "3 credits per font"]),
        ("prices", True),
        ("spider", True),
        ("help", "List fonts."),
    ],
)  # fmt: skip
def test_one_row_is_enough(shown: dict[str, Any], door: str, expected: Any) -> None:
    assert shown[door] == expected


@pytest.mark.parametrize("operation", offered(), ids=lambda operation: operation.name)
def test_rows_are_complete(operation: Operation) -> None:
    names = {each.name for each in fields(operation.options)}
    wire = {wire_name(each) for each in fields(operation.options)}

    assert operation.subject in names and operation.tag in TAGS
    assert operation.operation_id and operation.client_method and operation.description
    assert operation.answer or operation.is_page_job
    if operation.tool:
        assert operation.tool.without <= wire


def test_names_are_unique() -> None:
    for name in ("name", "operation_id", "client_method"):
        values = [getattr(each, name) for each in offered()]
        assert len(values) == len(set(values))
    calls = [(each.method, each.path) for each in offered()]
    assert len(calls) == len(set(calls)) and set(OPERATIONS) == {each.name for each in OPERATIONS.values()}
