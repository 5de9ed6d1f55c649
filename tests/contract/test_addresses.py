"""The address policy for hosts that are IP addresses, in every spelling. `tests/crawler/test_egress.py` has its table."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from contract.addresses import Policy, address_of

SPELLINGS = {
    "10.0.0.1": ("10.0.0.1", "10.1", "0xa.1", "0x0a000001", "012.0.0.1", "167772161", "１０.0.0.1", "10。0。0。1", "10.0.0.1."),
    "169.254.169.254": ("169.254.169.254", "169.254.43518", "2852039166", "0xA9FEA9FE", "0251.0376.0251.0376"),
    "0.0.0.0": ("0", "0.0", "0x0"),
    "::1": ("::1", "0:0:0:0:0:0:0:1"),
    "::ffff:10.0.0.1": ("::ffff:10.0.0.1", "::ffff:a00:1"),
}  # fmt: skip
NAMES = ["localhost", "a.example", "10.0.0.1.example", "0x", "0xg", "1.2.3.4.5", "256.256.256.256", "1e3", ""]


@pytest.mark.parametrize(("address", "host"), [(to, host) for to, hosts in SPELLINGS.items() for host in hosts])
def test_address_is_recognised_and_rejected_in_every_spelling(address: str, host: str) -> None:
    url = f"http://[{host}]:8080/x" if ":" in host else f"http://{host}:8080/x"

    assert address_of(host) == ip_address(address)
    assert Policy().refuses(url)
    assert not Policy([ip_network(address), ip_network("10.0.0.0/8")]).refuses(url)


@pytest.mark.parametrize("host", NAMES)
def test_host_name_is_not_an_address(host: str) -> None:
    assert address_of(host) is None and not Policy().refuses(f"https://{host}/")


@pytest.mark.parametrize("host", ["8.8.8.8", "134744072", "[2606:4700:4700::1111]", "[::ffff:8.8.8.8]"])
def test_public_address_is_not_refused(host: str) -> None:
    assert not Policy().refuses(f"http://{host}/")
