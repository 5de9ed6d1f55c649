"""The blueprint of all pages of watches."""

from __future__ import annotations

from flask import Blueprint

from api.console.views.watches import checks, editing, listing

blueprint = Blueprint("watches", __name__)
for view in (listing, editing, checks):
    blueprint.register_blueprint(view.blueprint)
