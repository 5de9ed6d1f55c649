"""Slots of a host for requests that are not pages of jobs."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine, text

from models.page_jobs import page_claim
from models.page_jobs.page_choice import Worker
from models.schedule import visit, visit_turn
from models.schedule.visit_turn import Turn
from models.session import ask
from tests.models.desk import Desk, new

HOST = "site.example"
ONE, TWO, THREE = (UUID(int=number) for number in (1, 2, 3))


@pytest.fixture
def empty(database: Engine) -> Engine:
    """The database without visits, running pages and waiting slices."""
    with database.begin() as connection:
        connection.execute(text("DELETE FROM visit"))
        connection.execute(text("UPDATE page SET status = 'failed' WHERE status = 'running'"))
        connection.execute(text("UPDATE slice SET hosts = NULL"))
    return database


def turn(
    database: Engine, *arrivals: UUID, ended: Collection[int] = (), waiting: Collection[int] = (),
    fetched: Collection[tuple[UUID, int]] = (),
) -> Turn:  # fmt: skip
    with database.begin() as connection:
        taken = visit_turn.take(
            connection, HOST, arrivals=arrivals, ended=ended, waiting=waiting, fetched=fetched
        )  # fmt: skip
    assert taken is not None
    return taken


def test_eight_visits_are_granted_and_the_others_wait_in_order(empty: Engine) -> None:
    first = turn(empty, *[ONE] * 6)
    second = turn(empty, *[ONE] * 5)
    waiting = [each for each in second.arrived if each not in second.granted]

    assert list(first.granted) == list(first.arrived) and len(first.arrived) == 6
    assert list(second.granted) == list(second.arrived[:2]) and len(waiting) == 3
    assert list(turn(empty, ended=first.arrived[:2], waiting=waiting).granted) == waiting[:2]


def entered(database: Engine, *arrivals: UUID, ended: Collection[int] = ()) -> Turn | None:
    return ask(database, partial(visit_turn.enter, name=HOST, arrivals=arrivals, ended=ended))


def in_use(database: Engine) -> int:
    """The slots of the host in use."""
    granted = "SELECT count(*) FROM visit WHERE host = :host AND is_granted"
    running = "SELECT count(*) FROM page WHERE host = :host AND status = 'running'"
    with database.connect() as connection:
        return sum(connection.execute(text(query), {"host": HOST}).scalar_one() for query in (granted, running))


def test_a_turn_in_one_round_trip_grants_all_or_none(empty: Engine) -> None:
    first = entered(empty, *[ONE] * 6)
    assert first is not None and list(first.granted) == list(first.arrived) and len(first.arrived) == 6

    second = entered(empty, ONE, ONE, TWO)
    assert second is not None and not second.granted and len(second.arrived) == 3
    third = entered(empty, THREE, ended=first.arrived[:4])
    assert third is not None and not third.granted, "others wait, and arrived before"
    waiting = [*second.arrived, *third.arrived]
    assert sorted(turn(empty, waiting=waiting).granted) == sorted(waiting)


def test_a_turn_in_one_round_trip_stores_nothing_while_the_host_is_locked(empty: Engine) -> None:
    with empty.begin() as connection:
        assert visit_turn.take(connection, HOST) is not None
        assert entered(empty, ONE) is None
    with empty.begin() as connection:
        assert connection.execute(text("SELECT count(*) FROM visit")).scalar_one() == 0
    again = entered(empty, ONE)
    assert again is not None and again.granted == list(again.arrived)


def test_other_hosts_do_not_count(empty: Engine) -> None:
    turn(empty, *[ONE] * 8)
    with empty.begin() as connection:
        other = visit_turn.take(connection, "other.example", arrivals=[ONE])

    assert other is not None and len(other.granted) == 1


def test_free_slots_go_to_the_workspace_that_has_the_fewest(empty: Engine) -> None:
    held = turn(empty, *[ONE] * 8).arrived
    ours = turn(empty, *[ONE] * 9).arrived
    theirs = turn(empty, *[TWO] * 3).arrived
    last = turn(empty, THREE).arrived

    granted = turn(empty, ended=held[:4], waiting=[*ours, *theirs, *last]).granted
    assert sorted(granted) == sorted([*theirs, *last])
    granted = turn(empty, ended=held[4:6], waiting=ours).granted
    assert list(granted) == list(ours[:2])


def test_pages_of_jobs_and_visits_are_eight_together(empty: Engine) -> None:
    desk = Desk(empty)
    job_id = desk.job(*(new(f"/{number}") for number in range(20)), operation="batch")
    tasks = desk.claim_of(job_id, 5).tasks
    visits = turn(empty, *[ONE] * 5)

    assert len(visits.granted) == 3 and desk.claim_of(job_id, 5).tasks == ()
    fetched = [(task.job_id, task.number) for task in tasks[:1]]
    assert len(turn(empty, waiting=visits.arrived[3:], fetched=fetched).granted) == 1, "its request has ended"


def test_a_claim_leaves_slots_to_visits_of_others_and_to_its_own(empty: Engine) -> None:
    desk = Desk(empty)
    job_id = desk.job(*(new(f"/{number}") for number in range(30)), operation="batch")
    tasks = desk.claim_of(job_id, 8).tasks
    theirs = turn(empty, ONE, ONE, ONE).arrived
    mine = turn(empty, desk.workspace_id).arrived
    with empty.begin() as connection:  # Their worker polls later.
        connection.execute(
            text("UPDATE page SET status = 'completed' WHERE number < 4 AND job_id = :job"), {"job": job_id}
        )

    assert len(desk.claim_of(job_id, 8).tasks) == 1, (
        "of four free slots, two are left to the other and one to its own visit"
    )
    with empty.begin() as connection:
        granted = [each for each, is_granted in visit.find(connection, [*theirs, *mine]).items() if is_granted]
    assert sorted(granted) == sorted([*theirs[:2], *mine])
    assert len(tasks) == 8


def test_a_claim_grants_no_more_visits_than_slots_are_free(empty: Engine) -> None:
    desk = Desk(empty)
    job_id = desk.job(*(new(f"/{number}") for number in range(30)), operation="batch")
    desk.claim_of(job_id, 8)
    theirs = turn(empty, *[ONE] * 4).arrived
    with empty.begin() as connection:
        connection.execute(
            text("UPDATE page SET status = 'completed' WHERE number < 1 AND job_id = :job"), {"job": job_id}
        )

    assert desk.claim_of(job_id, 8).tasks == ()
    with empty.begin() as connection:
        assert sum(visit.find(connection, theirs).values()) == 1


def test_ids_of_visits_survive_a_crash_of_postgres(database: Engine) -> None:
    """The sequence of an unlogged table is unlogged from Postgres 15 on, and would begin anew."""
    with database.connect() as connection:
        persistence = connection.execute(text("SELECT relpersistence FROM pg_class WHERE relname = 'visit_id_seq'"))
        assert persistence.scalar_one() == "p"


def test_visits_leave_a_slot_to_a_slice_that_waits_with_fewer_pages(empty: Engine) -> None:
    desk = Desk(empty)
    job_id = desk.job(*(new(f"/{number}") for number in range(9)), operation="batch")
    held = turn(empty, *[ONE] * 8).arrived
    waiting = turn(empty, ONE, ONE).arrived
    with empty.begin() as connection:
        waits = (
            "UPDATE slice SET hosts = ARRAY['site.example'], not_before = now() + interval '9 s' WHERE job_id = :job"
        )
        connection.execute(text(waits), {"job": job_id})

    taken = turn(empty, ended=held[:2], waiting=waiting)

    assert not taken.granted and taken.left == {desk.workspace_id: 2}
    with empty.begin() as connection:
        again = visit_turn.take(connection, HOST, waiting=waiting, left=taken.left)
    assert again is not None and not again.granted, "they are still left"
    assert len(desk.post_due()) == 1 and len(desk.claim_of(job_id, 8).tasks) == 2


def test_the_end_of_a_visit_reports_that_others_wait(empty: Engine) -> None:
    held = turn(empty, *[ONE] * 8).arrived
    with empty.begin() as connection:
        assert visit_turn.end(connection, held[:1]) == []
    turn(empty, ONE, ONE)
    with empty.begin() as connection:
        assert visit_turn.end(connection, held[1:3]) == [HOST]


def test_visits_of_a_lost_process_no_longer_count(empty: Engine) -> None:
    lost = turn(empty, *[ONE] * 8).arrived
    with empty.begin() as connection:
        visit.renew(connection, lost[:1])
        connection.execute(
            text("UPDATE visit SET until = now() - interval '1 s' WHERE id <> :first"), {"first": lost[0]}
        )

    assert len(turn(empty, *[TWO] * 8).granted) == 7
    with empty.begin() as connection:
        visit.delete_stale(connection)
        assert connection.execute(text("SELECT count(*) FROM visit")).scalar_one() == 9


def test_visits_that_postgres_lost_are_reported(empty: Engine) -> None:
    turn(empty, *[ONE] * 8)
    waiting = turn(empty, ONE).arrived
    with empty.begin() as connection:
        connection.execute(text("TRUNCATE visit"))

    assert list(turn(empty, waiting=waiting).lost) == list(waiting)


def test_processes_that_take_turns_at_the_same_time_never_exceed_the_limit(empty: Engine) -> None:
    desk = Desk(empty)
    job_id = desk.job(*(new(f"/{number}") for number in range(40)), operation="batch")

    def visits() -> int:
        with empty.begin() as connection:
            taken = visit_turn.take(connection, HOST, arrivals=[uuid4(), uuid4()])
        return len(taken.granted) if taken else 0

    def visits_in_one_round_trip() -> int:
        taken = entered(empty, uuid4())
        return len(taken.granted) if taken else 0

    def pages() -> int:
        with empty.begin() as connection:
            return len(page_claim.claim(connection, job_id, Worker(owner="me"), 2).tasks)

    with ThreadPoolExecutor(8) as pool:
        done = [pool.submit(work) for _ in range(20) for work in (visits, pages, visits_in_one_round_trip)]
    assert sum(each.result() for each in done) <= 8 == in_use(empty), (
        "a visit that waits may be granted by another turn"
    )
