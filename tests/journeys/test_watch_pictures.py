"""Watches that compare screenshots, and changes that a language model describes."""

from __future__ import annotations

import io
from collections.abc import Callable

import requests
from PIL import Image
from sqlalchemy import Engine, text

from models import session
from tests.conftest import Account
from tests.model_server import ModelServer
from tests.service import Client
from tests.sites.site import Site
from tests.watching import check_now, ended, page, start

PAGE = (
    "<html><head><title>Plant</title><style>body{{margin:0;font:16px sans-serif}}</style></head><body><main><h1>Solar pilot"
    " plant</h1><p>The pilot plant has delivered electricity to the village for three years without an interruption.</p>"
    '<div style="height:120px;background:{slogan}"></div><div style="height:600px"></div>'
    '<div style="height:100px;width:300px;background:{roof}"></div></main></body></html>'
)


def paint(site: Site, *, slogan: str, roof: str = "green") -> None:
    site.put("/plant", PAGE.format(slogan=slogan, roof=roof), kind="text/html")


def picture_at(client: Client, address: str) -> Image.Image:
    answer = requests.get(address.replace("http://127.0.0.1:8000", client.base_url), timeout=10)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"].startswith("private")
    return Image.open(io.BytesIO(answer.content)).convert("RGB")


def test_change_that_only_the_screenshot_shows_is_reported_with_pictures(
    client: Client, site: Site, spent: Callable[[], int], database: Engine
) -> None:
    paint(site, slogan="orange")
    watch_id = start(client, urls=[site.url("/plant")], compare=["screenshot"])
    first = ended(client, watch_id, 1)
    paint(site, slogan="purple")
    second = check_now(client, watch_id, 2)
    paint(site, slogan="navy")
    third = check_now(client, watch_id, 3)
    paint(site, slogan="orange", roof="red")
    fourth = check_now(client, watch_id, 4)
    fifth = check_now(client, watch_id, 5)

    assert [each["result"] for each in (first, second, third, fourth, fifth)] == [
        "new",
        "same",
        "same",
        "changed",
        "same",
    ]
    assert {each["creditsUsed"] for each in (first, second, third, fourth)} == {2} and spent() == 10
    assert first["pages"][0]["screenshot"]["before"] is None
    assert {each["kind"] for each in client.get("/v1/jobs").json()["jobs"]} == {"batch"}
    [found] = fourth["pages"]
    assert found["reported"] and found["description"] == "The screenshot changed."
    shown = found["screenshot"]
    assert 0.01 < shown["share"] < 0.1
    before, after, both = (picture_at(client, shown[name]) for name in ("before", "after", "difference"))
    assert before.size == after.size and both.width == 2 * before.width + 8
    roof = (100, before.height - 50)
    assert before.getpixel(roof)[1] > 100 > before.getpixel(roof)[0]
    assert after.getpixel(roof)[0] > 200 > after.getpixel(roof)[1]
    # Only those of the first visit, of the change, and of the last visit are stored.
    count = text("SELECT count(*) FROM watch_picture JOIN watch ON watch.id = watch_id WHERE watch.id = :watch")
    assert session.ask(database, lambda one: one.execute(count, {"watch": watch_id}).scalar_one()) == 4
    compared = client.get(f"/v1/web/watch/{watch_id}/checks/{fourth['id']}?compareTo={first['id']}").json()["data"]
    assert compared["pages"][0]["screenshot"]["before"] == first["pages"][0]["screenshot"]["after"]
    assert compared["pages"][0]["screenshot"]["after"] == shown["after"]
    assert client.call("DELETE", f"/v1/web/watch/{watch_id}").status_code == 200
    gone = requests.get(shown["after"].replace("http://127.0.0.1:8000", client.base_url), timeout=10)
    assert gone.status_code == 404


def test_screenshots_of_sites_and_searches_are_refused(client: Client, site: Site, account: Account) -> None:
    for what in ({"site": {"url": site.url("/")}}, {"query": "solar"}):
        answer = client.post("/v1/web/watch", {"schedule": {"everyMinutes": 60}, "compare": ["screenshot"], **what})

        assert answer.status_code == 400 and answer.json()["error"]["details"][0]["field"] == "compare"


def test_model_describes_a_change_and_its_failure_does_not_lose_the_check(
    client: Client, site: Site, model: ModelServer, spent: Callable[[], int]
) -> None:
    page(site, "It has 40 panels.")
    watch_id = start(client, urls=[site.url("/plant")], summary=True)
    ended(client, watch_id, 1)
    check_now(client, watch_id, 2)

    model.say({"sentences": ["The plant now has 64 panels instead of 40."]})
    page(site, "It has 64 panels.")
    described = check_now(client, watch_id, 3)
    assert len(model.calls) == 1 and "-It has 40 panels." in model.calls[0].page
    model.behave("lies")
    page(site, "It has 90 panels.")
    untrue = check_now(client, watch_id, 4)
    model.behave("fails")
    page(site, "It has 120 panels.")
    failed = check_now(client, watch_id, 5)
    quiet = check_now(client, watch_id, 6)

    assert described["pages"][0]["summary"] == "The plant now has 64 panels instead of 40."
    assert [each["result"] for each in (described, untrue, failed, quiet)] == ["changed", "changed", "changed", "same"]
    assert "summary" not in untrue["pages"][0] and "summary" not in failed["pages"][0]
    assert [each["creditsUsed"] for each in (described, untrue, failed)] == [2, 1, 1] and spent() == 7
