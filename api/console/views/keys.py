"""The API keys of a workspace: list, create, lock to domains, revoke."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database
from api.console import pages, shown_once, visitor
from api.console.shown_once import Secret
from contract.errors import InvalidRequest
from models.accounts import key_rights, workspace
from models.accounts.workspace import PREFIXES

blueprint = Blueprint("keys", __name__)
KINDS = (("secret", "Secret: all calls, for servers"), ("publishable", "Publishable: logos only, for web pages"))
NAME_MAX_CHARS = 100


@blueprint.get("/<uuid:workspace_id>/keys")
def show(workspace_id: UUID) -> Response:
    """The keys. A new key is shown once, on the page that follows its form."""
    return _page(workspace_id, made=shown_once.take("key", workspace_id))


@blueprint.post("/<uuid:workspace_id>/keys")
def create(workspace_id: UUID) -> AnyResponse:
    try:
        kind, name, domains = _new_key()
        made = database.transact(lambda connection: _create(connection, workspace_id, kind, name, domains))
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors=pages.errors_of(error))
    return pages.go("keys.show", workspace_id=workspace_id, made=made)


def _create(connection: Connection, workspace_id: UUID, kind: str, name: str, domains: list[str]) -> str:
    made = workspace.create_key(
        connection, workspace_id, kind=kind, name=name, domains=domains, actor=visitor.signed_in().email
    )  # fmt: skip
    return shown_once.keep(connection, "key", workspace_id, Secret(made.key))


def _new_key() -> tuple[str, str, list[str]]:
    """Kind, name and domains of the form.

    Raises:
        InvalidRequest: one of them is not valid.
    """
    kind, name, domains = request.form.get("kind", ""), request.form.get("name", "").strip(), _domains()
    if kind not in PREFIXES:
        raise InvalidRequest.of("kind", f"must be one of {', '.join(PREFIXES)}")
    if not name or len(name) > NAME_MAX_CHARS:
        raise InvalidRequest.of("name", f"must have 1 to {NAME_MAX_CHARS} characters")
    if domains and kind != "publishable":
        raise InvalidRequest.of("domain", "can only lock a publishable key")
    return kind, name, domains


def _domains() -> list[str]:
    return request.form.get("domain", "").replace(",", " ").split()


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
    rows = database.transact(lambda connection: workspace.list_keys(connection, workspace_id))
    return pages.render(
        "keys.html", status, made=made, errors=errors or {}, kinds=KINDS, prefixes=PREFIXES, form=request.form,
        active=[row for row in reversed(rows) if row.revoked_at is None],
        revoked=[row for row in reversed(rows) if row.revoked_at is not None],
    )  # fmt: skip
