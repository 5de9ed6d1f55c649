"""Pages that are built by scripts: rendered if necessary, without harm to the worker."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from contract.environment import Environment
from contract.limits import TIMEOUT_MAX_MS
from crawler.rendering.browser import PAGES_AT_ONCE
from models import session, worker
from models.accounts import credits, workspace
from tests.conftest import Account, with_own_database
from tests.journeys.test_scrape import Spent
from tests.service import PATIENCE_SECONDS, Client, Prepared, Service, environ_of, repeated, wait_until
from tests.sites import pages
from tests.sites.origin import Origin
from tests.sites.site import Site


@pytest.fixture
def rendering(client: Client, browser: str) -> Client:
    """The service, with a browser."""
    return client


def test_shell_is_rendered_unasked(rendering: Client, origin: Origin, unique: str, spent: Spent) -> None:
    url = origin.url("/shell", t=unique)

    data = rendering.scrape(url)

    assert "river pilots of the lower delta" in data["markdown"] and "warning" not in data
    assert spent() == 1
    assert rendering.scrape(url)["cached"] is True


def test_full_page_is_not_rendered(rendering: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/article", t=unique)
    rendering.scrape(url)

    assert [seen.headers["user-agent"].startswith("Mozilla/5.0 (compatible") for seen in origin.seen(url)] == [True]


def test_rendering_can_be_forbidden(rendering: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/shell", t=unique)

    data = rendering.scrape(url, renderJs=False, formats=["rawHtml"])

    assert '<div id="root"></div>' in data["rawHtml"] and len(origin.seen(url)) == 1


def test_rendering_can_be_forced(rendering: Client, origin: Origin, unique: str) -> None:
    url = origin.url("/article", t=unique)

    data = rendering.scrape(url, renderJs=True, formats=["rawHtml", "markdown"])

    assert "river pilots" in data["markdown"] and data["status"] == 200
    assert (
        "HeadlessChrome" in origin.seen(url)[-1].headers["user-agent"]
        or "sec-fetch-mode" in origin.seen(url)[-1].headers
    )


def test_wait_for_includes_late_content(rendering: Client, origin: Origin, unique: str) -> None:
    much_later = origin.url("/status", code="200", text=pages.LATE.replace("4500", "50000"), t=unique)

    assert "Late words arrived" in rendering.scrape(origin.url("/late", t=unique), waitFor=5_500)["markdown"]
    assert "Late words arrived" not in rendering.scrape(much_later, renderJs=True)["markdown"]


def test_dialogs_and_popups_do_not_block_the_page(rendering: Client, origin: Origin, unique: str) -> None:
    data = rendering.scrape(origin.url("/nagging", t=unique), renderJs=True, timeout=30_000)

    assert "Dialogs are over" in data["markdown"]


def test_endless_script_ends_with_the_timeout(rendering: Client, origin: Origin, unique: str, spent: Spent) -> None:
    answer = rendering.try_scrape(origin.url("/stall", t=unique), renderJs=True, timeout=4_000)

    assert answer.json()["code"] in {"REQUEST_TIMEOUT", "UPSTREAM_UNREACHABLE"} if answer.status_code != 200 else True
    if answer.status_code != 200:
        assert spent() == 0
    assert rendering.scrape(origin.url("/shell", t=unique), timeout=30_000)["status"] == 200


def test_browser_reaches_no_private_address(rendering: Client, origin: Origin, unique: str) -> None:
    before = len(origin.private_hits)

    data = rendering.scrape(
        origin.url("/reaching", address=origin.private_url(), t=unique), renderJs=True, waitFor=500, timeout=40_000
    )

    assert "The fetch" in data["markdown"] and len(origin.private_hits) == before


def test_rendered_navigation_to_a_private_address_is_refused(rendering: Client, origin: Origin, unique: str) -> None:
    before = len(origin.private_hits)
    private = origin.private_url()

    direct = rendering.refused(private, renderJs=True, timeout=30_000)
    redirected = rendering.refused(origin.url("/redirect", to=private, t=unique), renderJs=True, timeout=30_000)

    assert direct["code"] == "VALIDATION_ERROR"
    assert redirected["statusCode"] == 400 and redirected["code"] == "VALIDATION_ERROR"
    assert len(origin.private_hits) == before


def test_callers_headers_go_to_the_asked_origin_only(rendering: Client, origin: Origin, unique: str) -> None:
    same, other = origin.url("/echo", t=unique), origin.other_url("/echo", t=f"{unique}-other")
    headers = {"X-Secret": "s3cret"}

    rendering.scrape(same, headers=headers, renderJs=True)
    rendering.scrape(origin.url("/redirect", to=other), headers=headers, renderJs=True)

    assert origin.seen(same)[-1].headers["x-secret"] == "s3cret"
    assert origin.seen(other) and all("x-secret" not in seen.headers for seen in origin.seen(other))


def processes_below(pid: int) -> Iterator[tuple[int, bytes]]:
    """The ids and command lines of the processes that a process started, directly or not."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, IndexError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
    for each in parents:
        ancestor = each
        while ancestor in parents and ancestor != pid:
            ancestor = parents[ancestor]
        if ancestor == pid:
            with contextlib.suppress(OSError):
                yield each, Path(f"/proc/{each}/cmdline").read_bytes()


