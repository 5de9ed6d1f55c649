"""Killed processes and logo serving: what was delivered stays counted, and a resolution continues elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import requests
from sqlalchemy import Engine, text

from tests.conftest import Account
from tests.journeys.test_logo import no_brands, used  # noqa: F401 (no_brands is a fixture)
from tests.service import Prepared, Service, wait_until
from tests.sites.brands import put_company
from tests.sites.site import Site


def test_delivered_logos_stay_counted_when_the_process_is_killed(
    service: Service,
    prepared_service: Prepared,
    make_account: Callable[..., Account],
    database: Engine,
    site: Site,
    tmp_path: Path,
) -> None:
    put_company(site)
    account = make_account()
    own = Service(service.environ, tmp_path, prepared_service)
    process = own.start_api()
    own.wait_until_ready()
    url = f"{own.base_url}/v1/web/logo/{quote(site.base, safe='')}"

    def is_delivered() -> bool:
        answer = requests.get(url, headers={"X-API-Key": account.key}, timeout=60)
        return answer.headers["content-type"] == "image/svg+xml"

    wait_until(is_delivered, seconds=90, what="the logo")
    assert all(is_delivered() for _ in range(29))
    wait_until(lambda: used(database, account) == 30, seconds=90, what="the counts")
    own.kill(process)

    assert used(database, account) == 30


def test_resolution_of_a_killed_worker_is_claimed_again(
    database: Engine, service: Service, make_account: Callable[..., Account], site: Site
) -> None:
    """The dead worker's claim is made by hand: it expires, and the next request resolves the host."""
    put_company(site)
    account = make_account()
    with database.begin() as connection:
        connection.execute(
            text("INSERT INTO brand_attempt (host, lease_until) VALUES (:host, now() + interval '2 seconds')"),
            {"host": site.base.removeprefix("http://")},
        )
    url = f"{service.base_url}/v1/web/logo/{quote(site.base, safe='')}"

    wait_until(
        lambda: (
            requests.get(url, headers={"X-API-Key": account.key}, timeout=60).headers["content-type"] == "image/svg+xml"
        ),
        seconds=90,
        what="the logo",
    )


def test_claim_is_renewed_while_a_slow_site_is_resolved(
    database: Engine, service: Service, make_account: Callable[..., Account], site: Site
) -> None:
    put_company(site)
    home = site.answers["/"]

    async def slow(request: Any) -> Any:
        await asyncio.sleep(20)
        return await home(request)

    site.on("/", slow)
    account = make_account()
    address = f"{service.base_url}/v1/web/logo/{quote(site.base, safe='')}"
    requests.get(address, headers={"X-API-Key": account.key}, timeout=60)

    def left() -> float:
        with database.connect() as connection:
            lease = text("SELECT extract(epoch FROM lease_until - now()) FROM brand_attempt WHERE host = :host")
            return float(connection.execute(lease, {"host": site.base.removeprefix("http://")}).scalar_one())

    first = left()
    wait_until(lambda: left() > first, seconds=15, what="a renewed claim")
