"""The HTTP server: body sizes, slow clients, health, time budgets."""

from __future__ import annotations

import gzip
import json
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from sqlalchemy import Engine

from contract import limits
from contract.environment import Environment
from models.packing import unpack
from tests.conftest import Account
from tests.journeys.test_scrape import Spent
from tests.service import Client, Prepared, Service, environ_of, wait_until
from tests.sites.origin import Origin


def raw(service: Service, request: bytes, *, seconds: float = 15) -> bytes:
    """The complete response to raw bytes."""
    with socket.create_connection(("127.0.0.1", urlsplit(service.base_url).port or 0), seconds) as connection:
        connection.sendall(request)
        answer = b""
        while chunk := connection.recv(65_536):
            answer += chunk
        return answer


@pytest.fixture(scope="module", autouse=True)
def half_sent(service: Service) -> Iterator[Future[tuple[bytes, float]]]:
    """The response to a half-sent body, and the seconds that it takes. They pass during the other tests."""

    def send() -> tuple[bytes, float]:
        started = time.monotonic()
        answer = raw(service, b"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", seconds=60)
        return answer, time.monotonic() - started

    with ThreadPoolExecutor(1) as thread:
        yield thread.submit(send)


def test_health_needs_no_key(service: Service) -> None:
    alive = requests.get(f"{service.base_url}/healthz", timeout=60)
    ready = requests.get(f"{service.base_url}/readyz", timeout=60)

    assert (alive.status_code, alive.json()) == (200, {"alive": True})
    assert ready.status_code == 200 and ready.json()["ready"] is True
    assert ready.json()["checks"] == {"postgres": True, "redis": True, "worker": True, "egressGuard": True}
    assert alive.headers["X-Request-Id"] and ready.headers["X-Request-Id"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/healthz", "/v1/web/logo/acme.com", "/logo/acme.com", "/v1/web/crawl/x/events"])
def test_wrong_method_is_405_also_without_flask(service: Service, path: str, method: str) -> None:
    answer = requests.request(method, service.base_url + path, data=b"{}", timeout=60)

    assert answer.status_code == 405 and answer.json()["code"] == "METHOD_NOT_ALLOWED"
    assert set(answer.headers["Allow"].split(", ")) >= {"GET", "HEAD"}
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("accepted", "coding"), [("zstd", "zstd"), ("gzip, br", "gzip"), ("br", None), ("identity", None)]
)
def test_answers_are_compressed_as_the_caller_accepts_it(
    client: Client, origin: Origin, accepted: str, coding: str | None
) -> None:
    def read(path: str, **more: Any) -> bytes:
        headers = {"X-API-Key": client.key, "Accept-Encoding": accepted}
        with requests.request(
            "POST" if more else "GET", client.base_url + path, headers=headers, stream=True, timeout=30, **more
        ) as answer:
            assert answer.headers.get("Content-Encoding") == coding and answer.status_code == 200
            assert "Accept-Encoding" in answer.headers["Vary"]
            return decoded(answer.raw.read(decode_content=False), coding)

    page = origin.url("/article")
    assert json.loads(read("/v1/web/scrape", json={"url": page, "formats": ["rawHtml"]}))["data"]["url"] == page
    assert json.loads(read("/openapi.json"))["openapi"].startswith("3.1") and read("/docs/swagger-ui.css")


def decoded(body: bytes, coding: str | None) -> bytes:
    return {"zstd": unpack, "gzip": gzip.decompress}.get(coding or "", bytes)(body)


def test_batch_of_the_longest_urls_is_accepted(client: Client) -> None:
    """The body limit leaves room for 1,000 URLs of 4,096 characters, also when each is escaped."""
    start = "http://127.0.0.1:4/"
    urls = [f"{start}{number:04}{'й' * (limits.URL_MAX_CHARS - len(start) - 4)}" for number in range(1_000)]
    body = json.dumps({"urls": urls}).encode()

    answer = requests.post(
        f"{client.base_url}/v1/web/batch", data=body,
        headers={"X-API-Key": client.key, "Content-Type": "application/json"}, timeout=60,
    )  # fmt: skip

    assert 20_000_000 < len(body) < limits.BATCH_REQUEST_MAX_BYTES and answer.status_code == 201, answer.text
    assert client.delete(f"/v1/web/batch/{answer.json()['batchId']}").status_code == 200


