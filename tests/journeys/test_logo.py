"""Logo serving, end to end: image bytes, headers, keys, locks, fallbacks, limits."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest
import redis
import requests
from PIL import Image
from sqlalchemy import Engine, text

from api.ratelimit import RateLimiter
from contract import limits
from models.accounts import workspace
from tests.conftest import Account
from tests.service import Service, wait_until
from tests.sites.brands import ICON, put_company
from tests.sites.site import Site

SAFE = {
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
}


@pytest.fixture(autouse=True)
def no_brands(database: Engine) -> None:
    """All sites have the same host, so what other tests stored is removed."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM brand"))
        connection.execute(text("DELETE FROM brand_attempt"))
        connection.execute(text("SELECT pg_notify('orbweaver_brands', '127.0.0.1')"))
    time.sleep(0.1)


@pytest.fixture
def public(make_account: Callable[..., Account]) -> Account:
    """A workspace with a publishable key."""
    return make_account(kind="publishable")


@pytest.fixture
def logo(service: Service, public: Account, site: Site) -> Callable[..., requests.Response]:
    """`logo(size=…, headers={…})`: a request with the publishable key for the site's logo."""

    def get(*, key: str | None = None, headers: dict[str, str] | None = None, domain: str = "", **query: Any) -> Any:
        query = {"token": public.key if key is None else key, **query}
        name = quote(domain or site.base, safe="")
        return requests.get(
            f"{service.base_url}/v1/web/logo/{name}",
            params={k: v for k, v in query.items() if v},
            headers=headers,
            timeout=30,
        )

    return get


def used(database: Engine, account: Account) -> int:
    with database.connect() as connection:
        found = connection.execute(
            text("SELECT delivered FROM logo_use WHERE workspace_id = :id"), {"id": account.workspace_id}
        ).scalar_one_or_none()
    return int(found or 0)


def test_unknown_domain_is_resolved_on_the_spot_and_then_served_from_storage(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)

    first = logo()
    again = logo()

    assert first.status_code == 200, first.text
    assert first.headers["content-type"] == "image/svg+xml" and b"#dd2222" in first.content
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert {name: first.headers[name] for name in SAFE} == SAFE
    assert again.content == first.content and again.headers["etag"] == first.headers["etag"]
    assert len(site.seen("/")) == 1
    wait_until(lambda: used(database, public) == 2, seconds=30, what="two delivered logos")


def test_known_version_is_not_sent_and_not_counted(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)
    # On a slow machine the first answers may be placeholders, which do not count.
    stored = wait_until(
        lambda: answer if "86400" in (answer := logo()).headers["cache-control"] else None, seconds=30, what="it"
    )
    etag = stored.headers["etag"]

    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = logo(headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert logo(headers={"If-None-Match": '"other"'}).status_code == 200

    wait_until(lambda: used(database, public) == 2, seconds=30, what="two delivered logos")


def test_many_requests_for_an_unknown_domain_wait_for_one_resolution(
    logo: Callable[..., requests.Response], site: Site
) -> None:
    put_company(site)

    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: logo(), range(12)))

    assert {answer.headers["content-type"] for answer in answers} == {"image/svg+xml"}
    assert len(site.seen("/")) == 1


def test_slow_site_gets_a_fallback_within_the_budget_and_its_logo_afterwards(
    logo: Callable[..., requests.Response], site: Site
) -> None:
    put_company(site)
    released = threading.Event()
    home = site.answers["/"]

    async def slow(request: Any) -> Any:
        import asyncio

        while not released.is_set():
            await asyncio.sleep(0.05)
        return await home(request)

    site.on("/", slow)
    began = time.monotonic()
    early = logo()
    took = time.monotonic() - began
    released.set()

    assert 2.5 < took < limits.LOGO_RESOLVE_SECONDS + 10
    assert early.headers["content-type"] == "image/png" and early.headers["cache-control"] == "public, max-age=300"
    wait_until(lambda: logo().headers["content-type"] == "image/svg+xml", seconds=30, what="the logo")


