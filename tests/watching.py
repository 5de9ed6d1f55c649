"""Makes watches and their checks through the API."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from sqlalchemy import Engine, text

from models import session
from tests.service import PATIENCE_SECONDS, Client, repeated, wait_until
from tests.sites.site import Site

# No check is due while a test runs, except the second one, a minute after the first.
MONTHLY = {"everyMinutes": 43_200}
TEXT = "The pilot plant has delivered electricity to the village for three years without an interruption. "


def page(site: Site, fact: str, path: str = "/plant") -> None:
    site.put(
        path, f"<html><head><title>Plant</title></head><body><main><h1>Solar pilot plant</h1><p>{TEXT * 3}</p>"
        f"<p>{fact}</p><p>{TEXT * 2}</p></main></body></html>", kind="text/html",
    )  # fmt: skip


def start(client: Client, **options: Any) -> str:
    # Unless a test is about them, no visits confirm a change: they take minutes.
    answer = client.post("/v1/web/watch", {"schedule": MONTHLY, "confirm": False, **options})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["data"]["id"])


@contextlib.contextmanager
def hurried(database: Engine) -> Iterator[None]:
    """Visits that confirm a change are made without their pauses."""
    due = text("UPDATE watch_check SET revisit_at = now() WHERE revisit_at > now()")

    def hurry() -> None:
        session.transact(database, lambda connection: connection.execute(due))

    with repeated(hurry, seconds=0.3):
        yield


def ended(client: Client, watch_id: str, number: int) -> dict[str, Any]:
    """The check with this number, once it has ended."""
    found: list[dict[str, Any]] = []

    def look() -> bool:
        checks = client.get(f"/v1/web/watch/{watch_id}/checks").json()["checks"]
        found[:] = [each for each in checks if each["number"] == number and each["status"] in ("completed", "failed")]
        return bool(found)

    wait_until(look, seconds=PATIENCE_SECONDS, what=f"check {number}")
    return dict(client.get(f"/v1/web/watch/{watch_id}/checks/{found[0]['id']}").json()["data"])


def check_now(client: Client, watch_id: str, number: int) -> dict[str, Any]:
    answer = client.call("POST", f"/v1/web/watch/{watch_id}/run")
    assert answer.status_code == 201, answer.text
    check = ended(client, watch_id, number)
    assert answer.json()["data"]["id"] == check["id"]
    return check
