"""The Flask application without a worker: what the API decides by itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from concurrent.futures import wait
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from sqlalchemy import Engine
from werkzeug.test import EnvironBuilder
from werkzeug.wrappers import Response

from api import state
from api.app import create_app
from api.asgi.flask_pool import Called, FlaskPool
from contract.environment import Environment
from tests.conftest import Account

_hosts = itertools.count(1)


@pytest.fixture(scope="session")
def database(isolated_database: Engine) -> Engine:
    return isolated_database


@pytest.fixture(scope="session")
def app(isolated: Environment) -> Iterator[Flask]:
    """Returns 504 soon for every valid request, because no worker runs."""
    made = create_app(
        replace(isolated, given_redis_url=isolated.redis_url.replace("db=5", "db=6"), sync_budget_seconds=0.2)
    )
    yield made
    made.extensions[state.KEY].database.dispose()
    made.extensions[state.KEY].heartbeat_database.dispose()


@dataclass(frozen=True)
class Caller:
    """Calls from its own IP address, so that its failed keys are not counted for other tests."""

    app: Flask
    key: str | None
    address: str

    def send(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Response:
        called = self.begin(method, path, body, **headers)
        if waiting := called.waiting:
            wait([waiting.call.ended], waiting.budget_seconds)
        return self.finish(called)

    def begin(self, method: str, path: str, body: bytes | None = None, **headers: str) -> Called:
        """A call that may wait for its job."""
        given = {"X-API-Key": self.key} if self.key else {}
        if body is not None:
            given["Content-Type"] = "application/json"
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        environ = EnvironBuilder(
            path, method=method, data=body, headers=given, environ_base={"REMOTE_ADDR": self.address}
        ).get_environ()
        return FlaskPool(self.app).answer(environ)

    def finish(self, called: Called) -> Response:
        """The response to a call whose wait is over."""
        answer = called.answer
        if waiting := called.waiting:
            answer = FlaskPool(self.app).finish(called)
            self.app.extensions[state.KEY].waiting.leave(waiting.call)
        content = answer.body if isinstance(answer.body, bytes) else answer.body.read()
        return Response(content, answer.status, [(name.decode(), value.decode()) for name, value in answer.headers])

    def post(self, body: bytes, path: str = "/v1/web/scrape", **headers: str) -> Response:
        return self.send("POST", path, body, **headers)


@pytest.fixture
def caller_with(app: Flask) -> Callable[[str | None], Caller]:
    """`caller_with(key)`."""
    return lambda key: Caller(app, key, f"10.9.{next(_hosts) // 250}.{next(_hosts) % 250}")


@pytest.fixture
def caller(caller_with: Callable[[str | None], Caller], account: Account) -> Caller:
    return caller_with(account.key)


def failure_of(answer: Response) -> dict[str, Any]:
    """The error envelope. Checks that it is complete."""
    body: dict[str, Any] = answer.get_json()
    assert body["success"] is False and set(body) == {"success", "error", "meta", "statusCode", "code", "message"}
    assert (body["statusCode"], body["code"], body["message"]) == (
        answer.status_code,
        body["error"]["code"],
        body["error"]["message"],
    )
    assert body["meta"]["requestId"] == answer.headers["X-Request-Id"]
    assert answer.mimetype == "application/json"
    return body


@pytest.fixture
def document(caller: Caller) -> dict[str, Any]:
    answer = caller.send("GET", "/openapi.json")
    assert answer.status_code == 200
    body: dict[str, Any] = answer.get_json()
    return body


def validator(document: dict[str, Any], schema: dict[str, Any]) -> Draft202012Validator:
    """A strict validator of a schema in the document: formats count, too."""
    return Draft202012Validator(
        {**schema, "components": document["components"]}, format_checker=Draft202012Validator.FORMAT_CHECKER
    )


def validator_of(document: dict[str, Any], name: str) -> Draft202012Validator:
    """A strict validator of a component."""
    return validator(document, {"$ref": f"#/components/schemas/{name}"})
