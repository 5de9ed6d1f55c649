"""Pauses between requests, and the limit of a throttled host."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import Connection, Engine, text

from models.pages.rules import Load
from models.schedule import host
from tests.models.desk import Desk, new


def load(connection: Connection) -> Load:
    return host.list_loads(connection, ["site.example"], of_crawl=True)["site.example"]


def test_a_crawl_delay_lets_one_page_through_at_a_time(desk: Desk) -> None:
    desk.job(*(new(f"/{number}") for number in range(9)))
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 60_000)
    [only] = desk.claim()
    desk.end(only)

    assert desk.claim() == []
    with desk.database.begin() as connection:
        connection.execute(text("UPDATE host SET crawl_after = now()"))
    assert len(desk.claim()) == 1


def test_a_crawl_delay_binds_no_batch(desk: Desk, database: Engine) -> None:
    other = Desk(database)
    crawl = desk.job(*(new(f"/{number}") for number in range(9)))
    batch = other.job(*(new(f"/{number}") for number in range(30)), operation="batch")
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 300_000)

    assert len(desk.claim_of(crawl).tasks) == 1
    first = other.claim_of(batch).tasks
    assert len(first) == 7, "the page of the crawl and these are eight"
    for task in first:
        other.end(task)
    assert len(other.claim_of(batch).tasks) == 7, "a page of a batch starts no pause"
    assert desk.claim_of(crawl).tasks == ()


def test_a_crawl_waits_for_a_slot_at_a_host_with_a_delay_too(desk: Desk, database: Engine) -> None:
    other = Desk(database)
    batch = other.job(*(new(f"/{number}") for number in range(8)), operation="batch")
    crawl = desk.job(*(new(f"/{number}") for number in range(2)))
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 1_000)
    [first, *_] = other.claim_of(batch).tasks

    assert desk.claim_of(crawl).tasks == ()
    other.end(first)
    assert len(desk.claim_of(crawl).tasks) == 1


def test_a_file_that_is_not_a_page_waits_for_the_pause_like_a_page(desk: Desk) -> None:
    def turn() -> float:
        with desk.database.begin() as connection:
            return host.claim_visit(connection, "site.example")

    def pass_time() -> None:
        with desk.database.begin() as connection:
            connection.execute(text("UPDATE host SET crawl_after = now()"))

    desk.job(new("/a"), new("/b"))
    assert turn() == 0  # a host without a pause is asked at once
    with desk.database.begin() as connection:
        host.set_delay(connection, "site.example", 60_000)
    assert turn() == 0
    assert 50 < turn() <= 60 and desk.claim() == []

    pass_time()
    [only] = desk.claim()
    pass_time()

    assert 0 < turn() < 1  # the page is still under way
    desk.end(only)
    assert turn() > 50


def test_a_pause_does_not_cut_a_complaint_short(desk: Desk, database: Engine) -> None:
    with database.begin() as connection:
        host.set_delay(connection, "site.example", 1_000)
        host.slow_down(connection, "site.example", 300)
        host.start_pause(connection, ["site.example"])
        left = connection.execute(text("SELECT not_before - now() > interval '200 s' FROM host")).scalar_one()

    assert left


def test_a_complaint_halves_the_width_and_calm_widens_it_again(desk: Desk) -> None:
    with desk.database.begin() as connection:
        host.slow_down(connection, "site.example", 0)
        assert load(connection).requests_max == 4
        host.slow_down(connection, "site.example", 0)
        assert load(connection).requests_max == 4, "complaints of one moment are one"
        connection.execute(text("UPDATE host SET complained_at = now() - interval '5 seconds'"))
        host.slow_down(connection, "site.example", 0)
        assert load(connection).requests_max == 2
        connection.execute(text("UPDATE host SET complained_at = now() - interval '31 seconds'"))
        assert load(connection).requests_max == 5
        host.slow_down(connection, "site.example", 100)
        assert load(connection).free_slots == 0


def test_pauses_of_several_hosts_lock_them_in_one_order(desk: Desk, database: Engine) -> None:
    """Otherwise two workers that end pages of the same hosts may each wait for the other."""
    with database.begin() as connection:
        for name in ("b.example", "a.example"):
            host.set_delay(connection, name, 1_000)

    def start() -> None:
        with database.begin() as connection:
            host.start_pause(connection, ["b.example", "a.example"])

    locked = "SELECT name FROM host WHERE name = :name FOR UPDATE NOWAIT"
    with database.connect() as first, database.connect() as second, ThreadPoolExecutor(1) as pool:
        first.execute(text(locked), {"name": "a.example"})
        started = pool.submit(start)
        time.sleep(0.3)  # It waits for the first host.
        try:
            assert second.execute(text(locked), {"name": "b.example"}).scalar_one()
        finally:
            second.rollback()
            first.rollback()
            started.result(60)
