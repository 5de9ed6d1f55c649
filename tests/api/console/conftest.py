"""Signed-in people without a browser."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine
from werkzeug.security import generate_password_hash
from werkzeug.test import TestResponse

from models.accounts import member, person
from models.accounts.audit import OPERATOR
from tests.conftest import Account

PASSWORD = "correct horse battery"
# A cheap one: hundreds of tests sign in.
_HASH = generate_password_hash(PASSWORD, "scrypt:1024:8:1")
_addresses = itertools.count(1)
_FORM_TOKEN = re.compile(r'name="csrf_token" value="([^"]+)"')


@dataclass(frozen=True)
class Person:
    """A person in a browser of their own. `path` is completed with the workspace of the person: `…/keys`."""

    client: FlaskClient
    email: str
    account: Account

    @property
    def workspace_id(self) -> UUID:
        return self.account.workspace_id

    def get(self, path: str, **headers: str) -> TestResponse:
        return self.client.get(self._url(path), headers=_named(headers))

    def post(self, path: str, _headers: dict[str, str] | None = None, **fields: Any) -> TestResponse:
        """Send a form with the token that the pages carry."""
        return self.client.post(
            self._url(path), data={"csrf_token": self.csrf_token(), **fields}, headers=_headers or {}
        )

    def csrf_token(self) -> str:
        found = _FORM_TOKEN.search(self.client.get("/console/request").text)
        assert found is not None
        return found[1]

    def sign_in(self, password: str = PASSWORD) -> TestResponse:
        return self.post("/console/sign-in", email=self.email, password=password)

    def rest(self, method: str, path: str, **headers: str) -> TestResponse:
        """A call of the REST API as the console's scripts make it."""
        given = {"X-Workspace": str(self.workspace_id), "X-CSRF-Token": self.csrf_token(), **_named(headers)}
        return self.client.open(path, method=method, headers=given, json={} if method == "POST" else None)

    def _url(self, path: str) -> str:
        return path.replace("…", f"/console/{self.workspace_id}")


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


MakePerson = Callable[..., Person]


@pytest.fixture
def make_person(app: Flask, database: Engine, make_account: Callable[..., Account]) -> MakePerson:
    """`make_person(role="owner", account=…, operator=False, signed_in=True)`: a member of a workspace, with a password."""

    def make(
        role: Any = "owner", *, account: Account | None = None, operator: bool = False, signed_in: bool = True
    ) -> Person:  # fmt: skip
        account, email = account or make_account(), f"{uuid4().hex[:12]}@a.com"
        with database.begin() as connection:
            member.add(connection, account.workspace_id, email, role, OPERATOR)
            person.set_password(connection, person_id := person.ensure(connection, email), _HASH)
            person.mark_proven(connection, person_id)
            if operator:
                person.make_operator(connection, email)
        number = next(_addresses)
        client = app.test_client()
        client.environ_base["REMOTE_ADDR"] = f"10.77.{number // 250}.{number % 250}"
        made = Person(client, email, account)
        if signed_in:
            answer = made.sign_in()
            assert answer.status_code == 303, answer.text
        return made

    return make


@pytest.fixture
def owner(make_person: MakePerson) -> Person:
    """The owner of a fresh workspace."""
    return make_person()
