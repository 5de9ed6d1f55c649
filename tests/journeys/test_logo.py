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
from sqlalchemy import Connection, Engine, text

from api.ratelimit import RateLimiter
from contract import limits, signed_logo
from models.accounts import workspace
from models.accounts.token import digest_of
from tests.conftest import Account
from tests.service import Client, Service, wait_until
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
    """What other tests stored is removed: ports are used again."""
    with database.begin() as connection:
        notify_hosts(connection)
        connection.execute(text("DELETE FROM brand"))
        connection.execute(text("DELETE FROM brand_attempt"))
    time.sleep(0.1)


def notify_hosts(connection: Connection) -> None:
    """Let the service forget the stored brands."""
    connection.execute(text("SELECT pg_notify('orbweaver_brands', host) FROM brand_host"))


@pytest.fixture
def public(make_account: Callable[..., Account]) -> Account:
    """A workspace with a publishable key."""
    return make_account(kind="publishable")


@pytest.fixture
def logo(service: Service, public: Account, site: Site, database: Engine) -> Callable[..., requests.Response]:
    """`logo(size=…, headers={…})`: a request for the site's logo, with a secret key of the workspace unless `key` is given."""
    with database.begin() as connection:
        secret = workspace.create_key(connection, public.workspace_id).key

    def get(*, key: str | None = None, headers: dict[str, str] | None = None, domain: str = "", **query: Any) -> Any:
        headers = {"X-API-Key": secret, **(headers or {})} if key is None else headers
        query = {"token": key, **query}
        name = quote(domain or site.base, safe="")
        return requests.get(
            f"{service.base_url}/v1/web/logo/{name}",
            params={k: v for k, v in query.items() if v},
            headers=headers,
            timeout=30,
        )

    return get


def stored(logo: Callable[..., requests.Response]) -> requests.Response:
    """The first answer with the resolved logo: on a busy machine, it may take longer than a call waits for it."""

    def look() -> requests.Response | None:
        answer = logo()
        return answer if "86400" in answer.headers["cache-control"] else None

    found: requests.Response = wait_until(look, seconds=90, what="the logo")
    return found


@pytest.fixture
def named(logo: Callable[..., requests.Response], site: Site, database: Engine) -> str:
    """A domain without a port that leads to the site's brand: publishable keys may ask for no other."""
    put_company(site)
    assert stored(logo).status_code == 200
    with database.begin() as connection:
        connection.execute(
            text("INSERT INTO brand_host (host, domain) SELECT 'named.example', domain FROM brand_host LIMIT 1")
        )
        connection.execute(text("SELECT pg_notify('orbweaver_brands', 'named.example')"))
    return "named.example"


def used(database: Engine, account: Account) -> int:
    with database.connect() as connection:
        found = connection.execute(
            text("SELECT delivered FROM logo_use WHERE workspace_id = :id"), {"id": account.workspace_id}
        ).scalar_one_or_none()
    return int(found or 0)


def test_unknown_domain_is_resolved_on_the_spot_and_then_served_from_storage(
    logo: Callable[..., requests.Response], make_site: Callable[[], Site], database: Engine, public: Account
) -> None:
    for _ in range(4):  # A busy machine may need too long for some.
        put_company(site := make_site())
        first = logo(domain=site.base)
        if first.headers["content-type"] == "image/svg+xml":
            break
    again = logo(domain=site.base)

    assert first.status_code == 200, first.text
    assert first.headers["content-type"] == "image/svg+xml" and b"#dd2222" in first.content
    assert first.headers["cache-control"] == "public, max-age=86400"
    assert {name: first.headers[name] for name in SAFE} == SAFE
    assert again.content == first.content and again.headers["etag"] == first.headers["etag"]
    assert len(site.seen("/")) == 1
    wait_until(lambda: used(database, public) == 2, seconds=90, what="two delivered logos")


def test_known_version_is_not_sent_and_not_counted(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)
    etag = stored(logo).headers["etag"]  # Placeholders do not count.

    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        answer = logo(headers={"If-None-Match": known})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", etag)
    assert logo(headers={"If-None-Match": '"other"'}).status_code == 200

    wait_until(lambda: used(database, public) == 2, seconds=90, what="two delivered logos")