def worker_pid(database: Engine) -> int:
    with database.connect() as connection:
        [live] = worker.list_live(connection)
    pid: int = live.about["pid"]
    return pid


@contextlib.contextmanager
def crashes_while_open(worker_id: int, origin: Origin, request: str) -> Iterator[None]:
    """The browser is killed each time a page in it sends that request."""
    seen = 0

    def kill() -> None:
        nonlocal seen
        now = len(origin.seen(request))
        if now > seen:
            for pid, command in processes_below(worker_id):
                if b"--user-data-dir" in command and b"--type=" not in command:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
        seen = now

    with repeated(kill, seconds=0.05):
        yield


def test_only_the_page_that_crashes_the_browser_fails(
    rendering: Client, origin: Origin, database: Engine, unique: str
) -> None:
    crashes = f"/slow?seconds=20&t={unique}"
    waits = "fetch('/slow?seconds=2.5').then(() => document.getElementById('root').append('pilots of the delta '.repeat(9)))"

    def url(script: str, number: int) -> str:
        text = f"<div id=root></div><script>{script}</script>"
        return origin.url("/status", code="200", text=text, t=f"{unique}{number}")

    def begin(page: str, **options: Any) -> str:
        options |= {"async": True, "renderJs": True, "timeout": TIMEOUT_MAX_MS}
        job_id: str = rendering.try_scrape(page, **options).json()["jobId"]
        return job_id

    def ended(job_id: str) -> dict[str, Any]:
        status: dict[str, Any] = rendering.get(f"/v1/web/scrape/{job_id}").json()
        return status if status["status"] in ("completed", "failed") else {}

    with crashes_while_open(worker_pid(database), origin, origin.url("/slow", seconds="20", t=unique)):
        # In the end each page is retried alone, the harmful one possibly last. In the background, a busy machine has time for that.
        jobs = [
            begin(url(f"fetch('{crashes}')", 0), waitFor=5_000),
            *(begin(url(waits, number), waitFor=1_500) for number in (1, 2, 3)),
        ]
        culprit, *others = (
            wait_until(lambda job_id=job_id: ended(job_id), seconds=3 * PATIENCE_SECONDS, what="the job")
            for job_id in jobs
        )

    assert culprit["status"] == "failed" and culprit["error"]["code"] == "UPSTREAM_UNREACHABLE", culprit
    assert ["pilots of the delta" in str(other.get("data")) for other in others] == [True] * 3, others


