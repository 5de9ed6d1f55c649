"""Reading a job in parts by cursor while it runs, and the error codes of its pages."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from tests.journeys.test_batch import batched
from tests.service import Client, wait_until
from tests.sites.site import Site

BOT_CHECK = (
    "<title>Just a moment...</title><div id=challenge-error-text>Enable JavaScript and cookies to continue</div>"
    "<script>window._cf_chl_opt={}</script>"
)


def read_to_the_end(client: Client, path: str, name: str, limit: int) -> list[dict[str, Any]]:
    """The entries of a list, read by cursor until it has ended."""
    entries: list[dict[str, Any]] = []
    cursor = ""

    def more() -> bool:
        nonlocal cursor
        part = client.get(f"{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else "")).json()
        entries.extend(part[name])
        cursor = part["nextCursor"]
        assert len(part[name]) <= limit
        return cursor is None

    wait_until(more, seconds=120, what=f"the end of {path}")
    return entries


def test_running_jobs_are_read_in_parts_without_gaps_and_repeats(
    client: Client, site: Site, make_site: Callable[[], Site]
) -> None:
    """Several readers at once, with sizes that fit none of the numbers of pages that end together."""
    receiver = make_site()
    receiver.put("/hook", "thanks")
    site.tree(60, width=20, seconds=0.05)
    site.page("/p7", "/p1", "/lost", "/p59", status=404)
    hook = {"url": receiver.url("/hook"), "events": ["page"]}
    crawl = client.begin("crawl", url=site.url(), limit=50, webhook=hook)
    batch = client.begin("batch", urls=[site.url(f"/p{number}") for number in range(1, 50)])
    requested = [
        *((f"/v1/web/crawl/{crawl}", "pages", limit) for limit in (1, 7, 50)),
        *((f"/v1/web/batch/{batch}", "pages", limit) for limit in (3, 30)),
        (f"/v1/web/crawl/{crawl}/deliveries", "deliveries", 9),
    ]

    with ThreadPoolExecutor(len(requested)) as threads:
        found = list(threads.map(lambda each: read_to_the_end(client, *each), requested))

    crawled, batched_ = (client.ended(kind, job_id)["pages"] for kind, job_id in (("crawl", crawl), ("batch", batch)))
    events = client.deliveries("crawl", crawl)
    wholes = [crawled, crawled, crawled, batched_, batched_, events]
    keys = ["url"] * 5 + ["id"]
    for read, whole, key in zip(found, wholes, keys, strict=True):
        assert sorted(each[key] for each in read) == sorted(each[key] for each in whole)
    assert all(page["status"] in ("completed", "failed") for read in found[:5] for page in read)
    assert len(crawled) == len(events) == 50


def test_ended_jobs_are_read_in_parts_in_the_order_of_discovery(client: Client, site: Site) -> None:
    site.tree(12, width=4)
    job_id = client.begin("crawl", url=site.url())
    pages = client.ended("crawl", job_id)["pages"]
    path = f"/v1/web/crawl/{job_id}"

    assert read_to_the_end(client, path, "pages", 5) == pages
    assert read_to_the_end(client, path, "pages", 12) == pages
    assert client.get(path).json()["nextCursor"] is None
    assert client.get(f"{path}?limit=5&offset=0").json()["nextCursor"] is None
    for wrong in ("cursor=x", "cursor=e1", "cursor=n1-1", "cursor=", "cursor=n3&offset=0"):
        assert client.get(f"{path}?{wrong}").status_code == 400, wrong
    for wrong in ("cursor=n1", "limit=0", "offset=1", "status=failed"):
        assert client.get(f"{path}/deliveries?{wrong}").status_code == 400, wrong


def test_list_of_a_running_job_is_still_read_whole(client: Client, site: Site) -> None:
    site.tree(20, width=19, seconds=5.0)
    job_id = client.begin("batch", urls=[site.url(f"/p{number}") for number in range(1, 20)])

    whole = client.status("batch", job_id)
    queued = client.status("batch", job_id, status="queued", limit=2)
    offset = client.status("batch", job_id, offset=1, limit=2)
    ended = client.status("batch", job_id, limit=2)
    client.delete(f"/v1/web/batch/{job_id}")

    assert len(whole["pages"]) == 19 and whole["nextCursor"] is None
    assert len(queued["pages"]) == len(offset["pages"]) == 2
    assert ended["nextCursor"] and all(page["status"] == "completed" for page in ended["pages"])
    rest = client.status("batch", job_id, cursor=ended["nextCursor"])
    assert rest["nextCursor"] is None and len(rest["pages"]) + len(ended["pages"]) == 19
    assert {page["errorCode"] for page in rest["pages"]} <= {"CANCELLED", None}


def test_failed_pages_have_a_code(client: Client, site: Site, make_site: Callable[[], Site]) -> None:
    other = make_site()
    other.page("/moved")
    site.page("/ok")
    site.page("/broken", status=500)
    site.put("/empty", "<html><body></body></html>", kind="text/html")
    site.redirect("/away", other.url("/moved"))
    site.redirect("/away-to-nothing", other.url("/nothing"))
    site.redirect("/inside", "http://[::1]:4/")
    site.put("/wall", BOT_CHECK, kind="text/html", status=403)
    site.put("/picture", b"\x89PNG\r\n\x1a\n" + bytes(64), kind="image/png")
    expected = {
        "/ok": (None, None),
        "/gone": ("HTTP_4XX", False),
        "/broken": ("HTTP_5XX", True),
        "/empty": ("EMPTY", False),
        "/away": (None, None),
        "/away-to-nothing": ("HTTP_4XX", False),
        "/inside": ("VALIDATION_ERROR", False),
        "/wall": ("BLOCKED", True),
        "/picture": ("EMPTY", False),
    }

    job = batched(client, [*map(site.url, expected), "http://127.0.0.1:4/"])

    found = {page["url"]: (page["errorCode"], page["retryable"]) for page in job["pages"]}
    assert found == {
        **{site.url(path): outcome for path, outcome in expected.items()},
        "http://127.0.0.1:4/": ("UPSTREAM_UNREACHABLE", True),
    }
    # `error` is a sentence for people: it does not repeat the code.
    sentences = {page["url"]: page["error"] for page in job["pages"]}
    assert sentences[site.url("/empty")] == "The page contains no text."
    assert sentences[site.url("/gone")] == "HTTP 404"
    assert sentences[site.url("/inside")].startswith("The address of ::1 is blocked")
    assert sentences[site.url("/picture")] == f"{site.url('/picture')} is image/png, which contains no readable text."
    assert sentences[site.url("/wall")] == "The site returned a bot check with HTTP 403 instead of the page."
    redirected = {page["requestedUrl"]: page["finalUrl"] for page in job["pages"] if "requestedUrl" in page}
    assert redirected == {
        site.url("/away"): other.url("/moved"), site.url("/away-to-nothing"): other.url("/nothing"),
    }  # fmt: skip
