"""The pages of a workspace: keys, team, usage, logos. What members, admins and owners see and may change there."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine, insert
from werkzeug.test import TestResponse

from api.console.navigation import NAVIGATION
from models.accounts import audit, invitation, join_request, member, workspace
from models.accounts.audit import OPERATOR
from models.accounts.caller import Caller, find_caller
from models.accounts.workspace import KeyRow
from models.usage import UsageDay
from tests.api.console.conftest import MakePerson, Person

PAGES = ("…/", "…/keys", "…/team", "…/team/audit", "…/usage", "…/logos")
UNKNOWN = "01a20152-ee47-7528-8310-e1d879767973"


def keys(database: Engine, person: Person) -> dict[str, KeyRow]:
    with database.begin() as connection:
        return {row.name: row for row in workspace.list_keys(connection, person.workspace_id)}


def caller_with(database: Engine, key: str) -> Caller | None:
    with database.begin() as connection:
        return find_caller(connection, key)


def page_after(person: Person, answer: TestResponse) -> str:
    """The page that a browser loads after it has sent a form."""
    assert answer.status_code == 303, answer.text
    return person.get(answer.headers["Location"]).text


def made_key(person: Person, answer: TestResponse) -> str:
    found = re.search(r"ow_[sp]k_[\w-]{43}", page_after(person, answer))
    assert found is not None
    return found[0]


def actions(database: Engine, person: Person) -> list[tuple[str, str]]:
    with database.connect() as connection:
        return [(row.actor, row.action) for row in audit.newest(connection, person.workspace_id)]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("role", ["owner", "admin", "member"])
def test_members_see_all_pages_of_their_workspace(make_person: MakePerson, role: str, path: str) -> None:
    person, other = make_person(role), make_person()

    answer = person.get(path)

    assert answer.status_code == 200 and answer.mimetype == "text/html"
    assert 'lang="en"' in answer.text and 'aria-current="page"' in answer.text and "<h1>" in answer.text
    assert other.client.get(person._url(path)).status_code == 404
    assert person.account.key not in answer.text and "whsec_" not in answer.text


def test_key_is_shown_once_and_works(owner: Person, database: Engine) -> None:
    key = made_key(owner, owner.post("…/keys", name="<b>notebook</b>", kind="secret"))

    found = caller_with(database, key)
    assert found is not None and found.workspace_id == owner.workspace_id
    shown = owner.get("…/keys").text
    assert key not in shown and key[-4:] in shown
    assert "<b>notebook" not in shown and "&lt;b&gt;notebook" in shown
    assert (owner.email, "key.created") in actions(database, owner)


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"name": "", "kind": "secret"}, "name"), ({"name": "x" * 101, "kind": "secret"}, "name"),
        ({"name": "x", "kind": "root"}, "kind"), ({"name": "x", "kind": "secret", "domain": "a.com"}, "domain"),
        ({"name": "x", "kind": "publishable", "domain": "not a domain!"}, "domain"), ({}, "kind"),
    ],
)  # fmt: skip
def test_bad_key_is_named_by_field(owner: Person, database: Engine, fields: dict[str, Any], named: str) -> None:
    answer = owner.post("…/keys", **fields)

    assert answer.status_code == 400 and f'id="{named}-error"' in answer.text
    assert len(keys(database, owner)) == 1


def test_domains_of_a_key_are_changed(owner: Person, database: Engine) -> None:
    key = made_key(owner, owner.post("…/keys", name="site", kind="publishable", domain="a.com, b.com"))
    row = keys(database, owner)["site"]
    assert row.domains == ["a.com", "b.com"]

    assert owner.post(f"…/keys/{row.id}/domains", domain="www.c.com\nd.com").status_code == 303

    found = caller_with(database, key)
    assert found is not None and found.domains == ("c.com", "d.com")
    assert (owner.email, "key.domains_changed") in actions(database, owner)
    assert owner.post(f"…/keys/{row.id}/domains", domain="not a domain!").status_code == 400
    secret = next(each for each in keys(database, owner).values() if each.kind == "secret")
    assert owner.post(f"…/keys/{secret.id}/domains", domain="a.com").status_code == 400


def test_key_is_revoked_only_by_members_of_its_workspace(make_person: MakePerson, database: Engine) -> None:
    person, other = make_person("member"), make_person()
    [row] = keys(database, person).values()

    assert other.post(f"…/keys/{row.id}/revoke").status_code == 404
    assert other.post(f"…/keys/{row.id}/domains", domain="a.com").status_code == 404
    assert (
        other.client.post(person._url(f"…/keys/{row.id}/revoke"), data={"csrf_token": other.csrf_token()}).status_code
        == 404
    )
    assert caller_with(database, person.account.key) is not None
    assert person.post(f"…/keys/{row.id}/revoke").status_code == 303

    assert caller_with(database, person.account.key) is None
    assert actions(database, person)[0] == (person.email, "key.revoked")
    assert person.post(f"…/keys/{row.id}/revoke").status_code == 404


TEAM_CHANGES = ("invite member", "invite admin", "role", "remove member", "remove admin", "approve", "revoke")


@pytest.mark.parametrize(
    ("role", "allowed"),
    [
        ("owner", set(TEAM_CHANGES)),
        ("admin", {"invite member", "remove member", "approve", "revoke"}),
        ("member", set()),
    ],
)
def test_changes_of_the_team_by_role(make_person: MakePerson, database: Engine, role: str, allowed: set[str]) -> None:
    person = make_person(role)
    team = person.workspace_id
    with database.begin() as connection:
        members = {
            name: member.add(connection, team, f"{name}@b.com", kind, OPERATOR)
            for name, kind in (("m1", "member"), ("m2", "member"), ("a1", "admin"))
        }  # fmt: skip
        request_id = join_request.create(connection, team, "new@b.com")
        invitation_id = invitation.create(connection, team, "member", OPERATOR).id
    changes = {
        "invite member": ("…/team/invitations", {"role": "member"}),
        "invite admin": ("…/team/invitations", {"role": "admin", "email": "x@b.com"}),
        "role": (f"…/team/members/{members['m1']}/role", {"role": "admin"}),
        "remove member": (f"…/team/members/{members['m2']}/remove", {}),
        "remove admin": (f"…/team/members/{members['a1']}/remove", {}),
        "approve": (f"…/team/requests/{request_id}", {"decision": "approve"}),
        "revoke": (f"…/team/invitations/{invitation_id}/revoke", {}),
    }

    done = {name: person.post(path, **fields).status_code for name, (path, fields) in changes.items()}

    assert {name for name, status in done.items() if status in (200, 303)} == allowed
    assert {done[name] for name in done.keys() - allowed} <= {403}
    assert all(actor == person.email for actor, _ in actions(database, person)[: len(allowed)])


def test_changes_reach_no_other_workspace(owner: Person, make_person: MakePerson, database: Engine) -> None:
    other = make_person()
    with database.begin() as connection:
        member_id = member.add(connection, other.workspace_id, "m@b.com", "member", OPERATOR)
        request_id = join_request.create(connection, other.workspace_id, "new@b.com")
        invitation_id = invitation.create(connection, other.workspace_id, "member", OPERATOR).id

    for path in (
        f"…/team/members/{member_id}/remove", f"…/team/members/{member_id}/role", f"…/team/requests/{request_id}",
        f"…/team/invitations/{invitation_id}/revoke", f"…/team/members/{UNKNOWN}/remove",
    ):  # fmt: skip
        assert owner.post(path, role="admin", decision="approve").status_code == 404, path

    with database.connect() as connection:
        assert len(member.list_all(connection, other.workspace_id)) == 2
        assert len(join_request.list_open(connection, other.workspace_id)) == 1
        assert len(invitation.list_open(connection, other.workspace_id)) == 1


def test_invitation_link_is_shown_once_and_member_leaves(owner: Person, make_person: MakePerson) -> None:
    answer = owner.post("…/team/invitations", role="admin", email="Someone@B.com")
    text = page_after(owner, answer)
    found = re.search(r"/console/join#token=([\w-]{43})", text)
    assert found is not None and "someone@b.com" in text and found[1] not in str(answer.headers)
    assert found[1] not in owner.get(answer.headers["Location"]).text
    assert found[1] not in owner.get("…/team").text

    guest = make_person("member", account=owner.account)
    own_id = re.search(r"/team/members/([0-9a-f-]{36})/remove", guest.get("…/team").text)
    assert own_id is not None
    assert guest.post(f"…/team/members/{own_id[1]}/remove").headers["Location"].startswith("/console")
    assert guest.get("…/").status_code == 404


def test_bad_invitation_is_named_by_field(owner: Person) -> None:
    assert 'id="email-error"' in owner.post("…/team/invitations", role="member", email="nobody").text
    assert 'id="email-error"' in owner.post("…/team/invitations", role="member", email=owner.email).text
    assert owner.post("…/team/invitations", role="king").status_code == 400


def test_usage_shows_the_days_and_the_ledger_page_by_page(owner: Person, database: Engine) -> None:
    with database.begin() as connection:
        row = {
            UsageDay.workspace_id: owner.workspace_id, UsageDay.day: datetime.now(UTC).date(),
            UsageDay.operation: "brand", UsageDay.credits: 1_234,
        }  # fmt: skip
        connection.execute(insert(UsageDay).values(row))

    text = owner.get("…/usage?days=7").text

    assert "1,234" in text and "brand" in text and "grant" in text and "+1,000" in text
    assert owner.get("…/usage?before=1").status_code == 200
    for query in ("before=x", "before=-1", f"before={'9' * 30}", "before=%D9%A1"):
        assert owner.get(f"…/usage?{query}").status_code == 404, query
    assert owner.get("…/usage?days=100000").status_code == 200
    assert owner.get("…/team/audit?before=x").status_code == 404


def test_logos_page_escapes_what_the_query_holds(owner: Person) -> None:
    text = owner.get("…/logos?domain=%22%3E%3Cscript%3Ealert(1)%3C/script%3E&theme=%22x&size=%3Cb%3E").text

    assert "<script>alert" not in text and "10,000" in text and "<b>" not in text


def test_operators_pages_are_missing_for_others(owner: Person, make_person: MakePerson) -> None:

    operator = make_person(operator=True)
    for entry in NAVIGATION:
        if entry.for_operators:
            path = f"/console/{entry.endpoint.removesuffix('.show').replace('.', '/')}"
            assert (owner.get(path).status_code, operator.get(path).status_code) == (404, 200)


def test_ids_in_paths_are_uuids(owner: Person) -> None:
    assert owner.get("/console/x/keys").status_code == 404
    assert UUID(UNKNOWN) and owner.get(f"/console/{UNKNOWN}/keys").status_code == 404
