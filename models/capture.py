"""The page cache: raw captures. Formats are read from a capture, so one capture serves requests for any formats.

Captures are deleted by the day (`day_slots.py`). A URL has at most one capture per day; the newest is served. All ages
are by the database's clock, so that clock differences between machines do not matter.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    Connection,
    ForeignKey,
    Integer,
    Interval,
    LargeBinary,
    SmallInteger,
    String,
    Text,
    Uuid,
    any_,
    bindparam,
    cast,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract import limits
from contract.capture import CaptureRequest, PageCapture
from models import packing
from models.array_rows import ArrayRows
from models.base import Base
from models.day_slots import DAY, DaySlots

SLOTS = DaySlots(table="stored_capture", slots=12, days=timedelta(seconds=limits.CAPTURE_RETENTION_SECONDS) // DAY)


class Capture(Base):
    """A page as received. `body` are the undecoded bytes, packed. `workspace_id` is set on private captures."""

    __tablename__ = "stored_capture"
    __table_args__ = ({"postgresql_partition_by": "LIST (slot)"},)

    slot: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[UUID | None] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    url: Mapped[str]
    final_url: Mapped[str]
    status: Mapped[int] = mapped_column(Integer)
    headers: Mapped[list[list[str]]] = mapped_column(JSONB)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    rendered: Mapped[bool] = mapped_column(Boolean)
    captured_at: Mapped[datetime]


def key_of(request: CaptureRequest, normal_url: str) -> str:
    """The cache key: everything that can change the origin's response, and the workspace of a private request."""
    parts = [
        normal_url, request.method, hashlib.sha256(request.body).hexdigest(), request.country, list(request.languages),
        request.render, request.wait_for_ms, sorted((name.lower(), value) for name, value in request.headers),
        request.workspace_id if request.private else None, *([request.view] if request.view else []),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


_age = bindparam("age", type_=Interval)
_FIND = (
    select(
        Capture.url, Capture.final_url, Capture.status, Capture.headers, Capture.body, Capture.rendered,
        Capture.captured_at,
    )
    .where(
        Capture.key == bindparam("sought"), Capture.slot == any_(bindparam("slots", type_=ARRAY(SmallInteger))),
        Capture.captured_at > func.now() - _age,
    )
    .order_by(Capture.captured_at.desc())
    .limit(1)
)  # fmt: skip
_new = ArrayRows(
    "new", key=String(), workspace_id=Uuid(), url=String(), final_url=String(), status=Integer(), headers=Text(),
    body=LargeBinary(), rendered=Boolean(), age=Interval(),
)  # fmt: skip
_WRITTEN = (
    Capture.workspace_id, Capture.url, Capture.final_url, Capture.status, Capture.headers, Capture.body, Capture.rendered,
    Capture.captured_at,
)  # fmt: skip
_STORE = insert(Capture).from_select(
    [Capture.slot, Capture.key, *_WRITTEN],
    # In the order of the keys: otherwise two transactions that store the same captures could each wait for the other.
    select(
        SLOTS.today, _new.c.key, _new.c.workspace_id, _new.c.url, _new.c.final_url, _new.c.status, cast(_new.c.headers, JSONB),
        _new.c.body, _new.c.rendered, func.now() - _new.c.age,
    ).order_by(_new.c.key),
)  # fmt: skip
_STORE = _STORE.on_conflict_do_update(
    index_elements=[Capture.slot, Capture.key],
    set_={column: getattr(_STORE.excluded, column.key) for column in _WRITTEN},
    where=Capture.captured_at < _STORE.excluded.captured_at,
)


def find(connection: Connection, key: str, max_age_ms: int) -> PageCapture | None:
    """The capture under that key if it is younger than `max_age_ms`, otherwise None."""
    now, age = datetime.now(UTC), timedelta(milliseconds=max_age_ms)
    # A day more than this clock says: the database's may be ahead.
    slots = SLOTS.between(now - age, now + DAY)
    row = connection.execute(_FIND, {"sought": key, "age": age, "slots": slots}).one_or_none()
    if row is None:
        return None
    url, final_url, status, headers, body, rendered, captured_at = row
    return PageCapture(
        url=url, final_url=final_url, status=status, headers=tuple((name, value) for name, value in headers),
        body=packing.unpack(body), rendered=rendered, captured_at=captured_at, cached=True,
    )  # fmt: skip


class NewCapture(NamedTuple):
    """A capture to store. `packed` is its compressed body. `workspace_id` is set on private captures."""

    key: str
    capture: PageCapture
    packed: bytes
    workspace_id: UUID | None


def store(connection: Connection, captures: Sequence[NewCapture]) -> None:
    """Store captures, unless younger ones are stored under their keys. Of several with the same key, the youngest."""
    if not captures:
        return
    youngest = {new.key: new for new in sorted(captures, key=lambda new: new.capture.captured_at)}
    now = datetime.now(UTC)
    connection.execute(_STORE, _new.parameters([_row(new, now) for new in youngest.values()]))


def _row(new: NewCapture, now: datetime) -> tuple[object, ...]:
    capture = new.capture
    return (
        new.key, new.workspace_id, capture.url, capture.final_url, capture.status, json.dumps(capture.headers), new.packed,
        capture.rendered, max(timedelta(), now - capture.captured_at),
    )  # fmt: skip
