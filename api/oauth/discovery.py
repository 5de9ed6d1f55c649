"""Where clients find the MCP interface, the page of consent and the token endpoint."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from api import state

SCOPE = "web:scrape"
RESOURCE_PATH = "/mcp"
_RESOURCE_DOCUMENT = "/.well-known/oauth-protected-resource"
_SERVER_DOCUMENT = "/.well-known/oauth-authorization-server"
AUTHORIZE_PATH, TOKEN_PATH, REVOKE_PATH = "/console/authorize", "/oauth/token", "/oauth/revoke"

blueprint = Blueprint("oauth_discovery", __name__)


def resource(base_url: str) -> str:
    """The identifier of the MCP interface, for which tokens are valid."""
    return f"{base_url}{RESOURCE_PATH}"


def challenge(base_url: str) -> str:
    """The `WWW-Authenticate` header of an MCP request without a valid key or token."""
    return f'Bearer error="invalid_token", resource_metadata="{base_url}{_RESOURCE_DOCUMENT}{RESOURCE_PATH}"'


@blueprint.get(_RESOURCE_DOCUMENT)
@blueprint.get(f"{_RESOURCE_DOCUMENT}{RESOURCE_PATH}")
def protected_resource() -> Response:
    """Protected resource metadata (RFC 9728)."""
    base_url = state.of().environment.base_url
    return _public(
        {
            "resource": resource(base_url),
            "resource_name": "Orbweaver",
            "authorization_servers": [base_url],
            "scopes_supported": [SCOPE],
            "bearer_methods_supported": ["header"],
            "resource_documentation": f"{base_url}/docs/guide/mcp",
        }
    )


@blueprint.get(_SERVER_DOCUMENT)
def authorization_server() -> Response:
    """Authorization server metadata (RFC 8414)."""
    base_url = state.of().environment.base_url
    return _public(
        {
            "issuer": base_url,
            "authorization_endpoint": f"{base_url}{AUTHORIZE_PATH}",
            "token_endpoint": f"{base_url}{TOKEN_PATH}",
            "revocation_endpoint": f"{base_url}{REVOKE_PATH}",
            "scopes_supported": [SCOPE],
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code"],
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "client_id_metadata_document_supported": True,
            "authorization_response_iss_parameter_supported": True,
            "service_documentation": f"{base_url}/docs/guide/mcp",
        }
    )


def _public(document: dict[str, Any]) -> Response:
    response = jsonify(document)
    # Clients in browsers read these documents too. They have no secrets.
    response.headers.update({"Access-Control-Allow-Origin": "*", "Cache-Control": "public, max-age=300"})
    return response
