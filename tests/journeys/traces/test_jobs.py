"""Traces of crawls and batches: pages, webhooks, and the span of the job, whatever ends it."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Engine, text

from tests.service import Client, Process, Service, wait_until
from tests.sites.site import Site
from tests.trace_receiver import TraceReceiver, caller, drawn, one


def test_crawl_has_its_pages_below_the_job_and_its_webhooks(
    client: Client, receiver: TraceReceiver, site: Site, make_site: Callable[[], Site]
) -> None:
    trace, _, header = caller()
    hook = make_site()
    hook.put("/hook", "thanks")
    site.page("/", "/a", "/b", "/gone")
    site.page("/a")
    site.page("/b")

    started = client.post(
        "/v1/web/crawl", {"url": site.url(), "webhook": {"url": hook.url("/hook"), "events": ["completed"]}},
        traceparent=header,
    )  # fmt: skip
    ended = client.ended("crawl", started.json()["crawlId"])

    assert ended["completed"] == 3 and ended["failed"] == 1
    spans = receiver.when(trace, "POST /v1/web/crawl", "job crawl", "webhook")
    call, job = one(spans, "POST /v1/web/crawl"), one(spans, "job crawl")
    assert job.parent == call.id and job.attributes["orbweaver.job.status"] == "completed"
    assert job.attributes["orbweaver.job.id"] == ended["id"]
    pages = {span.attributes["url.full"]: span for span in spans if span.name == "page"}
    assert set(pages) == {site.url(path) for path in ("/", "/a", "/b", "/gone")}
    assert all(page.parent == job.id for page in pages.values()), drawn(spans)
    fetches = {span.attributes["url.full"]: span for span in spans if span.name == "fetch"}
    assert all(fetches[url].parent == page.id for url, page in pages.items()), drawn(spans)
    assert fetches[site.url("/robots.txt")].parent in {page.id for page in pages.values()}
    assert fetches[site.url("/sitemap.xml")].parent == job.id
    assert len({page.attributes["orbweaver.page.number"] for page in pages.values()}) == 4
    assert fetches[site.url("/gone")].attributes["error.type"] == "404"
    # The job's end cancels what is left of pages that were recorded in the same transaction.
    last = pages.pop(site.url("/gone")).attributes
    assert last.get("error.type") == "HTTP_404" or last["orbweaver.cancelled"]
    assert not any(page.failed for page in pages.values())
    sent = one(spans, "webhook")
    assert sent.parent == job.id and sent.attributes["orbweaver.event.type"] == "crawl.completed"
    [visit] = hook.visits
    assert visit.headers["traceparent"] == f"00-{trace}-{sent.id}-01"
    assert job.began <= min(page.began for page in pages.values())
    assert all("traceparent" not in visit.headers for visit in site.visits)


def test_cancelled_crawl_has_its_span(client: Client, receiver: TraceReceiver, site: Site) -> None:
    trace, _, header = caller()
    site.page("/", seconds=20)

    job_id = client.post("/v1/web/crawl", {"url": site.url()}, traceparent=header).json()["crawlId"]
    assert client.delete(f"/v1/web/crawl/{job_id}").status_code == 200

    spans = receiver.when(trace, "job crawl")
    assert one(spans, "job crawl").attributes["orbweaver.job.status"] == "cancelled"


def test_crawl_that_its_workspace_cannot_pay_for_has_its_span(
    make_client: Callable[[int], Client], receiver: TraceReceiver, site: Site
) -> None:
    trace, _, header = caller()
    client = make_client(2)
    site.page("/", "/a", "/b", "/c")
    for path in ("/a", "/b", "/c"):
        site.page(path)

    job_id = client.post("/v1/web/crawl", {"url": site.url()}, traceparent=header).json()["crawlId"]
    ended = client.ended("crawl", job_id)

    assert ended["completed"] == 2 and ended["failed"] == 2
    spans = receiver.when(trace, "job crawl")
    job = one(spans, "job crawl")
    assert job.attributes["orbweaver.job.status"] == "completed" and job.attributes["orbweaver.job.id"] == job_id


def test_batch_that_the_sweeper_ends_has_its_span(
    client: Client, receiver: TraceReceiver, own_database: Engine, started: tuple[Service, Process], site: Site
) -> None:
    """Its only page stopped its workers too often: no worker sees its end."""
    service, worker = started
    trace, _, header = caller()
    site.page("/", seconds=40)
    answer = client.post("/v1/web/batch", {"urls": [site.url()]}, traceparent=header)
    job_id = answer.json()["batchId"]
    wait_until(lambda: site.visits, seconds=30, what="the request of the page")

    service.kill(worker)
    ended = "lease_until = now() - interval '1 s'"
    with own_database.begin() as connection:  # as if the time of its leases were over
        connection.execute(text(f"UPDATE page SET lapses = 2, {ended} WHERE job_id = :job"), {"job": job_id})
        connection.execute(text(f"UPDATE slice SET {ended} WHERE job_id = :job"), {"job": job_id})
        connection.execute(text(f"UPDATE job SET {ended} WHERE id = :job"), {"job": job_id})
    service.start_worker(beat_seconds=1.0)

    assert client.ended("batch", job_id)["failed"] == 1
    spans = receiver.when(trace, "job batch", "POST /v1/web/batch")
    assert one(spans, "job batch").parent == one(spans, "POST /v1/web/batch").id, drawn(spans)
