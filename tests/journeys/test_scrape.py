"""Scrapes, end to end: formats, redirects, failures, charges."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.service import Client, wait_until
from tests.sites.origin import Origin
from tests.sites.site import Site

Spent = Callable[[], int]
FORMATS = ("markdown", "html", "rawHtml", "links", "structured")
ALWAYS = {"url", "finalUrl", "redirected", "status", "cached", "metadata", "usage", "quality"}


def test_page_is_returned_in_every_format(client: Client, origin: Origin, unique: str, spent: Spent) -> None:
    url = origin.url("/article", t=unique)

    data = client.scrape(url, formats=list(FORMATS))

    assert set(data) == ALWAYS | set(FORMATS)
    assert (data["url"], data["finalUrl"], data["redirected"], data["status"], data["cached"]) == (
        url,
        url,
        False,
        200,
        False,
    )
    assert "river pilots of the lower delta" in data["markdown"] and "<p>" in data["html"]
    assert data["rawHtml"].startswith("<!doctype html>") and "Copyright 2019" in data["rawHtml"]
    assert origin.url("/other-page") in data["links"]["internal"]
    assert "https://elsewhere.example/far" in data["links"]["external"]
    assert {"entities", "jsonLd", "microdata", "opengraph", "rdfa", "appState"} == set(data["structured"])
    assert "Organization" in {entity["type"] for entity in data["structured"]["entities"]}
    assert data["metadata"]["title"] == "River pilots" and data["metadata"]["siteName"] == "Delta News"
    assert data["metadata"]["publishedTime"].startswith("2024-03-01")
    assert data["usage"] == {"creditsUsed": 1, "creditsRemaining": 999, "freshness": "fresh"}
    assert 0 <= data["quality"]["confidence"] <= 1 and data["quality"]["complete"] and not data["quality"]["blocked"]
    assert spent() == 1


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("markdown", "markdown"),
        ("html", "html"),
        ("raw-html", "rawHtml"),
        ("links", "links"),
        ("structured", "structured"),
    ],
)
def test_format_endpoint_answers_its_format(client: Client, origin: Origin, unique: str, path: str, field: str) -> None:
    answer = client.post(f"/v1/web/{path}", {"url": origin.url("/article", t=unique)})

    assert answer.status_code == 200
    assert set(answer.json()["data"]) == ALWAYS | {field}


def test_answer_carries_its_envelope(client: Client, origin: Origin, unique: str) -> None:
    answer = client.post("/v1/web/scrape", {"url": origin.url("/article", t=unique)}, **{"X-Request-Id": "mine"})

    body = answer.json()
    assert set(body) == {"success", "data", "meta"} and body["success"] is True
    assert body["meta"] == {"requestId": answer.headers["X-Request-Id"]} and "mine" not in answer.text
    assert answer.headers["Content-Type"] == "application/json" and "RateLimit" in answer.headers


def test_redirects_are_followed(client: Client, origin: Origin, unique: str) -> None:
    to = origin.url("/article", t=unique)

    data = client.scrape(origin.url("/redirect", to=to, status="301"))

    assert (data["finalUrl"], data["redirected"], data["status"]) == (to, True, 200)


def test_cookies_set_by_a_redirect_are_kept_for_that_scrape_only(client: Client, origin: Origin, unique: str) -> None:
    client.scrape(origin.url("/set-cookie", t=unique))
    client.scrape(origin.url("/echo", t="after"), maxAge=0)

    [carried] = origin.seen(origin.url("/echo", t=unique))
    after = origin.seen(origin.url("/echo", t="after"))[-1]
    assert carried.headers["cookie"] == f"visit={unique}" and "cookie" not in after.headers


class TestCallersHeaders:
    HEADERS = {"X-Secret": "s3cret", "Authorization": "Bearer t0ken", "Cookie": "a=b", "User-Agent": "mine/1"}  # noqa: RUF012

    def test_reach_the_origin(self, client: Client, origin: Origin, unique: str) -> None:
        url = origin.url("/echo", t=unique)
        client.scrape(url, headers=self.HEADERS)

        seen = origin.seen(url)[-1].headers
        assert (seen["x-secret"], seen["authorization"], seen["user-agent"]) == ("s3cret", "Bearer t0ken", "mine/1")
        assert "a=b" in seen["cookie"]

    def test_stay_with_the_origin_on_a_redirect(self, client: Client, origin: Origin, unique: str) -> None:
        same, other = origin.url("/echo", t=unique), origin.other_url("/echo", t=f"{unique}-other")
        client.scrape(origin.url("/redirect", to=same), headers=self.HEADERS)
        client.scrape(origin.url("/redirect", to=other), headers=self.HEADERS)

        assert origin.seen(same)[-1].headers["x-secret"] == "s3cret"
        seen = origin.seen(other)[-1].headers
        assert not {"x-secret", "authorization", "cookie", "referer"} & set(seen) and seen["user-agent"] != "mine/1"

    def test_are_not_restored_on_a_redirect_back(self, client: Client, origin: Origin, unique: str) -> None:
        """A redirect target must not be able to redirect the caller's secret headers."""
        home = origin.url("/echo", t=unique)
        client.scrape(origin.url("/redirect", to=origin.other_url("/redirect", to=home)), headers=self.HEADERS)

        assert "x-secret" not in origin.seen(home)[-1].headers


