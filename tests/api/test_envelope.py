"""The envelope of every response."""

from __future__ import annotations

from dataclasses import replace

import pytest
from werkzeug.exceptions import BadRequest
from werkzeug.exceptions import InternalServerError as WerkzeugInternalServerError

from api.app import create_app
from api.envelope import from_werkzeug
from contract.environment import Environment
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account


@pytest.mark.parametrize(
    "path",
    [
        "/v1",
        "/v1/web",
        "/v1/web/nothing",
        "/v2/web/scrape",
        "/v1/web/scrape/",
        "/V1/web/scrape",
        "/favicon.ico",
        "/v1//account",
        "/v1/web/crawl//events",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_unknown_route_is_not_found(caller: Caller, method: str, path: str) -> None:
    failure = failure_of(caller.send(method, path, b"{}" if method == "POST" else None))

    assert (failure["statusCode"], failure["code"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/web/scrape"),
        ("PUT", "/v1/web/scrape"),
        ("DELETE", "/v1/web/links"),
        ("PATCH", "/v1/web/html"),
        ("POST", "/v1/web/scrape/x"),
        ("POST", "/openapi.json"),
        ("POST", "/v1/web/crawl/x/events"),
        ("DELETE", "/v1/web/batch/x/events"),
        ("POST", "/v1/web/crawl/x/deliveries"),
        ("DELETE", "/v1/jobs"),
        ("POST", "/readyz"),
        ("POST", "/changelog"),
    ],
)
def test_unknown_method_is_405_with_the_allowed_methods(caller: Caller, method: str, path: str) -> None:
    answer = caller.send(method, path)

    assert failure_of(answer)["code"] == "METHOD_NOT_ALLOWED" and answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) & {"POST", "GET"}


def test_request_id_is_generated_for_each_response(caller: Caller) -> None:
    ids = set()
    for path in ("/v1/web/scrape", "/v1/web/nothing", "/openapi.json", "/readyz", "/changelog"):
        answer = caller.send("GET", path, X_Request_Id="mine", X_Correlation_Id="mine")
        ids.add(answer.headers["X-Request-Id"])

    assert len(ids) == 5 and "mine" not in ids


@pytest.mark.parametrize(
    ("path", "cache"),
    [
        ("/v1/account", "no-store"),
        ("/v1/web/nothing", "no-store"),
        ("/v1/web/scrape", "no-store"),
        ("/readyz", "no-store"),
        ("/openapi.json", "no-cache"),
        ("/changelog", "no-cache"),
        ("/docs/", "no-cache"),
    ],
)
def test_only_documentation_may_be_cached(caller: Caller, path: str, cache: str) -> None:
    answer = caller.send("GET", path)

    assert answer.headers["Cache-Control"] == cache
    assert {"Accept-Encoding", "X-API-Key"} <= set(answer.headers["Vary"].split(", "))


def test_timeout_reports_its_budget_when_no_worker_runs(caller: Caller) -> None:
    failure = failure_of(caller.post(b'{"url": "http://127.0.0.1:4/"}', "/v1/web/markdown"))

    assert (failure["statusCode"], failure["code"]) == (504, "REQUEST_TIMEOUT")
    assert failure["error"]["details"] == {"budgetMs": 200, "path": "/v1/web/markdown", "retryable": True}
    assert (
        failure["message"] == "The time budget of 200 ms was exceeded. The fetch continues: a retry is usually faster."
    )


@pytest.mark.parametrize("formats", ['["summary"]', '["json"]', '["markdown", "summary", "json"]'])
def test_model_formats_are_unavailable_naming_the_setting(caller: Caller, formats: str) -> None:
    body = f'{{"url": "http://127.0.0.1:4/", "formats": {formats}, "jsonOptions": {{"prompt": "x"}}}}'
    answer = caller.post(body.encode())

    failure = failure_of(answer)
    assert (failure["statusCode"], failure["code"]) == (503, "SERVICE_UNAVAILABLE")
    assert "set ORBWEAVER_LLM_BASE_URL and ORBWEAVER_LLM_MODEL" in failure["message"]
    assert "Retry-After" not in answer.headers  # A retry would not help.


def test_schema_that_the_page_may_answer_itself_is_accepted_without_a_model(caller: Caller) -> None:
    schema = '{"type": "object", "properties": {"name": {"type": "string"}}}'
    body = f'{{"url": "http://127.0.0.1:4/", "formats": ["json"], "jsonOptions": {{"schema": {schema}}}}}'

    assert failure_of(caller.post(body.encode()))["code"] == "REQUEST_TIMEOUT"  # No worker runs.


def test_configured_model_is_not_reported_as_unset(isolated: Environment, account: Account) -> None:
    configured = replace(
        isolated, llm_base_url="http://127.0.0.1:4/v1", llm_model="some-model", sync_budget_seconds=0.2
    )
    app = create_app(configured)

    answer = Caller(app, account.key, "10.7.0.3").post(b'{"url": "http://127.0.0.1:4/", "formats": ["summary"]}')

    assert failure_of(answer)["code"] == "REQUEST_TIMEOUT"  # No worker runs.


def test_internal_error_shows_no_traceback(isolated: Environment) -> None:
    app = create_app(isolated)

    @app.get("/broken")
    def broken() -> str:
        raise KeyError("secret detail")

    answer = Caller(app, None, "10.7.0.1").send("GET", "/broken")

    failure = failure_of(answer)
    assert (failure["statusCode"], failure["code"]) == (500, "INTERNAL_SERVER_ERROR")
    assert "secret detail" not in answer.get_data(as_text=True)


def test_absent_postgres_is_503(isolated: Environment) -> None:
    app = create_app(replace(isolated, given_database_url="postgresql+psycopg2://postgres@127.0.0.1:9/x"))
    answer = Caller(app, "ow_sk_" + "a" * 43, "10.7.0.2").post(b"{}")

    assert failure_of(answer)["code"] == "SERVICE_UNAVAILABLE" and answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"


def test_werkzeug_500_is_internal_and_400_is_a_validation_error() -> None:
    ours, theirs = from_werkzeug(WerkzeugInternalServerError()), from_werkzeug(BadRequest())

    assert (ours.status, ours.code) == (500, "INTERNAL_SERVER_ERROR")
    assert (theirs.status, theirs.code) == (400, "VALIDATION_ERROR")
