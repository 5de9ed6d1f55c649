"""The operations of the playground agree with the tables of the API, the Python client and MCP."""

from __future__ import annotations

from api.asgi.mcp.tools import TOOLS
from api.console.playground.inputs import every
from api.console.playground.offered import OFFERED
from contract.operations import LOGO, OPERATIONS
from orbweaver.rest_endpoints import ENDPOINTS


def test_every_operation_that_callers_start_is_offered() -> None:
    assert set(OFFERED) == set(OPERATIONS) - {LOGO.name}


def test_client_has_the_methods() -> None:
    endpoints = {endpoint.name: endpoint for endpoint in ENDPOINTS}

    for offered in OFFERED.values():
        endpoint = endpoints[offered.client_method]
        assert (endpoint.method, endpoint.path) == (offered.method, offered.path)
        assert (endpoint.subjects, endpoint.options) == ((offered.subject,), offered.operation.options)


def test_tools_are_those_of_mcp() -> None:
    offered = {each.tool: each for each in OFFERED.values() if each.tool}

    assert set(offered) == {name for name, tool in TOOLS.items() if not tool.takes_id}
    for name, each in offered.items():
        assert (TOOLS[name].method, TOOLS[name].path, TOOLS[name].without) == (each.method, each.path, each.not_in_tool)


def test_common_options_and_starting_texts_exist() -> None:
    for offered in OFFERED.values():
        paths = {each.path for each in every(offered.inputs)}
        assert {*offered.common, *offered.starts} <= paths
        assert [each.path for each in offered.inputs if each.is_common] == list(offered.common)
        assert {each.path for each in offered.inputs if each.required} <= set(offered.common)
