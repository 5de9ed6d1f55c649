"""`GET /`."""

from __future__ import annotations

from tests.api.conftest import Caller


def test_home_names_the_ways_into_the_service(caller: Caller) -> None:
    answer = caller.send("GET", "/")

    assert answer.status_code == 200 and answer.mimetype == "text/html"
    for href in ("/console", "/docs/", "/openapi.json", "/readyz"):
        assert f'href="{href}"' in answer.get_data(as_text=True)
    assert "curl -s http" in answer.get_data(as_text=True) and "csrf_token" not in answer.get_data(as_text=True)
    assert "Set-Cookie" not in answer.headers, "the page is kept for all callers"
