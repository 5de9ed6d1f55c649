"""Which pages a worker takes of those that it could."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

from models.pages.host import Pace
from models.pages.page import PAGE, SITEMAP
from models.pages.page_choice import LAPSES_ISOLATED, Candidate, Choice, HostLoad, ReadyJob

ONE, OTHER = UUID(int=1), UUID(int=2)


def job(number: int, *, workspace: UUID = ONE, left: int = 100, running: int = 0) -> ReadyJob:
    return ReadyJob(UUID(int=number), workspace, "crawl", 1, left, running)


def page(of: ReadyJob, number: int, *, host: str | None = None, kind: str = PAGE, lapses: int = 0) -> Candidate:
    name = host or f"h{number}.example"
    return Candidate(of.id, number, kind, UUID(int=number), f"https://{name}/", name, 0, 0, lapses)


def choose(
    jobs: list[ReadyJob], pages: list[Candidate], room: int = 10, *, busy: bool = False, walks: int = 9,
    paces: dict[str, Pace] | None = None, places: int = 99,
) -> list[Candidate]:  # fmt: skip
    hosts = HostLoad(paces or {}, Counter())
    choice = Choice(jobs, pages, hosts, places=dict.fromkeys((ONE, OTHER), places), walks=walks)
    return choice.choose(room, busy=busy)


def test_the_workspace_and_the_job_with_the_fewest_running_pages_come_first() -> None:
    busy, idle, others = job(1, running=2), job(2), job(3, workspace=OTHER)
    pages = [page(of, number) for of in (busy, idle, others) for number in range(4)]

    chosen = choose([busy, idle, others], pages, 6)

    assert [one.job_id.int for one in chosen] == [3, 3, 2, 3, 2, 3]


def test_a_job_gets_no_more_than_it_may_issue_and_a_workspace_no_more_than_its_places() -> None:
    small = job(1, left=2)
    assert len(choose([small], [page(small, number) for number in range(5)])) == 2

    large = job(1)
    assert len(choose([large], [page(large, number) for number in range(5)], places=3)) == 3


def test_a_full_host_is_skipped() -> None:
    one = job(1)
    pages = [page(one, number, host="slow.example") for number in range(3)] + [page(one, 9)]

    chosen = choose([one], pages, paces={"slow.example": Pace(delay_ms=1_000)})

    assert [page.number for page in chosen] == [0, 9]


def test_a_sitemap_walk_takes_neither_the_limit_nor_a_host() -> None:
    full = job(1, left=0)
    pages = [page(full, number, kind=SITEMAP, host="one.example") for number in range(3)]

    assert len(choose([full], pages, walks=2, paces={"one.example": Pace(requests_max=0)})) == 2


def test_a_page_that_lost_its_workers_comes_alone_and_to_an_idle_worker() -> None:
    one = job(1)
    good, bad = page(one, 1), page(one, 2, lapses=LAPSES_ISOLATED)

    assert choose([one], [bad, good]) == [bad]
    assert choose([one], [bad, good], busy=True) == []
    assert choose([one], [good, bad]) == [good]