def test_a_get_request_has_no_body_headers(client: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/echo", t=unique)
    client.scrape(url)

    assert not {"content-length", "content-type", "transfer-encoding"} & set(origin.seen(url)[-1].headers)


def test_languages_are_asked_for(client: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/echo", t=unique)
    client.scrape(url, location={"country": "AT", "languages": ["de-AT", "de"]})

    assert origin.seen(url)[-1].headers["accept-language"] == "de-AT,de;q=0.9"


def test_country_without_a_proxy_asks_for_its_languages(client: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/echo", t=unique)
    client.scrape(url, location={"country": "JP"})

    assert origin.seen(url)[-1].headers["accept-language"] == "ja-JP,ja;q=0.9"


class TestOriginFails:
    def test_error_page_is_returned_and_not_billed(
        self, client: Client, origin: Origin, unique: str, spent: Spent
    ) -> None:
        url = origin.url("/status", code="404", t=unique)

        first, again = client.scrape(url), client.scrape(url)

        assert first["status"] == 404 and first["warning"] and first["quality"]["complete"] is False
        assert first["usage"]["creditsUsed"] == 0 and first["usage"]["creditsRemaining"] == 1_000
        assert "There is no such page" in first["markdown"]
        assert again["cached"] is False and len(origin.seen(url)) == 2
        assert spent() == 0

    @pytest.mark.parametrize("code", ["401", "403", "410", "429", "451"])
    def test_every_4xx_is_returned_alike(
        self, client: Client, origin: Origin, unique: str, code: str, spent: Spent
    ) -> None:
        data = client.scrape(origin.url("/status", code=code, t=unique))

        assert data["status"] == int(code) and data["warning"] and data["quality"]["complete"] is False
        assert spent() == 0

    @pytest.mark.parametrize("code", ["500", "502", "503"])
    def test_5xx_after_retries_is_502(
        self, client: Client, origin: Origin, unique: str, code: str, spent: Spent
    ) -> None:
        url = origin.url("/status", code=code, t=unique)

        refused = client.refused(url)

        assert (refused["statusCode"], refused["code"]) == (502, "UPSTREAM_UNREACHABLE")
        assert len(origin.seen(url)) == 3 and spent() == 0

    def test_flaky_origin_is_tried_again(self, client: Client, origin: Origin, unique: str, spent: Spent) -> None:
        url = origin.url("/flaky", fails="2", t=unique)

        assert client.scrape(url)["status"] == 200
        assert len(origin.seen(url)) == 3 and spent() == 1

    @pytest.mark.parametrize(("headers", "pauses"), [({}, (0.2, 0.4)), ({"Retry-After": "1"}, (1.0, 1.0))])
    def test_tries_leave_pauses(
        self, client: Client, site: Site, headers: dict[str, str], pauses: tuple[float, float]
    ) -> None:
        site.page("/", status=503, headers=headers)

        assert client.refused(site.url())["statusCode"] == 502
        gaps = [after.at - before.at for before, after in pairwise(site.seen("/"))]
        assert len(gaps) == 2 and all(gap >= pause for gap, pause in zip(gaps, pauses, strict=True))

    def test_no_pause_outlasts_the_callers_time(self, client: Client, site: Site) -> None:
        site.page("/", status=503, headers={"Retry-After": "20"})
        begun = time.monotonic()

        assert client.refused(site.url(), timeout=4000)["code"] == "UPSTREAM_UNREACHABLE"
        assert len(site.seen("/")) == 1 and time.monotonic() - begun < 12

    @pytest.mark.parametrize("path", ["/empty", "/blank", "/image.png"])
    def test_no_page_is_502_and_not_an_empty_200(
        self, client: Client, origin: Origin, unique: str, path: str, spent: Spent
    ) -> None:
        refused = client.refused(origin.url(path, t=unique))

        assert (refused["statusCode"], refused["code"]) == (502, "UPSTREAM_UNREACHABLE")
        assert spent() == 0

    @pytest.mark.parametrize("path", ["/loop", "/ping-pong"])
    def test_redirect_loop_ends(self, client: Client, origin: Origin, unique: str, path: str, spent: Spent) -> None:
        refused = client.refused(origin.url(path, t=unique))

        asked = [seen.target for seen in origin.requests if unique in seen.target]
        assert refused["code"] == "UPSTREAM_UNREACHABLE" and 2 <= len(asked) <= 12
        assert spent() == 0

    def test_untrusted_certificate_is_refused(self, client: Client, origin: Origin, unique: str, spent: Spent) -> None:
        refused = client.refused(origin.tls_url("/article", t=unique))

        assert refused["code"] == "UPSTREAM_UNREACHABLE" and spent() == 0

    @pytest.mark.parametrize("url", ["http://127.0.0.1:2/", "https://127.0.0.1:2/", "http://no-such-host.invalid/"])
    def test_unreachable_host_is_502(self, client: Client, url: str, spent: Spent) -> None:
        assert client.refused(url)["code"] == "UPSTREAM_UNREACHABLE" and spent() == 0

    @pytest.mark.parametrize(
        "path",
        [
            "/drop",
            "/short",
            "/no-http",
            "/bad-length",
            "/bad-gzip",
            "/huge-headers",
            "/many-headers",
            "/endless",
            "/nothing",
        ],
    )
    def test_broken_answer_is_502(self, client: Client, origin: Origin, unique: str, path: str, spent: Spent) -> None:
        refused = client.refused(origin.rough_url(path, t=unique), timeout=20_000)

        assert (refused["statusCode"], refused["code"]) == (502, "UPSTREAM_UNREACHABLE"), refused
        assert spent() == 0

    def test_gzip_bomb_is_502_and_ends_no_process(
        self, client: Client, origin: Origin, unique: str, spent: Spent
    ) -> None:
        refused = client.refused(origin.url("/bomb", t=unique))

        assert refused["code"] == "UPSTREAM_UNREACHABLE" and "too large" in refused["message"]
        assert client.scrape(origin.url("/article", t=unique))["status"] == 200
        assert spent() == 1

    @pytest.mark.parametrize("path", ["/slow-headers", "/drip"])
    def test_dripping_origin_ends_with_the_timeout(
        self, client: Client, origin: Origin, unique: str, path: str, spent: Spent
    ) -> None:
        refused = client.refused(origin.rough_url(path, t=unique), timeout=1_000)

        assert (refused["statusCode"], refused["code"]) == (504, "REQUEST_TIMEOUT")
        assert spent() == 0


def test_timeout_is_the_callers_budget(client: Client, origin: Origin, unique: str, spent: Spent) -> None:
    refused = client.refused(origin.url("/slow", seconds="5", t=unique), timeout=1_000)

    assert (refused["statusCode"], refused["code"]) == (504, "REQUEST_TIMEOUT")
    assert refused["error"]["details"] == {"budgetMs": 1_000, "path": "/v1/web/scrape", "retryable": True}
    # The caller's `timeout` ends the fetch, so the cache is not filled: the message does not promise that.
    assert (
        refused["message"]
        == "The `timeout` of 1000 ms was exceeded, and the fetch was ended. Allow more time for a retry."
    )
    assert spent() == 0


class TestAddressPolicy:
    @pytest.mark.parametrize(
        "url",
        [
            "http://10.0.0.1/",
            "http://169.254.169.254/latest/",
            "http://[::1]/",
            "http://192.168.1.1/",
            "http://0x0a.1/",
            "http://2852039166/",
        ],
    )
    def test_private_address_is_a_validation_error(self, client: Client, url: str, spent: Spent) -> None:
        refused = client.refused(url)

        assert (refused["statusCode"], refused["code"]) == (400, "VALIDATION_ERROR")
        assert refused["error"]["details"][0]["field"] == "url" and spent() == 0

    def test_redirect_into_the_private_network_is_refused(
        self, client: Client, origin: Origin, unique: str, spent: Spent
    ) -> None:
        before = len(origin.private_hits)

        refused = client.refused(origin.url("/redirect", to=origin.private_url(), t=unique))

        assert (refused["statusCode"], refused["code"]) == (400, "VALIDATION_ERROR")
        assert len(origin.private_hits) == before and spent() == 0


class TestPostTarget:
    def test_body_is_sent_verbatim(self, client: Client, origin: Origin, unique: str) -> None:
        url = origin.url("/echo", t=unique)
        body = 'a=1&b=\u00fc "quoted"\n'

        data = client.scrape(
            url, method="POST", body=body, headers={"Content-Type": "application/x-www-form-urlencoded"}, renderJs=True
        )

        [seen] = origin.seen(url)
        assert (seen.method, seen.body) == ("POST", body.encode()) and data["status"] == 200
        assert seen.headers["content-type"] == "application/x-www-form-urlencoded"

    def test_post_target_is_never_rendered(self, client: Client, origin: Origin, unique: str) -> None:
        url = origin.url("/shell", t=unique)

        data = client.scrape(url, method="POST", body="x", renderJs=True, waitFor=100, formats=["rawHtml"])

        assert '<h1>Written by script</h1>" +' in data["rawHtml"] and len(origin.seen(url)) == 1

    @pytest.mark.parametrize("path", ["/status", "/flaky"])
    def test_post_is_never_sent_twice(self, client: Client, origin: Origin, unique: str, path: str) -> None:
        url = origin.url(path, code="503", fails="9", t=unique)

        assert client.refused(url, method="POST", body="x")["code"] == "UPSTREAM_UNREACHABLE"
        assert len(origin.seen(url)) == 1

    def test_get_and_posts_are_cached_apart(self, client: Client, origin: Origin, unique: str) -> None:
        url = origin.url("/echo", t=unique)
        calls: list[dict[str, Any]] = [
            {},
            {"method": "POST", "body": "a"},
            {"method": "POST", "body": "b"},
            {"method": "POST"},
        ]

        first = [client.scrape(url, **call)["cached"] for call in calls]
        again = [client.scrape(url, **call)["cached"] for call in calls]

        assert first == [False] * 4 and again == [True] * 4 and len(origin.seen(url)) == 4


class TestKindsOfPages:
    def test_pdf_comes_back_as_markdown(self, client: Client, origin: Origin, unique: str, spent: Spent) -> None:
        data = client.scrape(origin.url("/pdf", t=unique))

        assert "Tide tables of the lower delta" in data["markdown"] and spent() == 1

    def test_plain_text_is_a_page(self, client: Client, origin: Origin, unique: str) -> None:
        assert "river pilots" in client.scrape(origin.url("/plain.txt", t=unique))["markdown"]

    @pytest.mark.parametrize("name", ["latin-1-header", "utf-16-bom", "windows-1252-meta", "utf-8-undeclared"])
    def test_charsets_are_understood(self, client: Client, origin: Origin, unique: str, name: str) -> None:
        data = client.scrape(origin.url("/charset", name=name, t=unique))

        assert data["metadata"]["title"] == "Größenwahn und Übermut"

    def test_unstorable_characters_do_not_fail_the_page(
        self, client: Client, origin: Origin, unique: str, spent: Spent
    ) -> None:
        answer = client.try_scrape(origin.url("/unstorable", t=unique), formats=list(FORMATS))

        assert answer.status_code == 200, answer.text
        assert "\x00" not in answer.json()["data"]["markdown"] and "river pilots" in answer.json()["data"]["markdown"]
        answer.text.encode("utf-8")
        assert spent() == 1

    def test_meta_refresh_is_followed(self, client: Client, origin: Origin, unique: str) -> None:
        to = origin.url("/article", t=unique)

        assert client.scrape(origin.url("/meta-refresh", to=to))["finalUrl"] == to


def test_tags_choose_what_is_read(client: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/article", t=unique)

    kept = client.scrape(url, includeTags=["footer"], onlyMainContent=False)
    stripped = client.scrape(url, excludeTags=["h1", "p"], formats=["html"], onlyMainContent=False)

    assert "Copyright 2019" in kept["markdown"] and "lower delta" not in kept["markdown"]
    assert "lower delta" not in stripped["html"]


class TestInBackground:
    def finished(self, client: Client, job_id: str) -> dict[str, Any]:
        def look() -> dict[str, Any] | None:
            body: dict[str, Any] = client.get(f"/v1/web/scrape/{job_id}").json()
            return body if body["status"] in ("completed", "failed") else None

        done: dict[str, Any] = wait_until(look, seconds=90, what="the job's end")
        return done

    def begin(self, client: Client, url: str, **options: Any) -> str:
        answer = client.try_scrape(url, **{"async": True}, **options)
        assert answer.status_code == 201 and answer.json()["status"] == "queued"
        job_id: str = answer.json()["jobId"]
        return job_id

    def test_job_goes_from_active_to_completed(self, client: Client, origin: Origin, unique: str, spent: Spent) -> None:
        job_id = self.begin(client, origin.url("/gate", name=unique), formats=["links"])
        statuses = set()

        def active() -> bool:
            statuses.add(client.get(f"/v1/web/scrape/{job_id}").json()["status"])
            return "active" in statuses

        wait_until(active, seconds=90, what="an active job")
        origin.open_gate(unique)
        done = self.finished(client, job_id)

        assert statuses <= {"waiting", "active"} and done["status"] == "completed" and done["id"] == job_id
        assert set(done["data"]) == ALWAYS | {"links"} and done["data"]["usage"]["creditsUsed"] == 1
        assert spent() == 1

    def test_failed_job_reports_its_error_and_costs_nothing(self, client: Client, spent: Spent) -> None:
        done = self.finished(client, self.begin(client, "http://127.0.0.1:2/"))

        assert done["status"] == "failed" and done["error"]["code"] == "UPSTREAM_UNREACHABLE" and "data" not in done
        assert spent() == 0

    def test_timeout_of_a_job_is_reported(self, client: Client, origin: Origin, unique: str, spent: Spent) -> None:
        url = origin.url("/slow", seconds="5", t=unique)

        done = self.finished(client, self.begin(client, url, timeout=1_000))

        assert done["error"]["code"] == "REQUEST_TIMEOUT" and done["error"]["details"]["budgetMs"] == 1_000
        assert spent() == 0
