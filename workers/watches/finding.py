"""Finds what changed on the pages of a check whose jobs have ended."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

from sqlalchemy import Connection, Engine

from contract import limits
from contract.declare import load
from contract.errors import ServiceError
from contract.options.watch import WatchOptions
from contract.results.page_entry import error_sentence
from contract.results.watch import NO_CREDITS
from extraction.changes.judgement import Asked, Judgement, Known, unlinked
from extraction.changes.sentences import ChangeQuestion
from extraction.changes.visit import Visit
from models.accounts import workspace
from models.base import new_id
from models.jobs import outcome
from models.page_jobs import page_job
from models.pages import page_entry
from models.session import ask, transact
from models.watches import picture, version, watch
from models.watches.check import CheckRow
from models.watches.version import StoredPage
from models.watches.watch import WatchRow
from workers.watches import pictures, revisits
from workers.watches.pictures import Shot
from workers.watches.revisits import Revisited

log = logging.getLogger(__name__)

RESULTS_AT_ONCE = 25
NO_SHOT = Shot(None)
# Judges one page in a process for reading. The first argument is the workspace, the last the visits that confirm.
Judge = Callable[[UUID, Visit, Known, Asked, Sequence[Visit]], Judgement]
# What a language model says about the change of a page: the workspace, the URL, the question. Raises `ServiceError`.
Describe = Callable[[UUID, str, ChangeQuestion], str]


@dataclass(frozen=True)
class Revisit:
    """Pages that must be visited again, after a pause, before a change of them counts."""

    pause_seconds: int
    urls: tuple[str, ...]


@dataclass(frozen=True)
class Found:
    """What the jobs of a check found. `error` is set if they found nothing. With `revisit`, nothing is decided yet."""

    judgements: tuple[Judgement, ...] = ()
    credits: int = 0
    error: str | None = None
    revisit: Revisit | None = None


class CheckFinder:
    """Compares the pages of checks with what is stored of them. No transaction is open meanwhile."""

    def __init__(self, database: Engine, judge_page: Judge, describe: Describe) -> None:
        self._database = database
        self._judge_page = judge_page
        self._describe = describe

    def find(self, row: WatchRow, ended: CheckRow) -> Found:
        """What the pages of a check are like. Their pictures are stored already, and not shown yet."""
        options = load(WatchOptions, row.options)
        if ended.job_id is None:
            return Found(error=NO_CREDITS)
        visits, credits, error = ask(self._database, partial(_read_job, row=row, options=options, job_id=ended.job_id))
        shots = dict(zip(pictures.urls(options), ended.picture_jobs or (), strict=False))
        asked = Asked(
            compare=options.compare, selectors=options.selectors,
            conditions=tuple(row.options.get("conditions", ())),
            reports_new=options.kind == "site" and ended.number > 2, has_summary=options.summary,
            confirms=options.confirm and options.kind != "search",
        )  # fmt: skip
        later = ask(self._database, partial(revisits.read, row=row, job_ids=ended.revisit_jobs or ()))
        judged = list(self._judged(row, visits, shots, asked, later))
        if again := [each for each, _ in judged if each.pause_seconds is not None]:
            pause = min(each.pause_seconds or 0 for each in again)
            return Found(revisit=Revisit(pause, tuple(each.url for each in again)))
        judgements = self._described(row, [each for each, _ in judged])
        if asked.reports_new and error is None:
            judgements += self._unlinked(row, options, judgements)
        if not judgements and error is None:
            error = "The check found no page."
        return Found(tuple(judgements), credits + sum(cost for _, cost in judged), error)

    def _judged(
        self, row: WatchRow, visits: Sequence[_Unread], shots: Mapping[str, UUID], asked: Asked, later: Revisited
    ) -> Iterator[tuple[Judgement, int]]:
        """The judgements, each with what its screenshot cost."""
        # After the first visit it is clear which pages may be visited again.
        left = 0 if later.has_begun else limits.WATCH_CONFIRMED_PAGES_MAX
        for first in range(0, len(visits), RESULTS_AT_ONCE):
            some = visits[first : first + RESULTS_AT_ONCE]
            known, results = ask(self._database, partial(_read_some, watch_id=row.id, unread=some))
            if first:  # The lease has just begun.
                self._renew(row)
            for each in some:
                stored = known.get(each.url)
                page = Known(stored.last, stored.noise, stored.state == version.REMOVED) if stored else Known()
                visit, shot = Visit(each.url, results.get(each.url), each.error), NO_SHOT
                if each.url in shots:
                    self._renew(row)
                    shot = ask(
                        self._database, partial(pictures.read, workspace_id=row.workspace_id, job_id=shots[each.url])
                    )
                    visit = replace(
                        visit, screenshot=shot.image, screenshot_error=shot.error,
                        picture_ids=(str(new_id()), str(new_id())),
                    )  # fmt: skip
                    page = replace(page, screenshot=self._last_screenshot(row, page))
                confirmed = replace(asked, confirms=asked.confirms and (left > 0 or each.url in later.visits))
                found = self._judge_page(row.workspace_id, visit, page, confirmed, later.visits.get(each.url, ()))
                left -= found.pause_seconds is not None
                if found.pictures:
                    add = partial(picture.add, watch_id=row.id, url=each.url, pictures=found.pictures)
                    transact(self._database, add)
                yield _news(replace(found, pictures=()), page), shot.credits

    def _renew(self, row: WatchRow) -> None:
        transact(self._database, partial(watch.renew_end, row=row))

    def _last_screenshot(self, row: WatchRow, page: Known) -> bytes | None:
        picture_id = json.loads(page.last).get("picture") if page.last else None
        if picture_id is None:
            return None
        found = ask(self._database, partial(picture.find, watch_id=row.id, picture_id=UUID(picture_id)))
        return found[1] if found else None

    def _described(self, row: WatchRow, judgements: Sequence[Judgement]) -> list[Judgement]:
        """The judgements, the first ones with what a language model says about their change.

        A failure of the model, or too few credits, only leaves the sentences out.
        """
        described, left = [], limits.WATCH_SUMMARIES_MAX
        for each in judgements:
            summary = None
            if each.question is not None and left and self._has_credit(row):
                left -= 1
                self._renew(row)
                try:
                    summary = self._describe(row.workspace_id, each.url, each.question)
                except ServiceError as error:
                    log.warning("Check %s has no summary of %s: %s", row.check_id, each.url, error.message)
            described.append(replace(each, page={**each.page, "summary": summary}) if summary else each)
        return described

    def _has_credit(self, row: WatchRow) -> bool:
        payer = ask(self._database, lambda connection: workspace.require(connection, row.workspace_id))
        return payer.balance > payer.reserved

    def _unlinked(self, row: WatchRow, options: WatchOptions, judgements: Sequence[Judgement]) -> Iterator[Judgement]:
        """The pages of a site that its crawl did not find again.

        None if the crawl was cut at its limit, or could not read a page that it knows: that page may have the links.
        """
        assert options.site is not None
        has_failed = any(each.result == "error" and each.was_known for each in judgements)
        if len(judgements) < options.site.limit and not has_failed:
            found = {each.url for each in judgements}
            known = ask(self._database, partial(version.list_present, watch_id=row.id))
            yield from (unlinked(url) for url in known if url not in found)


@dataclass(frozen=True)
class _Unread:
    """A page of a check's job, whose result is read later. `result` is that of a job without pages."""

    url: str
    error: str | None
    job_id: UUID
    number: int
    result: str | None = None