@pytest.mark.parametrize(("size", "status"), [(1_999_000, 400), (2_000_001, 413), (3_000_000, 413)])
def test_request_over_two_megabytes_is_413(client: Client, size: int, status: int) -> None:
    body = b'{"a": "' + b"x" * (size - 9) + b'"}'
    answer = requests.post(
        f"{client.base_url}/v1/web/scrape",
        data=body,
        headers={"X-API-Key": client.key, "Content-Type": "application/json"},
        timeout=60,
    )

    assert answer.status_code == status and answer.json()["code"] == "VALIDATION_ERROR"
    assert answer.json()["meta"]["requestId"] == answer.headers["X-Request-Id"]


def test_chunked_body_is_read_like_any_other(client: Client, origin: Origin, unique: str) -> None:
    body = json.dumps({"url": origin.url("/article", t=unique)}).encode()

    answer = requests.post(
        f"{client.base_url}/v1/web/scrape",
        data=iter([body[:20], body[20:]]),
        headers={"X-API-Key": client.key, "Content-Type": "application/json"},
        timeout=30,
    )

    assert answer.status_code == 200, answer.text


def test_chunked_body_over_the_limit_is_413(client: Client) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 65_536

    try:
        answer = requests.post(
            f"{client.base_url}/v1/web/scrape", data=chunks(), headers={"X-API-Key": client.key}, timeout=10
        )
    except requests.ConnectionError:
        return  # The server closed the connection while we were sending, after it had responded.
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/v1/web/scrape", "/v1/web/crawl/x/events"])
def test_unauthenticated_call_is_401_whatever_the_size(service: Service, path: str) -> None:
    """The rest of the body is never sent. The response comes as soon as the size limit is exceeded."""
    method = "GET" if path.endswith("events") else "POST"
    head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ow_sk_{'b' * 43}\r\nContent-Length: 4000000\r\n\r\n"
    started = time.monotonic()

    answer = raw(service, head.encode() + b"x" * 2_000_001)

    assert answer.startswith(b"HTTP/1.1 401 ") and time.monotonic() - started < 8
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "UNAUTHORIZED"
    assert b"connection: close" in answer.lower()


def test_blanks_after_a_key_are_ignored(client: Client, service: Service) -> None:
    body = b"{}"
    head = f"POST /v1/web/scrape HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-API-Key:\t{client.key} \t \r\n"
    head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"

    assert raw(service, head.encode() + body).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 300_000 + b"\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
    ],
    ids=["no target", "TLS", "version", "NUL", "huge header", "negative length"],
)
def test_broken_request_never_ends_in_500(service: Service, request_bytes: bytes) -> None:
    try:
        answer = raw(service, request_bytes + b"", seconds=3)
    except (ConnectionError, TimeoutError):
        answer = b""

    assert not answer.startswith(b"HTTP/1.1 5")
    assert requests.get(f"{service.base_url}/healthz", timeout=60).status_code == 200


@pytest.fixture(scope="module")
def hasty(environment: Environment, data_dir: Path, prepared_service: Prepared) -> Iterator[Service]:
    """A second API process whose synchronous budget is two seconds."""
    made = Service(environ_of(environment), data_dir / "hasty", prepared_service)
    try:
        made.start_api(ORBWEAVER_SYNC_BUDGET_SECONDS="2")
        made.wait_until_ready()
        yield made
    finally:
        made.stop()


