"""The addresses that a request names, put to the address policy before anything is written down or held.

The guard where sockets open decides all the same, and it alone about names: no name is looked up at the door.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from contract.addresses import Policy, refusal
from contract.declare import wire_name
from contract.errors import InvalidRequest
from contract.fields import Several
from contract.web_fields import HttpUrl


def require_permitted(options: Any, policy: Policy) -> None:
    """Look at every URL in an operation's options whose host is an address.

    Raises:
        InvalidRequest: the policy refuses some; `details` names each.
    """
    details = [
        {"field": field, "message": refusal(urlsplit(url).hostname or "")}
        for field, url in _targets(options)
        if policy.refuses(url)
    ]
    if details:
        raise InvalidRequest(f"{details[0]['field']}: {details[0]['message']}", details=details)


def _targets(options: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """(field in wire names, URL): `url`, `urls[3]`, `webhook.url`."""
    for declared in dataclasses.fields(options):
        field, value = declared.metadata["field"], getattr(options, declared.name)
        name = before + wire_name(declared)
        if dataclasses.is_dataclass(value):
            yield from _targets(value, f"{name}.")
        elif isinstance(field, HttpUrl) and value is not None:
            yield name, value
        elif isinstance(field, Several) and isinstance(field.inner, HttpUrl):
            yield from ((f"{name}[{number}]", each) for number, each in enumerate(value))
