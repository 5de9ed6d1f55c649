"""The operator's proxies: a way out for callers, no way in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.crawler.conftest import Bench
from tests.sites.origin import Origin


@pytest.fixture(scope="module")
def proxied(origin: Origin) -> Iterator[Bench]:
    """Everything goes out through a proxy, which the main site plays."""
    bench = Bench(ORBWEAVER_PROXY_URL=f"http://127.0.0.1:{origin.ports['plain']}")
    yield bench
    bench.close()


@pytest.fixture(scope="module")
def german(origin: Origin) -> Iterator[Bench]:
    """Only what is to be fetched as if from Germany goes out through the proxy."""
    bench = Bench(ORBWEAVER_PROXY_URL=f"de=http://127.0.0.1:{origin.ports['plain']}")
    yield bench
    bench.close()


def asked(origin: Origin, word: str) -> list[str]:
    return [seen.target for seen in origin.requests if word in seen.target]


@pytest.mark.parametrize("host", ["169.254.169.254", "127.0.0.1", "localhost", "[::1]", "10.0.0.1"])
def test_private_address_is_not_asked_of_the_proxy(proxied: Bench, origin: Origin, unique: str, host: str) -> None:
    answer = proxied.run(f"http://{host}/article?t={unique}", renderJs=False)

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert asked(origin, unique) == []


@pytest.mark.parametrize("host", ["93.184.216.34", "no-such-host.invalid"])
def test_public_address_and_unknown_name_are_asked_of_the_proxy(
    proxied: Bench, origin: Origin, unique: str, host: str
) -> None:
    url = f"http://{host}/article?t={unique}"

    assert "River pilots" in proxied.run(url, renderJs=False)["data"]["markdown"]
    assert len(asked(origin, unique)) == 1


def test_rendered_page_goes_through_the_proxy_too(
    proxied: Bench, german: Bench, origin: Origin, unique: str, browser: str
) -> None:
    named, numbered = f"http://no-such-host.invalid/article?t={unique}", f"http://93.184.216.34/article?t={unique}"

    assert "River pilots" in proxied.run(named, renderJs=True)["data"]["markdown"]
    german_page = german.run(numbered, renderJs=True, location={"country": "DE"})

    assert "River pilots" in german_page["data"]["markdown"] and len(asked(origin, unique)) >= 2


def test_proxy_itself_is_not_a_page(german: Bench, origin: Origin, unique: str) -> None:
    """Its port is exempt from the address policy, for the sake of fetching through it alone."""
    answer = german.run(origin.url("/article", t=unique), renderJs=False)

    assert answer["error"]["code"] == "VALIDATION_ERROR"
    assert asked(origin, unique) == []


def test_country_goes_through_its_proxy(german: Bench, origin: Origin, unique: str) -> None:
    url = f"http://93.184.216.34/article?t={unique}"

    data = german.run(url, renderJs=False, location={"country": "DE"})["data"]

    assert "River pilots" in data["markdown"] and len(asked(origin, unique)) == 1
