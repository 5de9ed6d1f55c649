"""Draws logos in other forms, in a separate process: an SVG of a hostile site may take seconds, in which no other thread runs."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from api.asgi.logos.forms import Form
from api.child_process import ChildProcess
from api.shares import Shares

LIMIT_SECONDS = 1.0
# One is drawn at a time. This many may be next, of all workspaces and of one; further calls wait.
SLOTS, SLOTS_RESERVED, SLOTS_EACH = 4, 1, 2
WAIT_SECONDS = 10.0


class Drawing:
    """Draws for one API process. Used on the event loop."""

    def __init__(self) -> None:
        self._process = ChildProcess("api.asgi.logos.drawing_child", LIMIT_SECONDS)
        self._thread = ThreadPoolExecutor(1, "logo-drawing")
        self._slots = Shares("converted logos", SLOTS, SLOTS_RESERVED, {"workspace": SLOTS_EACH})

    async def draw(self, body: bytes, content_type: str, form: Form, workspace_id: UUID) -> bytes | None:
        """A stored file in another form. None if it cannot be drawn, or not within `LIMIT_SECONDS`.

        Raises:
            TooManyRequests, ServiceUnavailable: too many are drawn, for this workspace or for all, also after `WAIT_SECONDS`.
        """
        async with self._slots.slot_after({"workspace": str(workspace_id)}, WAIT_SECONDS):
            message = form.message(body, content_type)
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._process.ask, message) or None

    def stop(self) -> None:
        """End the process and the thread."""
        self._thread.shutdown(wait=True, cancel_futures=True)
        self._process.stop()
