"""An authorization request: what a program asks for, and the answer that the person's browser carries back to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from api.oauth import client_document, discovery
from api.oauth.client_document import Client
from contract.addresses import Policy
from contract.errors import InvalidRequest

STATE_MAX_CHARS = 2_000
# The digest of SHA-256 in base64url.
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


class Declined(Exception):
    """The program gets an error of RFC 6749 in place of a code."""

    def __init__(self, error: str, description: str) -> None:
        super().__init__(description)
        self.error = error
        self.description = description


@dataclass(frozen=True)
class AuthorizationRequest:
    """A request whose program and return address are valid. Errors in the rest may be reported to that address."""

    client: Client
    redirect_uri: str
    state: str
    challenge: str

    @property
    def redirect_origin(self) -> str:
        """The origin of the return address."""
        parts = urlsplit(self.redirect_uri)
        return f"{parts.scheme}://{parts.netloc}"

    def answer(self, base_url: str, **values: str) -> str:
        """The return address with the answer. `iss` names this service, so that no other one can answer in its name (RFC 9207)."""
        given = {**values, **({"state": self.state} if self.state else {}), "iss": base_url}
        separator = "&" if urlsplit(self.redirect_uri).query else "?"
        return f"{self.redirect_uri}{separator}{urlencode(given)}"


def read(given: Mapping[str, str], policy: Policy) -> AuthorizationRequest:
    """The request in a query or a form.

    Raises:
        InvalidRequest: the program or its return address is not valid. The person must not be sent anywhere.
    """
    client = client_document.read(given.get("client_id", ""), policy)
    redirect_uri = given.get("redirect_uri", "")
    if not client_document.is_redirect(redirect_uri) or not client.accepts(redirect_uri):
        raise InvalidRequest.of("redirect_uri", "is not one of the addresses that the program has named")
    state = given.get("state", "")
    if len(state) > STATE_MAX_CHARS:
        raise InvalidRequest.of("state", f"must be at most {STATE_MAX_CHARS} characters")
    return AuthorizationRequest(client, redirect_uri, state, given.get("code_challenge", ""))


def check(request: AuthorizationRequest, given: Mapping[str, str], base_url: str) -> None:
    """Check the parts of a request that are reported to the program.

    Raises:
        Declined: one is not valid.
    """
    if given.get("response_type") != "code":
        raise Declined("unsupported_response_type", "response_type must be code")
    if given.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(request.challenge):
        raise Declined("invalid_request", "code_challenge with code_challenge_method=S256 is required (PKCE)")
    require_resource(given.get("resource"), base_url)
    scopes = given.get("scope", "").split()
    if scopes and discovery.SCOPE not in scopes:
        raise Declined("invalid_scope", f"the scope is {discovery.SCOPE}")


def require_resource(given: str | None, base_url: str) -> None:
    """Check for which interface a token is asked (RFC 8707).

    Raises:
        Declined: it is another one.
    """
    if given and given.rstrip("/") not in (discovery.resource(base_url), base_url):
        raise Declined("invalid_target", f"resource must be {discovery.resource(base_url)}")
