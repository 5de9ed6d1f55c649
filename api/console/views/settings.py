"""The settings of a workspace: its name, the webhook secret with test events, and default options."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from flask import Blueprint, Response, request
from sqlalchemy import Connection
from werkzeug.wrappers import Response as AnyResponse

from api import database, state
from api.checks import targets
from api.console import pages, shown_once, visitor
from api.console.playground.filled_form import FilledForm, owner
from api.console.playground.help_text import INPUT_TEXTS
from api.console.playground.inputs import describe, with_defaults, without_defaults
from api.console.shown_once import Secret
from contract.addresses import Policy
from contract.declare import dump, load
from contract.errors import InvalidRequest
from contract.options import defaults
from contract.options.batch import PageOptions
from contract.options.webhook import Webhook
from models.accounts import settings
from models.pages import trial_event

blueprint = Blueprint("settings", __name__)
INPUTS = tuple(sorted(
    (each for each in describe(PageOptions) if each.name in defaults.NAMES), key=lambda each: defaults.NAMES.index(each.name)
))  # fmt: skip


@blueprint.get("/<uuid:workspace_id>/settings")
def show(workspace_id: UUID) -> Response:
    """The settings. The webhook secret is shown once, on the page that follows its form."""
    return _page(workspace_id, made=shown_once.take("webhook secret", workspace_id))


@blueprint.post("/<uuid:workspace_id>/settings/name")
def rename(workspace_id: UUID) -> AnyResponse:
    actor, name = visitor.signed_in().email, request.form.get("name", "")
    try:
        database.transact(lambda connection: settings.rename(connection, workspace_id, name, actor))
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors=pages.errors_of(error))
    return pages.go("settings.show", notice="name-changed", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/settings/secret")
def show_secret(workspace_id: UUID) -> AnyResponse:
    """Show the webhook secret."""
    return _show_once(workspace_id, settings.show_secret)


@blueprint.post("/<uuid:workspace_id>/settings/secret/rotate")
def rotate_secret(workspace_id: UUID) -> AnyResponse:
    """Make another webhook secret, and show it. The former one stays valid for a day."""
    return _show_once(workspace_id, settings.rotate_secret)


def _show_once(workspace_id: UUID, read: Callable[[Connection, UUID, str], str]) -> AnyResponse:
    actor = visitor.signed_in().email

    def work(connection: Connection) -> str:
        return shown_once.keep(
            connection, "webhook secret", workspace_id, Secret(read(connection, workspace_id, actor))
        )

    return pages.go("settings.show", workspace_id=workspace_id, made=database.transact(work), _anchor="webhooks")


@blueprint.post("/<uuid:workspace_id>/settings/test")
def send_test(workspace_id: UUID) -> AnyResponse:
    """Send a test event. It counts against the rate limit of retried deliveries."""
    try:
        webhook: Webhook = load(Webhook, {"url": request.form.get("url", "")})
        targets.require_permitted(webhook, Policy(state.of().environment.allowed_networks))
    except InvalidRequest as error:
        return _page(workspace_id, 400, errors=pages.errors_of(error))
    state.of().limiter.check(visitor.membership().plan, "retry", str(workspace_id))
    database.transact(lambda connection: trial_event.add(connection, workspace_id, webhook.url))
    return pages.go("settings.show", notice="test-sent", workspace_id=workspace_id)


@blueprint.post("/<uuid:workspace_id>/settings/defaults")
def change_defaults(workspace_id: UUID) -> AnyResponse:
    """Store the default options: those that differ from the service's own."""
    actor, form = visitor.signed_in().email, _sent_form()
    if problems := form.problems(PageOptions):
        return _page(workspace_id, 400, errors={_path(each.field): each.message for each in problems}, form=form)
    options = without_defaults(INPUTS, dump(load(PageOptions, form.body)))
    database.transact(lambda connection: settings.set_default_options(connection, workspace_id, options, actor))
    return pages.go("settings.show", notice="defaults-changed", workspace_id=workspace_id)


def _path(field: str) -> str:
    each = owner(INPUTS, field)
    return each.path if each else field


def _sent_form() -> FilledForm:
    return FilledForm(INPUTS, {name: texts for name, texts in request.form.lists()})


def _page(
    workspace_id: UUID, status: int = 200, *, made: Secret | None = None, errors: dict[str, str] | None = None,
    form: FilledForm | None = None,
) -> Response:  # fmt: skip
    row, tests = database.snapshot(
        lambda connection: (settings.read(connection, workspace_id), trial_event.newest(connection, workspace_id))
    )
    return pages.render(
        "settings.html", status, row=row, tests=tests, made=made, errors=errors or {}, inputs=INPUTS, **INPUT_TEXTS,
        form=form or FilledForm(with_defaults(INPUTS, row.default_options), {}), sent=request.form,
        open_groups=row.default_options,
        may_change=visitor.membership().manages_members,
    )  # fmt: skip