def test_many_requests_for_an_unknown_domain_wait_for_one_resolution(
    logo: Callable[..., requests.Response], make_site: Callable[[], Site]
) -> None:
    for _ in range(4):  # A busy machine may need too long for some.
        put_company(site := make_site())
        with ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(lambda base: logo(domain=base), [site.base] * 12))
        kinds = {answer.headers["content-type"] for answer in answers}
        if kinds == {"image/svg+xml"}:
            break

    assert kinds == {"image/svg+xml"}
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
    wait_until(lambda: logo().headers["content-type"] == "image/svg+xml", seconds=90, what="the logo")


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
    logo: Callable[..., requests.Response], make_site: Callable[[], Site], service: Service, public: Account
) -> None:
    limiter = RateLimiter(redis.ConnectionPool.from_url(service.environ["REDIS_URL"]))
    for _ in range(2):
        put_company(site := make_site())
        minute = time.time() // 60  # The counters belong to a clock minute. Another one may begin meanwhile.
        limiter.add("logo-resolutions", str(public.workspace_id), limits.LOGO_RESOLUTIONS_PER_MINUTE)
        answer = logo(domain=site.base)
        if time.time() // 60 == minute:
            break

    assert answer.status_code == 200 and answer.headers["cache-control"] == "public, max-age=300"
    assert not site.seen("/")


def test_old_logo_is_served_and_refreshed_after_the_answer(
    logo: Callable[..., requests.Response], site: Site, database: Engine
) -> None:
    put_company(site)
    assert b"#dd2222" in stored(logo).content
    put_company(site, icon=ICON.replace("#dd2222", "#22dd22"))
    with database.begin() as connection:
        connection.execute(text("UPDATE brand SET resolved_at = now() - interval '31 days'"))
        notify_hosts(connection)
    time.sleep(0.1)

    assert b"#dd2222" in logo().content

    wait_until(lambda: b"#22dd22" in logo().content, seconds=90, what="the refreshed logo")


def test_type_falls_back_to_the_one_that_exists(logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site, wordmark=None)

    assert stored(logo).content == logo(type="wordmark").content == logo(type="icon").content


def test_adaptive_logo_is_one_svg_that_follows_the_viewer(logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site, icon=ICON.replace("#dd2222", "#000"), wordmark=None)
    stored(logo)

    answer = logo(theme="auto")

    assert answer.headers["content-type"] == "image/svg+xml"
    assert b"prefers-color-scheme:dark" in answer.content and b"vary" not in {
        name.lower().encode() for name in answer.headers
    }


