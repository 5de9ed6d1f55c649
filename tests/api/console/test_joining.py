"""Invitations, requests to join and links to set a password: who may sign in as which address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from flask import Flask
from sqlalchemy import Engine

from models.accounts import invitation, join_request, member, password, person
from models.accounts.audit import OPERATOR
from tests.api.console.conftest import PASSWORD, MakePerson, Person
from tests.conftest import Account

NEW = "a new long password"


@pytest.fixture
def stranger(make_person: MakePerson) -> Person:
    """A person who is not signed in, in another workspace."""
    return make_person(signed_in=False)


@pytest.fixture
def invite(database: Engine) -> Callable[..., str]:
    """`invite(workspace_id, role="member", email=…, is_operator=…)`: the token."""

    def make(workspace_id: UUID, role: Any = "member", **options: Any) -> str:
        with database.begin() as connection:
            return invitation.create(connection, workspace_id, role, OPERATOR, **options).token

    return make


def new_email() -> str:
    return f"{uuid4().hex[:12]}@b.com"


def roles(database: Engine, workspace_id: UUID) -> dict[str, str]:
    with database.connect() as connection:
        return {row.email: row.role for row in member.list_all(connection, workspace_id)}


@pytest.mark.parametrize("named", [True, False])
def test_invited_person_joins_with_a_password_once(
    stranger: Person, account: Account, database: Engine, invite: Callable[..., str], named: bool
) -> None:
    email = new_email()
    token = invite(account.workspace_id, "admin", **({"email": email} if named else {}))
    shown = stranger.get(f"/console/join?token={token}")
    assert shown.status_code == 200 and "admin" in shown.text
    assert stranger.post("/console/join", token=token, email=email, password="short").status_code == 400

    answer = stranger.post("/console/join", token=token, email=email, password=NEW)

    assert answer.status_code == 303 and stranger.client.get(answer.headers["Location"]).status_code == 200
    assert roles(database, account.workspace_id)[email] == "admin"
    assert stranger.get(f"/console/join?token={token}").status_code == 404
    assert token not in answer.text and token not in stranger.client.get(answer.headers["Location"]).text


def test_invitation_of_an_operator(
    stranger: Person, account: Account, database: Engine, invite: Callable[..., str]
) -> None:
    email = new_email()
    token = invite(account.workspace_id, "owner", is_operator=True)

    assert stranger.post("/console/join", token=token, email=email, password=NEW).status_code == 303

    with database.connect() as connection:
        found = person.find(connection, email)
    assert found is not None and found.is_operator


def test_known_person_joins_with_the_existing_password_only(
    stranger: Person, account: Account, database: Engine, invite: Callable[..., str]
) -> None:
    for options in ({"email": stranger.email}, {}):
        token = invite(account.workspace_id, **options)
        answer = stranger.post("/console/join", token=token, email=stranger.email, password=NEW)
        assert answer.status_code == 400 and stranger.email not in roles(database, account.workspace_id)

    assert stranger.post("/console/join", token=token, email=stranger.email, password=PASSWORD).status_code == 303
    assert stranger.email in roles(database, account.workspace_id)


def test_signed_in_person_joins_without_a_password(
    owner: Person, account: Account, database: Engine, invite: Callable[..., str]
) -> None:
    token = invite(account.workspace_id, email=owner.email)

    assert owner.post("/console/join", token=token).status_code == 303

    assert owner.email in roles(database, account.workspace_id)


def test_member_without_a_password_cannot_be_impersonated_by_an_invitation_to_another_workspace(
    stranger: Person, make_account: Callable[..., Account], database: Engine, invite: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    victim, theirs, mine = new_email(), make_account(), make_account()
    checked: list[str | None] = []
    monkeypatch.setattr(password, "matches", lambda stored, text: checked.append(stored))
    with database.begin() as connection:
        member.add(connection, theirs.workspace_id, victim, "owner", OPERATOR)

    for options in ({"email": victim}, {}):
        token = invite(mine.workspace_id, **options)
        answer = stranger.post("/console/join", token=token, email=victim, password=NEW)
        assert answer.status_code == 400 and "orbweaver member password" in answer.text
    assert checked == [None, None]  # It takes as long as the check of a password.


def set_password(database: Engine, email: str, text: str) -> None:
    with database.begin() as connection:
        person.set_password(connection, person.ensure(connection, email), password.hash_of(text))


def test_address_taken_by_a_stranger_is_given_back_by_an_invitation(
    stranger: Person, account: Account, make_person: MakePerson, database: Engine, invite: Callable[..., str]
) -> None:
    email, squatter = new_email(), make_person(signed_in=False)
    set_password(database, email, "of the squatter")
    token = invite(account.workspace_id, email=email)

    assert stranger.post("/console/join", token=token, email=email, password=NEW).status_code == 303

    assert squatter.post("/console/sign-in", email=email, password="of the squatter").status_code == 400


def test_request_to_join_reveals_nothing(
    stranger: Person, account: Account, make_person: MakePerson, database: Engine
) -> None:
    known, email = make_person(signed_in=False), new_email()
    unknown = "01a20152-ee47-7528-8310-e1d879767973"

    answers = {
        stranger.post("/console/request", workspace=workspace_id, email=address).text.replace(address, "")
        for workspace_id, address in (
            (account.workspace_id, email), (unknown, new_email()), (known.workspace_id, known.email),
        )
    }  # fmt: skip

    assert len(answers) == 1 and "Request sent" in answers.pop()
    with database.connect() as connection:
        assert [row.email for row in join_request.list_open(connection, account.workspace_id)] == [email]
    assert stranger.post("/console/request", workspace="x", email=email).status_code == 400


def test_request_stores_no_password_and_the_link_of_its_approval_sets_one(
    stranger: Person, owner: Person, database: Engine
) -> None:
    email = new_email()
    stranger.post("/console/request", workspace=owner.workspace_id, email=email, password="of the squatter")
    set_password(database, email, "of the squatter")  # As an earlier version stored it.
    with database.connect() as connection:
        [row] = join_request.list_open(connection, owner.workspace_id)

    shown = owner.post(f"…/team/requests/{row.id}", decision="approve")

    assert shown.status_code == 303
    found = re.search(r"/console/password\?token=([\w-]{43})", owner.get(shown.headers["Location"]).text)
    assert found is not None and found[1] not in str(shown.headers)
    assert stranger.post("/console/sign-in", email=email, password="of the squatter").status_code == 400
    assert stranger.post("/console/password", token=found[1], password=NEW).status_code == 303
    assert stranger.post("/console/sign-in", email=email, password=NEW).status_code == 303
    assert stranger.client.get(f"/console/{owner.workspace_id}/").status_code == 200
    assert found[1] not in owner.get("…/team").text


def test_approval_shows_no_link_for_a_member_of_another_workspace(
    stranger: Person, owner: Person, make_account: Callable[..., Account], database: Engine
) -> None:
    without_password = new_email()
    with database.begin() as connection:
        member.add(connection, make_account().workspace_id, without_password, "owner", OPERATOR)
    for email in (without_password, stranger.email):
        stranger.post("/console/request", workspace=owner.workspace_id, email=email)
        with database.connect() as connection:
            [row] = join_request.list_open(connection, owner.workspace_id)

        shown = owner.post(f"…/team/requests/{row.id}", decision="approve")

        assert shown.status_code == 303 and "token" not in shown.headers["Location"]
    assert stranger.sign_in().status_code == 303


def test_link_sets_a_password_once_and_ends_all_sessions(owner: Person, database: Engine, app: Flask) -> None:
    with database.begin() as connection:
        token = person.create_link(connection, owner.email).token
    assert owner.get(f"/console/password?token={token}").status_code == 200
    assert owner.post("/console/password", token=token, password="short").status_code == 400

    answer = owner.post("/console/password", token=token, password=NEW)

    assert answer.status_code == 303 and owner.get("…/").status_code == 303
    assert owner.sign_in().status_code == 400 and owner.sign_in(NEW).status_code == 303
    assert owner.get(f"/console/password?token={token}").status_code == 404


def test_person_changes_the_password_with_the_current_one(owner: Person) -> None:
    assert owner.email in owner.get("/console/account").text
    for current, new, named in (("wrong", NEW, "current"), (PASSWORD, "short", "password")):
        answer = owner.post("/console/account/password", current=current, password=new)
        assert answer.status_code == 400 and f'id="{named}-error"' in answer.text

    assert owner.post("/console/account/password", current=PASSWORD, password=NEW).status_code == 303

    assert owner.get("…/").status_code == 303
    assert owner.sign_in().status_code == 400 and owner.sign_in(NEW).status_code == 303


def test_person_signs_out_everywhere(owner: Person) -> None:
    cookie = owner.client.get_cookie("orbweaver_session")
    assert cookie is not None
    owner.sign_in()

    assert owner.post("/console/account/sign-out").status_code == 303

    assert owner.get("…/").status_code == 303
    owner.client.set_cookie("orbweaver_session", cookie.value)
    assert owner.get("…/").status_code == 303
