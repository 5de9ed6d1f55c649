"""Which `Host` headers are accepted.

Every request has exactly one. Pages of the console and the figures for operators are served only under the names of this
installation: another site whose name is changed to our address (DNS rebinding) cannot read them. Calls with a key need no such
rule, because that site has no key.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from api.asgi.answer import Message
from contract.environment import Environment
from contract.errors import InvalidRequest

GUARDED_PATHS = ("/console", "/metrics")
LOOPBACK_NAME = "localhost"


def check(scope: Message, environment: Environment) -> None:
    """Check the `Host` header of a request.

    Raises:
        InvalidRequest: it is missing or repeated, or is not a name under which the path is served.
    """
    given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
    if len(given) > 1 or (not any(given) and scope["http_version"] not in ("1", "1.0")):
        raise InvalidRequest("The request must have exactly one Host header.")
    if given and any(given) and _is_guarded(scope) and not is_own(given[0], environment):
        raise InvalidRequest(
            f"This service is not known as {given[0]!r}. See ORBWEAVER_BASE_URL and ORBWEAVER_ALLOWED_HOSTS."
        )


def _is_guarded(scope: Message) -> bool:
    path = scope["path"]
    return any(path == each or path.startswith(f"{each}/") for each in GUARDED_PATHS) or any(
        name == b"x-workspace" for name, _ in scope["headers"]
    )


def is_own(host: str, environment: Environment) -> bool:
    """Whether a `Host` header names this installation. IP addresses do: no name leads from them to another site."""
    name = _name(host)
    own = {_name(urlsplit(url).netloc) for url in (environment.base_url, environment.image_base)}
    return name == LOOPBACK_NAME or name in own or name in environment.allowed_hosts or _is_address(name)


def _name(host: str) -> str:
    """A host without its port, in lower case."""
    text = host.rpartition("@")[2].lower()
    return text.partition("]")[0].removeprefix("[") if text.startswith("[") else text.partition(":")[0].rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
