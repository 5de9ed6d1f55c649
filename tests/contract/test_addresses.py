"""The address policy for hosts that are IP addresses, in every spelling. `tests/crawler/network/test_egress.py` has its table."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from contract.addresses import BAD_PORTS, Policy, address_of

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


def test_ports_of_other_protocols_are_those_that_browsers_block() -> None:
    known = [*(1, 7, 9, 11, 13, 15, 17, *range(19, 24), 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104)]
    known += [
        109,
        110,
        111,
        113,
        115,
        117,
        119,
        123,
        135,
        137,
        139,
        143,
        161,
        179,
        389,
        427,
        465,
        *range(512, 516),
        526,
    ]
    known += [
        530,
        531,
        532,
        540,
        548,
        554,
        556,
        563,
        587,
        601,
        636,
        989,
        990,
        993,
        995,
        1719,
        1720,
        1723,
        2049,
        3659,
        4045,
    ]
    known += [4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697, 10080]

    assert sorted(BAD_PORTS) == [0, *known]
