"""Limits per IP address behind a reverse proxy, with the running service."""

from __future__ import annotations

import http.client
from urllib.parse import urlsplit
from uuid import uuid4

from api.ratelimit import FAILED_KEYS_PER_MINUTE
from tests.conftest import PROXY_ADDRESS
from tests.service import Service, wait_until


def remaining(service: Service, forwarded_for: str, *, peer: str) -> int:
    """Send an unknown key. Returns how many the address of the caller may still send in this minute."""
    at = urlsplit(service.base_url)
    connection = http.client.HTTPConnection(at.hostname or "", at.port, timeout=30, source_address=(peer, 0))
    headers = {"X-Forwarded-For": forwarded_for, "X-API-Key": "ow_sk_" + "a" * 43}
    connection.request("GET", "/v1/account", headers=headers)
    answer = connection.getresponse()
    assert answer.status == 401, answer.read()
    limit = answer.headers["RateLimit"]
    connection.close()
    return int(limit.partition("r=")[2].partition(";")[0])


def test_callers_behind_a_trusted_proxy_are_counted_by_their_own_address(service: Service) -> None:
    caller, other = (f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::7" for _ in range(2))

    def two_in_one_minute() -> bool:
        first = remaining(service, f"6.6.6.6, {caller}", peer=PROXY_ADDRESS)
        return remaining(service, f"[{caller}]:80", peer=PROXY_ADDRESS) == first - 1

    wait_until(two_in_one_minute, seconds=60, what="two counted calls")
    assert remaining(service, other, peer=PROXY_ADDRESS) == FAILED_KEYS_PER_MINUTE - 1


def test_untrusted_caller_cannot_choose_its_address(service: Service) -> None:
    invented = (f"2001:db8:{uuid4().hex[:4]}:{uuid4().hex[:4]}::7" for _ in range(20))

    left = {remaining(service, address, peer="127.0.0.3") for address in invented}

    assert len(left) > 2  # Each call counts for the same address, also when a minute ends meanwhile.
