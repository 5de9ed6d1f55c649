"""Brands for logo serving: from memory, from storage, or resolved while the request waits.

Concurrent requests for one unknown domain wait for the same resolution. A worker runs it as a job. It continues after the
requests have stopped waiting.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from datetime import timedelta
from uuid import UUID
from weakref import WeakValueDictionary

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api import database
from api.asgi.flask_pool import FlaskPool
from api.asgi.logos.cache import CachedBrand, LogoCache
from api.asgi.logos.request import LogoRequest
from api.checks import queue_pause, queue_space
from api.state import State
from contract import limits
from contract.declare import stored
from contract.errors import ServiceError, TooManyRequests
from contract.operations import LOGO
from contract.options.brand import BrandOptions
from models import base
from models.accounts.caller import Caller
from models.brands import attempt, brand
from models.brands.brand import LogoRow, ServedBrand
from models.jobs import new_job

log = logging.getLogger(__name__)
FRESH = timedelta(seconds=limits.BRAND_FRESH_SECONDS)
# The end of a resolution is announced. Storage is read this often besides, in case the announcement is lost.
LOOK_SECONDS = 0.5
# Resolutions that the requests of one workspace may have started in this process and not seen end.
STARTED_MAX = 20
# A resolution that was started is not started again by this process for this long.
START_AGAIN_SECONDS = 120.0
JOB_PATH = "/v1/web/logo"


class Brands:
    """The brands of one process. Used on the event loop."""

    def __init__(self, state: State, pool: FlaskPool, cache: LogoCache) -> None:
        self._state = state
        self._pool = pool
        self._cache = cache
        # The events live as long as requests wait for them.
        self._ends: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._started: dict[str, tuple[float, UUID]] = {}

    async def find(self, request: LogoRequest, caller: Caller, trace: str | None) -> ServedBrand | None:
        """The brand of a request, resolved within the budget if it is unknown. None if there is no answer in time.

        `trace` is the context of the call's span (`contract.tracing.spans`): a resolution that it starts belongs to its trace.
        """
        host = request.address.key
        cached = self._cache.brand(host) or await self._read(host)
        if cached is None:
            cached = await self._wait(request, caller, trace)
        if cached is not None and cached.is_stale:
            await self._start(request, caller, trace)
        return cached.served if cached else None

    async def body(self, served: ServedBrand, row: LogoRow) -> bytes | None:
        """The bytes of a file. None when the brand was just resolved again."""
        body = self._cache.bodies.get(row.etag)
        if body is None:
            body = await self._pool.run(
                lambda: database.ask(lambda connection: brand.read_body(connection, served.domain, row))
            )
            if body is not None:
                self._cache.bodies.put(row.etag, body, len(body) + 200)
        return body

    def on_resolved(self, host: str) -> None:
        """A brand was resolved, or could not be."""
        self._cache.forget_brand(host)
        self._started.pop(host, None)
        if (ended := self._ends.pop(host, None)) is not None:
            ended.set()

    async def _read(self, host: str) -> CachedBrand | None:
        """The brand in storage. None for a host that must be resolved."""

        def look(connection: Connection) -> CachedBrand | None:
            served = brand.find_served(connection, host)
            if served is not None and served.age < FRESH:
                return CachedBrand(served, time.monotonic())
            has_failed = attempt.recent_failure(connection, host) is not None
            if served is None and not has_failed:
                return None
            return CachedBrand(served, time.monotonic(), is_stale=served is not None and not has_failed)

        version = self._cache.brands_version
        found = await self._pool.run(lambda: database.ask(look))
        if found is not None and version == self._cache.brands_version:
            self._cache.remember_brand(host, found)
        return found

    async def _wait(self, request: LogoRequest, caller: Caller, trace: str | None) -> CachedBrand | None:
        host, until = request.address.key, time.monotonic() + limits.LOGO_RESOLVE_SECONDS
        ended = self._ends.get(host) or self._ends.setdefault(host, asyncio.Event())
        if not await self._start(request, caller, trace):
            return None
        while (left := until - time.monotonic()) > 0:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, LOOK_SECONDS)):
                    await ended.wait()
            if (cached := await self._read(host)) is not None:
                return cached
            ended.clear()
        return None

    async def _start(self, request: LogoRequest, caller: Caller, trace: str | None) -> bool:
        """Start the resolution, unless this process has just done so. False when too many are running."""
        host, now = request.address.key, time.monotonic()
        running = self._started.get(host)
        if running is not None and now - running[0] < START_AGAIN_SECONDS:
            return True
        self._started = {name: one for name, one in self._started.items() if now - one[0] < START_AGAIN_SECONDS}
        if Counter(workspace for _, workspace in self._started.values())[caller.workspace_id] >= STARTED_MAX:
            return False
        self._started[host] = now, caller.workspace_id
        try:
            await self._pool.run(lambda: self._post(request, caller, trace))
        except (ServiceError, SQLAlchemyError) as error:
            self._started.pop(host, None)
            log.warning("The logo of %s is not resolved: %s", host, error)
            return False
        return True

    def _post(self, request: LogoRequest, caller: Caller, trace: str | None) -> None:
        if (
            self._state.limiter.add("logo-resolutions", str(caller.workspace_id), 1)
            > limits.LOGO_RESOLUTIONS_PER_MINUTE
        ):
            raise TooManyRequests(
                f"Rate limit exceeded: {limits.LOGO_RESOLUTIONS_PER_MINUTE} unknown domains per minute."
            )
        queue_space.require(LOGO.queue)
        queue_pause.require_running(LOGO.queue)
        job_id, options = base.new_id(), stored(BrandOptions(domain=request.text))

        def write(connection: Connection) -> UUID | None:
            return new_job.create(
                connection, workspace_id=caller.workspace_id, operation=LOGO.name, options=options, path=JOB_PATH,
                in_background=False, price=0, job_id=job_id, trace=trace,
            )  # fmt: skip

        database.ask(write)
        self._state.mailbox.submit(job_id, LOGO.queue)
