"""Watches beside a reference model, on a real Postgres: calls of the API, schedulers, workers that end checks, workers that die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar
from uuid import UUID

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from sqlalchemy import Engine, text

from extraction.changes.judgement import Judgement
from models import books
from models.page_jobs import job_end
from models.watches import watch
from models.watches.watch import WatchRow
from tests.api.conftest import Caller
from tests.conftest import Account
from workers.watches.ending import Found, end_check
from workers.watches.starting import start_next

URL, HOOK = "https://a.example/", "http://127.0.0.1:4/hook"
FAILURES_MAX = 2
RUNNING = "SELECT id, check_id FROM watch WHERE check_id IS NOT NULL"


@dataclass
class ModelWatch:
    """What a watch must be. `next` is `due`, `later` or None; `asked` is the check that a caller has asked for."""

    is_active: bool = True
    next: str | None = "due"
    asked: str | None = None
    running: str | None = None
    checks: int = 0
    failures: int = 0
    is_error_reported: bool = False
    events: Counter[str] = field(default_factory=Counter)
    ended: list[WatchRow] = field(default_factory=list)

    def start(self, check_id: str) -> None:
        assert self.running is None and self.next == "due" and self.asked in (None, check_id)
        self.running, self.asked, self.checks = check_id, None, self.checks + 1
        self.next = "later" if self.is_active else None

    def end(self, outcome: str) -> None:
        self.running = None
        if outcome == "failed":
            self.failures += 1
            self.next = "later" if self.is_active else self.next
            if self.failures >= FAILURES_MAX and not self.is_error_reported:
                self.is_error_reported = True
                self.events["watch.error"] += 1
            return
        self.failures = 0
        if outcome == "changed":
            self.events["watch.changed"] += 1
        if self.is_error_reported:
            self.is_error_reported = False
            self.events["watch.recovered"] += 1


def found(outcome: str) -> Found:
    if outcome == "failed":
        return Found(error="HTTP 500")
    page = {
        "url": URL,
        "result": outcome,
        "description": "What happened.",
        "reported": outcome == "changed",
        "diff": "",
    }
    return Found((Judgement(page, "{}", None, "{}" if outcome == "changed" else None, False),))


class WatchMachine(RuleBasedStateMachine):
    """One operation after the other."""

    make_caller: ClassVar[Callable[[], tuple[Caller, Account]]]
    database: ClassVar[Engine]
    watches = Bundle("watches")

    def __init__(self) -> None:
        super().__init__()
        self.caller, self.account = self.make_caller()
        self.run_sql("DELETE FROM watch")
        self.known: dict[str, ModelWatch] = {}

    def run_sql(self, statement: str, **values: Any) -> list[Any]:
        with self.database.begin() as connection:
            answer = connection.execute(text(statement), values)
            return list(answer) if answer.returns_rows else []

    def send(self, method: str, path: str, body: str | None = None) -> Any:
        return self.caller.send(method, f"/v1/web/watch{path}", body.encode() if body else None)

    @rule(target=watches)
    def create(self) -> str:
        answer = self.send(
            "POST",
            "",
            f'{{"urls": ["{URL}"], "schedule": {{"everyMinutes": 60}}, "webhook": "{HOOK}", "failuresBeforeError": 2}}',
        )
        assert answer.status_code == 201, answer.text
        made: str = answer.get_json()["data"]["id"]
        self.known[made] = ModelWatch()
        return made

    @rule(made=watches)
    def pause(self, made: str) -> None:
        self.patch(made, '{"status": "paused"}')
        if one := self.known.get(made):
            one.is_active = False
            one.next = one.next if one.asked else None

    @rule(made=watches)
    def resume(self, made: str) -> None:
        self.patch(made, '{"status": "active"}')
        if one := self.known.get(made):
            if not one.is_active and not one.asked:
                one.next = "later"
            one.is_active = True

    @rule(made=watches)
    def change_schedule(self, made: str) -> None:
        self.patch(made, '{"schedule": {"everyMinutes": 120}}')
        one = self.known.get(made)
        if one and one.is_active and not one.asked:
            one.next = "later"

    def patch(self, made: str, body: str) -> None:
        assert self.send("PATCH", f"/{made}", body).status_code == (200 if made in self.known else 404)

    @rule(made=watches)
    def check_now(self, made: str) -> None:
        answer, one = self.send("POST", f"/{made}/run"), self.known.get(made)
        assert answer.status_code == (201 if one else 404)
        if one is None:
            return
        given = answer.get_json()["data"]
        if one.running is None and one.asked is None:
            one.asked, one.next = given["id"], "due"
        assert given["id"] == (one.running or one.asked)
        assert given["status"] == ("running" if one.running else "queued")

    @rule(made=watches)
    def delete(self, made: str) -> None:
        assert self.send("DELETE", f"/{made}").status_code == (200 if made in self.known else 404)
        self.known.pop(made, None)

    @rule()
    def time_passes(self) -> None:
        self.run_sql("UPDATE watch SET next_at = next_at - interval '60 days'")
        for one in self.known.values():
            one.next = "due" if one.next else None

    @rule(amount=st.sampled_from([0, 0, 1000]))
    def credits_change(self, amount: int) -> None:
        """Without credits, a check begins and fails."""
        # Straight in the tables: what is held must stay covered.
        self.run_sql(
            "WITH paid AS (UPDATE workspace SET balance = reserved + :amount WHERE id = :id RETURNING id, balance)"
            " INSERT INTO ledger (workspace_id, key, delta, balance_after) SELECT id, gen_random_uuid()::text,"
            " balance - (SELECT coalesce(sum(delta), 0) FROM ledger WHERE workspace_id = :id), balance FROM paid",
            id=self.account.workspace_id, amount=amount,
        )  # fmt: skip

    @rule()
    def start_due(self) -> None:
        due = {made for made, one in self.known.items() if one.next == "due" and one.running is None}
        with self.database.begin() as connection:
            begun = start_next(connection)
        assert (begun is None) == (not due)
        if begun is not None:
            [(made, check_id)] = [
                (str(row.id), str(row.check_id)) for row in self.run_sql(RUNNING)
                if self.known[str(row.id)].running != str(row.check_id)
            ]  # fmt: skip
            assert made in due
            self.known[made].start(check_id)

    @rule(made=watches, outcome=st.sampled_from(["same", "changed", "failed", "failed"]))
    def end_running(self, made: str, outcome: str) -> None:
        one, row = self.known.get(made), self.row_of(made)
        if one is None or row is None or row.check_id is None:
            return
        for job in self.run_sql("SELECT id, operation FROM job WHERE watch_id = :id AND status = 'running'", id=row.id):
            with self.database.begin() as connection:
                job_end.cancel(connection, job.id, row.workspace_id, job.operation)
        assert self.end(row, outcome)
        one.end(outcome)
        one.ended.append(row)

    @rule(made=watches, outcome=st.sampled_from(["changed", "failed"]))
    def another_worker_ends_it_too(self, made: str, outcome: str) -> None:
        """Its lease had expired: what it found is not written."""
        for row in self.known[made].ended[-1:] if made in self.known else ():
            assert not self.end(row, outcome)

    def end(self, row: WatchRow, outcome: str) -> bool:
        with self.database.begin() as connection:
            return end_check(connection, row, row.checks, found(outcome), most_versions=3, base_url="http://a.example")

    def row_of(self, made: str) -> WatchRow | None:
        with self.database.begin() as connection:
            return watch.find(connection, UUID(made), self.account.workspace_id)

    @invariant()
    def tables_agree_with_the_model(self) -> None:
        rows = self.run_sql("SELECT *, clock_timestamp() AS at FROM watch")
        assert {str(row.id) for row in rows} == set(self.known)
        for row in rows:
            one = self.known[str(row.id)]
            assert (row.status == "active", row.checks, row.failures, row.error_reported) == (
                one.is_active, one.checks, one.failures, one.is_error_reported,
            )  # fmt: skip
            assert (None if row.check_id is None else str(row.check_id)) == one.running
            assert (row.next_check_id is None) == (one.asked is None)
            assert (None if row.next_at is None else "due" if row.next_at <= row.at else "later") == one.next
        self.check_events_and_checks()
        with self.database.connect() as connection:
            assert [each for each in books.drift(connection) if each.workspace_id == self.account.workspace_id] == []

    def check_events_and_checks(self) -> None:
        events: dict[str, Counter[str]] = {made: Counter() for made in self.known}
        for row in self.run_sql("SELECT watch_id, type FROM event JOIN watch_check ON watch_check.id = watch_check_id"):
            events[str(row.watch_id)][row.type] += 1
        checks = self.run_sql(
            "SELECT watch_id, array_agg(number ORDER BY number) AS numbers, count(*) FILTER (WHERE status = 'running') AS running"
            " FROM watch_check GROUP BY 1"
        )
        for row in checks:
            one = self.known[str(row.watch_id)]
            assert row.numbers == [*range(1, one.checks + 1)] and row.running == (one.running is not None)
        assert events == {made: one.events for made, one in self.known.items()}


def run_machine(
    database: Engine, make_account: Callable[[], Account], caller_with: Callable[[str], Caller], *, examples: int, steps: int,
    phases: list[Phase],
) -> None:  # fmt: skip
    def make_caller() -> tuple[Caller, Account]:
        account = make_account()
        return caller_with(account.key), account

    machine = type("BoundMachine", (WatchMachine,), {"database": database, "make_caller": staticmethod(make_caller)})
    sizes = settings(
        max_examples=examples, stateful_step_count=steps, phases=phases, deadline=None, database=None, derandomize=True,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(machine, settings=sizes)


def test_watches_do_what_the_model_says(
    database: Engine, make_account: Callable[[], Account], caller_with: Callable[[str], Caller]
) -> None:
    run_machine(database, make_account, caller_with, examples=8, steps=40, phases=[Phase.generate])


@pytest.mark.long_faults
def test_watches_do_what_the_model_says_for_long(
    database: Engine, make_account: Callable[[], Account], caller_with: Callable[[str], Caller]
) -> None:
    run_machine(database, make_account, caller_with, examples=200, steps=50, phases=[Phase.generate, Phase.shrink])
