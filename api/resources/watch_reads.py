"""Reads watches and their checks, and compares checks, for a caller with a key and for a person in the console."""

from __future__ import annotations

import time
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection

from api import database, state
from contract import limits
from contract.declare import load
from contract.errors import NotFound
from contract.fields.identifier import parse_id
from contract.options.watch import WatchOptions
from contract.results.watch import with_addresses
from models.accounts.caller import Caller
from models.base import JsonObject
from models.watches import check, version, watch
from models.watches.check import CheckRow
from models.watches.watch import WatchRow

UNKNOWN_WATCH = "The workspace has no watch with this id."
UNKNOWN_CHECK = "The watch has no check with this id."
# Two checks are compared in the API process, for at most this time and one page more.
COMPARE_SECONDS = 5.0
# Of the options that a watch shows, these are left out: they may be keys of the receiver or of the watched site.
_HIDDEN = ("headers", "secret")
_WITH_HIDDEN = ("webhook", "site", "scrapeOptions")


class CheckPages(NamedTuple):
    """A check with its pages in wire names, how many are left out, and the check that it was compared with."""

    row: WatchRow
    found: CheckRow
    pages: list[JsonObject]
    left_out: int
    other: CheckRow | None = None


def parse(text: str, message: str) -> UUID:
    """An id.

    Raises:
        NotFound: it is none. The error has this message.
    """
    if (found := parse_id(text)) is None:
        raise NotFound(message)
    return found


def require(connection: Connection, watch_id: str, caller: Caller, *, lock: bool = False) -> WatchRow:
    """The caller's watch.

    Raises:
        NotFound: the caller's workspace has none with this id.
    """
    row = watch.find(connection, parse(watch_id, UNKNOWN_WATCH), caller.workspace_id, lock=lock)
    if row is None:
        raise NotFound(UNKNOWN_WATCH)
    return row


def checks_of(connection: Connection, rows: list[WatchRow]) -> dict[UUID, CheckRow]:
    """The last check and the last change of each watch, by id."""
    ids = [each for row in rows for each in (row.last_check_id, row.last_change_id) if each is not None]
    return check.find_all(connection, ids)


def shown_options(options: dict[str, Any]) -> dict[str, Any]:
    """The options without what may be a key."""
    parts = {name: shown_options(options[name]) for name in _WITH_HIDDEN if options.get(name)}
    return {name: parts.get(name, value) for name, value in options.items() if name not in _HIDDEN}


def read_check(watch_id: str, check_id: str, compare_to: str | None, caller: Caller) -> CheckPages:
    """A check with what changed in it; with `compare_to`, since another check of the watch, from the stored versions.

    Raises:
        NotFound: the caller's workspace has no such watch, or the watch no such check.
    """
    key = parse(check_id, UNKNOWN_CHECK)
    other_id = None if compare_to is None else parse(compare_to, UNKNOWN_CHECK)

    def read(connection: Connection) -> tuple[WatchRow, CheckRow, list[JsonObject]]:
        row = require(connection, watch_id, caller)
        return row, *_find_check(connection, row, key)

    row, found, pages = database.snapshot(read)
    if other_id is None:
        left_out = sum(count for result, count in found.summary.items() if result != "same") - len(pages)
        return CheckPages(row, found, pages, max(0, left_out))
    other, _ = database.snapshot(lambda connection: _find_check(connection, row, other_id))
    return CheckPages(row, found, *_differences(row, other, found), other)


def _find_check(connection: Connection, row: WatchRow, check_id: UUID) -> tuple[CheckRow, list[JsonObject]]:
    """A check of a watch, with its pages.

    Raises:
        NotFound: the watch has none with this id.
    """
    found = check.find(connection, row.id, check_id)
    if found is not None:
        return found, check.read_pages(connection, check_id)
    if row.next_check_id == check_id:
        return check.queued(row, check_id), []
    raise NotFound(UNKNOWN_CHECK)


def _differences(row: WatchRow, other: CheckRow, found: CheckRow) -> tuple[list[JsonObject], int]:
    """The pages that differ between two checks, from their stored versions, and how many pages were not compared.

    No transaction is open while they are compared.
    """
    # The modules that compare need memory that a process without watches does not have to hold.
    from extraction.changes.judgement import Asked, compare_versions

    options = load(WatchOptions, row.options)
    asked = Asked(compare=options.compare, selectors=options.selectors)
    pages: list[JsonObject] = []
    numbers, until = (other.number, found.number), time.monotonic() + COMPARE_SECONDS
    urls = database.ask(partial(version.list_changed, watch_id=row.id, numbers=numbers))
    for index, url in enumerate(urls):
        if len(pages) == limits.WATCH_LISTED_PAGES_MAX or time.monotonic() > until:
            return pages, len(urls) - index
        before, after = database.ask(partial(_read_versions, row=row, url=url, numbers=numbers))
        if before != after:
            page = compare_versions(url, before, after, asked)
            pages.append(with_addresses(page, state.of().environment.base_url, row.feed_token))
    return pages, 0


def _read_versions(connection: Connection, row: WatchRow, url: str, numbers: tuple[int, ...]) -> list[str | None]:
    return [version.read(connection, row.id, url, number) for number in numbers]
