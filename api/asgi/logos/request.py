"""Reads a request for a logo: its domain, its query parameters and its key."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from api.asgi.answer import Message
from api.asgi.headers import header
from api.checks.auth import HEADER as KEY_HEADER
from contract.declare import load
from contract.errors import InvalidRequest, Unauthorized
from contract.fields.brand_domain import BrandAddress, parse
from contract.options.logo import LogoQuery

DATA_PATH, IMAGE_PATH = "/v1/web/logo/", "/logo/"
QUERY_MAX_BYTES = 1_000
METHODS = ("GET", "HEAD", "OPTIONS")


@dataclass(frozen=True)
class LogoRequest:
    """The logo of a request. `text` is the domain or URL as it was requested."""

    text: str
    address: BrandAddress
    query: LogoQuery


def requested_domain(scope: Message, image_host: str | None) -> str | None:
    """The domain in the path when the request is for a logo, whatever its method, otherwise None.

    Args:
        image_host: the host of the image URL. `/logo/…` is served under this host only, or under any host if it is None.
    """
    path: str = scope["path"]
    if path.startswith(DATA_PATH):
        prefix = DATA_PATH
    elif path.startswith(IMAGE_PATH) and image_host in (None, header(scope, "Host").lower()):
        prefix = IMAGE_PATH
    else:
        return None
    raw = scope.get("raw_path") or path.encode()
    domain = unquote(raw.decode("latin-1").partition("?")[0].removeprefix(prefix))
    return domain or None


def path_of(scope: Message) -> str:
    """The path of a request for a logo, without its domain."""
    return DATA_PATH if scope["path"].startswith(DATA_PATH) else IMAGE_PATH


def image_host(img_url: str | None) -> str | None:
    """The value of the Host header under which images are served."""
    return urlsplit(img_url).netloc.lower() if img_url else None


@lru_cache(maxsize=8_192)
def read(domain: str, query: bytes) -> LogoRequest:
    """The requested logo.

    Raises:
        InvalidRequest: the domain or a parameter is not valid.
    """
    if len(query) > QUERY_MAX_BYTES:
        raise InvalidRequest.of("query", f"must have at most {QUERY_MAX_BYTES} bytes")
    try:
        address = parse(domain)
    except ValueError as error:
        raise InvalidRequest.of("domain", str(error)) from error
    return LogoRequest(domain, address, _query(query))


def domain_key(domain: str) -> str:
    """What the brand of a requested domain is stored under. Empty for text that is not a domain."""
    try:
        return parse(domain).key
    except ValueError:
        return ""


def _query(query: bytes) -> LogoQuery:
    try:
        pairs = parse_qsl(query.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20)
    except ValueError as error:
        raise InvalidRequest.of("query", "must be a valid query string") from error
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            raise InvalidRequest.of(name[:100], "appears more than once")
        values[name] = value
    return load(LogoQuery, values)


def given_key(scope: Message) -> str:
    """The key of the request: from the query, otherwise from the header. Empty without one.

    Raises:
        Unauthorized: the query holds a secret key.
    """
    query: bytes = scope["query_string"]
    # What is remembered before the key is checked must be small.
    token = _token(query) if len(query) <= QUERY_MAX_BYTES else ""
    if token.startswith("ow_sk_"):
        raise Unauthorized("A secret key must not be sent in a URL. Use a publishable key, or the X-API-Key header.")
    return token or header(scope, KEY_HEADER).strip(" \t")


@lru_cache(maxsize=8_192)
def _token(query: bytes) -> str:
    try:
        return next((value for name, value in parse_qsl(query.decode("latin-1")) if name == "token"), "")
    except ValueError:
        return ""


def referring_host(scope: Message) -> str | None:
    """The host of the page that shows the image, by Origin, otherwise by Referer. None when neither names a host."""
    for name in ("Origin", "Referer"):
        try:
            # As browsers read it: a backslash is a slash.
            host = urlsplit(header(scope, name).replace("\\", "/")).hostname
        except ValueError:
            host = None
        if host:
            return host.lower().rstrip(".")
    return None


def is_within(host: str | None, domains: tuple[str, ...]) -> bool:
    """Whether a host is one of the domains or below one. The border is a dot: `badacme.com` is not within `acme.com`."""
    return host is not None and any(host == domain or host.endswith(f".{domain}") for domain in domains)
