"""Slots of hosts for requests other than those of claimed pages: at most eight requests at a time go to a host, from all workers.

Postgres grants the slots, because all workers and the pages of jobs share them (`models.schedule.visit_turn`). Here one task per
host takes turns for the requests of this process: a turn stores those that arrived, and deletes those that ended.
A slot that was given back is free for the workspace's next request for a moment: the few requests of one brand or page then need
one turn, not one each. Nobody waits for that longer than REUSE_SECONDS, and nobody of this process waits at all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar
from uuid import UUID

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from contract.process.interruptions import Interruptions
from models.schedule import visit, visit_turn
from models.session import ask, transact

log = logging.getLogger(__name__)
T = TypeVar("T")

NO_WORKSPACE = UUID(int=0)
# How long to wait when another transaction decides about the host, and for slots that other processes free.
LOCKED_SECONDS = 0.01
POLL_SECONDS = 0.1
RENEW_SECONDS = 5.0
# How long a slice has time to take a slot that was left to it.
LEFT_SECONDS = 0.5
# How long a slot stays for the workspace's next request, and how old it may become in use by one request after the other.
SPARE_SECONDS = 0.03
REUSE_SECONDS = 0.25


@dataclass(eq=False)
class _Request:
    """A request that needs a slot. `slot` gets the id of its visit."""

    workspace_id: UUID
    slot: asyncio.Future[int]


@dataclass(frozen=True)
class _Slot:
    """A granted slot: whose it is, and the time of the grant."""

    workspace_id: UUID
    granted: float


@dataclass
class _Host:
    """The requests of this process to one host."""

    arrived: list[_Request] = field(default_factory=list)
    waiting: dict[int, _Request] = field(default_factory=dict)
    ended: list[int] = field(default_factory=list)
    # Slots that no request uses at the moment.
    spare: dict[int, _Slot] = field(default_factory=dict)
    # Slots that were left to slices of a workspace, with the time until which they are not granted to others.
    left: list[tuple[float, UUID, int]] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_done(self) -> bool:
        return not (self.arrived or self.waiting or self.ended or self.spare)

    def end_spare(self) -> None:
        self.ended += self.spare
        self.spare = {}

    def take_spare(self, workspace_id: UUID) -> int | None:
        """A slot that the workspace has and does not use, unless others wait."""
        if self.arrived or self.waiting:
            return None
        return next((visit_id for visit_id, slot in self.spare.items() if slot.workspace_id == workspace_id), None)


class HostVisits:
    """The slots of one process. Its methods run on the event loop.

    `fetched` returns (job, number) of this worker's pages whose request has ended; they no longer use their slot. `on_due` is
    called with the workspaces whose slices are due, and with the slices to which a slot is left. A worker sets both.
    """

    def __init__(self, database: Engine, threads: Executor, interruptions: Interruptions) -> None:
        self._database = database
        self._threads = threads
        self._interruptions = interruptions
        self._hosts: dict[str, _Host] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._held: dict[int, _Slot] = {}
        self._renewing: asyncio.Task[None] | None = None
        self.fetched: Callable[[], Collection[tuple[UUID, int]]] = tuple
        self.on_due: Callable[[Collection[UUID], Collection[UUID]], None] = lambda workspaces, slices: None

    @contextlib.asynccontextmanager
    async def slot(self, name: str, workspace_id: str | None) -> AsyncIterator[None]:
        """A slot at a host until the block ends. Waits until it is the workspace's turn."""
        visit_id = await self.take(name, workspace_id)
        try:
            yield
        finally:
            self.end(name, visit_id)

    async def take(self, name: str, workspace_id: str | None) -> int:
        """Wait for a slot. The id of the visit, for `end`.

        Raises:
            SQLAlchemyError: the database is unavailable.
        """
        owner = UUID(workspace_id) if workspace_id else NO_WORKSPACE
        host = self._hosts.get(name)
        if host is not None and (visit_id := host.take_spare(owner)) is not None:
            self._held[visit_id] = host.spare.pop(visit_id)
            self._keep_renewing()
            return visit_id
        request = _Request(owner, asyncio.get_running_loop().create_future())
        self._change(name).arrived.append(request)
        try:
            return await request.slot
        except asyncio.CancelledError:
            self._give_up(name, request)
            raise

    def end(self, name: str, visit_id: int) -> None:
        """Give a slot back."""
        slot, host = self._held.pop(visit_id, None), self._hosts.get(name)
        is_awaited = host is not None and (host.arrived or host.waiting)
        if slot is None or is_awaited or time.monotonic() - slot.granted > REUSE_SECONDS:
            self._change(name).ended.append(visit_id)
        else:
            self._change(name).spare[visit_id] = slot

    async def close(self) -> None:
        """Stop. Slots that are still in use are given back when their leases expire."""
        tasks = {*self._tasks, *([self._renewing] if self._renewing else [])}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _give_up(self, name: str, request: _Request) -> None:
        """The caller no longer waits. A request whose arrival is being stored is found by its cancelled future."""
        if request.slot.done() and not request.slot.cancelled():
            self.end(name, request.slot.result())
            return
        host = self._hosts.get(name)
        if host is not None:
            host.arrived = [each for each in host.arrived if each is not request]
            for visit_id in [visit_id for visit_id, each in host.waiting.items() if each is request]:
                del host.waiting[visit_id]
                self.end(name, visit_id)

    def _change(self, name: str) -> _Host:
        """The requests to a host, which are about to change. Its task takes a turn."""
        host = self._hosts.get(name)
        if host is None:
            host = self._hosts[name] = _Host()
            task = asyncio.ensure_future(self._serve(name, host))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        host.changed.set()
        return host

    async def _serve(self, name: str, host: _Host) -> None:
        """Take turns at a host until no request is left."""
        try:
            await asyncio.sleep(0)  # The caller adds its request first.
            while not host.is_done:
                host.changed.clear()
                if host.arrived or host.waiting:
                    await self._turn(name, host)
                elif host.ended:
                    await self._end_all(name, host)
                if host.waiting:
                    await _wait(host.changed, POLL_SECONDS)
                elif host.spare and not await _wait(host.changed, SPARE_SECONDS):
                    host.end_spare()
        except Exception as error:
            log.warning("Slots of %s could not be granted: %r", name, error)
            for request in (*host.arrived, *host.waiting.values()):
                if not request.slot.done():
                    request.slot.set_exception(error)
        finally:
            del self._hosts[name]

    async def _turn(self, name: str, host: _Host) -> None:
        host.end_spare()
        arrived, ended = host.arrived, host.ended
        host.arrived, host.ended = [], []
        entering: dict[str, Any] = {
            "name": name, "arrivals": [each.workspace_id for each in arrived], "ended": ended, "fetched": list(self.fetched()),
            "left": _still_left(host),
        }  # fmt: skip
        turn = None
        try:
            if arrived and not host.waiting:
                # Nearly always, nobody waits and the host has free slots.
                turn = await self._run(ask, partial(visit_turn.enter, **entering))
            else:
                turn = await self._run(transact, partial(visit_turn.take, waiting=list(host.waiting), **entering))
        finally:
            if turn is None:
                host.arrived, host.ended = [*arrived, *host.arrived], [*ended, *host.ended]
        if turn is None:
            await asyncio.sleep(LOCKED_SECONDS)
            host.changed.set()
            return
        if not host.waiting and len(turn.granted) < len(arrived):
            host.changed.set()  # The next turn, in which free slots are shared out, follows at once.
        host.waiting.update(zip(turn.arrived, arrived, strict=True))
        self._settle(name, host, turn)

    def _settle(self, name: str, host: _Host, turn: visit_turn.Turn) -> None:
        """Give the granted slots to their requests."""
        for visit_id in turn.lost:  # Postgres has lost its table: the requests arrive once more.
            if request := host.waiting.pop(visit_id, None):
                self._change(name).arrived.append(request)
        for visit_id in turn.granted:
            request = host.waiting.pop(visit_id, None)
            if request is None:  # Its caller gave up during this turn.
                continue
            if request.slot.cancelled():
                self.end(name, visit_id)
            else:
                self._held[visit_id] = _Slot(request.workspace_id, time.monotonic())
                request.slot.set_result(visit_id)
        for visit_id in [visit_id for visit_id, request in host.waiting.items() if request.slot.cancelled()]:
            del host.waiting[visit_id]
            self.end(name, visit_id)
        if turn.left:
            until = time.monotonic() + LEFT_SECONDS
            host.left += [(until, workspace_id, number) for workspace_id, number in turn.left.items()]
            self.on_due(list(turn.left), turn.woken)
        self._keep_renewing()

    async def _end_all(self, name: str, host: _Host) -> None:
        """Delete visits that have ended, and take a turn if somebody waits at the host."""
        ended, host.ended = host.ended, []
        if await self._run(ask, partial(visit_turn.end, visits=ended)):
            await self._turn(name, host)

    def _keep_renewing(self) -> None:
        if self._renewing is None or self._renewing.done():
            self._renewing = asyncio.ensure_future(self._renew())

    async def _renew(self) -> None:
        """Renew the leases as long as there are any. If the database is unavailable, they expire."""
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            visits = [*self._held, *(visit_id for host in self._hosts.values() for visit_id in host.waiting)]
            if not visits:
                return
            with contextlib.suppress(SQLAlchemyError):
                await self._run(ask, partial(visit.renew, visits=visits))

    async def _run(self, run: Callable[[Engine, Callable[[Connection], T]], T], work: Callable[[Connection], T]) -> T:
        timed = self._interruptions.timed(run)
        return await asyncio.get_running_loop().run_in_executor(self._threads, timed, self._database, work)


async def _wait(event: asyncio.Event, seconds: float) -> bool:
    """Whether the event came in time."""
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


def _still_left(host: _Host) -> Counter[UUID]:
    """The slots that are left to slices now, by workspace."""
    host.left = [each for each in host.left if each[0] > time.monotonic()]
    left: Counter[UUID] = Counter()
    for _, workspace_id, number in host.left:
        left[workspace_id] += number
    return left
