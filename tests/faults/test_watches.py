"""A worker that is killed while watches are due and changes are confirmed: each check and each report once, the books right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from aiohttp import web
from sqlalchemy import text

from models import session
from tests.faults.conftest import Books, Stack
from tests.service import PATIENCE_SECONDS, Client, wait_until
from tests.sites.site import Site
from tests.watching import hurried

pytestmark = pytest.mark.faults
WATCHES = 12


def test_a_killed_worker_loses_no_check_and_doubles_none(
    stack: Stack, client: Client, books: Books, site: Site, make_site: Callable[[], Site]
) -> None:
    receiver = make_site()

    async def at_last(request: web.Request) -> web.Response:
        key = request.headers["webhook-id"]
        first = sum(visit.headers["webhook-id"] == key for visit in receiver.seen("/hook")) == 1
        return web.Response(status=500 if first else 204)

    receiver.on("/hook", at_last)
    version = ["It has 40 panels."]

    async def plant(request: web.Request) -> web.Response:
        body = "<p>It delivers electricity to the village for three years without an interruption.</p>" * 4
        html = f"<html><body><main><h1>Plant</h1>{body}<p>{version[0]}</p></main></body></html>"
        return web.Response(text=html, content_type="text/html")

    for number in range(WATCHES):
        site.on(f"/{number}", plant)
    stack.wait_for_worker()
    for number in range(WATCHES):
        options = {"urls": [site.url(f"/{number}")], "webhook": receiver.url("/hook")}
        answer = client.post("/v1/web/watch", {"schedule": {"everyMinutes": 43_200}, **options})
        assert answer.status_code == 201, answer.text
    mine = "watch_id IN (SELECT id FROM watch WHERE options::text LIKE :site)"
    like = {"site": f"%{site.url('/')}%"}

    def ended(checks: int) -> bool:
        query = text(f"SELECT count(*) FROM watch_check WHERE status = 'completed' AND {mine}")
        return session.ask(stack.database, lambda one: one.execute(query, like).scalar_one()) == WATCHES * checks

    def make_due() -> None:
        due = text("UPDATE watch SET next_at = now() WHERE check_id IS NULL AND options::text LIKE :site")
        session.transact(stack.database, lambda one: one.execute(due, like))

    for checks in (1, 2):
        wait_until(lambda checks=checks: ended(checks), seconds=PATIENCE_SECONDS, what=f"check {checks}")
        version[0] = "It has 40 panels." if checks == 1 else "It was sold to the city for a single coin."
        make_due()
    before = text(f"SELECT count(*) FROM watch_check WHERE number = 3 AND {mine}")
    confirming = text(f"SELECT count(*) FROM watch_check WHERE revisit_jobs IS NOT NULL AND {mine}")
    leases = text("UPDATE watch SET end_lease_until = now() - interval '1 s' WHERE end_lease_until IS NOT NULL")
    for query in (before, confirming):
        with hurried(stack.database):
            wait_until(lambda query=query: session.ask(stack.database, lambda one: one.execute(query, like).scalar_one()) > 0,
                       seconds=PATIENCE_SECONDS, what="the third checks and their later visits")  # fmt: skip
        stack.kill_worker()
        session.transact(stack.database, lambda one: one.execute(leases))
        stack.start_worker()

    with stack.another_worker(), hurried(stack.database):
        wait_until(lambda: ended(3), seconds=PATIENCE_SECONDS, what="the third checks after the kill")
        soon = text("UPDATE event SET next_at = now() WHERE status = 'pending' AND attempts > 0")

        def delivered() -> bool:
            session.transact(stack.database, lambda one: one.execute(soon))
            return len(receiver.seen("/hook")) >= 2 * WATCHES

        wait_until(delivered, seconds=PATIENCE_SECONDS, what="the events")
    attempts = Counter(visit.headers["webhook-id"] for visit in receiver.seen("/hook"))
    assert len(attempts) == WATCHES, "a change was reported twice, or not at all"
    numbers = text(f"SELECT count(*), count(DISTINCT (watch_id, number)), max(number) FROM watch_check WHERE {mine}")
    found = session.ask(stack.database, lambda one: one.execute(numbers, like).one())
    assert tuple(found) == (3 * WATCHES, 3 * WATCHES, 3)
    wait_until(books.settled, seconds=PATIENCE_SECONDS, what="the release of all credits")
    assert books.charges() == 3 * WATCHES
