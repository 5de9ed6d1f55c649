"""Renewal of stored captures: the origin confirmed that a capture which is too old to be served is still current."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import (
    ARRAY,
    Connection,
    DateTime,
    SmallInteger,
    String,
    Text,
    and_,
    any_,
    bindparam,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB, insert

from contract.capture import Headers, PageCapture
from models import packing
from models.array_rows import ArrayRows
from models.capture import SLOTS, Capture
from models.day_slots import DAY


@dataclass(frozen=True, kw_only=True)
class OldCapture:
    """A stored capture without its body. `slot`, `key` and `capture.captured_at` identify its row."""

    slot: int
    key: str
    capture: PageCapture


class Renewal(NamedTuple):
    """An old capture that is current, and its headers from now on."""

    old: OldCapture
    headers: Headers


_IS_SAME = and_(Capture.key == bindparam("sought"), Capture.slot == any_(bindparam("slots", type_=ARRAY(SmallInteger))))
_FIND = (
    select(
        Capture.slot,
        Capture.url,
        Capture.final_url,
        Capture.status,
        Capture.headers,
        Capture.rendered,
        Capture.captured_at,
    )
    .where(_IS_SAME)
    .order_by(Capture.captured_at.desc())
    .limit(1)
)
_BODY = select(Capture.body).where(_IS_SAME, Capture.captured_at == bindparam("captured"))
_current = ArrayRows(
    "current", slot=SmallInteger(), key=String(), captured_at=DateTime(timezone=True), headers=Text()
)  # fmt: skip
# The row of today is written, from the row of the day of the capture, which may be the same.
_RENEW = insert(Capture).from_select(
    [
        Capture.slot, Capture.key, Capture.workspace_id, Capture.url, Capture.final_url, Capture.status, Capture.headers,
        Capture.body, Capture.rendered, Capture.captured_at,
    ],
    select(
        SLOTS.today, Capture.key, Capture.workspace_id, Capture.url, Capture.final_url, Capture.status,
        cast(_current.c.headers, JSONB), Capture.body, Capture.rendered, func.now(),
    )
    .join_from(
        _current.table, Capture,
        and_(
            Capture.slot == _current.c.slot, Capture.key == _current.c.key, Capture.captured_at == _current.c.captured_at,
            Capture.slot == any_(bindparam("slots", type_=ARRAY(SmallInteger))),
        ),
    )
    .order_by(Capture.key),
)  # fmt: skip
_RENEW = _RENEW.on_conflict_do_update(
    index_elements=[Capture.slot, Capture.key],
    set_={"headers": _RENEW.excluded.headers, "captured_at": _RENEW.excluded.captured_at},
    # Another page may have been stored today after this one was confirmed.
    where=and_(Capture.captured_at < _RENEW.excluded.captured_at, Capture.body == _RENEW.excluded.body),
)


def find(connection: Connection, key: str) -> OldCapture | None:
    """The newest capture that is stored under a key, whatever its age, or None."""
    now = datetime.now(UTC)
    # A day more than this clock says: the database's may be ahead.
    slots = SLOTS.between(now - SLOTS.days * DAY, now + DAY)
    row = connection.execute(_FIND, {"sought": key, "slots": slots}).one_or_none()
    if row is None:
        return None
    slot, url, final_url, status, headers, rendered, captured_at = row
    stored = PageCapture(
        url=url, final_url=final_url, status=status, headers=tuple((name, value) for name, value in headers),
        rendered=rendered, captured_at=captured_at, cached=True,
    )  # fmt: skip
    return OldCapture(slot=slot, key=key, capture=stored)


def body_of(connection: Connection, old: OldCapture) -> bytes | None:
    """The body of a capture, or None if it was deleted or replaced meanwhile."""
    given = {"sought": old.key, "slots": [old.slot], "captured": old.capture.captured_at}
    body: bytes | None = connection.execute(_BODY, given).scalar_one_or_none()
    return None if body is None else packing.unpack(body)


def renew(connection: Connection, renewals: Sequence[Renewal]) -> None:
    """Store captures as captured now. Those that were deleted or replaced meanwhile are left as they are."""
    if not renewals:
        return
    rows = [(old.slot, old.key, old.capture.captured_at, json.dumps(headers)) for old, headers in renewals]
    slots = sorted({old.slot for old, _ in renewals})
    connection.execute(_RENEW, {**_current.parameters(rows), "slots": slots})
