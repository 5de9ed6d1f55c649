"""Receivers of every bad kind, and a relay that is killed: each event arrives, and nobody waits for somebody else's receiver."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from aiohttp import web
from sqlalchemy import text

from models import session
from tests.faults.conftest import Books, Stack
from tests.service import PATIENCE_SECONDS, Client, free_port, wait_until
from tests.sites.site import Site

pytestmark = pytest.mark.faults
HUGE_BYTES = 200_000_000


@pytest.fixture
def receivers(make_site: Callable[[], Site]) -> Site:
    """One address for each kind of receiver."""
    site = make_site()
    site.put("/good", "thanks")
    site.put("/gone", "no more", status=410)
    site.redirect("/moved", site.url("/elsewhere"))
    site.page("/slow", seconds=60)

    async def huge(request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        await answer.prepare(request)
        for _ in range(HUGE_BYTES // 100_000):
            await answer.write(b"x" * 100_000)
        return answer

    async def at_last(request: web.Request) -> web.Response:
        first = (
            sum(visit.headers["webhook-id"] == request.headers["webhook-id"] for visit in site.seen("/at_last")) == 1
        )
        return web.Response(status=500 if first else 204)

    site.on("/huge", huge)
    site.on("/at_last", at_last)
    return site


def begin(client: Client, site: Site, url: str) -> str:
    paths = [f"/{url.rpartition('/')[2]}/{number}" for number in range(6)]
    for path in paths:
        site.page(path)
    return client.begin("batch", urls=list(map(site.url, paths)), webhook={"url": url, "events": ["page", "completed"]})


def states(client: Client, batch: str) -> Counter[Any]:
    return Counter((row["status"], row["responseStatus"], row["attempts"]) for row in client.deliveries("batch", batch))


def test_13_bad_receivers_and_a_killed_relay_lose_no_event(
    stack: Stack, client: Client, books: Books, site: Site, receivers: Site
) -> None:
    stack.wait_for_worker()
    slow = begin(client, site, receivers.url("/slow").replace("127.0.0.1", "localhost"))
    wait_until(lambda: receivers.seen("/slow"), seconds=PATIENCE_SECONDS, what="calls of the slow one")
    good = begin(client, site, receivers.url("/good"))
    wait_until(lambda: states(client, good) == {("success", 200, 1): 7}, seconds=45, what="events past the slow one")
    others = {name: begin(client, site, receivers.url(f"/{name}")) for name in ("gone", "moved", "huge", "at_last")}
    others["down"] = begin(client, site, f"http://127.0.0.1:{free_port()}/down")
    for batch in (slow, *others.values()):
        client.ended("batch", batch, seconds=PATIENCE_SECONDS)
    # What the relay has in hand when it is killed is tried once more.
    gone = {("failed", 410, 1): 7}
    wait_until(
        lambda: states(client, others["gone"]) == gone,
        seconds=PATIENCE_SECONDS,
        what="the end of those that want no more",
    )

    stack.kill_worker()
    late = text("UPDATE event SET next_at = now() WHERE status = 'pending' AND next_at > now()")
    session.transact(stack.database, lambda connection: connection.execute(late))
    stack.start_worker()

    expected = {"gone": ("failed", 410), "moved": ("failed", 302), "huge": ("success", 200), "at_last": ("success", 204),
                "down": ("failed", 502)}  # fmt: skip
    for name, state in expected.items():
        wait_until(
            lambda name=name, state=state: {seen[:2] for seen in states(client, others[name])} == {state},
            seconds=PATIENCE_SECONDS,
            what=f"the deliveries to {name}",
        )
    assert states(client, others["gone"]) == gone
    assert "pending" in {status for status, _, _ in states(client, slow)}, "the others waited for the slow one"
    assert set(Counter(visit.headers["webhook-id"] for visit in receivers.seen("/good")).values()) == {1}
    assert receivers.seen("/elsewhere") == [], "a redirect was followed"
    wait_until(
        lambda: all(visit.cut for visit in receivers.seen("/huge")),
        seconds=PATIENCE_SECONDS,
        what="the end of huge answers",
    )
    books.ended(PATIENCE_SECONDS)
