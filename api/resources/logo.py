"""The OpenAPI description of logo serving, which `api.asgi.logos` answers without Flask."""

from __future__ import annotations

from dataclasses import Field
from dataclasses import fields as declared_fields
from typing import Any

from marshmallow import fields, validate

from api.documentation import FAILURES
from contract import limits
from contract.declare import default_of
from contract.options.logo import LogoQuery

# OpenAPI 3.1: bytes have no type.
BYTES = {"description": "The bytes of the image."}
_STATUSES = {
    400: FAILURES[400],
    401: "UNAUTHORIZED: the key is missing, malformed, revoked or expired.",
    403: "FORBIDDEN: the key is locked to other domains than the one in the Origin or Referer header. WORKSPACE_BANNED: the"
    " workspace is suspended.",
    429: "TOO_MANY_REQUESTS: the rate limit of the key is exceeded, or the monthly allowance was used up more than"
    f" {limits.LOGO_GRACE_SECONDS // 86_400} days ago.",
    500: FAILURES[500],
    503: FAILURES[503],
}
_DESCRIPTION = (
    "Returns the bytes of an image, for use in an image tag. An unknown domain is resolved while the request waits, for at most"
    f" {limits.LOGO_RESOLVE_SECONDS:g} seconds. Logos may be cached for a day, placeholders for 5 minutes. Logos count against"
    " the monthly allowance of the workspace, placeholders do not. Scripts of any origin may read the image"
    " (`Access-Control-Allow-Origin: *`). Preflight requests (`OPTIONS`) are answered without a key."
)


def openapi_paths() -> dict[str, Any]:
    """The OpenAPI description by path. `/logo/{domain}` is the same under the host of the image URL."""
    return {path: _described() for path in ("/v1/web/logo/{domain}", "/logo/{domain}")}


def _described() -> dict[str, Any]:
    domain = {
        "in": "path", "name": "domain", "required": True, "schema": {"type": "string", "minLength": 1},
        "description": "Domain of the company.", "example": "acme.com",
    }  # fmt: skip
    image = {
        "description": "The logo, or a placeholder.",
        "content": {kind: {"schema": BYTES} for kind in ("image/svg+xml", "image/png", "image/jpeg")},
    }
    responses = {
        "200": image,
        "304": {"description": "The caller's cached copy is up to date."},
        "404": {"description": "The domain has no logo, and `fallback` is `404`. The body is empty."},
        **{str(status): _failure(text) for status, text in _STATUSES.items()},
    }
    query = [
        {"in": "query", "name": field.name, "schema": _schema(field), "description": field.metadata["description"]}
        for field in declared_fields(LogoQuery)
        if field.name != "token"  # a security scheme
    ]
    return {
        "parameters": [domain],
        "get": {
            "tags": ["logo"], "summary": "Serve a logo", "description": _DESCRIPTION, "parameters": query,
            "responses": responses, "security": [{"publishableKey": []}, {"key": []}],
        },
    }  # fmt: skip


def _failure(text: str) -> dict[str, Any]:
    """A new object for each status, because each gets its own example."""
    return {"description": text, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Failure"}}}}


def _schema(declared: Field[Any]) -> dict[str, Any]:
    """The schema of a query parameter, as its declaration says."""
    field: fields.Field[Any] = declared.metadata["field"]
    for check in field.validators:
        if isinstance(check, validate.OneOf):
            choices = {"type": "string", "enum": list(check.choices)}
            return choices if default_of(declared) is None else {**choices, "default": default_of(declared)}
        if isinstance(check, validate.Range):
            return {"type": "integer", "minimum": check.min, "maximum": check.max, "default": default_of(declared)}
    if isinstance(field, fields.Boolean):
        return {"type": "boolean", "default": default_of(declared)}
    raise TypeError(f"{declared.name} has neither choices nor bounds")
