"""Starting and ending checks: no check twice, none lost, one that is late once, and the books right."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine, text

from contract.environment import Environment
from contract.errors import ServiceUnavailable
from contract.watch_times import SECOND_VISIT
from extraction.changes.judgement import Asked, Judgement, Known, judge
from extraction.changes.sentences import ChangeQuestion
from extraction.changes.visit import Visit
from models import books, session
from models.accounts import audit, member, workspace
from models.base import new_id
from models.watches import check, version, watch
from models.watches.watch import WatchRow
from tests.conftest import Account
from tests.workers.conftest import Posts
from workers.watches import revisits
from workers.watches.ending import WatchEnder, end_check, plan_revisit
from workers.watches.finding import Found, Revisit
from workers.watches.starting import WatchStarter, plan_set_back, start_next

URL = "https://a.example/"
OPTIONS = {"schedule": {"everyMinutes": 60}, "urls": [URL]}


@pytest.fixture
def make_watch(database: Engine, account: Account, run: Any) -> Callable[..., UUID]:
    def make(**options: Any) -> UUID:
        watch_id = new_id()
        with database.begin() as connection:
            watch.create(connection, watch_id, account.workspace_id, {**OPTIONS, **options})
        return watch_id

    return make


@pytest.fixture
def row_of(database: Engine, account: Account) -> Callable[[UUID], WatchRow]:
    def read(watch_id: UUID) -> WatchRow:
        with database.connect() as connection:
            row = watch.find(connection, watch_id, account.workspace_id)
        assert row is not None
        return row

    return read


def judgement(result: str = "same", *, reported: bool = False, text_of_page: str | None = "{}") -> Judgement:
    page = {"url": URL, "result": result, "description": "What happened.", "reported": reported, "diff": ""}
    return Judgement(page, text_of_page, None, text_of_page if result in ("new", "changed") else None, False)


def end(database: Engine, row: WatchRow, found: Found) -> bool:
    return session.transact(
        database,
        lambda connection: end_check(connection, row, row.checks, found, most_versions=30, base_url="http://a.example"),
    )


def no_words(workspace_id: UUID, url: str, question: ChangeQuestion) -> str:
    raise ServiceUnavailable("No language model is set.")


FAILED = Found(error="HTTP 500")


def test_two_schedulers_start_each_check_once(
    database: Engine, posts: Posts, run: Any, make_watch: Callable[..., UUID]
) -> None:
    for _ in range(40):
        make_watch()
    starters = [WatchStarter(database, posts) for _ in range(4)]  # type: ignore[arg-type]
    threads = [threading.Thread(target=starter.round) for starter in starters]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert run("SELECT count(*), count(DISTINCT watch_id), count(DISTINCT job_id) FROM watch_check") == [(40, 40, 40)]
    assert run("SELECT count(*) FROM job WHERE watch_id IS NOT NULL AND id IN (SELECT job_id FROM watch_check)") == [
        (40,)
    ]


def test_a_watch_that_is_late_by_a_week_is_checked_once(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch()
    run("UPDATE watch SET next_at = now() - interval '7 days', planned_at = now() - interval '7 days', checks = 5")

    begun = [session.transact(database, start_next) for _ in range(3)]
    assert end(database, row_of(watch_id), Found((judgement(),)))

    row = row_of(watch_id)
    assert [each is not None for each in begun] == [True, False, False]
    assert row.next_at is not None and row.now < row.next_at <= row.now + timedelta(hours=1)
    assert session.transact(database, start_next) is None


def test_a_watch_that_was_planned_by_a_clock_ahead_is_planned_again(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch()
    run("UPDATE watch SET next_at = now() + interval '31 days', planned_at = now() + interval '30 days'")

    session.transact(database, plan_set_back)

    row = row_of(watch_id)
    assert row.next_at is not None and row.now < row.next_at <= row.now + timedelta(hours=1)


def test_the_second_visit_follows_soon(
    database: Engine, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch()

    session.transact(database, start_next)

    row = row_of(watch_id)
    assert row.next_at is not None and row.next_at <= row.now + SECOND_VISIT


def test_the_end_of_a_check_is_written_once(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch(webhook={"url": "http://127.0.0.1:4/hook", "events": ["watch.changed"]})
    session.transact(database, start_next)
    row, found = row_of(watch_id), Found((judgement("changed", reported=True),), credits=1)

    ends = [end(database, row, found) for _ in range(2)]

    assert ends == [True, False]
    assert run("SELECT type, url FROM event WHERE watch_check_id = :check", check=row.check_id) == [
        ("watch.changed", "http://127.0.0.1:4/hook")
    ]
    assert row_of(watch_id).last_change_id == row.check_id and row_of(watch_id).check_id is None


def test_a_check_of_a_worker_that_was_killed_while_it_ended_it_is_ended_by_another(
    database: Engine, environment: Environment, run: Any, make_watch: Callable[..., UUID],
    row_of: Callable[[UUID], WatchRow],
) -> None:  # fmt: skip
    watch_id = make_watch()
    session.transact(database, start_next)
    check_id = row_of(watch_id).check_id
    assert check_id is not None
    run("DELETE FROM job WHERE id IN (SELECT job_id FROM watch_check)")

    def claimed() -> list[WatchRow]:
        return session.transact(database, lambda connection: watch.claim_ended(connection, [check_id]))

    first, while_leased = claimed(), claimed()
    run("UPDATE watch SET end_lease_until = now() - interval '1 s'")
    WatchEnder(database, environment, lambda _, *asked: judge(*asked), no_words, lambda: None).round()

    assert len(first) == 1 and while_leased == []
    assert run("SELECT status, result FROM watch_check") == [("failed", "error")]


def test_failures_are_reported_once_back_off_and_end_with_recovered(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch(webhook={"url": "http://127.0.0.1:4/hook", "events": ["watch.error", "watch.recovered"]},
                          failuresBeforeError=2)  # fmt: skip
    waits = []

    for found in (*[FAILED] * 9, Found((judgement(),))):
        run("UPDATE watch SET next_at = now()")
        session.transact(database, start_next)
        end(database, row_of(watch_id), found)
        row = row_of(watch_id)
        assert row.next_at is not None
        waits.append((row.next_at - row.now).total_seconds() / 3600)

    types = [kind for (kind,) in run("SELECT type FROM event WHERE watch_check_id IS NOT NULL ORDER BY id")]
    assert types == ["watch.error", "watch.recovered"]
    assert waits[1] <= 1.2 and waits[8] > 20 and row_of(watch_id).failures == 0


def test_a_workspace_without_credits_gets_a_failed_check_and_owes_nothing(
    database: Engine, environment: Environment, make_account: Callable[..., Account], run: Any
) -> None:
    poor, watch_id = make_account(0), new_id()
    with database.begin() as connection:
        watch.create(connection, watch_id, poor.workspace_id, OPTIONS)

    session.transact(database, start_next)
    WatchEnder(database, environment, lambda _, *asked: judge(*asked), no_words, lambda: None).round()

    [(status, error, credits)] = run("SELECT status, error, credits_used FROM watch_check")
    assert (status, credits) == ("failed", 0) and "credits" in error
    with database.connect() as connection:
        assert workspace.require(connection, poor.workspace_id).reserved == 0
        assert poor.workspace_id not in {drifting for drifting, _, _ in books.drift(connection)}


def test_a_watch_with_unreadable_options_does_not_stop_the_others(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    broken = make_watch()
    run("""UPDATE watch SET options = '{"later": 1}', next_at = now() - interval '1 day'""")
    good = make_watch()

    for _ in range(3):
        session.transact(database, start_next)

    assert row_of(good).check_id is not None and row_of(broken).check_id is None

    run(
        "UPDATE watch SET planned_at = now() + interval '30 days', check_id = NULL, next_at = now() + interval '31 days'"
    )
    session.transact(database, plan_set_back)
    assert run("SELECT count(*) FROM watch WHERE planned_at > now() + interval '1 min'") == [(0,)]


def test_a_visit_of_a_watch_with_unreadable_options_does_not_stop_the_others(
    database: Engine, run: Any, make_watch: Callable[..., UUID]
) -> None:
    broken, good = make_watch(), make_watch()
    for _ in range(2):
        session.transact(database, start_next)
    due = "revisit_urls = ARRAY[CAST(:url AS text)], revisit_at = now() - CASE watch_id WHEN :id THEN 2 ELSE 1 END * interval '1 s'"
    run(f"UPDATE watch_check SET {due}", url=URL, id=broken)
    run("""UPDATE watch SET options = '{"later": 1}' WHERE id = :id""", id=broken)

    with database.begin() as other:  # Another worker that starts the visit of a check has locked it.
        other.execute(text("SELECT FROM watch_check WHERE watch_id = :id FOR UPDATE"), {"id": good})
        begun = [session.transact(database, revisits.start_next) for _ in range(2)]
    begun += [session.transact(database, revisits.start_next) for _ in range(2)]

    assert [each and each.workspace_id is not None for each in begun] == [False, None, True, None]
    assert run("SELECT watch_id FROM watch_check WHERE revisit_at > now() AND revisit_jobs IS NULL") == [(broken,)]
    assert run("SELECT watch_id FROM watch_check WHERE revisit_at IS NULL AND revisit_jobs IS NOT NULL") == [(good,)]


def test_a_worker_that_knows_of_fewer_visits_plans_no_other(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch()
    session.transact(database, start_next)
    row = row_of(watch_id)

    def pause(seconds: int, visits: int) -> int | None:
        """The seconds until the planned visit, after a worker planned one."""
        with database.begin() as connection:
            plan_revisit(connection, row, Revisit(seconds, (URL,)), visits)
        [(left,)] = run("SELECT round(extract(epoch FROM revisit_at - now()) / 100)::int FROM watch_check")
        return None if left is None else int(left)

    planned = [pause(1_000, visits=0), pause(2_000, visits=0)]
    run("UPDATE watch_check SET revisit_at = now()")
    session.transact(database, revisits.start_next)

    assert planned == [10, 10]
    assert [pause(1_000, visits=0), pause(3_000, visits=1)] == [None, 30]


def test_checks_that_fail_to_end_do_not_hide_the_others(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    for _ in range(check.RUNNING_MOST + 1):
        last = make_watch()
        session.transact(database, start_next)
    run("DELETE FROM job WHERE id IN (SELECT job_id FROM watch_check)")
    first = session.transact(database, check.list_ended)

    session.transact(database, lambda connection: watch.claim_ended(connection, first))

    assert session.transact(database, check.list_ended) == [row_of(last).check_id]


def test_e_mail_goes_to_members_who_have_joined(
    database: Engine, account: Account, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    with database.begin() as connection:
        member.add(connection, account.workspace_id, "joined@a.example", "member", audit.OPERATOR)
        member.add(connection, account.workspace_id, "asked@a.example", "member", audit.OPERATOR, has_joined=False)
    addresses = ["joined@a.example", "asked@a.example", "joined@a.example", "stranger@b.example"]
    watch_id = make_watch(emails=addresses)
    session.transact(database, start_next)

    end(database, row_of(watch_id), Found((judgement("changed", reported=True),)))

    assert run("SELECT url FROM event WHERE watch_check_id IS NOT NULL") == [("mailto:joined@a.example",)]


def test_versions_are_differences_and_the_oldest_are_deleted(
    database: Engine, run: Any, make_watch: Callable[..., UUID]
) -> None:
    watch_id = make_watch()
    texts = {number: f"line of the page {number % 7}\n" * 2_000 + f"version {number}" for number in range(1, 41)}

    with database.begin() as connection:
        for number, content in texts.items():
            version.add(connection, watch_id, number, {URL: content}, most=30)
        found = {number: version.read(connection, watch_id, URL, number) for number in texts}

    assert all(found[number] == (texts[number] if number > 10 else None) for number in texts)
    [(count, size, whole)] = run(
        "SELECT count(*), sum(length(body)), count(*) FILTER (WHERE base IS NULL) FROM watch_version"
    )
    assert (count, whole) == (30, 1) and size < 20_000


def test_old_checks_and_versions_are_deleted_but_not_the_newest_version(
    database: Engine, run: Any, make_watch: Callable[..., UUID], row_of: Callable[[UUID], WatchRow]
) -> None:
    watch_id = make_watch()
    session.transact(database, start_next)
    end(database, row_of(watch_id), Found((judgement("new"),)))
    with database.begin() as connection:
        version.add(connection, watch_id, 2, {URL: "two"}, most=30)
    run("UPDATE watch_version SET created_at = now() - interval '91 days'")
    run("UPDATE watch_check SET finished_at = now() - interval '91 days'")
    run(
        "INSERT INTO event (id, watch_check_id, type, host, status)"
        " SELECT gen_random_uuid(), id, 'a', 'a', 'failed' FROM watch_check"
    )

    with database.begin() as connection:
        version.delete_old(connection, 90)
        check.delete_old(connection, 90)

    assert run("SELECT count(*) FROM event WHERE watch_check_id IS NOT NULL AND status = 'failed'") == [(0,)]
    assert run("SELECT number FROM watch_version") == [(2,)] and run("SELECT count(*) FROM watch_check") == [(0,)]


def test_due_watches_and_running_checks_are_found_by_index(database: Engine, run: Any) -> None:
    with database.begin() as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        for table, index, condition in (
            ("watch", "ix_watch_due", "check_id IS NULL AND next_at <= now() ORDER BY next_at LIMIT 1"),
            ("watch", "ix_watch_planned", "status = 'active' AND planned_at > now() + interval '1 min'"),
            ("watch_check", "ix_watch_check_job", "status = 'running' AND job_id IS NOT NULL"),
        ):
            plan = connection.execute(text(f"EXPLAIN SELECT id FROM {table} WHERE {condition}")).scalars()
            assert any(index in line for line in plan), index


def page(text_of_page: str) -> str:
    return (
        '{"status": 200, "finalUrl": "https://a.example/", "metadata": {"title": "A"}, "quality": {"blocked": false},'
        f' "markdown": "# Plant\\n\\nIt delivers electricity to the village.\\n\\n{text_of_page}\\n"}}'
    )


def visits(*texts: str) -> list[Judgement]:
    known, found = Known(), []
    for each in texts:
        found.append(judge(Visit(URL, page(each)), known, Asked()))
        known = Known(found[-1].last, found[-1].noise, found[-1].is_removed)
    return found


@pytest.mark.parametrize(
    ("texts", "results"),
    [
        (["It has 40 panels."] * 3, ["new", "same", "same"]),
        (["It has 40 panels.", "It has 40 panels.", "It was sold.", "It was closed."], ["new", "same", "changed", "changed"]),
        (["Quote: ant.", "Quote: bee.", "Quote: cat.", "Quote: dog."], ["new", "same", "same", "same"]),
    ],
)  # fmt: skip
def test_visits_of_a_page(texts: list[str], results: list[str]) -> None:
    assert [each.result for each in visits(*texts)] == results
