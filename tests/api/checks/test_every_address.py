"""Every option that takes an address, of every operation: it refuses the forbidden ones. The list is made from the operations.

The table of forbidden addresses is in `tests/crawler/network/test_egress.py`; their spellings are in
`tests/contract/test_addresses.py`. Names are checked where sockets open: `test_house.py` lists those places.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from marshmallow import Schema, fields
from sqlalchemy import Engine

from api.resources.operations import FormatOptionsSchema
from contract.declare import schema_of
from contract.fields.basic import ListOf, OneOf
from contract.fields.brand_domain import BrandDomain
from contract.fields.url import HttpUrl
from contract.operation_rows.watch import WATCH_CALLS
from contract.operations import FORMAT_ENDPOINTS, offered
from tests.api.checks.test_auth import jobs_of
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account

FORBIDDEN = ("http://169.254.169.254/", "http://2852039166/", "http://[::ffff:10.0.0.1]/", "http://0x0a.1:8443/")
WORDS = ("url", "domain", "address", "host", "site")
# Names of options that are words of an address, but are compared only, never fetched.
COMPARED = {"includeDomains", "excludeDomains", "allowSubdomains"}
# What an operation needs beside the address.
NEEDED: dict[str, dict[str, Any]] = {
    "/v1/web/parse": {"file": "PGgxPkhlbGxvPC9oMT4="},
    "/v1/web/extract": {"urls": ["http://127.0.0.1:4/"], "prompt": "x"},
    "/v1/web/crawl": {"url": "http://127.0.0.1:4/"},
    "/v1/web/batch": {"urls": ["http://127.0.0.1:4/"]},
    "/v1/web/watch": {"schedule": {"everyMinutes": 60}},
}
Names = tuple[str, ...]


def calls() -> Iterator[tuple[str, str, Schema]]:
    """(method, path, schema) of every call with options."""
    for operation in offered():
        yield operation.method, operation.path, schema_of(operation.options)()
    for name in FORMAT_ENDPOINTS:
        yield "POST", f"/v1/web/{name}", FormatOptionsSchema()
    for call in WATCH_CALLS:
        if call.options:
            yield call.method, call.path, schema_of(call.options)()


def options_of(schema: Schema, names: Names = ()) -> Iterator[tuple[Names, fields.Field]]:
    """Every option with the names that lead to it; `0` for the items of a list."""
    for name, field in schema.fields.items():
        here: Names = (*names, field.data_key or name)
        while isinstance(field, ListOf):
            here, field = (*here, "0"), field.inner
        yield here, field
        if isinstance(field, fields.Nested):
            yield from options_of(field.schema, here)


ADDRESSES = [
    (method, path, names)
    for method, path, schema in calls()
    for names, field in options_of(schema)
    # A watch refuses the webhook of its crawl with any value.
    if isinstance(field, (HttpUrl, BrandDomain)) and names[:2] != ("site", "webhook")
]


def with_address(body: dict[str, Any], names: Names, address: str) -> dict[str, Any]:
    """The body with the address where the names lead."""
    first, *rest = names
    if rest == ["0"]:
        return {**body, first: [address]}
    return {**body, first: with_address(body.get(first) or {}, tuple(rest), address) if rest else address}


def needed(path: str, names: Names) -> dict[str, Any]:
    """A valid body without the address. A watch has one of `urls` and `site`."""
    body = dict(NEEDED.get(path, {}))
    if path == "/v1/web/watch" and names[0] == "webhook":
        body["urls"] = ["http://127.0.0.1:4/"]
    return body


@pytest.mark.parametrize(
    ("method", "path", "names"), ADDRESSES, ids=lambda part: ".".join(part) if type(part) is tuple else part
)
def test_option_refuses_forbidden_addresses(
    caller: Caller, database: Engine, account: Account, method: str, path: str, names: Names
) -> None:
    field = ".".join(names).replace(".0", "[0]")
    for address in FORBIDDEN:
        given = with_address(needed(path, names), names, address)
        target = path.replace("{watch_id}", str(uuid4()))
        if method == "GET":
            answer = caller.send("GET", f"{target}?{urlencode(given)}")
        else:
            answer = caller.send(method, target, json.dumps(given).encode())

        failure = failure_of(answer)
        assert (answer.status_code, failure["code"]) == (400, "VALIDATION_ERROR"), failure
        assert [each["field"] for each in failure["error"]["details"]] == [field]
        assert "is blocked: it is not public." in failure["message"]
    assert jobs_of(database, account.workspace_id) == 0


@pytest.mark.parametrize(
    ("path", "schema"), [(path, schema) for _, path, schema in calls()], ids=lambda part: str(part)[:40]
)
def test_options_with_words_of_addresses_are_addresses(path: str, schema: Schema) -> None:
    """A new option for an address is a field that is checked, or is listed as one that is only compared."""
    checked = (HttpUrl, BrandDomain, OneOf, fields.Nested, fields.Boolean)
    named = {
        [name for name in names if name != "0"][-1]
        for names, field in options_of(schema)
        if not isinstance(field, checked)
    }

    assert {name for name in named if any(word in name.lower() for word in WORDS)} <= COMPARED


def test_most_operations_take_an_address() -> None:
    assert {path for _, path, _ in calls()} - {path for _, path, _ in ADDRESSES} <= {
        "/v1/web/search", "/v1/web/watch/{watch_id}/checks", "/v1/web/watch/{watch_id}/checks/{check_id}",
    }  # fmt: skip
