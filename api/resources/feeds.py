"""`GET /feeds/watch/{token}`: the reported changes of a watch as an Atom feed. The token in the address is the only key."""

from __future__ import annotations

from xml.sax.saxutils import escape

from flask import Blueprint, Response
from sqlalchemy import Connection

from api import database, state
from api.resources.watch_records import FEEDS
from contract.declare import load
from contract.errors import NotFound
from contract.options.watch import WatchOptions
from contract.results.timestamps import timestamp
from models.base import JsonObject
from models.watches import check, watch
from models.watches.check import CheckRow
from models.watches.watch import WatchRow

ENTRIES = 30
DIFF_MAX_CHARS = 10_000
# Without characters that XML forbids.
_FORBIDDEN = dict.fromkeys((*(set(range(32)) - {9, 10, 13}), 0xFFFE, 0xFFFF))
blueprint = Blueprint("feeds", __name__)
Entries = list[tuple[CheckRow, list[JsonObject]]]


@blueprint.get(f"{FEEDS}/<token>")
def feed(token: str) -> Response:
    """The newest changes of the watch that has this token."""

    def read(connection: Connection) -> tuple[WatchRow, Entries] | None:
        row = watch.find_by_token(connection, token) if len(token) < 100 else None
        if row is None:
            return None
        checks = check.list_checks(connection, row.id, ENTRIES, reported=True)
        return row, [(each, check.read_pages(connection, each.id)) for each in checks]

    found = database.snapshot(read)
    if found is None:
        raise NotFound("No feed was found at this address.")
    return Response(_atom(*found), mimetype="application/atom+xml")


def _atom(row: WatchRow, entries: Entries) -> str:
    name = load(WatchOptions, row.options).shown_name
    base_url = state.of().environment.base_url
    updated = timestamp(entries[0][0].finished_at if entries else row.created_at)
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>', '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>urn:uuid:{row.id}</id>", f"<title>{_text(name)}</title>", f"<updated>{updated}</updated>",
        f'<link rel="self" href="{_text(f"{base_url}{FEEDS}/{row.feed_token}")}"/>',
        "<author><name>Orbweaver</name></author>",
    ]  # fmt: skip
    for one, pages in entries:
        parts += _entry(name, one, [page for page in pages if page["reported"]])
    return "\n".join([*parts, "</feed>", ""])


def _entry(name: str, one: CheckRow, pages: list[JsonObject]) -> list[str]:
    title = pages[0]["description"] if len(pages) == 1 else f"{len(pages)} pages changed"
    body = "\n\n".join(f"{page['url']}\n{page['description']}\n\n{page['diff'][:DIFF_MAX_CHARS]}" for page in pages)
    link = [f'<link href="{_text(pages[0]["url"])}"/>'] if pages and pages[0]["url"].startswith("http") else []
    return [
        "<entry>", f"<id>urn:uuid:{one.id}</id>", f"<title>{_text(f'{name}: {title}')}</title>",
        f"<updated>{timestamp(one.finished_at)}</updated>", *link, f'<content type="text">{_text(body)}</content>', "</entry>",
    ]  # fmt: skip


def _text(text: str) -> str:
    return escape(text.translate(_FORBIDDEN), {'"': "&quot;"})