@pytest.mark.parametrize(
    "fallback,status,kind", [("monogram", 200, "image/png"), ("transparent", 200, "image/png"), ("404", 404, None)]
)
def test_site_without_a_logo_gets_the_fallback(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account,
    fallback: str, status: int, kind: str | None,
) -> None:  # fmt: skip
    put_company(site, icon=None, wordmark=None)

    answer = logo(fallback=fallback, size=100)

    assert (answer.status_code, answer.headers.get("content-type")) == (status, kind)
    assert answer.headers["cache-control"] == "public, max-age=300"
    if kind:
        assert Image.open(io.BytesIO(answer.content)).size == ((128, 128) if fallback == "monogram" else (1, 1))
    else:
        assert answer.content == b""
    time.sleep(1.2)
    assert used(database, public) == 0


def test_site_that_cannot_be_resolved_is_not_tried_again_at_once(
    logo: Callable[..., requests.Response], site: Site
) -> None:
    site.put("/", "gone", status=404)

    assert logo().headers["content-type"] == logo().headers["content-type"] == "image/png"

    assert len(site.seen("/")) == 1


def test_unknown_domains_are_resolved_up_to_a_limit_per_minute(
    logo: Callable[..., requests.Response], site: Site, service: Service, public: Account
) -> None:
    put_company(site)
    if time.time() % 60 > 50:
        time.sleep(11)  # The counters belong to a clock minute.
    limiter = RateLimiter(redis.ConnectionPool.from_url(service.environ["REDIS_URL"]))
    limiter.add("logo-resolutions", str(public.workspace_id), limits.LOGO_RESOLUTIONS_PER_MINUTE)

    answer = logo()

    assert answer.status_code == 200 and answer.headers["cache-control"] == "public, max-age=300"
    assert not site.seen("/")


def test_old_logo_is_served_and_refreshed_behind_the_answer(
    logo: Callable[..., requests.Response], site: Site, database: Engine
) -> None:
    put_company(site)
    assert b"#dd2222" in logo().content
    put_company(site, icon=ICON.replace("#dd2222", "#22dd22"))
    with database.begin() as connection:
        connection.execute(text("UPDATE brand SET resolved_at = now() - interval '31 days'"))
        connection.execute(text("SELECT pg_notify('orbweaver_brands', '127.0.0.1')"))
    time.sleep(0.1)

    assert b"#dd2222" in logo().content

    wait_until(lambda: b"#22dd22" in logo().content, seconds=30, what="the refreshed logo")


def test_type_falls_back_to_the_one_that_exists(logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site, wordmark=None)

    assert logo(type="wordmark").content == logo(type="icon").content


def test_adaptive_logo_is_one_svg_that_follows_the_viewer(logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site, icon=ICON.replace("#dd2222", "#000"), wordmark=None)

    answer = logo(theme="auto")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"prefers-color-scheme:dark" in answer.content and b"vary" not in {
        name.lower().encode() for name in answer.headers
    }


@pytest.mark.parametrize(
    "query,code", [({"size": 15}, 400), ({"size": 513}, 400), ({"theme": "x"}, 400), ({"colour": "x"}, 400),
     ({"key": "ow_pk_no"}, 401)]
)  # fmt: skip
def test_bad_request_is_refused_and_not_cached(
    logo: Callable[..., requests.Response], query: dict[str, Any], code: int
) -> None:
    answer = logo(**query)

    assert answer.status_code == code and answer.json()["success"] is False
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("domain", ["no domain", "acme", "http://169.254.169.254/", "10.0.0.1"])
def test_domain_that_is_none_or_forbidden_is_refused(logo: Callable[..., requests.Response], domain: str) -> None:
    assert logo(domain=domain).json()["code"] == "VALIDATION_ERROR"


def test_secret_key_works_in_the_header_and_never_in_the_url(
    logo: Callable[..., requests.Response], site: Site, account: Account
) -> None:
    put_company(site)

    assert logo(key="", headers={"X-API-Key": account.key}).status_code == 200
    assert logo(key=account.key).status_code == 401
    assert logo(key="").status_code == 401


def test_publishable_key_opens_nothing_else(service: Service, public: Account) -> None:
    for path in ("/v1/web/brand?domain=acme.com", "/v1/web/brand/search?query=acme"):
        assert (
            requests.get(f"{service.base_url}{path}", headers={"X-API-Key": public.key}, timeout=10).status_code == 401
        )


