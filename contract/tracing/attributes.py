"""Attributes that several spans share, by OpenTelemetry's conventions, without anything that a caller keeps secret."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from contract.tracing.spans import Attributes

URL_MAX_CHARS = 2_048
# The word that the conventions use in the place of a secret.
REDACTED = "REDACTED"
_PORTS = {"http": 80, "https": 443}


def url_attributes(url: str) -> dict[str, str | int]:
    """The address of a request, and its server. Empty for an address that cannot be read."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return {}
    if not host:
        return {}
    shown = f"[{host}]" if ":" in host else host
    netloc = shown if port is None else f"{shown}:{port}"
    full = urlunsplit((parts.scheme, netloc, parts.path, _without_values(parts.query), ""))
    found: dict[str, str | int] = {"url.full": full[:URL_MAX_CHARS], "server.address": host}
    if (number := port or _PORTS.get(parts.scheme)) is not None:
        found["server.port"] = number
    return found


def server_of(url: str) -> dict[str, str | int]:
    """The server of a request alone, for addresses whose paths may be keys."""
    return {name: value for name, value in url_attributes(url).items() if name.startswith("server.")}


def _without_values(query: str) -> str:
    """A query without its values: any of them may be a key. A part without a name is a value."""
    parts = (part.partition("=") for part in query.split("&"))
    return "&".join(f"{name}={REDACTED}" if sign else REDACTED for name, sign, _ in parts) if query else ""


def client_request(method: str, url: str) -> Attributes:
    """A request that this process sends."""
    return {"http.request.method": method, **url_attributes(url)}


def ids(*, job_id: object = None, workspace_id: object = None, request_id: object = None) -> Attributes:
    """The ids that log lines show too."""
    named = {"orbweaver.job.id": job_id, "orbweaver.workspace.id": workspace_id, "orbweaver.request.id": request_id}
    return {name: str(value) for name, value in named.items() if value is not None}
