"""`GET /feeds/watch/{token}`, `…/rss`, `…/pictures/{id}`: the reported changes of a watch as Atom and RSS, and its pictures.

The token in the address is the only key.
"""

from __future__ import annotations

import re
from datetime import datetime
from email.utils import format_datetime
from xml.sax.saxutils import escape

from flask import Blueprint, Response
from sqlalchemy import Connection

from api import database, state
from contract.declare import load
from contract.errors import NotFound
from contract.fields.identifier import parse_id
from contract.options.watch import WatchOptions
from contract.results.timestamps import timestamp
from contract.results.watch import FEEDS, PICTURES, RSS, feed_url, rss_url
from models.base import JsonObject
from models.watches import check, picture, watch
from models.watches.check import CheckRow
from models.watches.watch import WatchRow

ENTRIES = 30
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
DIFF_MAX_CHARS = 10_000
# Without characters that XML forbids. Half of a surrogate pair can be in JSON that a page declares.
_FORBIDDEN = dict.fromkeys((*(set(range(32)) - {9, 10, 13}), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF))
blueprint = Blueprint("feeds", __name__)
Entries = list[tuple[CheckRow, list[JsonObject]]]


@blueprint.get(f"{FEEDS}/<token>")
def feed(token: str) -> Response:
    """The newest changes of the watch that has this token, as Atom."""
    return Response(_atom(*_read(token)), mimetype="application/atom+xml")


@blueprint.get(f"{FEEDS}/<token>{RSS}")
def rss_feed(token: str) -> Response:
    """The newest changes of the watch that has this token, as RSS 2.0."""
    return Response(_rss(*_read(token)), mimetype="application/rss+xml")


@blueprint.get(f"{FEEDS}/<token>{PICTURES}/<picture_id>")
def show_picture(token: str, picture_id: str) -> Response:
    """A screenshot of the watch that has this token, or a picture of a difference."""
    key = parse_id(picture_id)

    def read(connection: Connection) -> tuple[str, bytes] | None:
        row = _find(connection, token)
        return picture.find(connection, row.id, key) if row and key else None

    found = database.snapshot(read)
    if found is None:
        raise NotFound("No picture was found at this address.")
    response = Response(found[1], mimetype=found[0])
    # The picture of an id never changes. Caches of proxies do not store it, because its address is a secret.
    response.headers["Cache-Control"] = "private, max-age=86400, immutable"
    return response


def _find(connection: Connection, token: str) -> WatchRow | None:
    # Postgres rejects some characters, such as NUL.
    return watch.find_by_token(connection, token) if _TOKEN.fullmatch(token) else None


def _read(token: str) -> tuple[WatchRow, Entries]:
    """The watch with this token, and its newest reported checks with their reported pages.

    Raises:
        NotFound: there is none.
    """

    def read(connection: Connection) -> tuple[WatchRow, Entries] | None:
        row = _find(connection, token)
        if row is None:
            return None
        checks = check.list_checks(connection, row.id, ENTRIES, reported=True)
        return row, [(each, check.read_pages(connection, each.id)) for each in checks]

    found = database.snapshot(read)
    if found is None:
        raise NotFound("No feed was found at this address.")
    row, entries = found
    return row, [(one, [page for page in pages if page["reported"]]) for one, pages in entries]


def _atom(row: WatchRow, entries: Entries) -> str:
    name = load(WatchOptions, row.options).shown_name
    updated = timestamp(entries[0][0].finished_at if entries else row.created_at)
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>', '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<id>urn:uuid:{row.id}</id>", f"<title>{_text(name)}</title>", f"<updated>{updated}</updated>",
        f'<link rel="self" type="application/atom+xml" href="{_text(feed_url(_base_url(), row.feed_token))}"/>',
        "<author><name>Orbweaver</name></author>",
    ]  # fmt: skip
    for one, pages in entries:
        link = _link(pages)
        parts += [
            "<entry>", f"<id>urn:uuid:{one.id}</id>", f"<title>{_text(_title(name, pages))}</title>",
            f"<updated>{timestamp(one.finished_at)}</updated>", *([f'<link href="{_text(link)}"/>'] if link else []),
            f'<content type="text">{_text(_body(pages))}</content>', "</entry>",
        ]  # fmt: skip
    return "\n".join([*parts, "</feed>", ""])


def _rss(row: WatchRow, entries: Entries) -> str:
    options = load(WatchOptions, row.options)
    name, site = options.shown_name, options.site.url if options.site else (*options.urls, _base_url())[0]
    updated = entries[0][0].finished_at if entries else row.created_at
    parts = [
        '<?xml version="1.0" encoding="utf-8"?>', '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">', "<channel>",
        f"<title>{_text(name)}</title>", f"<link>{_text(site)}</link>", f"<description>{_text(f'Changes of {name}')}</description>",
        f"<lastBuildDate>{_date(updated)}</lastBuildDate>", "<generator>Orbweaver</generator>",
        f'<atom:link rel="self" type="application/rss+xml" href="{_text(rss_url(_base_url(), row.feed_token))}"/>',
    ]  # fmt: skip
    for one, pages in entries:
        link = _link(pages)
        # A description is HTML.
        body = f"<pre>{escape(_body(pages))}</pre>"
        parts += [
            "<item>", f"<title>{_text(_title(name, pages))}</title>", *([f"<link>{_text(link)}</link>"] if link else []),
            f'<guid isPermaLink="false">urn:uuid:{one.id}</guid>', f"<pubDate>{_date(one.finished_at)}</pubDate>",
            f"<description>{_text(body)}</description>", "</item>",
        ]  # fmt: skip
    return "\n".join([*parts, "</channel>", "</rss>", ""])


def _base_url() -> str:
    return state.of().environment.base_url


def _title(name: str, pages: list[JsonObject]) -> str:
    about = pages[0]["description"] if len(pages) == 1 else f"{len(pages)} pages changed"
    return " ".join(f"{name}: {about}".split())


def _body(pages: list[JsonObject]) -> str:
    return "\n\n".join(f"{page['url']}\n{page['description']}\n\n{page['diff'][:DIFF_MAX_CHARS]}" for page in pages)


def _link(pages: list[JsonObject]) -> str | None:
    """The address of the first page. A search has none."""
    return pages[0]["url"] if pages and pages[0]["url"].startswith("http") else None


def _date(moment: datetime | None) -> str:
    """A date as RFC 822 has it."""
    return format_datetime(moment) if moment else ""


def _text(text: str) -> str:
    return escape(text.translate(_FORBIDDEN), {'"': "&quot;"})
