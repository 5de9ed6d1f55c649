"""Addresses of brands: a domain or a URL, what the brand is stored under, and the URLs to fetch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from marshmallow import ValidationError

from contract.addresses import BAD_PORTS, port_refusal
from contract.fields.basic import Text
from contract.host_name import ascii_name

ADDRESS_MAX_CHARS = 2_048
_IPV6 = re.compile(r"[0-9a-f:.]+")
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*://", re.I)
_UNPRINTABLE = re.compile(r"[\s\x00-\x20\x7f\\]")
_PORTS = {"https": 443, "http": 80}
MESSAGE = "must be a domain such as acme.com, or an http or https URL"


@dataclass(frozen=True)
class BrandAddress:
    """`host` is the company's name in DNS: lower case, IDNA, without `www.`. `urls` are tried in order.

    `key` is what a record is stored under: the host, with a port where the caller chose another one than https has. So what
    answers on a port never replaces the record of the host.
    """

    host: str
    urls: tuple[str, ...]
    key: str

    @property
    def has_own_port(self) -> bool:
        """Whether the caller chose a port or a scheme other than https."""
        return self.key != self.host


def parse(text: str) -> BrandAddress:
    """The address in a domain or URL. Only scheme, host and port of a URL count.

    Raises:
        ValueError: neither a domain nor an http(s) URL. The message completes a sentence that starts with the field's name.
    """
    is_too_long, text = len(text) > ADDRESS_MAX_CHARS, text.strip()
    has_scheme = bool(_SCHEME.match(text))
    if not text or is_too_long or _UNPRINTABLE.search(text):
        raise ValueError(MESSAGE)
    try:
        parts = urlsplit(text if has_scheme else f"https://{text}")
        port = parts.port
        host = _host(parts.hostname or "")
    except ValueError as error:
        raise ValueError(MESSAGE) from error
    if "@" in parts.netloc:
        raise ValueError("must not contain a user name or password")
    is_name = "." in host or host == "localhost" or host.startswith("[")
    if parts.scheme not in ("http", "https") or not (has_scheme or is_name):
        raise ValueError(MESSAGE)
    if port is not None and (port in BAD_PORTS or port == 0):
        raise ValueError(port_refusal(port))
    stored = host.removeprefix("www.") if host.count(".") > 1 else host
    netloc = host if port is None else f"{host}:{port}"
    if has_scheme:
        return BrandAddress(stored, (f"{parts.scheme}://{netloc}/",), _key(stored, port or _PORTS[parts.scheme]))
    if port is not None:
        return BrandAddress(stored, (f"https://{netloc}/", f"http://{netloc}/"), _key(stored, port))
    names = (host, f"www.{stored}") if host == stored else (host, stored)
    return BrandAddress(stored, (*(f"https://{name}/" for name in names), f"http://{host}/"), stored)


def _key(host: str, port: int) -> str:
    return host if port == _PORTS["https"] else f"{host}:{port}"


def _host(text: str) -> str:
    return f"[{text}]" if ":" in text and _IPV6.fullmatch(text) else ascii_name(text.rstrip("."))


class BrandDomain(Text):
    """A domain such as `acme.com`, or an http or https URL. Only the URL's scheme, host and port are used."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        published = {"minLength": 1, "maxLength": ADDRESS_MAX_CHARS}
        self.metadata = {**self.metadata, "published": published, "example": "acme.com"}

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> str:
        given = super()._deserialize(value, attr, data, **kwargs)
        text = given.strip()
        try:
            parse(given)
        except ValueError as error:
            raise ValidationError(str(error)) from error
        return text