def test_waiting_for_a_browser_slot_does_not_use_up_the_timeout(rendering: Client, site: Site) -> None:
    """More pages than browser slots. Each page's timeout is only a little longer than its rendering time."""
    paths = [f"/{number}" for number in range(3 * PAGES_AT_ONCE)]
    for path in paths:
        site.page(path)

    job = rendering.ended(
        "batch",
        rendering.begin(
            "batch",
            urls=list(map(site.url, paths)),
            scrapeOptions={"renderJs": True, "waitFor": 2_500, "timeout": 10_000},
        ),
        seconds=90,
    )

    assert job["completed"] == len(paths), [page for page in job["pages"] if page["status"] != "completed"]


def open_pages(worker_id: int) -> int:
    """The number of Chromium's renderer processes below a process. Each open page or context has one."""
    return sum(b"--type=renderer" in command for _, command in processes_below(worker_id))


def test_no_page_is_left_open(rendering: Client, database: Engine, origin: Origin, unique: str) -> None:
    for number in range(4):
        rendering.scrape(origin.url("/shell", t=f"{unique}{number}"))
    rendering.try_scrape(origin.url("/slow", seconds="9", t=unique), renderJs=True, timeout=1_500)

    pid = worker_pid(database)
    wait_until(lambda: open_pages(pid) <= 1, seconds=90, what="closed pages")


@pytest.fixture(scope="module")
def bare(environment: Environment, data_dir: Path, prepared_service: Prepared) -> Iterator[tuple[Service, Environment]]:
    """A separate service whose worker finds no browser."""
    own = with_own_database(environment, "bare")
    environ = environ_of(own, REDIS_URL=f"{environment.redis_url}?db=7")
    made = Service(environ, data_dir / "bare", prepared_service)
    try:
        nothing = data_dir / "nothing"
        nothing.mkdir()
        path = os.pathsep.join(part for part in os.environ["PATH"].split(os.pathsep) if not _has_browser(part))
        made.start_worker(threads=4, ORBWEAVER_CHROMIUM="", PLAYWRIGHT_BROWSERS_PATH=str(nothing), PATH=path)
        made.start_api()
        made.wait_until_ready()
        yield made, own
    finally:
        made.stop()


class TestWithoutABrowser:
    @pytest.fixture
    def poor(self, bare: tuple[Service, Environment]) -> Client:
        engine = session.create(bare[1].database_url)
        with engine.begin() as connection:
            made = workspace.create(connection, "bare")
            credits.grant(connection, made, 10, key="first")
            key = workspace.create_key(connection, made).key
        engine.dispose()
        return Client(bare[0].base_url, key)

    def test_forced_rendering_is_503_naming_the_remedy(self, poor: Client, origin: Origin, unique: str) -> None:
        refused = poor.refused(origin.url("/article", t=unique), renderJs=True)

        assert (refused["statusCode"], refused["code"]) == (503, "SERVICE_UNAVAILABLE")
        assert "ORBWEAVER_CHROMIUM" in refused["message"]
        assert not origin.seen(origin.url("/article", t=unique))
        assert poor.refused(origin.url("/article", t=unique), waitFor=100)["code"] == "SERVICE_UNAVAILABLE"

    def test_shell_is_returned_unrendered_with_a_warning(self, poor: Client, origin: Origin, unique: str) -> None:
        data = poor.scrape(origin.url("/shell", t=unique))

        assert "JavaScript" in data["warning"] and data["quality"]["complete"] is False

    def test_full_page_needs_no_browser(self, poor: Client, origin: Origin, unique: str) -> None:
        assert "warning" not in poor.scrape(origin.url("/article", t=unique))


def _has_browser(folder: str) -> bool:
    from crawler.rendering.browser import ON_PATH

    return any((Path(folder) / name).exists() for name in ON_PATH)


def test_workspace_is_charged_once_for_a_rendered_page(
    rendering: Client, account: Account, origin: Origin, unique: str, spent: Spent
) -> None:
    data = rendering.scrape(origin.url("/shell", t=unique), renderJs=True)

    assert data["usage"]["creditsUsed"] == 1 and spent() == 1
