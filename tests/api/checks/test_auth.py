"""Authentication: checked before the body is read, before any work, and again for every call."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import Engine, func, select

from contract import limits
from models.accounts import workspace
from models.accounts.workspace import Key
from models.jobs.job import Job
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account

GOOD = b'{"url": "http://127.0.0.1:4/"}'
BAD_KEYS = {
    "missing": None,
    "empty": "",
    "nonsense": "nonsense",
    "prefix only": "ow_sk_",
    "unknown": "ow_sk_" + "a" * 43,
    "another prefix": "sk_" + "a" * 43,
    "bearer": "Bearer ow_sk_" + "a" * 43,
    "overlong": "ow_sk_" + "a" * 5_000,
    "sql": "ow_sk_' OR 1=1 --aaaaaaaaaaaa",
    "latin": "ow_sk_\u00e9" + "a" * 43,
}


@pytest.mark.parametrize("key", BAD_KEYS.values(), ids=BAD_KEYS)
@pytest.mark.parametrize("body", [GOOD, b"{}", b"not json", b"[" * 100_000], ids=["good", "no url", "no json", "deep"])
def test_bad_key_is_refused_whatever_the_body(
    caller_with: Callable[[str | None], Caller], key: str | None, body: bytes
) -> None:
    answer = caller_with(key).post(body)

    assert failure_of(answer)["code"] == "UNAUTHORIZED" and answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == 'ApiKey realm="orbweaver", header="X-API-Key"'


LARGE = b'"' + b"x" * limits.REQUEST_MAX_BYTES + b'"'


def test_caller_is_authenticated_before_the_size_is_checked(
    caller_with: Callable[[str | None], Caller], caller: Caller, database: Engine, account: Account
) -> None:
    assert caller.post(LARGE).status_code == 413
    assert caller.post(LARGE, "/v1/web/nothing").status_code == 413
    assert caller_with(None).post(LARGE).status_code == 401
    with database.begin() as connection:
        workspace.set_suspended(connection, account.workspace_id, True)
    assert failure_of(caller.post(LARGE))["code"] == "WORKSPACE_BANNED"


@pytest.mark.parametrize("blanks", [" ", "\t", " \t  "])
def test_blanks_around_a_key_are_ignored(
    caller_with: Callable[[str | None], Caller], account: Account, blanks: str
) -> None:
    assert caller_with(f"{blanks}{account.key}{blanks}").post(b"{}").status_code == 400
    assert caller_with(f"{account.key[:20]}{blanks}{account.key[20:]}").post(b"{}").status_code == 401


def test_bad_key_is_refused_whatever_the_content_type(caller_with: Callable[[str | None], Caller]) -> None:
    assert caller_with(None).post(b"a=1", Content_Type="text/plain").status_code == 401


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/v1/web/markdown"), ("GET", "/v1/web/scrape/x"), ("POST", "/v1/web/links")]
)
def test_every_endpoint_requires_a_key(caller_with: Callable[[str | None], Caller], method: str, path: str) -> None:
    assert caller_with(None).send(method, path, b"{}").status_code == 401


def test_key_outside_the_x_api_key_header_is_ignored(
    caller_with: Callable[[str | None], Caller], account: Account
) -> None:
    caller = caller_with(None)

    assert caller.post(GOOD, Authorization=f"Bearer {account.key}").status_code == 401
    assert caller.send("POST", f"/v1/web/scrape?X-API-Key={account.key}&token={account.key}", GOOD).status_code == 401


def test_publishable_key_serves_logos_only(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    failure = failure_of(caller_with(make_account(kind="publishable").key).post(GOOD))

    assert (failure["statusCode"], failure["code"]) == (401, "UNAUTHORIZED")


def test_revocation_applies_to_the_next_call(caller: Caller, database: Engine, account: Account) -> None:
    assert caller.post(b"{}").status_code == 400
    with database.begin() as connection:
        [key_id] = connection.execute(select(Key.id).where(Key.workspace_id == account.workspace_id)).scalars()
        workspace.revoke_key(connection, key_id)

    assert caller.post(b"{}").status_code == 401


def test_suspension_applies_to_the_next_call_and_can_be_lifted(
    caller: Caller, database: Engine, account: Account
) -> None:
    for suspended, code in ((True, "WORKSPACE_BANNED"), (False, "VALIDATION_ERROR")):
        with database.begin() as connection:
            workspace.set_suspended(connection, account.workspace_id, suspended)
        answer = caller.post(b"{}")
        assert failure_of(answer)["code"] == code and answer.status_code == (403 if suspended else 400)


def jobs_of(database: Engine, workspace_id: UUID) -> int:
    with database.connect() as connection:
        return connection.execute(select(func.count()).where(Job.workspace_id == workspace_id)).scalar_one()


def test_rejected_calls_start_nothing(
    caller_with: Callable[[str | None], Caller], caller: Caller, database: Engine, account: Account
) -> None:
    with database.begin() as connection:
        workspace.set_suspended(connection, account.workspace_id, True)

    caller.post(GOOD)
    caller_with(None).post(GOOD)

    assert jobs_of(database, account.workspace_id) == 0


def test_call_without_credits_is_402_before_any_work(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account], database: Engine
) -> None:
    poor = make_account(0)

    answer = caller_with(poor.key).post(GOOD)

    assert failure_of(answer)["code"] == "INSUFFICIENT_CREDITS" and answer.status_code == 402
    assert failure_of(answer)["message"] == "Insufficient credits: this call costs 1 credit, the balance is 0."
    crawl = failure_of(caller_with(poor.key).post(GOOD, "/v1/web/crawl"))
    assert crawl["code"] == "INSUFFICIENT_CREDITS"
    assert crawl["message"] == "Insufficient credits: each page costs 1 credit, the balance is 0."
    assert jobs_of(database, poor.workspace_id) == 0


def test_invalid_body_is_reported_before_missing_credits(
    caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    assert caller_with(make_account(0).key).post(b"{}").status_code == 400