def _read_job(
    connection: Connection, row: WatchRow, options: WatchOptions, job_id: UUID
) -> tuple[list[_Unread], int, str | None]:
    """The visits of a check's job, what it cost, and why it failed."""
    if options.query is not None:
        ended = outcome.find_background(connection, job_id, row.workspace_id, options.operation)
        if ended is None or ended.result is None:
            message = ended.error.get("message") if ended and ended.error else None
            return [], 0, message or "The job of the check was deleted before it was compared."
        credits = json.loads(ended.result)["usage"]["creditsUsed"]
        return [_Unread(options.query, None, job_id, 0, ended.result)], credits, None
    found = page_job.find(connection, job_id, row.workspace_id, options.operation)
    if found is None:
        return [], 0, "The job of the check was deleted before it was compared."
    if found.status == "cancelled":
        return [], found.counts.credits, "The job of the check was cancelled."
    visits: dict[str, _Unread] = {}
    for each in page_entry.list_entries(connection, job_id, queued=0):
        visits.setdefault(each.url, _Unread(each.url, each.error, job_id, each.number))
    return list(visits.values()), found.counts.credits, None if found.error is None else error_sentence(found.error)


def _read_some(
    connection: Connection, watch_id: UUID, unread: Sequence[_Unread]
) -> tuple[dict[str, StoredPage], dict[str, str]]:
    """What is stored of the pages, and the results of their visits, by URL."""
    known = version.read_pages(connection, watch_id, [each.url for each in unread])
    return known, _read_results(connection, unread)


def _read_results(connection: Connection, unread: Sequence[_Unread]) -> dict[str, str]:
    """The results by URL."""
    own = {each.url: each.result for each in unread if each.result is not None}
    if own or not unread:
        return own
    results = page_entry.read_results(connection, unread[0].job_id, [each.number for each in unread])
    return {each.url: results[each.number] for each in unread if each.number in results}


def _news(found: Judgement, known: Known) -> Judgement:
    """A judgement without what is stored already."""
    if (found.last, found.noise, found.is_removed) == (known.last, known.noise, known.is_removed):
        return replace(found, last=None, noise=None)
    return found
