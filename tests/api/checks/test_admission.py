"""How many jobs a workspace may have open at a time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, text

from contract import limits
from tests.api.conftest import Caller, failure_of
from tests.conftest import Account

BACKGROUND = b'{"url": "http://127.0.0.1:4/", "async": true}'


@pytest.fixture
def almost_too_many_scrapes(database: Engine, account: Account) -> None:
    with database.begin() as connection:
        connection.execute(
            text("""INSERT INTO job (id, workspace_id, operation, options, path, in_background, status)
                    SELECT gen_random_uuid(), :me, 'scrape', '{}', '/', true, 'waiting' FROM generate_series(3, :most)"""),
            {"me": account.workspace_id, "most": limits.ASYNC_SCRAPES_MAX},
        )


@pytest.mark.usefixtures("almost_too_many_scrapes")
def test_number_of_open_background_scrapes_per_workspace_is_limited(
    caller: Caller, caller_with: Callable[[str | None], Caller], make_account: Callable[..., Account]
) -> None:
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda number: caller.post(BACKGROUND, Idempotency_Key=str(number)), range(6)))

    refused = [answer for answer in answers if answer.status_code == 429]
    accepted = [number for number, answer in enumerate(answers) if answer.status_code == 201]
    assert len(refused) == 4 and len(accepted) == 2
    assert all(
        answer.headers["Retry-After"] and "200 background" in failure_of(answer)["message"] for answer in refused
    )
    assert {(answer.headers["RateLimit-Policy"], answer.headers["RateLimit"]) for answer in refused} == {
        ('"background-scrapes";q=200', '"background-scrapes";r=0;t=30')
    }
    assert caller.post(BACKGROUND, Idempotency_Key=str(accepted[0])).status_code == 201
    assert caller_with(make_account().key).post(BACKGROUND).status_code == 201
