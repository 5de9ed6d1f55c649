"""The API keys of a workspace: list, create, rename, lock to domains, revoke."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.console import pages, shown_once, visitor
from api.console.shown_once import Secret
from contract.errors import InvalidRequest
from models.accounts import call_log, key_rights, workspace
from models.accounts.workspace import PREFIXES

blueprint = Blueprint("keys", __name__)
KINDS = (("secret", "Secret: all calls"), ("publishable", "Publishable: logos only"))
NAME_MAX_CHARS = 100
# Ended keys that the page lists, the newest.
ENDED_MAX = 50
VALID = (("", "Never"), ("30", "After 30 days"), ("90", "After 90 days"), ("365", "After a year"))
# The days of which the calls per day are the average.
USE_DAYS = 7


@blueprint.get("/<uuid:workspace_id>/keys")
def show(workspace_id: UUID) -> Response:
    """The keys. A new key is shown once, on the page that follows its form."""
    return _page(workspace_id, made=shown_once.take("key", workspace_id))


@blueprint.post("/<uuid:workspace_id>/keys")
def create(workspace_id: UUID) -> AnyResponse:
    try:
        new = _new_key()
        made = database.transact(lambda connection: _create(connection, workspace_id, new))
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors=pages.errors_of(error))
    return pages.go("keys.show", workspace_id=workspace_id, made=made)


class NewKey(NamedTuple):
    """The form of a new key. `valid_days` is None for a key that does not expire."""

    kind: str
    name: str
    domains: list[str]
    valid_days: int | None


def _create(connection: Connection, workspace_id: UUID, new: NewKey) -> str:
    made = workspace.create_key(connection, workspace_id, **new._asdict(), actor=visitor.signed_in().email)
    return shown_once.keep(connection, "key", workspace_id, Secret(made.key))


def _new_key() -> NewKey:
    """The checked form.

    Raises:
        InvalidRequest: one of them is not valid.
    """
    kind, domains, expires = request.form.get("kind", ""), _domains(), request.form.get("expires", "")
    if kind not in dict(KINDS):
        raise InvalidRequest.of("kind", f"must be one of {', '.join(dict(KINDS))}")
    name = _name()
    if expires not in dict(VALID):
        raise InvalidRequest.of("expires", f"must be one of {', '.join(filter(None, dict(VALID)))}, or empty")
    if domains and kind != "publishable":
        raise InvalidRequest.of("domain", "can only lock a publishable key")
    return NewKey(kind, name, domains, int(expires) if expires else None)


def _name() -> str:
    name = request.form.get("name", "").strip()
    if not 1 <= len(name) <= NAME_MAX_CHARS or not name.isprintable():
        raise InvalidRequest.of("name", f"must have 1 to {NAME_MAX_CHARS} printable characters")
    return name


def _domains() -> list[str]:
    return request.form.get("domain", "").replace(",", " ").split()


@blueprint.post("/<uuid:workspace_id>/keys/<uuid:key_id>/name")
def rename(workspace_id: UUID, key_id: UUID) -> AnyResponse:
    """Give a key another name."""
    actor = visitor.signed_in().email
    try:
        name = _name()
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors={str(key_id): error.message})
    database.transact(lambda connection: key_rights.rename(connection, workspace_id, key_id, name, actor))
    return pages.go("keys.show", notice="key-changed", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/keys/<uuid:key_id>/domains")
def lock(workspace_id: UUID, key_id: UUID) -> AnyResponse:
    """Lock a publishable key to domains."""
    actor, domains = visitor.signed_in().email, _domains()
    try:
        database.transact(
            lambda connection: key_rights.set_domains(connection, workspace_id, key_id, domains, actor)
        )  # fmt: skip
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors={str(key_id): " ".join(pages.errors_of(error).values())})
    return pages.go("keys.show", notice="domains-changed", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/keys/<uuid:key_id>/revoke")
@visitor.allowed_while_suspended
def revoke(workspace_id: UUID, key_id: UUID) -> AnyResponse:
    actor = visitor.signed_in().email
    database.transact(lambda connection: key_rights.revoke(connection, workspace_id, key_id, actor))
    return pages.go("keys.show", notice="key-revoked", workspace_id=workspace_id)


def _page(
    workspace_id: UUID, status: int = 200, *, made: Secret | None = None, errors: dict[str, str] | None = None
) -> Response:  # fmt: skip
    days = min(USE_DAYS, state.of().environment.call_log_days)
    rows, used = database.snapshot(
        lambda connection: (
            workspace.list_keys(connection, workspace_id),
            call_log.per_key(connection, workspace_id, days),
        )
    )
    return pages.render(
        "keys.html", status, made=made, errors=errors or {}, kinds=KINDS, prefixes=PREFIXES, valid=VALID,
        form=request.form, days=days,
        per_day={key_id: count / days for key_id, count in used.items()} if days else {},
        active=[row for row in reversed(rows) if row.is_active],
        ended=[row for row in reversed(rows) if not row.is_active][:ENDED_MAX],
    )  # fmt: skip
