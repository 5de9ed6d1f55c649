"""Logo serving: the allowance of the month, a snippet for web pages, and a preview."""

from __future__ import annotations

from uuid import UUID

from flask import Blueprint, Response, request

from api import database, state
from api.console import pages
from contract import limits
from contract.options.logo import FALLBACKS
from contract.results.brands.brand import LOGO_TYPES
from contract.results.brands.served_logo import SERVED_THEMES
from models.accounts import workspace
from models.accounts.workspace import PREFIXES
from models.brands import allowance

blueprint = Blueprint("logos", __name__)
GRACE_DAYS = limits.LOGO_GRACE_SECONDS // 86_400


@blueprint.get("/<uuid:workspace_id>/logos")
def show(workspace_id: UUID) -> Response:
    use, rows = database.snapshot(
        lambda connection: (
            allowance.current(connection, workspace_id), workspace.list_keys(connection, workspace_id),
        )
    )  # fmt: skip
    environment = state.of().environment
    return pages.render(
        "logos.html", use=use, allowance=limits.LOGO_ALLOWANCE, grace_days=GRACE_DAYS, form=request.args,
        keys=[row for row in rows if row.kind == "publishable" and row.is_active],
        prefix=PREFIXES["publishable"], types=LOGO_TYPES, themes=SERVED_THEMES, fallbacks=FALLBACKS,
        sizes=(limits.LOGO_SIZE_MIN, limits.LOGO_SIZE_DEFAULT, limits.LOGO_SIZE_MAX),
        logo_base=f"{environment.img_url}/logo" if environment.img_url else f"{environment.base_url}/v1/web/logo",
    )  # fmt: skip
