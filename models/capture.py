"""Raw captures: the page cache. Formats are read from them, so one capture answers every later choice of formats."""

from __future__ import annotations

import gzip
import hashlib
import json
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import Boolean, Connection, ForeignKey, Integer, LargeBinary, String, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from contract.capture import CaptureRequest, PageCapture
from models.base import Base

# Fastest level: HTML falls to a fifth, and a page is written once for many reads.
GZIP_LEVEL = 1


class Capture(Base):
    """A page as it came. `body` is gzip of the undecoded bytes; `workspace_id` is set on private captures."""

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
    """The cache key: all that can change what the origin answers, and whose it is when it is private."""
    parts = [
        normal_url, request.method, hashlib.sha256(request.body).hexdigest(), request.country, list(request.languages),
        request.render, request.wait_for_ms, sorted((name.lower(), value) for name, value in request.headers),
        request.workspace_id if request.private else None,
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


_FIND = text("""
    SELECT url, final_url, status, headers, body, rendered, captured_at FROM capture
    WHERE key = :key AND captured_at > now() - :age
""")
_STORE = text("""
    INSERT INTO capture (key, workspace_id, url, final_url, status, headers, body, rendered, captured_at)
    VALUES (:key, :workspace_id, :url, :final_url, :status, CAST(:headers AS jsonb), :body, :rendered, :captured_at)
    ON CONFLICT (key) DO UPDATE SET
        workspace_id = excluded.workspace_id, url = excluded.url, final_url = excluded.final_url,
        status = excluded.status, headers = excluded.headers, body = excluded.body, rendered = excluded.rendered,
        captured_at = excluded.captured_at
    WHERE capture.captured_at < excluded.captured_at
""")


def find(connection: Connection, key: str, max_age_ms: int) -> PageCapture | None:
    """The capture under that key if it is younger than `max_age_ms`, else None."""
    row = connection.execute(_FIND, {"key": key, "age": timedelta(milliseconds=max_age_ms)}).one_or_none()
    if row is None:
        return None
    return PageCapture(
        url=row.url, final_url=row.final_url, status=row.status, headers=tuple((name, value) for name, value in row.headers),
        body=gzip.decompress(row.body), rendered=row.rendered, captured_at=row.captured_at, cached=True,
    )  # fmt: skip


def pack(body: bytes) -> bytes:
    """The stored form of a body. Takes milliseconds for a large page: call it off the event loop."""
    return gzip.compress(body, GZIP_LEVEL)


def store(connection: Connection, key: str, capture: PageCapture, packed: bytes, *, workspace_id: UUID | None) -> None:
    """Keep the capture under that key, unless a younger one is there already."""
    values = {
        "key": key, "workspace_id": str(workspace_id) if workspace_id else None, "url": capture.url,
        "final_url": capture.final_url, "status": capture.status, "headers": json.dumps(capture.headers), "body": packed,
        "rendered": capture.rendered, "captured_at": capture.captured_at,
    }  # fmt: skip
    connection.execute(_STORE, values)
