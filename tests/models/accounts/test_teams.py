"""Members, roles, invitations, join requests, and the audit list."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Connection, Engine, delete, func, update

from contract.errors import Forbidden, InvalidRequest, NotFound, ServiceError, TooManyRequests
from models.accounts import (
    audit,
    console_session,
    invitation,
    join_request,
    member,
    operators,
    person,
    proof,
    workspace,
)
from models.accounts.audit import OPERATOR
from models.accounts.caller import find_caller
from models.accounts.invitation import Invitation
from models.accounts.join_request import JoinRequest
from models.accounts.member import Member

OWNER, ADMIN, MEMBER, OTHER = "owner@a.com", "admin@a.com", "member@a.com", "other@a.com"


@pytest.fixture
def connection(database: Engine) -> Any:
    with database.connect() as connection, connection.begin() as transaction:
        yield connection
        transaction.rollback()


@pytest.fixture
def team(connection: Connection) -> UUID:
    """A workspace with an owner, an admin and a member."""
    made = workspace.create(connection, "Team")
    for email, role in ((OWNER, "owner"), (ADMIN, "admin"), (MEMBER, "member")):
        member.add(connection, made, email, role, OPERATOR)
    return made


def roles(connection: Connection, team: UUID) -> dict[str, str]:
    return {row.email: row.role for row in member.list_all(connection, team)}


@pytest.mark.parametrize(
    ("actor", "email", "role", "allowed"),
    [
        (OWNER, MEMBER, "admin", True), (OWNER, ADMIN, "member", True), (OWNER, MEMBER, "owner", True),
        (ADMIN, MEMBER, "member", True), (ADMIN, MEMBER, "admin", False), (ADMIN, OWNER, "member", False),
        (ADMIN, ADMIN, "owner", False), (MEMBER, MEMBER, "admin", False), (OTHER, MEMBER, "member", False),
        (OPERATOR, MEMBER, "owner", True), (OPERATOR, OWNER, "admin", False),
    ],
)  # fmt: skip
def test_who_may_change_roles(
    connection: Connection, team: UUID, actor: str, email: str, role: Any, allowed: bool
) -> None:
    before = roles(connection, team)
    try:
        member.set_role(connection, team, email, role, actor)
    except (Forbidden, InvalidRequest):
        assert not allowed and roles(connection, team) == before
        return
    after = roles(connection, team)
    assert allowed and after[email] == role and list(after.values()).count("owner") == 1


@pytest.mark.parametrize(
    ("actor", "email", "allowed"),
    [
        (OWNER, ADMIN, True), (OWNER, MEMBER, True), (ADMIN, MEMBER, True), (MEMBER, MEMBER, True), (ADMIN, ADMIN, True),
        (OPERATOR, ADMIN, True), (OPERATOR, OWNER, False), (OWNER, OWNER, False), (MEMBER, ADMIN, False),
        (ADMIN, OWNER, False), (OTHER, MEMBER, False),
    ],
)  # fmt: skip
def test_who_may_remove_members(connection: Connection, team: UUID, actor: str, email: str, allowed: bool) -> None:
    key = workspace.create_key(connection, team)
    try:
        member.remove(connection, team, email, actor)
    except ServiceError:
        assert not allowed and email in roles(connection, team)
        return
    assert allowed and email not in roles(connection, team)
    assert find_caller(connection, key.key) is not None, "removing a member revokes no key"


def test_invitation_works_once_for_its_address(connection: Connection, team: UUID) -> None:
    made = invitation.create(connection, team, "admin", OWNER, email=OTHER)

    with pytest.raises(NotFound):
        invitation.accept(connection, made.token, "thief@a.com")
    joined = invitation.accept(connection, made.token, OTHER)

    assert joined.role == "admin" and roles(connection, team)[OTHER] == "admin"
    with pytest.raises(NotFound):
        invitation.accept(connection, made.token, OTHER)


def test_open_link_admits_one_person_of_any_address(connection: Connection, team: UUID) -> None:
    made = invitation.create(connection, team, "member", ADMIN)

    with pytest.raises(InvalidRequest):
        invitation.accept(connection, made.token, MEMBER)  # A member already: the link remains open.
    assert invitation.accept(connection, made.token, OTHER).role == "member"
    with pytest.raises(NotFound):
        invitation.accept(connection, made.token, "third@a.com")


def test_invitation_of_a_removed_admin_is_invalid(connection: Connection, team: UUID) -> None:
    made = invitation.create(connection, team, "member", ADMIN)
    member.remove(connection, team, ADMIN, OWNER)

    with pytest.raises(NotFound):
        invitation.accept(connection, made.token, ADMIN)


def test_revoked_invitation_is_invalid(connection: Connection, team: UUID) -> None:
    made = invitation.create(connection, team, "member", OWNER)

    with pytest.raises(Forbidden):
        invitation.revoke(connection, made.id, MEMBER)


def test_invitation_expires_and_is_replaced(connection: Connection, team: UUID) -> None:
    replaced = invitation.create(connection, team, "member", OWNER, email=OTHER)
    expired = invitation.create(connection, team, "member", OWNER, email=OTHER)
    old = {Invitation.expires_at: func.now() - timedelta(seconds=1)}
    connection.execute(update(Invitation).where(Invitation.id == expired.id).values(old))

    for made in (replaced, expired):
        with pytest.raises(NotFound):
            invitation.accept(connection, made.token, OTHER)


@pytest.mark.parametrize(
    ("actor", "role", "error"),
    [(MEMBER, "member", Forbidden), (ADMIN, "admin", Forbidden), (OTHER, "member", Forbidden)],
)
def test_who_may_invite(connection: Connection, team: UUID, actor: str, role: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        invitation.create(connection, team, role, actor, email=OTHER)


@pytest.mark.parametrize(
    ("actor", "role", "is_operator", "allowed"),
    [
        (ADMIN, "member", False, True), (ADMIN, "admin", False, False), (OWNER, "admin", False, True),
        (OWNER, "member", True, False), (OPERATOR, "owner", True, True),
    ],
)  # fmt: skip
def test_who_may_replace_an_open_invitation(
    connection: Connection, team: UUID, actor: str, role: Any, is_operator: bool, allowed: bool
) -> None:
    if role == "owner":
        connection.execute(delete(Member).where(Member.workspace_id == team, Member.role == "owner"))
    first = invitation.create(connection, team, role, OPERATOR, email=OTHER, is_operator=is_operator)
    try:
        with connection.begin_nested():
            invitation.create(connection, team, "member", actor, email=OTHER)
    except Forbidden:
        assert not allowed and invitation.accept(connection, first.token, OTHER).role == role
        return
    assert allowed and [row.role for row in invitation.list_open(connection, team)] == ["member"]


def test_join_request_is_approved_by_an_admin(connection: Connection, team: UUID) -> None:
    asked = join_request.create(connection, team, OTHER)

    assert join_request.create(connection, team, OTHER) == asked
    assert [row.email for row in join_request.list_open(connection, team)] == [OTHER]
    join_request.approve(connection, asked, "member", ADMIN)
    assert roles(connection, team)[OTHER] == "member" and not join_request.list_open(connection, team)
    with pytest.raises(NotFound):
        join_request.approve(connection, asked, "member", ADMIN)
    with pytest.raises(InvalidRequest):
        join_request.create(connection, team, MEMBER)


def test_requests_to_join_expire_and_a_stranger_displaces_no_others(connection: Connection, team: UUID) -> None:
    def ask(asked_from: str = "flood") -> UUID:
        return join_request.create(connection, team, f"{next(numbers)}@new.com", asked_from=asked_from)

    numbers = itertools.count()
    expired = ask()
    then = {JoinRequest.created_at: func.now() - timedelta(days=14)}
    connection.execute(update(JoinRequest).where(JoinRequest.id == expired).values(then))
    mine = [ask() for _ in range(join_request.OPEN_MAX)]
    with pytest.raises(NotFound):
        join_request.approve(connection, expired, "member", ADMIN)
    with pytest.raises(TooManyRequests, match="not stored"):
        ask()

    theirs = [ask("person") for _ in range(3)]

    left = {row.id for row in join_request.list_open(connection, team)}
    assert len(left) == join_request.OPEN_MAX and left > set(theirs) and left.isdisjoint(mine[-3:])


def test_rights_of_an_operator_are_given_and_removed(connection: Connection, team: UUID) -> None:
    with pytest.raises(NotFound, match="not a member"):
        operators.grant(connection, OTHER)
    with pytest.raises(InvalidRequest, match="not confirmed"):
        operators.grant(connection, MEMBER)
    person.mark_proven(connection, person.ensure(connection, MEMBER))
    operators.grant(connection, MEMBER)
    found = person.find(connection, MEMBER)
    assert found is not None and found.is_operator
    token = console_session.create(connection, found.id)
    again = invitation.create(
        connection, workspace.create(connection, "Other"), "member", OPERATOR, email=MEMBER, is_operator=True
    )

    operators.revoke(connection, MEMBER)

    found = person.find(connection, MEMBER)
    assert found is not None and not found.is_operator and console_session.find(connection, token) is None
    with pytest.raises(NotFound):
        invitation.accept(connection, again.token, MEMBER)
    with pytest.raises(NotFound, match="not an operator"):
        operators.revoke(connection, MEMBER)


def test_password_and_sessions_of_an_unproven_address_end_with_the_proof(connection: Connection, team: UUID) -> None:
    for email, is_proven in ((OTHER, True), (MEMBER, False)):
        person.set_password(connection, person_id := person.ensure(connection, email), "hash")
        token = console_session.create(connection, person_id)
        if is_proven:
            person.mark_proven(connection, person_id)

        proof.prove(connection, email)

        found = person.find(connection, email)
        assert found is not None and found.is_proven and (found.password_hash is not None) is is_proven
        assert (console_session.find(connection, token) is not None) is is_proven
    assert not console_session.memberships(connection, MEMBER), (
        "left behind until an admin of the workspace confirms it"
    )


def test_membership_that_was_left_behind_is_confirmed_by_a_link_of_its_workspace(
    connection: Connection, team: UUID
) -> None:
    proof.prove(connection, ADMIN)
    with pytest.raises(Forbidden):
        invitation.create(connection, team, "member", ADMIN)
    with pytest.raises(InvalidRequest, match="must be admin"):
        invitation.create(connection, team, "member", OWNER, email=ADMIN)
    made = invitation.create(connection, team, "admin", OWNER, email=ADMIN)

    joined = invitation.accept(connection, made.token, ADMIN)

    assert joined.role == "admin" and [each.role for each in console_session.memberships(connection, ADMIN)] == [
        "admin"
    ]
    with pytest.raises(InvalidRequest, match="already a member"):
        invitation.create(connection, team, "admin", OWNER, email=ADMIN)


def test_approved_person_has_rights_after_the_use_of_the_link_or_if_signed_in(
    connection: Connection, team: UUID
) -> None:
    for email, is_signed_in in ((OTHER, False), ("signed-in@a.com", True)):
        asked = join_request.create(connection, team, email, is_signed_in=is_signed_in)
        approved = join_request.approve(connection, asked, "member", ADMIN)

        assert bool(console_session.memberships(connection, email)) is is_signed_in
        assert (approved.link is None) is is_signed_in
        if approved.link:
            invitation.accept(connection, approved.link.token, email)
        assert len(console_session.memberships(connection, email)) == 1


def test_every_change_is_in_the_audit_list(connection: Connection, team: UUID) -> None:
    key = workspace.create_key(connection, team, name="site", actor=MEMBER)
    workspace.revoke_key(connection, key.id, actor=ADMIN)
    workspace.revoke_key(connection, key.id, actor=ADMIN)
    invitation.create(connection, team, "member", ADMIN, email=OTHER)
    join_request.decline(connection, join_request.create(connection, team, OTHER), OWNER)
    member.set_role(connection, team, ADMIN, "owner", OWNER)
    member.remove(connection, team, MEMBER, ADMIN)

    seen = [(row.actor, row.action, row.subject) for row in reversed(audit.newest(connection, team))]

    assert seen[3:] == [
        (MEMBER, "key.created", str(key.id)), (ADMIN, "key.revoked", str(key.id)), (ADMIN, "member.invited", OTHER),
        (OTHER, "member.requested", OTHER), (OWNER, "member.declined", OTHER),
        (OWNER, "member.role_changed", OWNER), (OWNER, "member.role_changed", ADMIN), (ADMIN, "member.removed", MEMBER),
    ]  # fmt: skip
    assert not any(key.key in str(row) for row in audit.newest(connection, team))


def test_only_one_owner(connection: Connection, team: UUID, make_account: Callable[..., Any]) -> None:
    with pytest.raises(InvalidRequest, match="has an owner"):
        member.add(connection, team, OTHER, "owner", OPERATOR)
    with pytest.raises(NotFound):
        member.set_role(connection, make_account().workspace_id, MEMBER, "admin", OPERATOR)
