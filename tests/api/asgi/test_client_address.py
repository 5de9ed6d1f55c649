"""The caller's address behind reverse proxies: nothing that a caller may have written counts."""

from __future__ import annotations

import time

import pytest

from api.asgi.client_address import HOPS_MAX, client_address, of, with_client
from contract.setting_values import trusted_proxies

TRUSTED = trusted_proxies("10.0.0.0/8, 2001:db8:aaaa::/48")
PROXY, STRANGER, CALLER = "10.0.0.1", "198.51.100.9", "203.0.113.7"


def seen(peer: str, *headers: tuple[str, str]) -> str:
    return client_address(peer, [(name.encode(), value.encode("latin-1")) for name, value in headers], TRUSTED)


@pytest.mark.parametrize("name", ["x-forwarded-for", "forwarded"])
@pytest.mark.parametrize("peer", [STRANGER, "11.0.0.1", "2001:db8:aaab::1", "unknown"])
def test_untrusted_peer_cannot_name_another_address(peer: str, name: str) -> None:
    assert seen(peer, (name, CALLER), (name, f"for={CALLER}")) == peer


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (CALLER, CALLER),
        (f" {CALLER} ", CALLER),
        (f"{CALLER}:51234", CALLER),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]", "2001:db8::7"),
        ("[2001:DB8:0::7]:443", "2001:db8::7"),
        ("::ffff:203.0.113.7", CALLER),
        ("fe80::1%eth0", "fe80::1"),
        # What the caller sent is to the left of what the proxy added.
        (f"1.2.3.4, {CALLER}", CALLER),
        (f"10.0.0.9, {CALLER}", CALLER),
        # A chain of proxies.
        (f"1.2.3.4, {CALLER}, 10.9.9.9, 2001:db8:aaaa::5", CALLER),
        (f"1.2.3.4, {CALLER}, ::ffff:10.9.9.9", CALLER),
        ("10.0.0.3, 10.0.0.2", "10.0.0.3"),
        # A value that is not an address: the last trusted proxy counts.
        ("", PROXY), (",", PROXY), ("unknown", PROXY), ("_hidden", PROXY), ("<script>", PROXY), ("1.2.3", PROXY),
        ("1.2.3.4.5", PROXY), ("300.1.1.1", PROXY), ("[::1", PROXY), ("127.1", PROXY), ("2130706433", PROXY),
        (f"{CALLER}, nonsense, 10.9.9.9", "10.9.9.9"), ("\xe4\xf6", PROXY), (f"{CALLER} {CALLER}", PROXY),
    ],
)  # fmt: skip
def test_x_forwarded_for_is_read_from_the_right(value: str, expected: str) -> None:
    assert seen(PROXY, ("X-Forwarded-For", value)) == expected
    assert seen("::ffff:10.0.0.1", ("X-Forwarded-For", value)) in (expected, "::ffff:10.0.0.1")


def test_header_that_is_sent_twice_is_one_list() -> None:
    assert seen(PROXY, ("X-Forwarded-For", "1.2.3.4"), ("X-Forwarded-For", CALLER)) == CALLER


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"for={CALLER}", CALLER),
        (f"For={CALLER};proto=https;by=10.0.0.1", CALLER),
        (f'proto=https ; for="{CALLER}:4711"', CALLER),
        ('for="[2001:db8::7]:4711"', "2001:db8::7"),
        (f"for=1.2.3.4, for={CALLER}", CALLER),
        (f"for=1.2.3.4, for={CALLER}, for=10.1.1.1", CALLER),
        # A quoted text is not divided: the caller may have chosen the Host header.
        (f'for={CALLER};host="a, for=6.6.6.6"', CALLER),
        (f'for={CALLER};host="a;for=6.6.6.6;b"', CALLER),
        (f'for={CALLER};host="\\",for=6.6.6.6"', CALLER),
        # A caller that leaves a quoted text open does not make the proxy's element a part of its own.
        (f'for="6.6.6.6, for={CALLER}', PROXY),
        (f'for=6.6.6.6;host=", for={CALLER}', PROXY),
        ("for=unknown", PROXY), ("for=_x", PROXY), ("proto=https", PROXY), ("for", PROXY), ("for=", PROXY),
        (f"for={CALLER} for=6.6.6.6", PROXY), (f"for=1.2.3.4, {CALLER}", PROXY), ("", PROXY), ('"', PROXY), (";", PROXY),
    ],
)  # fmt: skip
def test_forwarded_is_read_from_the_right(value: str, expected: str) -> None:
    assert seen(PROXY, ("Forwarded", value)) == expected


def test_headers_that_disagree_are_not_believed() -> None:
    assert seen(PROXY, ("X-Forwarded-For", CALLER), ("Forwarded", f"for={CALLER}")) == CALLER
    # Most proxies write only one of the headers, and pass on the other as the caller sent it.
    assert seen(PROXY, ("X-Forwarded-For", CALLER), ("Forwarded", "for=6.6.6.6")) == PROXY
    assert seen(PROXY, ("X-Forwarded-For", "6.6.6.6"), ("Forwarded", f"for={CALLER}")) == PROXY


def test_long_chain_ends() -> None:
    chain = ", ".join([CALLER] + ["10.0.0.2"] * HOPS_MAX)

    assert seen(PROXY, ("X-Forwarded-For", chain)) == "10.0.0.2"


@pytest.mark.parametrize("piece", [",", '",', "for=", 'for="', ";", '"\\', "10.0.0.1,", 'for="\\",', "a=b;", " "])
def test_long_values_are_read_fast(piece: str) -> None:
    value = piece * (65_536 // len(piece))
    started = time.process_time()
    for name in ("X-Forwarded-For", "Forwarded"):
        seen(PROXY, (name, value), (name, f"for={CALLER}"))

    assert time.process_time() - started < 5


def test_scope_has_the_callers_address() -> None:
    scope = {"client": (PROXY, 1234), "headers": [(b"x-forwarded-for", CALLER.encode())], "path": "/"}

    assert of(with_client(scope, TRUSTED)) == CALLER and scope["client"] == (PROXY, 1234)
    assert with_client(scope, ()) is scope
    assert of({"client": None}) == "unknown"