@pytest.mark.parametrize("options", [{}, {"timeout": 120_000}], ids=["no timeout", "timeout past the budget"])
def test_fetch_continues_after_the_budget_and_fills_the_cache_for_free(
    service: Service,
    hasty: Service,
    account: Account,
    origin: Origin,
    unique: str,
    spent: Spent,
    options: dict[str, Any],
) -> None:
    client = Client(hasty.base_url, account.key)
    url = origin.url("/gate", name=unique)

    refused = client.refused(url, **options)

    assert (refused["statusCode"], refused["code"]) == (504, "REQUEST_TIMEOUT")
    assert refused["error"]["details"] == {"budgetMs": 2_000, "path": "/v1/web/scrape", "retryable": True}
    assert spent() == 0
    origin.open_gate(unique)

    def cached() -> dict[str, Any] | None:
        answer = client.try_scrape(url, cacheOnly=True)
        return answer.json()["data"] if answer.status_code == 200 else None

    data = wait_until(cached, seconds=90, what="the background capture")
    assert data["cached"] and len(origin.seen(url)) == 1
    assert spent() == 1


def test_two_api_processes_share_workers_and_limits(
    service: Service, hasty: Service, account: Account, origin: Origin, unique: str
) -> None:
    url = origin.url("/article", t=unique)
    first = Client(service.base_url, account.key).try_scrape(url)
    second = Client(hasty.base_url, account.key).try_scrape(url)

    assert second.json()["data"]["cached"] is True
    left = [int(answer.headers["RateLimit"].split("r=")[1].split(";")[0]) for answer in (first, second)]
    assert left[1] < left[0] or left[1] == 599  # A new minute may have begun in between.


def test_call_without_credits_is_402_before_any_fetch(
    service: Service, make_account: Callable[..., Account], origin: Origin, unique: str
) -> None:
    url = origin.url("/article", t=unique)

    refused = Client(service.base_url, make_account(0).key).refused(url)

    assert (refused["statusCode"], refused["code"]) == (402, "INSUFFICIENT_CREDITS") and not origin.seen(url)
    assert refused["error"]["details"] == {"price": 1, "balance": 0, "held": 0}


def test_last_credit_is_spent_once(
    service: Service, make_account: Callable[..., Account], database: Engine, origin: Origin, unique: str
) -> None:
    client = Client(service.base_url, make_account(1).key)

    assert client.scrape(origin.url("/article", t=unique))["usage"]["creditsRemaining"] == 0
    assert client.refused(origin.url("/article", t=unique))["code"] == "INSUFFICIENT_CREDITS"


@pytest.mark.parametrize(
    ("path", "status"), [("/docs/", 200), ("/openapi.json", 200), ("/changelog", 200), ("/docs/../healthz", 404)]
)
def test_documentation_is_the_same_for_all_callers(service: Service, path: str, status: int) -> None:
    answer = raw(service, f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n".encode())

    assert answer.startswith(f"HTTP/1.1 {status} ".encode()) and b"evil.example" not in answer


def test_documentation_that_the_caller_has_is_304_and_head_has_no_body(service: Service) -> None:
    url = f"{service.base_url}/docs/swagger-ui.css"
    first = requests.get(url, timeout=60)

    again = requests.get(url, headers={"If-None-Match": first.headers["ETag"]}, timeout=60)
    head = requests.head(f"{service.base_url}/changelog", timeout=60)

    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert head.status_code == 200 and head.content == b"" and head.headers.get("Content-Length") != "0"


def test_header_with_underscores_is_not_taken_for_another(service: Service, account: Account) -> None:
    head = f"GET /v1/web/scrape/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX_API_Key: {account.key}\r\n\r\n"

    assert raw(service, head.encode()).startswith(b"HTTP/1.1 401 ")


def test_half_sent_body_is_given_up_after_ten_seconds(half_sent: Future[tuple[bytes, float]]) -> None:
    answer, seconds = half_sent.result()

    assert answer.startswith(b"HTTP/1.1 408 ") and 9 < seconds < 30
    assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "REQUEST_TIMEOUT"
