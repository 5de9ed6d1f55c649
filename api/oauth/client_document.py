"""A program's metadata: the JSON document at the URL that is its `client_id`.

Anyone who opens the page of consent can choose this URL, so the document is fetched under the address policy: each IP address is
checked before the socket opens, redirects are not followed, and size and time are limited.
"""

from __future__ import annotations

import http.client
import json
import re
import socket
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from contract.addresses import BAD_PORTS, Policy, refusal
from contract.environment import PRODUCT
from contract.errors import InvalidRequest, ServiceUnavailable

DOCUMENT_MAX_BYTES = 20_000
FETCH_SECONDS = 5.0
URL_MAX_CHARS, NAME_MAX_CHARS, REDIRECTS_MAX = 1_000, 80, 50
LOOPBACK = frozenset(("localhost", "127.0.0.1", "::1"))
FIELD = "client_id"
# Documents that are fetched at the same time. A fetch holds a thread of the REST API.
_FETCHES = threading.BoundedSemaphore(2)
# A look-up of a name cannot be ended: its thread is busy until the name server answers, but nobody waits for it.
_LOOK_UPS = ThreadPoolExecutor(8, "client-names")
# An address is part of the page's Content-Security-Policy: a host has nothing that ends or extends a directive.
_HOST = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]*)?")


@dataclass(frozen=True)
class Client:
    """A program. `name` is what it calls itself; only `host` is certain."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]

    @property
    def host(self) -> str:
        return urlsplit(self.id).netloc

    def accepts(self, redirect_uri: str) -> bool:
        """Whether the program has named this address. Of a program on the person's own machine, the port may differ (RFC 8252)."""
        return any(_is_same(named, redirect_uri) for named in self.redirect_uris)


def _is_same(named: str, given: str) -> bool:
    if named == given:
        return True
    ours, theirs = urlsplit(named), urlsplit(given)
    return _is_loopback(ours) and _is_loopback(theirs) and _without_port(ours) == _without_port(theirs)


def _is_loopback(parts: SplitResult) -> bool:
    return parts.scheme == "http" and parts.hostname in LOOPBACK and "@" not in parts.netloc


def _without_port(parts: SplitResult) -> tuple[str | None, ...]:
    return parts.hostname, parts.path, parts.query, parts.fragment


def is_redirect(url: str) -> bool:
    """Whether a person may be sent to this address: `https`, or `http` on the person's own machine. No fragment, no user name."""
    parts = _parts(url)
    if parts is None or parts.fragment or "@" in parts.netloc:
        return False
    return (parts.scheme == "https" and bool(parts.hostname)) or _is_loopback(parts)


def _parts(url: str) -> SplitResult | None:
    """The parts of a URL that can be sent in a header. None if it is not one, or its host is not a plain name or IP address."""
    if len(url) > URL_MAX_CHARS or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return None
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 and _HOST.fullmatch(parts.netloc.rpartition("@")[2]) else None
    except ValueError:
        return None


def read(client_id: str, policy: Policy) -> Client:
    """The program with this id.

    Raises:
        InvalidRequest: the id is not an HTTPS or loopback URL, the policy blocks it, or its document is missing or invalid.
        ServiceUnavailable: too many documents are being fetched.
    """
    parts = _require_address(client_id, policy)
    if not _FETCHES.acquire(timeout=1.0):
        raise ServiceUnavailable("Too many programs are being looked up. Try again.", retry_after_seconds=5)
    try:
        content = _fetched(parts, policy)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise InvalidRequest.of(FIELD, "cannot be read: the address does not answer as it must") from error
    finally:
        _FETCHES.release()
    return _client(client_id, content)


def _require_address(client_id: str, policy: Policy) -> SplitResult:
    parts = _parts(client_id)
    is_own_machine = parts is not None and _is_loopback(parts)
    if parts is None or not (parts.scheme == "https" or is_own_machine) or not parts.hostname:
        raise InvalidRequest.of(FIELD, "must be the https address of the program's metadata document")
    has_dots = any(part in (".", "..") for part in parts.path.split("/"))
    if parts.path in ("", "/") or parts.fragment or "@" in parts.netloc or has_dots:
        raise InvalidRequest.of(FIELD, "must have a path, and no fragment, user name or dot segment")
    if policy.refuses(client_id) or (parts.port or 443) in BAD_PORTS:
        raise InvalidRequest.of(FIELD, refusal(parts.hostname))
    return parts


