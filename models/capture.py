"""The page cache: raw captures. Formats are read from a capture, so one capture serves requests for any formats."""

from __future__ import annotations

import gzip
import hashlib
import json
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Boolean, Connection, ForeignKey, Integer, Interval, LargeBinary, String, bindparam, func, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.orm import Mapped, mapped_column

from contract.capture import CaptureRequest, PageCapture
from models.base import Base

# The fastest level. It shrinks HTML to about a fifth.
GZIP_LEVEL = 1


class Capture(Base):
    """A page as received. `body` is gzip of the undecoded bytes. `workspace_id` is set on private captures."""

    __tablename__ = "capture"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    workspace_id: Mapped[UUID | None] = mapped_column(ForeignKey("workspace.id", ondelete="CASCADE"))
    url: Mapped[str]
    final_url: Mapped[str]
    status: Mapped[int] = mapped_column(Integer)
    headers: Mapped[list[list[str]]] = mapped_column(JSONB)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    rendered: Mapped[bool] = mapped_column(Boolean)
    captured_at: Mapped[datetime] = mapped_column(index=True)


def key_of(request: CaptureRequest, normal_url: str) -> str:
    """The cache key: everything that can change the origin's response, and the workspace of a private request."""
    parts = [
        normal_url, request.method, hashlib.sha256(request.body).hexdigest(), request.country, list(request.languages),
        request.render, request.wait_for_ms, sorted((name.lower(), value) for name, value in request.headers),
        request.workspace_id if request.private else None, *([request.view] if request.view else []),
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


_FIND = select(
    Capture.url, Capture.final_url, Capture.status, Capture.headers, Capture.body, Capture.rendered, Capture.captured_at
).where(Capture.key == bindparam("wanted"), Capture.captured_at > func.now() - bindparam("age", type_=Interval))
_STORE = insert(Capture)
_STORE = _STORE.on_conflict_do_update(
    index_elements=[Capture.key],
    set_={
        column: getattr(_STORE.excluded, column.key)
        for column in (
            Capture.workspace_id, Capture.url, Capture.final_url, Capture.status, Capture.headers, Capture.body,
            Capture.rendered, Capture.captured_at,
        )
    },
    where=Capture.captured_at < _STORE.excluded.captured_at,
)  # fmt: skip


def find(connection: Connection, key: str, max_age_ms: int) -> PageCapture | None:
    """The capture under that key if it is younger than `max_age_ms`, else None."""
    row = connection.execute(_FIND, {"wanted": key, "age": timedelta(milliseconds=max_age_ms)}).one_or_none()
    if row is None:
        return None
    url, final_url, status, headers, body, rendered, captured_at = row
    return PageCapture(
        url=url, final_url=final_url, status=status, headers=tuple((name, value) for name, value in headers),
        body=gzip.decompress(body), rendered=rendered, captured_at=captured_at, cached=True,
    )  # fmt: skip


def pack(body: bytes) -> bytes:
    """The stored form of a body. Takes milliseconds for a large page: do not call it on the event loop."""
    return gzip.compress(body, GZIP_LEVEL)


def store(connection: Connection, key: str, capture: PageCapture, packed: bytes, *, workspace_id: UUID | None) -> None:
    """Store the capture under that key, unless a younger one is stored."""
    values = {
        Capture.key: key, Capture.workspace_id: workspace_id, Capture.url: capture.url, Capture.final_url: capture.final_url,
        Capture.status: capture.status, Capture.headers: capture.headers, Capture.body: packed,
        Capture.rendered: capture.rendered, Capture.captured_at: capture.captured_at,
    }  # fmt: skip
    connection.execute(_STORE, {column.key: value for column, value in values.items()})