@pytest.mark.parametrize(
    "headers,status",
    [
        ({"Referer": "https://acme.com/page"}, 200),
        ({"Referer": "https://shop.acme.com/"}, 200),
        ({"Origin": "https://ACME.com"}, 200),
        ({"Referer": "https://badacme.com/"}, 403),
        ({"Referer": "https://acme.com.evil.test/"}, 403),
        ({"Referer": "https://evil.test/?acme.com"}, 403),
        ({"Origin": "https://evil.test", "Referer": "https://acme.com/"}, 403),
        ({"Origin": "null"}, 403),
        ({"Referer": "no address"}, 403),
        ({}, 403),
    ],
)
def test_locked_key_serves_its_domains_only(
    logo: Callable[..., requests.Response],
    site: Site,
    database: Engine,
    public: Account,
    headers: dict[str, str],
    status: int,
) -> None:
    put_company(site)
    with database.begin() as connection:
        key = workspace.create_key(
            connection, public.workspace_id, kind="publishable", domains=("https://www.acme.com/x", "other.org")
        )

    answer = logo(key=key.key, headers=headers)

    assert answer.status_code == status, answer.text
    assert status == 200 or answer.json()["code"] == "FORBIDDEN"
    assert headers or "no Origin or Referer header" in answer.json()["message"]


def test_revoked_key_and_suspended_workspace_are_refused_at_once(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)
    with database.begin() as connection:
        other = workspace.create_key(connection, public.workspace_id, kind="publishable")
    for _ in range(3):
        assert logo(key=other.key).status_code == logo().status_code == 200

    with database.begin() as connection:
        workspace.revoke_key(connection, other.id)
    wait_until(lambda: logo(key=other.key).status_code == 401, seconds=5, what="the refusal of the revoked key")
    assert logo().status_code == 200

    with database.begin() as connection:
        workspace.set_suspended(connection, public.workspace_id, True)
    wait_until(lambda: logo().status_code != 200, seconds=5, what="the refusal of the suspended workspace")
    assert logo().json()["code"] == "WORKSPACE_BANNED"


def test_beyond_the_allowance_monograms_for_a_week_then_errors(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)
    assert logo().headers["content-type"] == "image/svg+xml"

    def set_use(sql: str) -> None:
        with database.begin() as connection:
            connection.execute(text(f"UPDATE logo_use SET {sql} WHERE workspace_id = :id"), {"id": public.workspace_id})

    wait_until(lambda: used(database, public) == 1, seconds=30, what="one delivered logo")
    set_use(f"delivered = {limits.LOGO_ALLOWANCE - 1}")
    wait_until(lambda: logo(headers={"If-None-Match": "*"}).status_code == 304, seconds=3, what="a fresh count")
    time.sleep(3)
    kinds = [logo().headers["content-type"] for _ in range(3)]
    assert kinds == ["image/svg+xml", "image/png", "image/png"]

    time.sleep(3)
    set_use("exceeded_at = now() - interval '8 days'")
    wait_until(lambda: logo().status_code == 429, seconds=30, what="the end of the grace period")
    assert logo().json()["code"] == "TOO_MANY_REQUESTS"


def test_image_path_serves_the_same(
    service: Service, public: Account, logo: Callable[..., requests.Response], site: Site
) -> None:
    put_company(site)
    expected = logo()

    answer = requests.get(
        f"{service.base_url}/logo/{quote(site.base, safe='')}", params={"token": public.key}, timeout=10
    )

    assert (answer.status_code, answer.content) == (200, expected.content)


def test_head_has_the_headers_and_no_body(
    service: Service, public: Account, logo: Callable[..., requests.Response], site: Site
) -> None:
    put_company(site)
    expected = logo()

    answer = requests.head(expected.url, timeout=10)

    assert (answer.status_code, answer.content, answer.headers["etag"]) == (200, b"", expected.headers["etag"])


@pytest.mark.parametrize("path", ["/v1/web/logo/acme.com", "/logo/acme.com"])
def test_other_methods_are_refused_and_preflights_are_answered(service: Service, path: str) -> None:
    refused = [requests.request(method, service.base_url + path, timeout=10) for method in ("POST", "PUT", "DELETE")]
    preflight = requests.options(service.base_url + path, headers={"Origin": "https://shop.test"}, timeout=10)

    assert {(one.status_code, one.json()["code"], one.headers["allow"]) for one in refused} == {
        (405, "METHOD_NOT_ALLOWED", "GET, HEAD, OPTIONS")
    }
    assert (preflight.status_code, preflight.headers["access-control-allow-origin"]) == (204, "*")
    assert preflight.headers["access-control-allow-headers"] == "X-API-Key"
