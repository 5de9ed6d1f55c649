"""Checks the URLs in a request against the address policy, before a job is stored or credits are held.

Only URLs whose host is an IP address are checked here. Host names are resolved and checked when the socket opens.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from contract.addresses import Policy, refusal
from contract.declare import wire_name
from contract.errors import InvalidRequest
from contract.fields.basic import ListOf, Nested
from contract.fields.brand_domain import BrandDomain, parse
from contract.fields.url import HttpUrl


def require_permitted(options: Any, policy: Policy) -> None:
    """Check every URL in an operation's options whose host is an IP address.

    Raises:
        InvalidRequest: the policy blocks some of them. `details` lists each.
    """
    details = [
        {"field": field, "message": refusal(urlsplit(url).hostname or "")}
        for field, url in _urls(options)
        if policy.refuses(url)
    ]
    if details:
        raise InvalidRequest(f"{details[0]['field']}: {details[0]['message']}", details=details)


def _urls(options: Any, prefix: str = "") -> Iterator[tuple[str, str]]:
    """(field, URL) of every URL in the options. Fields have wire names: `url`, `urls[3]`, `webhook.url`."""
    for declared in dataclasses.fields(options):
        field, value = declared.metadata["field"], getattr(options, declared.name)
        name = prefix + wire_name(declared)
        if dataclasses.is_dataclass(value):
            yield from _urls(value, f"{name}.")
        elif isinstance(field, HttpUrl) and value is not None:
            yield name, value
        elif isinstance(field, BrandDomain):
            yield name, parse(value).urls[0]
        elif isinstance(field, ListOf) and isinstance(field.inner, HttpUrl):
            yield from ((f"{name}[{number}]", each) for number, each in enumerate(value))
        elif isinstance(field, ListOf) and isinstance(field.inner, Nested):
            for number, each in enumerate(value or ()):
                yield from _urls(each, f"{name}[{number}].")
        elif isinstance(field, ListOf) and isinstance(field.inner, BrandDomain):
            yield from ((f"{name}[{number}]", parse(each).urls[0]) for number, each in enumerate(value))