@pytest.mark.parametrize(
    "query,code", [({"size": 15}, 400), ({"size": 513}, 400), ({"theme": "x"}, 400), ({"colour": "x"}, 400),
     ({"key": "ow_pk_no"}, 401), ({"format": "gif"}, 400)]
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

    assert logo(headers={"X-API-Key": account.key}).status_code == 200
    assert logo(key=account.key).status_code == 401
    assert logo(key="").status_code == 401


def test_publishable_key_opens_nothing_else(service: Service, public: Account) -> None:
    for path in ("/v1/web/brand?domain=acme.com", "/v1/web/brand/search?query=acme"):
        assert (
            requests.get(f"{service.base_url}{path}", headers={"X-API-Key": public.key}, timeout=60).status_code == 401
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
    named: str,
    database: Engine,
    public: Account,
    headers: dict[str, str],
    status: int,
) -> None:
    with database.begin() as connection:
        key = workspace.create_key(
            connection, public.workspace_id, kind="publishable", domains=("https://www.acme.com/x", "other.org")
        )

    answer = logo(key=key.key, headers=headers, domain=named)

    assert answer.status_code == status, answer.text
    assert status == 200 or answer.json()["code"] == "FORBIDDEN"
    assert headers or "no Origin or Referer header" in answer.json()["message"]


def test_revoked_key_and_suspended_workspace_are_refused_at_once(
    logo: Callable[..., requests.Response], named: str, database: Engine, public: Account
) -> None:
    with database.begin() as connection:
        other = workspace.create_key(connection, public.workspace_id, kind="publishable")
    for _ in range(3):
        assert logo(key=other.key, domain=named).status_code == logo().status_code == 200

    with database.begin() as connection:
        workspace.revoke_key(connection, other.id)
    wait_until(
        lambda: logo(key=other.key, domain=named).status_code == 401, seconds=20, what="the refusal of the revoked key"
    )
    assert logo().status_code == 200

    with database.begin() as connection:
        workspace.set_suspended(connection, public.workspace_id, True)
    wait_until(lambda: logo().status_code != 200, seconds=20, what="the refusal of the suspended workspace")
    assert logo().json()["code"] == "WORKSPACE_BANNED"


def test_beyond_the_allowance_monograms_for_a_week_then_errors(
    logo: Callable[..., requests.Response], site: Site, database: Engine, public: Account
) -> None:
    put_company(site)
    assert stored(logo).headers["content-type"] == "image/svg+xml"

    def set_use(sql: str) -> None:
        with database.begin() as connection:
            connection.execute(text(f"UPDATE logo_use SET {sql} WHERE workspace_id = :id"), {"id": public.workspace_id})

    wait_until(lambda: used(database, public) == 1, seconds=90, what="one delivered logo")
    set_use(f"delivered = {limits.LOGO_ALLOWANCE - 1}")
    wait_until(lambda: logo(headers={"If-None-Match": "*"}).status_code == 304, seconds=20, what="a fresh count")
    time.sleep(3)
    kinds = [logo().headers["content-type"] for _ in range(3)]
    assert kinds == ["image/svg+xml", "image/png", "image/png"]

    time.sleep(3)
    set_use("exceeded_at = now() - interval '8 days'")
    wait_until(lambda: logo().status_code == 429, seconds=90, what="the end of the grace period")
    refused = logo()
    assert refused.json()["code"] == "TOO_MANY_REQUESTS" and "next cycle begins at" in refused.json()["message"]
    assert int(refused.headers["retry-after"]) <= 31 * 86_400


def test_image_path_serves_the_same(service: Service, logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site)
    expected = stored(logo)

    answer = requests.get(
        f"{service.base_url}/logo/{quote(site.base, safe='')}",
        headers={"X-API-Key": expected.request.headers["X-API-Key"]},
        timeout=60,
    )

    assert (answer.status_code, answer.content) == (200, expected.content)


def test_head_has_the_headers_and_no_body(logo: Callable[..., requests.Response], site: Site) -> None:
    put_company(site)
    expected = stored(logo)

    answer = requests.head(expected.url, headers={"X-API-Key": expected.request.headers["X-API-Key"]}, timeout=60)

    assert (answer.status_code, answer.content, answer.headers["etag"]) == (200, b"", expected.headers["etag"])


@pytest.mark.parametrize("path", ["/v1/web/logo/acme.com", "/logo/acme.com"])
def test_other_methods_are_refused_and_preflights_are_answered(service: Service, path: str) -> None:
    refused = [requests.request(method, service.base_url + path, timeout=60) for method in ("POST", "PUT", "DELETE")]
    preflight = requests.options(service.base_url + path, headers={"Origin": "https://shop.test"}, timeout=60)

    assert {(one.status_code, one.json()["code"], one.headers["allow"]) for one in refused} == {
        (405, "METHOD_NOT_ALLOWED", "GET, HEAD, OPTIONS")
    }
    assert (preflight.status_code, preflight.headers["access-control-allow-origin"]) == (204, "*")
    assert preflight.headers["access-control-allow-headers"] == "X-API-Key"


def test_publishable_key_chooses_neither_port_nor_scheme(
    logo: Callable[..., requests.Response], site: Site, public: Account, named: str
) -> None:
    assert logo(key=public.key, domain=named).status_code == 200
    for domain in (site.base, site.base.removeprefix("http://"), "http://named.example"):
        answer = logo(key=public.key, domain=domain)
        assert (answer.status_code, answer.json()["error"]["details"][0]["field"]) == (400, "domain")


@pytest.mark.parametrize(
    ("query", "kind", "size"),
    [
        ({"format": "png", "size": 200}, "image/png", (200, 200)),
        ({"format": "webp", "size": 64, "theme": "auto"}, "image/webp", (64, 64)),
        ({"greyscale": "true"}, "image/png", (128, 128)),
    ],
)
def test_drawing_is_served_as_pixels_of_the_requested_size(
    logo: Callable[..., requests.Response], site: Site, query: dict[str, Any], kind: str, size: tuple[int, int]
) -> None:
    put_company(site)
    stored = logo()

    answer = logo(**query)

    image = Image.open(io.BytesIO(answer.content)).convert("RGBA")
    assert (answer.headers["content-type"], image.size) == (kind, size)
    red, green, blue, _ = image.getpixel((size[0] // 2, size[1] // 2))  # type: ignore[misc]
    assert (red == green == blue) == ("greyscale" in query)
    assert answer.headers["etag"] != stored.headers["etag"]


def at(service: Service, url: str) -> str:
    """A URL of the configured base, at the address of the test's service."""
    return service.base_url + url[url.index("/logo/") :]


def test_logo_url_of_an_answer_works_in_an_image_tag(
    client: Client, service: Service, site: Site, account: Account, database: Engine
) -> None:
    put_company(site)
    data = client.get(f"/v1/web/brand?domain={site.base}").json()["data"]
    chosen = client.get(f"/v1/web/brand/logo?domain={site.base}&type=wordmark").json()["data"]["url"]
    found = client.get("/v1/web/brand/search?query=Acme").json()["data"]["results"][0]["primaryLogo"]
    before = used(database, account)

    urls = [at(service, url) for url in (data["primaryLogo"]["url"], chosen, found)]
    for url in urls:
        answer = requests.get(url, timeout=60)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/svg+xml"), url

    wait_until(lambda: used(database, account) == before + 3, seconds=90, what="three counted logos")
    others = (
        urls[0].replace("/logo/127.0.0.1", "/logo/127.0.0.2"),
        urls[0] + "A",
        urls[0].replace("ow_url_", "ow_url_0"),
    )
    assert [requests.get(url, timeout=60).status_code for url in others] == [401, 401, 401]


def test_logo_url_ends_with_its_key_and_after_a_week(
    service: Service, make_account: Callable[..., Account], site: Site, database: Engine
) -> None:
    put_company(site)
    account = make_account()
    headers = {"X-API-Key": account.key}
    url = requests.get(f"{service.base_url}/v1/web/brand/logo?domain={site.base}", headers=headers, timeout=60).json()[
        "data"
    ]["url"]
    url = at(service, url)
    assert requests.get(url, timeout=60).status_code == 200
    with database.connect() as connection:
        key_id = connection.execute(
            text("SELECT id FROM api_key WHERE workspace_id = :id"), {"id": account.workspace_id}
        ).scalar_one()
    stale = signed_logo.make(
        digest_of(account.key), key_id, site.base.removeprefix("http://"), time.time() - 8 * 86_400
    )
    assert "expired" in requests.get(f"{url.partition('&token=')[0]}&token={stale}", timeout=60).json()["message"]

    with database.begin() as connection:
        workspace.revoke_key(connection, key_id)

    wait_until(lambda: requests.get(url, timeout=60).status_code == 401, seconds=20, what="the refusal")


def test_record_of_a_port_is_a_record_of_its_own(client: Client, site: Site, make_site: Callable[[], Site]) -> None:
    other = make_site()
    put_company(site)
    put_company(other, "Globex")

    names = {one.base: client.get(f"/v1/web/brand?domain={one.base}").json()["data"] for one in (site, other)}

    assert [found["name"] for found in names.values()] == ["Acme", "Globex"]
    assert [found["domain"] for found in names.values()] == [one.removeprefix("http://") for one in names]
    assert client.get(f"/v1/web/brand?domain={site.base}").json()["data"]["name"] == "Acme"