def _fetched(parts: SplitResult, policy: Policy) -> bytes:
    """The body at an address.

    Raises:
        OSError, HTTPException: it does not answer in time, or not with 200.
        ValueError: it is too large, or the policy blocks its addresses.
    """
    assert parts.hostname is not None
    ends_at = time.monotonic() + FETCH_SECONDS
    is_https = parts.scheme == "https"
    connected = _socket(parts.hostname, parts.port or (443 if is_https else 80), policy, ends_at)
    if is_https:
        # This is another socket object, so the handshake follows when the timer knows it.
        connected = ssl.create_default_context().wrap_socket(
            connected, server_hostname=parts.hostname, do_handshake_on_connect=False
        )
    with closing(connected):
        # A server that sends a byte from time to time ends with this, too.
        ending = threading.Timer(_left(ends_at), _shut, (connected,))
        ending.start()
        try:
            if isinstance(connected, ssl.SSLSocket):
                connected.do_handshake()
            content = _answered(connected, parts)
            _left(ends_at)  # A body of unknown length ends where the socket was shut.
            return content
        finally:
            ending.cancel()


def _answered(connected: socket.socket, parts: SplitResult) -> bytes:
    connection = http.client.HTTPConnection(parts.netloc)
    connection.sock = connected
    # A new connection would go wherever the name then leads.
    connection.auto_open = 0
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    connection.request("GET", path, headers={"Accept": "application/json", "User-Agent": PRODUCT})
    response = connection.getresponse()
    content = response.read(DOCUMENT_MAX_BYTES + 1)
    if response.status != 200 or len(content) > DOCUMENT_MAX_BYTES:
        raise ValueError(f"HTTP {response.status}, {len(content)} bytes")
    return content


def _left(ends_at: float) -> float:
    """The seconds until a moment.

    Raises:
        TimeoutError: it has passed.
    """
    left = ends_at - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"more than {FETCH_SECONDS} s")
    return left


def _socket(host: str, port: int, policy: Policy, ends_at: float) -> socket.socket:
    """A connection to the first permitted IP address of a host.

    Raises:
        OSError: none answers in time.
        ValueError: none is permitted.
    """
    looked_up = _LOOK_UPS.submit(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        found = dict.fromkeys(each[4][0] for each in looked_up.result(_left(ends_at)))
    finally:
        looked_up.cancel()  # Only if it waits for a thread.
    permitted = [str(address) for address in found if policy.permits(str(address))]
    if not permitted:
        raise ValueError(refusal(host))
    return socket.create_connection((permitted[0], port), timeout=_left(ends_at))


def _shut(connected: socket.socket) -> None:
    try:
        # Not the method of `SSLSocket`, after which the reading thread would read what comes without decrypting it.
        socket.socket.shutdown(connected, socket.SHUT_RDWR)
    except OSError:
        return  # It has ended already.


def _client(client_id: str, content: bytes) -> Client:
    try:
        document: Any = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InvalidRequest.of(FIELD, "leads to a document that is not JSON") from error
    if not isinstance(document, dict) or document.get("client_id") != client_id:
        raise InvalidRequest.of(FIELD, "leads to a document that does not have the same client_id")
    if document.get("token_endpoint_auth_method", "none") != "none" or "client_secret" in document:
        raise InvalidRequest.of(FIELD, "leads to a document with an authentication that is not supported: use none")
    redirects = document.get("redirect_uris")
    if not isinstance(redirects, list) or not 0 < len(redirects) <= REDIRECTS_MAX:
        raise InvalidRequest.of(FIELD, "leads to a document without redirect_uris")
    usable = tuple(each for each in redirects if isinstance(each, str) and is_redirect(each))
    return Client(client_id, _name(document.get("client_name")) or urlsplit(client_id).netloc, usable)


def _name(given: Any) -> str:
    """The name without what could change how the page of consent reads."""
    if not isinstance(given, str):
        return ""
    return " ".join("".join(each for each in given if each.isprintable()).split())[:NAME_MAX_CHARS]
